//! The sentences that exported files share.

use groundscope_model::{DeviceChoice, Evidence, Eye, Finding, Findings, Region, Scale};

use crate::text::{capital, number};

/// What every picture and page says of itself.
pub const NOT_A_DEVICE: &str = "Research and teaching, not a medical device";

/// On what a class was validated, and with what success where that was on patients; empty where no answer is given.
pub fn evidence(finding: &Finding) -> String {
    match (finding.evidence, finding.figure) {
        (Evidence::Real, Some(f1)) => format!("F1 {f1:.2} on real patients"),
        (Evidence::Real, None) => "measured on real patients".to_owned(),
        (Evidence::Few, _) => "few real scans".to_owned(),
        (Evidence::Synthetic, _) => "synthetic scans only".to_owned(),
        (Evidence::None, _) => String::new(),
    }
}

/// What a region is called beside its box: "IRF 2", or "IRF" where it is the only one.
pub fn region_label(finding: &Finding, index: usize) -> String {
    if finding.regions.len() > 1 {
        format!("{} {}", finding.short(), index + 1)
    } else {
        finding.short().to_owned()
    }
}

/// A count with its noun.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "11.5 by 3.87 µm a pixel", or that the scale is not known.
pub(crate) fn scale(scale: Option<Scale>) -> String {
    scale.map_or_else(
        || "not known: sizes are in pixels".to_owned(),
        |scale| {
            let [across, down] = [scale.lateral_um(), scale.axial_um()].map(number);
            format!("{across} \u{b5}m across, {down} \u{b5}m down a pixel")
        },
    )
}

/// The eye in words.
pub(crate) fn eye(eye: Option<Eye>) -> &'static str {
    match eye {
        Some(Eye::Right) => "right (OD)",
        Some(Eye::Left) => "left (OS)",
        None => "not given",
    }
}

/// The device in words.
pub(crate) fn device(device: DeviceChoice) -> &'static str {
    match device {
        DeviceChoice::Cpu => "CPU",
        DeviceChoice::Gpu => "GPU",
    }
}

/// Where a region lies and how large it is: "In the inner retina, in the left third. 50 px wide and 50 px high."
pub(crate) fn placed(findings: &Findings, region: &Region) -> String {
    let extent = findings.extent(region);
    let area = extent
        .area_mm2
        .map_or_else(String::new, |area| format!(", {area} mm\u{b2}"));
    format!(
        "{}. {}{area}.",
        capital(&findings.place(region).text),
        extent.text
    )
}

/// Names in a sentence: "a, b and c".
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
