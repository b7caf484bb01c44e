//! Statistics worked by hand, with the arithmetic.

use groundscope_metrics::statistics::*;

fn near(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-14, "{value} instead of {wanted}");
}

#[test]
fn wilcoxon_with_a_zero_and_a_tie() {
    // Without the zero, sizes 1 1 2 3 have ranks 1.5 1.5 3 4; only one of the two 1s is negative: W- = 1.5, W+ = 8.5.
    let d = [0.0, 1.0, -1.0, 2.0, 3.0];
    let test = wilcoxon(&d, &WilcoxonSettings::default());
    assert_eq!((test.statistic, test.n, test.zeros, test.ties), (1.5, 5, 1, 2));
    // Of 16 sign patterns, sums of subsets: 0, 1.5 and 1.5 are at most 1.5. Twice 3/16.
    assert_eq!(test.method, Some(SignedRankMethod::Permutation));
    assert_eq!(test.p, 2.0 * 3.0 / 16.0);
    // Normal: mean 4 x 5 / 4 = 5; variance 4 x 5 x 9 / 24 - (2^3 - 2) / 48 = 7.375.
    let normal = WilcoxonSettings {
        method: Some(SignedRankMethod::Normal),
        alternative: Alternative::Greater,
        ..Default::default()
    };
    let test = wilcoxon(&d, &normal);
    assert_eq!(test.statistic, 8.5);
    near(test.z.unwrap(), 3.5 / 7.375f64.sqrt());
    let corrected = wilcoxon(
        &d,
        &WilcoxonSettings {
            correction: true,
            ..normal
        },
    );
    near(corrected.z.unwrap(), 3.0 / 7.375f64.sqrt());
    // Pratt keeps the zero's rank 1 out of the sums: ranks 2.5 2.5 4 5, W+ = 11.5, mean (5 x 6 - 1 x 2) / 4 = 7.
    let pratt = wilcoxon(
        &d,
        &WilcoxonSettings {
            zeros: ZeroRule::Pratt,
            ..normal
        },
    );
    assert_eq!(pratt.statistic, 11.5);
    // Variance (5 x 6 x 11 - 1 x 2 x 3) / 24 - 6 / 48.
    near(pratt.z.unwrap(), 4.5 / (324.0 / 24.0 - 0.125f64).sqrt());
    // Zsplit gives half of that rank to each side.
    let split = wilcoxon(
        &d,
        &WilcoxonSettings {
            zeros: ZeroRule::Zsplit,
            ..normal
        },
    );
    assert_eq!(split.statistic, 12.0);
}

#[test]
fn auto_takes_the_method_that_scipy_takes() {
    let method = |d: &[f64]| wilcoxon(d, &WilcoxonSettings::default()).method.unwrap();
    let distinct: Vec<f64> = (1..=51).map(f64::from).collect();
    assert_eq!(method(&distinct[..50]), SignedRankMethod::Exact);
    assert_eq!(method(&distinct), SignedRankMethod::Normal);
    // A zero counts as a difference for the limits, though it is dropped afterwards.
    let with_zero = |n: usize| -> Vec<f64> { (0..n).map(|k| k as f64).collect() };
    assert_eq!(method(&with_zero(13)), SignedRankMethod::Permutation);
    assert_eq!(method(&with_zero(14)), SignedRankMethod::Normal);
    assert_eq!(method(&with_zero(51)), SignedRankMethod::Normal);
    assert_eq!(method(&[1.0, -1.0]), SignedRankMethod::Permutation);
}

#[test]
fn differences_that_show_nothing() {
    let p = |d: &[f64]| wilcoxon(d, &WilcoxonSettings::default());
    // A single zero: of one sign pattern, one is as extreme. scipy raises an error.
    assert_eq!((p(&[0.0]).statistic, p(&[0.0]).p), (0.0, 1.0));
    assert_eq!(p(&[0.0; 13]).p, 1.0);
    let many = p(&[0.0; 14]);
    assert_eq!(
        (many.statistic, many.undefined, many.zeros),
        (0.0, Some(Undefined::AllZero), 14)
    );
    assert!(many.p.is_nan() && many.z.is_none());
    assert_eq!(p(&[]).undefined, Some(Undefined::Empty));
    assert_eq!(p(&[1.0, f64::NAN]).undefined, Some(Undefined::NotANumber));
    let unequal = wilcoxon_paired(&[1.0], &[], &WilcoxonSettings::default());
    assert_eq!(unequal.undefined, Some(Undefined::UnequalLengths));
    // Infinite differences have ranks, as in scipy: one pattern of eight on either side.
    assert_eq!(p(&[f64::INFINITY, 1.0, 2.0]).p, 0.25);
    let exact = WilcoxonSettings {
        method: Some(SignedRankMethod::Exact),
        ..Default::default()
    };
    let many: Vec<f64> = (1..=1001).map(f64::from).collect();
    assert_eq!(
        wilcoxon(&many, &exact).undefined,
        Some(Undefined::TooManyForExact)
    );
    assert_eq!(wilcoxon(&many[..1000], &exact).p, libm::ldexp(1.0, -999));
}

