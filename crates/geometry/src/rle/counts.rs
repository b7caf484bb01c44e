//! Run-length masks as lists of counts.

use super::{Rle, RleError};

impl Rle {
    /// A mask from the lengths of its runs in pixels, outside first.
    ///
    /// # Errors
    /// [`RleError::TooLarge`], or [`RleError::Sum`] where the counts do not cover the scan: some writers leave the last
    /// run out, and a guess would hide a wrong size.
    pub fn from_counts(width: u32, height: u32, counts: &[u64]) -> Result<Self, RleError> {
        let pixels = Self::checked_pixels(width, height)?;
        let found = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        if found != u64::from(pixels) {
            return Err(RleError::Sum {
                found,
                expected: u64::from(pixels),
                width,
                height,
            });
        }
        let mut turns: Vec<u32> = Vec::new();
        let mut at = 0u32;
        for (i, count) in counts.iter().enumerate() {
            let inside = i % 2 == 1;
            // An empty run turns nothing; after it the run before goes on.
            if *count > 0 && inside != (turns.len() % 2 == 1) {
                turns.push(at);
            }
            // No more than the number of pixels, as they add up to it.
            at += *count as u32;
        }
        Ok(Self { width, height, turns })
    }

    /// The lengths of the runs in pixels, outside first: no zero but perhaps the first, and at least one number.
    pub fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        let ends = self.turns.iter().copied().chain([self.pixels()]);
        let starts = [0].into_iter().chain(self.turns.iter().copied());
        starts.zip(ends).map(|(from, to)| to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(width: u32, height: u32, counts: &[u64]) -> Result<Vec<u32>, RleError> {
        Rle::from_counts(width, height, counts).map(|rle| rle.counts().collect())
    }

    #[test]
    fn empty_runs_are_left_out() {
        assert_eq!(counts(2, 3, &[2, 0, 1, 3]), Ok(vec![3, 3]));
        assert_eq!(counts(2, 3, &[0, 0, 0, 6, 0, 0]), Ok(vec![0, 6]));
        assert_eq!(counts(2, 3, &[0, 2, 0, 4]), Ok(vec![0, 6]));
        assert_eq!(counts(2, 3, &[6, 0]), Ok(vec![6]));
        assert_eq!(counts(0, 3, &[]), Ok(vec![0]));
    }

    #[test]
    fn counts_that_do_not_cover_the_scan_are_refused_with_both_numbers() {
        let sum = |found| RleError::Sum {
            found,
            expected: 6,
            width: 2,
            height: 3,
        };
        assert_eq!(counts(2, 3, &[2, 3]), Err(sum(5)));
        assert_eq!(counts(2, 3, &[2, 5]), Err(sum(7)));
        assert_eq!(counts(2, 3, &[]), Err(sum(0)));
        assert_eq!(counts(2, 3, &[u64::MAX, 7]), Err(sum(u64::MAX)));
        assert!(sum(5).to_string().contains("5 pixels, a scan of 2 x 3 has 6"));
    }

    #[test]
    fn a_scan_of_more_than_64_million_pixels_is_refused() {
        let too_large = |width, height| RleError::TooLarge { width, height };
        assert_eq!(counts(8000, 8001, &[64_008_000]), Err(too_large(8000, 8001)));
        assert_eq!(
            counts(u32::MAX, u32::MAX, &[0]),
            Err(too_large(u32::MAX, u32::MAX))
        );
        assert_eq!(counts(8000, 8000, &[64_000_000]), Ok(vec![64_000_000]));
    }
}
