//! The sheet of one scan: what it says first, then the scan with its evidence, then the words.

use groundscope_model::percent_in;
use groundscope_ontology::Language;
use maud::{Markup, PreEscaped, html};

use super::ReportOptions;
use super::findings::{answered, table, verdicts};
use crate::svg::svg;
use crate::text::{capital, printable};
use crate::words::{Words, counted, device, eye, scale, words};
use crate::{Answered, Comparison, ExportError, PictureOptions, Reading};

/// The sheet at this place of so many.
pub(super) fn sheet(
    reading: &Reading<'_>,
    (place, of): (usize, usize),
    picture: &PictureOptions,
    options: &ReportOptions,
) -> Result<Markup, ExportError> {
    let language = picture.language;
    let words = words(language);
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
                    @if of > 1 { p { (words.scan) " " (place) " " (words.of) " " (of) } }
                }
            }
            p.not-a-device { (words.not_a_device) ". " (words.no_decision) }
            (warnings(reading, language))
            div.top {
                figure.(if reading.picture.is_some() { "scan" } else { "scan bare" }) {
                    (PreEscaped(drawn.trim_end()))
                    figcaption { (caption(reading, picture)) }
                }
                (verdicts(reading, language))
            }
            (table(reading, language))
            @if let Some(comparison) = reading.comparison { (expert(comparison, language)) }
            @if !reading.answers.is_empty() { (questions(reading.answers, words)) }
            (known(reading, language))
            (behind(reading, options, language))
        }
    })
}

fn warnings(reading: &Reading<'_>, language: Language) -> Markup {
    let gate = reading
        .findings
        .gate
        .and_then(|gate| gate.verdict.sentence_in(language));
    html! {
        @if let Some(sentence) = gate { p.warning { strong { (words(language).note) ". " } (sentence) } }
        @for note in reading.notes { p.note { (printable(note)) } }
    }
}

fn caption(reading: &Reading<'_>, picture: &PictureOptions) -> String {
    let words = words(picture.language);
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
        0 => words.no_region.to_owned(),
        _ if drawn == all => format!("{} {}.", counted(all, words.regions), words.drawn),
        _ => format!(
            "{drawn} {} {} {}; {}.",
            words.of,
            counted(all, words.regions),
            words.drawn,
            words.others_hidden
        ),
    };
    let whose = match reading.comparison {
        Some(comparison) if !comparison.references.is_empty() => format!(" {}", words.white_boxes),
        _ => String::new(),
    };
    format!("{} {shown}{whose}", words.depth_and_dash)
}

/// How the reading and the expert agree, box by box.
fn expert(comparison: &Comparison, language: Language) -> Markup {
    let words = words(language);
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
            h2 { (words.beside_experts) }
            p {
                (counted(comparison.references.len(), words.expert_boxes)) ": "
                (hits) " " (words.hit) ", " (missed) " " (words.missed) ". "
                (counted(comparison.false_positives.len(), words.count_as_false)) "."
            }
            ul.compact {
                @for reference in &comparison.references {
                    li { (printable(&reference.name)) ": "
                        @match reference.detected {
                            Some(true) => { (words.hit) }
                            Some(false) => { (words.missed) }
                            None => { (words.not_scored) }
                        }
                        @if let Some(ratio) = reference.agg_iou { ", AggIoU " (language.number(format!("{ratio:.2}"))) }
                    }
                }
            }
        }
    }
}

fn questions(answers: &[Answered], words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.questions) }
            dl.questions {
                @for one in answers {
                    dt { (printable(&one.question)) }
                    dd {
                        (printable(&one.text))
                        @if let Some(understood) = &one.understood { span.aside { " " (words.understood_as) ": " (printable(understood)) "." } }
                    }
                }
            }
        }
    }
}

/// Under which conditions the scan was read.
fn known(reading: &Reading<'_>, language: Language) -> Markup {
    let words = words(language);
    let findings = reading.findings;
    html! {
        dl.known {
            div { dt { (words.scan) } dd { (findings.width) " \u{d7} " (findings.height) " px" } }
            div { dt { (words.scale) } dd { (scale(findings.scale, language)) } }
            div { dt { (words.eye) } dd { (eye(findings.eye, language)) } }
            div { dt { (words.model) } dd { (printable(&findings.model)) } }
            div { dt { (words.read_on) } dd { (device(findings.device, language)) } }
            @if let Some(gate) = findings.gate {
                div { dt { (words.looks_like) } dd { (percent_in(gate.probability, language)) } }
            }
        }
    }
}

/// What stands behind the answers.
fn behind(reading: &Reading<'_>, options: &ReportOptions, language: Language) -> Markup {
    let words = words(language);
    let there = answered(reading.findings);
    let figures: Vec<(&str, &str)> = (there.iter())
        .filter_map(|finding| {
            Some((
                finding.class.name_in(language),
                options.figures.get(finding.class.id())?.as_str(),
            ))
        })
        .filter(|(_, text)| !text.is_empty())
        .collect();
    html! {
        footer {
            p {
                (words.what_it_means)
            }
            @if !figures.is_empty() {
                p { strong { (words.measured_figures) " " }
                    @for (name, text) in figures { (capital(name)) ": " (printable(text)) ". " }
                }
            }
            p { "GroundScope " (env!("CARGO_PKG_VERSION")) ". " (words.not_a_device) "." }
        }
    }
}
