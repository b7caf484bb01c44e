//! AggIoU of one scan, ready to be shown: what `benchmarks` says of it, as one value.

use groundscope_benchmarks::{
    Annotations, ClassLabel, ClassReport, PixelImage, PredictionExplanation, ReferenceExplanation,
    ScoreError, explain, grounding, read_references,
};
use groundscope_geometry::PixelBox;
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::boxes::{ClassBox, notes};
use crate::metrics::settings::ScoreSettings;
use crate::values::{from_js, to_js};

/// AggIoU of one scan against the references of its image.
///
/// # Errors
/// `references` for a bad file, `score` when scan and references do not belong together, `bad_value` for bad settings.
#[wasm_bindgen(unchecked_return_type = "ScoreView")]
pub fn score(
    #[wasm_bindgen(unchecked_param_type = "ScoreRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&ScoreView::of(from_js(request)?)?)
}

/// `ScoreRequest` of `web/worker/types.ts`.
#[derive(Debug, Deserialize)]
struct ScoreRequest {
    references: String,
    image: Image,
    predictions: Vec<ClassBox>,
    settings: ScoreSettings,
}

#[derive(Debug, Deserialize)]
struct Image {
    name: String,
    width: u32,
    height: u32,
}

/// `ScoreView` of `web/worker/types.ts`.
#[derive(Debug, Serialize)]
struct ScoreView {
    image: String,
    settings: ScoreSettings,
    references: Vec<ReferenceScore>,
    false_positives: Vec<FalsePositive>,
    per_class: Vec<ClassScore>,
    total: ClassReport,
    notes: Vec<String>,
}

