//! One-to-one matching of boxes by IoU, beside AggIoU: at most one prediction for a reference, at most one reference for it.
//!
//! For the boxes of one class on one image, no score needed: the pair with the highest IoU is matched first, then the next
//! of which neither box is taken, as long as the IoU reaches the threshold. Of equal pairs the earlier reference comes first,
//! then the earlier prediction. `IoU >= threshold` matches, as in COCO; boxes that share no area never do.
//!
//! ```
//! use groundscope_geometry::DecimalBox;
//! use groundscope_metrics::{MatchCounts, OneToOne, Threshold, one_to_one};
//! let whole = DecimalBox::parse(["0", "0", "100", "100"])?;
//! let halves = [
//!     DecimalBox::parse(["0", "0", "50", "100"])?,
//!     DecimalBox::parse(["50", "0", "100", "100"])?,
//! ];
//! // AggIoU joins both halves into a whole; here one of them is a hit, at exactly 0.5, and the other false.
//! let matched = one_to_one::match_boxes(&[whole], &halves, Threshold::DEFAULT_IOU);
//! assert_eq!((matched.pairs[0].reference, matched.pairs[0].prediction), (0, 0));
//! assert_eq!(matched.unmatched_predictions, [1]);
//! assert_eq!(matched.counts().precision(), 0.5);
//! # Ok::<(), groundscope_geometry::DecimalBoxError>(())
//! ```

use std::cmp::Reverse;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use groundscope_geometry::DecimalBox;

use crate::{Counts, Ratio, Threshold};

/// A reference and the prediction matched with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchedPair {
    /// Index of the reference.
    pub reference: usize,
    /// Index of the prediction.
    pub prediction: usize,
    /// Their intersection over union, exactly.
    pub iou: Ratio,
}

/// The matching of one class on one image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneToOne {
    /// The matched pairs in the order they were made: falling IoU.
    pub pairs: Vec<MatchedPair>,
    /// References without a prediction, as indices into those given, in order.
    pub unmatched_references: Vec<usize>,
    /// Predictions without a reference, as indices into those given, in order.
    pub unmatched_predictions: Vec<usize>,
}

impl OneToOne {
    /// The counts of this image, to be pooled with others of the same class.
    pub fn counts(&self) -> MatchCounts {
        MatchCounts {
            true_positives: self.pairs.len() as u64,
            false_positives: self.unmatched_predictions.len() as u64,
            false_negatives: self.unmatched_references.len() as u64,
        }
    }
}

/// Matches the boxes of one class on one image. Boxes are in one coordinate space, whichever it is.
pub fn match_boxes(references: &[DecimalBox], predictions: &[DecimalBox], threshold: Threshold) -> OneToOne {
    let mut candidates = Vec::new();
    for (reference, g) in references.iter().enumerate() {
        for (prediction, p) in predictions.iter().enumerate() {
            let shared = g.intersection_area(p);
            let whole = g.area() + p.area() - shared;
            if shared > 0
                && let Some(iou) = Ratio::new(shared, whole)
                && iou.reaches(threshold)
            {
                candidates.push(MatchedPair {
                    reference,
                    prediction,
                    iou,
                });
            }
        }
    }
    // They stand in order of references and predictions, which a stable sort keeps among equals.
    candidates.sort_by_key(|pair| Reverse(pair.iou));
    let (mut free_references, mut free_predictions) =
        (vec![true; references.len()], vec![true; predictions.len()]);
    let mut pairs = Vec::new();
    for pair in candidates {
        if let (Some(reference), Some(prediction)) = (
            free_references.get_mut(pair.reference),
            free_predictions.get_mut(pair.prediction),
        ) && *reference
            && *prediction
        {
            (*reference, *prediction) = (false, false);
            pairs.push(pair);
        }
    }
    OneToOne {
        pairs,
        unmatched_references: left(&free_references),
        unmatched_predictions: left(&free_predictions),
    }
}

fn left(free: &[bool]) -> Vec<usize> {
    let free = free.iter().enumerate().filter(|(_, free)| **free);
    free.map(|(index, _)| index).collect()
}

/// Matched pairs and boxes left over of one class; `+` pools them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Matched pairs.
    pub true_positives: u64,
    /// Predictions left over.
    pub false_positives: u64,
    /// References left over.
    pub false_negatives: u64,
}

impl MatchCounts {
    /// TP / (TP + FP); 0 when nothing was predicted.
    pub fn precision(&self) -> f64 {
        self.figures().precision()
    }

    /// TP / (TP + FN); 0 without references.
    pub fn recall(&self) -> f64 {
        self.figures().recall()
    }

    /// 2 TP / (2 TP + FP + FN); 0 when that is 0 / 0.
    pub fn f1(&self) -> f64 {
        self.figures().f1()
    }

    /// The figures are those of AggIoU's counts.
    fn figures(&self) -> Counts {
        let mut counts = Counts::default();
        counts.true_positives = self.true_positives;
        counts.false_positives = self.false_positives;
        counts.false_negatives = self.false_negatives;
        counts
    }
}

impl Add for MatchCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            true_positives: self.true_positives.saturating_add(other.true_positives),
            false_positives: self.false_positives.saturating_add(other.false_positives),
            false_negatives: self.false_negatives.saturating_add(other.false_negatives),
        }
    }
}

impl AddAssign for MatchCounts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for MatchCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}
