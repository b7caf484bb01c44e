//! The model card from figures that are written down here.

use groundscope_model::WeightsFile;
use groundscope_model::weights::sample::{SampleFile, small_config};
use groundscope_train::card::{Card, plot};
use groundscope_train::evaluate::Evaluation;
use serde_json::{Value, json};

fn figure(f1: f64, interval: Option<[f64; 2]>) -> Value {
    let intervals = interval.map(
        |f1| json!({"f1": f1, "precision": [0.1, 0.2], "recall": [0.3, 0.4], "mean_agg_iou": [0.5, 0.6]}),
    );
    json!({"f1": f1, "precision": 0.5, "recall": 0.75, "mean_agg_iou": 0.4, "boxes": 8, "scans": 5, "patients": 4,
           "intervals": intervals})
}

fn measured() -> Evaluation {
    let row = |change: &str, f1: f64, auc: f64| json!({"change": change, "f1": {"irf": f1}, "pooled_f1": f1, "auc": auc, "agreement": 0.95});
    serde_json::from_value(json!({
        "model": "random",
        "cross_validation": {
            "folds": 5, "scans": 280, "patients": 122, "classes": {"irf": figure(0.612, Some([0.52, 0.69]))},
            "told": {"irf": {"there": 90, "there_called": 72, "not_there": 190, "not_there_called": 19}},
            "calibration": {"irf": {"answers": 280, "positives": 90, "expected_error": 0.03,
                "expected_error_equal_mass": 0.04, "brier": 0.1, "auc": 0.9, "bins": []}},
            "pooled_calibration": {"answers": 560, "positives": 100, "expected_error": 0.051,
                "expected_error_equal_mass": 0.04, "brier": 0.08, "auc": 0.91, "bins": [
                {"answers": 500, "mean_probability": 0.05, "share_present": 0.02},
                {"answers": 60, "mean_probability": 0.9, "share_present": 0.8}]}},
        "readers": {"model against reader 0": figure(0.66, Some([0.5, 0.7])),
                    "reader 1 against reader 0": figure(0.654, None)},
        "presence": {"oct-dme": {"auc": 0.899, "auc_interval": [0.84, 0.95], "sensitivity_at_90": 0.75,
                     "sensitivity_interval": [0.6, 0.8], "positives": 3, "negatives": 4, "patients": 5, "called": {"irf": 1, "srf": 3}}},
        "healthy_scans": 50, "false_boxes_per_scan": 0.24,
        "healthy_eyes": {"subject1": {"scans": 50, "scans_with_boxes": 9, "boxes": {"irf": 2, "vmt": 10}, "called": {"irf": 2, "srf": 0}}},
        "styles": {"swept_source": {"phantoms": 30, "classes": {}, "macro_f1": 0.71, "macro_interval": [0.6, 0.8],
                   "biomarkers": 13}},
        "robustness": {"scans": 60, "classes": ["irf"], "rows": [row("", 0.6, 0.9), row("flip", 0.55, 0.91)]},
        "evidence": {"irf": {"level": "real", "figure": 0.612, "interval": [0.52, 0.69], "text": ""},
                     "srf": {"level": "few", "figure": null, "interval": null, "text": ""}},
        "skipped": {"makers": "no fold left the scans of a maker out"},
    }))
    .unwrap()
}

fn card(evaluation: &Evaluation, ablation: Value) -> (String, String) {
    let weights = WeightsFile::parse(&SampleFile::random(&small_config(), 1).bytes()).unwrap();
    let card = Card {
        manifest: weights.manifest(),
        size: 2_025_524,
        evaluation,
        finish: None,
        continued: true,
        ablation: serde_json::from_value(ablation).unwrap(),
    };
    let folder = tempfile::tempdir().unwrap();
    plot(&card, folder.path()).unwrap();
    let picture = std::fs::read_to_string(folder.path().join("reliability.svg"));
    (card.markdown(), picture.unwrap_or_default())
}

#[track_caller]
fn has(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|l| l == *line), "no line {line:?} in\n{text}");
    }
}

