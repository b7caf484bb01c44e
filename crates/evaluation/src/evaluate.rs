//! Every run scored, compared, and put into the form of a report.

use std::collections::BTreeSet;

use groundscope_benchmarks::presence::{self, Judged};
use groundscope_benchmarks::{Annotations, AskedReport, Partial, Report, Settings, compare, grounding};
use groundscope_report::data::{Evaluation, Explained, Recognised, Run};

use crate::significance::Tested;
use crate::{EvaluateError, Input, RunInput, dataset, readers, run, significance, sweep};

/// One run with all that later steps need of it.
struct Scored<'a> {
    input: &'a RunInput,
    boxes: Option<(Partial, Report)>,
    answers: Option<(Judged, presence::Report)>,
    figures: Run,
}

/// Scores every run against the references and compares them.
///
/// Grounding: AggIoU figures with their intervals, one-to-one matching, average precision, the error breakdown, all in one
/// pass whatever `settings.beside` says. Presence: figures per class.
/// Runs with both: recognised against localised. Two runs and more: paired tests, the sweep of thresholds. With a second
/// reading: how far the readers agree, and the ranking under either.
///
/// # Errors
/// [`EvaluateError`], naming the run.
pub fn evaluate(input: &Input<'_>, settings: &Settings) -> Result<Evaluation, EvaluateError> {
    check_names(input.runs)?;
    let scored: Vec<Scored<'_>> = input
        .runs
        .iter()
        .map(|run| score(input.references, run, settings))
        .collect::<Result<_, _>>()?;

    let tested: Vec<Tested<'_>> = scored.iter().map(Scored::tested).collect();
    let significance = significance::between(&tested);
    let with_boxes: Vec<(&str, &Annotations)> = scored.iter().filter_map(Scored::predictions).collect();
    let failed = |(run, source): (&str, _)| EvaluateError::Boxes {
        run: run.to_owned(),
        source,
    };
    let sweep = match with_boxes.as_slice() {
        [] => None,
        [(first, _), ..] => Some(
            sweep::on_grid(input.references, &with_boxes, settings)
                .map_err(|source| failed((first, source)))?,
        ),
    };
    let inter_observer = input
        .second_reading
        .map(|second| readers::agreement((input.references, second), &with_boxes, &macro_alone(settings)))
        .transpose()
        .map_err(EvaluateError::SecondReading)?;
    let classes: BTreeSet<String> = scored.iter().flat_map(Scored::classes).collect();
    Ok(Evaluation {
        title: input.title.to_owned(),
        settings: in_words(settings, &scored),
        dataset: dataset::describe(input.references, classes),
        significance,
        sweep,
        inter_observer,
        ablation: None,
        explained: Some(Explained::example()),
        galleries: Vec::new(),
        published: input.published,
        notes: notes(&scored),
        runs: scored.into_iter().map(|run| run.figures).collect(),
    })
}

fn check_names(runs: &[RunInput]) -> Result<(), EvaluateError> {
    if runs.is_empty() {
        return Err(EvaluateError::NoRuns);
    }
    let mut seen = BTreeSet::new();
    for run in runs {
        let name = || run.name.clone();
        if run.predictions.is_none() && run.answers.is_none() {
            return Err(EvaluateError::Empty { run: name() });
        }
        if !seen.insert(&run.name) {
            return Err(EvaluateError::RepeatedName { run: name() });
        }
    }
    Ok(())
}

/// For what is asked for its macro figures and classes only.
fn macro_alone(settings: &Settings) -> Settings {
    let mut settings = *settings;
    settings.resampling.replicates = 0;
    settings.beside = false;
    settings.details = false;
    settings
}

fn score<'a>(
    references: &Annotations,
    input: &'a RunInput,
    settings: &Settings,
) -> Result<Scored<'a>, EvaluateError> {
    let name = || input.name.clone();
    let of_boxes = |source| EvaluateError::Boxes { run: name(), source };
    let of_answers = |source| EvaluateError::Answers { run: name(), source };
    let mut figures = run::described(input);
    let boxes = match &input.predictions {
        Some(predictions) => {
            let settings = Settings {
                beside: true,
                details: false,
                ..*settings
            };
            let (report, partial) =
                grounding::scored(references, predictions, &settings).map_err(of_boxes)?;
            figures.grounding = Some(run::grounding(&report));
            figures.breakdown = report.errors.as_ref().map(run::breakdown);
            Some((partial, report))
        }
        None => None,
    };
    let answers = match &input.answers {
        Some(rows) => {
            let judged = presence::judge(references, rows).map_err(of_answers)?;
            let report = presence::report(references, &judged, false, &settings.resampling);
            figures.presence = Some(run::presence(&report));
            Some((judged, report))
        }
        None => None,
    };
    if let (Some(predictions), Some((judged, _))) = (&input.predictions, &answers) {
        let tables = compare::recognised(references, predictions, &judged.pairs, &settings.agg_iou)
            .map_err(of_boxes)?;
        let tables = tables.into_iter().map(|(class, table)| Recognised {
            class: class.id().to_owned(),
            both: table.both,
            seen_only: table.recognised_only,
            boxed_only: table.localised_only,
            neither: table.neither,
        });
        figures.recognised = Some(tables.collect());
    }
    Ok(Scored {
        input,
        boxes,
        answers,
        figures,
    })
}

