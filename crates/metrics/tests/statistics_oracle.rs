//! Statistics against scipy, statsmodels and scikit-learn (tests/vectors/statistics/make.py).
//!
//! Against the library within 1e-10. Where a vector holds a value from integers or 50 digits, also relatively, so that a
//! p-value of 1e-200 has its digits.

use groundscope_metrics::statistics::*;
use serde_json::Value;

/// The largest deviations seen in one file of vectors.
#[derive(Debug, Default)]
struct Deviations {
    compared: usize,
    nan: usize,
    absolute: f64,
    relative_to_library: f64,
    relative_to_true: f64,
}

impl Deviations {
    /// `library` may be null for NaN; `truth` is null where there is none.
    fn add(&mut self, got: f64, library: &Value, truth: &Value, place: &str) {
        let Some(wanted) = library.as_f64() else {
            assert!(got.is_nan(), "{place}: {got:e} instead of NaN");
            self.nan += 1;
            return;
        };
        self.compared += 1;
        let absolute = (got - wanted).abs();
        assert!(absolute <= 1e-10, "{place}: {got:e} instead of {wanted:e}");
        self.absolute = self.absolute.max(absolute);
        if let Some(exact) = truth.as_f64() {
            let relative = relative(got, exact);
            assert!(relative <= 1e-10, "{place}: {got:e} instead of {exact:e}");
            self.relative_to_true = self.relative_to_true.max(relative);
        } else {
            let relative = relative(got, wanted);
            assert!(relative <= 1e-10, "{place}: {got:e} instead of {wanted:e}");
            self.relative_to_library = self.relative_to_library.max(relative);
        }
    }
}

/// Relative, but absolute below the normal range of floats.
fn relative(got: f64, wanted: f64) -> f64 {
    (got - wanted).abs() / wanted.abs().max(f64::MIN_POSITIVE / f64::EPSILON)
}

fn lines(name: &str, fewest: usize) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/statistics/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.len() >= fewest, "{name}: only {} lines", lines.len());
    lines
}

fn numbers(value: &Value) -> Vec<f64> {
    let number = |v: &Value| v.as_f64().unwrap_or(f64::NAN);
    value.as_array().unwrap().iter().map(number).collect()
}

fn with_id<T: Copy>(all: &[T], id: impl Fn(T) -> &'static str, wanted: &Value) -> Option<T> {
    all.iter().copied().find(|one| wanted == id(*one))
}

#[test]
fn wilcoxon_is_scipys() {
    let (mut p, mut statistic) = (Deviations::default(), Deviations::default());
    for (n, case) in lines("wilcoxon.jsonl", 400).iter().enumerate() {
        let differences = numbers(&case["d"]);
        for r in case["r"].as_array().unwrap() {
            let place = format!("line {} {r}", n + 1);
            let zeros = [ZeroRule::Wilcox, ZeroRule::Pratt, ZeroRule::Zsplit];
            let alternatives = [Alternative::TwoSided, Alternative::Greater, Alternative::Less];
            let methods = [
                SignedRankMethod::Exact,
                SignedRankMethod::Permutation,
                SignedRankMethod::Normal,
            ];
            let settings = WilcoxonSettings {
                zeros: with_id(&zeros, ZeroRule::id, &r[0]).unwrap(),
                alternative: with_id(&alternatives, Alternative::id, &r[1]).unwrap(),
                method: with_id(&methods, SignedRankMethod::id, &r[2]),
                correction: r[3].as_bool().unwrap(),
            };
            assert!(settings.method.is_some() || r[2] == "auto", "{place}");
            let test = wilcoxon(&differences, &settings);
            assert_eq!(test.p.is_nan(), test.undefined.is_some(), "{place}");
            assert_eq!(test.n, differences.len(), "{place}");
            assert_eq!(
                test.zeros,
                differences
                    .iter()
                    .filter(|d| **d == 0.0 && test.method.is_some())
                    .count()
            );
            let scipy_knows = r[4].as_bool().unwrap();
            if scipy_knows {
                statistic.add(test.statistic, &r[5], &Value::Null, &place);
                p.add(test.p, &r[6], &r[8], &place);
                if r[2] == "normal" {
                    statistic.add(test.z.unwrap_or(f64::NAN), &r[7], &Value::Null, &place);
                }
            } else {
                p.add(test.p, &r[8], &r[8], &place);
            }
        }
    }
    println!("Wilcoxon p {p:?}, statistic and z {statistic:?}");
    assert!(p.compared > 4000 && p.nan > 100);
}

