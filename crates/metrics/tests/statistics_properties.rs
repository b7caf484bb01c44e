//! What must hold of the statistics for any input: order, signs, scales, bounds.

use groundscope_metrics::statistics::*;
use proptest::prelude::*;

/// Numbers on a coarse grid, so that ties and zeros come up often.
fn coarse(most: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-6i32..=6).prop_map(|v| f64::from(v) / 2.0), 0..most)
}

fn any_numbers(most: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(any::<f64>(), 0..most)
}

fn pairs(most: usize) -> impl Strategy<Value = Vec<(f64, f64)>> {
    let one = || (-6i32..=6).prop_map(f64::from);
    prop::collection::vec((one(), one()), 0..most)
}

fn settings() -> impl Strategy<Value = WilcoxonSettings> {
    let zeros = prop::sample::select(vec![ZeroRule::Wilcox, ZeroRule::Pratt, ZeroRule::Zsplit]);
    let alternative = prop::sample::select(vec![
        Alternative::TwoSided,
        Alternative::Greater,
        Alternative::Less,
    ]);
    let method = prop::sample::select(vec![
        None,
        Some(SignedRankMethod::Exact),
        Some(SignedRankMethod::Permutation),
        Some(SignedRankMethod::Normal),
    ]);
    (zeros, alternative, method, any::<bool>()).prop_map(|(zeros, alternative, method, correction)| {
        WilcoxonSettings {
            zeros,
            alternative,
            method,
            correction,
        }
    })
}

/// Equal, down to the bits, NaN included.
fn bits(test: &Wilcoxon) -> (u64, u64, Option<u64>, [usize; 3], Option<Undefined>) {
    (
        test.statistic.to_bits(),
        test.p.to_bits(),
        test.z.map(f64::to_bits),
        [test.n, test.zeros, test.ties],
        test.undefined,
    )
}

fn apart(pairs: &[(f64, f64)]) -> (Vec<f64>, Vec<f64>) {
    pairs.iter().copied().unzip()
}

fn reversed_and_rotated<T: Clone>(values: &[T], by: usize) -> Vec<T> {
    let mut other: Vec<T> = values.iter().rev().cloned().collect();
    if !other.is_empty() {
        let by = by % other.len();
        other.rotate_left(by);
    }
    other
}

