//! The grid of thresholds of a report.

use groundscope_benchmarks::compare::sweep;
use groundscope_benchmarks::{Annotations, ScoreError, Settings};
use groundscope_metrics::Threshold;
use groundscope_report::data::{Sweep, SweepOfRun};

const T1: [&str; 6] = ["0", "0.05", "0.1", "0.2", "0.3", "0.5"];
const T2: [&str; 9] = ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"];

/// Macro F1 of every run with boxes on the grid, the report's own thresholds included.
pub fn on_grid(
    references: &Annotations,
    runs: &[(&str, &Annotations)],
    settings: &Settings,
) -> Result<Sweep, ScoreError> {
    let [t1, t2] = [(&T1[..], settings.agg_iou.t1), (&T2[..], settings.agg_iou.t2)].map(|(grid, own)| {
        let mut grid: Vec<Threshold> = grid.iter().filter_map(|text| text.parse().ok()).collect();
        grid.push(own);
        grid.sort_unstable();
        grid.dedup();
        grid
    });
    let files: Vec<&Annotations> = runs.iter().map(|(_, boxes)| *boxes).collect();
    let swept = sweep(references, &files, (&t1, &t2), &settings.agg_iou)?;
    let defined = |rho: &f64| (!rho.is_nan()).then_some(*rho);
    Ok(Sweep {
        t1: swept.t1,
        t2: swept.t2,
        default: [settings.agg_iou.t1.to_f64(), settings.agg_iou.t2.to_f64()],
        f1: runs
            .iter()
            .zip(swept.macro_f1)
            .map(|((run, _), f1)| SweepOfRun {
                run: (*run).to_owned(),
                f1,
            })
            .collect(),
        spearman: swept
            .ranking
            .iter()
            .map(|row| row.iter().map(defined).collect())
            .collect(),
    })
}
