//! Instructions and questions of a record: shape, evidence, words (specification 4).

use std::collections::BTreeSet;

use groundscope_readers::tokens;
use serde_json::{Map, Value};

use super::Severity::{Critical, Major, Minor};
use super::issue::Issues;
use super::masks::{MaskSeen, text};
use super::words::{self, METADATA, NON_CLINICAL};
use super::{Mode, agree};
use crate::organ::Organ;

/// What texts are checked against.
pub(super) struct Context<'a> {
    pub organ: &'a Organ,
    pub masks: &'a [MaskSeen],
    pub mode: Mode,
}

impl<'a> Context<'a> {
    /// The categories that are there.
    pub fn categories(&self) -> BTreeSet<&'a str> {
        self.masks.iter().map(|mask| mask.category.as_str()).collect()
    }

    /// The masks of a list of ids; what is unknown is an issue, and a list that is none counts as empty.
    pub fn cited(
        &self,
        fields: &Map<String, Value>,
        key: &str,
        scope: &str,
        category: &'static str,
        issues: &mut Issues,
    ) -> Vec<&'a MaskSeen> {
        let Some(items) = fields.get(key).and_then(Value::as_array) else {
            issues.add(scope, category, Critical, format!("{key} is no list."), "");
            return Vec::new();
        };
        let mut cited = Vec::new();
        for item in items {
            let known = item
                .as_str()
                .and_then(|id| self.masks.iter().find(|mask| mask.id == id));
            match known {
                Some(mask) => cited.push(mask),
                None => issues.add(
                    scope,
                    category,
                    Critical,
                    "The record has no such mask.",
                    &item.to_string(),
                ),
            }
        }
        cited
    }

    /// The checks of every text.
    pub fn texts(&self, scope: &str, text: &str, cited: &[&MaskSeen], relevance: bool, issues: &mut Issues) {
        let words = tokens(text);
        let organ = self.organ;
        if let Some(term) = METADATA
            .iter()
            .find(|term| words::holds(text, &words, term, self.mode))
        {
            issues.add(
                scope,
                "metadata_leak",
                Major,
                format!("It speaks of how data are kept ({term})."),
                text,
            );
        }
        let here: BTreeSet<&str> = cited.iter().map(|mask| mask.category.as_str()).collect();
        if !cited.is_empty() {
            for name in organ.named_in(text).difference(&here) {
                let message = format!("It names {name}, which none of its masks is.");
                issues.add(scope, "unsupported_category_reference", Critical, message, text);
            }
        }
        for label in ["benign", "malignant"] {
            let named = words::has_term(&words, if label == "malignant" { "malignan*" } else { label });
            if named && !cited.iter().any(|mask| mask.label == label) {
                let message = format!("None of its masks carries the label {label}.");
                issues.add(scope, "unsupported_pathology_label", Critical, message, text);
            }
        }
        if organ
            .noncanonical
            .iter()
            .any(|term| words::has_term(&words, term))
        {
            issues.add(
                scope,
                "noncanonical_tumor_term",
                Major,
                "Call it by its category.",
                text,
            );
        }
        for (group, term) in words::overreach(&words, organ) {
            let (category, severity) = if words::states_limits(&words) {
                ("diagnostic_scope_statement", Minor)
            } else {
                ("diagnostic_overreach", Critical)
            };
            let message = format!("No mask supports \"{term}\" (group {group}).");
            issues.add(scope, category, severity, message, text);
        }
        if words::measures(text) {
            let message = "Lengths and volumes are unknown: masks have pixels.";
            issues.add(scope, "unsupported_physical_measurement", Major, message, text);
        }
        if let Some(noun) = words::laterality(&words, organ, self.mode) {
            let message = format!("No mask tells the side of the {noun}.");
            issues.add(scope, "unsupported_laterality", Major, message, text);
        }
        if let Some(part) = words::substructure(&words, organ) {
            issues.add(
                scope,
                "unsupported_substructure",
                Major,
                format!("{part} has no mask."),
                text,
            );
        }
        if organ
            .whole_exam()
            .iter()
            .any(|term| words::has_term(&words, term))
        {
            issues.add(
                scope,
                "whole_exam_overreach",
                Major,
                "One image is not the whole examination.",
                text,
            );
        }
        if self.mode == Mode::Paper {
            for term in words::descriptors(text, true) {
                issues.add(
                    scope,
                    "unsupported_content",
                    Major,
                    format!("No mask supports \"{term}\"."),
                    text,
                );
            }
        }
        if relevance && !words::has_cue(text, &organ.relevance) {
            issues.add(
                scope,
                "low_relevance",
                Minor,
                "It names nothing that a mask shows.",
                text,
            );
        }
    }
}

pub(super) fn count(
    scope: &str,
    category: &'static str,
    n: usize,
    range: std::ops::RangeInclusive<usize>,
    issues: &mut Issues,
) {
    if !range.contains(&n) {
        let message = format!("{n}, where {} to {} are wanted.", range.start(), range.end());
        issues.add(scope, category, Major, message, "");
    }
}

