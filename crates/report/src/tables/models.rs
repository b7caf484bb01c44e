//! Tables with a row for each model: grounding (the paper's Table 2), presence (Table 3), intervals, ablation.

use crate::data::{Interval, Run, Spread};
use crate::published::{Published, PublishedModel};
use crate::wording::{MISSING, PUBLISHED, percent, size};
use crate::{Cell, Column, Evaluation, ReportError, Table, Topic};

pub(super) fn spread(figure: Option<Spread>) -> Cell {
    Cell::spread(figure.map(|figure| (figure.mean, figure.sd)))
}

fn name_and_size(run: &Run) -> [Cell; 2] {
    [Cell::text(&run.name), Cell::text(size(run.params, run.active))]
}

/// A row for each published model that has any of the figures; they take no part in the marks.
fn add_published(
    table: &mut Table,
    evaluation: &Evaluation,
    figures: impl Fn(&PublishedModel) -> [Option<f64>; 4],
) -> Result<(), ReportError> {
    for model in Published::context(evaluation)? {
        let figures = figures(&model);
        if figures.iter().any(Option::is_some) {
            let mut row = vec![
                Cell::text(model.label()),
                Cell::text(size(model.params, model.active)),
            ];
            row.extend(figures.map(Cell::percent));
            table.push(row);
        }
    }
    Ok(())
}

/// Macro figures of grounding, the highest F1 first.
pub(super) fn grounding(evaluation: &Evaluation) -> Result<Table, ReportError> {
    let mut columns = vec![Column::text("model"), Column::text("parameters")];
    columns.extend(["mean AggIoU", "F1", "precision", "recall"].map(Column::spread));
    let caption = "Grounding, macro over classes: mean ± population SD, %";
    let mut table = Table::new("table2_grounding", Topic::Grounding, caption, columns);
    for (run, _) in evaluation.ranked(Run::f1) {
        let figures = run.macro_grounding();
        let mut row = name_and_size(run).to_vec();
        row.push(spread(figures.map(|f| f.mean_agg_iou)));
        row.push(spread(figures.map(|f| f.f1)));
        row.push(spread(figures.map(|f| f.precision)));
        row.push(spread(figures.map(|f| f.recall)));
        table.push(row);
    }
    table.mark_columns();
    add_published(&mut table, evaluation, |model| {
        [None, model.f1, model.precision, model.recall]
    })?;
    explain_marks(&mut table);
    Ok(table)
}

/// Macro figures of presence questions, the highest balanced accuracy first.
pub(super) fn presence(evaluation: &Evaluation) -> Result<Table, ReportError> {
    let mut columns = vec![Column::text("model"), Column::text("parameters")];
    columns.extend(["balanced accuracy", "F1", "precision", "recall"].map(Column::spread));
    let caption = "Presence questions, macro over classes: mean ± population SD, %";
    let mut table = Table::new("table3_presence", Topic::Presence, caption, columns);
    for (run, _) in evaluation.ranked(Run::balanced_accuracy) {
        let figures = run.macro_presence();
        let mut row = name_and_size(run).to_vec();
        row.push(spread(figures.map(|f| f.balanced_accuracy)));
        row.push(spread(figures.map(|f| f.f1)));
        row.push(spread(figures.map(|f| f.precision)));
        row.push(spread(figures.map(|f| f.recall)));
        table.push(row);
    }
    table.mark_columns();
    add_published(&mut table, evaluation, |model| {
        [
            model.balanced_accuracy,
            model.presence_f1,
            model.presence_precision,
            model.presence_recall,
        ]
    })?;
    explain_marks(&mut table);
    Ok(table)
}

/// Macro figures with their intervals, where any was computed.
pub(super) fn intervals(evaluation: &Evaluation) -> Table {
    let mut columns = vec![Column::text("model")];
    columns.extend(["F1", "mean AggIoU", "precision", "recall", "balanced accuracy"].map(Column::figure));
    let caption = "Macro figures with their intervals, %";
    let mut table = Table::new("intervals", Topic::Grounding, caption, columns);
    for run in &evaluation.runs {
        let grounding = run.macro_grounding();
        let figures = [
            grounding.map(|f| f.f1),
            grounding.map(|f| f.mean_agg_iou),
            grounding.map(|f| f.precision),
            grounding.map(|f| f.recall),
            run.macro_presence().map(|f| f.balanced_accuracy),
        ];
        if figures.iter().flatten().any(|figure| figure.interval.is_some()) {
            let mut row = vec![Cell::text(&run.name)];
            row.extend(figures.map(with_interval));
            table.push(row);
        }
    }
    table
}

fn with_interval(figure: Option<Spread>) -> Cell {
    let Some(figure) = figure else {
        return Cell::text(MISSING);
    };
    let mut cell = Cell::percent(Some(figure.mean));
    if let Some(Interval { low, high }) = figure.interval {
        cell.text = format!("{} [{}, {}]", cell.text, percent(low), percent(high));
    }
    cell
}

/// Each step of a training, and the paper's where they are asked for.
pub(super) fn ablation(evaluation: &Evaluation) -> Result<Vec<Table>, ReportError> {
    let columns = || {
        let figures = [Column::figure("F1"), Column::figure("balanced accuracy")];
        [vec![Column::text("step")], figures.to_vec()].concat()
    };
    let of = |id, caption: String, steps: &[crate::data::AblationStep]| {
        let mut table = Table::new(id, Topic::Ablation, caption, columns());
        for step in steps {
            table.push(vec![
                Cell::text(&step.name),
                Cell::percent(step.f1),
                Cell::percent(step.balanced_accuracy),
            ]);
        }
        table
    };
    let caption = "Ablation, macro over classes, %";
    let own = evaluation.ablation.iter();
    let mut all: Vec<_> = own
        .map(|ablation| of("ablation", caption.to_owned(), &ablation.steps))
        .collect();
    if evaluation.published {
        let caption = format!("Ablation of RetGrounder 8B ({PUBLISHED}), macro over classes, %");
        all.push(of(
            "ablation_published",
            caption,
            &Published::read()?.ablation.steps,
        ));
    }
    Ok(all)
}

fn explain_marks(table: &mut Table) {
    if table.rows.iter().flatten().any(|cell| cell.best) {
        table.note("Best bold, second best underlined, among the models measured here.");
    }
}
