//! Intervals of every headline figure: how much it would vary with other images of the same kind.

use groundscope_metrics::bootstrap::{Interval, Replicates, Resampling};
use groundscope_metrics::{Counts, Macro};
use serde::Serialize;

use crate::ClassLabel;
use crate::report::in_order;

/// Intervals by the bootstrap over images. In each replicate the rules of the report hold as for a benchmark of its own:
/// 0/0 is 0, and macro figures are over the classes that have references in it.
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
    /// Of the pooled figures of each class.
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
    /// Of the classes of a report; `None` without replicates.
    pub(crate) fn of(
        resampling: &Resampling,
        classes: &[(ClassLabel, Counts, Replicates<4>)],
    ) -> Option<Self> {
        let count = resampling.replicates as usize;
        if count == 0 {
            return None;
        }
        // Every class's counts in each replicate.
        let drawn: Vec<Vec<Counts>> = (0..count)
            .map(|at| {
                let of_class =
                    |(.., replicates): &(_, _, Replicates<4>)| Counts::of_amounts(replicates.replicate(at));
                classes.iter().map(of_class).collect()
            })
            .collect();
        let over = |figures: &dyn Fn(&[Counts]) -> [f64; 4]| {
            let figures: Vec<[f64; 4]> = drawn.iter().map(|counts| figures(counts)).collect();
            FigureIntervals::of(&figures)
        };
        let per_class = classes.iter().enumerate().map(|(at, (label, ..))| {
            let of_one = |counts: &[Counts]| counts.get(at).map_or([0.0; 4], figures);
            Some((label.id().to_owned(), over(&of_one)?))
        });
        Some(Self {
            level: 0.95,
            replicates: resampling.replicates,
            seed: resampling.seed,
            method: "Poisson bootstrap over images, percentiles",
            per_class: per_class.collect::<Option<_>>()?,
            pooled: over(&|counts| figures(&counts.iter().copied().sum()))?,
            macro_figures: over(&|counts| {
                let over = Macro::over(counts);
                [over.precision, over.recall, over.f1, over.mean_agg_iou].map(|spread| spread.mean)
            })?,
        })
    }
}

fn figures(counts: &Counts) -> [f64; 4] {
    [
        counts.precision(),
        counts.recall(),
        counts.f1(),
        counts.mean_agg_iou(),
    ]
}

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
