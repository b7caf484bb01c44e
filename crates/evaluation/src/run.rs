//! One run's figures in the form of a report.

use groundscope_benchmarks::presence::{self, PresenceFigureIntervals};
use groundscope_benchmarks::{FigureIntervals, Report, SpreadReport};
use groundscope_report::data::{
    AveragePrecision, Cause, ClassGrounding, ClassPresence, Estimate, Grounding, Interval, MacroGrounding,
    MacroOneToOne, MacroPresence, PooledGrounding, Presence, Run, Spread,
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

/// Figures of boxes. A class without references is kept where it has false positives.
pub fn grounding(report: &Report) -> Grounding {
    let intervals = report.intervals.as_ref();
    let of_macro = intervals.map(|all| all.macro_figures);
    let spread = |figure: SpreadReport, interval: fn(FigureIntervals) -> [f64; 2]| Spread {
        mean: figure.mean,
        sd: figure.sd,
        interval: of_macro.map(interval).map(range),
    };
    let figures = &report.macro_figures;
    let counted = report
        .per_class
        .iter()
        .filter(|(_, class)| class.boxes > 0 || class.fp > 0);
    Grounding {
        macro_figures: MacroGrounding {
            precision: spread(figures.precision, |i| i.precision),
            recall: spread(figures.recall, |i| i.recall),
            f1: spread(figures.f1, |i| i.f1),
            mean_agg_iou: spread(figures.mean_agg_iou, |i| i.mean_agg_iou),
        },
        pooled: Some(pooled(report)),
        one_to_one: Some(one_to_one(report)),
        average_precision: report.average_precision.as_ref().map(|figures| AveragePrecision {
            ap50: figures.ap50,
            ap50_95: figures.ap50_95,
            without_score: figures.without_score,
        }),
        per_class: counted
            .map(|(id, class)| {
                let of_class = intervals.and_then(|all| all.class(id));
                let of_references = |value, interval: fn(FigureIntervals) -> [f64; 2]| {
                    (class.boxes > 0).then(|| estimate(value, of_class.map(interval)))
                };
                ClassGrounding {
                    class: id.clone(),
                    tp: class.tp,
                    fp: class.fp,
                    missed: class.missed,
                    precision: of_references(class.precision, |i| i.precision),
                    recall: of_references(class.recall, |i| i.recall),
                    f1: of_references(class.f1, |i| i.f1),
                    mean_agg_iou: of_references(class.mean_agg_iou, |i| i.mean_agg_iou),
                    one_to_one_f1: report
                        .one_to_one
                        .class(id)
                        .filter(|_| class.boxes > 0)
                        .map(|matched| matched.f1),
                }
            })
            .collect(),
    }
}

fn pooled(report: &Report) -> PooledGrounding {
    let all = &report.pooled;
    let intervals = report.intervals.as_ref().map(|intervals| intervals.pooled);
    PooledGrounding {
        tp: all.tp,
        fp: all.fp,
        missed: all.missed,
        precision: estimate(all.precision, intervals.map(|i| i.precision)),
        recall: estimate(all.recall, intervals.map(|i| i.recall)),
        f1: estimate(all.f1, intervals.map(|i| i.f1)),
        mean_agg_iou: estimate(all.mean_agg_iou, intervals.map(|i| i.mean_agg_iou)),
    }
}

/// No interval is computed of these.
fn one_to_one(report: &Report) -> MacroOneToOne {
    let figures = &report.one_to_one.macro_figures;
    let spread = |figure: SpreadReport| Spread {
        mean: figure.mean,
        sd: figure.sd,
        interval: None,
    };
    MacroOneToOne {
        precision: spread(figures.precision),
        recall: spread(figures.recall),
        f1: spread(figures.f1),
    }
}

fn estimate(value: f64, interval: Option<[f64; 2]>) -> Estimate {
    Estimate {
        value,
        interval: interval.map(range),
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
        per_class: report
            .per_class
            .iter()
            .map(|(id, class)| {
                // Without images that have the class, or without any that lack it, figures of these mean nothing.
                let (with, without) = (class.positives > 0, class.negatives > 0);
                let interval = intervals.and_then(|all| all.class(id));
                ClassPresence {
                    class: id.clone(),
                    tp: class.tp,
                    fp: class.fp,
                    tn: class.tn,
                    missed: class.missed,
                    balanced_accuracy: (with && without)
                        .then(|| estimate(class.balanced_accuracy, interval.map(|i| i.balanced_accuracy))),
                    f1: with.then_some(class.f1),
                    precision: with.then_some(class.precision),
                    recall: with.then_some(class.recall),
                    specificity: without.then_some(class.specificity),
                }
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
