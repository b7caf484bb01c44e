//! Findings as a table: a row a region, and one for each class without, so that absence and silence are told as well.

use groundscope_model::{Finding, Findings, GateVerdict, Region, Verdict};
use groundscope_ontology::Language;
use groundscope_report::guarded;

use crate::text::printable;
use crate::words::{device, evidence};
use crate::{ExportError, Reading};

/// The columns, in order.
pub(crate) const COLUMNS: [&str; 32] = [
    "scan",
    "class",
    "name",
    "verdict",
    "present",
    "probability",
    "region",
    "x1",
    "y1",
    "x2",
    "y2",
    "score",
    "area_px",
    "width_px",
    "height_px",
    "width_um",
    "height_um",
    "area_mm2",
    "place",
    "outcome",
    "evidence",
    "figure",
    "model",
    "device",
    "scan_width",
    "scan_height",
    "lateral_um",
    "axial_um",
    "eye",
    "b_scan_probability",
    "b_scan_verdict",
    "note",
];

/// A table in UTF-8 with a row of headings (RFC 4180, lines end with a line feed): boxes are `x1, y1, x2, y2` in pixels of the scan.
///
/// A class without a region has one row whose columns of regions are empty; one without an answer has an empty `present`, too.
/// Words that a spreadsheet would take for a formula get an apostrophe before them.
///
/// # Errors
/// [`ExportError::NoScan`]; [`ExportError::Encoder`] if the writer fails, which it does not in memory.
pub fn csv(readings: &[Reading<'_>]) -> Result<String, ExportError> {
    if readings.is_empty() {
        return Err(ExportError::NoScan);
    }
    let failed = |what: String| ExportError::Encoder {
        format: "table",
        what,
    };
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)
        .map_err(|error| failed(error.to_string()))?;
    for reading in readings {
        for finding in &reading.findings.findings {
            let regions = finding.regions.iter().map(Some);
            let none = finding.regions.is_empty().then_some(None);
            for region in regions.chain(none) {
                out.write_record(row(reading, finding, region))
                    .map_err(|error| failed(error.to_string()))?;
            }
        }
    }
    let bytes = out.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}

fn row(reading: &Reading<'_>, finding: &Finding, region: Option<&Region>) -> [String; COLUMNS.len()] {
    let Findings {
        width,
        height,
        model,
        scale,
        eye,
        gate,
        ..
    } = reading.findings;
    let text = |text: &str| guarded(&printable(text));
    let extent = region.map(|region| reading.findings.extent(region));
    let of_extent = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let said = |value: Option<String>| value.unwrap_or_default();
    let corner = |at: usize| {
        said(
            region
                .and_then(|region| region.bounds.get(at))
                .map(u32::to_string),
        )
    };
    [
        text(reading.name),
        finding.class.id().to_owned(),
        finding.name().to_owned(),
        match finding.verdict() {
            Verdict::NoAnswer => "no_answer".to_owned(),
            verdict => verdict.word().to_owned(),
        },
        said(finding.present.map(|present| present.to_string())),
        of_extent(finding.probability),
        said(region.map(|region| text(&region.id))),
        corner(0),
        corner(1),
        corner(2),
        corner(3),
        said(region.map(|region| region.score.to_string())),
        said(region.map(|region| region.area_px.to_string())),
        said(extent.as_ref().map(|extent| extent.width_px.to_string())),
        said(extent.as_ref().map(|extent| extent.height_px.to_string())),
        of_extent(extent.as_ref().and_then(|extent| extent.width_um)),
        of_extent(extent.as_ref().and_then(|extent| extent.height_um)),
        of_extent(extent.as_ref().and_then(|extent| extent.area_mm2)),
        said(region.map(|region| reading.findings.place(region).text)),
        match region.is_some_and(|region| is_false(reading, finding, region)) {
            true => "false".to_owned(),
            false => String::new(),
        },
        evidence(finding),
        of_extent(finding.figure),
        text(model),
        device(reading.findings.device, Language::En).to_owned(),
        width.to_string(),
        height.to_string(),
        of_extent(scale.map(|scale| scale.lateral_um())),
        of_extent(scale.map(|scale| scale.axial_um())),
        said(eye.map(|eye| format!("{eye:?}").to_lowercase())),
        of_extent(gate.map(|gate| gate.probability)),
        said(gate.map(|gate| kind(gate.verdict).to_owned())),
        said(gate.and_then(|gate| gate.verdict.sentence()).map(str::to_owned)),
    ]
}

/// Whether a region counts as false beside the expert boxes.
fn is_false(reading: &Reading<'_>, finding: &Finding, region: &Region) -> bool {
    let comparison = reading.comparison;
    comparison.is_some_and(|comparison| comparison.is_false(finding.class.id(), region.bounds))
}

/// What kind of picture it is, as the JSON has it.
fn kind(verdict: GateVerdict) -> &'static str {
    match verdict {
        GateVerdict::BScan => "b_scan",
        GateVerdict::CutOff => "cut_off",
        GateVerdict::Noisy => "noisy",
        GateVerdict::Doubtful => "doubtful",
        GateVerdict::NotBScan => "not_b_scan",
    }
}
