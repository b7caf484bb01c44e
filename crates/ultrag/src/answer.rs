//! Whether an answer to a question is right: by its type, and by what the reference says (specification 5.4).

use groundscope_readers::{normalised, tokens};

use crate::Profile;
use crate::text::{
    Nouns, area_share, cells, count_said, denies, extent_class, pair_matches, pixel_pair, polarity,
    token_rule, yes_or_no,
};

/// Types whose answers are extents.
const EXTENTS: [&str; 8] = [
    "size",
    "measurement",
    "dimension",
    "extent",
    "area",
    "ratio",
    "percent",
    "proportion",
];
/// Types whose answers may be a label.
const LABELLED: [&str; 3] = ["classification", "category", "open"];

/// Whether an answer is right. `nouns` are those of the record.
///
/// ```
/// use groundscope_ultrag::{Profile, answer_is_right, text::Nouns};
/// let nouns = Nouns::of(["kidney"], "kidney");
/// let right = |predicted, profile| {
///     answer_is_right("location", "The kidney is centered in the upper-left image region.", predicted, &nouns, profile)
/// };
/// assert!(right("upper left", Profile::Strict) && right("Upper-left.", Profile::Reference));
/// assert!(!right("lower left", Profile::Strict));
/// ```
pub fn answer_is_right(
    answer_type: &str,
    reference: &str,
    predicted: &str,
    nouns: &Nouns,
    profile: Profile,
) -> bool {
    let kind = answer_type.to_lowercase();
    let is = |names: &[&str]| names.iter().any(|name| kind.contains(name));
    let (wanted, given) = (tokens(reference), tokens(predicted));
    let by_tokens = || token_rule(&given, &wanted);
    let strict = profile.is_strict();
    if is(&["yes_no"]) {
        return match profile {
            Profile::Reference => polarity(&normalised(predicted)) == polarity(&normalised(reference)),
            Profile::Strict => match (yes_or_no(&wanted), yes_or_no(&given)) {
                (Some(wanted), given) => given == Some(wanted),
                (None, _) => by_tokens(),
            },
        };
    }
    if strict {
        let nouns = nouns.with_outlines();
        if denies(&[reference], &nouns, profile) {
            return denies(&[predicted], &nouns, profile);
        }
    }
    if is(&["location"]) {
        let (wanted, given) = (cells(&wanted, profile), cells(&given, profile));
        return if wanted.is_empty() {
            strict && by_tokens()
        } else {
            wanted == given
        };
    }
    if is(&LABELLED) {
        let (wanted, given) = (reference.to_lowercase(), predicted.to_lowercase());
        if let Some(label) = ["benign", "malignant"]
            .into_iter()
            .find(|label| wanted.contains(label))
        {
            return given.contains(label);
        }
    }
    if strict && is(&["count"]) {
        return match count_said(&wanted) {
            Some(number) => count_said(&given).is_some_and(|given| given.agrees(number)),
            None => by_tokens(),
        };
    }
    if strict && is(&EXTENTS) {
        return extents_agree(reference, predicted, profile).unwrap_or_else(by_tokens);
    }
    by_tokens()
}

/// By what the reference holds: a pair of pixels, a share, a word; `None` where it holds none of them.
fn extents_agree(reference: &str, predicted: &str, profile: Profile) -> Option<bool> {
    if let Some(pair) = pixel_pair(reference, profile) {
        return Some(pixel_pair(predicted, profile).is_some_and(|given| pair_matches(given, pair)));
    }
    if let Some(share) = area_share(reference) {
        let near = |given: f64| (given - share).abs() <= (0.15 * share.abs().max(0.01)).max(0.01);
        return Some(area_share(predicted).is_some_and(near));
    }
    let class = extent_class(&tokens(reference))?;
    Some(extent_class(&tokens(predicted)) == Some(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(kind: &str, reference: &str, predicted: &str) -> [bool; 2] {
        let nouns = Nouns::of(["thyroid nodule"], "thyroid");
        Profile::ALL.map(|profile| answer_is_right(kind, reference, predicted, &nouns, profile))
    }

    #[test]
    fn types_in_both_profiles() {
        for (kind, reference, predicted, expected) in [
            (
                "yes_no",
                "No labeled target is available.",
                "Nodule clearly seen.",
                [false, true],
            ),
            ("yes_no", "No.", "None", [false, true]),
            (
                "location",
                "No target is available for localization.",
                "No target is visible.",
                [true, false],
            ),
            ("location", "Central.", "It is central.", [true, false]),
            (
                "count",
                "There are 2 targets.",
                "There are 3 targets.",
                [false, true],
            ),
            (
                "count",
                "There are multiple targets.",
                "4 targets are there",
                [true, true],
            ),
            (
                "size",
                "It is 40 x 20 pixels.",
                "About 36 by 23 px",
                [true, false],
            ),
            ("size", "It is of moderate extent.", "Intermediate", [true, false]),
            (
                "area_ratio",
                "12.50% of the image.",
                "About 14 percent.",
                [true, false],
            ),
            (
                "classification",
                "The supplied label is benign.",
                "Benign or malignant.",
                [true, true],
            ),
            ("open", "A gland.", "The gland is there", [true, true]),
        ] {
            assert_eq!(both(kind, reference, predicted), expected, "{kind}: {predicted}");
        }
    }
}
