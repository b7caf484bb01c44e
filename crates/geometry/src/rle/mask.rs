//! Run-length masks to bits and back, 64 columns at a time.

use super::{Rle, RleError};
use crate::Mask;

impl Rle {
    /// The mask of the same pixels.
    pub fn to_mask(&self) -> Mask {
        let mut mask = Mask::new(self.width, self.height);
        // First each run's ends: where a column enters the mask and where it leaves it.
        for (from, to) in self.runs() {
            let mut at = from;
            while at < to {
                let (x, y) = (at / self.height, at % self.height);
                let bottom = at - y + self.height;
                mask.toggle_bits(x, y, 1);
                if to < bottom {
                    mask.toggle_bits(x, y + (to - at), 1);
                }
                at = bottom;
            }
        }
        // Then down the rows: a pixel is inside after an odd number of ends.
        for y in 1..self.height {
            for x in (0..self.width).step_by(64) {
                mask.toggle_bits(x, y, mask.bits(x, y - 1));
            }
        }
        mask
    }

    /// The runs of a mask.
    ///
    /// # Errors
    /// [`RleError::TooLarge`].
    pub fn from_mask(mask: &Mask) -> Result<Self, RleError> {
        let (width, height) = (mask.width(), mask.height());
        let pixels = Self::checked_pixels(width, height)?;
        let mut turns: Vec<u32> = Vec::new();
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); 64];
        for left in (0..width).step_by(64) {
            let mut above = 0;
            for y in 0..height {
                let row = mask.bits(left, y);
                let mut changed = row ^ above;
                while changed != 0 {
                    let x = changed.trailing_zeros();
                    if let Some(column) = columns.get_mut(x as usize) {
                        column.push((left + x) * height + y);
                    }
                    changed &= changed - 1;
                }
                above = row;
            }
            for (x, column) in (left..width).zip(&mut columns) {
                if column.len() % 2 == 1 {
                    column.push((x + 1) * height);
                }
                // A run that goes on in this column has not ended.
                let goes_on = turns.last().is_some() && turns.last() == column.first();
                if goes_on {
                    turns.pop();
                }
                turns.extend(column.drain(..).skip(usize::from(goes_on)));
            }
        }
        if turns.last() == Some(&pixels) {
            turns.pop();
        }
        Ok(Self { width, height, turns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_run_may_go_on_in_the_next_column() {
        let rle = Rle::from_counts(3, 4, &[3, 6, 3]).unwrap();
        assert_eq!(
            rle.to_mask(),
            Mask::from_fn(3, 4, |x, y| (3..9).contains(&(4 * x + y)))
        );
        assert_eq!(Rle::from_mask(&rle.to_mask()), Ok(rle));
    }

    #[test]
    fn scans_without_pixels_have_masks_without_pixels() {
        for (w, h) in [(0, 0), (0, 7), (7, 0)] {
            let rle = Rle::from_mask(&Mask::new(w, h)).unwrap();
            assert_eq!(rle, Rle::from_counts(w, h, &[]).unwrap());
            assert_eq!(rle.to_mask(), Mask::new(w, h));
            assert_eq!(rle.bounds(), None);
        }
        assert!(matches!(
            Rle::from_mask(&Mask::new(1, 64_000_001)),
            Err(RleError::TooLarge { .. })
        ));
    }

    proptest! {
        #[test]
        fn bits_and_runs_are_the_same_pixels(
            (w, h) in (1u32..150, 1u32..12),
            bits in prop::collection::vec(any::<bool>(), 1800),
            cuts in 0u32..4,
        ) {
            let mask = Mask::from_fn(w, h, |x, y| match cuts {
                0 => bits[(x * 12 + y) as usize],
                1 => bits[x as usize],
                2 => bits[y as usize],
                _ => bits[((x * 12 + y) / 9) as usize],
            });
            let rle = Rle::from_mask(&mask).unwrap();
            prop_assert_eq!(&rle.to_mask(), &mask);
            prop_assert_eq!(rle.area(), mask.area());
            prop_assert_eq!(rle.bounds(), mask.bounds());
            let mut at = 0;
            for (i, count) in rle.counts().enumerate() {
                for pixel in at..at + count {
                    prop_assert_eq!(mask.get(pixel / h, pixel % h), i % 2 == 1);
                }
                at += count;
            }
            prop_assert_eq!(at, w * h);
        }
    }
}
