//! Run-length masks to runs along rows and back, without the pixels between them.

use super::{Rle, RleError};
use crate::{RowRuns, Run};

impl Rle {
    /// The same pixels as runs along rows.
    pub fn to_rows(&self) -> RowRuns {
        let mut columns = Vec::new();
        for (from, to) in self.runs() {
            let mut at = from;
            while at < to {
                let (x, y) = (at / self.height, at % self.height);
                let end = to.min(at - y + self.height);
                columns.push([x, y, y + (end - at)]);
                at = end;
            }
        }
        let rows = turned(&columns).into_iter();
        let runs = rows.map(|[y, x1, x2]| Run { y, x1, x2 }).collect();
        RowRuns::new(self.width, self.height, runs)
    }

    /// The mask of pixels that are given along rows.
    ///
    /// ```
    /// use groundscope_geometry::{Rle, RowRuns, Run};
    /// let rows = RowRuns::new(4, 3, vec![Run { y: 0, x1: 1, x2: 3 }, Run { y: 1, x1: 1, x2: 2 }]);
    /// assert_eq!(Rle::from_rows(&rows), Rle::from_counts(4, 3, &[3, 2, 1, 1, 5]));
    /// ```
    ///
    /// # Errors
    /// [`RleError::TooLarge`].
    pub fn from_rows(rows: &RowRuns) -> Result<Self, RleError> {
        let (width, height) = (rows.width(), rows.height());
        let pixels = Self::checked_pixels(width, height)?;
        let given: Vec<[u32; 3]> = rows.runs().iter().map(|run| [run.y, run.x1, run.x2]).collect();
        let mut turns: Vec<u32> = Vec::new();
        for [x, y1, y2] in turned(&given) {
            // A run to the bottom goes on where the next column begins inside.
            if turns.last() == Some(&(x * height + y1)) {
                turns.pop();
            } else {
                turns.push(x * height + y1);
            }
            turns.push(x * height + y2);
        }
        if turns.last() == Some(&pixels) {
            turns.pop();
        }
        Ok(Self { width, height, turns })
    }
}

/// Runs `[line, from, to]` along lines, in order, as runs along the lines that cross them, in order. Work goes by the
/// length of edges, not by area: only where two lines differ does a crossing line enter or leave.
fn turned(runs: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut turns: Vec<[u32; 2]> = Vec::new();
    let mut edges = Vec::new();
    let mut before: &[[u32; 3]] = &[];
    let mut next_line = 0;
    for line in runs.chunk_by(|a, b| a[0] == b[0]) {
        let at = line.first().map_or(0, |run| run[0]);
        if at != next_line {
            differences(before, &[], next_line, &mut edges, &mut turns);
            before = &[];
        }
        differences(before, line, at, &mut edges, &mut turns);
        before = line;
        next_line = at + 1;
    }
    differences(before, &[], next_line, &mut edges, &mut turns);
    turns.sort_unstable();
    let (pairs, _) = turns.as_chunks();
    pairs
        .iter()
        .map(|[[place, from], [_, to]]| [*place, *from, *to])
        .collect()
}

/// The places `[place, line]` that are in one of two lines alone.
fn differences(
    before: &[[u32; 3]],
    after: &[[u32; 3]],
    line: u32,
    edges: &mut Vec<u32>,
    turns: &mut Vec<[u32; 2]>,
) {
    edges.clear();
    edges.extend(before.iter().chain(after).flat_map(|[_, from, to]| [*from, *to]));
    edges.sort_unstable();
    // An edge that both have cancels out; what is left enters and leaves in turn.
    let single = edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
    let mut single = single.filter_map(<[u32]>::first);
    while let (Some(from), Some(to)) = (single.next(), single.next()) {
        turns.extend((*from..*to).map(|place| [place, line]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mask;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_and_runs_are_the_same_pixels(
            (w, h) in (1u32..30, 1u32..12),
            bits in prop::collection::vec(any::<bool>(), 360),
            coarse in 1u32..7,
        ) {
            let mask = Mask::from_fn(w, h, |x, y| bits[((x * 12 + y) / coarse) as usize]);
            let (rows, rle) = (RowRuns::from_mask(&mask), Rle::from_mask(&mask).unwrap());
            prop_assert_eq!(&Rle::from_rows(&rows).unwrap(), &rle);
            prop_assert_eq!(rle.to_rows(), rows);
        }
    }

    #[test]
    fn scans_without_pixels_have_no_runs() {
        for (w, h) in [(0, 0), (0, 7), (7, 0), (3, 2)] {
            let empty = Rle::from_mask(&Mask::new(w, h)).unwrap();
            assert_eq!(empty.to_rows().runs(), []);
            assert_eq!(Rle::from_rows(&empty.to_rows()), Ok(empty));
        }
        let large = RowRuns::new(64_000_001, 1, Vec::new());
        assert!(matches!(Rle::from_rows(&large), Err(RleError::TooLarge { .. })));
    }
}
