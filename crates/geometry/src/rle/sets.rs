//! Sets of run-length masks: what two share, what either has, and how much.

use super::{Rle, RleError};

impl Rle {
    /// Pixels in either mask.
    ///
    /// # Errors
    /// [`RleError::SizesDiffer`].
    pub fn union(&self, other: &Self) -> Result<Self, RleError> {
        self.combine(other, |a, b| a || b)
    }

    /// Pixels in both masks.
    ///
    /// # Errors
    /// [`RleError::SizesDiffer`].
    pub fn intersection(&self, other: &Self) -> Result<Self, RleError> {
        self.combine(other, |a, b| a && b)
    }

    /// Shared pixels over pixels in either, 0 when both are empty.
    ///
    /// For a crowd region, COCO divides by the area of the detection instead: [`Self::intersection`] and [`Self::area`].
    ///
    /// # Errors
    /// [`RleError::SizesDiffer`].
    pub fn iou(&self, other: &Self) -> Result<f64, RleError> {
        let shared = self.intersection(other)?.area();
        let either = self.area() + other.area() - shared;
        Ok(if either == 0 {
            0.0
        } else {
            shared as f64 / either as f64
        })
    }

    fn combine(&self, other: &Self, op: impl Fn(bool, bool) -> bool) -> Result<Self, RleError> {
        let (first, second) = ([self.width, self.height], [other.width, other.height]);
        if first != second {
            return Err(RleError::SizesDiffer { first, second });
        }
        let (mut a, mut b) = (self.turns.iter().peekable(), other.turns.iter().peekable());
        let (mut in_a, mut in_b) = (false, false);
        let mut turns: Vec<u32> = Vec::new();
        while let Some(at) = a.peek().into_iter().chain(b.peek()).min().map(|at| **at) {
            in_a ^= a.next_if_eq(&&at).is_some();
            in_b ^= b.next_if_eq(&&at).is_some();
            if op(in_a, in_b) != (turns.len() % 2 == 1) {
                turns.push(at);
            }
        }
        Ok(Self { turns, ..*self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mask;
    use proptest::prelude::*;

    #[test]
    fn masks_of_different_scans_are_refused() {
        let rle = |w, h| Rle::from_counts(w, h, &[6]).unwrap();
        assert_eq!(
            rle(2, 3).iou(&rle(3, 2)),
            Err(RleError::SizesDiffer {
                first: [2, 3],
                second: [3, 2]
            })
        );
        assert_eq!(rle(2, 3).iou(&rle(2, 3)), Ok(0.0));
    }

    proptest! {
        #[test]
        fn sets_of_runs_are_sets_of_pixels(
            (w, h) in (1u32..12, 1u32..12),
            a in prop::collection::vec(any::<bool>(), 144),
            b in prop::collection::vec(any::<bool>(), 144),
        ) {
            let first = Mask::from_fn(w, h, |x, y| a[(x * 12 + y) as usize]);
            let second = Mask::from_fn(w, h, |x, y| b[(x * 12 + y) as usize]);
            let runs = |mask: &Mask| Rle::from_mask(mask).unwrap();
            let (a, b) = (runs(&first), runs(&second));
            prop_assert_eq!(a.union(&b).unwrap(), runs(&first.union(&second)));
            prop_assert_eq!(a.intersection(&b).unwrap(), runs(&first.intersection(&second)));
            prop_assert_eq!(a.iou(&b).unwrap(), first.iou(&second));
        }
    }
}
