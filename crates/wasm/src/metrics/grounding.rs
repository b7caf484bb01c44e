//! Whole files of boxes scored: the report of the command line, and the partial results that merge into it.

use groundscope_benchmarks::{Annotations, Partial, Report, Settings, grounding};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::files::{NamedFile, predictions, references};
use crate::metrics::report_values::report_to_js;
use crate::metrics::settings::GroundingSettings;
use crate::values::from_js;

/// Scores a file of predictions against references: the report of `groundscope score grounding --json`.
///
/// # Errors
/// `references` or `predictions` for a bad file, `score` when they do not belong together, `bad_value` for bad settings.
#[wasm_bindgen(js_name = "scoreGrounding", unchecked_return_type = "GroundingReport")]
pub fn score_grounding(
    #[wasm_bindgen(unchecked_param_type = "GroundingRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    report_to_js(&from_js::<GroundingRequest>(request)?.report()?)
}

/// The same as a partial result, `groundscope-partial/1`: what `groundscope score grounding --partial` writes.
///
/// # Errors
/// As [`score_grounding`].
#[wasm_bindgen(
    js_name = "partialGrounding",
    unchecked_return_type = "Uint8Array<ArrayBuffer>"
)]
pub fn partial_grounding(
    #[wasm_bindgen(unchecked_param_type = "GroundingRequest")] request: JsValue,
) -> Result<js_sys::Uint8Array, JsValue> {
    let bytes = from_js::<GroundingRequest>(request)?.partial()?;
    Ok(js_sys::Uint8Array::from(bytes.as_slice()))
}

/// Merges partial results, in any order, into the report of `groundscope merge --json`.
///
/// # Errors
/// `partial`: what is wrong with a file, or why two do not belong together.
#[wasm_bindgen(js_name = "mergePartials", unchecked_return_type = "GroundingReport")]
pub fn merge_partials(
    #[wasm_bindgen(unchecked_param_type = "NamedFile[]")] files: JsValue,
) -> Result<JsValue, JsValue> {
    report_to_js(&merged(&from_js::<Vec<NamedFile>>(files)?)?)
}

/// `GroundingRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
struct GroundingRequest {
    references: Vec<NamedFile>,
    predictions: Vec<NamedFile>,
    #[serde(default)]
    settings: GroundingSettings,
}

impl GroundingRequest {
    fn read(&self) -> Result<(Annotations, Annotations, Settings), Failure> {
        let settings = self.settings.parse()?;
        let references = references(&self.references)?;
        let predictions = predictions(&self.predictions, &references)?;
        Ok((references, predictions, settings))
    }

    fn report(&self) -> Result<Report, Failure> {
        let (references, predictions, settings) = self.read()?;
        Ok(grounding::score(&references, &predictions, &settings)?)
    }

    fn partial(&self) -> Result<Vec<u8>, Failure> {
        let (references, predictions, settings) = self.read()?;
        let partial = grounding::partial(&references, &predictions, &settings)?;
        partial
            .to_bytes()
            .map_err(|error| Failure::told("partial", &error))
    }
}

fn merged(files: &[NamedFile]) -> Result<Report, Failure> {
    let mut merged: Option<Partial> = None;
    for file in files {
        let partial = Partial::from_bytes(&file.bytes)
            .map_err(|error| Failure::of_file("partial", &file.name, &error))?;
        merged = Some(match merged {
            None => partial,
            Some(before) => before
                .merge(partial)
                .map_err(|error| Failure::of_file("partial", &file.name, &error))?,
        });
    }
    let nothing = || {
        let hint = "Give the files that groundscope score grounding --partial or partialGrounding made.";
        Failure::new("partial", "There is no partial result to merge.", hint)
    };
    Ok(Report::of(&merged.ok_or_else(nothing)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::files::tests::{boxes, file};
    use groundscope_benchmarks::{read_predictions, read_references};

    fn request(settings: &str) -> GroundingRequest {
        GroundingRequest {
            references: vec![file("r.json", &boxes(&[[0, 0, 10, 10], [50, 50, 60, 60]]))],
            predictions: vec![file("p.json", &boxes(&[[0, 0, 10, 5], [80, 80, 90, 90]]))],
            settings: serde_json::from_str(settings).unwrap(),
        }
    }

    fn own(request: &GroundingRequest, settings: &Settings) -> Report {
        let references = read_references(&request.references[0].bytes).unwrap();
        let predictions = read_predictions(&request.predictions[0].bytes, &references).unwrap();
        grounding::score(&references, &predictions, settings).unwrap()
    }

    #[test]
    fn the_report_is_the_crates_own() {
        let asked = request(r#"{"details": true, "replicates": 50}"#);
        let mut settings = Settings {
            details: true,
            beside: true,
            ..Settings::default()
        };
        settings.resampling.replicates = 50;
        let report = asked.report().unwrap();
        assert_eq!(report, own(&asked, &settings));
        let irf = report.class("irf").unwrap();
        assert_eq!((irf.tp, irf.fp, irf.missed, irf.mean_agg_iou), (1, 1, 1, 0.25));
        assert!(report.errors.is_some() && report.images.is_some() && report.intervals.is_some());
        let bare = request(r#"{"beside": false, "replicates": 0}"#).report().unwrap();
        assert_eq!(bare, own(&asked, &Settings::default()));
    }

    #[test]
    fn a_partial_result_merges_into_the_report() {
        let asked = request("{}");
        let bytes = asked.partial().unwrap();
        let part = NamedFile {
            name: "1.part".to_owned(),
            bytes,
        };
        let mut settings = Settings::default();
        settings.resampling.replicates = 1000;
        let report = merged(std::slice::from_ref(&part)).unwrap();
        assert_eq!(report, own(&asked, &settings));
        let twice = merged(&[part.clone(), part.clone()]).unwrap_err();
        assert_eq!(
            (twice.code(), twice.message()),
            (
                "partial",
                "1.part: the same images are in two of the partial results."
            )
        );
        let mut cut = part;
        cut.bytes.pop();
        assert_eq!(merged(&[cut]).unwrap_err().code(), "partial");
        assert_eq!(merged(&[]).unwrap_err().code(), "partial");
    }

    #[test]
    fn files_that_do_not_belong_together_are_told() {
        let mut other = request("{}");
        other.predictions = vec![file("p.json", &boxes(&[]).replace("a.png", "b.png"))];
        assert_eq!(other.report().unwrap_err().code(), "score");
        assert_eq!(other.partial().unwrap_err().code(), "score");
    }
}
