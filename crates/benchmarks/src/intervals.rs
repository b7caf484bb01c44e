//! Intervals of every headline figure: how much it would vary with other images of the same kind.

use groundscope_metrics::Counts;
use groundscope_metrics::bootstrap::{Resampling, intervals};
use serde::Serialize;

use crate::partial::ClassSums;
use crate::report::in_order;

pub(crate) const LEVEL: f64 = 0.95;
pub(crate) const METHOD: &str = "Poisson bootstrap over images, percentiles";

/// Intervals by the bootstrap over images. In each replicate the rules of the report hold as for a benchmark of its own:
/// 0/0 is 0, and macro figures are over the classes that have references in it. Replicates without references of a class
/// say nothing about it and are left out of its own intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IntervalReport {
    /// The part of the replicates inside.
    pub level: f64,
    /// How many replicates.
    pub replicates: u32,
    /// The seed; the same seed gives the same intervals everywhere.
    pub seed: u64,
    /// How images are drawn.
    pub method: &'static str,
    /// Of the pooled figures of each class that was drawn at all.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, FigureIntervals)>,
    /// Of the counts of all classes added up.
    pub pooled: FigureIntervals,
    /// Of the means over classes.
    #[serde(rename = "macro")]
    pub macro_figures: FigureIntervals,
}

/// The intervals of four figures, each `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FigureIntervals {
    /// Of precision.
    pub precision: [f64; 2],
    /// Of recall.
    pub recall: [f64; 2],
    /// Of F1.
    pub f1: [f64; 2],
    /// Of mean AggIoU.
    pub mean_agg_iou: [f64; 2],
}

impl IntervalReport {
    /// The intervals of a class, by its identifier.
    pub fn class(&self, id: &str) -> Option<FigureIntervals> {
        let found = self.per_class.iter().find(|(name, _)| name == id);
        found.map(|(_, intervals)| *intervals)
    }

    /// Of the classes of a report; `None` without replicates.
    pub(crate) fn of(resampling: &Resampling, classes: &[ClassSums]) -> Option<Self> {
        let count = resampling.replicates as usize;
        if count == 0 {
            return None;
        }
        let mut of_classes = vec![Vec::with_capacity(count); classes.len()];
        let (mut of_all, mut of_macro) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for at in 0..count {
            let (mut all, mut sums, mut with_references) = ([0; 4], [0.0; 4], 0u32);
            for (class, of_class) in classes.iter().zip(&mut of_classes) {
                let amounts = class.replicates.replicate(at);
                let drawn = figures(amounts);
                let [hits, _, missed, _] = amounts;
                // Without references a class's figures are 0/0, which would widen every rare class to 0.
                if hits + missed > 0 || class.counts.boxes() == 0 {
                    of_class.push(drawn);
                }
                all.iter_mut()
                    .zip(amounts)
                    .for_each(|(sum, more)| *sum = u64::saturating_add(*sum, more));
                if hits + missed > 0 {
                    with_references += 1;
                    sums.iter_mut().zip(drawn).for_each(|(sum, more)| *sum += more);
                }
            }
            of_all.push(figures(all));
            of_macro.push(sums.map(|sum| sum / f64::from(with_references.max(1))));
        }
        let per_class = classes
            .iter()
            .zip(&of_classes)
            .filter_map(|(class, drawn)| Some((class.label.id().to_owned(), FigureIntervals::of(drawn)?)));
        Some(Self {
            level: LEVEL,
            replicates: resampling.replicates,
            seed: resampling.seed,
            method: METHOD,
            per_class: per_class.collect(),
            pooled: FigureIntervals::of(&of_all)?,
            macro_figures: FigureIntervals::of(&of_macro)?,
        })
    }
}

/// Precision, recall, F1 and mean AggIoU from sums of [`Counts::amounts`]. The mean is a plain quotient: an interval needs no
/// exact one.
fn figures(amounts: [u64; 4]) -> [f64; 4] {
    let [.., agg_iou] = amounts;
    let counts = Counts::of_amounts(amounts);
    let boxes = counts.boxes().max(1) as f64;
    [
        counts.precision(),
        counts.recall(),
        counts.f1(),
        agg_iou as f64 / boxes / UNIT,
    ]
}

/// What [`Counts::amounts`] counts AggIoU in.
const UNIT: f64 = (1u64 << 32) as f64;

impl FigureIntervals {
    fn of(drawn: &[[f64; 4]]) -> Option<Self> {
        let [precision, recall, f1, mean_agg_iou] = intervals(drawn)?;
        Some(Self {
            precision,
            recall,
            f1,
            mean_agg_iou,
        })
    }
}
