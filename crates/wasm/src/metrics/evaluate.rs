//! Runs of many models scored, compared and written as a report.

use groundscope_benchmarks::Annotations;
use groundscope_benchmarks::output::{OtherClass, read_boxes};
use groundscope_evaluation::{Input, RunInput, evaluate as compare};
use groundscope_report::data::{Evaluation, Kind};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::files::{NamedFile, predictions, references, rows};
use crate::metrics::output::OutputReader;
use crate::metrics::report_values::{files_to_js, object, report_to_js};
use crate::metrics::settings::GroundingSettings;
use crate::values::from_js;

/// Scores and compares runs: the data and the files of `groundscope evaluate`, without PNG.
///
/// # Errors
/// `references`, `predictions`, `answers` or `output` for a bad file, `evaluate` for runs that do not belong to the
/// references, `bad_value` for bad settings.
#[wasm_bindgen(unchecked_return_type = "EvaluationFiles")]
pub fn evaluate(
    #[wasm_bindgen(unchecked_param_type = "EvaluateRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    let evaluation = from_js::<EvaluateRequest>(request)?.evaluation()?;
    let files = groundscope_report::write(&evaluation).map_err(|error| Failure::told("evaluate", &error))?;
    let files = files
        .iter()
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    Ok(object([
        ("evaluation", report_to_js(&evaluation)?),
        ("files", files_to_js(files)),
    ]))
}

/// `EvaluateRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EvaluateRequest {
    #[serde(default = "title")]
    title: String,
    references: Vec<NamedFile>,
    second_reading: Option<Vec<NamedFile>>,
    runs: Vec<RunRequest>,
    #[serde(default)]
    settings: GroundingSettings,
    #[serde(default)]
    published: bool,
}

/// `RunRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
struct RunRequest {
    name: String,
    predictions: Option<Vec<NamedFile>>,
    answers: Option<NamedFile>,
    reader: Option<OutputReader>,
    params: Option<f64>,
    active: Option<f64>,
    generation: Option<String>,
    kind: Option<Kind>,
    family: Option<String>,
    repository: Option<String>,
}

/// As on the command line.
fn title() -> String {
    "Box grounding and presence on retinal OCT".to_owned()
}

impl EvaluateRequest {
    fn evaluation(&self) -> Result<Evaluation, Failure> {
        let mut settings = self.settings.parse()?;
        (settings.beside, settings.details) = (true, false);
        let references = references(&self.references)?;
        let second = self
            .second_reading
            .as_deref()
            .map(crate::metrics::files::references)
            .transpose()?;
        let runs: Vec<RunInput> = self
            .runs
            .iter()
            .map(|run| run.read(&references))
            .collect::<Result<_, _>>()?;
        let input = Input {
            title: &self.title,
            references: &references,
            second_reading: second.as_ref(),
            runs: &runs,
            published: self.published,
        };
        compare(&input, &settings).map_err(|error| Failure::told("evaluate", &error))
    }
}

impl RunRequest {
    fn read(&self, references: &Annotations) -> Result<RunInput, Failure> {
        let mut notes = Vec::new();
        let predictions = match (&self.predictions, &self.reader) {
            (None, _) => None,
            (Some(files), None) => Some(predictions(files, references)?),
            (Some(files), Some(reader)) => {
                let (boxes, words) = responses(files, reader, references)?;
                notes.push(words);
                Some(boxes)
            }
        };
        let answers = self.answers.as_ref().map(|file| rows(file, "answers"));
        Ok(RunInput {
            name: self.name.clone(),
            predictions,
            answers: answers.transpose()?,
            params: self.params,
            active: self.active,
            generation: self.generation.clone(),
            kind: self.kind,
            family: self.family.clone(),
            repository: self.repository.clone(),
            notes,
        })
    }
}

