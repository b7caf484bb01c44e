//! McNemar's test: whether two readers or models that answered the same questions are right equally often.

use super::Undefined;
use super::tails::chi_square_one_at_least;

/// The most discordant pairs that the exact test sums over.
const MOST_PAIRS: u64 = 1_000_000;

/// How often exactly one of the two was right; the only counts that the test looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discordant {
    /// Pairs where only the first was right.
    pub only_first: u64,
    /// Pairs where only the second was right.
    pub only_second: u64,
}

impl Discordant {
    /// Counts paired answers, true for right.
    pub fn of(first: &[bool], second: &[bool]) -> Result<Self, Undefined> {
        if first.len() != second.len() {
            return Err(Undefined::UnequalLengths);
        }
        let mut counts = Self::default();
        for (a, b) in first.iter().zip(second) {
            counts.only_first += u64::from(*a && !*b);
            counts.only_second += u64::from(*b && !*a);
        }
        Ok(counts)
    }
}

/// How the p-value is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum McNemarMethod {
    /// Binomial: each discordant pair falls to either side with probability one half.
    #[default]
    Exact,
    /// Chi-square with one degree of freedom.
    ChiSquare,
    /// Chi-square after moving the difference of the counts one towards zero.
    ChiSquareCorrected,
}

impl McNemarMethod {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::ChiSquare => "chi-square",
            Self::ChiSquareCorrected => "chi-square-corrected",
        }
    }
}

/// The outcome of a McNemar test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// Exact: the smaller of the two counts. Otherwise chi-square.
    pub statistic: f64,
    /// The two-sided p-value.
    pub p: f64,
    /// How many pairs are discordant.
    pub n: u64,
    /// Why a figure is NaN, if one is.
    pub undefined: Option<Undefined>,
}

/// Tests whether the two are right equally often.
///
/// With b and c the two counts and n = b + c:
///
/// - exact: `p = min(1, 2 P(X <= min(b, c)))`, X binomial(n, 1/2); p = 1 when n = 0;
/// - chi-square: `(|b - c| - k)^2 / n`, k = 1 with correction and 0 without.
///
/// Equal to statsmodels' `mcnemar`, also in correcting when b = c (chi-square is then 1/n). Without discordant pairs
/// chi-square is NaN; statsmodels gives infinity and p = 0 there with correction. Source: McNemar, Psychometrika 1947.
pub fn mcnemar(counts: Discordant, method: McNemarMethod) -> McNemar {
    let Discordant {
        only_first,
        only_second,
    } = counts;
    let n = only_first.saturating_add(only_second);
    let result = |statistic: f64, p: f64, undefined| McNemar {
        statistic,
        p,
        n,
        undefined,
    };
    let correction = match method {
        McNemarMethod::Exact => {
            let smaller = only_first.min(only_second);
            let p = exact(smaller, n);
            let undefined = p.is_none().then_some(Undefined::TooManyForExact);
            return result(smaller as f64, p.unwrap_or(f64::NAN), undefined);
        }
        McNemarMethod::ChiSquare => 0.0,
        McNemarMethod::ChiSquareCorrected => 1.0,
    };
    if n == 0 {
        return result(f64::NAN, f64::NAN, Some(Undefined::NoDiscordantPairs));
    }
    let excess = only_first.abs_diff(only_second) as f64 - correction;
    let statistic = excess * excess / n as f64;
    result(statistic, chi_square_one_at_least(statistic), None)
}

/// min(1, 2 P(X <= k)) of a binomial(n, 1/2) X, where k is at most n/2; none when n is too large to sum.
fn exact(k: u64, n: u64) -> Option<f64> {
    if n > MOST_PAIRS {
        return None;
    }
    // C(n, k) 2^-n, halving on the way so that nothing overflows.
    let mut chance = 1.0;
    let mut halvings = i32::try_from(n).ok()?;
    for i in 1..=k {
        chance *= (n - k + i) as f64 / i as f64;
        while chance > 1.0 && halvings > 0 {
            chance *= 0.5;
            halvings -= 1;
        }
    }
    // C(n, k - 1) / C(n, k) = k / (n - k + 1), and so on down to C(n, 0).
    let (mut term, mut sum) = (1.0, 1.0);
    for i in 0..k {
        term *= (k - i) as f64 / (n - k + 1 + i) as f64;
        sum += term;
        if term < 1e-18 {
            break;
        }
    }
    Some((2.0 * libm::ldexp(chance * sum, -halvings)).min(1.0))
}
