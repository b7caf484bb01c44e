//! Times scoring for `peers/compare.py`: reads a COCO file and a results list, prints milliseconds as JSON.

use std::hint::black_box;
use std::time::Instant;

use groundscope_benchmarks::{Settings, grounding, read_predictions, read_references};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{AggIouSettings, Counts, agg_iou};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = std::env::args().skip(1);
    let (Some(references), Some(predictions)) = (paths.next(), paths.next()) else {
        return Err("give the paths of the references and of the results".into());
    };
    let references = read_references(&std::fs::read(references)?)?;
    let predictions = read_predictions(&std::fs::read(predictions)?, &references)?;
    let plain = Settings::default();
    let intervals = Settings {
        resampling: Resampling::default(),
        ..plain
    };
    let once = |settings: &Settings| {
        best(20, || {
            grounding::score(&references, &predictions, settings).is_ok()
        })
    };
    let grouped = groundscope_benches::grouped(&references, &predictions);
    let metric = best(50, || {
        let settings = AggIouSettings::default();
        let mut pooled: [Counts; 13] = Default::default();
        for (class, references, predictions) in &grouped {
            pooled[*class] += agg_iou::score(references, predictions, &settings).counts();
        }
        black_box(pooled)[0].boxes() > 0
    });
    println!(
        "{{\"metric\": {metric:.3}, \"score\": {:.3}, \"score_with_intervals\": {:.3}, \"score_28_models\": {:.3}}}",
        once(&plain),
        once(&intervals),
        best(5, || (0..28).all(|_| grounding::score(
            &references,
            &predictions,
            &plain
        )
        .is_ok()))
    );
    Ok(())
}

/// The shortest of several runs, in milliseconds: other work on the machine only adds.
fn best(runs: u32, job: impl Fn() -> bool) -> f64 {
    let time = |_| {
        let start = Instant::now();
        assert!(black_box(job()));
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}
