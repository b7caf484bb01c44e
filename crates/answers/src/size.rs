//! How large regions are: what they cover, extent, share of the scan; in micrometres where the scale is known.

use groundscope_model::{Finding, Findings};

use crate::{Draft, grammar};

/// One or two sentences on the size of a class that has regions.
pub(crate) fn say(draft: &mut Draft, finding: &Finding, findings: &Findings) {
    let words = draft.words;
    let regions = grammar::by_size(finding);
    let scan = u64::from(findings.width) * u64::from(findings.height);
    let area = finding.area_px();
    let head = format!(
        "{} {}, {}",
        words.covers(finding),
        words.covered(area, findings),
        words.of_scan(&words.share(area, scan))
    );
    let extent = |region| findings.extent_in(region, words.language()).text;
    draft.say(match regions.as_slice() {
        [only] => format!("{head}, {}.", words.in_one_region(&extent(only), &only.id)),
        [largest, ..] => {
            let covered = words.covered(largest.area_px, findings);
            let told = words.in_regions(regions.len(), &largest.id, &covered, &extent(largest));
            format!("{head}, {told}.")
        }
        [] => format!("{head}."),
    });
    draft.rest_on(regions.iter().map(|region| region.id.as_str()));
    draft.sized = true;
}
