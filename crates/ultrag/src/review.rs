//! The review queue: which records a person should look at, and what was decided of them (specification 10.2).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::Record;
use crate::validate::{Mode, Severity, check_record, quality};

/// What a reviewer does with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It stays as it is.
    Accept,
    /// Its tasks were changed.
    Edit,
    /// It is not to be used.
    Reject,
}

/// One decision, kept in the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// What was decided.
    pub verdict: Verdict,
    /// By whom.
    pub reviewer: String,
    /// Why.
    pub reason: String,
    /// When, as the reviewer's program writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The score after the decision, 0..100.
    pub score: u32,
    /// The tasks before an edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
}

/// Why a decision is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// There is no such record.
    #[error("there is no record {0}; groundscope review ultrag without --record lists them")]
    Unknown(String),
    /// Nobody, or no reason.
    #[error("a decision needs a reviewer and a reason; give both")]
    Unsigned,
    /// What was changed is no record.
    #[error("the edited record is none: {0}")]
    Edited(#[from] serde_json::Error),
    /// What was changed is another record.
    #[error("the edited record is {found}, not {wanted}; keep its sample_id")]
    Other {
        /// What was to be edited.
        wanted: String,
        /// What came.
        found: String,
    },
}

/// A record that waits for a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waiting {
    /// The record.
    pub sample_id: String,
    /// Its score, 0..100.
    pub score: u32,
    /// Whether it passes.
    pub passes: bool,
    /// Its worst issue.
    pub worst: Option<Severity>,
    /// How many issues it has.
    pub issues: usize,
    /// The last decision.
    pub decided: Option<Verdict>,
}

/// Records with issues or without a decision, the worst first. `all`: those that were decided, too.
pub fn queue(records: &[Record], mode: Mode, include_empty: bool, all: bool) -> Vec<Waiting> {
    let mut waiting: Vec<Waiting> = records
        .iter()
        .filter_map(|record| {
            let decided = record.reviews.last().map(|decision| decision.verdict);
            if decided.is_some() && !all {
                return None;
            }
            let value = serde_json::to_value(record).ok()?;
            let issues = check_record(&value, mode, include_empty);
            let (score, passes) = quality(issues.iter().map(|issue| issue.severity));
            Some(Waiting {
                sample_id: record.sample_id.clone(),
                score,
                passes,
                worst: issues.iter().map(|issue| issue.severity).min(),
                issues: issues.len(),
                decided,
            })
        })
        .collect();
    waiting.sort_by(|a, b| (a.score, &a.sample_id).cmp(&(b.score, &b.sample_id)));
    waiting
}

/// Who decides, and why.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// The reviewer.
    pub reviewer: &'a str,
    /// The reason.
    pub reason: &'a str,
    /// When.
    pub date: Option<&'a str>,
}

/// Writes a decision into a record's history; an edit replaces its tasks and is validated again. Gives the score after it.
///
/// # Errors
/// [`ReviewError`]; nothing is changed then.
pub fn decide(
    records: &mut [Record],
    sample_id: &str,
    verdict: Verdict,
    by: &Signature<'_>,
    edited: Option<Record>,
) -> Result<u32, ReviewError> {
    if by.reviewer.trim().is_empty() || by.reason.trim().is_empty() {
        return Err(ReviewError::Unsigned);
    }
    let found = records.iter_mut().find(|record| record.sample_id == sample_id);
    let record = found.ok_or_else(|| ReviewError::Unknown(sample_id.to_owned()))?;
    let mut before = None;
    if let Some(edited) = edited {
        if edited.sample_id != sample_id {
            return Err(ReviewError::Other {
                wanted: sample_id.to_owned(),
                found: edited.sample_id,
            });
        }
        before = Some(serde_json::to_value(&record.annotation)?);
        record.annotation = edited.annotation;
    }
    let value = serde_json::to_value(&*record)?;
    let issues = check_record(&value, Mode::Paper, record.masks.is_empty());
    let (score, _) = quality(issues.iter().map(|issue| issue.severity));
    record.reviews.push(Decision {
        verdict,
        reviewer: by.reviewer.trim().to_owned(),
        reason: by.reason.trim().to_owned(),
        date: by.date.map(str::to_owned),
        score,
        before,
    });
    Ok(score)
}