#[test]
fn mcnemar_of_one_against_nine() {
    let counts = Discordant {
        only_first: 1,
        only_second: 9,
    };
    // (C(10, 0) + C(10, 1)) / 2^10, twice.
    let exact = mcnemar(counts, McNemarMethod::Exact);
    assert_eq!((exact.statistic, exact.p, exact.n), (1.0, 22.0 / 1024.0, 10));
    // (|1 - 9|)^2 / 10 and (|1 - 9| - 1)^2 / 10.
    assert_eq!(mcnemar(counts, McNemarMethod::ChiSquare).statistic, 6.4);
    let corrected = mcnemar(counts, McNemarMethod::ChiSquareCorrected);
    assert_eq!(corrected.statistic, 4.9);
    near(corrected.p, 0.026_856_695_507_524_453);
}

#[test]
fn mcnemar_from_answers_and_at_its_limits() {
    let counts = Discordant::of(&[true, true, false, false], &[true, false, true, false]).unwrap();
    assert_eq!((counts.only_first, counts.only_second), (1, 1));
    assert_eq!(mcnemar(counts, McNemarMethod::Exact).p, 1.0);
    // Corrected, an even split has (0 - 1)^2 / 2: as in statsmodels.
    assert_eq!(mcnemar(counts, McNemarMethod::ChiSquareCorrected).statistic, 0.5);
    assert_eq!(Discordant::of(&[true], &[]), Err(Undefined::UnequalLengths));
    let none = Discordant::default();
    assert_eq!(mcnemar(none, McNemarMethod::Exact).p, 1.0);
    for method in [McNemarMethod::ChiSquare, McNemarMethod::ChiSquareCorrected] {
        let test = mcnemar(none, method);
        assert_eq!(test.undefined, Some(Undefined::NoDiscordantPairs));
        assert!(test.p.is_nan() && test.statistic.is_nan());
    }
    let huge = Discordant {
        only_first: u64::MAX,
        only_second: 3,
    };
    assert_eq!(
        mcnemar(huge, McNemarMethod::Exact).undefined,
        Some(Undefined::TooManyForExact)
    );
    assert_eq!(mcnemar(huge, McNemarMethod::ChiSquare).p, 0.0);
    let even = Discordant {
        only_first: 500_000,
        only_second: 500_000,
    };
    assert_eq!(mcnemar(even, McNemarMethod::Exact).p, 1.0);
}

#[test]
fn spearman_of_four_and_of_perfect_orders() {
    // d^2: 1 + 1 + 0 + 0; 1 - 6 x 2 / (4 x 15) = 0.8. Two degrees of freedom: p = 1 - 0.8.
    let rho = spearman(&[1.0, 2.0, 3.0, 4.0], &[20.0, 10.0, 30.0, 40.0]);
    near(rho.statistic, 0.8);
    near(rho.p, 0.2);
    // Ties: ranks 1.5 1.5 3 against 1 2 3, both minus 2: Sxy = 1.5, Sxx = 1.5, Syy = 2. One degree: p = 2 acos(rho) / pi = 1/3.
    let rho = spearman(&[5.0, 5.0, 6.0], &[1.0, 2.0, 3.0]);
    near(rho.statistic, 0.75f64.sqrt());
    near(rho.p, 1.0 / 3.0);
    for x in [vec![1.0, 1.0, 2.0], vec![3.0, 9.0, 1.0, 4.0, 4.0, 7.0, 7.0]] {
        let y: Vec<f64> = x.iter().map(|v| 5.0 - v).collect();
        let (same, opposite) = (spearman(&x, &x), spearman(&x, &y));
        assert_eq!((same.statistic, same.p), (1.0, 0.0));
        assert_eq!((opposite.statistic, opposite.p), (-1.0, 0.0));
    }
    let two = spearman(&[1.0, 2.0], &[2.0, 1.0]);
    assert_eq!((two.statistic, two.undefined), (-1.0, Some(Undefined::TooFew)));
}

#[test]
fn kendall_of_four_and_with_ties() {
    // One of six pairs out of place: (5 - 1) / 6; 1 + 3 of 24 orders are as good: p = 2 x 4 / 24.
    let tau = kendall(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 3.0, 4.0]);
    assert_eq!((tau.statistic, tau.p), (4.0 / 6.0, 8.0 / 24.0));
    assert_eq!(tau.method, Some(KendallMethod::Exact));
    // Pairs of (1, 1) (1, 2) (2, 3) (3, 3): 4 alike, none opposed, one tied in each: 4 / sqrt(5 x 5).
    let tau = kendall(&[1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 3.0]);
    near(tau.statistic, 0.8);
    assert_eq!(tau.method, Some(KendallMethod::Normal));
    // Two cases: either order is as likely.
    assert_eq!(kendall(&[1.0, 2.0], &[2.0, 1.0]).p, 1.0);
    // 34 cases in order: 2 / 34!, by the closed form; 34! = 2.95232799039604140847618609643520000000e38.
    let rising: Vec<f64> = (0..34).map(f64::from).collect();
    let p = kendall(&rising, &rising).p;
    assert!((p * 2.952_327_990_396_041_4e38 / 2.0 - 1.0).abs() < 1e-14);
    let many: Vec<f64> = (0..200).map(f64::from).collect();
    assert_eq!(kendall(&many, &many).p, 0.0);
}

