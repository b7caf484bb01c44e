//! Causes counted over images, and what mending one of them would bring.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::{PredictionCause, ReferenceCause};
use crate::MatchCounts;

/// The references of one cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MendedReferences {
    /// How many there are.
    pub count: u64,
    /// How many false predictions are false no more once all of these are detected.
    pub freed: u64,
}

/// Errors by cause, of a class or of all; `+` pools images and classes, in any order.
///
/// A cause that never came up has no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// Hits, false predictions and misses as they are.
    pub counts: MatchCounts,
    /// Undetected references by cause.
    pub references: BTreeMap<ReferenceCause, MendedReferences>,
    /// False predictions by cause.
    pub predictions: BTreeMap<PredictionCause, u64>,
    /// Predictions that could go without loss, though none of them is false.
    pub redundant: u64,
}

impl Breakdown {
    /// What F1 would gain if all references of one cause were detected and nothing else changed.
    ///
    /// They become true positives, and the false predictions that they gathered are false no more. A reference taken for
    /// another class frees the predictions of that class that would have detected it: they are counted with their own class,
    /// so that only the pooled breakdown of all classes holds both halves.
    pub fn delta_f1_of_references(&self, cause: ReferenceCause) -> f64 {
        let mended = self.references.get(&cause).copied().unwrap_or_default();
        self.gain(MatchCounts {
            true_positives: self.counts.true_positives + mended.count,
            false_positives: self.counts.false_positives.saturating_sub(mended.freed),
            false_negatives: self.counts.false_negatives.saturating_sub(mended.count),
        })
    }

    /// What F1 would gain if all false predictions of one cause went away and nothing else changed.
    pub fn delta_f1_of_predictions(&self, cause: PredictionCause) -> f64 {
        let gone = self.predictions.get(&cause).copied().unwrap_or_default();
        self.gain(MatchCounts {
            false_positives: self.counts.false_positives.saturating_sub(gone),
            ..self.counts
        })
    }

    fn gain(&self, mended: MatchCounts) -> f64 {
        mended.f1() - self.counts.f1()
    }
}

impl AddAssign for Breakdown {
    fn add_assign(&mut self, other: Self) {
        self.counts += other.counts;
        self.redundant += other.redundant;
        for (cause, more) in other.references {
            let mended = self.references.entry(cause).or_default();
            mended.count += more.count;
            mended.freed += more.freed;
        }
        for (cause, more) in other.predictions {
            *self.predictions.entry(cause).or_default() += more;
        }
    }
}

impl Add for Breakdown {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Breakdown {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}
