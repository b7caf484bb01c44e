//! How large regions are: what they cover, extent, share of the scan; in micrometres where the scale is known.

use groundscope_model::{Finding, Findings};

use crate::{Draft, grammar};

/// Stands once at the end of an answer with sizes.
pub(crate) const UNIT_NOTE: &str = "Sizes are in pixels: the file does not tell how large a pixel is on the retina. With the scale given they come in micrometres, too.";

/// One or two sentences on the size of a class that has regions.
pub(crate) fn say(draft: &mut Draft, finding: &Finding, findings: &Findings) {
    let regions = grammar::by_size(finding);
    let scan = u64::from(findings.width) * u64::from(findings.height);
    let area = finding.area_px();
    let head = format!(
        "{} ({}, {}) {} {}, {} of the scan",
        grammar::capital(finding.class.name()),
        finding.verdict(),
        grammar::confidence(finding),
        if grammar::is(finding.class) == "are" {
            "cover"
        } else {
            "covers"
        },
        covered(area, findings),
        grammar::share(area, scan)
    );
    draft.say(match regions.as_slice() {
        [only] => format!(
            "{head}, in one region {} ({}).",
            findings.extent(only).text,
            only.id
        ),
        [largest, ..] => format!(
            "{head}, in {}; the largest ({}) covers {} and is {}.",
            grammar::regions(regions.len()),
            largest.id,
            covered(largest.area_px, findings),
            findings.extent(largest).text
        ),
        [] => format!("{head}."),
    });
    draft.rest_on(regions.iter().map(|region| region.id.as_str()));
}

/// "9000 px", or with a scale "9000 px (0.4005 mm\u{b2})".
fn covered(area_px: u64, findings: &Findings) -> String {
    findings.scale.map_or_else(
        || format!("{area_px} px"),
        |scale| format!("{area_px} px ({} mm\u{b2})", scale.area_mm2(area_px)),
    )
}
