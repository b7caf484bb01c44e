//! How well a score separates two kinds of scans: area under the ROC curve, sensitivity at a given specificity.

/// Probability that a positive scan scores higher than a negative one, ties counted half; `None` without both kinds.
///
/// ```
/// use groundscope_train::ranks::auc;
/// assert_eq!(auc(&[(0.9, true), (0.4, false), (0.4, true)]), Some(0.75));
/// assert_eq!(auc(&[(0.9, true)]), None);
/// ```
pub fn auc(scored: &[(f64, bool)]) -> Option<f64> {
    let (_, area) = levels(scored).fold((0.0, 0.0), |(below, area), (_, positives, negatives)| {
        (below + negatives, area + positives * (below + 0.5 * negatives))
    });
    let (positives, negatives) = totals(scored);
    (positives > 0.0 && negatives > 0.0).then(|| area / (positives * negatives))
}

/// The largest share of positive scans that a threshold finds while at least `specificity` (0..1) of the negative ones stay
/// below it; `None` without both kinds. Source: the points of the ROC curve, not interpolated.
///
/// ```
/// use groundscope_train::ranks::sensitivity_at;
/// let scored = [(0.9, true), (0.8, false), (0.7, true), (0.1, false)];
/// assert_eq!(sensitivity_at(&scored, 0.9), Some(0.5));
/// assert_eq!(sensitivity_at(&scored, 0.5), Some(1.0));
/// ```
pub fn sensitivity_at(scored: &[(f64, bool)], specificity: f64) -> Option<f64> {
    let (positives, negatives) = totals(scored);
    if positives == 0.0 || negatives == 0.0 {
        return None;
    }
    // The lowest threshold that keeps enough negatives finds the most positives; rounding must not lose a whole scan.
    let enough = specificity * negatives - 1e-9;
    let (mut below, mut missed) = (0.0, 0.0);
    for (_, here, wrong) in levels(scored) {
        if below >= enough {
            break;
        }
        below += wrong;
        missed += here;
    }
    Some((positives - missed) / positives)
}

/// Each different score, lowest first, with how many positive and negative scans have it.
fn levels(scored: &[(f64, bool)]) -> impl Iterator<Item = (f64, f64, f64)> {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut levels: Vec<(f64, f64, f64)> = Vec::new();
    for (score, positive) in sorted {
        let (more, less) = if positive { (1.0, 0.0) } else { (0.0, 1.0) };
        match levels.last_mut() {
            Some(level) if level.0 == score => {
                level.1 += more;
                level.2 += less;
            }
            _ => levels.push((score, more, less)),
        }
    }
    levels.into_iter()
}

fn totals(scored: &[(f64, bool)]) -> (f64, f64) {
    let positives = scored.iter().filter(|(_, positive)| *positive).count();
    (positives as f64, (scored.len() - positives) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_scans_below_every_threshold_is_a_sensitivity_of_zero() {
        assert_eq!(sensitivity_at(&[(0.2, true), (0.9, false)], 0.9), Some(0.0));
        assert_eq!(sensitivity_at(&[(0.2, true), (0.2, false)], 0.9), Some(0.0));
        assert_eq!(sensitivity_at(&[(0.2, false)], 0.9), None);
    }

    #[test]
    fn nine_of_ten_negatives_are_enough_for_a_specificity_of_nine_tenths() {
        let mut scored: Vec<(f64, bool)> = (0..10).map(|k| (f64::from(k) / 10.0, false)).collect();
        scored.extend([(0.85, true), (0.75, true)]);
        assert_eq!(sensitivity_at(&scored, 0.9), Some(0.5));
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_pairs_in_order(scored in prop::collection::vec((0u8..6, any::<bool>()), 0..40)) {
            let scored: Vec<(f64, bool)> = scored.iter().map(|(s, y)| (f64::from(*s), *y)).collect();
            let of = |wanted| scored.iter().filter(move |(_, y)| *y == wanted).map(|(s, _)| *s);
            let pairs = of(true).flat_map(|p| of(false).map(move |n| (p, n)));
            let wins: f64 = pairs.clone().map(|(p, n)| if p > n { 1.0 } else if p == n { 0.5 } else { 0.0 }).sum();
            match auc(&scored) {
                None => prop_assert_eq!(pairs.count(), 0),
                Some(area) => prop_assert!((area - wins / pairs.count() as f64).abs() < 1e-12),
            }
        }
    }
}