#[test]
fn rank_correlations_are_scipys() {
    let mut deviations: [Deviations; 4] = Default::default();
    let mut scipy_short_of_one: f64 = 0.0;
    for (n, case) in lines("correlation.jsonl", 500).iter().enumerate() {
        let place = format!("line {} {}", n + 1, case["r"]);
        let (x, y, r) = (numbers(&case["x"]), numbers(&case["y"]), &case["r"]);
        let (rho, tau) = (spearman(&x, &y), kendall(&x, &y));
        assert_eq!((rho.n, tau.n), (x.len(), x.len()));
        assert_eq!(rho.p.is_nan(), rho.undefined.is_some(), "{place}");
        assert_eq!(tau.p.is_nan(), tau.undefined.is_some(), "{place}");
        let [of_rho, of_rho_p, of_tau, of_tau_p] = &mut deviations;
        of_rho.add(rho.statistic, &r[0], &r[2], &place);
        if rho.statistic.abs() == 1.0 && rho.p == 0.0 {
            // Equal or opposite order: exactly 0, where scipy may round rho to a digit below 1.
            let scipy = r[1].as_f64().unwrap();
            assert!(scipy < 1e-20, "{place}");
            scipy_short_of_one = scipy_short_of_one.max(scipy);
            of_rho_p.add(rho.p, &r[3], &r[3], &place);
        } else {
            of_rho_p.add(rho.p, &r[1], &r[3], &place);
        }
        of_tau.add(tau.statistic, &r[4], &Value::Null, &place);
        of_tau_p.add(tau.p, &r[5], &r[6], &place);
        let exact = tau.method == Some(KendallMethod::Exact);
        assert_eq!(exact, !r[6].is_null(), "{place}");
    }
    println!("rho, its p, tau, its p: {deviations:#?}");
    println!("largest p of scipy where rho is 1 or -1: {scipy_short_of_one:e}");
    assert!(deviations.iter().all(|d| d.compared > 400 && d.nan > 50));
}

#[test]
fn mcnemar_is_statsmodels() {
    let mut deviations = Deviations::default();
    for (n, row) in lines("mcnemar.jsonl", 900).iter().enumerate() {
        let place = format!("line {} {row}", n + 1);
        let counts = Discordant {
            only_first: row[0].as_u64().unwrap(),
            only_second: row[1].as_u64().unwrap(),
        };
        for (method, statistic, p, truth) in [
            (McNemarMethod::Exact, 2, 3, &row[4]),
            (McNemarMethod::ChiSquare, 5, 6, &Value::Null),
            (McNemarMethod::ChiSquareCorrected, 7, 8, &Value::Null),
        ] {
            let test = mcnemar(counts, method);
            assert_eq!(test.n, counts.only_first + counts.only_second);
            assert_eq!(test.p.is_nan(), test.undefined.is_some(), "{place}");
            let wanted = row[statistic].as_f64().unwrap_or(f64::NAN);
            assert!(
                test.statistic.is_nan() && wanted.is_nan() || relative(test.statistic, wanted) < 1e-14,
                "{place}"
            );
            deviations.add(test.p, &row[p], truth, &place);
        }
    }
    println!("McNemar p {deviations:?}");
    assert_eq!(deviations.nan, 2);
}

#[test]
fn kappa_is_scikit_learns() {
    let mut deviations = Deviations::default();
    for (n, case) in lines("kappa.jsonl", 900).iter().enumerate() {
        let labels =
            |side: &str| -> Vec<u8> { case[side].as_str().unwrap().bytes().map(|b| b - b'0').collect() };
        let (first, second) = (labels("a"), labels("b"));
        let weights = [
            KappaWeights::Unweighted,
            KappaWeights::Linear,
            KappaWeights::Quadratic,
        ];
        for (i, weights) in weights.into_iter().enumerate() {
            let agreement = match case["scale"].as_u64() {
                Some(size) => {
                    let scale: Vec<u8> = (0..size as u8).collect();
                    kappa_on_scale(&first, &second, &scale, weights)
                }
                None => kappa(&first, &second, weights),
            };
            assert_eq!(agreement.statistic.is_nan(), agreement.undefined.is_some());
            assert_eq!(agreement.n, first.len());
            let wanted = case["k"][i].as_f64();
            // Near 0 kappa is what 1 - ratio leaves: its digits are absolute.
            let got = agreement.statistic;
            assert!(wanted.is_none_or(|w| (w - got).abs() < 1e-14), "line {}", n + 1);
            deviations.add(
                1.0 + got,
                &wanted.map_or(Value::Null, |w| (1.0 + w).into()),
                &Value::Null,
                "kappa",
            );
        }
    }
    println!("kappa {deviations:?}");
    assert!(deviations.nan > 50);
}

#[test]
fn holm_is_statsmodels() {
    let mut deviations = Deviations::default();
    for (n, case) in lines("holm.jsonl", 400).iter().enumerate() {
        let p = numbers(&case["p"]);
        let corrected = holm(&p);
        assert_eq!((corrected.n, corrected.adjusted.len()), (p.len(), p.len()));
        assert_eq!(corrected.undefined, p.iter().filter(|p| p.is_nan()).count());
        for (got, wanted) in corrected.adjusted.iter().zip(case["h"].as_array().unwrap()) {
            deviations.add(*got, wanted, &Value::Null, &format!("line {}", n + 1));
        }
    }
    println!("Holm {deviations:?}");
    assert!(deviations.compared > 3000 && deviations.nan > 100);
}