impl<'a> Scored<'a> {
    fn tested(&self) -> Tested<'_> {
        Tested {
            name: &self.input.name,
            boxes: self.boxes.as_ref().map(|(partial, report)| {
                let figures = &report.macro_figures;
                (partial, [figures.f1.mean, figures.mean_agg_iou.mean])
            }),
            answers: self.answers.as_ref().map(|(judged, report)| {
                let figures = &report.macro_figures;
                (
                    judged.pairs.as_slice(),
                    [figures.f1.mean, figures.balanced_accuracy.mean],
                )
            }),
        }
    }

    fn predictions(&self) -> Option<(&'a str, &'a Annotations)> {
        let input = self.input;
        Some((input.name.as_str(), input.predictions.as_ref()?))
    }

    fn classes(&self) -> Vec<String> {
        let boxes = self
            .boxes
            .iter()
            .flat_map(|(_, report)| report.per_class.iter().map(|(id, _)| id));
        let answers = self
            .answers
            .iter()
            .flat_map(|(_, report)| report.per_class.iter().map(|(id, _)| id));
        boxes.chain(answers).cloned().collect()
    }
}

/// Every setting that decides a figure.
fn in_words(settings: &Settings, scored: &[Scored<'_>]) -> Vec<(String, String)> {
    let mut words = vec![
        ("t1", settings.agg_iou.t1.to_string()),
        ("t2", settings.agg_iou.t2.to_string()),
        (
            "false positives",
            settings.agg_iou.false_positives.id().to_owned(),
        ),
        ("one-to-one matching", "greedy by IoU, at least 0.5".to_owned()),
        (
            "average precision",
            "COCO's, all areas, at most 100 boxes of a class on an image, boxes without a score last".to_owned(),
        ),
        ("macro over", "classes with references, population SD".to_owned()),
        ("0/0", "0".to_owned()),
        (
            "intervals",
            match settings.resampling.replicates {
                0 => "none".to_owned(),
                n => format!(
                    "95 %, Poisson bootstrap over images, {n} replicates, seed {}",
                    settings.resampling.seed
                ),
            },
        ),
        (
            "significance",
            "Wilcoxon signed-rank, two-sided, zero differences dropped; Holm over all pairs of runs; best and second by macro \
             F1 of boxes, or of answers where fewer than two runs have boxes"
                .to_owned(),
        ),
    ];
    if let Some((_, report)) = scored.iter().find_map(|run| run.boxes.as_ref()) {
        words.push(("looked for in every image", report.settings.exhaustive.join(", ")));
    }
    words.push((
        "source",
        "derived from the text of the RetinaGroundBench paper, not from its scripts".to_owned(),
    ));
    words
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// What was dropped or noticed, run by run.
fn sentence(run: &str, warning: &str) -> String {
    let end = if warning.ends_with(['.', '?']) { "" } else { "." };
    format!("{run}: {warning}{end}")
}

fn notes(scored: &[Scored<'_>]) -> Vec<String> {
    let mut notes = Vec::new();
    let references = scored
        .iter()
        .find_map(|run| run.boxes.as_ref())
        .map(|(_, report)| report);
    if let Some(words) = references.and_then(|report| report.dropped.references.in_words()) {
        notes.push(format!("References: {words}."));
    }
    for run in scored {
        let name = &run.input.name;
        notes.extend(run.input.notes.iter().map(|note| format!("{name}: {note}")));
        if let Some((_, report)) = &run.boxes {
            if let Some(words) = report.dropped.predictions.in_words() {
                notes.push(format!("{name}, boxes: {words}."));
            }
            if let AskedReport::Listed(pairs) = report.settings.asked {
                notes.push(format!(
                    "{name}: asked about {pairs} pairs of image and class. Only there can a box be false; reference boxes \
                     elsewhere count as missed, so that runs asked about other pairs are not quite comparable."
                ));
            }
            let dropped = &report.dropped;
            if dropped.images_without_predictions > 0 {
                let n = dropped.images_without_predictions;
                notes.push(format!(
                    "{name}: images without predictions, counted as nothing found: {n}."
                ));
            }
            if dropped.predictions_not_asked > 0 {
                let n = dropped.predictions_not_asked;
                notes.push(format!(
                    "{name}: predictions not counted as false because nobody asked: {n}."
                ));
            }
            notes.extend(report.warnings().iter().map(|warning| sentence(name, warning)));
        }
        if let Some((_, report)) = &run.answers {
            let c = &report.pooled;
            let silent = c.refused + c.unreadable + c.unanswered;
            if silent > 0 {
                notes.push(format!(
                    "{name}: answers counted as wrong because they say neither yes nor no: {} refused, {} unreadable, {} missing.",
                    c.refused, c.unreadable, c.unanswered
                ));
            }
            notes.extend(report.warnings().iter().map(|warning| sentence(name, warning)));
        }
    }
    notes
}
