//! Predictions of a run: responses as JSON lines or in the public table, or masks by their file names (specification 1.3, 10.3).

use std::collections::HashMap;

use groundscope_geometry::RowRuns;
use serde_json::Value;

use crate::record::lines;
use crate::{Frame, Profile, Response};

/// What a model gave for one sample.
#[derive(Clone, Debug, PartialEq)]
pub enum Prediction {
    /// The text of its response.
    Text(String),
    /// A response that is an object already.
    Object(Value),
    /// A mask alone, and the size of its image.
    Mask(RowRuns, Frame),
    /// No response: what happened.
    Error(String),
}

impl Prediction {
    /// The response, if it can be read.
    pub(super) fn response(&self, profile: Profile) -> Option<Response> {
        match self {
            Self::Text(text) => Response::read(text, profile),
            Self::Object(value) => Response::of(value.clone()),
            Self::Mask(..) | Self::Error(_) => None,
        }
    }
}

/// One of the three tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Segment.
    Segmentation,
    /// Answer.
    Vqa,
    /// Report.
    Report,
}

impl Task {
    /// All.
    pub const ALL: [Self; 3] = [Self::Segmentation, Self::Vqa, Self::Report];

    /// The name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Segmentation => "segmentation",
            Self::Vqa => "vqa",
            Self::Report => "report",
        }
    }

    /// By the name of the public evaluator, or by the short one.
    pub fn named(name: &str) -> Option<Self> {
        match name.trim().to_lowercase().as_str() {
            "segmentation" | "grounded_segmentation" => Some(Self::Segmentation),
            "vqa" | "grounded_vqa" => Some(Self::Vqa),
            "report" | "grounded_report" | "grounded_report_generation" => Some(Self::Report),
            _ => None,
        }
    }
}

/// A row of predictions before it is known which sample it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it stands, from 1; 0 for a file of its own.
    pub line: usize,
    /// The sample by its own id, or by the id of its image.
    pub id: String,
    /// The task, where the row names it.
    pub task: Option<Task>,
    /// What the model gave.
    pub prediction: Prediction,
}

/// Why predictions cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PredictionsError {
    /// Not text.
    #[error("it is not UTF-8 text; give JSON lines or the public CSV")]
    Text(#[from] std::str::Utf8Error),
    /// A line that is no prediction.
    #[error(
        "line {line}: {what}; a row is {{\"sample_id\", \"task\", \"response\"}} or {{\"sample_id\", \"task\", \"prediction\"}}"
    )]
    Row {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Not a table.
    #[error("this is no CSV table: {0}; give the columns eval_id and prediction_raw")]
    Csv(#[from] csv::Error),
    /// Two rows for one sample.
    #[error("line {line}: a second prediction for {id}; keep one of them")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The sample.
        id: String,
    },
    /// An id that could mean several samples.
    #[error("line {line}: {id} has several tasks of this kind; give the id of the task as sample_id")]
    Ambiguous {
        /// The line, from 1.
        line: usize,
        /// The image.
        id: String,
    },
}

/// Reads rows: a CSV table where the first line is no JSON object, else JSON lines.
///
/// # Errors
/// [`PredictionsError`].
pub fn read_rows(bytes: &[u8]) -> Result<Vec<Row>, PredictionsError> {
    let first = lines(bytes)?.next().map(|(_, line)| line);
    match first {
        Some(line) if !line.starts_with('{') => table(bytes),
        _ => lines(bytes)?.map(|(line, text)| json_row(line, text)).collect(),
    }
}

fn json_row(line: usize, text: &str) -> Result<Row, PredictionsError> {
    let wrong = |what: String| PredictionsError::Row { line, what };
    let value: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let string = |key: &str| {
        value
            .get(key)
            .and_then(Value::as_str)
            .filter(|text| !text.trim().is_empty())
    };
    let id = ["eval_id", "task_id", "qa_id", "sample_id"]
        .into_iter()
        .find_map(string);
    let id = id.ok_or_else(|| wrong("no sample_id".to_owned()))?;
    let task = match string("task") {
        Some(name) => Some(Task::named(name).ok_or_else(|| wrong(format!("no task \"{name}\"")))?),
        None => None,
    };
    let prediction = match (string("error"), value.get("response"), value.get("prediction")) {
        (Some(error), ..) => Prediction::Error(error.to_owned()),
        (_, Some(Value::String(text)), _) => Prediction::Text(text.clone()),
        (_, Some(value @ Value::Object(_)), _) | (_, None, Some(value)) => Prediction::Object(value.clone()),
        (_, Some(Value::Null), _) => Prediction::Error("no response".to_owned()),
        (_, Some(_), _) => return Err(wrong("the response is no text".to_owned())),
        (_, None, None) => return Err(wrong("neither response nor prediction".to_owned())),
    };
    Ok(Row {
        line,
        id: id.to_owned(),
        task,
        prediction,
    })
}

