//! The sheet of one scan: what it says first, then the scan with its evidence, then the words.

use maud::{Markup, PreEscaped, html};

use super::ReportOptions;
use super::findings::{answered, table, verdicts};
use crate::svg::svg;
use crate::text::{capital, printable};
use crate::words::{NOT_A_DEVICE, counted, device, eye, scale};
use crate::{Answered, Comparison, ExportError, PictureOptions, Reading};

/// The sheet at this place of so many.
pub(super) fn sheet(
    reading: &Reading<'_>,
    (place, of): (usize, usize),
    picture: &PictureOptions,
    options: &ReportOptions,
) -> Result<Markup, ExportError> {
    let drawn = svg(
        reading,
        &PictureOptions {
            legend: false,
            ..picture.clone()
        },
    )?;
    Ok(html! {
        article.sheet aria-label=(printable(reading.name)) {
            header {
                div {
                    p.product { "GroundScope" }
                    h1 { (printable(reading.name)) }
                }
                div.aside {
                    @if let Some(date) = &options.date { p { (printable(date)) } }
                    @if of > 1 { p { "Scan " (place) " of " (of) } }
                }
            }
            p.not-a-device { (NOT_A_DEVICE) ". No decision about a patient may rest on it." }
            (warnings(reading))
            div.top {
                figure.(if reading.picture.is_some() { "scan" } else { "scan bare" }) {
                    (PreEscaped(drawn.trim_end()))
                    figcaption { (caption(reading, picture)) }
                }
                (verdicts(reading))
            }
            (table(reading))
            @if let Some(comparison) = reading.comparison { (expert(comparison)) }
            @if !reading.answers.is_empty() { (questions(reading.answers)) }
            (known(reading))
            (behind(reading, options))
        }
    })
}

fn warnings(reading: &Reading<'_>) -> Markup {
    let gate = reading.findings.gate.and_then(|gate| gate.verdict.sentence());
    html! {
        @if let Some(sentence) = gate { p.warning { strong { "Note. " } (sentence) } }
        @for note in reading.notes { p.note { (printable(note)) } }
    }
}

fn caption(reading: &Reading<'_>, picture: &PictureOptions) -> String {
    let findings = reading.findings;
    let all: usize = findings
        .findings
        .iter()
        .map(|finding| finding.regions.len())
        .sum();
    let drawn: usize = (findings.findings.iter())
        .map(|finding| {
            finding
                .regions
                .iter()
                .filter(|region| picture.shown.shows(finding, region))
                .count()
        })
        .sum();
    let shown = match all {
        0 => "No region was outlined.".to_owned(),
        _ if drawn == all => format!("{} drawn.", counted(all, "region", "regions")),
        _ => format!(
            "{drawn} of {} drawn; the others were hidden by the reader.",
            counted(all, "region", "regions")
        ),
    };
    let whose = match reading.comparison {
        Some(comparison) if !comparison.references.is_empty() => " White boxes are the expert's.",
        _ => "",
    };
    format!("Colour tells the depth, dashes and labels the finding. {shown}{whose}")
}

/// How the reading and the expert agree, box by box.
fn expert(comparison: &Comparison) -> Markup {
    let hits = comparison
        .references
        .iter()
        .filter(|one| one.detected == Some(true))
        .count();
    let missed = comparison
        .references
        .iter()
        .filter(|one| one.detected == Some(false))
        .count();
    html! {
        section {
            h2 { "Beside expert boxes" }
            p {
                (counted(comparison.references.len(), "expert box", "expert boxes")) ": "
                (hits) " hit, " (missed) " missed. "
                (counted(comparison.false_positives.len(), "box counts as false", "boxes count as false")) "."
            }
            ul.compact {
                @for reference in &comparison.references {
                    li { (printable(&reference.name)) ": "
                        @match reference.detected {
                            Some(true) => { "hit" }
                            Some(false) => { "missed" }
                            None => { "not scored" }
                        }
                        @if let Some(ratio) = reference.agg_iou { ", AggIoU " (format!("{ratio:.2}")) }
                    }
                }
            }
        }
    }
}

fn questions(answers: &[Answered]) -> Markup {
    html! {
        section {
            h2 { "Questions and answers" }
            dl.questions {
                @for one in answers {
                    dt { (printable(&one.question)) }
                    dd {
                        (printable(&one.text))
                        @if let Some(understood) = &one.understood { span.aside { " Understood as: " (printable(understood)) "." } }
                    }
                }
            }
        }
    }
}

/// Under which conditions the scan was read.
fn known(reading: &Reading<'_>) -> Markup {
    let findings = reading.findings;
    html! {
        dl.known {
            div { dt { "Scan" } dd { (findings.width) " \u{d7} " (findings.height) " px" } }
            div { dt { "Scale" } dd { (scale(findings.scale)) } }
            div { dt { "Eye" } dd { (eye(findings.eye)) } }
            div { dt { "Model" } dd { (printable(&findings.model)) } }
            div { dt { "Read on" } dd { (device(findings.device)) } }
            @if let Some(gate) = findings.gate {
                div { dt { "Looks like a B-scan" } dd { (groundscope_model::percent(gate.probability)) } }
            }
        }
    }
}

/// What stands behind the answers.
fn behind(reading: &Reading<'_>, options: &ReportOptions) -> Markup {
    let there = answered(reading.findings);
    let figures: Vec<(&str, &str)> = (there.iter())
        .filter_map(|finding| Some((finding.name(), options.figures.get(finding.class.id())?.as_str())))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    html! {
        footer {
            p {
                "A probability says how often such an answer was right on scans like those the model was measured on; other scanners and "
                "diseases may differ. Boxes and outlines are the model's. Absent means that the model did not see it, not that the eye is healthy. "
                "A class without an answer may be there: look for it yourself."
            }
            @if !figures.is_empty() {
                p { strong { "Measured. " }
                    @for (name, text) in figures { (capital(name)) ": " (printable(text)) ". " }
                }
            }
            p { "GroundScope " (env!("CARGO_PKG_VERSION")) ". " (NOT_A_DEVICE) "." }
        }
    }
}