/// A model's responses as boxes, and what became of them in words.
fn responses(
    files: &[NamedFile],
    reader: &OutputReader,
    references: &Annotations,
) -> Result<(Annotations, String), Failure> {
    let [file] = files else {
        return Err(Failure::new(
            "output",
            "A run with a reader needs one file of responses.",
            "Give one file with an object with image, class and response a line.",
        ));
    };
    let wrong = |error| Failure::of_file("output", &file.name, &error);
    let reader = reader.reader(OtherClass::Keep)?;
    let report = read_boxes(&rows(file, "output")?, &reader, Some(references)).map_err(wrong)?;
    let boxes = report.predictions(references).map_err(wrong)?;
    Ok((boxes, report.in_words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::files::tests::{boxes, file};
    use groundscope_benchmarks::output::{BoxReader, Declared, Family, read_rows};
    use groundscope_benchmarks::{Settings, read_predictions, read_references};

    const RESPONSES: &str =
        r#"{"image": "a.png", "class": "irf", "response": "[{\"bbox_2d\": [0, 0, 100, 80]}]"}"#;
    const ANSWERS: &str = r#"{"image": "a.png", "class": "irf", "response": "Yes."}"#;

    fn run(name: &str) -> RunRequest {
        serde_json::from_value(serde_json::json!({"name": name})).unwrap()
    }

    fn request() -> EvaluateRequest {
        EvaluateRequest {
            title: title(),
            references: vec![file("r.json", &boxes(&[[0, 0, 10, 10]]))],
            second_reading: Some(vec![file("second.json", &boxes(&[[0, 0, 10, 9]]))]),
            runs: vec![
                RunRequest {
                    predictions: Some(vec![file("p.json", &boxes(&[[0, 0, 10, 5]]))]),
                    answers: Some(file("a.jsonl", ANSWERS)),
                    params: Some(8.0),
                    kind: Some(Kind::Dense),
                    ..run("boxes")
                },
                RunRequest {
                    predictions: Some(vec![file("o.jsonl", RESPONSES)]),
                    reader: Some(serde_json::from_str(r#"{"family": "qwen3-vl"}"#).unwrap()),
                    ..run("responses")
                },
            ],
            settings: serde_json::from_str(r#"{"replicates": 20, "details": true, "beside": false}"#)
                .unwrap(),
            published: false,
        }
    }

    #[test]
    fn runs_are_evaluated_as_by_the_crate() {
        let references = read_references(boxes(&[[0, 0, 10, 10]]).as_bytes()).unwrap();
        let second = read_references(boxes(&[[0, 0, 10, 9]]).as_bytes()).unwrap();
        let rows = read_rows(RESPONSES.as_bytes()).unwrap();
        let reader = BoxReader {
            declared: Declared::new(Family::Qwen3, None, None, None).unwrap(),
            other_class: OtherClass::Keep,
        };
        let report = read_boxes(&rows, &reader, Some(&references)).unwrap();
        let predictions = read_predictions(boxes(&[[0, 0, 10, 5]]).as_bytes(), &references).unwrap();
        let runs = [
            RunInput {
                name: "boxes".to_owned(),
                predictions: Some(predictions),
                answers: Some(read_rows(ANSWERS.as_bytes()).unwrap()),
                params: Some(8.0),
                kind: Some(Kind::Dense),
                ..RunInput::default()
            },
            RunInput {
                name: "responses".to_owned(),
                predictions: Some(report.predictions(&references).unwrap()),
                notes: vec![report.in_words()],
                ..RunInput::default()
            },
        ];
        let input = Input {
            second_reading: Some(&second),
            ..Input::new("Box grounding and presence on retinal OCT", &references, &runs)
        };
        let mut settings = Settings {
            beside: true,
            ..Settings::default()
        };
        settings.resampling.replicates = 20;
        let evaluation = request().evaluation().unwrap();
        assert_eq!(evaluation, compare(&input, &settings).unwrap());
        assert_eq!(evaluation.runs.len(), 2);
        assert!(evaluation.significance.is_some() && evaluation.inter_observer.is_some());
        let files = groundscope_report::write(&evaluation).unwrap();
        assert!(files.iter().any(|(path, _)| path == "report.html"));
        assert!(files.iter().all(|(path, _)| !path.ends_with(".png")));
    }

    #[test]
    fn what_is_wrong_has_its_own_code() {
        let code = |change: fn(&mut EvaluateRequest)| {
            let mut request = request();
            change(&mut request);
            request.evaluation().unwrap_err().code()
        };
        assert_eq!(code(|r| r.runs.clear()), "evaluate");
        assert_eq!(code(|r| r.runs[1].name = "boxes".to_owned()), "evaluate");
        assert_eq!(code(|r| r.references.clear()), "references");
        assert_eq!(code(|r| r.second_reading = Some(Vec::new())), "references");
        assert_eq!(code(|r| r.runs[0].predictions = Some(Vec::new())), "predictions");
        assert_eq!(code(|r| r.runs[0].answers = Some(file("a", "?"))), "answers");
        assert_eq!(code(|r| r.runs[1].predictions = Some(Vec::new())), "output");
        assert_eq!(
            code(|r| r.runs[1].predictions = Some(vec![file("o", "?")])),
            "output"
        );
        assert_eq!(code(|r| r.settings.t1 = 2.0), "bad_value");
    }
}
