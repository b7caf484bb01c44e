//! Words that no mask supports, looked for in every text of a record (specification 4, text checks; 10.1).

use std::sync::LazyLock;

use groundscope_readers::tokens;
use regex_lite::Regex;

use super::Mode;
use crate::organ::Organ;

/// Words of how data are kept.
pub(crate) const METADATA: [&str; 12] = [
    "annotation",
    "annotated",
    "dataset",
    "mask id",
    "metadata",
    "file name",
    "filename",
    "case number",
    "slice number",
    "image id",
    "train split",
    "test split",
];
/// Words that no clinical question has.
pub(crate) const NON_CLINICAL: [&str; 15] = [
    "file",
    "filename",
    "file name",
    "path",
    "case id",
    "case number",
    "slice id",
    "slice number",
    "image id",
    "dataset",
    "source",
    "train",
    "test",
    "date",
    "metadata",
];
/// What a text with evidence speaks of; stems, too.
pub(crate) const CUES: [&str; 17] = [
    "visible",
    "present",
    "labeled",
    "located",
    "centered",
    "region",
    "extent",
    "pixel",
    "area",
    "occup",
    "boundary",
    "contour",
    "target",
    "segmentation",
    "structure",
    "benign",
    "malignant",
];
/// Diagnostic words of every organ; each organ has three groups of its own between the first and the second.
const CANCER: [&str; 5] = ["cancer", "carcinoma", "metasta*", "anaplastic", "lymphoma"];
const STATES: [&str; 5] = ["normal", "abnormal", "unremarkable", "healthy", "diseased"];
const DIAGNOSES: [&str; 6] = [
    "diagnos*",
    "patholog*",
    "etiolog*",
    "consistent with",
    "suggestive of",
    "rules out",
];
const TREATMENTS: [&str; 7] = [
    "treat*",
    "therapy",
    "surgery",
    "ablation",
    "recommend*",
    "follow up",
    "biopsy",
];
/// What makes a diagnostic word a statement of its limits.
const LIMITS: [&str; 8] = [
    "cannot",
    "can t",
    "insufficient",
    "not enough",
    "unable to determine",
    "no conclusion",
    "does not establish",
    "does not prove",
];
/// Descriptors that no fact of a mask supports (specification 5.6).
pub(crate) const DESCRIPTORS: [&str; 29] = [
    "hypoechoic",
    "hyperechoic",
    "anechoic",
    "irregular",
    "oval",
    "round",
    "circumscribed",
    "well-defined",
    "ill-defined",
    "spiculated",
    "angular",
    "parallel",
    "non-parallel",
    "posterior shadowing",
    "posterior enhancement",
    "vascular",
    "vascularity",
    "suspicious",
    "malignant-appearing",
    "benign-appearing",
    "consistent with",
    "bi-rads",
    "birads",
    "tissue diagnosis",
    "recommended",
    "recommend",
    "cm",
    "echogenicity",
    "margins",
];
/// How many of [`DESCRIPTORS`] the public evaluator counts.
pub(crate) const COUNTED: usize = 27;
const NEGATIONS: [&str; 7] = [
    "no",
    "not",
    "without",
    "cannot",
    "unable",
    "unavailable",
    "unassessed",
];

/// Whether tokens hold a term as whole words; a last `*` lets its last word go on.
pub(crate) fn has_term(words: &[String], term: &str) -> bool {
    let (term, open) = term.strip_suffix('*').map_or((term, false), |stem| (stem, true));
    let wanted = tokens(term);
    let Some((last, head)) = wanted.split_last() else {
        return false;
    };
    words.windows(wanted.len()).any(|window| {
        window.split_last().is_some_and(|(own, before)| {
            before == head && (own == last || (open && own.starts_with(last.as_str())))
        })
    })
}

/// Whether a text holds a term: as whole words, or, as the public validator looks, anywhere.
pub(crate) fn holds(text: &str, words: &[String], term: &str, mode: Mode) -> bool {
    match mode {
        Mode::Paper => has_term(words, term),
        Mode::Code => text.to_lowercase().contains(term),
    }
}

/// The groups of diagnostic words that a text hits, by number from 1, with the first word of each.
pub(crate) fn overreach<'a>(words: &[String], organ: &'a Organ) -> Vec<(usize, &'a str)> {
    let own = organ
        .overreach
        .iter()
        .take(3)
        .map(|group| group.iter().map(String::as_str).collect::<Vec<_>>());
    let mut groups: Vec<(usize, Vec<&str>)> = vec![(1, CANCER.to_vec())];
    groups.extend((2..).zip(own));
    groups.extend([
        (5, STATES.to_vec()),
        (6, DIAGNOSES.to_vec()),
        (7, TREATMENTS.to_vec()),
    ]);
    groups
        .into_iter()
        .filter_map(|(n, group)| Some((n, group.into_iter().find(|term| has_term(words, term))?)))
        .collect()
}

