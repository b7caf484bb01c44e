//! Tables that compare: tests between runs, two readings, rankings.

use crate::data::Test;
use crate::wording::{decimals, p_value, percent};
use crate::{Cell, Column, Evaluation, Table, Topic};

fn test_columns() -> Vec<Column> {
    let figures = ["n", "zeros", "ties"].map(Column::figure);
    let rest = [
        Column::figure("statistic"),
        Column::figure("p"),
        Column::figure("p (Holm)"),
    ];
    [figures.to_vec(), vec![Column::text("method")], rest.to_vec()].concat()
}

fn test_cells(test: &Test) -> Vec<Cell> {
    let p = |p| Cell {
        text: p_value(p),
        value: p,
        ..Cell::default()
    };
    vec![
        Cell::count(test.n),
        Cell::count(test.zeros),
        Cell::count(test.ties),
        Cell::text(&test.method),
        Cell::number(test.statistic, 1),
        p(test.p),
        p(test.p_holm),
    ]
}

/// The best against the second best run.
pub(super) fn significance(evaluation: &Evaluation) -> Option<Table> {
    let tests = evaluation.significance.as_ref()?;
    let columns = [vec![Column::text("on"), Column::text("test")], test_columns()].concat();
    let caption = format!(
        "Best against second best, {} against {}: two-sided tests on the same boxes and questions",
        tests.best, tests.second
    );
    let mut table = Table::new("significance", Topic::Significance, caption, columns);
    let named = [
        ("grounding, AggIoU of each box", &tests.grounding),
        ("presence, each question right or wrong", &tests.presence),
        ("presence, each question right or wrong", &tests.mcnemar),
    ];
    for (on, test) in named {
        if let Some(test) = test {
            let mut row = vec![Cell::text(on), Cell::text(&test.name)];
            row.extend(test_cells(test));
            table.push(row);
        }
    }
    table.note("n counts pairs, zeros the pairs without a difference. Boxes and questions of one scan are not independent of each other, which these tests do not know.");
    Some(table)
}

/// Every pair of runs that was tested.
pub(super) fn all_pairs(evaluation: &Evaluation) -> Option<Table> {
    let tests = evaluation.significance.as_ref()?;
    let columns = [
        ["first", "second", "on", "test"].map(Column::text).to_vec(),
        test_columns(),
    ]
    .concat();
    let caption =
        "Every pair of models: two-sided signed-rank tests, p also after Holm's correction over all pairs";
    let mut table = Table::new("significance_all_pairs", Topic::Significance, caption, columns);
    for pair in &tests.all_pairs {
        let mut row = [&pair.a, &pair.b, &pair.on, &pair.test.name]
            .map(Cell::text)
            .to_vec();
        row.extend(test_cells(&pair.test));
        table.push(row);
    }
    Some(table)
}

/// Two readings, class by class.
pub(super) fn readers(evaluation: &Evaluation) -> Option<Table> {
    let readers = evaluation.inter_observer.as_ref()?;
    let mut columns = vec![Column::text("class")];
    columns.extend(
        [
            "F1 first as prediction of second",
            "F1 second as prediction of first",
            "F1, mean of both",
            "mean AggIoU",
            "κ of presence",
        ]
        .map(Column::figure),
    );
    if let Some(model) = &readers.model {
        columns.push(Column::figure(format!("F1 of {model} against first")));
    }
    let caption = format!(
        "Two readings of {} scans: one scored as a prediction of the other, % (κ from -1 to 1)",
        readers.images
    );
    let mut table = Table::new("inter_observer", Topic::Readers, caption, columns);
    let with_model = |mut row: Vec<Cell>, f1: Option<f64>| {
        row.extend(readers.model.as_ref().map(|_| Cell::percent(f1)));
        row
    };
    for class in &readers.per_class {
        let mut row = vec![Cell::text(evaluation.class_name(&class.class))];
        let shares = [class.f1_a_to_b, class.f1_b_to_a, class.f1, class.mean_agg_iou];
        row.extend(shares.map(|share| Cell::percent(Some(share))));
        row.push(Cell::number(class.kappa, 2));
        table.push(with_model(row, class.model_f1));
    }
    let figures = &readers.macro_figures;
    let mut row = vec![Cell::text("macro")];
    let shares = [
        figures.f1_a_to_b,
        figures.f1_b_to_a,
        figures.f1,
        figures.mean_agg_iou,
    ];
    row.extend(shares.map(|share| Cell::percent(Some(share))));
    row.push(Cell::number(figures.kappa, 2));
    table.push(with_model(row, figures.model_f1));
    Some(table)
}

/// The runs under either reading.
pub(super) fn rankings(evaluation: &Evaluation) -> Option<Table> {
    let readers = evaluation.inter_observer.as_ref()?;
    let mut columns = vec![Column::text("model")];
    columns.extend(["F1 against first", "F1 against second"].map(Column::figure));
    let caption = "Macro F1 of every model under either reading, %";
    let mut table = Table::new("inter_observer_ranking", Topic::Readers, caption, columns);
    for ranked in &readers.rankings {
        let [a, b] = [ranked.f1_a, ranked.f1_b].map(|f1| Cell::percent(Some(f1)));
        table.push(vec![Cell::text(&ranked.run), a, b]);
    }
    table.mark_columns();
    if readers.spearman.is_some() {
        table.note(format!(
            "Spearman's ρ of the two rankings: {}.",
            decimals(readers.spearman, 3)
        ));
    }
    if let Some(difference) = readers.mean_difference {
        let than = if difference < 0.0 { "higher" } else { "lower" };
        table.note(format!(
            "F1 against the second reading is {than} by {} percentage points on average.",
            percent(difference.abs())
        ));
    }
    Some(table)
}
