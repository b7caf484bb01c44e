//! What compares runs, readings and settings.

use serde::{Deserialize, Serialize};

/// Tests of the differences between runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Significance {
    /// The best run's name.
    pub best: String,
    /// The second best run's name.
    pub second: String,
    /// Best against second, per-box AggIoU.
    #[serde(default)]
    pub grounding: Option<Test>,
    /// Best against second, per-question correctness.
    #[serde(default)]
    pub presence: Option<Test>,
    /// Best against second, McNemar on correctness.
    #[serde(default)]
    pub mcnemar: Option<Test>,
    /// Every pair of runs that was tested.
    #[serde(default)]
    pub all_pairs: Vec<PairOfRuns>,
}

/// A test's result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The test's name.
    pub name: String,
    /// How many pairs went in.
    pub n: u64,
    /// How many differences were zero.
    pub zeros: u64,
    /// How many differences share their size with another.
    pub ties: u64,
    /// How p was computed: `exact`, `normal approximation`, ...
    pub method: String,
    /// The statistic, where it is defined.
    #[serde(default)]
    pub statistic: Option<f64>,
    /// p, two-sided, where it is defined.
    #[serde(default)]
    pub p: Option<f64>,
    /// p after Holm's correction over all pairs of the report.
    #[serde(default)]
    pub p_holm: Option<f64>,
}

/// Two runs and the test between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairOfRuns {
    /// The first run's name.
    pub a: String,
    /// The second run's name.
    pub b: String,
    /// Grounding or presence, in words.
    pub on: String,
    /// The test.
    pub test: Test,
}

/// Macro F1 over a grid of thresholds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// The values of t1 (gather).
    pub t1: Vec<f64>,
    /// The values of t2 (detect).
    pub t2: Vec<f64>,
    /// The t1 and t2 of the report, one cell of the grid.
    pub default: [f64; 2],
    /// Macro F1 of each run.
    pub f1: Vec<SweepOfRun>,
    /// Spearman's rho of the ranking against the default cell's, by t1 then t2, -1 to 1; none where it is undefined.
    pub spearman: Vec<Vec<Option<f64>>>,
}

/// Macro F1 of one run over the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepOfRun {
    /// The run's name.
    pub run: String,
    /// F1 by t1 then t2.
    pub f1: Vec<Vec<f64>>,
}

/// Two readings of the same scans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterObserver {
    /// How many scans were read twice.
    pub images: u64,
    /// Class by class.
    pub per_class: Vec<AgreementOfClass>,
    /// Over classes.
    #[serde(rename = "macro")]
    pub macro_figures: MacroAgreement,
    /// The run whose figures stand beside the readers'.
    #[serde(default)]
    pub model: Option<String>,
    /// The runs under either reading.
    #[serde(default)]
    pub rankings: Vec<RankedTwice>,
    /// Spearman's rho of the two rankings, -1 to 1.
    #[serde(default)]
    pub spearman: Option<f64>,
    /// By how much F1 is lower under B than under A, on average.
    #[serde(default)]
    pub mean_difference: Option<f64>,
}

/// How well two readings agree on a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgreementOfClass {
    /// The class's identifier.
    pub class: String,
    /// F1 of A scored as a prediction of B.
    pub f1_a_to_b: f64,
    /// F1 of B scored as a prediction of A.
    pub f1_b_to_a: f64,
    /// The mean of both.
    pub f1: f64,
    /// Mean AggIoU, the mean of both directions.
    pub mean_agg_iou: f64,
    /// Cohen's kappa of presence, -1 to 1; none where it is undefined.
    #[serde(default)]
    pub kappa: Option<f64>,
    /// F1 of the model on the same scans.
    #[serde(default)]
    pub model_f1: Option<f64>,
}

/// How well two readings agree, over classes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MacroAgreement {
    /// F1 of A scored as a prediction of B.
    pub f1_a_to_b: f64,
    /// F1 of B scored as a prediction of A.
    pub f1_b_to_a: f64,
    /// The mean of both.
    pub f1: f64,
    /// Mean AggIoU.
    pub mean_agg_iou: f64,
    /// The mean of the classes' kappa.
    #[serde(default)]
    pub kappa: Option<f64>,
    /// F1 of the model on the same scans.
    #[serde(default)]
    pub model_f1: Option<f64>,
}

/// One run under either reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedTwice {
    /// The run's name.
    pub run: String,
    /// Macro F1 against reading A.
    pub f1_a: f64,
    /// Macro F1 against reading B.
    pub f1_b: f64,
}

/// What each step of a training added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ablation {
    /// The steps, from the base on.
    pub steps: Vec<AblationStep>,
}

/// One step of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AblationStep {
    /// What it adds, in words.
    pub name: String,
    /// Macro F1 of grounding after it.
    #[serde(default)]
    pub f1: Option<f64>,
    /// Macro balanced accuracy after it.
    #[serde(default)]
    pub balanced_accuracy: Option<f64>,
}
