//! Cells of the 3 x 3 grid that a text names: "upper-left", "middle central".

use std::collections::BTreeSet;

use crate::Profile;

/// A cell: row 0 to 2 from the top, column 0 to 2 from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Upper, middle, lower.
    pub row: u8,
    /// Left, central, right.
    pub column: u8,
}

/// The names of rows, from the top.
pub(crate) const ROWS: [&str; 3] = ["upper", "middle", "lower"];
/// The names of columns, from the left.
pub(crate) const COLUMNS: [&str; 3] = ["left", "central", "right"];

impl Cell {
    /// The cell in which a point lies, for an image of this size; a point on an edge belongs to the cell right of or below it.
    ///
    /// `column = clamp(trunc(x / max(width, 1) * 3), 0, 2)`, the row likewise (specification 2).
    ///
    /// ```
    /// use groundscope_ultrag::text::Cell;
    /// assert_eq!(Cell::of(100.0, 149.9, 300, 150).to_string(), "lower-central");
    /// ```
    pub fn of(x: f64, y: f64, width: u32, height: u32) -> Self {
        let third = |value: f64, whole: u32| {
            let place = (value / f64::from(whole.max(1)) * 3.0).trunc();
            // Cut to 0..=2 before, so that nothing is lost.
            place.clamp(0.0, 2.0) as u8
        };
        Self {
            row: third(y, height),
            column: third(x, width),
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |names: [&'static str; 3], at: u8| names.get(usize::from(at)).copied().unwrap_or_default();
        write!(f, "{}-{}", name(ROWS, self.row), name(COLUMNS, self.column))
    }
}

/// The cells that tokens name: a row followed by a column. `strict` takes `center` and `centre` for `central`.
pub fn cells(tokens: &[String], profile: Profile) -> BTreeSet<Cell> {
    let place = |names: [&str; 3], word: &str| {
        let at = names.iter().position(|name| *name == word)?;
        u8::try_from(at).ok()
    };
    let column = |word: &str| match word {
        "center" | "centre" if profile.is_strict() => Some(1),
        _ => place(COLUMNS, word),
    };
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter_map(|(row, next)| {
            Some(Cell {
                row: place(ROWS, row)?,
                column: column(next)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_readers::tokens;

    fn named(text: &str, profile: Profile) -> Vec<String> {
        cells(&tokens(text), profile)
            .iter()
            .map(Cell::to_string)
            .collect()
    }

    #[test]
    fn a_row_is_followed_by_its_column() {
        let text = "In the upper-left and lower right; left upper is none, middle center is one for some.";
        assert_eq!(
            named(text, Profile::Strict),
            ["upper-left", "middle-central", "lower-right"]
        );
        assert_eq!(named(text, Profile::Reference), ["upper-left", "lower-right"]);
    }

    #[test]
    fn edges_belong_to_the_next_cell_and_the_outside_to_the_last() {
        assert_eq!(Cell::of(99.999, 50.0, 300, 150).to_string(), "middle-left");
        assert_eq!(Cell::of(200.0, 0.0, 300, 150).to_string(), "upper-right");
        assert_eq!(Cell::of(900.0, -4.0, 300, 150).to_string(), "upper-right");
        assert_eq!(Cell::of(f64::NAN, 0.0, 0, 0).to_string(), "upper-left");
    }
}
