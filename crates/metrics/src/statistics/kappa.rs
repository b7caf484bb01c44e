//! Cohen's kappa: how far two readers agree beyond chance.

use super::Undefined;

/// How much a disagreement weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KappaWeights {
    /// All disagreements alike: categories without an order.
    #[default]
    Unweighted,
    /// By the number of steps between the categories.
    Linear,
    /// By the square of the number of steps.
    Quadratic,
}

impl KappaWeights {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Unweighted => "unweighted",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
        }
    }

    const fn of(self, a: usize, b: usize) -> u128 {
        let steps = a.abs_diff(b) as u128;
        match self {
            Self::Unweighted => (steps > 0) as u128,
            Self::Linear => steps,
            Self::Quadratic => steps * steps,
        }
    }
}

/// The agreement of two readers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kappa {
    /// Kappa: 1 for full agreement, 0 for what chance gives, below 0 for less.
    pub statistic: f64,
    /// The share of cases with the same label, which kappa corrects for chance.
    pub agreement: f64,
    /// How many cases.
    pub n: usize,
    /// How many categories the scale has.
    pub categories: usize,
    /// Why a figure is NaN, if one is.
    pub undefined: Option<Undefined>,
}

/// Agreement on the categories that occur, in their own order.
///
/// `kappa = 1 - sum(w O) / sum(w E)` over pairs of categories: O counts the cases, E = row total x column total / n is what
/// chance gives, w weighs the disagreement (Cohen 1960 and, with weights, 1968). Computed on integers up to the last
/// division; equal to scikit-learn's `cohen_kappa_score(labels=None)`.
///
/// Weights count steps between categories *that occur*; where one may be missing, use [`kappa_on_scale`]. NaN with a
/// reason: no cases, unequal lengths, or a single category.
pub fn kappa<T: Ord>(first: &[T], second: &[T], weights: KappaWeights) -> Kappa {
    let mut scale: Vec<&T> = first.iter().chain(second).collect();
    scale.sort_unstable();
    scale.dedup();
    let place = |label: &T| scale.binary_search(&label).ok();
    agreement(first, second, scale.len(), place, weights)
}

/// Agreement on a declared scale of categories in their order, whether or not all of them occur.
///
/// The same as scikit-learn's `cohen_kappa_score(labels=scale)`, except that a label that is not on the scale makes kappa
/// NaN with a reason, where scikit-learn leaves the case out in silence.
pub fn kappa_on_scale<T: PartialEq>(first: &[T], second: &[T], scale: &[T], weights: KappaWeights) -> Kappa {
    let place = |label: &T| scale.iter().position(|category| category == label);
    agreement(first, second, scale.len(), place, weights)
}

fn agreement<T>(
    first: &[T],
    second: &[T],
    categories: usize,
    place: impl Fn(&T) -> Option<usize>,
    weights: KappaWeights,
) -> Kappa {
    let n = first.len();
    let result = |statistic: f64, agreement: f64, undefined| Kappa {
        statistic,
        agreement,
        n,
        categories,
        undefined,
    };
    if n != second.len() {
        return result(f64::NAN, f64::NAN, Some(Undefined::UnequalLengths));
    }
    if n == 0 {
        return result(f64::NAN, f64::NAN, Some(Undefined::Empty));
    }
    let mut rows = vec![0u128; categories];
    let mut columns = vec![0u128; categories];
    let (mut observed, mut same) = (0, 0u64);
    for (a, b) in first.iter().zip(second) {
        let (Some(a), Some(b)) = (place(a), place(b)) else {
            return result(f64::NAN, f64::NAN, Some(Undefined::OutsideScale));
        };
        for (totals, category) in [(&mut rows, a), (&mut columns, b)] {
            if let Some(total) = totals.get_mut(category) {
                *total += 1;
            }
        }
        observed += weights.of(a, b);
        same += u64::from(a == b);
    }
    let share = same as f64 / n as f64;
    let chance: u128 = rows
        .iter()
        .enumerate()
        .flat_map(|(a, row)| {
            columns
                .iter()
                .enumerate()
                .map(move |(b, column)| (a, b, row * column))
        })
        .map(|(a, b, product)| weights.of(a, b) * product)
        .sum();
    if chance == 0 {
        return result(f64::NAN, share, Some(Undefined::OneCategory));
    }
    // Disagreement observed over that by chance: observed / (chance / n).
    let ratio = (observed * n as u128) as f64 / chance as f64;
    result(1.0 - ratio, share, None)
}
