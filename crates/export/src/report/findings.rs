//! The findings of a sheet: a table of what is or may be there, a sentence for what is not.

use groundscope_model::{Finding, Findings, percent};
use maud::{Markup, html};

use crate::standing::{Standing, of_standing};
use crate::style::{dash, hex, hue};
use crate::words::{self, evidence, placed, region_label};
use crate::{Ground, Reading};

/// What is, or may be, there.
pub(super) fn answered(findings: &Findings) -> Vec<&Finding> {
    let mut there = of_standing(findings, Standing::Present);
    there.extend(of_standing(findings, Standing::Uncertain));
    there
}

pub(super) fn table(reading: &Reading<'_>) -> Markup {
    let there = answered(reading.findings);
    if there.is_empty() {
        return html! {};
    }
    html! {
        table {
            thead {
                tr {
                    th scope="col" { "Finding" }
                    th scope="col" { "Verdict" }
                    th scope="col" { "Where and how large" }
                }
            }
            tbody { @for finding in there { (row(finding, reading.findings)) } }
        }
    }
}

fn row(finding: &Finding, findings: &Findings) -> Markup {
    html! {
        tr {
            th scope="row" {
                span.name { (swatch(finding)) (finding.name()) @if finding.short() != finding.name() { " (" (finding.short()) ")" } }
                span.aside {
                    (evidence(finding))
                }
            }
            td.verdict {
                strong { (finding.verdict()) }
                @if let Some(probability) = finding.probability { " " (percent(probability)) }
                @if finding.present == Some(false) { span.aside { "below its threshold" } }
            }
            td {
                @if finding.regions.is_empty() { span.aside { "no region could be outlined" } }
                ul {
                    @for (index, region) in finding.regions.iter().enumerate() {
                        li {
                            strong { (region_label(finding, index)) } ": " (placed(findings, region))
                            span.aside { " Score " (format!("{:.2}", region.score)) "." }
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
pub(super) fn verdicts(reading: &Reading<'_>) -> Markup {
    let is_read = reading.findings.gate.is_none_or(|gate| gate.lets_in());
    let of = |standing| of_standing(reading.findings, standing);
    let silent: Vec<String> = of(Standing::NoAnswer)
        .iter()
        .map(|finding| finding.name().to_owned())
        .collect();
    html! {
        dl.verdicts {
            @if is_read {
                dt { "Present" }
                (names(&of(Standing::Present), "Nothing that was looked for"))
                dt { "Uncertain" }
                (names(&of(Standing::Uncertain), "None"))
                @if !of(Standing::Absent).is_empty() {
                    dt { "Unlikely or absent" }
                    dd.less { (listed(&of(Standing::Absent))) }
                }
            }
            @if !silent.is_empty() {
                dt { "No answer" }
                dd.less { (words::list(&silent)) }
            }
        }
    }
}

/// A line a finding.
fn names(findings: &[&Finding], none: &str) -> Markup {
    html! {
        @if findings.is_empty() { dd { (none) } }
        @for finding in findings { dd { (named(finding)) } }
    }
}

fn listed(findings: &[&Finding]) -> String {
    let named: Vec<String> = findings.iter().map(|finding| named(finding)).collect();
    named.join(", ")
}

/// The name with its probability.
fn named(finding: &Finding) -> String {
    let probability = finding.probability.map_or_else(String::new, percent);
    format!("{}\u{a0}{probability}", finding.name())
}
