//! AggIoU of one image explained: what each reference gathered, the union drawn, and the verdict in words.

use groundscope_geometry::exact::{union_area, union_outline};
use groundscope_geometry::{Decimal, DecimalBox};
use groundscope_metrics::{AggIouSettings, ReferenceScore, Threshold, agg_iou};
use serde::Serialize;

use crate::common_space::CommonSpace;
use crate::pairs::{Matched, PairScore};
use crate::{Annotations, ImageBoxes, ScoreError, Settings};

/// One image of the references with the predictions for it, every coordinate in pixels of the original image.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImageExplanation {
    /// The image as the references name it.
    pub id: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Detected references, over all classes.
    pub tp: u64,
    /// False predictions, over all classes.
    pub fp: u64,
    /// Missed references, over all classes.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// Each reference box, class by class.
    pub references: Vec<ReferenceExplanation>,
    /// Each prediction, class by class.
    pub predictions: Vec<PredictionExplanation>,
}

/// What became of one reference box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReferenceExplanation {
    /// Its class.
    pub class: String,
    /// The class in words.
    pub name: String,
    /// x1, y1, x2, y2.
    #[serde(rename = "box")]
    pub corners: [f64; 4],
    /// Its place in the reference array as given.
    pub index: usize,
    /// `hit` or `missed`.
    pub status: &'static str,
    /// AggIoU.
    pub agg_iou: f64,
    /// The predictions gathered, as indices into the prediction array as given.
    pub gathered: Vec<usize>,
    /// The area that they cover together, in square pixels.
    pub union_area: f64,
    /// The outline of that area: closed rings, to be filled even-odd.
    pub union_outline: Vec<Vec<[f64; 2]>>,
    /// The share of the reference that they cover.
    pub covered: f64,
    /// A gathered prediction without which this would be a hit, if one alone makes the difference.
    pub stray: Option<usize>,
    /// The verdict in words.
    pub sentence: String,
}

/// What became of one prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictionExplanation {
    /// The class it was scored as.
    pub class: String,
    /// The class in words.
    pub name: String,
    /// x1, y1, x2, y2.
    #[serde(rename = "box")]
    pub corners: [f64; 4],
    /// Its place in the prediction array as given.
    pub index: usize,
    /// `hit` (counts for a reference), `false`, or `not_asked`.
    pub status: &'static str,
    /// The references that gathered it, as indices into the reference array as given.
    pub gathered_by: Vec<usize>,
    /// The verdict in words.
    pub sentence: String,
}

/// Explains one image of the references, by its place there ([`Annotations::find_image`] finds a scan's).
///
/// # Errors
/// [`ScoreError`] as for [`crate::grounding::score`]; [`ScoreError::UnknownImage`] for a place beyond the last image.
pub fn explain(
    references: &Annotations,
    predictions: &Annotations,
    image: usize,
    settings: &Settings,
) -> Result<ImageExplanation, ScoreError> {
    let matched = Matched::new(references, predictions)?;
    let boxes = references
        .images
        .get(image)
        .ok_or_else(|| ScoreError::UnknownImage {
            id: format!("number {image}"),
        })?;
    let pairs = matched.score_image(image, &settings.agg_iou);
    let mut explanation = ImageExplanation {
        id: boxes.id.clone(),
        width: boxes.width,
        height: boxes.height,
        tp: 0,
        fp: 0,
        missed: 0,
        references: Vec::new(),
        predictions: Vec::new(),
    };
    for pair in &pairs {
        let counts = pair.counts();
        explanation.tp += counts.true_positives;
        explanation.fp += counts.false_positives;
        explanation.missed += counts.false_negatives;
        let given = Given::of(&matched, boxes, image, pair);
        for position in 0..pair.score.references.len() {
            explanation
                .references
                .extend(explain_reference(pair, position, &given, &settings.agg_iou));
        }
        for position in 0..pair.predictions.len() {
            explanation
                .predictions
                .extend(explain_prediction(pair, position, &given));
        }
    }
    Ok(explanation)
}

/// Where one pair's boxes stand in the arrays as given, and on the image.
struct Given {
    references: Vec<usize>,
    predictions: Vec<usize>,
    space: CommonSpace,
}

impl Given {
    fn of(matched: &Matched<'_>, boxes: &ImageBoxes, image: usize, pair: &PairScore) -> Self {
        let index = |boxes: Option<&ImageBoxes>, positions: &[usize]| {
            let at = |p: &usize| boxes.and_then(|b| b.boxes.get(*p)).map_or(0, |b| b.index);
            positions.iter().map(at).collect()
        };
        Self {
            references: index(Some(boxes), &pair.references),
            predictions: index(matched.partner(image), &pair.predictions),
            space: matched.common_space(boxes),
        }
    }

    fn predictions(&self, positions: &[usize]) -> Vec<usize> {
        positions
            .iter()
            .filter_map(|p| self.predictions.get(*p).copied())
            .collect()
    }
}

