//! What models wrote: read as boxes or as yes and no, and yes and no scored.

use groundscope_benchmarks::Annotations;
use groundscope_benchmarks::output::{
    BoxReader, BoxesReport, DeclareError, Declared, ImageSize, OtherClass, PresenceReport, RowsError,
    read_boxes, read_presences, read_rows,
};
use groundscope_benchmarks::presence::{self, PresenceError};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::files::{NamedFile, references, rows};
use crate::metrics::report_values::report_to_js;
use crate::metrics::settings::GroundingSettings;
use crate::values::from_js;

/// Reads a file of responses: the report of `groundscope parse --json`.
///
/// # Errors
/// `output` for rows or declarations that cannot be used, `references` for a bad file.
#[wasm_bindgen(
    js_name = "parseOutput",
    unchecked_return_type = "OutputBoxes | OutputPresence"
)]
pub fn parse_output(
    #[wasm_bindgen(unchecked_param_type = "OutputRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    let request: OutputRequest = from_js(request)?;
    match request.kind {
        ResponseKind::Boxes => report_to_js(&request.boxes()?),
        ResponseKind::Presence => report_to_js(&request.presence()?),
    }
}

/// Scores yes and no against references: the report of `groundscope score presence --json`.
///
/// # Errors
/// `answers` for a bad file of answers or answers to other images, `references` for bad references.
#[wasm_bindgen(js_name = "scorePresence", unchecked_return_type = "PresenceReport")]
pub fn score_presence(
    #[wasm_bindgen(unchecked_param_type = "PresenceRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    report_to_js(&from_js::<PresenceRequest>(request)?.report()?)
}

/// `OutputReader` of `web/worker/reports/requests.ts`: how a run's boxes are to be read.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OutputReader {
    pub family: String,
    pub space: Option<String>,
    pub order: Option<String>,
    pub resized: Option<[u32; 2]>,
}

