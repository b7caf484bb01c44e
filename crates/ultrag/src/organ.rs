//! What is known of an organ's targets: categories in order, other names, words that no mask supports (specification 3, 4, 8).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use groundscope_readers::tokens;
use serde::Deserialize;

use crate::text::contains_term;

/// One target that an organ's images may hold.
#[derive(Clone, Debug, Deserialize)]
pub struct Category {
    /// The canonical name, as records hold it.
    pub name: String,
    /// What texts call it; the name where nothing else is given.
    #[serde(default)]
    display: Option<String>,
    /// The type of target, `organ` where nothing else is given.
    #[serde(default, rename = "type")]
    kind: Option<String>,
    /// Raw names of sources that mean it.
    #[serde(default)]
    aliases: Vec<String>,
    /// Those of the aliases that are looser than the name.
    #[serde(default)]
    synonyms: Vec<String>,
    /// Phrases by which texts name it.
    #[serde(default)]
    mentions: Vec<String>,
    /// A second name for masks of other categories: folded into them where their geometry is the same.
    #[serde(default)]
    pub generic: bool,
}

impl Category {
    /// What texts call it.
    pub fn display(&self) -> &str {
        self.display.as_deref().unwrap_or(&self.name)
    }

    /// `nodule`, `lesion`, `organ` or `vessel`.
    pub fn target_type(&self) -> &str {
        self.kind.as_deref().unwrap_or("organ")
    }

    /// Whether masks of it may be called benign or malignant.
    pub fn is_lesion(&self) -> bool {
        matches!(self.target_type(), "nodule" | "lesion")
    }

    fn means(&self, raw: &str) -> bool {
        letters(&self.name) == raw || self.aliases.iter().any(|alias| letters(alias) == raw)
    }

    /// How much a raw label tells: benign and malignant 3, a synonym 1, everything else 2.
    pub(crate) fn priority(&self, raw: &str) -> u8 {
        let raw = letters(raw);
        if pathology(&raw).is_some() {
            3
        } else if self.is_synonym(&raw) {
            1
        } else {
            2
        }
    }

    /// Whether a raw name is only a looser word for it.
    pub(crate) fn is_synonym(&self, raw: &str) -> bool {
        let raw = letters(raw);
        self.synonyms.iter().any(|synonym| letters(synonym) == raw)
    }

    fn phrases(&self) -> Vec<Vec<String>> {
        let given = self.mentions.iter().map(String::as_str);
        let own = [self.name.as_str(), self.display()];
        let all: Vec<&str> = if self.mentions.is_empty() {
            own.to_vec()
        } else {
            given.collect()
        };
        all.into_iter().map(tokens).collect()
    }
}

/// `benign` or `malignant` where a raw label says so.
pub(crate) fn pathology(raw: &str) -> Option<&'static str> {
    let words = letters(raw);
    ["benign", "malignant"]
        .into_iter()
        .find(|label| words.split(' ').any(|word| word == *label))
}