/// Whether a text tells what cannot be said.
pub(crate) fn states_limits(words: &[String]) -> bool {
    LIMITS.iter().any(|term| has_term(words, term))
}

/// A number with a unit of length or volume.
pub(crate) fn measures(text: &str) -> bool {
    static UNIT: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)[0-9](?:\.[0-9]+)?\s*(?:mm|cm|ml|cc)(?:[^a-z0-9]|[0-9]|$)").ok());
    UNIT.as_ref().is_some_and(|unit| unit.is_match(text))
}

/// A side directly before a noun of the organ. In mode `paper` not where the side is a column of the grid.
pub(crate) fn laterality<'a>(words: &[String], organ: &'a Organ, mode: Mode) -> Option<&'a str> {
    let sides = ["left", "right", "bilateral"];
    organ.laterality.iter().map(String::as_str).find(|noun| {
        let noun = tokens(noun);
        (0..words.len()).any(|at| {
            let here = words.get(at).is_some_and(|word| sides.contains(&word.as_str()));
            let follows = words
                .get(at + 1..at + 1 + noun.len())
                .is_some_and(|next| crate::text::contains_term(next, &noun, true));
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let is_cell = before.is_some_and(|word| matches!(word.as_str(), "upper" | "middle" | "lower"));
            here && follows && !(is_cell && mode == Mode::Paper)
        })
    })
}

/// A part without a mask; in mode `paper` not where the words are part of a cell or of a category.
pub(crate) fn substructure<'a>(words: &[String], organ: &'a Organ) -> Option<&'a str> {
    organ
        .substructures
        .iter()
        .map(String::as_str)
        .find(|term| has_term(words, term))
}

/// Descriptors that a text asserts: not where it denies them shortly before, in the same sentence.
pub(crate) fn descriptors(text: &str, whole_words: bool) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let used = if whole_words { DESCRIPTORS.len() } else { COUNTED };
    DESCRIPTORS
        .into_iter()
        .take(used)
        .filter(|term| asserted(&lower, term, whole_words))
        .collect()
}

fn asserted(lower: &str, term: &str, whole_words: bool) -> bool {
    lower.match_indices(term).any(|(at, _)| {
        let (before, after) = (
            lower.get(..at).unwrap_or_default(),
            lower.get(at + term.len()..).unwrap_or_default(),
        );
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
        if whole_words && (joins(before.chars().next_back()) || joins(after.chars().next())) {
            return false;
        }
        let sentence = before
            .rsplit(['.', ';', '!', '?', '\n'])
            .next()
            .unwrap_or_default();
        let near: String = sentence
            .chars()
            .rev()
            .take(30)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let denied = tokens(&near)
            .iter()
            .any(|word| NEGATIONS.contains(&word.as_str()));
        !denied
    })
}

/// Whether a text speaks of what masks can show.
pub(crate) fn has_cue(text: &str, more: &[String]) -> bool {
    let lower = text.to_lowercase();
    CUES.iter().any(|cue| lower.contains(cue)) || more.iter().any(|cue| lower.contains(cue.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thyroid() -> &'static Organ {
        Organ::named("thyroid").unwrap()
    }

    #[test]
    fn terms_are_whole_words_or_anything() {
        let text = "A consolidated pathology.";
        let words = tokens(text);
        assert!(!holds(text, &words, "date", Mode::Paper) && holds(text, &words, "date", Mode::Code));
        assert!(
            has_term(&tokens("Metastatic spread"), "metasta*")
                && !has_term(&tokens("meta static"), "metasta*")
        );
        assert_eq!(
            overreach(&tokens("A normal TI-RADS pathology"), thyroid()),
            [(2, "ti rads"), (5, "normal"), (6, "patholog*")]
        );
    }

    #[test]
    fn sides_and_measures() {
        let side = |text: &str, mode| laterality(&tokens(text), thyroid(), mode).is_some();
        assert!(side("the left thyroid lobe", Mode::Paper));
        assert!(!side("an upper-right nodule", Mode::Paper) && side("an upper-right nodule", Mode::Code));
        assert!(measures("about 12 mm.") && measures("1.5cm") && !measures("12 x 8 pixels, 3 common"));
    }

    #[test]
    fn denied_descriptors_do_not_count() {
        assert_eq!(
            descriptors("A round, hypoechoic mass.", true),
            ["hypoechoic", "round"]
        );
        assert!(descriptors("No hypoechoic background.", true).is_empty());
        assert_eq!(descriptors("background", false), ["round"]);
        assert_eq!(descriptors("It is not oval. An oval one", true), ["oval"]);
    }
}