fn a_probability_or_a_reason(p: f64, undefined: Option<Undefined>) -> bool {
    match undefined {
        Some(reason) => p.is_nan() && !reason.to_string().is_empty(),
        None => (0.0..=1.0).contains(&p),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn wilcoxon_does_not_depend_on_order(d in coarse(40), settings in settings(), by in 0usize..40) {
        let (one, other) = (wilcoxon(&d, &settings), wilcoxon(&reversed_and_rotated(&d, by), &settings));
        prop_assert_eq!(bits(&one), bits(&other));
        prop_assert_eq!(one.method, other.method);
    }

    #[test]
    fn wilcoxon_turned_round_swaps_the_alternatives(d in coarse(40), settings in settings()) {
        // scipy's exact test is not symmetric with zeros by Pratt's rule: their ranks count for neither side.
        prop_assume!(settings.zeros != ZeroRule::Pratt
            || settings.method != Some(SignedRankMethod::Exact) || !d.contains(&0.0));
        let mirrored: Vec<f64> = d.iter().map(|d| -d).collect();
        let alternative = match settings.alternative {
            Alternative::TwoSided => Alternative::TwoSided,
            Alternative::Greater => Alternative::Less,
            Alternative::Less => Alternative::Greater,
        };
        let one = wilcoxon(&d, &settings);
        let other = wilcoxon(&mirrored, &WilcoxonSettings { alternative, ..settings });
        prop_assert_eq!(one.p.to_bits(), other.p.to_bits());
        if settings.alternative == Alternative::TwoSided {
            prop_assert_eq!(one.statistic.to_bits(), other.statistic.to_bits());
        }
    }

    #[test]
    fn wilcoxon_looks_at_order_of_sizes_only(d in coarse(30), settings in settings()) {
        let cubed: Vec<f64> = d.iter().map(|d| 7.0 * d * d * d).collect();
        prop_assert_eq!(bits(&wilcoxon(&d, &settings)), bits(&wilcoxon(&cubed, &settings)));
    }

    #[test]
    fn paired_samples_are_their_differences(pairs in pairs(30), settings in settings()) {
        let (first, second) = apart(&pairs);
        let d: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        prop_assert_eq!(bits(&wilcoxon_paired(&first, &second, &settings)), bits(&wilcoxon(&d, &settings)));
    }

    #[test]
    fn whatever_comes_in_p_is_a_probability_or_there_is_a_reason(
        a in any_numbers(60), b in any_numbers(60), settings in settings(),
    ) {
        let test = wilcoxon(&a, &settings);
        prop_assert!(a_probability_or_a_reason(test.p, test.undefined));
        let test = wilcoxon_paired(&a, &b, &settings);
        prop_assert!(a_probability_or_a_reason(test.p, test.undefined));
        let (rho, tau) = (spearman(&a, &b), kendall(&a, &b));
        prop_assert!(a_probability_or_a_reason(rho.p, rho.undefined));
        prop_assert!(a_probability_or_a_reason(tau.p, tau.undefined));
        prop_assert!(rho.statistic.is_nan() || rho.statistic.abs() <= 1.0);
        prop_assert!(tau.statistic.is_nan() || tau.statistic.abs() <= 1.0);
        prop_assert_eq!(holm(&a).adjusted.len(), a.len());
    }

    #[test]
    fn rank_correlations_keep_under_rising_transforms_order_and_swapping(pairs in pairs(40), by in 0usize..40) {
        let (x, y) = apart(&pairs);
        let rising: Vec<f64> = x.iter().map(|v| (v + 20.0) * (v + 20.0) * 1e5).collect();
        let falling: Vec<f64> = y.iter().map(|v| 3.0 - v).collect();
        let (mixed_x, mixed_y) = apart(&reversed_and_rotated(&pairs, by));
        let (rho, tau) = (spearman(&x, &y), kendall(&x, &y));
        for (a, b, sign) in [
            (&rising, &y, 1.0), (&mixed_x, &mixed_y, 1.0), (&y, &x, 1.0), (&x, &falling, -1.0),
        ] {
            let (other_rho, other_tau) = (spearman(a, b), kendall(a, b));
            prop_assert_eq!(other_rho.undefined, rho.undefined);
            prop_assert_eq!(other_tau.method, tau.method);
            for (other, one) in [
                (other_rho.statistic * sign, rho.statistic), (other_tau.statistic * sign, tau.statistic),
                (other_rho.p, rho.p), (other_tau.p, tau.p),
            ] {
                // Exactly, but for the sign of zero and the order of two square roots and sums.
                prop_assert!(other.is_nan() && one.is_nan() || (other - one).abs() <= 1e-15);
            }
        }
    }

    #[test]
    fn mcnemar_does_not_care_who_is_first(b in 0u64..4000, c in 0u64..4000) {
        for method in [McNemarMethod::Exact, McNemarMethod::ChiSquare, McNemarMethod::ChiSquareCorrected] {
            let one = mcnemar(Discordant { only_first: b, only_second: c }, method);
            let other = mcnemar(Discordant { only_first: c, only_second: b }, method);
            prop_assert_eq!((one.p.to_bits(), one.statistic.to_bits()), (other.p.to_bits(), other.statistic.to_bits()));
            prop_assert!(a_probability_or_a_reason(one.p, one.undefined));
        }
    }

    #[test]
    fn binary_wilcoxon_by_permutation_is_mcnemar(answers in prop::collection::vec(any::<(bool, bool)>(), 1..80)) {
        // With right and wrong as 1 and 0 every rank is the same, so that only the signs are left.
        let (first, second): (Vec<bool>, Vec<bool>) = answers.iter().copied().unzip();
        let d: Vec<f64> = answers.iter().map(|(a, b)| f64::from(u8::from(*a)) - f64::from(u8::from(*b))).collect();
        let settings = WilcoxonSettings { method: Some(SignedRankMethod::Permutation), ..Default::default() };
        let exact = mcnemar(Discordant::of(&first, &second).unwrap(), McNemarMethod::Exact);
        prop_assert!((wilcoxon(&d, &settings).p - exact.p).abs() < 1e-14);
    }

    #[test]
    fn kappa_is_symmetric_bounded_and_blind_to_names(labels in prop::collection::vec((0u8..4, 0u8..4), 0..60)) {
        let (first, second): (Vec<u8>, Vec<u8>) = labels.iter().copied().unzip();
        for weights in [KappaWeights::Unweighted, KappaWeights::Linear, KappaWeights::Quadratic] {
            let one = kappa(&first, &second, weights);
            let other = kappa(&second, &first, weights);
            prop_assert_eq!(one.statistic.to_bits(), other.statistic.to_bits());
            prop_assert!(one.undefined.is_some() == one.statistic.is_nan());
            prop_assert!(one.statistic.is_nan() || (-1.0 - 1e-12..=1.0).contains(&one.statistic));
            let named = |side: &[u8]| side.iter().map(|l| format!("category {l}")).collect::<Vec<_>>();
            let renamed = kappa(&named(&first), &named(&second), weights);
            prop_assert_eq!(one.statistic.to_bits(), renamed.statistic.to_bits());
            let same = kappa(&first, &first, weights);
            prop_assert!(same.statistic == 1.0 || same.undefined.is_some());
        }
    }

    #[test]
    fn holm_rises_with_p_and_never_falls_below_it(p in prop::collection::vec(0.0f64..=1.0, 0..40), by in 0usize..40) {
        let corrected = holm(&p);
        prop_assert_eq!(corrected.undefined, 0);
        let mut sorted: Vec<(f64, f64)> = p.iter().copied().zip(corrected.adjusted.iter().copied()).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        prop_assert!(sorted.windows(2).all(|w| w[0].1 <= w[1].1));
        prop_assert!(sorted.iter().all(|(p, adjusted)| p <= adjusted && *adjusted <= 1.0));
        let other = holm(&reversed_and_rotated(&p, by));
        prop_assert_eq!(&other.adjusted, &reversed_and_rotated(&corrected.adjusted, by));
    }
}
