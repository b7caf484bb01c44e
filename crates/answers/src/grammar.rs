//! What sentences of every language are made with.

use groundscope_model::{Finding, Region};

/// "a", "a WORD b", "a, b WORD c".
pub(crate) fn join(items: &[&str], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Regions of a finding, the largest first; equal ones in the order of the findings.
pub(crate) fn by_size(finding: &Finding) -> Vec<&Region> {
    let mut regions: Vec<&Region> = finding.regions.iter().collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.area_px));
    regions
}

/// First letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// How many times as much: one decimal below ten.
pub(crate) fn times(ratio: f64) -> String {
    if ratio < 10.0 {
        format!("{ratio:.1}")
    } else {
        format!("{ratio:.0}")
    }
}

/// Regions cited by name in one sentence; more are only counted, and stand in the evidence.
const CITED: usize = 4;

/// The regions that are cited by name.
pub(crate) fn cited<'a, 'b>(ids: &'a [&'b str]) -> &'a [&'b str] {
    ids.get(..CITED).unwrap_or(ids)
}
