//! One record with what several runs gave for it: texts, figures, and masks as outlines, reference beside prediction (specification 10.6).

use std::collections::HashMap;

use groundscope_geometry::RowRuns;
use serde::Serialize;

use super::predictions::{Name, Prediction, Row, Task, matched};
use super::run::{RunError, RunOptions, SampleScore, score_run};
use crate::mask_value::{Decoded, decode_mask};
use crate::record::Record;
use crate::source::Masks;
use crate::{Frame, Profile};

/// Outlines of a mask: rings of corners in pixels of the image, a pixel's left top corner its place; filled by the even-odd rule.
pub type Outline = Vec<Vec<[u32; 2]>>;

/// A text with the mask that it cites.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The text.
    pub text: String,
    /// The section of a report; empty elsewhere.
    pub section: String,
    /// The mask; no ring where there is none.
    pub outline: Outline,
}

/// What a run gave for one task.
#[derive(Clone, Debug, Serialize)]
pub struct RunView {
    /// The run.
    pub run: String,
    /// Its score.
    pub score: SampleScore,
    /// Its answer, or the sentences of its report.
    pub told: Vec<Told>,
}

/// One task with its reference.
#[derive(Clone, Debug, Serialize)]
pub struct TaskView {
    /// The task's id.
    pub sample_id: String,
    /// `segmentation`, `vqa` or `report`.
    pub task: &'static str,
    /// The instruction, the question or the request.
    pub asked: String,
    /// The reference answer, or the sentences of the reference report.
    pub reference: Vec<Told>,
    /// The runs, in the order given.
    pub runs: Vec<RunView>,
}

/// One record with its tasks.
#[derive(Clone, Debug, Serialize)]
pub struct CaseView {
    /// The record.
    pub sample_id: String,
    /// Its image file.
    pub file_name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The organ.
    pub organ: String,
    /// Its tasks.
    pub tasks: Vec<TaskView>,
}

/// A record as several runs answered it.
///
/// # Errors
/// As for a run: a mask without pixels, rows that do not fit.
pub fn case_view(
    record: &Record,
    masks: &Masks,
    runs: &[(String, Vec<Row>)],
    profile: Profile,
) -> Result<CaseView, RunError> {
    let frame = Frame {
        width: record.image.width,
        height: record.image.height,
    };
    let mut tasks = references(record, masks, frame)?;
    let names: Vec<Name<'_>> = tasks
        .iter()
        .map(|task| Name {
            id: &task.sample_id,
            image: &record.sample_id,
            task: Task::named(task.task).unwrap_or(Task::Report),
        })
        .collect();
    let options = RunOptions {
        profile,
        ..RunOptions::default()
    };
    let mut views: Vec<(usize, RunView)> = Vec::new();
    for (run, rows) in runs {
        let own: Vec<Row> = rows
            .iter()
            .filter(|row| row.id == record.sample_id || names.iter().any(|name| name.id == row.id))
            .cloned()
            .collect();
        let report = score_run(std::slice::from_ref(record), masks, own.clone(), &options)?;
        let predictions = matched(own, &names)?.by_sample;
        let scores: HashMap<&str, &SampleScore> = report
            .samples
            .iter()
            .map(|score| (score.sample_id.as_str(), score))
            .collect();
        for (at, name) in names.iter().enumerate() {
            let Some(score) = scores.get(name.id) else {
                continue;
            };
            let told = predictions
                .get(&at)
                .map(|prediction| told(prediction, name.task, frame, profile));
            views.push((
                at,
                RunView {
                    run: run.clone(),
                    score: (*score).clone(),
                    told: told.unwrap_or_default(),
                },
            ));
        }
    }
    for (at, view) in views {
        if let Some(task) = tasks.get_mut(at) {
            task.runs.push(view);
        }
    }
    Ok(CaseView {
        sample_id: record.sample_id.clone(),
        file_name: record.image.file_name.clone(),
        width: frame.width,
        height: frame.height,
        organ: record.image.organ.clone(),
        tasks,
    })
}

fn outline(pixels: &RowRuns) -> Outline {
    pixels.outline().unwrap_or_default()
}

fn references(record: &Record, masks: &Masks, frame: Frame) -> Result<Vec<TaskView>, RunError> {
    let told = |text: &str, section: &str, ids: &[String]| -> Result<Told, RunError> {
        let mut parts = Vec::new();
        for id in ids {
            parts.push(masks.pixels(id)?.0);
        }
        Ok(Told {
            text: text.to_owned(),
            section: section.to_owned(),
            outline: outline(&RowRuns::union(frame.width, frame.height, &parts)),
        })
    };
    let task = |id: &str, task: Task, asked: &str, reference| TaskView {
        sample_id: id.to_owned(),
        task: task.id(),
        asked: asked.to_owned(),
        reference,
        runs: Vec::new(),
    };
    let annotation = &record.annotation;
    let mut tasks = Vec::new();
    for one in &annotation.segmentation_tasks {
        let reference = vec![told(&one.answer, "", &one.target_mask_ids)?];
        tasks.push(task(
            &one.task_id,
            Task::Segmentation,
            &one.instruction,
            reference,
        ));
    }
    for one in &annotation.grounded_vqa {
        let reference = vec![told(&one.answer, "", &one.evidence_mask_ids)?];
        tasks.push(task(&one.qa_id, Task::Vqa, &one.question, reference));
    }
    let report = annotation.grounded_report.as_ref();
    let mut sentences = Vec::new();
    for one in report.iter().flat_map(|report| &report.sentences) {
        sentences.push(told(&one.text, &one.section, &one.evidence_mask_ids)?);
    }
    let asked = report
        .and_then(|report| report.prompt.as_deref())
        .unwrap_or_default();
    tasks.push(task(
        &format!("{}_report", record.sample_id),
        Task::Report,
        asked,
        sentences,
    ));
    Ok(tasks)
}

fn told(prediction: &Prediction, task: Task, frame: Frame, profile: Profile) -> Vec<Told> {
    let mask = |value: Option<&serde_json::Value>| match decode_mask(value, frame, profile) {
        Decoded::Pixels(pixels) => outline(&pixels),
        Decoded::Nothing | Decoded::Unreadable | Decoded::Failure => Outline::new(),
    };
    let one = |text: String, outline: Outline| {
        vec![Told {
            text,
            section: String::new(),
            outline,
        }]
    };
    let response = prediction.response(profile);
    match (prediction, response, task) {
        (Prediction::Mask(pixels, _), ..) => one(String::new(), outline(pixels)),
        (Prediction::Error(what), ..) => one(what.clone(), Outline::new()),
        // What cannot be read is shown as it is.
        (Prediction::Text(text), None, _) => one(text.clone(), Outline::new()),
        (Prediction::Object(value), None, _) => one(value.to_string(), Outline::new()),
        (_, Some(response), Task::Report) => response
            .sentences(profile)
            .unwrap_or_default()
            .into_iter()
            .map(|sentence| Told {
                outline: mask(sentence.mask.as_ref()),
                section: sentence.section.unwrap_or_default(),
                text: sentence.text,
            })
            .collect(),
        (_, Some(response), _) => one(response.answer(profile), mask(response.mask())),
    }
}
