//! The grounded record: an image, its masks, and the tasks that rest on them, one JSON object a line (specification 1.2).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::facts::Facts;

/// One image with its masks and tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// `{slug(dataset)}_{split}_{image id}`.
    pub sample_id: String,
    /// The data set's folder.
    pub dataset: String,
    /// `train` or `test`.
    pub split: String,
    /// A path on the machine that made the record; not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_path: Option<String>,
    /// The image.
    pub image: Image,
    /// Its masks, those of one geometry once.
    #[serde(default)]
    pub masks: Vec<Mask>,
    /// How many duplicates were folded into masks.
    #[serde(default)]
    pub merged_duplicate_annotations: usize,
    /// Geometries that are called both benign and malignant.
    #[serde(default)]
    pub pathology_label_conflicts: Vec<Conflict>,
    /// Raw names that no category has.
    #[serde(default)]
    pub ignored_unknown_categories: Vec<String>,
    /// `api` or `fallback`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation_source: Option<String>,
    /// The tasks.
    pub annotation: Annotation,
    /// What reviewers decided, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<crate::review::Decision>,
    /// Fields that are not of the format.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The image of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// File name.
    pub file_name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The organ.
    pub organ: String,
    /// How it was taken.
    #[serde(default = "ultrasound")]
    pub modality: String,
}

fn ultrasound() -> String {
    "ultrasound".to_owned()
}

/// A mask: where its pixels are found, and the facts of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mask {
    /// `{slug(dataset)}_{split}_img{image id}_ann{annotation id}`.
    pub mask_id: String,
    /// The id in the source.
    #[serde(default)]
    pub annotation_id: Value,
    /// The canonical category.
    pub category: String,
    /// The same.
    #[serde(default)]
    pub canonical_region: String,
    /// The raw name of the annotation that is kept.
    #[serde(default)]
    pub source_category: String,
    /// Raw names of all that were folded together.
    #[serde(default)]
    pub source_categories: Vec<String>,
    /// Ids of all that were folded together.
    #[serde(default)]
    pub source_annotation_ids: Vec<Value>,
    /// The type of target.
    #[serde(default)]
    pub target_type: String,
    /// `benign`, `malignant`, `unspecified`, `conflicting` or `not_applicable`.
    #[serde(default)]
    pub pathology_label: String,
    /// The labels that contradict each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pathology_label_conflict: Option<Vec<String>>,
    /// What its box and area say.
    #[serde(flatten)]
    pub facts: Facts,
}

/// A geometry with labels that contradict each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    /// Box and area.
    pub geometry: Value,
    /// The labels.
    pub labels: Vec<String>,
}

/// The tasks of an image.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// Instructions to segment.
    #[serde(default)]
    pub segmentation_tasks: Vec<SegmentationTask>,
    /// Questions.
    #[serde(default)]
    pub grounded_vqa: Vec<Question>,
    /// The report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grounded_report: Option<GroundedReport>,
    /// Why a model's questions were not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_error: Option<String>,
}

/// An instruction to segment, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SegmentationTask {
    /// `{sample_id}_seg_{n}`.
    pub task_id: String,
    /// The instruction.
    pub instruction: String,
    /// The answer, with `[SEG]` where there are masks.
    #[serde(default)]
    pub answer: String,
    /// The masks.
    #[serde(default)]
    pub target_mask_ids: Vec<String>,
    /// `answerable` or `no_target`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answerability: Option<String>,
}

/// A question, its answer and its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// `{sample_id}_vqa_{n}`.
    pub qa_id: String,
    /// The question.
    pub question: String,
    /// The answer.
    #[serde(default)]
    pub answer: String,
    /// What kind of answer, matched by its parts.
    #[serde(default)]
    pub answer_type: String,
    /// Whether the answer counts only with its evidence; only JSON `true` says so.
    #[serde(default, deserialize_with = "only_true")]
    pub requires_grounding: bool,
    /// The masks that support it.
    #[serde(default)]
    pub evidence_mask_ids: Vec<String>,
    /// How the answer is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_type: Option<String>,
    /// What the evidence is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_source: Option<String>,
}

