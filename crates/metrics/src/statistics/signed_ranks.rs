//! Signed ranks of paired differences, their sums, and how likely these are by chance.

use super::ranks::Ranks;
use super::signed_rank_null::{MOST_RANKS, SignedRankNull};
use super::{Alternative, SignedRankMethod, Undefined, WilcoxonSettings, ZeroRule};

/// The ranks of the differences and their sums. Every sum is a multiple of a quarter, hence exact.
pub(super) struct SignedRanks {
    /// W+, with half of the zeros' ranks by [`ZeroRule::Zsplit`].
    pub plus: f64,
    /// W-, likewise.
    pub minus: f64,
    /// Twice the rank of each positive difference, summed.
    positive: u64,
    /// Twice the rank of each difference that is not zero.
    doubled: Vec<u64>,
    /// How many differences are ranked: without zeros by [`ZeroRule::Wilcox`], else all.
    ranked: usize,
    /// How many differences are zero.
    pub zeros: usize,
    /// How many of the others share their size with another.
    pub ties: usize,
    /// Mean of W+ when either sign is as likely.
    mean: f64,
    /// Its variance.
    variance: f64,
}

impl SignedRanks {
    /// Of differences without NaN.
    pub fn of(differences: &[f64], rule: ZeroRule) -> Self {
        let mut ranked = differences.to_vec();
        if rule == ZeroRule::Wilcox {
            ranked.retain(|d| *d != 0.0);
        }
        let zeros = differences.iter().filter(|d| **d == 0.0).count();
        let zeros_ranked = zeros - (differences.len() - ranked.len());
        let sizes: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
        let Ranks { doubled, groups } = Ranks::of(&sizes);
        let of_sign = |keep: fn(f64) -> bool| -> Vec<u64> {
            let ranks = ranked.iter().zip(&doubled);
            ranks.filter(|(d, _)| keep(**d)).map(|(_, rank)| *rank).collect()
        };
        let positive: u64 = of_sign(|d| d > 0.0).iter().sum();
        let negative: u64 = of_sign(|d| d < 0.0).iter().sum();
        let (n, z) = (ranked.len() as f64, zeros_ranked as f64);
        let shared = if rule == ZeroRule::Zsplit {
            z * (z + 1.0) / 4.0
        } else {
            0.0
        };
        let mut mean = n * (n + 1.0) / 4.0;
        let mut spread = n * (n + 1.0) * (2.0 * n + 1.0);
        // Zeros are the smallest, hence the first group.
        let (_, nonzero) = groups.split_at(usize::from(zeros_ranked > 0));
        let ties: u64 = nonzero.iter().filter(|size| **size > 1).sum();
        let mut corrected: &[u64] = &groups;
        if rule == ZeroRule::Pratt {
            mean -= z * (z + 1.0) / 4.0;
            spread -= z * (z + 1.0) * (2.0 * z + 1.0);
            corrected = nonzero;
        }
        let cubes: f64 = corrected.iter().map(|t| *t as f64).map(|t| t * t * t - t).sum();
        Self {
            plus: positive as f64 / 2.0 + shared,
            minus: negative as f64 / 2.0 + shared,
            positive,
            doubled: of_sign(|d| d != 0.0),
            ranked: ranked.len(),
            zeros,
            ties: ties as usize,
            mean,
            variance: (spread - cubes / 2.0) / 24.0,
        }
    }

    /// scipy's `auto`, for so many differences.
    pub const fn automatic(&self, n: usize) -> SignedRankMethod {
        if n > 50 {
            SignedRankMethod::Normal
        } else if self.ties == 0 && self.zeros == 0 {
            SignedRankMethod::Exact
        } else if n <= 13 {
            SignedRankMethod::Permutation
        } else {
            SignedRankMethod::Normal
        }
    }

    /// By the distribution of the ranks 1 to n, rounding W+ against the alternative.
    pub fn exact(&self, alternative: Alternative) -> Result<f64, Undefined> {
        if self.ranked > MOST_RANKS {
            return Err(Undefined::TooManyForExact);
        }
        let null = SignedRankNull::of(1..=self.ranked);
        let (low, high) = (self.plus.floor() as usize, self.plus.ceil() as usize);
        Ok(alternative.p(null.at_most(high), null.at_least(low)))
    }

    /// By the distribution over all signs of the ranks at hand.
    pub fn permutation(&self, alternative: Alternative) -> Result<f64, Undefined> {
        if self.doubled.len() > MOST_RANKS {
            return Err(Undefined::TooManyForExact);
        }
        let null = SignedRankNull::of(self.doubled.iter().map(|rank| *rank as usize));
        let sum = self.positive as usize;
        Ok(alternative.p(null.at_most(sum), null.at_least(sum)))
    }

    /// W+ as a deviation from its mean, in standard deviations.
    pub fn z(&self, settings: &WilcoxonSettings) -> Result<f64, Undefined> {
        if self.variance <= 0.0 {
            return Err(Undefined::AllZero);
        }
        let excess = self.plus - self.mean;
        let towards = match settings.alternative {
            Alternative::Greater => 1.0,
            Alternative::Less => -1.0,
            Alternative::TwoSided if excess == 0.0 => 0.0,
            Alternative::TwoSided => excess.signum(),
        };
        let half = if settings.correction { 0.5 * towards } else { 0.0 };
        Ok((excess - half) / self.variance.sqrt())
    }
}
