//! What was read, as files to keep.

use groundscope_answers::Answer;
use groundscope_export::{
    Answered, Comparison, Exported, Format, PictureOptions, Reading, ReportOptions, export,
};
use groundscope_model::Findings;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::report_values::object;
use crate::values::from_js;

/// Writes scans with their findings in a format: the files of `groundscope read`, and the questions with their answers.
///
/// # Errors
/// `export`: what is wrong with the request; `bad_value` when the findings are not those of a reading.
#[wasm_bindgen(js_name = "exportFindings", unchecked_return_type = "ExportedFile")]
pub fn export_findings(
    #[wasm_bindgen(unchecked_param_type = "ExportRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    let Exported { name, mime, bytes } = from_js::<ExportRequest>(request)?.export()?;
    let bytes = js_sys::Uint8Array::from(bytes.as_slice());
    Ok(object([
        ("name", name.into()),
        ("mime", mime.into()),
        ("bytes", bytes.into()),
    ]))
}

/// `ExportRequest` of `web/worker/reports/export.ts`.
#[derive(Deserialize)]
struct ExportRequest {
    format: String,
    scans: Vec<Scan>,
    picture: Option<PictureOptions>,
    report: Option<ReportOptions>,
}

#[derive(Deserialize)]
struct Scan {
    name: String,
    findings: Findings,
    notes: Option<Vec<String>>,
    #[serde(default, with = "serde_bytes")]
    pixels: Option<Vec<u8>>,
    answers: Option<Vec<Asked>>,
    score: Option<Comparison>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    answer: Answer,
}

impl ExportRequest {
    fn export(self) -> Result<Exported, Failure> {
        let told = |error| Failure::told("export", &error);
        let format: Format = self.format.parse().map_err(told)?;
        let answers: Vec<Vec<Answered>> = self.scans.iter().map(Scan::answered).collect();
        let readings: Vec<Reading<'_>> = (self.scans.iter().zip(&answers))
            .map(|(scan, answers)| Reading {
                notes: scan.notes.as_deref().unwrap_or_default(),
                picture: scan.pixels.as_deref(),
                answers,
                comparison: scan.score.as_ref(),
                ..Reading::new(&scan.name, &scan.findings)
            })
            .collect();
        let picture = self.picture.unwrap_or_default();
        export(format, &readings, &picture, &self.report.unwrap_or_default()).map_err(told)
    }
}

impl Scan {
    fn answered(&self) -> Vec<Answered> {
        let asked = self.answers.iter().flatten();
        asked
            .map(|Asked { question, answer }| Answered {
                question: question.clone(),
                text: answer.text.clone(),
                understood: answer.understood.clone(),
                evidence: answer.evidence.clone(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(format: &str) -> ExportRequest {
        let findings = r#"{"width": 40, "height": 30, "device": "cpu", "model": "m", "findings": [
            {"class": "irf", "evidence": "real", "figure": null, "present": true, "probability": 0.9, "regions": [
                {"id": "irf-1", "box": [1, 2, 9, 8], "score": 0.8, "area_px": 48, "outline": [[[1, 2], [9, 2], [9, 8], [1, 8]]]}]}]}"#;
        let findings: serde_json::Value = serde_json::from_str(findings).unwrap();
        let value = serde_json::json!({"format": format, "scans": [{"name": "a.png", "findings": findings,
            "answers": [{"question": "IRF?", "answer": {"text": "Yes.", "understood": null, "verdict": null, "confidence": null,
                "evidence": ["irf-1"], "suggestions": []}}],
            "score": {"references": [{"name": "IRF", "short": "IRF", "box": [1, 2, 9, 8], "detected": true, "agg_iou": 1.0, "extra": 1}],
                "false_positives": [], "image": "a.png"}}],
            "picture": {"boxes": false, "shown": {"leastScore": 0.5}}, "report": {"date": "today"}});
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn every_format_is_written_as_by_the_crate() {
        for format in Format::ALL {
            let asked = request(format.id());
            let file = asked.export().unwrap();
            assert_eq!(file.name, format.file_name(&["a.png"]));
            assert_eq!(file.mime, format.mime());
            assert!(!file.bytes.is_empty());
        }
        let text = |format| String::from_utf8(request(format).export().unwrap().bytes).unwrap();
        assert!(
            text("transcript").contains("1. IRF?")
                && text("transcript").contains("irf-1: intraretinal fluid, 1, 2 to 9, 8")
        );
        assert!(text("svg").contains("IRF hit 1.00") && !text("svg").contains("stroke-opacity=\"0.6\""));
        assert!(text("report").contains("today"));
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let failure = request("pdf").export().unwrap_err();
        assert_eq!(
            (failure.code(), failure.message()),
            ("export", "There is no format \"pdf\".")
        );
        let mut none = request("csv");
        none.scans.clear();
        assert_eq!(none.export().unwrap_err().message(), "There is nothing to write.");
    }
}
