//! AggIoU of one scan, ready to be shown: what `benchmarks` says of it, as one value.

use groundscope_benchmarks::{
    Annotations, Areas, ClassLabel, ClassReport, OneToOneReport, PixelImage, PredictionExplanation,
    ReferenceExplanation, ScoreError, explain_in, grounding, read_references,
};
use groundscope_geometry::PixelBox;
use groundscope_ontology::{Class, Language};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::boxes::{ClassBox, notes};
use crate::metrics::files::{self, NamedFile};
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
    predictions: Predictions,
    settings: ScoreSettings,
    #[serde(default)]
    language: Language,
}

/// The boxes of the image, in pixels, or the text of a file that has them.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Predictions {
    Boxes(Vec<ClassBox>),
    File(String),
}

#[derive(Debug, Deserialize)]
struct Image {
    name: String,
    /// Of the open scan; where no scan is open, the files know it.
    #[serde(flatten)]
    size: Option<Size>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Size {
    width: u32,
    height: u32,
}

/// `ScoreView` of `web/worker/types.ts`.
#[derive(Debug, Serialize)]
struct ScoreView {
    image: String,
    width: u32,
    height: u32,
    settings: ScoreSettings,
    references: Vec<ReferenceScore>,
    predictions: Vec<PredictionScore>,
    false_positives: Vec<FalsePositive>,
    per_class: Vec<ClassScore>,
    total: ClassReport,
    one_to_one: OneToOneTotal,
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
    areas: Areas,
    union: Vec<Vec<[f64; 2]>>,
    intersection: Vec<Vec<[f64; 2]>>,
    explanation: String,
    one_to_one: OneToOneScore,
}

#[derive(Debug, Serialize)]
struct OneToOneScore {
    matched: bool,
    prediction: Option<usize>,
    iou: f64,
    difference: String,
}

/// One-to-one matching of all boxes, and the least IoU that it takes for a match.
#[derive(Debug, Serialize)]
struct OneToOneTotal {
    threshold: f64,
    #[serde(flatten)]
    figures: OneToOneReport,
}

#[derive(Debug, Serialize)]
struct PredictionScore {
    #[serde(flatten)]
    words: ClassWords,
    label: String,
    index: usize,
    #[serde(rename = "box")]
    corners: [f64; 4],
    outcome: &'static str,
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
        let (settings, language) = (request.settings.parse()?, request.language);
        let all = read_references(request.references.as_bytes())?;
        let stranger = |error| stranger(&error, &all, &request.image);
        let at = all.find_image(&request.image.name).map_err(stranger)?;
        let predictions = request.predictions.of_image(&request.image, &all, at)?;
        let references = all.only(at);
        let explained = explain_in(&references, &predictions, 0, &settings, language).map_err(stranger)?;
        let report = grounding::score(&references, &predictions, &settings)?;
        let mut notes = notes(&all.tally, "reference");
        notes.extend(crate::metrics::boxes::notes(&predictions.tally, "predicted"));
        let (mut scored, mut predicted) = (explained.references, explained.predictions);
        scored.sort_by_key(|reference| reference.index);
        predicted.sort_by_key(|prediction| prediction.index);
        Ok(Self {
            image: explained.id,
            width: explained.width,
            height: explained.height,
            settings: request.settings,
            total: report.pooled,
            one_to_one: OneToOneTotal {
                threshold: report.one_to_one.iou,
                figures: explained.one_to_one,
            },
            references: (scored.iter())
                .map(|reference| ReferenceScore::of(reference, language))
                .collect(),
            false_positives: (predicted.iter())
                .filter(|prediction| prediction.status == "false")
                .map(FalsePositive::of)
                .collect(),
            predictions: (predicted.iter())
                .map(|prediction| PredictionScore::of(prediction, language))
                .collect(),
            per_class: report
                .per_class
                .iter()
                .map(|(class, figures)| ClassScore {
                    words: ClassWords::of(class, language),
                    figures: *figures,
                })
                .collect(),
            notes,
        })
    }
}

impl Predictions {
    /// Those of one image of the references.
    fn of_image(&self, image: &Image, references: &Annotations, at: usize) -> Result<Annotations, Failure> {
        let found = references.images.get(at);
        let size = image.size.or(found.map(|found| Size {
            width: found.width,
            height: found.height,
        }));
        let Size { width, height } = size.unwrap_or(Size { width: 0, height: 0 });
        let of = |boxes: &[ClassBox]| {
            let boxes = boxes.iter().map(|b| {
                let [x1, y1, x2, y2] = b.corners;
                (
                    ClassLabel::from_name(&b.class),
                    PixelBox::new(x1, y1, x2, y2),
                    b.score,
                )
            });
            Annotations::in_pixels([PixelImage {
                id: image.name.clone(),
                width,
                height,
                boxes: boxes.collect(),
            }])
        };
        let text = match self {
            Self::Boxes(boxes) => return Ok(of(boxes)?),
            Self::File(text) => text,
        };
        let file = NamedFile {
            name: "predictions".to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        let all = files::predictions(&[file], references)?;
        // A file that says nothing of an image has no box there.
        match all.find_image(found.map_or(&image.name, |found| &found.id)) {
            Ok(at) => Ok(all.only(at)),
            Err(ScoreError::UnknownImage { .. }) => Ok(of(&[])?),
            Err(error) => Err(error.into()),
        }
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
                match open.size {
                    Some(_) => format!("These boxes are for {theirs}; the open scan is {}.", open.name),
                    None => format!("These boxes are for {theirs}; there is no image {}.", open.name),
                },
                "Open that scan, or load boxes whose image has this scan's file name.",
            )
        }
        ScoreError::SizeDiffers {
            width,
            height,
            predicted_width,
            predicted_height,
            ..
        } => Failure::new(
            "score",
            format!(
                "These boxes are for a scan of {width} x {height} pixels; {} has {predicted_width} x {predicted_height}.",
                open.name
            ),
            "Load boxes of the original scan, not of a resized one.",
        ),
        _ => Failure::told("score", error),
    }
}