fn table(bytes: &[u8]) -> Result<Vec<Row>, PredictionsError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let headers = reader.headers()?.clone();
    let column = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| headers.iter().position(|header| header.trim() == *name))
    };
    let wrong = |line, what: &str| PredictionsError::Row {
        line,
        what: what.to_owned(),
    };
    let id =
        column(&["eval_id", "task_id", "qa_id", "sample_id"]).ok_or_else(|| wrong(1, "no column eval_id"))?;
    let response =
        column(&["prediction_raw", "response"]).ok_or_else(|| wrong(1, "no column prediction_raw"))?;
    let (task, error) = (column(&["task"]), column(&["error"]));
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, |position| {
            usize::try_from(position.line()).unwrap_or(usize::MAX)
        });
        let cell = |at: Option<usize>| at.and_then(|at| record.get(at)).unwrap_or_default().trim();
        let name = cell(task);
        let task = match name {
            "" => None,
            _ => Some(Task::named(name).ok_or_else(|| wrong(line, &format!("no task \"{name}\"")))?),
        };
        let failed = cell(error);
        let prediction = if failed.is_empty() {
            Prediction::Text(record.get(response).unwrap_or_default().to_owned())
        } else {
            Prediction::Error(failed.to_owned())
        };
        rows.push(Row {
            line,
            id: cell(Some(id)).to_owned(),
            task,
            prediction,
        });
    }
    Ok(rows)
}

/// Predictions by the samples that they mean, and the ids that mean none.
pub(super) struct Matched {
    pub by_sample: HashMap<usize, Prediction>,
    pub unmatched: Vec<String>,
}

/// A sample as predictions name it: its own id, the id of its image, its task.
pub(super) struct Name<'a> {
    pub id: &'a str,
    pub image: &'a str,
    pub task: Task,
}

pub(super) fn matched(rows: Vec<Row>, names: &[Name<'_>]) -> Result<Matched, PredictionsError> {
    let by_id: HashMap<&str, usize> = names.iter().enumerate().map(|(at, name)| (name.id, at)).collect();
    let mut by_image: HashMap<(&str, Task), Vec<usize>> = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        by_image.entry((name.image, name.task)).or_default().push(at);
    }
    let mut by_sample = HashMap::new();
    let mut unmatched = Vec::new();
    for row in rows {
        let own = by_id.get(row.id.as_str()).copied();
        let found = match (own, row.task) {
            (Some(at), _) => Some(at),
            (None, Some(task)) => match by_image.get(&(row.id.as_str(), task)).map(Vec::as_slice) {
                Some([only]) => Some(*only),
                None | Some([]) => None,
                Some(_) => {
                    return Err(PredictionsError::Ambiguous {
                        line: row.line,
                        id: row.id,
                    });
                }
            },
            (None, None) => None,
        };
        let Some(at) = found else {
            unmatched.push(row.id);
            continue;
        };
        if by_sample.insert(at, row.prediction).is_some() {
            return Err(PredictionsError::Twice {
                line: row.line,
                id: row.id,
            });
        }
    }
    Ok(Matched { by_sample, unmatched })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_both_kinds() {
        let jsonl = br#"{"sample_id":"a_seg_1","task":"grounded_segmentation","response":"{}"}

{"sample_id":"a","task":"report","prediction":{"report":[]}}
{"eval_id":"a_vqa_1","error":"timeout","response":""}"#;
        let rows = read_rows(jsonl).unwrap();
        assert_eq!(
            rows[1].prediction,
            Prediction::Object(serde_json::json!({"report": []}))
        );
        assert_eq!((rows[1].line, rows[1].task), (3, Some(Task::Report)));
        assert_eq!(rows[2].prediction, Prediction::Error("timeout".to_owned()));
        let csv = "eval_id,task,prediction_raw,error\na_seg_1,grounded_segmentation,\"{\"\"answer\"\": \"\"x\"\"}\",\na_vqa_1,,x,gone\n";
        let rows = read_rows(csv.as_bytes()).unwrap();
        assert_eq!(
            rows[0].prediction,
            Prediction::Text("{\"answer\": \"x\"}".to_owned())
        );
        assert_eq!(
            (rows[1].line, &rows[1].prediction),
            (3, &Prediction::Error("gone".to_owned()))
        );
        for bad in [
            "{\"sample_id\":\"a\"}",
            "{\"response\":\"x\"}",
            "{\"sample_id\":\"a\",\"task\":\"poem\",\"response\":\"x\"}",
            "a,b\n1,2",
        ] {
            assert!(read_rows(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(read_rows(b"").unwrap().is_empty());
    }

    #[test]
    fn ids_of_images_are_enough_where_there_is_one_task() {
        let names = [
            ("a_seg_1", Task::Segmentation),
            ("a_seg_2", Task::Segmentation),
            ("a_report", Task::Report),
        ]
        .map(|(id, task)| Name { id, image: "a", task });
        let row = |id: &str, task| Row {
            line: 1,
            id: id.to_owned(),
            task,
            prediction: Prediction::Error(String::new()),
        };
        let found = matched(
            vec![
                row("a", Some(Task::Report)),
                row("a_seg_2", None),
                row("b", Some(Task::Report)),
            ],
            &names,
        )
        .unwrap();
        assert_eq!(
            (found.by_sample.len(), found.unmatched),
            (2, vec!["b".to_owned()])
        );
        let several = matched(vec![row("a", Some(Task::Segmentation))], &names);
        assert!(matches!(several, Err(PredictionsError::Ambiguous { .. })));
        let twice = matched(vec![row("a_report", None), row("a", Some(Task::Report))], &names);
        assert!(matches!(twice, Err(PredictionsError::Twice { .. })));
    }
}
