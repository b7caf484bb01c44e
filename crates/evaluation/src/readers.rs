//! The section on two readings of the same scans.

use groundscope_benchmarks::compare::{ReaderClass, readers};
use groundscope_benchmarks::{Annotations, ScoreError, Settings};
use groundscope_report::data::{AgreementOfClass, InterObserver, MacroAgreement, RankedTwice};

/// Scores the readings against each other, and the runs under both; the best run under the first stands beside the readers.
pub fn agreement(
    (first, second): (&Annotations, &Annotations),
    runs: &[(&str, &Annotations)],
    settings: &Settings,
) -> Result<InterObserver, ScoreError> {
    let files: Vec<&Annotations> = runs.iter().map(|(_, boxes)| *boxes).collect();
    let both = readers(first, second, &files, settings)?;
    let rankings: Vec<RankedTwice> = runs
        .iter()
        .zip(&both.runs)
        .map(|((run, _), scored)| RankedTwice {
            run: (*run).to_owned(),
            f1_a: scored.under_first.macro_figures.f1.mean,
            f1_b: scored.under_second.macro_figures.f1.mean,
        })
        .collect();
    let best = rankings.iter().zip(&both.runs).reduce(
        |best, next| {
            if next.0.f1_a > best.0.f1_a { next } else { best }
        },
    );
    let of_model = |class: &ReaderClass| {
        let (_, scored) = best?;
        Some(scored.under_first.class(&class.class)?.f1)
    };
    let defined = |value: f64| (!value.is_nan()).then_some(value);
    let f1 = |figures: &Option<groundscope_benchmarks::ClassReport>| figures.as_ref().map_or(0.0, |c| c.f1);
    let differences: f64 = rankings.iter().map(|run| run.f1_a - run.f1_b).sum();
    Ok(InterObserver {
        images: both.images as u64,
        per_class: both
            .per_class
            .iter()
            .map(|class| AgreementOfClass {
                class: class.class.clone(),
                // A as a prediction of B is scored with B as references.
                f1_a_to_b: f1(&class.first_against_second),
                f1_b_to_a: f1(&class.second_against_first),
                f1: class.f1,
                mean_agg_iou: class.mean_agg_iou,
                kappa: defined(class.kappa),
                model_f1: of_model(class),
            })
            .collect(),
        macro_figures: MacroAgreement {
            f1_a_to_b: both.first_against_second.macro_figures.f1.mean,
            f1_b_to_a: both.second_against_first.macro_figures.f1.mean,
            f1: both.macro_f1,
            mean_agg_iou: both.macro_agg_iou,
            kappa: defined(both.mean_kappa),
            model_f1: best.map(|(ranked, _)| ranked.f1_a),
        },
        model: best.map(|(ranked, _)| ranked.run.clone()),
        spearman: defined(both.ranking),
        mean_difference: (!rankings.is_empty()).then(|| differences / rankings.len() as f64),
        rankings,
    })
}