#[test]
fn targets_stand_beside_what_was_measured() {
    let (text, _) = card(&measured(), json!([]));
    has(
        &text,
        &[
            "| F1 drusen, cross-validated | at least 0.650 | - | not measured |",
            "| F1 intraretinal fluid, cross-validated | at least 0.600 | 0.612 (0.52 to 0.69) | met |",
            "| F1 fluid against reader 0, at least that of reader 1 | at least 0.654 | 0.660 (0.50 to 0.70) | met |",
            "| F1 fluid against reader 1, at least that of reader 0 | the other reader's F1 | - | not measured |",
            "| AUC oedema, `oct-dme` | at least 0.900 | 0.899 (0.84 to 0.95) | not met |",
            "| false boxes a healthy scan | under 0.30 | 0.240 | met |",
            "| macro F1, phantoms of an unseen maker (swept source) | at least 0.700 | 0.710 (0.60 to 0.80) | met |",
            "| expected calibration error of presence, cross-validated | under 0.05 | 0.051 | not met |",
        ],
    );
}

#[test]
fn every_part_that_was_measured_has_its_table_and_the_others_are_named() {
    let (text, picture) = card(&measured(), json!([]));
    has(
        &text,
        &[
            "# Model card: random",
            "| class | evidence | its boxes that are right | lesions that it finds | called where it is | left alone where it is not | called on 4 scans without oedema | called on 50 healthy scans |",
            "| intraretinal fluid | real | 50 % | 75 % | 80 % | 90 % | 1 | 2 |",
            "| subretinal fluid | few | - | - | - | - | 3 | 0 |",
            "| intraretinal fluid | real | 0.612 (0.52 to 0.69) | 0.464 | 0.500 (0.10 to 0.20) | 0.750 (0.30 to 0.40) | 0.400 (0.50 to 0.60) | 8 | 5 | 4 |",
            "| all together | 0.051 | 0.040 | 0.080 | 0.910 | 100 | 560 |",
            "| `oct-dme`: any fluid against oedema | 0.899 (0.84 to 0.95) | 0.750 (0.60 to 0.80) | 3 of 7 | patients |",
            "| subject1 | 50 | 9 | 12 | irf 2, vmt 10 |",
            "| flip | 0.550 (-0.050) | irf -0.050 | 0.910 (+0.010) | 95.0 % |",
            "- Measured on at least three real patients kept from training: intraretinal fluid.",
            "- Figures on fewer than ten patients, which say little: intraretinal fluid.",
            "- Not measured (makers): no fold left the scans of a maker out.",
        ],
    );
    assert!(
        text.contains("\n4 of 12 targets are met, 2 are not. A class is called"),
        "{text}"
    );
    assert!(!text.contains("## The input gate") && !text.contains("## What the training data bring"));
    assert!(picture.contains("expected calibration error 0.051"));
    assert_eq!(picture.matches("<circle").count(), 2);
}

#[test]
fn without_folds_the_patients_kept_apart_are_shown() {
    let mut evaluation = measured();
    evaluation.cross_validation = None;
    evaluation.validation = [(
        "irf".to_owned(),
        serde_json::from_value(figure(0.5, None)).unwrap(),
    )]
    .into();
    let (text, picture) = card(&evaluation, json!([]));
    assert!(text.contains("## Patients kept apart") && !text.contains("cross-validated\n"));
    assert!(picture.is_empty());
}

#[test]
fn ablation_has_a_column_for_each_training() {
    let rows = json!([
        {"name": "full size", "training": "box plus presence data", "figures": {"F1 IRF": 0.65}},
        {"name": "full size", "training": "phantoms only", "figures": {"AUC oedema": 0.5, "F1 IRF": 0.125}},
    ]);
    let (text, _) = card(&measured(), rows);
    has(
        &text,
        &[
            "| what | figure | phantoms only | box plus presence data |",
            "| full size | F1 IRF | 0.125 | 0.650 |",
            "| full size | AUC oedema | 0.500 | - |",
        ],
    );
}
