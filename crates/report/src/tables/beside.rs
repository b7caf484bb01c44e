//! The table of other ways to count the same boxes: pooled over classes, one to one, average precision.

use super::models::spread;
use crate::data::{Estimate, Grounding, Run};
use crate::wording::list;
use crate::{Cell, Column, Evaluation, Table, Topic};

/// A row for each model that has any of them, the highest macro F1 first.
pub(super) fn table(evaluation: &Evaluation) -> Table {
    let mut columns = vec![Column::text("model")];
    columns.extend(["TP", "FP", "FN"].map(|what| Column::figure(format!("pooled {what}"))));
    let first_figure = columns.len();
    columns.extend(
        ["precision", "recall", "F1", "mean AggIoU"].map(|what| Column::figure(format!("pooled {what}"))),
    );
    columns.extend(["precision", "recall", "F1"].map(|what| Column::spread(format!("one-to-one {what}"))));
    columns.extend(["AP50", "AP50:95"].map(Column::figure));
    let caption = "Other ways to count the same boxes: counts, and figures in %";
    let mut table = Table::new("beside", Topic::Grounding, caption, columns);
    let with_any = |grounding: &&Grounding| {
        grounding.pooled.is_some() || grounding.one_to_one.is_some() || grounding.average_precision.is_some()
    };
    let ranked = evaluation.ranked(Run::f1);
    let of_runs = || {
        let runs = ranked.iter().map(|(run, _)| *run);
        runs.filter_map(|run| Some((run, run.grounding.as_ref().filter(with_any)?)))
    };
    for (run, grounding) in of_runs() {
        table.push(row(run, grounding));
    }
    for at in first_figure..table.columns.len() {
        table.mark_column(at);
    }
    table.note(
        "Pooled: the boxes of all classes together, matched by AggIoU as in the macro figures, so that a frequent class weighs \
         more; false positives of classes without references count too. One to one: each box matched with one other at most, \
         macro over classes with references, mean ± population SD. AP50 and AP50:95: COCO's average precision at IoU 0.5, and over 0.5 to 0.95.",
    );
    let without = of_runs().filter(|(_, grounding)| grounding.average_precision.is_none());
    let without: Vec<&str> = without.map(|(run, _)| run.name.as_str()).collect();
    if !without.is_empty() {
        table.note(format!(
            "Average precision ranks boxes by their scores; none of these models' boxes has one: {}.",
            list(&without)
        ));
    }
    for (run, grounding) in of_runs() {
        let ranked_last = grounding.average_precision.map_or(0, |ap| ap.without_score);
        if ranked_last > 0 {
            table.note(format!(
                "{}: boxes without a score, which rank last in average precision: {ranked_last}.",
                run.name
            ));
        }
    }
    table
}

fn row(run: &Run, grounding: &Grounding) -> Vec<Cell> {
    let pooled = grounding.pooled.as_ref();
    let count = |count: Option<u64>| count.map_or_else(|| Cell::percent(None), Cell::count);
    let figure = |figure: Option<Estimate>| Cell::percent(figure.map(|figure| figure.value));
    let mut row = vec![Cell::text(&run.name)];
    row.extend(
        [
            pooled.map(|all| all.tp),
            pooled.map(|all| all.fp),
            pooled.map(|all| all.missed),
        ]
        .map(count),
    );
    row.extend(
        [
            pooled.map(|all| all.precision),
            pooled.map(|all| all.recall),
            pooled.map(|all| all.f1),
            pooled.map(|all| all.mean_agg_iou),
        ]
        .map(figure),
    );
    let matched = grounding.one_to_one.as_ref();
    row.extend(
        [
            matched.map(|all| all.precision),
            matched.map(|all| all.recall),
            matched.map(|all| all.f1),
        ]
        .map(spread),
    );
    let precision = grounding.average_precision.as_ref();
    row.push(Cell::percent(precision.map(|all| all.ap50)));
    row.push(Cell::percent(precision.map(|all| all.ap50_95)));
    row
}
