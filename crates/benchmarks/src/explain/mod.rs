//! AggIoU of one image explained: what each reference gathered, the areas drawn and in numbers, the verdict in words, and what
//! one-to-one matching says beside it.

mod german;
mod one_to_one;
mod words;

use groundscope_geometry::DecimalBox;
use groundscope_geometry::exact::{union_area, union_outline};
use groundscope_metrics::{AggIouSettings, MatchCounts, ReferenceScore, agg_iou};
use groundscope_ontology::Language;
use serde::Serialize;

use self::one_to_one::Matching;
use self::words::{Difference, PredictionVerdict, Verdict};
use crate::beside::OneToOneReport;
use crate::common_space::CommonSpace;
use crate::pairs::{Matched, PairScore};
use crate::{Annotations, ImageBoxes, LabelledBox, ScoreError, Settings};

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
    /// The same boxes matched one to one, the counts of all classes added up.
    pub one_to_one: OneToOneReport,
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
    /// The outline of what they cover of the reference, likewise.
    pub intersection_outline: Vec<Vec<[f64; 2]>>,
    /// The areas of which AggIoU is the fraction.
    pub areas: Areas,
    /// The share of the reference that they cover.
    pub covered: f64,
    /// A gathered prediction without which this would be a hit, if one alone makes the difference.
    pub stray: Option<usize>,
    /// The verdict in words.
    pub sentence: String,
    /// What one-to-one matching says of it.
    pub one_to_one: OneToOneOutcome,
    /// The same in words, and why it differs where it does.
    pub difference: String,
}

/// The areas behind one AggIoU, in square pixels: `intersection / (reference + union - intersection)`. Exact decimal numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Areas {
    /// Of the reference box.
    pub reference: String,
    /// Of all that the gathered predictions cover.
    pub union: String,
    /// Of what they cover of the reference.
    pub intersection: String,
    /// Of what either covers: `reference + union - intersection`.
    pub either: String,
}

/// What one-to-one matching says of one reference box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OneToOneOutcome {
    /// `hit` or `missed`.
    pub status: &'static str,
    /// Its partner, or the prediction with the highest IoU where it has none, as an index into the prediction array as given.
    pub prediction: Option<usize>,
    /// The IoU of the two; 0 where nothing overlaps.
    pub iou: f64,
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
    /// What it is called in sentences, as the page labels it: `IRF 2`, or `IRF` where there is one of its class.
    pub label: String,
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
    explain_in(references, predictions, image, settings, Language::En)
}

/// The same with its sentences and the names of classes in a language.
///
/// # Errors
/// As [`explain`].
pub fn explain_in(
    references: &Annotations,
    predictions: &Annotations,
    image: usize,
    settings: &Settings,
    language: Language,
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
        one_to_one: OneToOneReport::of(&MatchCounts::default()),
        references: Vec::new(),
        predictions: Vec::new(),
    };
    let labels = labels(matched.partner(image).map_or(&[], |image| &image.boxes));
    let mut one_to_one = MatchCounts::default();
    for pair in &pairs {
        let counts = pair.counts();
        explanation.tp += counts.true_positives;
        explanation.fp += counts.false_positives;
        explanation.missed += counts.false_negatives;
        let given = Given::of(&matched, boxes, image, pair, &labels, language);
        let matching = Matching::of(pair);
        one_to_one += matching.counts();
        for position in 0..pair.score.references.len() {
            explanation.references.extend(explain_reference(
                pair,
                position,
                &given,
                &matching,
                &settings.agg_iou,
            ));
        }
        for position in 0..pair.predictions.len() {
            explanation
                .predictions
                .extend(explain_prediction(pair, position, &given));
        }
    }
    explanation.one_to_one = OneToOneReport::of(&one_to_one);
    Ok(explanation)
}

/// What each box of an image is called: numbered within its class, where that has more than one.
fn labels(boxes: &[LabelledBox]) -> Vec<String> {
    let of_class =
        |boxes: &[LabelledBox], one: &LabelledBox| boxes.iter().filter(|b| b.label == one.label).count();
    let numbered = boxes.iter().enumerate().map(|(at, one)| {
        let (before, all) = (
            boxes.get(..at).map_or(0, |boxes| of_class(boxes, one)),
            of_class(boxes, one),
        );
        match all {
            1 => one.label.short().to_owned(),
            _ => format!("{} {}", one.label.short(), before + 1),
        }
    });
    numbered.collect()
}

/// Where one pair's boxes stand in the arrays as given, and on the image.
struct Given<'a> {
    references: Vec<usize>,
    predictions: Vec<usize>,
    /// What the predictions are called.
    labels: Vec<&'a str>,
    space: CommonSpace,
    language: Language,
}

