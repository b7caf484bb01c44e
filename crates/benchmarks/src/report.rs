//! The report of `score grounding`, whose JSON is a public format.

use groundscope_geometry::{Decimal, DecimalBox};
use groundscope_metrics::{Counts, Macro, MatchCounts, Spread};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::beside::{AveragePrecisionReport, OneToOneSection};
use crate::errors::ErrorReport;
use crate::intervals::IntervalReport;
use crate::mask_gap::MaskReport;
use crate::{BoxTally, Partial};

/// Scores of box grounding. Serialises as
/// `{"settings", "per_class": {class: ..}, "pooled", "macro", "dropped", "images"}`, classes in the order of the ontology, others
/// after them by name; `images` only where details were asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Every setting that decides a figure.
    pub settings: SettingsReport,
    /// Pooled figures of each class that has a box in either file.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, ClassReport)>,
    /// The counts of all classes added up.
    pub pooled: ClassReport,
    /// Figures over the classes that have references.
    #[serde(rename = "macro")]
    pub macro_figures: MacroReport,
    /// Boxes dropped or changed, by reason.
    pub dropped: Dropped,
    /// The same boxes matched one to one, as other papers do.
    pub one_to_one: OneToOneSection,
    /// COCO's average precision, where predictions have scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_precision: Option<AveragePrecisionReport>,
    /// Masks beside boxes, where both files have masks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masks: Option<MaskReport>,
    /// Where the errors come from, over all classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<ErrorReport>,
    /// Sections that were not computed, since they need all boxes at hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<&'static str>,
    /// Intervals of the figures above, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<IntervalReport>,
    /// Each image of the references.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<ImageReport>>,
}

impl Report {
    /// The report of all images of a partial result. Average precision and errors by cause need the boxes, and are left out.
    pub fn of(partial: &Partial) -> Self {
        let (classes, not_asked) = partial.classes();
        let all: Counts = classes.iter().map(|class| class.counts).sum();
        let matched: Vec<(String, MatchCounts)> = classes
            .iter()
            .map(|class| (class.label.id().to_owned(), class.one_to_one))
            .collect();
        Self {
            settings: SettingsReport::of(partial),
            pooled: ClassReport::of(&all),
            macro_figures: MacroReport::of(&Macro::over(classes.iter().map(|class| &class.counts))),
            intervals: IntervalReport::of(&partial.resampling, &classes),
            per_class: classes
                .iter()
                .map(|class| {
                    let figures = ClassReport::of(&class.counts);
                    (class.label.id().to_owned(), figures)
                })
                .collect(),
            one_to_one: OneToOneSection::of(&matched),
            average_precision: None,
            masks: None,
            errors: None,
            left_out: vec!["average_precision", "masks", "errors"],
            dropped: Dropped {
                references: partial.dropped_references,
                predictions: partial.dropped_predictions,
                predictions_not_asked: not_asked.predictions,
                references_not_asked: not_asked.references,
                images_without_predictions: partial.images_without_predictions,
            },
            images: None,
        }
    }

    /// The figures of a class, by its identifier.
    pub fn class(&self, id: &str) -> Option<&ClassReport> {
        self.per_class
            .iter()
            .find(|(name, _)| name == id)
            .map(|(_, class)| class)
    }
}

