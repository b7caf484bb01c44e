//! A record checked whole, and a file of records with its counts (specification 4).

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::Severity::{Critical, Info, Major, Minor};
use super::issue::{Issue, Issues};
use super::masks::{self, Frame, text};
use super::tasks::{self, Context};
use super::{Mode, Severity, quality, report};
use crate::organ::Organ;
use crate::record::lines;

/// The issues of one record, in the order of their severity and place. `include_empty`: images without masks are wanted.
pub fn check_record(record: &Value, mode: Mode, include_empty: bool) -> Vec<Issue> {
    let empty = serde_json::Map::new();
    let fields = record.as_object().unwrap_or(&empty);
    let (id, dataset, split) = (
        text(fields, "sample_id"),
        text(fields, "dataset"),
        text(fields, "split"),
    );
    let mut issues = Issues::new(id, dataset, split);
    let full = |key: &str| {
        fields
            .get(key)
            .and_then(Value::as_array)
            .is_some_and(|items| !items.is_empty())
    };
    if full("pathology_label_conflicts") {
        let message = "A geometry is called both benign and malignant.";
        issues.add("record", "pathology_label_conflict", Critical, message, "");
    }
    let source = text(fields, "annotation_source");
    if source != "api" {
        issues.add(
            "record",
            "non_api_annotation",
            Info,
            "No model wrote its questions.",
            source,
        );
    }
    if full("ignored_unknown_categories") {
        let names = masks::texts(fields, "ignored_unknown_categories").join(", ");
        let message = "Annotations of unknown categories were left out.";
        issues.add("record", "ignored_unknown_category", Major, message, &names);
    }
    let image = fields.get("image").and_then(Value::as_object).unwrap_or(&empty);
    let given: &[Value] = fields
        .get("masks")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice);
    let organ = organ_of(text(image, "organ"), given);
    let size = |key: &str| {
        image
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|size| u32::try_from(size).ok())
    };
    let frame = Frame {
        organ: &organ,
        dataset,
        width: f64::from(size("width").unwrap_or(0)),
        height: f64::from(size("height").unwrap_or(0)),
        mode,
    };
    if given.is_empty() {
        let severity = if mode == Mode::Paper && include_empty {
            Info
        } else {
            Major
        };
        issues.add(
            "masks",
            "no_specific_masks",
            severity,
            "The image has no mask.",
            "",
        );
    }
    let seen = masks::check(given, &frame, &mut issues);
    match fields.get("annotation").and_then(Value::as_object) {
        None => issues.add(
            "record",
            "missing_annotation",
            Critical,
            "The record has no tasks.",
            "",
        ),
        Some(annotation) => {
            let error = annotation.get("api_error").filter(|error| !error.is_null());
            if let Some(error) = error.filter(|error| error.as_str() != Some("")) {
                let message = "A model's questions could not be used.";
                issues.add(
                    "record",
                    "api_failure_fallback",
                    Minor,
                    message,
                    &error.to_string(),
                );
            }
            let context = Context {
                organ: &organ,
                masks: &seen,
                mode,
            };
            tasks::segmentation(annotation, &context, &mut issues);
            tasks::questions(annotation, &context, &mut issues);
            report::report(annotation, &context, &mut issues);
        }
    }
    let mut found = issues.found;
    found.sort_by(|a, b| (a.severity, &a.scope).cmp(&(b.severity, &b.scope)));
    found
}

/// The table of the organ; of one that the benchmark does not have, the categories of its masks.
fn organ_of(name: &str, masks: &[Value]) -> Cow<'static, Organ> {
    match Organ::named(name) {
        Some(organ) => Cow::Borrowed(organ),
        None => {
            let names = masks.iter().filter_map(|mask| mask.get("category")?.as_str());
            Cow::Owned(Organ::of_names(name, names))
        }
    }
}

/// What became of one record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordRow {
    /// The record.
    pub sample_id: String,
    /// Its data set.
    pub dataset: String,
    /// Its split.
    pub split: String,
    /// 0..100.
    pub score: u32,
    /// No critical and no major issue.
    pub data_quality_pass: bool,
    /// None of them in its report.
    pub clinical_report_pass: bool,
    /// Issues.
    pub issues: usize,
}