pub(super) fn segmentation(annotation: &Map<String, Value>, context: &Context<'_>, issues: &mut Issues) {
    let Some(items) = annotation.get("segmentation_tasks").and_then(Value::as_array) else {
        issues.add(
            "segmentation",
            "missing_segmentation",
            Critical,
            "There is no list of tasks.",
            "",
        );
        return;
    };
    let present = context.categories();
    let most = match context.mode {
        _ if present.is_empty() => 1,
        Mode::Paper => 4.max(present.len() + 1),
        Mode::Code => present.len() + 1,
    };
    let least = if context.mode == Mode::Paper && !present.is_empty() {
        2
    } else {
        1
    };
    count(
        "segmentation",
        "segmentation_count",
        items.len(),
        least..=most,
        issues,
    );
    let mut of_one: BTreeSet<&str> = BTreeSet::new();
    for (item, n) in items.iter().zip(1..) {
        let scope = format!("segmentation_{n}");
        let Some(fields) = item.as_object() else {
            issues.add(
                &scope,
                "bad_segmentation_schema",
                Critical,
                "The task is no object.",
                "",
            );
            continue;
        };
        let cited = context.cited(fields, "target_mask_ids", &scope, "invalid_target_masks", issues);
        let (instruction, answer) = (text(fields, "instruction"), text(fields, "answer"));
        let whole = format!("{instruction} {answer}");
        match (cited.is_empty(), answer.contains("[SEG]")) {
            (false, false) => issues.add(
                &scope,
                "missing_seg_token",
                Critical,
                "The answer has no [SEG].",
                answer,
            ),
            (true, true) => issues.add(
                &scope,
                "unexpected_seg_token",
                Critical,
                "There is no mask for [SEG].",
                answer,
            ),
            _ => {}
        }
        let named = context.organ.named_in(&whole);
        let here: BTreeSet<&str> = cited.iter().map(|mask| mask.category.as_str()).collect();
        if !here.is_empty() && named.difference(&here).next().is_some() {
            let message = "It names a category that none of its masks is.";
            issues.add(&scope, "mixed_category_targets", Critical, message, &whole);
        }
        if let (Some(only), 1, 1) = (here.first(), here.len(), named.len())
            && named.first() == Some(only)
        {
            of_one.insert(only);
        }
        context.texts(&scope, &whole, &cited, false, issues);
        if context.mode == Mode::Paper {
            agree::presence_of(&scope, answer, &cited, context.organ, issues);
        }
    }
    for name in present.difference(&of_one) {
        let message = format!("No task asks for {name} alone.");
        issues.add("segmentation", "missing_category_task", Major, message, name);
    }
}

/// Evidence must have a source that can show it.
pub(super) fn evidence_source(fields: &Map<String, Value>) -> Option<&str> {
    let source = text(fields, "evidence_source");
    (!matches!(source, "mask_geometry" | "image_and_mask")).then_some(source)
}

pub(super) fn questions(annotation: &Map<String, Value>, context: &Context<'_>, issues: &mut Issues) {
    let Some(items) = annotation.get("grounded_vqa").and_then(Value::as_array) else {
        issues.add(
            "vqa",
            "missing_vqa",
            Critical,
            "There is no list of questions.",
            "",
        );
        return;
    };
    count("vqa", "vqa_count", items.len(), 4..=6, issues);
    let mut asked = BTreeSet::new();
    for (item, n) in items.iter().zip(1..) {
        let scope = format!("vqa_{n}");
        let Some(fields) = item.as_object() else {
            issues.add(
                &scope,
                "bad_vqa_schema",
                Critical,
                "The question is no object.",
                "",
            );
            continue;
        };
        let (question, answer) = (text(fields, "question").trim(), text(fields, "answer").trim());
        if question.is_empty() || answer.is_empty() {
            issues.add(
                &scope,
                "empty_vqa",
                Critical,
                "The question or its answer is empty.",
                question,
            );
        }
        if !asked.insert(
            question
                .to_lowercase()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        ) {
            issues.add(
                &scope,
                "duplicate_question",
                Minor,
                "The question is asked before.",
                question,
            );
        }
        let words = tokens(question);
        if let Some(term) = NON_CLINICAL
            .iter()
            .find(|term| words::holds(question, &words, term, context.mode))
        {
            let message = format!("It asks about data, not about the image ({term}).");
            issues.add(&scope, "non_clinical_question", Major, message, question);
        }
        let cited = context.cited(fields, "evidence_mask_ids", &scope, "invalid_evidence", issues);
        let source = text(fields, "evidence_source");
        if fields.get("requires_grounding") == Some(&Value::Bool(true)) {
            if cited.is_empty() {
                issues.add(
                    &scope,
                    "missing_grounding",
                    Major,
                    "It wants evidence and cites none.",
                    question,
                );
            }
            if let Some(source) = evidence_source(fields) {
                issues.add(
                    &scope,
                    "invalid_evidence_source",
                    Major,
                    "Evidence comes from masks.",
                    source,
                );
            }
        } else {
            if !cited.is_empty() {
                issues.add(
                    &scope,
                    "unneeded_grounding",
                    Minor,
                    "It cites masks that do not count.",
                    question,
                );
            }
            if !matches!(source, "" | "none") {
                issues.add(
                    &scope,
                    "unexpected_evidence_source",
                    Minor,
                    "Without evidence it is none.",
                    source,
                );
            }
        }
        let whole = format!("{question} {answer}");
        context.texts(&scope, &whole, &cited, true, issues);
        if context.mode == Mode::Paper {
            agree::presence_of(&scope, answer, &cited, context.organ, issues);
        }
    }
}
