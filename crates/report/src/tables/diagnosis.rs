//! Tables of where errors come from: recognised against localised, and causes.

use crate::data::{Recognised, Run};
use crate::{Cell, Column, Evaluation, Table, Topic};

const KINDS: [&str; 4] = [
    "answer and boxes right",
    "answer right, boxes wrong",
    "boxes right, answer wrong",
    "both wrong",
];

fn counts(of: &Recognised) -> [u64; 4] {
    [of.both, of.seen_only, of.boxed_only, of.neither]
}

/// Presence answered right by found by its boxes: added up for each model, and class by class.
pub(super) fn recognised(evaluation: &Evaluation) -> [Table; 2] {
    let caption = "Recognised against localised: questions (an image and a class) by model";
    let columns = [vec![Column::text("model")], KINDS.map(Column::figure).to_vec()].concat();
    let mut by_model = Table::new("recognised", Topic::Diagnosis, caption, columns);
    let caption = "Recognised against localised: images by model and class";
    let heads = vec![Column::text("model"), Column::text("class")];
    let columns = [heads, KINDS.map(Column::figure).to_vec()].concat();
    let mut by_class = Table::new("recognised_by_class", Topic::Diagnosis, caption, columns);
    for run in &evaluation.runs {
        let Some(classes) = &run.recognised else {
            continue;
        };
        let mut total = [0_u64; 4];
        for class in classes {
            for (sum, count) in total.iter_mut().zip(counts(class)) {
                *sum += count;
            }
            let mut row = vec![
                Cell::text(&run.name),
                Cell::text(evaluation.class_name(&class.class)),
            ];
            row.extend(counts(class).map(Cell::count));
            by_class.push(row);
        }
        let mut row = vec![Cell::text(&run.name)];
        row.extend(total.map(Cell::count));
        by_model.push(row);
    }
    for table in [&mut by_model, &mut by_class] {
        table.note(
            "Boxes are right when a lesion of the class was detected, or, on an image without the class, no box is false: most \
             questions are about classes that are not there.",
        );
    }
    [by_model, by_class]
}

/// The causes in the order in which the runs first name them.
pub(crate) fn causes(evaluation: &Evaluation) -> Vec<&str> {
    let mut causes: Vec<&str> = Vec::new();
    for cause in evaluation
        .runs
        .iter()
        .flat_map(|run| run.breakdown.iter().flatten())
    {
        if !causes.contains(&cause.cause.as_str()) {
            causes.push(&cause.cause);
        }
    }
    causes
}

/// Causes of errors: how many each explains, and what F1 would gain without them.
pub(super) fn breakdown(evaluation: &Evaluation) -> [Table; 2] {
    let causes = causes(evaluation);
    let columns = || {
        let figures = causes.iter().map(|cause| Column::figure(*cause));
        [Column::text("model")].into_iter().chain(figures).collect()
    };
    let caption = "Errors in grounding by cause: counts";
    let mut errors = Table::new("breakdown", Topic::Diagnosis, caption, columns());
    let caption = "Pooled F1 gained without the errors of each cause, percentage points";
    let mut gains = Table::new("breakdown_delta_f1", Topic::Diagnosis, caption, columns());
    for run in evaluation.runs.iter().filter(|run| run.breakdown.is_some()) {
        errors.push(row(run, &causes, |cause| Cell::count(cause.count)));
        gains.push(row(run, &causes, |cause| Cell::percent(Some(cause.delta_f1))));
    }
    [errors, gains]
}

fn row(run: &Run, causes: &[&str], cell: impl Fn(&crate::data::Cause) -> Cell) -> Vec<Cell> {
    let own = |name: &str| run.breakdown.iter().flatten().find(|cause| cause.cause == name);
    let figures = causes.iter().map(|name| {
        // A cause that a run does not have explains none of its errors.
        let none = crate::data::Cause {
            cause: String::new(),
            count: 0,
            delta_f1: 0.0,
        };
        cell(own(name).unwrap_or(&none))
    });
    [Cell::text(&run.name)].into_iter().chain(figures).collect()
}
