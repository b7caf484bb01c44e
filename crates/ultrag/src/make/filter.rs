//! Questions that a model wrote, kept where masks support them (specification 3, model-written VQA).

use std::collections::BTreeSet;

use groundscope_readers::tokens;
use serde_json::Value;

use super::questions;
use super::targets::Targets;
use crate::organ::{Organ, pathology};
use crate::record::{Mask, Question};
use crate::validate::Mode;
use crate::validate::words::{METADATA, NON_CLINICAL, has_term, laterality, measures, overreach};

/// What became of a model's questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Filtered {
    /// The questions to use, numbered anew.
    pub questions: Vec<Question>,
    /// Whether they are the model's; else all are those that follow from the masks.
    pub from_model: bool,
    /// Why each of the others was dropped: its place from 1 and the reason.
    pub dropped: Vec<(usize, &'static str)>,
}

/// Words that a picture answers.
const VISUAL: [&str; 16] = [
    "visible",
    "seen",
    "located",
    "location",
    "where",
    "extent",
    "size",
    "area",
    "boundary",
    "contour",
    "shape",
    "echogenicity",
    "count",
    "many",
    "benign",
    "malignant",
];
/// Diagnostic phrases beyond the groups.
const MORE: [&str; 3] = ["acr", "compatible with", "indicative of"];
/// The groups of diagnostic words that drop a question: 4 and 5 do not.
const GROUPS: [usize; 5] = [1, 2, 3, 6, 7];

/// Keeps the questions that masks support, or replaces all: where the model's list or what is left of it is not four to six long,
/// or the list is none.
pub fn filter_questions(raw: &Value, sample_id: &str, organ: &Organ, masks: &[Mask]) -> Filtered {
    let targets = Targets::of(organ, masks);
    let fallback = || questions::questions(sample_id, &targets);
    let mut dropped = Vec::new();
    let items = raw.as_array().filter(|items| (4..=6).contains(&items.len()));
    let mut kept: Vec<Question> = Vec::new();
    let mut asked = BTreeSet::new();
    for (item, n) in items.into_iter().flatten().zip(1..) {
        match supported(item, organ, masks, &mut asked) {
            Ok(question) => kept.push(question),
            Err(why) => dropped.push((n, why)),
        }
    }
    if !(4..=6).contains(&kept.len()) {
        return Filtered {
            questions: fallback(),
            from_model: false,
            dropped,
        };
    }
    for (question, n) in kept.iter_mut().zip(1..) {
        question.qa_id = format!("{sample_id}_vqa_{n}");
    }
    Filtered {
        questions: kept,
        from_model: true,
        dropped,
    }
}

fn supported(
    item: &Value,
    organ: &Organ,
    masks: &[Mask],
    asked: &mut BTreeSet<String>,
) -> Result<Question, &'static str> {
    let text = |key: &str| {
        item.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let (question, answer) = (text("question"), text("answer"));
    if question.is_empty() || answer.is_empty() {
        return Err("the question or its answer is empty");
    }
    let both = format!("{question} {answer}");
    let words = tokens(&both);
    let has = |terms: &[&str]| terms.iter().any(|term| has_term(&words, term));
    if has(&METADATA) || has(&NON_CLINICAL) {
        return Err("it speaks of data, not of the image");
    }
    if has(&MORE)
        || overreach(&words, organ)
            .iter()
            .any(|(group, _)| GROUPS.contains(group))
    {
        return Err("it uses a clinical term that no mask supports");
    }
    if laterality(&words, organ, Mode::Paper).is_some() || measures(&both) {
        return Err("it asks for a side or for physical units");
    }
    let named = organ.named_in(&both);
    if named.is_empty() && !has(&VISUAL) {
        return Err("it names no category and nothing that is seen");
    }
    let ids: Option<Vec<String>> = item
        .get("evidence_mask_ids")
        .and_then(Value::as_array)
        .and_then(|ids| ids.iter().map(|id| id.as_str().map(str::to_owned)).collect());
    let ids = ids.filter(|ids| !ids.is_empty()).ok_or("it cites no mask")?;
    let cited: Option<Vec<&Mask>> = ids
        .iter()
        .map(|id| masks.iter().find(|mask| mask.mask_id == *id))
        .collect();
    let cited = cited.ok_or("it cites a mask that the record does not have")?;
    if named
        .iter()
        .any(|name| !cited.iter().any(|mask| mask.category == *name))
    {
        return Err("it names a category that it does not cite");
    }
    if pathology(&both).is_some_and(|label| !cited.iter().any(|mask| mask.pathology_label == label)) {
        return Err("it names a label that its masks do not carry");
    }
    if !asked.insert(question.to_lowercase()) {
        return Err("it is asked before");
    }
    let source = text("evidence_source");
    let known = matches!(source.as_str(), "mask_geometry" | "image_and_mask");
    let kind = text("answer_type");
    Ok(Question {
        qa_id: String::new(),
        question,
        answer,
        answer_type: if kind.is_empty() { "open".to_owned() } else { kind },
        requires_grounding: true,
        evidence_mask_ids: ids,
        reasoning_type: item
            .get("reasoning_type")
            .and_then(Value::as_str)
            .map(str::to_owned),
        evidence_source: Some(if known { source } else { "mask_geometry".to_owned() }),
    })
}
