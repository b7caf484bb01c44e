//! Two readings of the same scans: how far experts agree, and whether models rank alike under either.

use std::collections::BTreeSet;

use groundscope_metrics::statistics::{KappaWeights, kappa, spearman};
use serde::Serialize;

use crate::report::{ClassReport, MacroReport};
use crate::{Annotations, ClassLabel, ImageBoxes, Report, ScoreError, Settings, grounding};

/// One reading scored against the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Direction {
    /// Figures over the classes that the reading taken as references has.
    #[serde(rename = "macro")]
    pub macro_figures: MacroReport,
}

/// One run under both readings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunUnderBoth {
    /// Scored against the first.
    pub under_first: Report,
    /// Scored against the second.
    pub under_second: Report,
}

/// Agreement about one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReaderClass {
    /// The class.
    pub class: String,
    /// The second reading scored against the first.
    pub second_against_first: Option<ClassReport>,
    /// The first reading scored against the second.
    pub first_against_second: Option<ClassReport>,
    /// The mean F1 of both directions.
    pub f1: f64,
    /// The mean of both directions' mean AggIoU.
    pub mean_agg_iou: f64,
    /// Cohen's kappa of presence over the scans; NaN (`null` in JSON) where neither reading varies.
    pub kappa: f64,
}

/// Two readings, and models under both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Readers {
    /// Scans that both read.
    pub images: usize,
    /// The second reading scored against the first.
    pub second_against_first: Direction,
    /// The first reading scored against the second.
    pub first_against_second: Direction,
    /// The mean macro F1 of both directions.
    pub macro_f1: f64,
    /// The mean of both directions' macro mean AggIoU.
    pub macro_agg_iou: f64,
    /// The mean of kappa over the classes for which it is defined.
    pub mean_kappa: f64,
    /// Each class that either reading has.
    pub per_class: Vec<ReaderClass>,
    /// Each run on these scans.
    pub runs: Vec<RunUnderBoth>,
    /// Spearman's rho of the runs' order by macro F1 under the two readings; NaN with fewer than two runs.
    pub ranking: f64,
}

/// Scores two readings against each other in both directions, and every run under each, on the scans of the second.
///
/// # Errors
/// [`ScoreError`] when the second reading has a scan that the first lacks, and as for [`grounding::score`].
pub fn readers(
    first: &Annotations,
    second: &Annotations,
    runs: &[&Annotations],
    settings: &Settings,
) -> Result<Readers, ScoreError> {
    let first = &in_order_of(first, second)?;
    let forth = grounding::score(first, second, settings)?;
    let back = grounding::score(second, first, settings)?;
    let looked_for: BTreeSet<ClassLabel> = first
        .exhaustive_classes()
        .intersection(&second.exhaustive_classes())
        .cloned()
        .collect();
    let boxed = |of: &Annotations, label: &ClassLabel| of.images.iter().any(|i| has(i, label));
    let both = looked_for
        .iter()
        .filter(|label| boxed(first, label) || boxed(second, label));
    let per_class: Vec<ReaderClass> = both
        .map(|label| {
            let of = |report: &Report| report.class(label.id()).copied();
            let (a, b) = (of(&forth), of(&back));
            let mean = |figure: fn(&ClassReport) -> f64| {
                (a.as_ref().map_or(0.0, figure) + b.as_ref().map_or(0.0, figure)) / 2.0
            };
            ReaderClass {
                class: label.id().to_owned(),
                f1: mean(|c| c.f1),
                mean_agg_iou: mean(|c| c.mean_agg_iou),
                second_against_first: a,
                first_against_second: b,
                kappa: presence_kappa(first, second, label),
            }
        })
        .collect();
    let defined: Vec<f64> = per_class
        .iter()
        .map(|c| c.kappa)
        .filter(|k| !k.is_nan())
        .collect();
    let mut scored = Vec::new();
    for run in runs {
        let run = of_images(run, second);
        scored.push(RunUnderBoth {
            under_first: grounding::score(first, &run, settings)?,
            under_second: grounding::score(second, &run, settings)?,
        });
    }
    let f1 = |of: fn(&RunUnderBoth) -> &Report| -> Vec<f64> {
        scored.iter().map(|run| of(run).macro_figures.f1.mean).collect()
    };
    let ranking = spearman(&f1(|run| &run.under_first), &f1(|run| &run.under_second)).statistic;
    Ok(Readers {
        images: second.images.len(),
        macro_f1: (forth.macro_figures.f1.mean + back.macro_figures.f1.mean) / 2.0,
        macro_agg_iou: (forth.macro_figures.mean_agg_iou.mean + back.macro_figures.mean_agg_iou.mean) / 2.0,
        second_against_first: Direction {
            macro_figures: forth.macro_figures,
        },
        first_against_second: Direction {
            macro_figures: back.macro_figures,
        },
        mean_kappa: defined.iter().sum::<f64>() / defined.len() as f64,
        per_class,
        ranking,
        runs: scored,
    })
}

fn presence_kappa(first: &Annotations, second: &Annotations, label: &ClassLabel) -> f64 {
    // Restricted in the order of the second.
    let [a, b] = [first, second].map(|of| of.images.iter().map(|i| has(i, label)).collect::<Vec<bool>>());
    kappa(&a, &b, KappaWeights::Unweighted).statistic
}

fn has(image: &ImageBoxes, label: &ClassLabel) -> bool {
    image.boxes.iter().any(|b| b.label.answers(label))
}

/// The images that another reading has too, in its order.
fn in_order_of(first: &Annotations, second: &Annotations) -> Result<Annotations, ScoreError> {
    let index = first.image_index();
    let kept: Vec<usize> = second
        .images
        .iter()
        .map(|image| index.find(&image.id).map_err(|failure| failure.of(&image.id)))
        .collect::<Result<_, _>>()?;
    let images = kept.iter().filter_map(|at| first.images.get(*at).cloned());
    Ok(Annotations {
        images: images.collect(),
        // Defaults depend on the classes of the whole file.
        exhaustive: Some(first.exhaustive_classes()),
        asked: None,
        ..first.clone()
    })
}

/// A run's predictions for the images of a reading.
fn of_images(run: &Annotations, reading: &Annotations) -> Annotations {
    let index = reading.image_index();
    let images = run.images.iter().filter(|image| index.find(&image.id).is_ok());
    Annotations {
        images: images.cloned().collect(),
        asked: None,
        ..run.clone()
    }
}