fn explain_reference(
    pair: &PairScore,
    position: usize,
    given: &Given,
    settings: &AggIouSettings,
) -> Option<ReferenceExplanation> {
    let score = pair.score.references.get(position)?;
    let reference = pair.reference_boxes.get(position)?;
    let gathered: Vec<DecimalBox> = score
        .gathered
        .iter()
        .filter_map(|i| pair.prediction_boxes.get(*i).copied())
        .collect();
    let inside: Vec<DecimalBox> = gathered
        .iter()
        .filter_map(|p| p.intersection(reference))
        .collect();
    let (union, shared) = (union_area(&gathered), union_area(&inside));
    let stray = find_stray(reference, &gathered, score, settings);
    let rings = union_outline(&gathered).into_iter();
    Some(ReferenceExplanation {
        class: pair.label.id().to_owned(),
        name: pair.label.name().to_owned(),
        corners: given.space.box_in_pixels(reference),
        index: given.references.get(position).copied()?,
        status: if score.detected { "hit" } else { "missed" },
        agg_iou: score.agg_iou.to_f64(),
        gathered: given.predictions(&score.gathered),
        union_area: given.space.area_in_pixels(union),
        union_outline: rings
            .map(|ring| ring.into_iter().map(|p| given.space.point_in_pixels(p)).collect())
            .collect(),
        covered: shared as f64 / reference.area() as f64,
        stray: stray
            .and_then(|(i, _)| score.gathered.get(i))
            .and_then(|p| given.predictions.get(*p))
            .copied(),
        sentence: sentence(score, union - shared > reference.area() - shared, stray, settings),
    })
}

/// The gathered prediction whose absence would lift AggIoU above t2 the furthest, with the AggIoU then.
fn find_stray(
    reference: &DecimalBox,
    gathered: &[DecimalBox],
    score: &ReferenceScore,
    settings: &AggIouSettings,
) -> Option<(usize, f64)> {
    if score.detected {
        return None;
    }
    let without = |skipped: usize| {
        let kept = gathered.iter().enumerate().filter(|(i, _)| *i != skipped);
        let kept: Vec<DecimalBox> = kept.map(|(_, b)| *b).collect();
        let score = agg_iou::score(&[*reference], &kept, settings);
        score
            .references
            .into_iter()
            .next()
            .filter(|r| r.detected)
            .map(|r| r.agg_iou)
    };
    let candidates = (0..gathered.len()).filter_map(|i| Some((i, without(i)?)));
    // The first of equals, so that the answer does not depend on anything but the boxes.
    let best = candidates.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(i, ratio)| (i, ratio.to_f64()))
}

fn sentence(
    score: &ReferenceScore,
    beyond: bool,
    stray: Option<(usize, f64)>,
    settings: &AggIouSettings,
) -> String {
    let AggIouSettings { t1, t2, .. } = settings;
    let value = decimals(score.agg_iou.to_f64());
    let boxes = match score.gathered.len() {
        0 => {
            return format!(
                "Missed: no predicted box overlaps it by more than {} of the smaller of the two.",
                percent(*t1)
            );
        }
        1 => "one predicted box reaches".to_owned(),
        n => format!("{n} predicted boxes together reach"),
    };
    if score.detected {
        return format!("Hit: {boxes} AggIoU {value}, more than {t2}.");
    }
    let missed = format!("Missed: {boxes} only AggIoU {value}, not more than {t2}");
    match stray {
        Some((_, without)) => format!(
            "{missed}. One stray box destroys the hit: without it AggIoU would be {}.",
            decimals(without)
        ),
        None if beyond => format!("{missed}: most of the difference lies outside the reference."),
        None => format!("{missed}: most of the difference is reference left uncovered."),
    }
}

fn percent(threshold: Threshold) -> String {
    // Six decimals of a share are four of a percentage.
    let micros = threshold.micros();
    match Decimal::from_micros(micros * 100) {
        Ok(percent) => format!("{percent}%"),
        Err(_) => threshold.to_string(),
    }
}

fn decimals(value: f64) -> String {
    format!("{value:.3}")
}

fn explain_prediction(pair: &PairScore, position: usize, given: &Given) -> Option<PredictionExplanation> {
    let gatherers = pair.score.references.iter().zip(&given.references);
    let gatherers: Vec<(bool, usize)> = gatherers
        .filter(|(reference, _)| reference.gathered.contains(&position))
        .map(|(reference, index)| (reference.detected, *index))
        .collect();
    let serves = gatherers.iter().filter(|(detected, _)| *detected).count();
    let is_false = pair.score.false_positives.contains(&position);
    let (status, sentence) = match (is_false, pair.asked, serves) {
        (true, false, _) => (
            "not_asked",
            "Not counted: the references do not say whether this image has more of this class.",
        ),
        (true, true, _) if gatherers.is_empty() => ("false", "False: no reference box gathers it."),
        (true, true, _) => ("false", "False: the reference it overlaps is not detected."),
        (false, _, 0) => (
            "hit",
            "Not false by the setting: a reference gathers it, though that one is missed.",
        ),
        (false, _, 1) => ("hit", "Hit: it counts for one reference box."),
        (false, _, _) => ("hit", "Hit: it counts for several reference boxes."),
    };
    Some(PredictionExplanation {
        class: pair.label.id().to_owned(),
        name: pair.label.name().to_owned(),
        corners: given.space.box_in_pixels(pair.prediction_boxes.get(position)?),
        index: given.predictions.get(position).copied()?,
        status,
        gathered_by: gatherers.into_iter().map(|(_, index)| index).collect(),
        sentence: sentence.to_owned(),
    })
}