impl OutputReader {
    /// The reader.
    ///
    /// # Errors
    /// `output`.
    pub fn reader(&self, other_class: OtherClass) -> Result<BoxReader, Failure> {
        let declared = || {
            let space = self.space.as_deref().map(str::parse).transpose()?;
            let order = self.order.as_deref().map(str::parse).transpose()?;
            let resized = self.resized.map(|[width, height]| ImageSize::new(width, height));
            Declared::new(self.family.parse()?, space, order, resized.transpose()?)
        };
        let declared = declared().map_err(|error: DeclareError| Failure::told("output", &error))?;
        Ok(BoxReader {
            declared,
            other_class,
        })
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResponseKind {
    Boxes,
    Presence,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LabelledOther {
    #[default]
    Keep,
    Drop,
}

/// `OutputRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutputRequest {
    text: String,
    kind: ResponseKind,
    #[serde(default)]
    family: String,
    space: Option<String>,
    order: Option<String>,
    resized: Option<[u32; 2]>,
    references: Option<Vec<NamedFile>>,
    #[serde(default)]
    other_class: LabelledOther,
}

impl OutputRequest {
    fn boxes(&self) -> Result<BoxesReport, Failure> {
        let reader = OutputReader {
            family: self.family.clone(),
            space: self.space.clone(),
            order: self.order.clone(),
            resized: self.resized,
        };
        let reader = reader.reader(match self.other_class {
            LabelledOther::Keep => OtherClass::Keep,
            LabelledOther::Drop => OtherClass::Drop,
        })?;
        let references: Option<Annotations> = self.references.as_deref().map(references).transpose()?;
        let rows = read_rows(self.text.as_bytes()).map_err(unusable)?;
        read_boxes(&rows, &reader, references.as_ref()).map_err(unusable)
    }

    fn presence(&self) -> Result<PresenceReport, Failure> {
        let rows = read_rows(self.text.as_bytes()).map_err(unusable)?;
        Ok(read_presences(&rows))
    }
}

fn unusable(error: RowsError) -> Failure {
    Failure::told("output", &error)
}

/// `PresenceRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
struct PresenceRequest {
    references: Vec<NamedFile>,
    answers: NamedFile,
    #[serde(default)]
    settings: GroundingSettings,
}

impl PresenceRequest {
    fn report(&self) -> Result<presence::Report, Failure> {
        let references = references(&self.references)?;
        let rows = rows(&self.answers, "answers")?;
        let settings = self.settings.parse()?;
        let judged = presence::judge(&references, &rows).map_err(|error| match error {
            PresenceError::Answers(error) => Failure::of_file("answers", &self.answers.name, &error),
            PresenceError::References(error) => Failure::told("references", &error),
        })?;
        Ok(presence::report(
            &references,
            &judged,
            settings.details,
            &settings.resampling,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::files::tests::{boxes, file};
    use groundscope_benchmarks::output::{Family, Order, OutputSpace};
    use groundscope_benchmarks::read_references;

    const RESPONSES: &str = r#"{"image": "a.png", "class": "irf", "response": "[{\"bbox_2d\": [0, 0, 500, 250], \"label\": \"SRF\"}, {\"bbox_2d\": [0, 0, 5"}
        {"image": "a.png", "class": "drusen", "response": "There is none."}"#;
    const ANSWERS: &str = r#"{"image": "a.png", "class": "irf", "response": "Yes."}
        {"image": "a.png", "class": "srf", "response": "I cannot help with that."}"#;

    fn request(more: &serde_json::Value) -> OutputRequest {
        let mut request = serde_json::json!({"text": RESPONSES, "kind": "boxes", "family": "qwen3-vl"});
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        serde_json::from_value(request).unwrap()
    }

    #[test]
    fn responses_are_read_as_by_the_crate() {
        let references = boxes(&[[0, 0, 10, 10]]);
        let mut asked = request(&serde_json::json!({"otherClass": "drop"}));
        asked.references = Some(vec![file("r.json", &references)]);
        let reader = BoxReader {
            declared: Declared::new(Family::Qwen3, None, None, None).unwrap(),
            other_class: OtherClass::Drop,
        };
        let rows = read_rows(RESPONSES.as_bytes()).unwrap();
        let references = read_references(references.as_bytes()).unwrap();
        let report = asked.boxes().unwrap();
        assert_eq!(report, read_boxes(&rows, &reader, Some(&references)).unwrap());
        assert_eq!(
            (report.rows.len(), report.totals.other_class, report.totals.boxes),
            (2, 1, 0)
        );
        assert_eq!(asked.presence().unwrap(), read_presences(&rows));
    }

    #[test]
    fn space_order_and_size_are_declared() {
        let declared = |value| serde_json::from_value::<OutputReader>(value).unwrap();
        let reader = declared(
            serde_json::json!({"family": "plain", "space": "resized", "order": "xywh", "resized": [64, 32]}),
        );
        assert_eq!(
            reader.reader(OtherClass::Keep).unwrap().declared,
            Declared::new(
                Family::Plain,
                Some(OutputSpace::Resized),
                Some(Order::Xywh),
                Some(ImageSize::new(64, 32).unwrap())
            )
            .unwrap()
        );
        for bad in [
            serde_json::json!({"family": "gpt"}),
            serde_json::json!({"family": "plain"}),
            serde_json::json!({"family": "gemini", "space": "mm"}),
            serde_json::json!({"family": "gemini", "order": "zyx"}),
            serde_json::json!({"family": "qwen2.5-vl", "resized": [0, 7]}),
        ] {
            let failure = declared(bad.clone()).reader(OtherClass::Keep).unwrap_err();
            assert_eq!(failure.code(), "output", "{bad}");
        }
    }

    #[test]
    fn rows_that_cannot_be_used_are_told() {
        let mut bad = request(&serde_json::json!({"text": "[]"}));
        assert_eq!(bad.boxes().unwrap_err().code(), "output");
        assert_eq!(bad.presence().unwrap_err().code(), "output");
        bad = request(&serde_json::json!({"family": "qwen2.5-vl"}));
        assert_eq!(bad.boxes().unwrap_err().code(), "output");
    }

    #[test]
    fn answers_are_scored_as_by_the_crate() {
        let references = boxes(&[[0, 0, 10, 10]]);
        let asked = PresenceRequest {
            references: vec![file("r.json", &references)],
            answers: file("a.jsonl", ANSWERS),
            settings: GroundingSettings {
                details: true,
                replicates: 0,
                ..GroundingSettings::default()
            },
        };
        let annotations = read_references(references.as_bytes()).unwrap();
        let rows = read_rows(ANSWERS.as_bytes()).unwrap();
        let report = asked.report().unwrap();
        assert_eq!(report, presence::score(&annotations, &rows, true).unwrap());
        assert_eq!(
            (report.pooled.tp, report.pooled.fp, report.pooled.refused),
            (1, 1, 1)
        );
    }

    #[test]
    fn answers_about_other_images_are_told() {
        let mut asked = PresenceRequest {
            references: vec![file("r.json", &boxes(&[]))],
            answers: file("a.jsonl", &ANSWERS.replace("a.png", "b.png")),
            settings: GroundingSettings::default(),
        };
        let failure = asked.report().unwrap_err();
        assert_eq!(failure.code(), "answers");
        assert!(
            failure.message().starts_with("a.jsonl: line 1: "),
            "{}",
            failure.message()
        );
        asked.references = vec![file(
            "r.json",
            r#"{"format": "groundscope-boxes/1", "space": "pixel", "images": []}"#,
        )];
        assert_eq!(asked.report().unwrap_err().code(), "references");
    }
}
