//! Intervals of presence figures by the same bootstrap over images as those of boxes.

use std::collections::BTreeMap;

use groundscope_metrics::PresenceCounts;
use groundscope_metrics::bootstrap::{Replicates, Resampling, intervals};
use serde::Serialize;

use super::judge::JudgedPair;
use crate::intervals::{LEVEL, METHOD};
use crate::report::in_order;
use crate::{Annotations, ClassLabel};

/// Intervals of 95 %. In each replicate the rules of the report hold as for a benchmark of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PresenceIntervals {
    /// The part of the replicates inside.
    pub level: f64,
    /// How many replicates.
    pub replicates: u32,
    /// The seed.
    pub seed: u64,
    /// How images are drawn.
    pub method: &'static str,
    /// Of each class with positives and negatives, over the replicates in which it has both.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, PresenceFigureIntervals)>,
    /// Of the means over classes.
    #[serde(rename = "macro")]
    pub macro_figures: PresenceFigureIntervals,
}

/// The intervals of the figures, each `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PresenceFigureIntervals {
    /// Of sensitivity, which is recall.
    pub sensitivity: [f64; 2],
    /// Of specificity.
    pub specificity: [f64; 2],
    /// Of balanced accuracy.
    pub balanced_accuracy: [f64; 2],
    /// Of precision.
    pub precision: [f64; 2],
    /// Of F1.
    pub f1: [f64; 2],
}

impl PresenceIntervals {
    /// The intervals of a class, by its identifier.
    pub fn class(&self, id: &str) -> Option<PresenceFigureIntervals> {
        let found = self.per_class.iter().find(|(name, _)| name == id);
        found.map(|(_, intervals)| *intervals)
    }

    /// `None` without replicates or questions.
    pub(super) fn of(
        references: &Annotations,
        pairs: &[JudgedPair],
        resampling: &Resampling,
    ) -> Option<Self> {
        let count = resampling.replicates;
        if count == 0 || pairs.is_empty() {
            return None;
        }
        let mut classes: BTreeMap<&ClassLabel, Replicates<4>> = BTreeMap::new();
        for of_image in pairs.chunk_by(|a, b| a.image == b.image) {
            let first = of_image.first()?;
            let weights = resampling.weights(&references.images.get(first.image)?.id);
            for pair in of_image {
                let amounts = match (pair.present, pair.right) {
                    (true, true) => [1, 0, 0, 0],
                    (false, false) => [0, 1, 0, 0],
                    (false, true) => [0, 0, 1, 0],
                    (true, false) => [0, 0, 0, 1],
                };
                let sums = classes
                    .entry(&pair.class)
                    .or_insert_with(|| Replicates::new(count));
                sums.add(&weights, amounts);
            }
        }
        let mut of_classes = vec![Vec::new(); classes.len()];
        let mut of_macro = Vec::new();
        for at in 0..count as usize {
            let (mut positive, mut both) = (Mean::default(), Mean::default());
            for (sums, of_class) in classes.values().zip(&mut of_classes) {
                let [true_positives, false_positives, true_negatives, false_negatives] = sums.replicate(at);
                let drawn = PresenceCounts {
                    true_positives,
                    false_positives,
                    true_negatives,
                    false_negatives,
                    ..PresenceCounts::default()
                };
                let figures = figures(&drawn);
                let (positives, negatives) = (drawn.positives() > 0, drawn.negatives() > 0);
                if positives {
                    positive.add(figures);
                }
                if positives && negatives {
                    both.add(figures);
                    of_class.push(figures);
                }
            }
            let ([sensitivity, _, _, precision, f1], [_, specificity, balanced, ..]) =
                (positive.mean(), both.mean());
            of_macro.push([sensitivity, specificity, balanced, precision, f1]);
        }
        let per_class = classes
            .keys()
            .zip(&of_classes)
            .filter_map(|(label, drawn)| Some((label.id().to_owned(), PresenceFigureIntervals::of(drawn)?)));
        Some(Self {
            level: LEVEL,
            replicates: count,
            seed: resampling.seed,
            method: METHOD,
            per_class: per_class.collect(),
            macro_figures: PresenceFigureIntervals::of(&of_macro)?,
        })
    }
}

/// Sensitivity, specificity, balanced accuracy, precision and F1.
fn figures(counts: &PresenceCounts) -> [f64; 5] {
    [
        counts.sensitivity(),
        counts.specificity(),
        counts.balanced_accuracy(),
        counts.precision(),
        counts.f1(),
    ]
}

#[derive(Default)]
struct Mean {
    sums: [f64; 5],
    count: u32,
}

impl Mean {
    fn add(&mut self, figures: [f64; 5]) {
        self.sums
            .iter_mut()
            .zip(figures)
            .for_each(|(sum, figure)| *sum += figure);
        self.count += 1;
    }

    fn mean(&self) -> [f64; 5] {
        self.sums.map(|sum| sum / f64::from(self.count.max(1)))
    }
}

impl PresenceFigureIntervals {
    fn of(drawn: &[[f64; 5]]) -> Option<Self> {
        let [sensitivity, specificity, balanced_accuracy, precision, f1] = intervals(drawn)?;
        Some(Self {
            sensitivity,
            specificity,
            balanced_accuracy,
            precision,
            f1,
        })
    }
}
