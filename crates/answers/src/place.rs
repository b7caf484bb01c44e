//! Where regions lie: their layer, and the side of the fovea or the third of the picture.

use groundscope_model::{Finding, Findings};

use crate::{Draft, grammar};

/// Regions whose place is told; more are only counted.
const TOLD: usize = 3;

/// One sentence about the places of a class that has regions, the largest first.
pub(crate) fn say(draft: &mut Draft, finding: &Finding, findings: &Findings) {
    let regions = grammar::by_size(finding);
    let name = grammar::capital(finding.class.name());
    let verb = if grammar::is(finding.class) == "are" {
        "lie"
    } else {
        "lies"
    };
    let told: Vec<String> = regions
        .iter()
        .take(TOLD)
        .map(|region| format!("{} ({})", findings.place(region).text, region.id))
        .collect();
    let head = format!("{name} ({}, {})", finding.verdict(), grammar::confidence(finding));
    let more = match regions.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; {} more, smaller", grammar::regions(more)),
    };
    draft.say(match told.as_slice() {
        [only] => format!("{head} {verb} {only}."),
        [largest, rest @ ..] => {
            format!(
                "{head} {verb} in {}: the largest {largest}; {}{more}.",
                grammar::regions(regions.len()),
                rest.join("; ")
            )
        }
        [] => format!("{head}."),
    });
    draft.rest_on(regions.iter().map(|region| region.id.as_str()));
}

/// Whether places answer this word of a question: nasal and temporal only where the eye is known and the fovea was found.
pub(crate) fn tells(word: &str, findings: &Findings) -> bool {
    ["nasal", "temporal"].contains(&word) && findings.eye.is_some() && findings.fovea().is_some()
}