/// A file of records, checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// `paper` or `code`.
    pub mode: Mode,
    /// Records.
    pub records: usize,
    /// Records without a critical or major issue.
    pub passing: usize,
    /// Records whose report has none.
    pub reports_passing: usize,
    /// Mean score, 0..100; `null` without records.
    pub mean_score: Option<f64>,
    /// Issues by severity.
    pub severities: BTreeMap<Severity, usize>,
    /// Issues by category.
    pub categories: BTreeMap<&'static str, usize>,
    /// Every record.
    pub rows: Vec<RecordRow>,
    /// Every issue: by severity, record, place.
    pub issues: Vec<Issue>,
}

/// What is known of a file that is checked line by line.
pub type Checked = Result<Validation, std::str::Utf8Error>;

/// Checks a file of records, a JSON object a line; what does not parse is an issue of its line.
///
/// # Errors
/// Where the file is no text.
pub fn validate(bytes: &[u8], mode: Mode, include_empty: bool) -> Checked {
    let mut issues: Vec<Issue> = Vec::new();
    // Records that share an id share their issues.
    let mut order: Vec<[String; 3]> = Vec::new();
    let mut own: BTreeMap<String, Vec<(Severity, bool)>> = BTreeMap::new();
    for (n, line) in lines(bytes)? {
        let record: Value = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(error) => {
                let mut broken = Issues::new(&format!("line_{n}"), "", "");
                let message = format!("The line is not JSON ({error}).");
                broken.add("record", "json_parse", Critical, message, "");
                issues.extend(broken.found);
                continue;
            }
        };
        let mut found = check_record(&record, mode, include_empty);
        let field = |key: &str| {
            record
                .get(key)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let id = field("sample_id");
        if own.contains_key(&id) {
            if mode == Mode::Paper {
                let mut twice = Issues::new(&id, &field("dataset"), &field("split"));
                let message = format!("Line {n} has the id of another record.");
                twice.add("record", "duplicate_sample_id", Critical, message, &id);
                found.extend(twice.found);
            }
        } else {
            order.push([id.clone(), field("dataset"), field("split")]);
        }
        let severities = found
            .iter()
            .map(|issue| (issue.severity, issue.scope.starts_with("report")));
        own.entry(id).or_default().extend(severities);
        issues.extend(found);
    }
    let rows: Vec<RecordRow> = order
        .into_iter()
        .map(|[sample_id, dataset, split]| {
            let found = own.get(&sample_id).map_or(&[][..], Vec::as_slice);
            let (score, passes) = quality(found.iter().map(|(severity, _)| *severity));
            RecordRow {
                clinical_report_pass: !found.iter().any(|(severity, report)| *report && severity.fails()),
                sample_id,
                dataset,
                split,
                score,
                data_quality_pass: passes,
                issues: found.len(),
            }
        })
        .collect();
    issues.sort_by(|a, b| (a.severity, &a.sample_id, &a.scope).cmp(&(b.severity, &b.sample_id, &b.scope)));
    let (mut severities, mut categories) = (BTreeMap::new(), BTreeMap::new());
    for issue in &issues {
        *severities.entry(issue.severity).or_default() += 1;
        *categories.entry(issue.category).or_default() += 1;
    }
    let total: u32 = rows.iter().map(|row| row.score).sum();
    Ok(Validation {
        mode,
        records: rows.len(),
        passing: rows.iter().filter(|row| row.data_quality_pass).count(),
        reports_passing: rows.iter().filter(|row| row.clinical_report_pass).count(),
        mean_score: (!rows.is_empty()).then(|| f64::from(total) / rows.len() as f64),
        severities,
        categories,
        rows,
        issues,
    })
}

impl Validation {
    /// Whether every line is a record that passes.
    pub fn passes(&self) -> bool {
        !self.severities.keys().any(|severity| severity.fails())
    }

    /// The figures and the first issues of each kind, to read.
    pub fn to_text(&self, most: usize) -> String {
        let mut lines = vec![format!(
            "Mode {}: {} of {} records pass, reports {}; mean score {}",
            self.mode.id(),
            self.passing,
            self.records,
            self.reports_passing,
            self.mean_score
                .map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"))
        )];
        for (severity, n) in &self.severities {
            lines.push(format!("  {:9} {n}", severity.id()));
        }
        for (category, n) in &self.categories {
            let first = self.issues.iter().filter(|issue| issue.category == *category);
            lines.push(format!("{category} ({n})"));
            for issue in first.take(most) {
                let quoted = if issue.text.is_empty() {
                    String::new()
                } else {
                    format!(" [{}]", issue.text)
                };
                lines.push(format!(
                    "  {} {}: {}{quoted}",
                    issue.sample_id, issue.scope, issue.message
                ));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
