//! Tables class by class: F1, mean AggIoU and balanced accuracy of every model, and the counts behind them.

use crate::data::Run;
use crate::published::{Published, PublishedClass};
use crate::wording::{MISSING, PUBLISHED, list};
use crate::{Cell, Column, Evaluation, ReportError, Table, Topic};

type OfClass = fn(&Run, &str) -> Option<f64>;
type PublishedOfClass = fn(&PublishedClass) -> Option<f64>;

/// F1, mean AggIoU and balanced accuracy: classes down, models across.
pub(super) fn tables(evaluation: &Evaluation) -> Result<Vec<Table>, ReportError> {
    let published = match evaluation.published {
        true => Published::read()?.classes,
        false => Vec::new(),
    };
    let across = |id, topic, what: &str, of: OfClass, of_paper: PublishedOfClass| {
        let runs: Vec<_> = evaluation
            .runs
            .iter()
            .filter(|run| {
                evaluation
                    .dataset
                    .classes
                    .iter()
                    .any(|class| of(run, &class.id).is_some())
            })
            .collect();
        let mut columns = vec![Column::text("class")];
        columns.extend(runs.iter().map(|run| Column::figure(&run.name)));
        let mut table = Table::new(id, topic, format!("{what} by class, %"), columns);
        if runs.is_empty() {
            return table;
        }
        for class in &evaluation.dataset.classes {
            let mut row = vec![Cell::text(&class.name)];
            row.extend(runs.iter().map(|run| Cell::percent(of(run, &class.id))));
            table.push(row);
        }
        table.mark_rows();
        if topic == Topic::Grounding {
            explain_unreferenced(&mut table, evaluation);
        }
        if published.iter().any(|class| of_paper(class).is_some()) {
            table
                .columns
                .push(Column::figure(format!("RetGrounder 8B ({PUBLISHED})")));
            for (row, class) in table.rows.iter_mut().zip(&evaluation.dataset.classes) {
                let of_class = published.iter().find(|of| of.class == class.id);
                row.push(Cell::percent(of_class.and_then(of_paper)));
            }
        }
        table
    };
    Ok(vec![
        across(
            "class_f1",
            Topic::Grounding,
            "F1",
            |run, id| Some(run.class_grounding(id)?.f1?.value),
            |c| c.f1,
        ),
        across(
            "class_mean_agg_iou",
            Topic::Grounding,
            "Mean AggIoU",
            |run, id| Some(run.class_grounding(id)?.mean_agg_iou?.value),
            |class| class.mean_agg_iou,
        ),
        across(
            "class_balanced_accuracy",
            Topic::Presence,
            "Balanced accuracy",
            |run, id| Some(run.class_presence(id)?.balanced_accuracy?.value),
            |class| class.balanced_accuracy,
        ),
        grounding_counts(evaluation),
        presence_figures(evaluation),
    ])
}

/// A row for each model and class, with the counts.
fn grounding_counts(evaluation: &Evaluation) -> Table {
    let mut columns = vec![Column::text("model"), Column::text("class")];
    let figures = [
        "TP",
        "FP",
        "FN",
        "precision",
        "recall",
        "F1",
        "mean AggIoU",
        "one-to-one F1",
    ];
    columns.extend(figures.map(Column::figure));
    let caption = "Grounding by model and class: counts, and figures in %";
    let mut table = Table::new("class_counts", Topic::Grounding, caption, columns);
    for run in &evaluation.runs {
        for class in run.grounding.iter().flat_map(|grounding| &grounding.per_class) {
            let mut row = vec![
                Cell::text(&run.name),
                Cell::text(evaluation.class_name(&class.class)),
            ];
            row.extend([class.tp, class.fp, class.missed].map(Cell::count));
            let figures = [class.precision, class.recall, class.f1, class.mean_agg_iou];
            row.extend(figures.map(|figure| Cell::percent(figure.map(|figure| figure.value))));
            row.push(Cell::percent(class.one_to_one_f1));
            table.push(row);
        }
    }
    explain_unreferenced(&mut table, evaluation);
    table
}

/// Names the classes that have false positives alone.
fn explain_unreferenced(table: &mut Table, evaluation: &Evaluation) {
    let unreferenced = |id: &str| {
        let runs = evaluation.runs.iter().filter_map(|run| run.class_grounding(id));
        runs.into_iter().any(|class| !class.has_references())
    };
    let classes = evaluation.dataset.classes.iter();
    let names: Vec<&str> = classes
        .filter(|class| unreferenced(&class.id))
        .map(|class| class.name.as_str())
        .collect();
    if !names.is_empty() {
        table.note(format!(
            "Without reference boxes, so that there is nothing but false positives to count, and in no macro figure: {}.",
            list(&names)
        ));
    }
}

/// A row for each model and class, with every figure of presence.
fn presence_figures(evaluation: &Evaluation) -> Table {
    let mut columns = vec![Column::text("model"), Column::text("class")];
    let figures = ["balanced accuracy", "F1", "precision", "recall", "specificity"];
    columns.extend(["n", "TP", "FP", "TN", "FN"].map(Column::figure));
    columns.extend(figures.map(Column::figure));
    let caption = "Presence questions by model and class: n questions, counts, and figures in %";
    let mut table = Table::new("class_presence", Topic::Presence, caption, columns);
    for run in &evaluation.runs {
        for class in run.presence.iter().flat_map(|presence| &presence.per_class) {
            let mut row = vec![
                Cell::text(&run.name),
                Cell::text(evaluation.class_name(&class.class)),
            ];
            let counts = [class.questions(), class.tp, class.fp, class.tn, class.missed];
            row.extend(counts.map(Cell::count));
            let figures = [
                class.balanced_accuracy.map(|figure| figure.value),
                class.f1,
                class.precision,
                class.recall,
                class.specificity,
            ];
            row.extend(figures.map(Cell::percent));
            table.push(row);
        }
    }
    if table.rows.iter().flatten().any(|cell| cell.text == MISSING) {
        table.note(
            "A dash: no image with the class was asked about, or, for specificity and balanced accuracy, none without it.",
        );
    }
    table
}
