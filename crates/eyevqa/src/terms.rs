//! One name for each disease and each target, whatever a data set calls it, with what resembles it (specification 3).

use std::sync::LazyLock;

use serde::Deserialize;

/// A disease.
#[derive(Clone, Debug, Deserialize)]
pub struct Disease {
    /// The identifier, as records hold it.
    pub id: String,
    /// What questions call it.
    pub name: String,
    #[serde(default)]
    aliases: Vec<String>,
    /// `disease_category` of its questions.
    pub group: String,
    /// Its grades from the least severe, as questions name them.
    #[serde(default)]
    pub grades: Vec<String>,
    /// What is mistaken for it, the likeliest first.
    #[serde(default)]
    pub related: Vec<String>,
}

/// A lesion or a structure that an image may show.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// The identifier.
    pub id: String,
    /// What questions call it.
    pub name: String,
    #[serde(default)]
    aliases: Vec<String>,
    /// The disease that it is a sign of; empty for a structure.
    pub disease: String,
    /// `disease_category` of its questions.
    pub group: String,
    /// What resembles it.
    #[serde(default)]
    pub likes: Vec<String>,
    /// Whether it is seen on OCT alone.
    #[serde(default)]
    pub oct: bool,
}

#[derive(Debug, Default, Deserialize)]
struct Terms {
    diseases: Vec<Disease>,
    targets: Vec<Target>,
}

static TERMS: LazyLock<Terms> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/terms.json")).unwrap_or_default());

/// Lower case, every run of other signs than letters and digits as one space.
fn plain(text: &str) -> String {
    let spaced: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn means(id: &str, name: &str, aliases: &[String], wanted: &str) -> bool {
    [id, name]
        .into_iter()
        .chain(aliases.iter().map(String::as_str))
        .any(|one| plain(one) == wanted)
}

/// The disease that a name stands for.
///
/// ```
/// use groundscope_eyevqa::terms::disease;
/// assert_eq!(disease("AMD").map(|found| found.group.as_str()), Some("macular_disease"));
/// assert!(disease("tennis elbow").is_none());
/// ```
pub fn disease(name: &str) -> Option<&'static Disease> {
    let wanted = plain(name);
    TERMS
        .diseases
        .iter()
        .find(|one| means(&one.id, &one.name, &one.aliases, &wanted))
}

/// The target that a name stands for.
///
/// ```
/// use groundscope_eyevqa::terms::target;
/// assert_eq!(target("cotton-wool spots").map(|found| found.id.as_str()), Some("soft_exudates"));
/// ```
pub fn target(name: &str) -> Option<&'static Target> {
    let wanted = plain(name);
    TERMS
        .targets
        .iter()
        .find(|one| means(&one.id, &one.name, &one.aliases, &wanted))
}

/// All diseases.
pub fn diseases() -> &'static [Disease] {
    &TERMS.diseases
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn no_name_means_two_things() {
        assert!(TERMS.diseases.len() > 10 && TERMS.targets.len() > 15);
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for one in &TERMS.targets {
            for name in [&one.id, &one.name].into_iter().chain(&one.aliases) {
                let before = seen.insert(plain(name), &one.id);
                assert!(before.is_none_or(|before| before == one.id), "{name}");
            }
            assert!(one.likes.iter().all(|like| target(like).is_some()), "{}", one.id);
            assert!(
                one.disease.is_empty() || disease(&one.disease).is_some(),
                "{}",
                one.id
            );
        }
        for one in &TERMS.diseases {
            assert!(
                one.related
                    .iter()
                    .all(|other| disease(other).is_some_and(|other| other.id != one.id))
            );
        }
    }
}
