//! Findings as JSON: what `groundscope read --json` prints, with what was asked and compared.

use groundscope_model::Findings;
use serde::Serialize;

use crate::{Answered, Comparison, ExportError, Reading};

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    #[serde(flatten)]
    findings: &'a Findings,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    answers: &'a [Answered],
    #[serde(skip_serializing_if = "Option::is_none")]
    expert: Option<&'a Comparison>,
}

/// A list with an entry a scan, whatever was drawn of it: every class, every region.
///
/// # Errors
/// [`ExportError::NoScan`]; [`ExportError::Encoder`] if the writer fails, which it does not in memory.
pub fn json(readings: &[Reading<'_>]) -> Result<String, ExportError> {
    if readings.is_empty() {
        return Err(ExportError::NoScan);
    }
    let entries: Vec<Entry<'_>> = (readings.iter())
        .map(|reading| Entry {
            file: reading.name,
            findings: reading.findings,
            notes: reading.notes,
            answers: reading.answers,
            expert: reading.comparison,
        })
        .collect();
    let text = serde_json::to_string_pretty(&entries).map_err(|error| ExportError::Encoder {
        format: "JSON",
        what: error.to_string(),
    })?;
    Ok(text + "\n")
}
