//! What other ways of matching say beside AggIoU: one-to-one matching, and COCO's average precision where boxes have scores.

use std::collections::BTreeMap;

use groundscope_geometry::{Decimal, DecimalBox};
use groundscope_metrics::average_precision::{self, AveragePrecision, MeanAveragePrecision, ScoredBox};
use groundscope_metrics::{MatchCounts, Spread, Threshold};
use serde::Serialize;

use crate::pairs::{ImagePair, PairScore};
use crate::report::{SpreadReport, in_order};
use crate::{ClassLabel, LabelledBox};

/// Counts and figures of one-to-one matching (greedy by IoU, at least 0.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OneToOneReport {
    /// Matched pairs.
    pub tp: u64,
    /// Predictions left over, on asked pairs.
    pub fp: u64,
    /// References left over.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// TP / (TP + FP).
    pub precision: f64,
    /// TP / (TP + FN).
    pub recall: f64,
    /// 2 TP / (2 TP + FP + FN).
    pub f1: f64,
}

impl OneToOneReport {
    pub(crate) fn of(counts: &MatchCounts) -> Self {
        Self {
            tp: counts.true_positives,
            fp: counts.false_positives,
            missed: counts.false_negatives,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
        }
    }
}

/// One-to-one matching of the whole benchmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OneToOneSection {
    /// The least IoU of a match.
    pub iou: f64,
    /// Each class of the report.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, OneToOneReport)>,
    /// The counts of all classes added up.
    pub pooled: OneToOneReport,
    /// Over the classes that have references.
    #[serde(rename = "macro")]
    pub macro_figures: MacroOneToOne,
}

/// Macro figures of one-to-one matching, over the classes that have references.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MacroOneToOne {
    /// Precision.
    pub precision: SpreadReport,
    /// Recall.
    pub recall: SpreadReport,
    /// F1.
    pub f1: SpreadReport,
}

impl OneToOneSection {
    /// Of classes with their counts; only those with references enter the macro figures.
    pub(crate) fn of(classes: &[(String, MatchCounts)]) -> Self {
        let with_references = classes
            .iter()
            .filter(|(_, c)| c.true_positives + c.false_negatives > 0);
        let counts: Vec<&MatchCounts> = with_references.map(|(_, counts)| counts).collect();
        let spread = |figure: fn(&MatchCounts) -> f64| {
            let values: Vec<f64> = counts.iter().map(|counts| figure(counts)).collect();
            SpreadReport::of(&Spread::of(&values))
        };
        Self {
            iou: Threshold::DEFAULT_IOU.to_f64(),
            pooled: OneToOneReport::of(&classes.iter().map(|(_, counts)| *counts).sum()),
            macro_figures: MacroOneToOne {
                precision: spread(MatchCounts::precision),
                recall: spread(MatchCounts::recall),
                f1: spread(MatchCounts::f1),
            },
            per_class: classes
                .iter()
                .map(|(id, counts)| (id.clone(), OneToOneReport::of(counts)))
                .collect(),
        }
    }

    /// The figures of a class, by its identifier.
    pub fn class(&self, id: &str) -> Option<&OneToOneReport> {
        let found = self.per_class.iter().find(|(name, _)| name == id);
        found.map(|(_, class)| class)
    }
}

/// COCO's average precision of boxes, as pycocotools gives it (all areas, at most 100 boxes of a class on an image).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AveragePrecisionReport {
    /// Each class that has references.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, ClassAveragePrecision)>,
    /// The mean over those classes at IoU 0.5.
    pub ap50: f64,
    /// The mean over those classes and IoU 0.5 to 0.95 in steps of 0.05.
    pub ap50_95: f64,
    /// How many predictions have no score; they rank last, as with a score of 0.
    pub without_score: u64,
}

/// Average precision of one class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassAveragePrecision {
    /// At IoU 0.5.
    pub ap50: f64,
    /// The mean over IoU 0.5 to 0.95 in steps of 0.05.
    pub ap50_95: f64,
}

/// A region that every box lies in.
fn everywhere() -> Option<DecimalBox> {
    let (low, high) = (Decimal::MIN.micros(), Decimal::MAX.micros());
    DecimalBox::from_micros([low, low, high, high]).ok()
}

/// Average precision on its way, image after image in COCO's order.
#[derive(Default)]
pub(crate) struct Ranking {
    classes: BTreeMap<ClassLabel, average_precision::Accumulator>,
    without_score: u64,
    with_score: bool,
}

impl Ranking {
    /// Adds the classes of one image, with its crowd regions.
    pub(crate) fn add_image(&mut self, pair: &ImagePair<'_>, pairs: &[PairScore], crowds: &[LabelledBox]) {
        let boxes = pair.predicted.map_or(&[][..], |image| &image.boxes);
        for labelled in boxes {
            match labelled.score {
                Some(_) => self.with_score = true,
                None => self.without_score += 1,
            }
        }
        let space = &pair.space;
        for pair in pairs {
            // Of what nobody asked about, predictions alone change nothing.
            if !pair.asked && pair.references.is_empty() {
                continue;
            }
            // Where nobody asked, nothing is false, as if the whole image were a crowd; references count all the same.
            let forgiven: Vec<DecimalBox> = match pair.asked {
                true => crowds
                    .iter()
                    .filter(|crowd| crowd.label.answers(&pair.label))
                    .filter_map(|crowd| space.reference(crowd))
                    .collect(),
                false => everywhere().into_iter().collect(),
            };
            let score = |at: &usize| boxes.get(*at).and_then(|b| b.score).unwrap_or_default();
            let scored = pair.predictions.iter().zip(&pair.prediction_boxes);
            let scored: Vec<ScoredBox> = scored
                .map(|(at, bounds)| ScoredBox {
                    bounds: *bounds,
                    score: score(at),
                })
                .collect();
            let class = self.classes.entry(pair.label.clone()).or_default();
            class.add_image(&pair.reference_boxes, &forgiven, &scored);
        }
    }

    /// `None` where no prediction has a score.
    pub(crate) fn report(self) -> Option<AveragePrecisionReport> {
        if !self.with_score {
            return None;
        }
        let finished: Vec<(String, AveragePrecision)> = self
            .classes
            .into_iter()
            .filter_map(|(label, class)| Some((label.id().to_owned(), class.finish()?)))
            .collect();
        let mean = MeanAveragePrecision::over(finished.iter().map(|(_, class)| class));
        let of_class = |(id, class): &(String, AveragePrecision)| {
            let figures = ClassAveragePrecision {
                ap50: class.ap50(),
                ap50_95: class.ap50_95(),
            };
            (id.clone(), figures)
        };
        Some(AveragePrecisionReport {
            per_class: finished.iter().map(of_class).collect(),
            ap50: mean.ap50,
            ap50_95: mean.ap50_95,
            without_score: self.without_score,
        })
    }
}
