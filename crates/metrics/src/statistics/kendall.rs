//! Kendall's tau-b: how many more pairs of cases are ordered alike than opposed.

use super::Undefined;
use super::ranks::{Ranks, obstacle};
use super::tails::normal_at_most;

/// The most cases for which every order is counted; as in scipy.
const MOST_COUNTED: usize = 33;

/// How a p-value of tau was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KendallMethod {
    /// From the number of orders with so few pairs out of place.
    Exact,
    /// From a normal distribution with a variance that allows for ties.
    Normal,
}

impl KendallMethod {
    /// The name used in files and reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normal => "normal",
        }
    }
}

/// A rank correlation and its significance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kendall {
    /// Tau-b, -1 to 1.
    pub statistic: f64,
    /// The two-sided p-value.
    pub p: f64,
    /// How many cases.
    pub n: usize,
    /// How p was found; none where it is NaN.
    pub method: Option<KendallMethod>,
    /// Why a figure is NaN, if one is.
    pub undefined: Option<Undefined>,
}

/// Compares the order of two paired samples.
///
/// `tau-b = (C - D) / sqrt((N - X)(N - Y))`: of N pairs of cases, C are ordered alike, D opposed, X tied in the first and
/// Y in the second (Kendall, Biometrika 1945). Without ties, and with at most 33 cases or at most one pair out of place, p
/// is exact; otherwise normal with the variance for ties (Kendall, Rank Correlation Methods, 1970): scipy's `kendalltau`.
///
/// NaN with a reason: fewer than two cases, a NaN, unequal lengths, or a side without any variation.
pub fn kendall(first: &[f64], second: &[f64]) -> Kendall {
    let n = first.len();
    if let Some(reason) = obstacle(first, second) {
        return Kendall {
            statistic: f64::NAN,
            p: f64::NAN,
            n,
            method: None,
            undefined: Some(reason),
        };
    }
    let (first, second) = (Ranks::of(first), Ranks::of(second));
    let mut cases: Vec<(u64, u64)> = first
        .doubled
        .iter()
        .copied()
        .zip(second.doubled.iter().copied())
        .collect();
    cases.sort_unstable();
    let tied_in_both: i128 = cases
        .chunk_by(|a, b| a == b)
        .map(|group| group.len() as i128 * (group.len() as i128 - 1) / 2)
        .sum();
    let in_order: Vec<u64> = cases.iter().map(|(_, second)| *second).collect();
    let discordant = i128::from(merge_counting(&in_order).1);
    let pairs = n as i128 * (n as i128 - 1) / 2;
    let (tied_first, tied_second) = (i128::from(first.tied_pairs()), i128::from(second.tied_pairs()));
    let excess = pairs - tied_first - tied_second + tied_in_both - 2 * discordant;
    // One square root of the product, so that tau without ties is the nearest float to a fraction.
    let tau = excess as f64 / (((pairs - tied_first) * (pairs - tied_second)) as f64).sqrt();
    let out_of_place = discordant.min(pairs - discordant);
    let tied = tied_first > 0 || tied_second > 0;
    let (method, p) = if !tied && (n <= MOST_COUNTED || out_of_place <= 1) {
        (KendallMethod::Exact, exact(n, out_of_place))
    } else {
        let z = excess as f64 / variance(n as f64, &first, &second).sqrt();
        (KendallMethod::Normal, 2.0 * normal_at_most(-z.abs()))
    };
    Kendall {
        statistic: tau.clamp(-1.0, 1.0),
        p,
        n,
        method: Some(method),
        undefined: None,
    }
}

/// The values in rising order, and how many pairs stood the other way round.
fn merge_counting(values: &[u64]) -> (Vec<u64>, u64) {
    if values.len() < 2 {
        return (values.to_vec(), 0);
    }
    let (left, right) = values.split_at(values.len() / 2);
    let ((left, in_left), (right, in_right)) = (merge_counting(left), merge_counting(right));
    let mut crossing = 0;
    let mut merged = Vec::with_capacity(values.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if a <= b {
            merged.extend(left.next());
        } else {
            // All that is left on the left is larger.
            crossing += left.len() as u64;
            merged.extend(right.next());
        }
    }
    merged.extend(left);
    merged.extend(right);
    (merged, in_left + in_right + crossing)
}

/// Twice the share of all orders of n cases that have at most so many pairs out of place, at most 1.
fn exact(n: usize, out_of_place: i128) -> f64 {
    if n > MOST_COUNTED {
        // One order has none; n - 1 have one, together n of n!. Beyond 170! it is below any float.
        let last = if out_of_place == 0 { n } else { n - 1 };
        return 2.0 / (2..=last).fold(1.0, |product, k| product * k as f64);
    }
    let most = usize::try_from(out_of_place).unwrap_or(0);
    // How many orders of j cases have k pairs out of place: putting in case j adds 0 to j - 1 of them.
    let mut orders = vec![0u128; most + 1];
    if let Some(none) = orders.first_mut() {
        *none = 1;
    }
    let mut all = 1u128;
    for j in 2..=n {
        let mut window = 0;
        let leaving = std::iter::repeat_n(0, j).chain(orders.clone());
        for (order, left) in orders.iter_mut().zip(leaving) {
            window = window + *order - left;
            *order = window;
        }
        all *= j as u128;
    }
    let few: u128 = orders.iter().sum();
    (2.0 * (few as f64 / all as f64)).min(1.0)
}

/// The variance of C - D when the order is random.
fn variance(n: f64, first: &Ranks, second: &Ranks) -> f64 {
    let sum =
        |ranks: &Ranks, of: fn(f64) -> f64| -> f64 { ranks.groups.iter().map(|size| of(*size as f64)).sum() };
    let twos = |t: f64| t * (t - 1.0);
    let threes = |t: f64| t * (t - 1.0) * (t - 2.0);
    let spread = |t: f64| t * (t - 1.0) * (2.0 * t + 5.0);
    let both = |of: fn(f64) -> f64| sum(first, of) * sum(second, of);
    (spread(n) - sum(first, spread) - sum(second, spread)) / 18.0
        + both(twos) / (2.0 * twos(n))
        + both(threes) / (9.0 * threes(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_four_have_these_many_pairs_out_of_place() {
        // 1, 3, 5, 6, 5, 3, 1 of 24 orders.
        for (most, orders) in [(0, 1.0), (1, 4.0), (2, 9.0)] {
            assert_eq!(exact(4, most), 2.0 * orders / 24.0);
        }
        assert_eq!(exact(4, 3), 1.0);
    }

    #[test]
    fn pairs_the_wrong_way_round_are_counted() {
        assert_eq!(merge_counting(&[5, 4, 3, 2, 1]), (vec![1, 2, 3, 4, 5], 10));
        assert_eq!(merge_counting(&[2, 2, 1, 3, 1]), (vec![1, 1, 2, 2, 3], 5));
    }
}
