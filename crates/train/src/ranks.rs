//! Area under the ROC curve.

/// Probability that a positive scan scores higher than a negative one, ties counted half; `None` without both kinds.
///
/// ```
/// use groundscope_train::ranks::auc;
/// assert_eq!(auc(&[(0.9, true), (0.4, false), (0.4, true)]), Some(0.75));
/// assert_eq!(auc(&[(0.9, true)]), None);
/// ```
pub fn auc(scored: &[(f64, bool)]) -> Option<f64> {
    let of = |wanted: bool| {
        scored
            .iter()
            .filter(move |(_, positive)| *positive == wanted)
            .map(|(score, _)| *score)
    };
    let (positives, negatives) = (of(true).count(), of(false).count());
    if positives == 0 || negatives == 0 {
        return None;
    }
    let wins: f64 = of(true)
        .flat_map(|high| {
            of(false).map(move |low| {
                if high > low {
                    1.0
                } else if high == low {
                    0.5
                } else {
                    0.0
                }
            })
        })
        .sum();
    Some(wins / (positives * negatives) as f64)
}
