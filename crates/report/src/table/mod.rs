//! One table, and the formats it is written in.

pub(crate) mod csv;
mod latex;
mod markdown;

use serde::Serialize;

use crate::wording::{self, MISSING, percent, thousandths};
use crate::{ReportError, Topic};

/// A table: what every format is written from.
///
/// ```
/// use groundscope_report::{Cell, Column, Table, Topic};
/// let mut table = Table::new("demo", Topic::Grounding, "F1 of two models, %", vec![
///     Column::text("model"), Column::figure("F1")]);
/// table.push(vec![Cell::text("a|b"), Cell::percent(Some(0.339))]);
/// table.push(vec![Cell::text("c"), Cell::percent(None)]);
/// assert!(table.to_markdown().contains("| a\\|b | 33.9 |"));
/// assert!(table.to_csv()?.ends_with("c,–\n"));
/// # Ok::<(), groundscope_report::ReportError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The stem of its files, lower case.
    pub id: String,
    /// What it is about.
    pub topic: Topic,
    /// What it shows, with the unit.
    pub caption: String,
    /// The columns; every row has a cell for each.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// Remarks below it.
    pub notes: Vec<String>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether it holds figures, set to the right.
    pub figures: bool,
    /// Whether its cells have a standard deviation, which CSV gives a column of its own.
    pub spread: bool,
}

impl Column {
    /// Of words.
    pub fn text(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            figures: false,
            spread: false,
        }
    }

    /// Of figures.
    pub fn figure(name: impl Into<String>) -> Self {
        Self {
            figures: true,
            ..Self::text(name)
        }
    }

    /// Of figures with a standard deviation each.
    pub fn spread(name: impl Into<String>) -> Self {
        Self {
            spread: true,
            ..Self::figure(name)
        }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// As it is printed.
    pub text: String,
    /// The figure behind it, unrounded; shares are of 1.
    pub value: Option<f64>,
    /// The standard deviation behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// The best of its peers, printed bold.
    pub best: bool,
    /// The second best, underlined.
    pub second: bool,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// Words, or the dash.
    pub fn optional(text: Option<impl Into<String>>) -> Self {
        text.map_or_else(|| Self::text(MISSING), Self::text)
    }

    /// A share, printed as per cent, or the dash.
    pub fn percent(share: Option<f64>) -> Self {
        Self {
            text: wording::percent_or_missing(share),
            value: share,
            ..Self::default()
        }
    }

    /// A mean and its standard deviation, or the dash.
    pub fn spread(mean_and_sd: Option<(f64, f64)>) -> Self {
        let Some((mean, sd)) = mean_and_sd else {
            return Self::text(MISSING);
        };
        Self {
            text: format!("{} ± {}", percent(mean), percent(sd)),
            value: Some(mean),
            sd: Some(sd),
            ..Self::default()
        }
    }

    /// A number with a few decimals, or the dash.
    pub fn number(value: Option<f64>, digits: usize) -> Self {
        Self {
            text: wording::decimals(value, digits),
            value,
            ..Self::default()
        }
    }

    /// A count.
    pub fn count(count: u64) -> Self {
        Self {
            text: count.to_string(),
            value: Some(count as f64),
            ..Self::default()
        }
    }
}

impl Table {
    /// An empty table.
    pub fn new(id: &str, topic: Topic, caption: impl Into<String>, columns: Vec<Column>) -> Self {
        Self {
            id: id.to_owned(),
            topic,
            caption: caption.into(),
            columns,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Adds a remark.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The table as JSON, with the unrounded figures.
    ///
    /// # Errors
    /// [`ReportError::Json`] only for figures that are no numbers.
    pub fn to_json(&self) -> Result<String, ReportError> {
        let json = serde_json::to_string_pretty(self).map_err(|error| ReportError::Json {
            part: format!("the table {}", self.id),
            what: error.to_string(),
        })?;
        Ok(json + "\n")
    }

    /// Marks the best and the second best of each column of figures; call it before rows that do not compete are added.
    pub(crate) fn mark_columns(&mut self) {
        for at in 0..self.columns.len() {
            self.mark_column(at);
        }
    }

    /// The same for one column.
    pub(crate) fn mark_column(&mut self, at: usize) {
        mark(self.rows.iter_mut().filter_map(|row| row.get_mut(at)).collect());
    }

    /// Marks the best and the second best of each row.
    pub(crate) fn mark_rows(&mut self) {
        for row in &mut self.rows {
            mark(row.iter_mut().skip(1).collect());
        }
    }
}

/// Higher is better. Figures that are printed the same share a mark; where all are the same there is nothing to mark.
fn mark(peers: Vec<&mut Cell>) {
    let printed = |cell: &Cell| cell.value.map(thousandths);
    let mut order: Vec<i64> = peers.iter().filter_map(|cell| printed(cell)).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    order.dedup();
    if order.len() < 2 {
        return;
    }
    for cell in peers {
        let value = printed(cell);
        cell.best = value.is_some() && value.as_ref() == order.first();
        // Nothing at all is no second place.
        cell.second = value.is_some_and(|value| value != 0) && value.as_ref() == order.get(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_what_is_printed() {
        let mut table = Table::new("t", Topic::Grounding, "c", vec![Column::figure("F1")]);
        for share in [Some(0.339_1), Some(0.338_9), None, Some(0.2), Some(0.1)] {
            table.push(vec![Cell::percent(share)]);
        }
        table.mark_columns();
        let marks: Vec<_> = table
            .rows
            .iter()
            .map(|row| (row[0].best, row[0].second))
            .collect();
        assert_eq!(
            marks,
            [
                (true, false),
                (true, false),
                (false, false),
                (false, true),
                (false, false)
            ]
        );
    }

    #[test]
    fn nothing_is_best_where_there_is_nothing_to_compare() {
        let mut table = Table::new("t", Topic::Grounding, "c", vec![Column::figure("F1")]);
        table.push(vec![Cell::percent(Some(0.3))]);
        table.mark_columns();
        assert!(!table.rows[0][0].best);
    }
}
