//! What is sent to a model: prompts of our own, with a version, filled with organ, size and request (specification 1.4, 10.4).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::score::Task;

/// The prompts of one version.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Prompts {
    /// The version, to be kept with predictions.
    pub version: String,
    /// What they are.
    pub note: String,
    segmentation: String,
    vqa: String,
    report: String,
}

/// A prompt for one sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The task's id.
    pub sample_id: String,
    /// The task.
    pub task: &'static str,
    /// The image: data set, split, file.
    pub image: [String; 3],
    /// The text.
    pub prompt: String,
    /// The version of the prompts.
    pub version: String,
}

static PROMPTS: LazyLock<Prompts> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/prompts.json")).unwrap_or_default());

impl Prompts {
    /// Those in use.
    pub fn current() -> &'static Self {
        &PROMPTS
    }

    /// The prompts of all samples of a record. No mask and no reference answer is in them; of a report its finding types are.
    pub fn of(&self, record: &Record) -> Vec<Prompt> {
        let annotation = &record.annotation;
        let mut prompts = Vec::new();
        let mut add = |id: &str, task: Task, template: &str, request: &str, kinds: &str| {
            let image = &record.image;
            let text = template
                .replace("{organ}", &image.organ)
                .replace("{W}", &image.width.to_string())
                .replace("{H}", &image.height.to_string())
                .replace("{finding_types}", kinds)
                .replace("{request}", request);
            prompts.push(Prompt {
                sample_id: id.to_owned(),
                task: task.id(),
                image: [&record.dataset, &record.split, &image.file_name].map(Clone::clone),
                prompt: text,
                version: self.version.clone(),
            });
        };
        for task in &annotation.segmentation_tasks {
            add(
                &task.task_id,
                Task::Segmentation,
                &self.segmentation,
                &task.instruction,
                "",
            );
        }
        for question in &annotation.grounded_vqa {
            add(&question.qa_id, Task::Vqa, &self.vqa, &question.question, "");
        }
        let sentences = annotation
            .grounded_report
            .iter()
            .flat_map(|report| &report.sentences);
        let mut kinds: Vec<&str> = Vec::new();
        for sentence in sentences {
            if !sentence.finding_type.is_empty() && !kinds.contains(&sentence.finding_type.as_str()) {
                kinds.push(&sentence.finding_type);
            }
        }
        let usual = format!(
            "Write a structured {} ultrasound report of this image.",
            record.image.organ
        );
        let request = annotation
            .grounded_report
            .as_ref()
            .and_then(|report| report.prompt.as_deref());
        let id = format!("{}_report", record.sample_id);
        add(
            &id,
            Task::Report,
            &self.report,
            request.unwrap_or(&usual),
            &kinds.join(", "),
        );
        prompts
    }
}