/// Writes a list of classes as a map in its order.
pub(crate) fn in_order<T: Serialize, S: Serializer>(
    classes: &[(String, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(classes.len()))?;
    for (id, class) in classes {
        map.serialize_entry(id, class)?;
    }
    map.end()
}

/// A decimal number, in JSON whole where it is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(f64);

impl Number {
    pub(crate) fn corners(corners: &DecimalBox) -> [Self; 4] {
        corners.to_f64().map(Self)
    }

    /// The number in binary, rounded once.
    pub const fn to_f64(self) -> f64 {
        self.0
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Coordinates are below 2^53 in size, where whole numbers are exact.
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// The settings behind a report; what the paper leaves open is spelled out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingsReport {
    /// Gathered above this share of the smaller box (strictly).
    pub t1: f64,
    /// Detected above this AggIoU (strictly).
    pub t2: f64,
    /// Which predictions are false: those no detected reference gathered (`undetected`), or no reference (`ungathered`).
    pub fp: &'static str,
    /// The coordinate space of the references.
    pub references_space: &'static str,
    /// The coordinate space of the predictions.
    pub predictions_space: &'static str,
    /// The number of (image, class) pairs listed as asked, or `all`.
    pub asked: AskedReport,
    /// The classes looked for in every image; a prediction of another class is never false.
    pub exhaustive: Vec<String>,
    /// Coordinates keep this many decimals; more are rounded.
    pub decimals: u32,
    /// How they are rounded.
    pub rounding: &'static str,
    /// What happens to boxes that are not finite, not four numbers or without area.
    pub bad_boxes: &'static str,
    /// What happens to boxes beyond the image.
    pub beyond_image: &'static str,
    /// How counts become figures of a class.
    pub pooling: &'static str,
    /// What 0 / 0 is.
    pub zero_over_zero: f64,
    /// Which classes macro figures are over.
    pub macro_over: &'static str,
    /// Which standard deviation is given.
    pub sd: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
}

/// How many pairs were asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AskedReport {
    /// Every image about every exhaustive class.
    All(&'static str),
    /// As many pairs as the files list.
    Listed(u64),
}

impl SettingsReport {
    fn of(partial: &Partial) -> Self {
        let settings = &partial.agg_iou;
        Self {
            t1: settings.t1.to_f64(),
            t2: settings.t2.to_f64(),
            fp: settings.false_positives.id(),
            references_space: partial.references_space.id(),
            predictions_space: partial.predictions_space.id(),
            asked: partial
                .listed
                .map_or(AskedReport::All("all"), AskedReport::Listed),
            exhaustive: partial
                .exhaustive()
                .iter()
                .map(|label| label.id().to_owned())
                .collect(),
            decimals: Decimal::ONE.ilog10(),
            rounding: "half_even",
            bad_boxes: "dropped and counted",
            beyond_image: "clipped and counted",
            pooling: "per class over all images",
            zero_over_zero: 0.0,
            macro_over: "classes with references",
            sd: "population",
            source: "derived from the RetinaGroundBench paper; its own scripts are not public",
        }
    }
}

/// Pooled figures of one class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// Detected references.
    pub tp: u64,
    /// False predictions.
    pub fp: u64,
    /// Missed references.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// TP / (TP + FP).
    pub precision: f64,
    /// TP / (TP + FN).
    pub recall: f64,
    /// 2 TP / (2 TP + FP + FN).
    pub f1: f64,
    /// Mean AggIoU over all reference boxes.
    pub mean_agg_iou: f64,
    /// Reference boxes.
    pub boxes: u64,
}

impl ClassReport {
    pub(crate) fn of(counts: &Counts) -> Self {
        Self {
            tp: counts.true_positives,
            fp: counts.false_positives,
            missed: counts.false_negatives,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
            mean_agg_iou: counts.mean_agg_iou(),
            boxes: counts.boxes(),
        }
    }
}

/// A mean over classes and its population standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpreadReport {
    /// The mean.
    pub mean: f64,
    /// The population standard deviation.
    pub sd: f64,
}

impl SpreadReport {
    pub(crate) fn of(spread: &Spread) -> Self {
        Self {
            mean: spread.mean,
            sd: spread.sd,
        }
    }
}

/// Figures over the classes that have references.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MacroReport {
    /// Precision.
    pub precision: SpreadReport,
    /// Recall.
    pub recall: SpreadReport,
    /// F1.
    pub f1: SpreadReport,
    /// Mean AggIoU.
    pub mean_agg_iou: SpreadReport,
    /// How many classes have references.
    pub classes: usize,
}

impl MacroReport {
    pub(crate) fn of(figures: &Macro) -> Self {
        Self {
            precision: SpreadReport::of(&figures.precision),
            recall: SpreadReport::of(&figures.recall),
            f1: SpreadReport::of(&figures.f1),
            mean_agg_iou: SpreadReport::of(&figures.mean_agg_iou),
            classes: figures.classes,
        }
    }
}

/// Boxes that were dropped, changed or not counted, by file and reason.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Dropped {
    /// Of the references.
    pub references: BoxTally,
    /// Of the predictions.
    pub predictions: BoxTally,
    /// Predictions that would be false positives, had their image been asked about their class.
    pub predictions_not_asked: u64,
    /// References of pairs that are not listed as asked: hit or missed all the same.
    pub references_not_asked: u64,
    /// Reference images without an entry in the predictions: counted as nothing found.
    pub images_without_predictions: u64,
}

/// One image of the references.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImageReport {
    /// The image as the references name it.
    pub id: String,
    /// Counts and figures of this image, the counts of all classes added up.
    pub figures: ClassReport,
    /// Its reference boxes, in the order given.
    pub references: Vec<ReferenceReport>,
    /// False predictions, as indices into the prediction array as given.
    pub false_positives: Vec<usize>,
}

/// One reference box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReferenceReport {
    /// Its class.
    pub class: String,
    /// x1, y1, x2, y2 in the space of the references file, inside the image.
    #[serde(rename = "box")]
    pub corners: [Number; 4],
    /// AggIoU.
    pub agg_iou: f64,
    /// Whether it counts as detected.
    pub detected: bool,
    /// The predictions gathered, as indices into the prediction array as given.
    pub gathered: Vec<usize>,
}
