//! The report of a record: sentences, sections, evidence, and whether they agree with their masks (specification 4).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Severity::{Critical, Major};
use super::issue::Issues;
use super::masks::text;
use super::tasks::{Context, count, evidence_source};
use super::words::CUES;
use super::{Mode, agree};

pub(super) fn report(annotation: &Map<String, Value>, context: &Context<'_>, issues: &mut Issues) {
    let report = match annotation.get("grounded_report") {
        None | Some(Value::Null) => {
            issues.add("report", "missing_report", Critical, "There is no report.", "");
            return;
        }
        Some(report) => report.as_object(),
    };
    let sentences = report
        .and_then(|report| report.get("sentences"))
        .and_then(Value::as_array);
    let Some(sentences) = sentences else {
        issues.add(
            "report",
            "bad_report_schema",
            Critical,
            "The report has no list of sentences.",
            "",
        );
        return;
    };
    let range = match context.mode {
        Mode::Code => 3..=10,
        Mode::Paper if context.masks.is_empty() => 3..=5,
        Mode::Paper => 5..=7,
    };
    count("report", "sentence_count", sentences.len(), range, issues);
    let (mut sections, mut named) = (BTreeSet::new(), BTreeSet::new());
    for (item, n) in sentences.iter().zip(1..) {
        let scope = format!("report_sentence_{n}");
        let Some(fields) = item.as_object() else {
            issues.add(
                &scope,
                "bad_sentence_schema",
                Critical,
                "The sentence is no object.",
                "",
            );
            continue;
        };
        let said = text(fields, "text").trim();
        if said.is_empty() {
            issues.add(&scope, "empty_sentence", Critical, "The sentence is empty.", "");
        }
        sections.insert(text(fields, "section"));
        named.extend(context.organ.named_in(said));
        let cited = context.cited(fields, "evidence_mask_ids", &scope, "invalid_evidence", issues);
        let lower = said.to_lowercase();
        if cited.is_empty() {
            if !context.masks.is_empty() && CUES.iter().any(|cue| lower.contains(cue)) {
                let message = "It says what masks show, and cites none.";
                issues.add(&scope, "missing_grounding", Major, message, said);
            }
        } else if let Some(source) = evidence_source(fields) {
            issues.add(
                &scope,
                "invalid_evidence_source",
                Major,
                "Evidence comes from masks.",
                source,
            );
        }
        context.texts(&scope, said, &cited, true, issues);
        if context.mode == Mode::Paper {
            agree::presence_of(&scope, said, &cited, context.organ, issues);
            if !cited.is_empty() {
                agree::sentence(&scope, said, &cited, context.organ, issues);
            }
        }
    }
    for section in ["Findings", "Impression"] {
        if !sections.contains(section) {
            let message = format!("No sentence is of the section {section}.");
            issues.add("report", "missing_section", Major, message, section);
        }
    }
    for name in context.categories().difference(&named) {
        let message = format!("The report never names {name}.");
        issues.add("report", "category_omission", Major, message, name);
    }
}