#[test]
fn correlations_without_an_answer_say_why() {
    for (x, y, reason) in [
        (vec![], vec![], Undefined::Empty),
        (vec![1.0], vec![2.0], Undefined::TooFew),
        (vec![1.0, 2.0], vec![2.0], Undefined::UnequalLengths),
        (vec![1.0, 2.0, 3.0], vec![4.0; 3], Undefined::Constant),
        (vec![0.0, -0.0], vec![1.0, 2.0], Undefined::Constant),
        (vec![1.0, f64::NAN], vec![2.0, 2.0], Undefined::NotANumber),
    ] {
        let (rho, tau) = (spearman(&x, &y), kendall(&x, &y));
        assert_eq!((rho.undefined, tau.undefined), (Some(reason), Some(reason)));
        assert!(rho.statistic.is_nan() && rho.p.is_nan() && tau.statistic.is_nan() && tau.p.is_nan());
    }
}

#[test]
fn kappa_of_the_textbook_table() {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: 35/50 agree; by chance 0.5 x 0.6 + 0.5 x 0.4 = 0.5; (0.7 - 0.5) / 0.5.
    let mut pairs = vec![(true, true); 20];
    pairs.extend(vec![(true, false); 5]);
    pairs.extend(vec![(false, true); 10]);
    pairs.extend(vec![(false, false); 15]);
    let (first, second): (Vec<bool>, Vec<bool>) = pairs.into_iter().unzip();
    let result = kappa(&first, &second, KappaWeights::Unweighted);
    near(result.statistic, 0.4);
    assert_eq!((result.agreement, result.n, result.categories), (0.7, 50, 2));
}

#[test]
fn kappa_counts_steps_on_the_scale_given() {
    // "mild" does not occur: on the categories that do, none to severe is one step, on the scale two.
    let (first, second) = (
        ["none", "none", "severe", "worst"],
        ["none", "severe", "severe", "worst"],
    );
    let scale = ["none", "mild", "severe", "worst"];
    // Observed disagreement 2 of 4 cases. By chance: rows none 2, severe 1, worst 1; columns 1, 2, 1;
    // 2 x (2 x 2 + 3 x 1) + 1 x (2 x 1 + 1 x 1) + 1 x (3 x 1 + 1 x 2) = 22, over 4. 1 - 2 / (22 / 4).
    let on_scale = kappa_on_scale(&first, &second, &scale, KappaWeights::Linear);
    near(on_scale.statistic, 1.0 - 8.0 / 22.0);
    // Without it: 2 x (1 x 2 + 2 x 1) + 1 x (1 + 1) + 1 x (2 x 1 + 1 x 2) = 14. 1 - 1 / (14 / 4).
    near(
        kappa(&[0, 0, 1, 2], &[0, 1, 1, 2], KappaWeights::Linear).statistic,
        1.0 - 4.0 / 14.0,
    );
    let outside = kappa_on_scale(&first, &second, &scale[..2], KappaWeights::Linear);
    assert_eq!(outside.undefined, Some(Undefined::OutsideScale));
    let alone = kappa(&["irf"; 3], &["irf"; 3], KappaWeights::Unweighted);
    assert_eq!(
        (alone.undefined, alone.agreement),
        (Some(Undefined::OneCategory), 1.0)
    );
    assert_eq!(
        kappa::<u8>(&[], &[], KappaWeights::Linear).undefined,
        Some(Undefined::Empty)
    );
    assert_eq!(
        kappa(&[1], &[1, 2], KappaWeights::Linear).undefined,
        Some(Undefined::UnequalLengths)
    );
}

#[test]
fn holm_by_hand() {
    // Sorted 0.01 0.02 0.03 0.04 times 4 3 2 1: 0.04 0.06 0.06 0.04, never falling: 0.04 0.06 0.06 0.06.
    let adjusted = holm(&[0.04, 0.01, 0.03, 0.02]).adjusted;
    for (got, wanted) in adjusted.into_iter().zip([0.06, 0.04, 0.06, 0.06]) {
        near(got, wanted);
    }
    // NaN and nonsense stay NaN and still count: 4 x 0.1, 3 x 0.2.
    let holes = holm(&[0.2, f64::NAN, 0.1, -1.0]);
    assert_eq!((holes.n, holes.undefined), (4, 2));
    assert!(holes.adjusted[1].is_nan() && holes.adjusted[3].is_nan());
    near(holes.adjusted[2], 0.4);
    near(holes.adjusted[0], 0.6);
    assert_eq!(holm(&[]), Holm::default());
}
