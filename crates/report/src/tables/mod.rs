//! Every table of a report, from the evaluation.

mod beside;
mod classes;
mod comparison;
mod diagnosis;
mod models;

pub(crate) use diagnosis::causes;

use crate::{Evaluation, ReportError, Table};

/// The tables of a report in its order; those without data are left out.
///
/// # Errors
/// [`ReportError::Published`] if the paper's figures are asked for and damaged.
pub fn tables(evaluation: &Evaluation) -> Result<Vec<Table>, ReportError> {
    let mut all = vec![
        models::grounding(evaluation)?,
        models::presence(evaluation)?,
        models::intervals(evaluation),
    ];
    all.push(beside::table(evaluation));
    all.extend(classes::tables(evaluation)?);
    all.extend(comparison::significance(evaluation));
    all.extend(comparison::all_pairs(evaluation));
    all.extend(comparison::readers(evaluation));
    all.extend(comparison::rankings(evaluation));
    all.extend(diagnosis::recognised(evaluation));
    all.extend(diagnosis::breakdown(evaluation));
    all.extend(models::ablation(evaluation)?);
    all.retain(|table| !table.rows.is_empty());
    all.sort_by_key(|table| table.topic);
    Ok(all)
}
