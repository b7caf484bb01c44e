//! The findings of a sheet: a table of what is or may be there, a sentence for what is not.

use groundscope_model::{Finding, Findings, percent_in};
use groundscope_ontology::Language;
use maud::{Markup, html};

use crate::standing::{Standing, of_standing};
use crate::style::{dash, hex, hue};
use crate::text::capital;
use crate::words::{self, evidence_in, placed, region_label, words};
use crate::{Ground, Reading};

/// What is, or may be, there.
pub(super) fn answered(findings: &Findings) -> Vec<&Finding> {
    let mut there = of_standing(findings, Standing::Present);
    there.extend(of_standing(findings, Standing::Uncertain));
    there
}

pub(super) fn table(reading: &Reading<'_>, language: Language) -> Markup {
    let words = words(language);
    let there = answered(reading.findings);
    if there.is_empty() {
        return html! {};
    }
    html! {
        table {
            thead {
                tr {
                    th scope="col" { (words.finding) }
                    th scope="col" { (words.verdict) }
                    th scope="col" { (words.where_and_how_large) }
                }
            }
            tbody { @for finding in there { (row(finding, reading.findings, language)) } }
        }
    }
}

fn row(finding: &Finding, findings: &Findings, language: Language) -> Markup {
    let words = words(language);
    let (name, short) = (finding.class.name_in(language), finding.class.short_in(language));
    html! {
        tr {
            th scope="row" {
                span.name { (swatch(finding)) (name) @if short != name { " (" (short) ")" } }
                span.aside {
                    (evidence_in(finding, language))
                }
            }
            td.verdict {
                strong { (finding.verdict().word_in(language)) }
                @if let Some(probability) = finding.probability { " " (percent_in(probability, language)) }
                @if finding.present == Some(false) { span.aside { (words.below_threshold) } }
            }
            td {
                @if finding.regions.is_empty() { span.aside { (words.no_outline) } }
                ul {
                    @for (index, region) in finding.regions.iter().enumerate() {
                        li {
                            strong { (region_label(finding, index, language)) } ": " (placed(findings, region, language))
                            span.aside { " " (capital(words.score)) " " (language.number(format!("{:.2}", region.score))) "." }
                        }
                    }
                }
            }
        }
    }
}

/// A class as it looks on the scan, small, in the darker steps for paper.
fn swatch(finding: &Finding) -> Markup {
    let dash = dash(finding.class);
    let colour = hex(hue(finding.group(), Ground::Light));
    html! {
        svg class="swatch" width="30" height="15" viewBox="0 0 30 15" aria-hidden="true" {
            rect x="1.5" y="1.5" width="27" height="12" fill=(colour) fill-opacity="0.12" stroke=(colour) stroke-width="2"
                stroke-dasharray=(dash.array(1.0)) stroke-linecap=(dash.cap()) {}
        }
    }
}

/// What a reader in a hurry came for: what is there, what may be, what is not, and what has no answer.
pub(super) fn verdicts(reading: &Reading<'_>, language: Language) -> Markup {
    let said = words(language);
    let is_read = reading.findings.gate.is_none_or(|gate| gate.lets_in());
    let of = |standing| of_standing(reading.findings, standing);
    let silent: Vec<String> = of(Standing::NoAnswer)
        .iter()
        .map(|finding| finding.class.name_in(language).to_owned())
        .collect();
    html! {
        dl.verdicts {
            @if is_read {
                dt { (said.present) }
                (names(&of(Standing::Present), said.none_present, language))
                dt { (said.uncertain) }
                (names(&of(Standing::Uncertain), said.none_uncertain, language))
                @if !of(Standing::Absent).is_empty() {
                    dt { (said.unlikely) }
                    dd.less { (listed(&of(Standing::Absent), language)) }
                }
            }
            @if !silent.is_empty() {
                dt { (said.no_answer) }
                dd.less { (words::list(&silent, language)) }
            }
        }
    }
}

/// A line a finding.
fn names(findings: &[&Finding], none: &str, language: Language) -> Markup {
    html! {
        @if findings.is_empty() { dd { (none) } }
        @for finding in findings { dd { (named(finding, language)) } }
    }
}

fn listed(findings: &[&Finding], language: Language) -> String {
    let named: Vec<String> = findings.iter().map(|finding| named(finding, language)).collect();
    named.join(", ")
}

/// The name with its probability.
fn named(finding: &Finding, language: Language) -> String {
    let percent = |probability| percent_in(probability, language);
    let probability = finding.probability.map_or_else(String::new, percent);
    format!("{}\u{a0}{probability}", finding.class.name_in(language))
}
