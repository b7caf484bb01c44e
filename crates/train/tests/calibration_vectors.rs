//! Calibration and ranks against scikit-learn: `tests/vectors/calibration`.

use groundscope_train::calibration::Calibration;
use groundscope_train::ranks::{auc, sensitivity_at};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    probability: Vec<f64>,
    present: Vec<bool>,
    expected_error: f64,
    expected_error_equal_mass: f64,
    brier: f64,
    auc: f64,
    sensitivity_at_90: f64,
}

#[test]
fn figures_are_those_of_scikit_learn() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/calibration/answers.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 60);
    for (number, line) in text.lines().enumerate() {
        let case: Case = serde_json::from_str(line).unwrap();
        let answers: Vec<(f64, bool)> = case.probability.into_iter().zip(case.present).collect();
        let figure = Calibration::of(&answers);
        let pairs = [
            (figure.expected_error, case.expected_error),
            (figure.expected_error_equal_mass, case.expected_error_equal_mass),
            (figure.brier, case.brier),
            (auc(&answers).unwrap(), case.auc),
            (sensitivity_at(&answers, 0.9).unwrap(), case.sensitivity_at_90),
        ];
        for (ours, theirs) in pairs {
            assert!(
                (ours - theirs).abs() < 1e-12,
                "line {}: {ours} {theirs}",
                number + 1
            );
        }
    }
}
