//! Spearman's rank correlation.

use super::Undefined;
use super::ranks::{Ranks, obstacle};
use super::tails::student_from_correlation;

/// A rank correlation and its significance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spearman {
    /// Rho, -1 to 1.
    pub statistic: f64,
    /// The two-sided p-value, from Student's t with n - 2 degrees of freedom; coarse below some ten pairs.
    pub p: f64,
    /// How many pairs.
    pub n: usize,
    /// Why a figure is NaN, if one is.
    pub undefined: Option<Undefined>,
}

/// Correlates the ranks of two paired samples; ties share their average rank.
///
/// `rho = Sxy / sqrt(Sxx Syy)` over ranks minus their mean, and p belongs to `t = rho sqrt((n - 2) / (1 - rho^2))`
/// (Zwillinger and Kokoska 2000, section 14.7; scipy's `spearmanr`). The sums are integers, so that equal order gives exactly
/// 1 with p = 0, where scipy may stop at 0.9999999999999998 with a p of 1e-24 or less.
///
/// NaN with a reason: no pairs, one pair, a NaN, unequal lengths, or a side without any variation. Of two pairs rho is 1 or
/// -1 and p is NaN.
pub fn spearman(first: &[f64], second: &[f64]) -> Spearman {
    let n = first.len();
    let result = |statistic: f64, p: f64, undefined| Spearman {
        statistic,
        p,
        n,
        undefined,
    };
    if let Some(reason) = obstacle(first, second) {
        return result(f64::NAN, f64::NAN, Some(reason));
    }
    let centred = |values: &[f64]| -> Vec<i128> {
        let mean = n as i128 + 1;
        let ranks = Ranks::of(values);
        ranks.doubled.iter().map(|d| i128::from(*d) - mean).collect()
    };
    let (first, second) = (centred(first), centred(second));
    let product = |a: &[i128], b: &[i128]| -> i128 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let shared = product(&first, &second);
    let (spread_first, spread_second) = (product(&first, &first), product(&second, &second));
    let (rho, unexplained) = match (
        spread_first.checked_mul(spread_second),
        shared.checked_mul(shared),
    ) {
        (Some(whole), Some(part)) if whole == part => (shared.signum() as f64, 0.0),
        (Some(whole), Some(part)) => (
            shared as f64 / (whole as f64).sqrt(),
            (whole - part) as f64 / whole as f64,
        ),
        // Beyond some three million pairs.
        _ => {
            let rho = shared as f64 / (spread_first as f64).sqrt() / (spread_second as f64).sqrt();
            (rho, 1.0 - rho * rho)
        }
    };
    let rho = rho.clamp(-1.0, 1.0);
    if n == 2 {
        return result(rho, f64::NAN, Some(Undefined::TooFew));
    }
    let p = student_from_correlation((n - 2) as f64, rho * rho, unexplained);
    result(rho, p, None)
}
