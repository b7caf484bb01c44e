//! Which samples of records are scored, in order (specification 1.3).

use std::collections::BTreeMap;

use super::predictions::Task;
use super::run::RunOptions;
use crate::record::{Question, Record, SegmentationTask};
use crate::review::Verdict;

pub(super) enum Job<'a> {
    Segmentation(&'a SegmentationTask),
    Vqa(&'a Question),
    Report,
}

pub(super) struct Planned<'a> {
    pub record: &'a Record,
    pub id: String,
    pub job: Job<'a>,
}

impl Planned<'_> {
    pub const fn task(&self) -> Task {
        match self.job {
            Job::Segmentation(_) => Task::Segmentation,
            Job::Vqa(_) => Task::Vqa,
            Job::Report => Task::Report,
        }
    }
}

/// The samples of records that reviewers did not reject, in order.
pub(super) fn plan<'a>(records: &'a [Record], options: &RunOptions) -> Vec<Planned<'a>> {
    let rejected = |record: &Record| {
        record
            .reviews
            .last()
            .is_some_and(|last| last.verdict == Verdict::Reject)
    };
    let chosen = records
        .iter()
        .filter(|record| options.split.as_ref().is_none_or(|split| record.split == *split))
        .filter(|record| !rejected(record))
        .take(options.limit_images.unwrap_or(usize::MAX));
    let mut planned: Vec<Planned<'a>> = Vec::new();
    for record in chosen {
        let add = |id: &str, job| Planned {
            record,
            id: id.to_owned(),
            job,
        };
        let annotation = &record.annotation;
        planned.extend(
            annotation
                .segmentation_tasks
                .iter()
                .map(|task| add(&task.task_id, Job::Segmentation(task))),
        );
        planned.extend(
            annotation
                .grounded_vqa
                .iter()
                .map(|question| add(&question.qa_id, Job::Vqa(question))),
        );
        planned.push(add(&format!("{}_report", record.sample_id), Job::Report));
    }
    if !options.tasks.is_empty() {
        planned.retain(|sample| options.tasks.contains(&sample.task()));
    }
    if let Some(most) = options.max_per_task {
        let mut counts: BTreeMap<Task, usize> = BTreeMap::new();
        planned.retain(|sample| {
            let count = counts.entry(sample.task()).or_default();
            *count += 1;
            *count <= most
        });
    }
    planned
}
