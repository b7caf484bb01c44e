//! How large regions are: pixels covered, extent, share of the scan.

use groundscope_model::{Finding, Findings};

use crate::{Draft, grammar};

/// Stands once at the end of an answer with sizes.
pub(crate) const UNIT_NOTE: &str =
    "Sizes are in pixels: the file does not tell how large a pixel is on the retina.";

/// One or two sentences on the size of a class that has regions.
pub(crate) fn say(draft: &mut Draft, finding: &Finding, findings: &Findings) {
    let regions = grammar::by_size(finding);
    let scan = u64::from(findings.width) * u64::from(findings.height);
    let area = finding.area_px();
    let head = format!(
        "{} ({}, {}) {} {area} px, {} of the scan",
        grammar::capital(finding.class.name()),
        finding.verdict(),
        grammar::confidence(finding),
        if grammar::is(finding.class) == "are" {
            "cover"
        } else {
            "covers"
        },
        grammar::share(area, scan)
    );
    let extent = |bounds: [u32; 4]| {
        let [x1, y1, x2, y2] = bounds;
        let (width, height) = (x2.saturating_sub(x1), y2.saturating_sub(y1));
        format!("{width} px wide and {height} px high")
    };
    draft.say(match regions.as_slice() {
        [only] => format!("{head}, in one region {} ({}).", extent(only.bounds), only.id),
        [largest, ..] => format!(
            "{head}, in {}; the largest ({}) covers {} px and is {}.",
            grammar::regions(regions.len()),
            largest.id,
            largest.area_px,
            extent(largest.bounds)
        ),
        [] => format!("{head}."),
    });
    draft.rest_on(regions.iter().map(|region| region.id.as_str()));
}