/// Lower case, everything but letters as single spaces.
pub(crate) fn letters(text: &str) -> String {
    let spaced: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_lowercase() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An organ: its targets, and the words that its masks cannot support.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Organ {
    /// The name, lower case.
    pub organ: String,
    /// Targets, in the order of tasks.
    pub categories: Vec<Category>,
    /// Raw names that a data set may use; data sets that are not named may use every known one.
    #[serde(default)]
    datasets: BTreeMap<String, Vec<String>>,
    /// Diagnostic words of this organ: scores and tests, spread, diseases.
    #[serde(default)]
    pub(crate) overreach: Vec<Vec<String>>,
    /// Words that should be the canonical ones.
    #[serde(default)]
    pub(crate) noncanonical: Vec<String>,
    /// Parts that have no mask.
    #[serde(default)]
    pub(crate) substructures: Vec<String>,
    /// Nouns that a side before them makes unsupported.
    #[serde(default)]
    pub(crate) laterality: Vec<String>,
    /// Claims of the whole examination.
    #[serde(default)]
    whole_exam: Vec<String>,
    /// Words that make a text relevant.
    #[serde(default)]
    pub(crate) relevance: Vec<String>,
}

static ORGANS: LazyLock<Vec<Organ>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/organs.json")).unwrap_or_default());

impl Organ {
    /// The thirteen organs of the benchmark.
    pub fn all() -> &'static [Self] {
        &ORGANS
    }

    /// One of the thirteen by name, whatever its case.
    ///
    /// ```
    /// use groundscope_ultrag::organ::Organ;
    /// assert_eq!(Organ::named("Thyroid").map(|organ| organ.categories.len()), Some(4));
    /// assert!(Organ::named("spine").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        ORGANS
            .iter()
            .find(|organ| organ.organ.eq_ignore_ascii_case(name.trim()))
    }

    /// An organ that the benchmark does not have: its targets are the names that a source uses.
    pub fn of_names<'a>(organ: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut seen = BTreeSet::new();
        let names = names.into_iter().map(letters).filter(|name| !name.is_empty());
        let categories: Vec<Category> = names
            .filter(|name| seen.insert(name.clone()))
            .map(|name| Category {
                name,
                display: None,
                kind: None,
                aliases: Vec::new(),
                synonyms: Vec::new(),
                mentions: Vec::new(),
                generic: false,
            })
            .collect();
        let own = categories.iter().map(|category| category.name.clone());
        let relevance = own.chain([organ.to_lowercase(), "anatomy".to_owned()]).collect();
        Self {
            organ: organ.to_lowercase(),
            categories,
            relevance,
            ..Self::default()
        }
    }

    /// The canonical category of a raw name of a data set, with its place; `None` for a name that is unknown, or that this data set
    /// does not use.
    pub fn canonical(&self, dataset: &str, raw: &str) -> Option<(usize, &Category)> {
        let letters = letters(raw);
        if !self.allows(dataset, raw) {
            return None;
        }
        self.categories
            .iter()
            .enumerate()
            .find(|(_, category)| category.means(&letters))
    }

    /// Whether a data set may use a raw name.
    pub(crate) fn allows(&self, dataset: &str, raw: &str) -> bool {
        let raw = letters(raw);
        self.datasets
            .get(dataset)
            .is_none_or(|allowed| allowed.iter().any(|name| letters(name) == raw))
    }

    /// A category by its canonical name.
    pub fn category(&self, name: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.name == name)
    }

    /// The categories that a text names, by their canonical names: at every place the longest phrase counts.
    pub fn named_in(&self, text: &str) -> BTreeSet<&str> {
        let words = tokens(text);
        let phrases: Vec<(&str, Vec<String>)> = self
            .categories
            .iter()
            .flat_map(|category| {
                let phrases = category.phrases().into_iter();
                phrases.map(|phrase| (category.name.as_str(), phrase))
            })
            .collect();
        let mut named = BTreeSet::new();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let here = phrases.iter().filter(|(_, phrase)| {
                let head = rest.get(..phrase.len());
                head.is_some_and(|head| contains_term(head, phrase, true))
            });
            match here.max_by_key(|(_, phrase)| phrase.len()) {
                Some((name, phrase)) => {
                    named.insert(*name);
                    at += phrase.len();
                }
                None => at += 1,
            }
        }
        named
    }

    /// Claims of the whole examination.
    pub(crate) fn whole_exam(&self) -> Vec<String> {
        if !self.whole_exam.is_empty() {
            return self.whole_exam.clone();
        }
        let organ = &self.organ;
        vec![
            format!("entire {organ}"),
            format!("whole {organ} examination"),
            "complete examination".to_owned(),
            "no other lesion".to_owned(),
            "no other abnormalit*".to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(Organ::all().len(), 13);
        for organ in Organ::all() {
            assert!(
                !organ.categories.is_empty() && organ.overreach.len() == 3,
                "{}",
                organ.organ
            );
            for category in &organ.categories {
                let (found, is) = (organ.named_in(category.display()), category.name.as_str());
                assert_eq!(found, BTreeSet::from([is]), "{}", organ.organ);
                assert_eq!(
                    organ
                        .canonical("any", &category.name)
                        .map(|(_, c)| c.name.as_str()),
                    Some(is)
                );
            }
        }
    }

    #[test]
    fn longer_names_hide_shorter_ones() {
        let liver = Organ::named("liver").unwrap();
        assert_eq!(
            liver.named_in("Two liver lesions."),
            BTreeSet::from(["liver lesion"])
        );
        assert_eq!(
            liver.named_in("A lesion in the liver."),
            BTreeSet::from(["liver", "liver lesion"])
        );
        let thyroid = Organ::named("thyroid").unwrap();
        assert!(thyroid.named_in("The thyroid ultrasound image").is_empty());
        assert_eq!(
            thyroid.named_in("both carotid arteries"),
            BTreeSet::from(["carotid artery"])
        );
    }

    #[test]
    fn names_of_sources() {
        let thyroid = Organ::named("thyroid").unwrap();
        let of = |dataset: &str, raw: &str| thyroid.canonical(dataset, raw).map(|(_, c)| c.name.as_str());
        assert_eq!(of("DDTI", "Malignant_thyroid-nodule"), Some("thyroid nodule"));
        assert_eq!(of("Segthy", "thyroid nodule"), None);
        assert_eq!(of("DDTI", "trachea"), None);
        let nodule = &thyroid.categories[0];
        assert_eq!(
            ["benign thyroid nodule", "thyroid nodule", "thyroid tumor"].map(|raw| nodule.priority(raw)),
            [3, 2, 1]
        );
        let own = Organ::of_names("Spine", ["Vertebra", "vertebra", "disc_2"]);
        assert_eq!(own.categories.len(), 2);
        assert_eq!(own.named_in("a vertebra"), BTreeSet::from(["vertebra"]));
    }
}
