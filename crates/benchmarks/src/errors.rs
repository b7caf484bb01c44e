//! Where the errors come from: one cause for each missed reference and each false prediction, pooled.

use groundscope_metrics::AggIouSettings;
use groundscope_metrics::breakdown::{self, Breakdown, ClassOnImage, PredictionCause, ReferenceCause};
use serde::Serialize;

use crate::pairs::PairScore;

/// The errors of a run by cause (docs/scoring.md).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorReport {
    /// Why references were not detected, in the order in which causes are looked for.
    pub references: Vec<CauseReport>,
    /// Why predictions are false.
    pub predictions: Vec<CauseReport>,
    /// Predictions that could go without loss, though none of them is false.
    pub redundant: u64,
}

/// One cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CauseReport {
    /// Its name in files.
    pub cause: &'static str,
    /// It in words.
    pub words: &'static str,
    /// How many errors it explains.
    pub count: u64,
    /// What pooled F1 would gain without them.
    pub delta_f1: f64,
}

/// The errors of one image's classes.
pub(crate) fn of_image(pairs: &[PairScore], settings: &AggIouSettings) -> Breakdown {
    let classes: Vec<ClassOnImage<'_>> = pairs
        .iter()
        .map(|pair| ClassOnImage {
            references: &pair.reference_boxes,
            predictions: &pair.prediction_boxes,
            score: &pair.score,
            asked: pair.asked,
        })
        .collect();
    let of_classes = breakdown::of_image(&classes, settings);
    of_classes.into_iter().map(|class| class.totals).sum()
}

impl ErrorReport {
    pub(crate) fn of(all: &Breakdown) -> Self {
        let references = ReferenceCause::ALL.map(|cause| CauseReport {
            cause: cause.id(),
            words: reference_words(cause),
            count: all.references.get(&cause).map_or(0, |mended| mended.count),
            delta_f1: all.delta_f1_of_references(cause),
        });
        let predictions = all.predictions.iter().map(|(cause, count)| CauseReport {
            cause: prediction_id(*cause),
            words: prediction_words(*cause),
            count: *count,
            delta_f1: all.delta_f1_of_predictions(*cause),
        });
        Self {
            references: references.into(),
            predictions: predictions.collect(),
            redundant: all.redundant,
        }
    }
}

const fn reference_words(cause: ReferenceCause) -> &'static str {
    match cause {
        ReferenceCause::WrongClass => "missed: boxed as another class",
        ReferenceCause::Missed => "missed: nothing there",
        ReferenceCause::Stray => "missed: one stray box spoils it",
        ReferenceCause::Overshoot => "missed: boxes reach too far",
        ReferenceCause::Undershoot => "missed: the box is too small",
        ReferenceCause::Fragment => "missed: fragments cover too little",
    }
}

/// What spoils goes by the cause of the reference that it spoils.
const fn prediction_id(cause: PredictionCause) -> &'static str {
    match cause {
        PredictionCause::Spoils(ReferenceCause::Stray) => "spoils_stray",
        PredictionCause::Spoils(ReferenceCause::Overshoot) => "spoils_overshoot",
        PredictionCause::Spoils(ReferenceCause::Undershoot) => "spoils_undershoot",
        PredictionCause::Spoils(ReferenceCause::Fragment) => "spoils_fragment",
        _ => cause.id(),
    }
}

const fn prediction_words(cause: PredictionCause) -> &'static str {
    match cause {
        PredictionCause::WrongClass => "false: a lesion of another class",
        PredictionCause::Background => "false: nothing there",
        PredictionCause::Spoils(ReferenceCause::Stray) => "false: around a lesion that a stray box spoils",
        PredictionCause::Spoils(ReferenceCause::Overshoot) => "false: reaches too far around a lesion",
        PredictionCause::Spoils(ReferenceCause::Undershoot) => "false: too small for its lesion",
        PredictionCause::Spoils(_) => "false: a fragment of a lesion that stays missed",
    }
}
