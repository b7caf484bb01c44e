//! Intervals of every headline figure: how much it would vary with other images of the same kind.

use groundscope_metrics::bootstrap::{Interval, Resampling};
use serde::Serialize;

use crate::partial::ClassSums;
use crate::report::in_order;

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
            level: 0.95,
            replicates: resampling.replicates,
            seed: resampling.seed,
            method: "Poisson bootstrap over images, percentiles",
            per_class: per_class.collect(),
            pooled: FigureIntervals::of(&of_all)?,
            macro_figures: FigureIntervals::of(&of_macro)?,
        })
    }
}

/// Precision, recall, F1 and mean AggIoU from sums of [`amounts`](groundscope_metrics::Counts::amounts), in binary numbers: an interval needs no more.
fn figures([hits, false_positives, missed, agg_iou]: [u64; 4]) -> [f64; 4] {
    let share = |part: u64, whole: u64| {
        if whole == 0 {
            0.0
        } else {
            part as f64 / whole as f64
        }
    };
    let boxes = hits + missed;
    [
        share(hits, hits + false_positives),
        share(hits, boxes),
        share(2 * hits, hits + false_positives + boxes),
        share(agg_iou, boxes) / UNIT,
    ]
}

/// What [`amounts`](groundscope_metrics::Counts::amounts) counts AggIoU in.
const UNIT: f64 = (1u64 << 32) as f64;

impl FigureIntervals {
    fn of(figures: &[[f64; 4]]) -> Option<Self> {
        let of = |at: usize| {
            let values = figures.iter().filter_map(|four| four.get(at).copied());
            Interval::of(values.collect()).map(|interval| [interval.low, interval.high])
        };
        Some(Self {
            precision: of(0)?,
            recall: of(1)?,
            f1: of(2)?,
            mean_agg_iou: of(3)?,
        })
    }
}
