//! Why a statistic is NaN.

/// Why a statistic or its p-value is NaN; the text tells a reader of a report what to make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Undefined {
    /// No observations.
    #[error("there is nothing to compare: no observations")]
    Empty,
    /// The two sides have different numbers of observations.
    #[error("the two sides have different numbers of observations; give one of each for every case")]
    UnequalLengths,
    /// An observation is NaN.
    #[error("an observation is not a number; leave such cases out on both sides")]
    NotANumber,
    /// Fewer observations than the figure needs.
    #[error("too few observations for this figure")]
    TooFew,
    /// One side never varies, so there is no order to correlate.
    #[error("one side is the same for every case, so that there is no order to compare")]
    Constant,
    /// Every difference is zero, so the normal approximation has no spread.
    #[error("every difference is zero; the normal approximation needs one that is not")]
    AllZero,
    /// The two sides agree in every case, so the chi-square statistic is 0/0.
    #[error("the two sides never disagree; the chi-square test needs one case where they do")]
    NoDiscordantPairs,
    /// Both readers used one and the same category throughout, so agreement by chance is certain.
    #[error("only one category was ever used, so that agreement beyond chance has no meaning")]
    OneCategory,
    /// A label is not on the scale given.
    #[error("a label is not on the scale given; add it to the scale or leave the case out")]
    OutsideScale,
    /// More observations than the exact distribution is computed for.
    #[error("too many observations for the exact test; take the approximation")]
    TooManyForExact,
}