impl ClassWords {
    fn of(id: &str, language: Language) -> Self {
        let class = Class::from_id(id);
        Self {
            class: id.to_owned(),
            name: class.map_or(id, |class| class.name_in(language)).to_owned(),
            short: class.map_or(id, |class| class.short_in(language)).to_owned(),
            group: class.map(|class| class.group().id()),
        }
    }
}

impl ReferenceScore {
    fn of(reference: &ReferenceExplanation, language: Language) -> Self {
        let Areas {
            intersection, either, ..
        } = &reference.areas;
        Self {
            words: ClassWords::of(&reference.class, language),
            corners: reference.corners,
            agg_iou: reference.agg_iou,
            fraction: format!("{intersection}/{either}"),
            detected: reference.status == "hit",
            gathered: reference.gathered.clone(),
            areas: reference.areas.clone(),
            union: reference.union_outline.clone(),
            intersection: reference.intersection_outline.clone(),
            explanation: reference.sentence.clone(),
            one_to_one: OneToOneScore {
                matched: reference.one_to_one.status == "hit",
                prediction: reference.one_to_one.prediction,
                iou: reference.one_to_one.iou,
                difference: reference.difference.clone(),
            },
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

impl PredictionScore {
    fn of(prediction: &PredictionExplanation, language: Language) -> Self {
        Self {
            words: ClassWords::of(&prediction.class, language),
            label: prediction.label.clone(),
            index: prediction.index,
            corners: prediction.corners,
            outcome: prediction.status,
            explanation: prediction.sentence.clone(),
        }
    }
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
                size: Some(Size {
                    width: 200,
                    height: 100,
                }),
            },
            predictions: Predictions::Boxes(
                (predictions.iter())
                    .map(|(class, corners)| ClassBox {
                        class: (*class).to_owned(),
                        corners: *corners,
                        score: None,
                    })
                    .collect(),
            ),
            settings: ScoreSettings {
                t1: 0.1,
                t2: 0.3,
                fp: "undetected".to_owned(),
            },
            language: Language::En,
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
        assert_eq!((irf.union.len(), irf.intersection.len()), (1, 1));
        assert_eq!(
            (irf.areas.reference.as_str(), irf.areas.union.as_str()),
            ("10000", "7500")
        );
        // No box of the three is half of it: the best is a quarter.
        let one = &irf.one_to_one;
        assert_eq!((one.matched, one.prediction, one.iou), (false, Some(0), 0.25));
        assert_eq!(
            one.difference,
            "One-to-one matching at IoU 0.5 looks at one box at a time, and the best, IRF 1, reaches IoU 0.250: missed. AggIoU \
             gathers 3 boxes that cover 75% of it: hit."
        );
        let beside = &view.one_to_one;
        assert_eq!(
            (
                beside.threshold,
                beside.figures.tp,
                beside.figures.fp,
                beside.figures.missed
            ),
            (0.5, 0, 4, 2)
        );
        let labels: Vec<_> = view
            .predictions
            .iter()
            .map(|p| (p.label.as_str(), p.outcome))
            .collect();
        assert_eq!(
            labels,
            [
                ("IRF 1", "hit"),
                ("SRF", "false"),
                ("IRF 2", "hit"),
                ("IRF 3", "hit")
            ]
        );
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
    fn two_files_are_scored_image_by_image_without_a_scan() {
        let file = r#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
            {"id": "scan.png", "width": 200, "height": 100, "boxes": [{"class": "irf", "box": [0, 0, 50, 100]}]}]}"#;
        let of = |name: &str| {
            let text = serde_json::json!({
                "references": REFERENCES, "image": {"name": name}, "predictions": file, "language": "de",
                "settings": {"t1": 0.1, "t2": 0.3, "fp": "undetected"},
            });
            ScoreView::of(serde_json::from_value(text).unwrap())
        };
        let view = of("a/scan.png").unwrap();
        assert_eq!((view.width, view.height), (200, 100));
        assert_eq!(view.references[0].fraction, "5000/10000");
        assert!(view.references[0].one_to_one.matched);
        let none = of("other.png").unwrap();
        assert_eq!((none.total.tp, none.total.fp, none.total.missed), (0, 0, 1));
        assert_eq!(
            none.references[0].one_to_one.difference,
            "Die Eins-zu-eins-Zuordnung ab IoU 0,5 verfehlt sie auch: Keine Box ihrer Klasse überlappt sie."
        );
        assert!(
            of("third.png")
                .unwrap_err()
                .message()
                .ends_with("there is no image third.png.")
        );
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
        resized.image.size = Some(Size {
            width: 100,
            height: 100,
        });
        assert_eq!(ScoreView::of(resized).unwrap_err().code(), "score");
        let mut broken = request(&[]);
        broken.references = "{".to_owned();
        assert_eq!(ScoreView::of(broken).unwrap_err().code(), "references");
        let mut settings = request(&[]);
        settings.settings.t1 = 1.5;
        assert_eq!(ScoreView::of(settings).unwrap_err().code(), "bad_value");
    }
}
