//! Questions whose answers follow from masks alone (specification 3, VQA fallback).

use super::targets::{Targets, cells, counted, ids};
use crate::record::{Mask, Question};

/// The most questions of an image.
const MOST: usize = 6;

struct Asked<'a> {
    kind: &'static str,
    reasoning: &'static str,
    question: String,
    answer: String,
    evidence: Vec<&'a Mask>,
}

pub(super) fn questions(sample_id: &str, targets: &Targets<'_>) -> Vec<Question> {
    let asked = if targets.all.is_empty() {
        without_targets()
    } else {
        with_targets(targets)
    };
    let grounded = !targets.all.is_empty();
    asked
        .into_iter()
        .zip(1..)
        .map(|(asked, n)| Question {
            qa_id: format!("{sample_id}_vqa_{n}"),
            question: asked.question,
            answer: asked.answer,
            answer_type: asked.kind.to_owned(),
            requires_grounding: grounded,
            evidence_mask_ids: ids(&asked.evidence),
            reasoning_type: Some(asked.reasoning.to_owned()),
            evidence_source: Some(if grounded { "mask_geometry" } else { "none" }.to_owned()),
        })
        .collect()
}

fn without_targets() -> Vec<Asked<'static>> {
    let asked = |kind, reasoning, question: &str, answer: &str| Asked {
        kind,
        reasoning,
        question: question.to_owned(),
        answer: answer.to_owned(),
        evidence: Vec::new(),
    };
    vec![
        asked(
            "yes_no",
            "absence",
            "Is a labeled target visible in this image?",
            "No, no labeled target is available in this image.",
        ),
        asked(
            "yes_no",
            "absence",
            "Is a target boundary available in this image?",
            "No, no target boundary is available in this image.",
        ),
        asked(
            "location",
            "not_applicable",
            "Where is the target located in this image?",
            "No labeled target is available for localization in this image.",
        ),
        asked(
            "size",
            "not_applicable",
            "What is the pixel extent of the target?",
            "No labeled target is available, so no target extent can be given.",
        ),
    ]
}

fn with_targets<'a>(targets: &Targets<'a>) -> Vec<Asked<'a>> {
    let names = targets.names();
    let mut asked = vec![Asked {
        kind: "category",
        reasoning: "recognition",
        question: "Which labeled targets are visible in this image?".to_owned(),
        answer: format!("The visible labeled targets are: {names}."),
        evidence: targets.all.clone(),
    }];
    for group in targets.groups.iter().take(3) {
        let name = group.category.display();
        let is = if group.masks.len() == 1 {
            "target is"
        } else {
            "targets are"
        };
        asked.push(Asked {
            kind: "location",
            reasoning: "location",
            question: format!("Where is the visible {name} located in this image?"),
            answer: format!("The visible {name} {is} centered in {}.", cells(&group.masks)),
            evidence: group.masks.clone(),
        });
    }
    asked.push(Asked {
        kind: "yes_no",
        reasoning: "segmentation_target",
        question: format!("Is a boundary available for the visible {names}?"),
        answer: format!("Yes, a boundary is available for the visible {names}."),
        evidence: targets.all.clone(),
    });
    for (label, masks) in &targets.labels {
        let name = masks.first().map_or("", |mask| targets.display(mask));
        asked.push(Asked {
            kind: "classification",
            reasoning: "label_lookup",
            question: format!("How many visible {name} targets carry the supplied {label} label?"),
            answer: format!(
                "{} {} the supplied {label} label.",
                counted(masks.len(), name),
                if masks.len() == 1 { "carries" } else { "carry" }
            ),
            evidence: masks.clone(),
        });
    }
    if asked.len() < MOST {
        let answer = match targets.all.len() {
            1 => "There is one distinct labeled target.".to_owned(),
            n => format!("There are {n} distinct labeled targets."),
        };
        asked.push(Asked {
            kind: "count",
            reasoning: "count",
            question: "How many distinct labeled targets are visible in this image?".to_owned(),
            answer,
            evidence: targets.all.clone(),
        });
    }
    asked.truncate(MOST);
    asked
}
