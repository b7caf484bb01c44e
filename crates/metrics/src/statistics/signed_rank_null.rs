//! The null distribution of a sum of signed ranks: each rank counts with probability one half.

/// The most ranks whose distribution is computed; 2^-1000 is still an ordinary float.
pub(super) const MOST_RANKS: usize = 1000;

/// The probability of every sum from 0 to the sum of all ranks.
pub(super) struct SignedRankNull {
    chances: Vec<f64>,
}

impl SignedRankNull {
    /// Over these ranks, in whatever unit makes them integers.
    ///
    /// One rank after the other: `P(s) <- (P(s) + P(s - rank)) / 2`. All terms are positive, so that the small
    /// probabilities of the tails keep their digits.
    pub fn of(ranks: impl Iterator<Item = usize>) -> Self {
        let mut chances = vec![1.0];
        for rank in ranks {
            let mut next: Vec<f64> = chances.iter().map(|chance| 0.5 * chance).collect();
            next.resize(chances.len() + rank, 0.0);
            for (sum, chance) in next.iter_mut().skip(rank).zip(&chances) {
                *sum += 0.5 * chance;
            }
            chances = next;
        }
        Self { chances }
    }

    /// The probability of at most this sum.
    pub fn at_most(&self, sum: usize) -> f64 {
        let total = self.chances.len().saturating_sub(1);
        if sum >= total {
            1.0
        } else if 2 * sum <= total {
            self.lowest(sum + 1)
        } else {
            // By symmetry, P(S > sum) = P(S < total - sum).
            1.0 - self.lowest(total - sum)
        }
    }

    /// The probability of at least this sum, which by symmetry is that of at most the rest.
    pub fn at_least(&self, sum: usize) -> f64 {
        let total = self.chances.len().saturating_sub(1);
        total.checked_sub(sum).map_or(0.0, |rest| self.at_most(rest))
    }

    fn lowest(&self, sums: usize) -> f64 {
        self.chances.iter().take(sums).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ranks_have_eight_sign_patterns() {
        // Sums of subsets of {1, 2, 3}: 0 1 2 3 3 4 5 6.
        let null = SignedRankNull::of(1..=3);
        let at_most: Vec<f64> = (0..7).map(|sum| 8.0 * null.at_most(sum)).collect();
        assert_eq!(at_most, [1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 8.0]);
        let at_least: Vec<f64> = (0..8).map(|sum| 8.0 * null.at_least(sum)).collect();
        assert_eq!(at_least, [8.0, 7.0, 6.0, 5.0, 3.0, 2.0, 1.0, 0.0]);
        let nothing = SignedRankNull::of(std::iter::empty());
        assert_eq!((nothing.at_most(0), nothing.at_least(0)), (1.0, 1.0));
    }

    #[test]
    fn the_far_tail_keeps_its_digits() {
        let null = SignedRankNull::of(1..=MOST_RANKS);
        assert_eq!(null.at_most(0), libm::ldexp(1.0, -1000));
        assert_eq!(null.at_least(500_500), libm::ldexp(1.0, -1000));
    }
}
