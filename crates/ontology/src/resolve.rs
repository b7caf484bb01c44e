//! Words to classes, English or German: case, hyphens, underscores, plurals and German endings do not matter.

use std::sync::LazyLock;

use crate::german::{self, without_ending};
use crate::{Class, Language};

/// What a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// One class.
    Class(Class),
    /// "Fluid" as one class: intraretinal or subretinal fluid.
    Fluid,
    /// No class of this ontology.
    Unknown,
}

/// Lower case, every separator one space, plural endings of each word and those of German terms cut, umlauts spelt out, so that two
/// spellings of a term compare equal.
///
/// ```
/// use groundscope_ontology::normalise;
/// assert_eq!(normalise("Subretinaler Flüssigkeit"), normalise("subretinale Fluessigkeit"));
/// ```
pub fn normalise(term: &str) -> String {
    let mut spaced = String::with_capacity(term.len());
    for c in term.chars() {
        match c {
            'ä' | 'Ä' => spaced.push_str("ae"),
            'ö' | 'Ö' => spaced.push_str("oe"),
            'ü' | 'Ü' => spaced.push_str("ue"),
            'ß' | 'ẞ' => spaced.push_str("ss"),
            c if c.is_alphanumeric() => spaced.push(c.to_ascii_lowercase()),
            _ => spaced.push(' '),
        }
    }
    let words: Vec<String> = spaced.split_whitespace().map(singular).collect();
    PREFIXES
        .iter()
        .fold(words.join(" "), |text, (apart, whole)| text.replace(apart, whole))
}

/// Words that are often written apart or with a hyphen.
const PREFIXES: [(&str, &str); 9] = [
    ("epi retinal", "epiretinal"),
    ("sub retinal", "subretinal"),
    ("intra retinal", "intraretinal"),
    ("hyper reflective", "hyperreflective"),
    ("hyper reflektiv", "hyperreflektiv"),
    ("vitreo macular", "vitreomacular"),
    ("neuro sensory", "neurosensory"),
    ("neuro sensorisch", "neurosensorisch"),
    ("pseudo drusen", "pseudodrusen"),
];

/// Short labels that are everyday words too: inside a sentence they count only in capitals.
const EVERYDAY: [&str; 1] = ["HE"];

/// The sentence without everyday words that only look like a label.
fn without_everyday_words(sentence: &str) -> String {
    let words: Vec<&str> = sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let label = |word: &&&str| {
        words.len() == 1
            || !EVERYDAY
                .iter()
                .any(|label| label.eq_ignore_ascii_case(word) && label != *word)
    };
    words.iter().filter(label).copied().collect::<Vec<_>>().join(" ")
}

fn singular(word: &str) -> String {
    if word == "foci" {
        return "focus".to_owned();
    }
    if let Some(bare) = without_ending(word) {
        return bare;
    }
    match word.strip_suffix('s') {
        Some(stem) if word.len() > 4 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// The names of a class in a language, normalised.
fn names(class: Class, language: Language) -> impl Iterator<Item = String> {
    let more = match language {
        Language::En => class.synonyms(),
        Language::De => class.german_synonyms(),
    };
    [class.id(), class.name_in(language), class.short_in(language)]
        .into_iter()
        .chain(more.iter().copied())
        .map(normalise)
}

/// Every name in every language, normalised, with what it stands for; the longest first.
static NAMES: LazyLock<Vec<(String, Match)>> = LazyLock::new(|| {
    let fluid = FLUID.iter().chain(&german::FLUID);
    let mut all: Vec<(String, Match)> = fluid.map(|name| (normalise(name), Match::Fluid)).collect();
    for class in Class::ALL {
        let names = Language::ALL
            .into_iter()
            .flat_map(|language| names(*class, language));
        all.extend(names.map(|name| (name, Match::Class(*class))));
    }
    all.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.0.cmp(&b.0)));
    all
});

const FLUID: [&str; 5] = [
    "fluid",
    "any fluid",
    "retinal fluid",
    "macular edema",
    "macular oedema",
];

/// The class that a whole term names, if any.
pub fn resolve(term: &str) -> Match {
    let wanted = normalise(term);
    NAMES
        .iter()
        .find(|(name, _)| *name == wanted)
        .map_or(Match::Unknown, |(_, what)| *what)
}

/// Every class named anywhere in a sentence, longest names first so that "subretinal fluid" is not also "fluid".
pub fn find_terms(sentence: &str) -> Vec<Match> {
    take_terms(sentence).0
}

/// The words of a sentence that belong to no term of the ontology, normalised, in order.
pub fn other_words(sentence: &str) -> Vec<String> {
    let (_, rest) = take_terms(sentence);
    let words = rest
        .split(' ')
        .filter(|word| !word.is_empty() && !word.contains('#'));
    words.map(str::to_owned).collect()
}

