//! Why boxes miss: one main cause for each reference that was not detected and each prediction that is false.
//!
//! In the manner of TIDE (Bolya et al. 2020), for AggIoU. A *reference* that was not detected has the first of these causes:
//!
//! 1. It gathered nothing: `wrong_class` if the predictions of one other class would have detected it, otherwise `missed`.
//! 2. `stray`: without one of the predictions it gathered, it would be detected.
//! 3. `overshoot`: of the area lost, the union's outside the reference is the larger part, strictly.
//! 4. The area left uncovered is the larger part: `undershoot` of one box, `fragment` of several.
//!
//! A *false prediction* `spoils` if an undetected reference of its class gathered it, and goes by that reference's cause (of
//! several the one that stands first above); it has the `wrong_class` if a reference of another class would gather it; otherwise
//! it is `background`.
//!
//! `redundant` is no error: a prediction that detected references gathered, and whose removal by itself lowers the AggIoU
//! of none of them. Of equal boxes each one is redundant.
//!
//! ```
//! use groundscope_geometry::DecimalBox;
//! use groundscope_metrics::breakdown::{self, ClassOnImage, ReferenceCause};
//! use groundscope_metrics::{AggIouSettings, agg_iou};
//! let settings = AggIouSettings::default();
//! let lesion = [DecimalBox::parse(["0", "0", "10", "10"])?];
//! let found = [lesion[0], DecimalBox::parse(["8", "0", "108", "10"])?];
//! let score = agg_iou::score(&lesion, &found, &settings);
//! let irf = ClassOnImage { references: &lesion, predictions: &found, score: &score, asked: true };
//! let causes = breakdown::of_image(&[irf], &settings);
//! let error = causes[0].references[0].expect("the stray box destroys the hit");
//! assert_eq!((error.cause, error.stray), (ReferenceCause::Stray, Some(1)));
//! assert_eq!(causes[0].totals.delta_f1_of_references(ReferenceCause::Stray), 1.0);
//! # Ok::<(), groundscope_geometry::DecimalBoxError>(())
//! ```

mod cause;
mod removal;
mod totals;

use std::collections::BTreeSet;

use groundscope_geometry::DecimalBox;

pub use cause::{PredictionCause, ReferenceCause};
pub use totals::{Breakdown, MendedReferences};

use crate::agg_iou::{Gathering, gathered_part};
use crate::{AggIouSettings, ImageScore, MatchCounts, ReferenceScore};
use removal::Removal;

/// One class on one image: its boxes and what AggIoU says of them.
#[derive(Clone, Copy, Debug)]
pub struct ClassOnImage<'a> {
    /// The references.
    pub references: &'a [DecimalBox],
    /// The predictions, in the same coordinate space.
    pub predictions: &'a [DecimalBox],
    /// The score of these boxes.
    pub score: &'a ImageScore,
    /// Whether the image was asked about this class: if not, no prediction of it is false.
    pub asked: bool,
}

/// Why a reference was not detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceError {
    /// The main cause.
    pub cause: ReferenceCause,
    /// The prediction that spoils the hit, for [`ReferenceCause::Stray`]: the one whose removal gives the highest AggIoU, of
    /// equals the first.
    pub stray: Option<usize>,
    /// The class whose predictions would have detected it, for [`ReferenceCause::WrongClass`]: the one with the highest
    /// AggIoU, of equals the first.
    pub taken_for: Option<usize>,
}

/// Why a prediction is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictionError {
    /// Index of the prediction.
    pub prediction: usize,
    /// The main cause.
    pub cause: PredictionCause,
}

/// The errors of one class on one image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassBreakdown {
    /// One entry for each reference, in the order given; `None` for those detected.
    pub references: Vec<Option<ReferenceError>>,
    /// One entry for each false prediction, in the order given.
    pub false_positives: Vec<PredictionError>,
    /// The redundant predictions, as indices into those given, in order.
    pub redundant: Vec<usize>,
    /// The counts, to be pooled over images and classes.
    pub totals: Breakdown,
}

/// A prediction that mending a cause makes right: class, cause, index.
type Freed = BTreeSet<(usize, ReferenceCause, usize)>;

