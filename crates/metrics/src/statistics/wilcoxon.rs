//! Wilcoxon's signed-rank test: whether paired scores differ.

use super::Undefined;
use super::signed_ranks::SignedRanks;
use super::tails::normal_at_most;

/// What becomes of differences of zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ZeroRule {
    /// They are dropped before ranking (Wilcoxon 1945).
    #[default]
    Wilcox,
    /// They are ranked, then their ranks are dropped (Pratt 1959; normal approximation by Cureton 1967).
    Pratt,
    /// They are ranked, and either sign gets half of their ranks.
    Zsplit,
}

impl ZeroRule {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wilcox => "wilcox",
            Self::Pratt => "pratt",
            Self::Zsplit => "zsplit",
        }
    }
}

/// What the p-value is the chance of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alternative {
    /// A difference as large either way.
    #[default]
    TwoSided,
    /// Differences as far above zero.
    Greater,
    /// Differences as far below zero.
    Less,
}

impl Alternative {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::TwoSided => "two-sided",
            Self::Greater => "greater",
            Self::Less => "less",
        }
    }

    pub(super) fn p(self, at_most: f64, at_least: f64) -> f64 {
        match self {
            Self::TwoSided => (2.0 * at_most.min(at_least)).min(1.0),
            Self::Greater => at_least,
            Self::Less => at_most,
        }
    }
}

/// How the p-value is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignedRankMethod {
    /// From the distribution of the ranks 1 to n, which is exact without ties and zeros only. With them it is as in scipy:
    /// the statistic is rounded against the alternative, and zeros by [`ZeroRule::Pratt`] make even the two-sided p
    /// depend on which side comes first. `auto` never takes it there.
    Exact,
    /// From all 2^n signs of the ranks at hand, ties and zeros included. They are counted, not drawn: nothing is random.
    Permutation,
    /// From a normal distribution with a variance that allows for ties and zeros.
    Normal,
}

impl SignedRankMethod {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Permutation => "permutation",
            Self::Normal => "normal",
        }
    }
}

/// The settings of the test; the defaults are scipy's and the choices of this project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WilcoxonSettings {
    /// What becomes of zeros.
    pub zeros: ZeroRule,
    /// What the p-value is the chance of.
    pub alternative: Alternative,
    /// How the p-value is found. None is scipy's `auto`: normal above 50 differences, else exact without ties and zeros, else
    /// permutation up to 13 differences, else normal. Zeros count as differences here.
    pub method: Option<SignedRankMethod>,
    /// Whether the normal approximation moves the statistic half a rank towards its mean.
    pub correction: bool,
}

/// The outcome of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// Two-sided: the smaller of the two rank sums. Otherwise the sum of the ranks of positive differences.
    pub statistic: f64,
    /// The p-value.
    pub p: f64,
    /// How far the rank sum lies from its mean, in standard deviations, where the method is normal; never positive
    /// two-sided.
    pub z: Option<f64>,
    /// How many differences were given, zeros included.
    pub n: usize,
    /// How many of them are zero.
    pub zeros: usize,
    /// How many of the others share their size with another.
    pub ties: usize,
    /// How the p-value was found; none where nothing was tested.
    pub method: Option<SignedRankMethod>,
    /// Why a figure is NaN, if one is.
    pub undefined: Option<Undefined>,
}

/// Tests whether the second of two paired samples differs from the first; the differences are first minus second.
///
/// Subtracting can leave two equal differences a digit apart, which unties them: where scores are exact fractions, subtract
/// those and use [`wilcoxon`].
pub fn wilcoxon_paired(first: &[f64], second: &[f64], settings: &WilcoxonSettings) -> Wilcoxon {
    if first.len() != second.len() {
        return untested(first.len(), Undefined::UnequalLengths);
    }
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    wilcoxon(&differences, settings)
}

/// Tests whether differences lie symmetrically around zero.
///
/// Their sizes are ranked, ties sharing the average; W+ is the rank sum of the positive ones and W- of the negative ones. If
/// either sign is as likely, W+ has the mean `n (n + 1) / 4` and the variance `n (n + 1)(2 n + 1) / 24 - sum(t^3 - t) / 48`
/// over groups of t ties (Wilcoxon, Biometrics Bulletin 1945; Conover 1999, section 5.7).
///
/// Equal to scipy 1.17's `wilcoxon`, save three cases: the far upper tail of the exact test keeps its digits (scipy
/// subtracts it from 1); a single difference that is zero has p = 1 (scipy raises an error); `Permutation` counts all signs
/// also of more than 13 differences (scipy draws some). NaN with a reason: no differences, a NaN, an exact test of more than 1,000
/// ranks, or a normal approximation without any difference but zero, where the statistic is still given.
pub fn wilcoxon(differences: &[f64], settings: &WilcoxonSettings) -> Wilcoxon {
    if differences.is_empty() {
        return untested(0, Undefined::Empty);
    }
    if differences.iter().any(|d| d.is_nan()) {
        return untested(differences.len(), Undefined::NotANumber);
    }
    let signed = SignedRanks::of(differences, settings.zeros);
    let method = settings
        .method
        .unwrap_or_else(|| signed.automatic(differences.len()));
    let (p, z) = match method {
        SignedRankMethod::Exact => (signed.exact(settings.alternative), None),
        SignedRankMethod::Permutation => (signed.permutation(settings.alternative), None),
        SignedRankMethod::Normal => match signed.z(settings) {
            Ok(z) => {
                let p = settings.alternative.p(normal_at_most(z), normal_at_most(-z));
                let two_sided = settings.alternative == Alternative::TwoSided;
                (Ok(p), Some(if two_sided { -z.abs() } else { z }))
            }
            Err(reason) => (Err(reason), None),
        },
    };
    Wilcoxon {
        statistic: match settings.alternative {
            Alternative::TwoSided => signed.plus.min(signed.minus),
            Alternative::Greater | Alternative::Less => signed.plus,
        },
        p: p.unwrap_or(f64::NAN),
        z,
        n: differences.len(),
        zeros: signed.zeros,
        ties: signed.ties,
        method: Some(method),
        undefined: p.err(),
    }
}

fn untested(n: usize, reason: Undefined) -> Wilcoxon {
    Wilcoxon {
        statistic: f64::NAN,
        p: f64::NAN,
        z: None,
        n,
        zeros: 0,
        ties: 0,
        method: None,
        undefined: Some(reason),
    }
}