/// What a class is called and where it sits.
#[derive(Debug, Serialize)]
struct ClassWords {
    class: String,
    name: String,
    short: String,
    group: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct ReferenceScore {
    #[serde(flatten)]
    words: ClassWords,
    #[serde(rename = "box")]
    corners: [f64; 4],
    agg_iou: f64,
    fraction: String,
    detected: bool,
    gathered: Vec<usize>,
    union: Vec<Vec<[f64; 2]>>,
    explanation: String,
}

#[derive(Debug, Serialize)]
struct FalsePositive {
    index: usize,
    class: String,
    #[serde(rename = "box")]
    corners: [f64; 4],
    explanation: String,
}

#[derive(Debug, Serialize)]
struct ClassScore {
    #[serde(flatten)]
    words: ClassWords,
    #[serde(flatten)]
    figures: ClassReport,
}

impl ScoreView {
    fn of(request: ScoreRequest) -> Result<Self, Failure> {
        let settings = request.settings.parse()?;
        let all = read_references(request.references.as_bytes())?;
        let stranger = |error| stranger(&error, &all, &request.image);
        let references = all.only(all.find_image(&request.image.name).map_err(stranger)?);
        let predictions = Annotations::in_pixels([PixelImage {
            id: request.image.name.clone(),
            width: request.image.width,
            height: request.image.height,
            boxes: request
                .predictions
                .iter()
                .map(|b| {
                    let [x1, y1, x2, y2] = b.corners;
                    (
                        ClassLabel::from_name(&b.class),
                        PixelBox::new(x1, y1, x2, y2),
                        b.score,
                    )
                })
                .collect(),
        }])?;
        let explained = explain(&references, &predictions, 0, &settings).map_err(stranger)?;
        let report = grounding::score(&references, &predictions, &settings)?;
        let mut notes = notes(&all.tally, "reference");
        notes.extend(crate::metrics::boxes::notes(&predictions.tally, "predicted"));
        let mut scored = explained.references;
        scored.sort_by_key(|reference| reference.index);
        let false_positives = explained
            .predictions
            .iter()
            .filter(|prediction| prediction.status == "false");
        let mut false_positives: Vec<FalsePositive> = false_positives.map(FalsePositive::of).collect();
        false_positives.sort_by_key(|prediction| prediction.index);
        Ok(Self {
            image: explained.id,
            settings: request.settings,
            total: report.pooled,
            references: scored.iter().map(ReferenceScore::of).collect(),
            false_positives,
            per_class: report
                .per_class
                .iter()
                .map(|(class, figures)| ClassScore {
                    words: ClassWords::of(class),
                    figures: *figures,
                })
                .collect(),
            notes,
        })
    }
}

/// The boxes are for another scan: in the words of someone who has one scan open.
fn stranger(error: &ScoreError, all: &Annotations, open: &Image) -> Failure {
    match error {
        ScoreError::UnknownImage { .. } => {
            let theirs = match all.images.as_slice() {
                [] => "no scan at all".to_owned(),
                [one] => one.id.clone(),
                [first, rest @ ..] => format!("{} and {} more", first.id, rest.len()),
            };
            Failure::new(
                "score",
                format!("These boxes are for {theirs}; the open scan is {}.", open.name),
                "Open that scan, or load boxes whose image has this scan's file name.",
            )
        }
        ScoreError::SizeDiffers { width, height, .. } => Failure::new(
            "score",
            format!(
                "These boxes are for a scan of {width} x {height} pixels; {} has {} x {}.",
                open.name, open.width, open.height
            ),
            "Load boxes of the original scan, not of a resized one.",
        ),
        _ => Failure::told("score", error),
    }
}

impl ClassWords {
    fn of(id: &str) -> Self {
        let class = Class::from_id(id);
        Self {
            class: id.to_owned(),
            name: class.map_or(id, |class| class.name()).to_owned(),
            short: class.map_or(id, |class| class.short()).to_owned(),
            group: class.map(|class| class.group().id()),
        }
    }
}

impl ReferenceScore {
    fn of(reference: &ReferenceExplanation) -> Self {
        let [x1, y1, x2, y2] = reference.corners;
        let area = (x2 - x1) * (y2 - y1);
        let shared = reference.covered * area;
        let either = area + reference.union_area - shared;
        Self {
            words: ClassWords::of(&reference.class),
            corners: reference.corners,
            agg_iou: reference.agg_iou,
            fraction: format!("{}/{}", two_decimals(shared), two_decimals(either)),
            detected: reference.status == "hit",
            gathered: reference.gathered.clone(),
            union: reference.union_outline.clone(),
            explanation: reference.sentence.clone(),
        }
    }
}

impl FalsePositive {
    fn of(prediction: &PredictionExplanation) -> Self {
        Self {
            index: prediction.index,
            class: prediction.class.clone(),
            corners: prediction.corners,
            explanation: prediction.sentence.clone(),
        }
    }
}

/// At most two decimals, whole where it is whole.
fn two_decimals(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    rounded.to_string()
}

impl From<ScoreError> for Failure {
    fn from(error: ScoreError) -> Self {
        Self::told("score", &error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::boxes::tests::REFERENCES;

    fn request(predictions: &[(&str, [f64; 4])]) -> ScoreRequest {
        ScoreRequest {
            references: REFERENCES.to_owned(),
            image: Image {
                name: "scan.tif".to_owned(),
                width: 200,
                height: 100,
            },
            predictions: predictions
                .iter()
                .map(|(class, corners)| ClassBox {
                    class: (*class).to_owned(),
                    corners: *corners,
                    score: None,
                })
                .collect(),
            settings: ScoreSettings {
                t1: 0.1,
                t2: 0.3,
                fp: "undetected".to_owned(),
            },
        }
    }

    #[test]
    fn a_scan_is_scored_against_its_own_image_alone() {
        // Three quarters of the reference, in three boxes: AggIoU 0.75 (the first case of docs/scoring.md).
        let view = ScoreView::of(request(&[
            ("irf", [0.0, 0.0, 50.0, 50.0]),
            ("srf", [10.0, 10.0, 20.0, 20.0]),
            ("irf", [50.0, 0.0, 100.0, 50.0]),
            ("irf", [0.0, 50.0, 50.0, 100.0]),
        ]))
        .unwrap();
        assert_eq!(view.image, "a/scan.png");
        let irf = &view.references[0];
        assert_eq!(
            (irf.agg_iou, irf.fraction.as_str(), irf.detected),
            (0.75, "7500/10000", true)
        );
        assert_eq!(irf.gathered, [0, 2, 3]);
        assert_eq!(irf.union.len(), 1);
        let own = &view.references[1];
        assert_eq!(
            (own.words.class.as_str(), own.words.group, own.detected),
            ("my own class", None, false)
        );
        let false_ones: Vec<usize> = view.false_positives.iter().map(|p| p.index).collect();
        assert_eq!(false_ones, [1]);
        assert_eq!((view.total.tp, view.total.fp, view.total.missed), (1, 1, 1));
        assert_eq!(view.total.mean_agg_iou, 0.375);
        let classes: Vec<&str> = view.per_class.iter().map(|c| c.words.class.as_str()).collect();
        assert_eq!(classes, ["irf", "srf", "my own class"]);
    }

    #[test]
    fn what_does_not_belong_together_is_told() {
        let mut other = request(&[]);
        other.image.name = "unknown.png".to_owned();
        let told = ScoreView::of(other).unwrap_err();
        assert_eq!(told.code(), "score");
        assert!(
            told.message().ends_with("; the open scan is unknown.png."),
            "{}",
            told.message()
        );
        let mut resized = request(&[]);
        resized.image.width = 100;
        assert_eq!(ScoreView::of(resized).unwrap_err().code(), "score");
        let mut broken = request(&[]);
        broken.references = "{".to_owned();
        assert_eq!(ScoreView::of(broken).unwrap_err().code(), "references");
        let mut settings = request(&[]);
        settings.settings.t1 = 1.5;
        assert_eq!(ScoreView::of(settings).unwrap_err().code(), "bad_value");
    }
}