/// A report of sentences, each with its masks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundedReport {
    /// The request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The sentences.
    #[serde(default)]
    pub sentences: Vec<Sentence>,
}

/// A sentence of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// `Findings`, `Assessment` or `Impression`.
    #[serde(default)]
    pub section: String,
    /// The text.
    #[serde(default)]
    pub text: String,
    /// The masks that support it.
    #[serde(default)]
    pub evidence_mask_ids: Vec<String>,
    /// What it tells.
    #[serde(default)]
    pub finding_type: String,
    /// What the evidence is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_source: Option<String>,
}

fn only_true<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    Ok(Value::deserialize(value)? == Value::Bool(true))
}

/// Why a file of records cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// Not text.
    #[error("it is not UTF-8 text; give JSON lines")]
    Text(#[from] std::str::Utf8Error),
    /// A line that is no record.
    #[error("line {line}: {error}; groundscope validate ultrag tells what is wrong with every line")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Two records of one id.
    #[error("line {line}: a second record of {sample_id}; keep one of them")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// Its id.
        sample_id: String,
    },
    /// No line at all.
    #[error("it holds no record; make some with groundscope make ultrag")]
    Empty,
}

/// The lines of a JSON-lines file that are not blank, with their numbers from 1.
pub(crate) fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = (usize, &str)>, std::str::Utf8Error> {
    let text = std::str::from_utf8(bytes)?.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(str::trim));
    Ok(lines.filter(|(_, line)| !line.is_empty()))
}

/// Reads records, a JSON object a line.
///
/// # Errors
/// [`RecordsError`], at the first line that is no record.
pub fn read_records(bytes: &[u8]) -> Result<Vec<Record>, RecordsError> {
    let mut seen = std::collections::HashSet::new();
    let mut records = Vec::new();
    for (line, text) in lines(bytes)? {
        let record: Record =
            serde_json::from_str(text).map_err(|error| RecordsError::Line { line, error })?;
        if !seen.insert(record.sample_id.clone()) {
            let sample_id = record.sample_id;
            return Err(RecordsError::Twice { line, sample_id });
        }
        records.push(record);
    }
    if records.is_empty() {
        return Err(RecordsError::Empty);
    }
    Ok(records)
}

/// Records as JSON lines.
///
/// # Errors
/// Where a record cannot be written as JSON: a number of it is not finite.
pub fn write_records(records: &[Record]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for record in records {
        text.push_str(&serde_json::to_string(record)?);
        text.push('\n');
    }
    Ok(text)
}

/// Every run of what is neither an ASCII letter nor a digit as one `_`, none at the ends; `dataset` where nothing is left.
///
/// ```
/// use groundscope_ultrag::record::slug;
/// assert_eq!((slug("BUS UC-2 "), slug("--")), ("BUS_UC_2".to_owned(), "dataset".to_owned()));
/// ```
pub fn slug(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let slug = parts
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("_");
    if slug.is_empty() {
        "dataset".to_owned()
    } else {
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_true_requires_grounding_and_unknown_fields_stay() {
        let line = r#"{"sample_id":"a","dataset":"d","split":"test","image":{"file_name":"a.png","width":4,"height":4,"organ":"liver"},
            "masks":[],"annotation":{"grounded_vqa":[{"qa_id":"a_vqa_1","question":"?","answer":"No.","answer_type":"yes_no",
            "requires_grounding":1,"evidence_mask_ids":[]}]},"mine":[1]}"#
            .replace('\n', " ");
        let records = read_records(line.as_bytes()).unwrap();
        assert!(!records[0].annotation.grounded_vqa[0].requires_grounding);
        let again = read_records(write_records(&records).unwrap().as_bytes()).unwrap();
        assert_eq!(
            (&again, &again[0].other["mine"]),
            (&records, &serde_json::json!([1]))
        );
        let twice = format!("{line}\n\n{line}\n");
        assert!(matches!(
            read_records(twice.as_bytes()),
            Err(RecordsError::Twice { line: 3, .. })
        ));
        assert!(matches!(read_records(b"\n"), Err(RecordsError::Empty)));
        assert!(matches!(
            read_records(b"{}\n"),
            Err(RecordsError::Line { line: 1, .. })
        ));
    }
}