/// The errors of all classes on one image; one entry for each class, in the order given.
///
/// `settings` are those the scores were made with. Every class that may be taken for another belongs in the list, without
/// boxes where it has none.
pub fn of_image(classes: &[ClassOnImage<'_>], settings: &AggIouSettings) -> Vec<ClassBreakdown> {
    let mut freed = Freed::new();
    let errors: Vec<Vec<Option<ReferenceError>>> = (0..classes.len())
        .map(|class| reference_errors(class, classes, settings, &mut freed))
        .collect();
    let with_errors = classes.iter().zip(errors).enumerate();
    with_errors
        .map(|(class, (on_image, references))| {
            let false_positives = prediction_errors(class, classes, &references, settings);
            let redundant = redundant(on_image);
            let mut totals = Breakdown {
                counts: counts(on_image),
                redundant: redundant.len() as u64,
                ..Breakdown::default()
            };
            for error in references.iter().flatten() {
                totals.references.entry(error.cause).or_default().count += 1;
            }
            for error in &false_positives {
                *totals.predictions.entry(error.cause).or_default() += 1;
                for cause in ReferenceCause::ALL {
                    if freed.contains(&(class, cause, error.prediction)) {
                        totals.references.entry(cause).or_default().freed += 1;
                    }
                }
            }
            ClassBreakdown {
                references,
                false_positives,
                redundant,
                totals,
            }
        })
        .collect()
}

fn counts(class: &ClassOnImage<'_>) -> MatchCounts {
    let counts = class.score.counts();
    MatchCounts {
        true_positives: counts.true_positives,
        false_positives: if class.asked { counts.false_positives } else { 0 },
        false_negatives: counts.false_negatives,
    }
}

fn reference_errors(
    class: usize,
    classes: &[ClassOnImage<'_>],
    settings: &AggIouSettings,
    freed: &mut Freed,
) -> Vec<Option<ReferenceError>> {
    let Some(own) = classes.get(class) else {
        return Vec::new();
    };
    let scored = own.references.iter().zip(&own.score.references);
    scored
        .map(|(reference, score)| {
            if score.detected {
                return None;
            }
            if score.gathered.is_empty() {
                return Some(nothing_gathered(class, reference, classes, settings, freed));
            }
            let removal = Removal::of(reference, own.predictions, &score.gathered);
            let stray = removal.stray(settings.t2);
            let cause = match stray {
                Some(_) => ReferenceCause::Stray,
                None if removal.outside() > removal.uncovered() => ReferenceCause::Overshoot,
                None if score.gathered.len() == 1 => ReferenceCause::Undershoot,
                None => ReferenceCause::Fragment,
            };
            freed.extend(score.gathered.iter().map(|index| (class, cause, *index)));
            Some(ReferenceError {
                cause,
                stray,
                taken_for: None,
            })
        })
        .collect()
}

/// Of a reference that gathered nothing: whether another class would have detected it.
fn nothing_gathered(
    class: usize,
    reference: &DecimalBox,
    classes: &[ClassOnImage<'_>],
    settings: &AggIouSettings,
    freed: &mut Freed,
) -> ReferenceError {
    let mut gathering = Gathering::default();
    let mut best: Option<(usize, ReferenceScore)> = None;
    for (other, on_image) in classes.iter().enumerate().filter(|(other, _)| *other != class) {
        let score = gathering.score(reference, on_image.predictions, settings);
        if score.detected && best.as_ref().is_none_or(|(_, best)| score.agg_iou > best.agg_iou) {
            best = Some((other, score));
        }
    }
    let Some((other, score)) = best else {
        return ReferenceError {
            cause: ReferenceCause::Missed,
            stray: None,
            taken_for: None,
        };
    };
    let cause = ReferenceCause::WrongClass;
    freed.extend(score.gathered.iter().map(|index| (other, cause, *index)));
    ReferenceError {
        cause,
        stray: None,
        taken_for: Some(other),
    }
}

fn prediction_errors(
    class: usize,
    classes: &[ClassOnImage<'_>],
    references: &[Option<ReferenceError>],
    settings: &AggIouSettings,
) -> Vec<PredictionError> {
    let Some(own) = classes.get(class).filter(|own| own.asked) else {
        return Vec::new();
    };
    // The first cause among the undetected references that gathered each prediction.
    let mut spoilt: Vec<Option<ReferenceCause>> = vec![None; own.predictions.len()];
    for (error, score) in references.iter().zip(&own.score.references) {
        for index in &score.gathered {
            if let (Some(error), Some(first)) = (error, spoilt.get_mut(*index)) {
                *first = Some(first.map_or(error.cause, |cause| cause.min(error.cause)));
            }
        }
    }
    let others = || {
        let others = classes.iter().enumerate().filter(|(other, _)| *other != class);
        others.flat_map(|(_, other)| other.references)
    };
    let false_positives = own.score.false_positives.iter();
    false_positives
        .filter_map(|index| {
            let (prediction, spoilt) = (own.predictions.get(*index)?, spoilt.get(*index)?);
            let cause = match spoilt {
                Some(cause) => PredictionCause::Spoils(*cause),
                None if others().any(|g| gathered_part(g, prediction, settings.t1).is_some()) => {
                    PredictionCause::WrongClass
                }
                None => PredictionCause::Background,
            };
            Some(PredictionError {
                prediction: *index,
                cause,
            })
        })
        .collect()
}

/// The predictions that detected references gathered and none of them needs.
fn redundant(class: &ClassOnImage<'_>) -> Vec<usize> {
    let mut needed: Vec<Option<bool>> = vec![None; class.predictions.len()];
    for (reference, score) in class.references.iter().zip(&class.score.references) {
        if !score.detected {
            continue;
        }
        let removal = Removal::of(reference, class.predictions, &score.gathered);
        for (index, without) in removal.all() {
            if let Some(needed) = needed.get_mut(index) {
                *needed = Some(needed.unwrap_or(false) || without < score.agg_iou);
            }
        }
    }
    let needed = needed.iter().enumerate();
    needed
        .filter(|(_, needed)| **needed == Some(false))
        .map(|(index, _)| index)
        .collect()
}
