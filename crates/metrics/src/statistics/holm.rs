//! Holm's step-down correction of many p-values.

/// Corrected p-values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Holm {
    /// One for each p-value, in the order given. Compare with the level wanted, such as 0.05.
    pub adjusted: Vec<f64>,
    /// How many tests were corrected for: all that were given.
    pub n: usize,
    /// How many of them have no p-value (NaN, or not between 0 and 1); they stay NaN.
    pub undefined: usize,
}

/// Corrects p-values for their number, so that the chance of any false alarm stays at the level.
///
/// With the p-values sorted, `adjusted(i) = max over j <= i of (n - j) p(j)`, j from 0, at most 1 (Holm, Scandinavian
/// Journal of Statistics 1979).
///
/// A p-value that is NaN stays NaN and still counts towards n, as in statsmodels: the tests were planned before anyone
/// knew which could be computed, and counting them never makes another p-value smaller. A number outside 0 to 1 is treated
/// as NaN; statsmodels would multiply it.
pub fn holm(p_values: &[f64]) -> Holm {
    let n = p_values.len();
    let mut rising: Vec<(f64, usize)> = p_values.iter().copied().zip(0..).collect();
    rising.retain(|(p, _)| (0.0..=1.0).contains(p));
    rising.sort_by(|a, b| a.0.total_cmp(&b.0));
    let undefined = n - rising.len();
    let mut adjusted = vec![f64::NAN; n];
    let mut largest: f64 = 0.0;
    for (rank, (p, index)) in rising.into_iter().enumerate() {
        largest = largest.max(p * (n - rank) as f64).min(1.0);
        if let Some(slot) = adjusted.get_mut(index) {
            *slot = largest;
        }
    }
    Holm {
        adjusted,
        n,
        undefined,
    }
}
