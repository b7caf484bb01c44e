//! One run's figures in the form of a report.

use groundscope_benchmarks::presence::{self, PresenceFigureIntervals};
use groundscope_benchmarks::{FigureIntervals, Report, SpreadReport};
use groundscope_report::data::{
    Cause, ClassGrounding, ClassPresence, Estimate, Grounding, Interval, MacroGrounding, MacroPresence,
    Presence, Run, Spread,
};

use crate::RunInput;

/// What is known of the model, without figures.
pub fn described(input: &RunInput) -> Run {
    Run {
        name: input.name.clone(),
        params: input.params,
        active: input.active,
        generation: input.generation.clone(),
        kind: input.kind,
        family: input.family.clone(),
        repository: input.repository.clone(),
        ..Run::default()
    }
}

/// Figures of boxes: classes without references are left out.
pub fn grounding(report: &Report) -> Grounding {
    let intervals = report.intervals.as_ref();
    let of_macro = intervals.map(|all| all.macro_figures);
    let spread = |figure: SpreadReport, interval: fn(FigureIntervals) -> [f64; 2]| Spread {
        mean: figure.mean,
        sd: figure.sd,
        interval: of_macro.map(interval).map(range),
    };
    let figures = &report.macro_figures;
    let with_references = report.per_class.iter().filter(|(_, class)| class.boxes > 0);
    Grounding {
        macro_figures: MacroGrounding {
            precision: spread(figures.precision, |i| i.precision),
            recall: spread(figures.recall, |i| i.recall),
            f1: spread(figures.f1, |i| i.f1),
            mean_agg_iou: spread(figures.mean_agg_iou, |i| i.mean_agg_iou),
        },
        per_class: with_references
            .map(|(id, class)| {
                let of_class = intervals.and_then(|all| all.class(id));
                let estimate = |value, interval: fn(FigureIntervals) -> [f64; 2]| Estimate {
                    value,
                    interval: of_class.map(interval).map(range),
                };
                ClassGrounding {
                    class: id.clone(),
                    tp: class.tp,
                    fp: class.fp,
                    missed: class.missed,
                    precision: estimate(class.precision, |i| i.precision),
                    recall: estimate(class.recall, |i| i.recall),
                    f1: estimate(class.f1, |i| i.f1),
                    mean_agg_iou: estimate(class.mean_agg_iou, |i| i.mean_agg_iou),
                    one_to_one_f1: report.one_to_one.class(id).map(|class| class.f1),
                }
            })
            .collect(),
    }
}

fn range([low, high]: [f64; 2]) -> Interval {
    Interval { low, high }
}

/// Figures of answers.
pub fn presence(report: &presence::Report) -> Presence {
    let intervals = report.intervals.as_ref();
    let of_macro = intervals.map(|all| all.macro_figures);
    let spread = |figure: SpreadReport, interval: fn(PresenceFigureIntervals) -> [f64; 2]| Spread {
        mean: figure.mean,
        sd: figure.sd,
        interval: of_macro.map(interval).map(range),
    };
    let figures = &report.macro_figures;
    Presence {
        macro_figures: MacroPresence {
            balanced_accuracy: spread(figures.balanced_accuracy, |i| i.balanced_accuracy),
            f1: spread(figures.f1, |i| i.f1),
            precision: spread(figures.precision, |i| i.precision),
            recall: spread(figures.recall, |i| i.sensitivity),
        },
        // Without images that have the class, or without any that lack it, the figures mean nothing.
        per_class: report
            .per_class
            .iter()
            .filter(|(_, class)| class.tp + class.missed > 0 && class.tn + class.fp > 0)
            .map(|(id, class)| ClassPresence {
                class: id.clone(),
                balanced_accuracy: Estimate {
                    value: class.balanced_accuracy,
                    interval: intervals
                        .and_then(|all| all.class(id))
                        .map(|i| range(i.balanced_accuracy)),
                },
                f1: class.f1,
                precision: class.precision,
                recall: class.recall,
                specificity: class.specificity,
            })
            .collect(),
    }
}

/// Causes of errors, references' first.
pub fn breakdown(errors: &groundscope_benchmarks::ErrorReport) -> Vec<Cause> {
    let causes = errors.references.iter().chain(&errors.predictions);
    causes
        .filter(|cause| cause.count > 0)
        .map(|cause| Cause {
            cause: cause.words.to_owned(),
            count: cause.count,
            delta_f1: cause.delta_f1,
        })
        .collect()
}