/// The classes named, and the sentence with their names blanked out.
fn take_terms(sentence: &str) -> (Vec<Match>, String) {
    let mut rest = format!(" {} ", normalise(&without_everyday_words(sentence)));
    let mut found: Vec<(usize, Match)> = Vec::new();
    for (name, what) in NAMES.iter() {
        let padded = format!(" {name} ");
        while let Some(at) = rest.find(&padded) {
            if !found.iter().any(|(_, seen)| seen == what) {
                found.push((at, *what));
            }
            // Blank the words out but keep positions, so that order in the sentence is kept.
            let blank = format!(" {} ", "#".repeat(name.len()));
            rest.replace_range(at..at + padded.len(), &blank);
        }
    }
    found.sort_by_key(|(at, _)| *at);
    (found.into_iter().map(|(_, what)| what).collect(), rest)
}

/// Below this a name is another word, not a misspelt one.
const NEAR: f64 = 0.5;

/// Up to `limit` classes whose names come nearest to an unknown term, by shared letter pairs (Dice coefficient): English names, and
/// German ones where no English name is near.
pub fn suggest(term: &str, limit: usize) -> Vec<Class> {
    let near = Language::ALL.map(|language| suggest_in(term, limit, language));
    near.into_iter().find(|near| !near.is_empty()).unwrap_or_default()
}

fn suggest_in(term: &str, limit: usize, language: Language) -> Vec<Class> {
    let wanted = pairs(&normalise(term));
    let mut scored: Vec<(f64, Class)> = Class::ALL
        .iter()
        .map(|class| {
            (
                names(*class, language)
                    .map(|n| dice(&wanted, &pairs(&n)))
                    .fold(0.0, f64::max),
                *class,
            )
        })
        .filter(|(score, _)| *score >= NEAR)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.into_iter().take(limit).map(|(_, class)| class).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    text.chars().zip(text.chars().skip(1)).collect()
}

fn dice(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|p| b.contains(p)).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_every_class_resolves_to_it() {
        for class in Class::ALL {
            let fixed = [class.id(), class.name(), class.short()];
            let german = [class.name_in(Language::De), class.short_in(Language::De)];
            let synonyms = class.synonyms().iter().chain(class.german_synonyms());
            for name in fixed.iter().chain(&german).chain(synonyms) {
                assert_eq!(resolve(name), Match::Class(*class), "{name}");
                assert_eq!(resolve(&name.to_uppercase()), Match::Class(*class), "{name}");
            }
        }
    }

    #[test]
    fn no_name_stands_for_two_classes() {
        for (name, owner) in NAMES.iter() {
            let mut others = NAMES.iter().filter(|(other, _)| other == name);
            assert!(others.all(|(_, other)| other == owner), "{name}");
        }
    }

    #[test]
    fn every_class_has_a_german_name_of_its_own() {
        for class in Class::ALL {
            let name = class.name_in(Language::De);
            assert!(!name.is_empty() && !class.short_in(Language::De).is_empty());
            if *class != Class::Drusen {
                assert_ne!(name, class.name());
            }
            assert_eq!(find_terms(name), [Match::Class(*class)], "{name}");
        }
    }

    #[test]
    fn there_are_thirteen_biomarkers_in_the_order_of_the_benchmark() {
        let ids: Vec<_> = Class::biomarkers().iter().map(|c| c.id()).collect();
        assert_eq!(
            ids.join(" "),
            "drusen ez_disruption erm fibrosis hard_exudates hrf irf macular_hole ped rpe_loss sdd srf vmt"
        );
    }

    #[test]
    fn a_sentence_names_the_longest_terms_once_and_in_order() {
        assert_eq!(
            find_terms("Is there subretinal fluid or a PED?"),
            [Match::Class(Class::Srf), Match::Class(Class::Ped)]
        );
        assert_eq!(find_terms("any fluid?"), [Match::Fluid]);
        assert_eq!(
            find_terms("where are the soft-drusen"),
            [Match::Class(Class::Drusen)]
        );
        assert_eq!(
            find_terms("lamellar macular holes"),
            [Match::Class(Class::LamellarHole)]
        );
    }

    #[test]
    fn prefixes_may_stand_apart() {
        assert_eq!(
            find_terms("sub-retinal fluid, intra retinal fluid"),
            [Match::Class(Class::Srf), Match::Class(Class::Irf)]
        );
        assert_eq!(resolve("reticular pseudo-drusen"), Match::Class(Class::Sdd));
    }

    #[test]
    fn a_pronoun_is_no_label() {
        assert_eq!(find_terms("Does he have drusen?"), [Match::Class(Class::Drusen)]);
        assert_eq!(find_terms("Is there HE?"), [Match::Class(Class::HardExudates)]);
        assert_eq!(find_terms("he"), [Match::Class(Class::HardExudates)]);
    }

    #[test]
    fn near_misses_are_suggested() {
        assert_eq!(suggest("drusn", 1), [Class::Drusen]);
        assert!(suggest("zzzz", 3).is_empty());
        // German where no English name is near.
        assert_eq!(suggest("Makulaforame", 1), [Class::MacularHole]);
        assert_eq!(suggest("Glaskörperabhebng", 1), [Class::VitreousDetachment]);
    }
}
