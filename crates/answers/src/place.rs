//! Where regions lie, in words of the picture: thirds across, upper and lower part.

use groundscope_model::{Finding, Findings, Region};

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
        .map(|region| format!("{} ({})", of(region, findings), region.id))
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

/// The place of a region: "in the left third, in the upper part of the scan".
pub(crate) fn of(region: &Region, findings: &Findings) -> String {
    format!("{}, {}", across(region, findings), down(region, findings))
}

/// Thirds that the box reaches into by at least a tenth of the scan's width; its middle decides when it reaches into none so far.
fn across(region: &Region, findings: &Findings) -> String {
    const THIRDS: [&str; 3] = ["left", "centre", "right"];
    let width = f64::from(findings.width.max(1));
    let [x1, _, x2, _] = region.bounds.map(f64::from);
    let reached: Vec<&str> = THIRDS
        .into_iter()
        .zip([0.0, 1.0, 2.0])
        .filter(|(_, i)| {
            let (from, to) = (width * i / 3.0, width * (i + 1.0) / 3.0);
            x2.min(to) - x1.max(from) >= width / 10.0
        })
        .map(|(third, _)| third)
        .collect();
    match reached.as_slice() {
        [_, _, _] => "across the whole width".to_owned(),
        [first, second] => format!("across the {first} and {second} thirds"),
        [only] => format!("in the {only} third"),
        _ => {
            let middle = (x1 + x2) / 2.0;
            let third = if middle < width / 3.0 {
                "left"
            } else if middle < width * 2.0 / 3.0 {
                "centre"
            } else {
                "right"
            };
            format!("in the {third} third")
        }
    }
}

/// Upper or lower part by the middle of the box; within a tenth of the scan's height around the half it is neither.
fn down(region: &Region, findings: &Findings) -> &'static str {
    let [_, y1, _, y2] = region.bounds.map(f64::from);
    let middle = (y1 + y2) / 2.0 / f64::from(findings.height.max(1));
    if middle < 0.45 {
        "in the upper part of the scan"
    } else if middle <= 0.55 {
        "at mid-height of the scan"
    } else {
        "in the lower part of the scan"
    }
}
