//! What is wrong with a record, and where.

use serde::Serialize;

use super::Severity;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// The record, or `line_{n}` for a line that is none.
    pub sample_id: String,
    /// Its data set.
    pub dataset: String,
    /// Its split.
    pub split: String,
    /// `record`, `masks`, `mask_{i}`, `segmentation[_i]`, `vqa[_i]`, `report` or `report_sentence_{i}`, i from 1.
    pub scope: String,
    /// What kind of issue.
    pub category: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in words.
    pub message: String,
    /// The text in question.
    pub text: String,
}

/// The issues of one record as they are found.
pub(super) struct Issues {
    sample_id: String,
    dataset: String,
    split: String,
    pub found: Vec<Issue>,
}

impl Issues {
    pub fn new(sample_id: &str, dataset: &str, split: &str) -> Self {
        Self {
            sample_id: sample_id.to_owned(),
            dataset: dataset.to_owned(),
            split: split.to_owned(),
            found: Vec::new(),
        }
    }

    pub fn add(
        &mut self,
        scope: &str,
        category: &'static str,
        severity: Severity,
        message: impl Into<String>,
        text: &str,
    ) {
        self.found.push(Issue {
            sample_id: self.sample_id.clone(),
            dataset: self.dataset.clone(),
            split: self.split.clone(),
            scope: scope.to_owned(),
            category,
            severity,
            message: message.into(),
            text: text.to_owned(),
        });
    }
}
