//! How figures and rankings change with the thresholds.

use groundscope_metrics::statistics::spearman;
use groundscope_metrics::{AggIouSettings, Counts, FalsePositiveRule, Macro, Threshold};
use serde::Serialize;

use crate::pairs::{Matched, PairScore};
use crate::{Annotations, ClassLabel, ScoreError};

/// Macro F1 of several runs on a grid of thresholds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// Shares of the smaller box above which a prediction is gathered.
    pub t1: Vec<f64>,
    /// AggIoU above which a reference is detected.
    pub t2: Vec<f64>,
    /// For each run, a row for each t1 with a value for each t2.
    pub macro_f1: Vec<Vec<Vec<f64>>>,
    /// Spearman's rho of the runs' order by macro F1 against the order at the report's own, a row for each t1; NaN (`null`
    /// in JSON) where all runs are equal or there is one run.
    pub ranking: Vec<Vec<f64>>,
}

/// Scores every run at every pair of thresholds; `report` has the thresholds whose ranking the others are held to, and the rule
/// for false positives.
///
/// # Errors
/// [`ScoreError`] as for [`crate::grounding::score`].
pub fn sweep(
    references: &Annotations,
    runs: &[&Annotations],
    (t1, t2): (&[Threshold], &[Threshold]),
    report: &AggIouSettings,
) -> Result<Sweep, ScoreError> {
    let mut macro_f1 = Vec::new();
    let mut at_default = Vec::new();
    for run in runs {
        let matched = Matched::new(references, run)?;
        let rows = t1.iter().map(|t1| row(&matched, *t1, t2, report.false_positives));
        macro_f1.push(rows.collect::<Vec<_>>());
        at_default.extend(row(&matched, report.t1, &[report.t2], report.false_positives));
    }
    let cell = |i: usize, j: usize| -> Vec<f64> {
        let of_run = |run: &Vec<Vec<f64>>| run.get(i).and_then(|row| row.get(j)).copied();
        macro_f1.iter().filter_map(of_run).collect()
    };
    let ranking = (0..t1.len())
        .map(|i| {
            let rho = |j| spearman(&cell(i, j), &at_default).statistic;
            (0..t2.len()).map(rho).collect()
        })
        .collect();
    Ok(Sweep {
        t1: t1.iter().map(|t| t.to_f64()).collect(),
        t2: t2.iter().map(|t| t.to_f64()).collect(),
        macro_f1,
        ranking,
    })
}

/// Macro F1 at one t1: AggIoU does not depend on t2, so boxes are gathered once.
fn row(matched: &Matched<'_>, t1: Threshold, t2: &[Threshold], rule: FalsePositiveRule) -> Vec<f64> {
    let settings = AggIouSettings {
        t1,
        false_positives: rule,
        ..AggIouSettings::default()
    };
    let images = 0..matched.references.images.len();
    let pairs: Vec<PairScore> = images.flat_map(|at| matched.score_image(at, &settings)).collect();
    t2.iter()
        .map(|t2| {
            let mut classes: std::collections::BTreeMap<&ClassLabel, Counts> = Default::default();
            for pair in &pairs {
                *classes.entry(&pair.label).or_default() += counts_at(pair, *t2, rule);
            }
            Macro::over(classes.values()).f1.mean
        })
        .collect()
}

fn counts_at(pair: &PairScore, t2: Threshold, rule: FalsePositiveRule) -> Counts {
    let mut counts = Counts::default();
    let mut accounted = vec![false; pair.predictions.len()];
    for reference in &pair.score.references {
        let detected = reference.agg_iou.exceeds(t2);
        counts.add_reference(reference.agg_iou, detected);
        if detected || rule == FalsePositiveRule::Ungathered {
            for at in &reference.gathered {
                accounted.get_mut(*at).into_iter().for_each(|seen| *seen = true);
            }
        }
    }
    if pair.asked {
        counts.false_positives = accounted.iter().filter(|seen| !**seen).count() as u64;
    }
    counts
}
