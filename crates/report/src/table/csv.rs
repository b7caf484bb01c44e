//! A table as CSV: the printed figures, a standard deviation in a column of its own.

use super::{Cell, Table};
use crate::ReportError;
use crate::wording::percent_or_missing;

impl Table {
    /// The table as CSV in UTF-8, a row of headings first; shares in per cent, unrounded ones are in the JSON.
    ///
    /// Words that begin with `=`, `+`, `-`, `@` or a tab get an apostrophe before them, so that no spreadsheet takes
    /// a model's name for a formula. Caption and notes are not in it.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if the writer fails, which it does not in memory.
    pub fn to_csv(&self) -> Result<String, ReportError> {
        let failed = |what: String| ReportError::Csv {
            table: self.id.clone(),
            what,
        };
        let mut out = csv::Writer::from_writer(Vec::new());
        let heads = self.columns.iter().flat_map(|column| {
            let sd = column.spread.then(|| guarded(&format!("{} SD", column.name)));
            [Some(guarded(&column.name)), sd].into_iter().flatten()
        });
        out.write_record(heads)
            .map_err(|error| failed(error.to_string()))?;
        for row in &self.rows {
            let fields = row.iter().zip(&self.columns).flat_map(|(cell, column)| {
                let [text, sd] = match column.spread {
                    true => [percent_or_missing(cell.value), percent_or_missing(cell.sd)].map(Some),
                    false => [Some(field(cell)), None],
                };
                [text, sd].into_iter().flatten()
            });
            out.write_record(fields)
                .map_err(|error| failed(error.to_string()))?;
        }
        let bytes = out.into_inner().map_err(|error| failed(error.to_string()))?;
        String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
    }
}

/// A negative figure is a figure, not a formula.
fn field(cell: &Cell) -> String {
    match cell.value {
        Some(_) => cell.text.clone(),
        None => guarded(&cell.text),
    }
}

/// Words for a cell of a table: with an apostrophe before what a spreadsheet would take for a formula.
///
/// ```
/// assert_eq!(groundscope_report::guarded("=1+1"), "'=1+1");
/// assert_eq!(groundscope_report::guarded("a=1"), "a=1");
/// ```
pub fn guarded(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Column, Table, Topic};

    #[test]
    fn names_are_quoted_and_no_formula_survives() {
        let columns = vec![
            Column::text("model"),
            Column::spread("F1"),
            Column::figure("change"),
        ];
        let mut table = Table::new("t", Topic::Grounding, "c", columns);
        table.push(vec![
            Cell::text("=HYPERLINK(\"x\"),1"),
            Cell::spread(Some((0.339, 0.25))),
            Cell::number(Some(-1.5), 1),
        ]);
        table.push(vec![Cell::text("@a"), Cell::spread(None), Cell::number(None, 1)]);
        assert_eq!(
            table.to_csv().unwrap(),
            "model,F1,F1 SD,change\n\"'=HYPERLINK(\"\"x\"\"),1\",33.9,25.0,-1.5\n'@a,–,–,–\n"
        );
    }
}
