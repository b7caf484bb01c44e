//! Two sets of runs together: what they share, and both as one.

use std::cmp::Ordering;

use crate::{RowRuns, Run};

impl RowRuns {
    /// The pixels of a box `x1..x2`, `y1..y2`, cut at the edge of the scan.
    ///
    /// ```
    /// use groundscope_geometry::RowRuns;
    /// assert_eq!(RowRuns::from_box(8, 4, [6, 1, 20, 9]).area(), 6);
    /// ```
    pub fn from_box(width: u32, height: u32, [x1, y1, x2, y2]: [u32; 4]) -> Self {
        let rows = if x1 < x2.min(width) {
            y1..y2.min(height)
        } else {
            0..0
        };
        let runs = rows.map(|y| Run { y, x1, x2 }).collect();
        Self::new(width, height, runs)
    }

    /// How many pixels are in both; of scans of other sizes those of equal place.
    ///
    /// ```
    /// use groundscope_geometry::RowRuns;
    /// let boxes = [[0, 0, 4, 4], [2, 3, 9, 9]].map(|bounds| RowRuns::from_box(9, 9, bounds));
    /// assert_eq!(boxes[0].shared_area(&boxes[1]), 2);
    /// ```
    pub fn shared_area(&self, other: &Self) -> u64 {
        let (mut own, mut others) = (self.runs().iter().peekable(), other.runs().iter().peekable());
        let mut shared = 0;
        while let (Some(a), Some(b)) = (own.peek(), others.peek()) {
            if a.y == b.y {
                let (from, to) = (a.x1.max(b.x1), a.x2.min(b.x2));
                shared += u64::from(to.saturating_sub(from));
            }
            // The run that ends first has no more to share.
            match (a.y, a.x2).cmp(&(b.y, b.x2)) {
                Ordering::Greater => others.next(),
                _ => own.next(),
            };
        }
        shared
    }

    /// The pixels of any of the sets, on a scan of this size.
    ///
    /// ```
    /// use groundscope_geometry::RowRuns;
    /// let boxes = [[0, 0, 4, 4], [2, 3, 9, 9]].map(|bounds| RowRuns::from_box(9, 9, bounds));
    /// assert_eq!(RowRuns::union(9, 9, &boxes).area(), 16 + 42 - 2);
    /// ```
    pub fn union<'a>(width: u32, height: u32, sets: impl IntoIterator<Item = &'a Self>) -> Self {
        let runs = sets.into_iter().flat_map(|set| set.runs().iter().copied());
        Self::new(width, height, runs.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mask;
    use proptest::prelude::*;

    fn mask() -> impl Strategy<Value = Mask> {
        prop::collection::vec(any::<bool>(), 9 * 7)
            .prop_map(|pixels| Mask::from_fn(9, 7, |x, y| pixels[(y * 9 + x) as usize]))
    }

    proptest! {
        #[test]
        fn both_are_those_of_masks(a in mask(), b in mask()) {
            let both = Mask::from_fn(9, 7, |x, y| a.get(x, y) && b.get(x, y));
            let any = Mask::from_fn(9, 7, |x, y| a.get(x, y) || b.get(x, y));
            let (a, b) = (RowRuns::from_mask(&a), RowRuns::from_mask(&b));
            prop_assert_eq!(a.shared_area(&b), both.area());
            prop_assert_eq!(b.shared_area(&a), both.area());
            prop_assert_eq!(RowRuns::union(9, 7, [&a, &b]), RowRuns::from_mask(&any));
        }
    }

    #[test]
    fn a_box_beyond_the_scan_is_empty() {
        assert!(RowRuns::from_box(8, 4, [8, 0, 9, 4]).is_empty());
        assert!(RowRuns::from_box(8, 4, [3, 0, 3, 4]).is_empty());
        assert!(RowRuns::from_box(8, 4, [0, 4, 8, u32::MAX]).is_empty());
    }
}
