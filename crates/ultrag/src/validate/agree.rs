//! Whether the numbers and places of a sentence are those of the masks that it cites (specification 4, mode `paper`; 10.1).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use groundscope_readers::tokens;
use regex_lite::Regex;

use super::Severity::Major;
use super::issue::Issues;
use super::masks::MaskSeen;
use crate::Profile;
use crate::organ::Organ;
use crate::text::{Count, Nouns, State, cells, count_said, pixel_pair, presence};

/// Pixels by which an axis may differ from a number with one decimal.
const AXIS: f64 = 0.05 + 1e-9;
/// Points by which a percentage may differ.
const PERCENT: f64 = 0.01 + 1e-9;

/// Adds `location_mismatch`, `extent_mismatch` and `count_mismatch` of a sentence with evidence.
pub(super) fn sentence(scope: &str, text: &str, cited: &[&MaskSeen], organ: &Organ, issues: &mut Issues) {
    let words = tokens(text);
    let known: Vec<_> = cited.iter().filter_map(|mask| mask.facts.as_ref()).collect();
    let there: BTreeSet<&str> = known.iter().map(|facts| facts.location_grid.as_str()).collect();
    for cell in cells(&words, Profile::Strict) {
        if !there.contains(cell.to_string().as_str()) {
            let message = format!("No cited mask lies in {cell}.");
            issues.add(scope, "location_mismatch", Major, message, text);
        }
    }
    if let Some([a, b]) = pixel_pair(text, Profile::Strict) {
        let near = |p: f64, q: f64| (p - q).abs() <= AXIS;
        let fits = known.iter().any(|facts| {
            let (long, short) = (facts.long_axis_px, facts.short_axis_px);
            (near(a, long) && near(b, short)) || (near(a, short) && near(b, long))
        });
        if !fits {
            let message = format!("No cited mask has the axes {a} and {b}.");
            issues.add(scope, "extent_mismatch", Major, message, text);
        }
    }
    for percent in percents(text) {
        if !known
            .iter()
            .any(|facts| (facts.area_ratio * 100.0 - percent).abs() <= PERCENT)
        {
            let message = format!("No cited mask covers {percent} % of the image.");
            issues.add(scope, "extent_mismatch", Major, message, text);
        }
    }
    let distinct: BTreeSet<_> = known.iter().map(|facts| facts.key()).collect();
    if let Some(Count::Exactly(stated)) = stated_count(text, organ)
        && stated != distinct.len() as u64
    {
        let message = format!("It says {stated}, and cites {}.", distinct.len());
        issues.add(scope, "count_mismatch", Major, message, text);
    }
}

/// Adds `presence_mismatch` where a text and its masks disagree on whether something is there.
pub(super) fn presence_of(scope: &str, text: &str, cited: &[&MaskSeen], organ: &Organ, issues: &mut Issues) {
    let categories = organ.categories.iter().map(|category| category.name.as_str());
    let nouns = Nouns::of(categories, &organ.organ);
    let state = presence(&[text], &nouns, Profile::Strict);
    let wrong = match state {
        State::Absent if !cited.is_empty() => "It denies what its masks show.",
        State::Present if cited.is_empty() => "It says that something is there, and there is no mask.",
        _ => return,
    };
    issues.add(scope, "presence_mismatch", Major, wrong, text);
}

fn percents(text: &str) -> Vec<f64> {
    static PERCENT: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"([0-9]+(?:\.[0-9]+)?)\s*(?:%|percent)").ok());
    let Some(percent) = PERCENT.as_ref() else {
        return Vec::new();
    };
    let numbers = percent
        .captures_iter(&text.to_lowercase())
        .map(|found| found.get(1)?.as_str().parse().ok())
        .collect::<Vec<_>>();
    numbers.into_iter().flatten().collect()
}

/// The number of targets that a text states: one directly before a target, with at most three words between.
fn stated_count(text: &str, organ: &Organ) -> Option<Count> {
    static TARGETS: [&str; 6] = ["target", "targets", "region", "regions", "mask", "masks"];
    // Extents and percentages are numbers of something else.
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches([',', ';', ':', '(', ')']).to_lowercase())
        .collect();
    let named = |words: &[String]| {
        let text = words.join(" ");
        !organ.named_in(&text).is_empty() || tokens(&text).iter().any(|word| TARGETS.contains(&word.as_str()))
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let said = count_said(std::slice::from_ref(word))?;
        let rest = words.get(at + 1..)?;
        let near = rest.get(..rest.len().min(5))?;
        let other = near.first().is_some_and(|next| {
            matches!(
                next.as_str(),
                "x" | "by" | "pixels" | "px" | "%" | "percent" | "\u{d7}"
            )
        });
        (!other && named(near)).then_some(said)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_targets() {
        let organ = Organ::named("kidney").unwrap();
        let said = |text: &str| stated_count(text, organ);
        assert_eq!(
            said("2 visible kidney targets are centered"),
            Some(Count::Exactly(2))
        );
        assert_eq!(
            said("There is one distinct labeled target."),
            Some(Count::Exactly(1))
        );
        assert_eq!(said("Its extent is 120.0 x 80.5 pixels"), None);
        assert_eq!(
            said("The kidney occupies approximately 12.50% of the image."),
            None
        );
        assert_eq!(percents("12.50% and 3 percent"), [12.5, 3.0]);
    }
}
