//! Counts of one class, pooled over images, and the figures that follow from them.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::Ratio;

/// True and false positives and false negatives of one class; `+` pools them.
///
/// Pooling is exact, AggIoU included: any order of images gives the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Detected references.
    pub true_positives: u64,
    /// Predictions that stand for nothing, by the rule chosen.
    pub false_positives: u64,
    /// References not detected.
    pub false_negatives: u64,
    /// Sum of AggIoU over all references, in units of 2^-64.
    agg_iou_sum: u128,
}

impl Counts {
    /// Counts one reference box with its AggIoU.
    pub fn add_reference(&mut self, agg_iou: Ratio, detected: bool) {
        if detected {
            self.true_positives += 1;
        } else {
            self.false_negatives += 1;
        }
        self.agg_iou_sum += agg_iou.fixed();
    }

    /// The counts as whole numbers for [`crate::bootstrap`]: true and false positives, false negatives and the sum of AggIoU
    /// in units of 2^-32, rounded down.
    pub fn amounts(&self) -> [u64; 4] {
        let sum = u64::try_from(self.agg_iou_sum >> 32).unwrap_or(u64::MAX);
        [
            self.true_positives,
            self.false_positives,
            self.false_negatives,
            sum,
        ]
    }

    /// Counts from sums of [`Counts::amounts`].
    pub fn of_amounts([true_positives, false_positives, false_negatives, sum]: [u64; 4]) -> Self {
        Self {
            true_positives,
            false_positives,
            false_negatives,
            agg_iou_sum: u128::from(sum) << 32,
        }
    }

    /// The sum of AggIoU over all references, in units of 2^-64: what a partial result keeps of it.
    pub const fn agg_iou_sum(&self) -> u128 {
        self.agg_iou_sum
    }

    /// Counts from the parts of a partial result.
    pub const fn from_parts(
        true_positives: u64,
        false_positives: u64,
        false_negatives: u64,
        agg_iou_sum: u128,
    ) -> Self {
        Self {
            true_positives,
            false_positives,
            false_negatives,
            agg_iou_sum,
        }
    }

    /// The number of reference boxes.
    pub const fn boxes(&self) -> u64 {
        self.true_positives.saturating_add(self.false_negatives)
    }

    /// TP / (TP + FP); 0 when nothing was predicted.
    pub fn precision(&self) -> f64 {
        share(
            self.true_positives,
            self.true_positives.saturating_add(self.false_positives),
        )
    }

    /// TP / (TP + FN); 0 without references.
    pub fn recall(&self) -> f64 {
        share(self.true_positives, self.boxes())
    }

    /// The harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN); 0 when that is 0 / 0.
    pub fn f1(&self) -> f64 {
        let hits = self.true_positives.saturating_mul(2);
        let errors = self.false_positives.saturating_add(self.false_negatives);
        share(hits, hits.saturating_add(errors))
    }

    /// The mean AggIoU over all reference boxes, detected or not; 0 without references.
    pub fn mean_agg_iou(&self) -> f64 {
        let whole = u128::from(self.boxes()) << 64;
        let (sum, whole) = (i128::try_from(self.agg_iou_sum), i128::try_from(whole));
        let mean = sum
            .ok()
            .zip(whole.ok())
            .and_then(|(sum, whole)| Ratio::new(sum, whole));
        mean.unwrap_or(Ratio::ZERO).to_f64()
    }
}

pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            true_positives: self.true_positives.saturating_add(other.true_positives),
            false_positives: self.false_positives.saturating_add(other.false_positives),
            false_negatives: self.false_negatives.saturating_add(other.false_negatives),
            agg_iou_sum: self.agg_iou_sum.saturating_add(other.agg_iou_sum),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(tp: u64, fp: u64, missed: u64) -> Counts {
        Counts {
            true_positives: tp,
            false_positives: fp,
            false_negatives: missed,
            agg_iou_sum: 0,
        }
    }

    #[test]
    fn figures_follow_from_pooled_counts() {
        let pooled = counts(3, 1, 0) + counts(0, 1, 2);
        assert_eq!(pooled.precision(), 0.6);
        assert_eq!(pooled.recall(), 0.6);
        assert_eq!(pooled.f1(), 0.6);
        assert_eq!(pooled.boxes(), 5);
    }

    #[test]
    fn nothing_over_nothing_is_zero() {
        let none = Counts::default();
        assert_eq!(
            [none.precision(), none.recall(), none.f1(), none.mean_agg_iou()],
            [0.0; 4]
        );
        assert_eq!(counts(0, 4, 0).precision(), 0.0);
    }

    #[test]
    fn mean_agg_iou_is_over_every_reference_whatever_was_detected() {
        let mut pooled = Counts::default();
        pooled.add_reference(Ratio::new(3, 4).unwrap(), true);
        pooled.add_reference(Ratio::new(1, 4).unwrap(), false);
        pooled.add_reference(Ratio::ZERO, false);
        assert_eq!(pooled.mean_agg_iou(), 1.0 / 3.0);
    }
}
