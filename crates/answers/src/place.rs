//! Where regions lie: their layer, and the side of the fovea or the third of the picture.

use groundscope_model::{Finding, Findings};

use crate::{Draft, grammar};

/// Regions whose place is told; more are only counted.
const TOLD: usize = 3;

/// One sentence about the places of a class that has regions, the largest first.
pub(crate) fn say(draft: &mut Draft, finding: &Finding, findings: &Findings) {
    let words = draft.words;
    let regions = grammar::by_size(finding);
    let told: Vec<String> = regions
        .iter()
        .take(TOLD)
        .map(|region| {
            let place = findings.place_in(region, words.language());
            format!("{} ({})", place.text, region.id)
        })
        .collect();
    let lies = words.lies(finding);
    draft.say(match told.as_slice() {
        [only] => format!("{lies} {only}."),
        told => words.lies_in_regions(&lies, regions.len(), told, regions.len().saturating_sub(TOLD)),
    });
    draft.rest_on(regions.iter().map(|region| region.id.as_str()));
}

/// Whether places answer this word of a question: nasal and temporal only where the eye is known and the fovea was found.
pub(crate) fn tells(word: &str, findings: &Findings) -> bool {
    ["nasal", "temporal"].contains(&word) && findings.eye.is_some() && findings.fovea().is_some()
}