impl<'a> Given<'a> {
    fn of(
        matched: &Matched<'_>,
        boxes: &ImageBoxes,
        image: usize,
        pair: &PairScore,
        labels: &'a [String],
        language: Language,
    ) -> Self {
        let index = |boxes: Option<&ImageBoxes>, positions: &[usize]| {
            let at = |p: &usize| boxes.and_then(|b| b.boxes.get(*p)).map_or(0, |b| b.index);
            positions.iter().map(at).collect()
        };
        Self {
            references: index(Some(boxes), &pair.references),
            predictions: index(matched.partner(image), &pair.predictions),
            labels: (pair.predictions.iter())
                .map(|p| labels.get(*p).map_or("", String::as_str))
                .collect(),
            space: matched.common_space(boxes),
            language,
        }
    }

    fn predictions(&self, positions: &[usize]) -> Vec<usize> {
        positions
            .iter()
            .filter_map(|p| self.predictions.get(*p).copied())
            .collect()
    }

    fn rings(&self, boxes: &[DecimalBox]) -> Vec<Vec<[f64; 2]>> {
        let in_pixels =
            |ring: Vec<[i64; 2]>| ring.into_iter().map(|p| self.space.point_in_pixels(p)).collect();
        union_outline(boxes).into_iter().map(in_pixels).collect()
    }
}

fn explain_reference(
    pair: &PairScore,
    position: usize,
    given: &Given<'_>,
    matching: &Matching<'_>,
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
    let either = reference.area() + union - shared;
    let stray = find_stray(reference, &gathered, score, settings);
    let best = matching.best(position);
    let name = best
        .and_then(|best| given.labels.get(best.position))
        .copied()
        .unwrap_or_default();
    let covered = shared as f64 / reference.area() as f64;
    Some(ReferenceExplanation {
        class: pair.label.id().to_owned(),
        name: pair.label.name_in(given.language).to_owned(),
        corners: given.space.box_in_pixels(reference),
        index: given.references.get(position).copied()?,
        status: if score.detected { "hit" } else { "missed" },
        agg_iou: score.agg_iou.to_f64(),
        gathered: given.predictions(&score.gathered),
        union_area: given.space.area_in_pixels(union),
        union_outline: given.rings(&gathered),
        intersection_outline: given.rings(&inside),
        areas: Areas {
            reference: given.space.area_text(reference.area()),
            union: given.space.area_text(union),
            intersection: given.space.area_text(shared),
            either: given.space.area_text(either),
        },
        covered,
        stray: stray
            .and_then(|(i, _)| score.gathered.get(i))
            .and_then(|p| given.predictions.get(*p))
            .copied(),
        sentence: Verdict::of(
            score,
            union - shared > reference.area() - shared,
            stray.map(|(_, without)| without),
            settings,
            given.language,
        )
        .text(given.language),
        one_to_one: OneToOneOutcome {
            status: if best.is_some_and(|best| best.matched) {
                "hit"
            } else {
                "missed"
            },
            prediction: best
                .and_then(|best| given.predictions.get(best.position))
                .copied(),
            iou: best.map_or(0.0, |best| best.iou.to_f64()),
        },
        difference: Difference::of(score, covered, best.as_ref(), settings, given.language)
            .text(name, given.language),
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

fn explain_prediction(pair: &PairScore, position: usize, given: &Given<'_>) -> Option<PredictionExplanation> {
    let gatherers = pair.score.references.iter().zip(&given.references);
    let gatherers: Vec<(bool, usize)> = gatherers
        .filter(|(reference, _)| reference.gathered.contains(&position))
        .map(|(reference, index)| (reference.detected, *index))
        .collect();
    let serves = gatherers.iter().filter(|(detected, _)| *detected).count();
    let is_false = pair.score.false_positives.contains(&position);
    let (status, verdict) = match (is_false, pair.asked, serves) {
        (true, false, _) => ("not_asked", PredictionVerdict::NotAsked),
        (true, true, _) if gatherers.is_empty() => ("false", PredictionVerdict::NotGathered),
        (true, true, _) => ("false", PredictionVerdict::OfMissed),
        (false, _, 0) => ("hit", PredictionVerdict::Forgiven),
        (false, _, 1) => ("hit", PredictionVerdict::ServesOne),
        (false, _, _) => ("hit", PredictionVerdict::ServesSeveral),
    };
    Some(PredictionExplanation {
        class: pair.label.id().to_owned(),
        name: pair.label.name_in(given.language).to_owned(),
        corners: given.space.box_in_pixels(pair.prediction_boxes.get(position)?),
        label: (*given.labels.get(position)?).to_owned(),
        index: given.predictions.get(position).copied()?,
        status,
        gathered_by: gatherers.into_iter().map(|(_, index)| index).collect(),
        sentence: verdict.text(given.language).to_owned(),
    })
}
