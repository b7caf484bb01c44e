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

    /// How many parts hang together, corners included.
    ///
    /// ```
    /// use groundscope_geometry::RowRuns;
    /// let apart = [[0, 0, 2, 2], [2, 2, 4, 4], [6, 0, 8, 9]].map(|bounds| RowRuns::from_box(9, 9, bounds));
    /// assert_eq!(RowRuns::union(9, 9, &apart).parts(), 2);
    /// ```
    pub fn parts(&self) -> usize {
        let runs = self.runs();
        let mut parents: Vec<usize> = (0..runs.len()).collect();
        let mut parts = runs.len();
        // The runs of the row above begin here.
        let mut above = 0;
        for (at, run) in runs.iter().enumerate() {
            let mut other = above;
            while let Some(before) = runs.get(other).filter(|_| other < at) {
                if before.y + 1 < run.y || (before.y + 1 == run.y && before.x2 < run.x1) {
                    // Left of everything that is still to come.
                    other += 1;
                    above = other;
                    continue;
                }
                if before.y == run.y || before.x1 > run.x2 {
                    break;
                }
                let (one, two) = (root(&mut parents, at), root(&mut parents, other));
                if one != two
                    && let Some(parent) = parents.get_mut(one)
                {
                    *parent = two;
                    parts -= 1;
                }
                other += 1;
            }
        }
        parts
    }

    /// The mean of the pixels' places, `x, y` of their centres; `None` without pixels.
    pub fn centroid(&self) -> Option<[f64; 2]> {
        let (mut count, mut sum_x, mut sum_y) = (0.0, 0.0, 0.0);
        for run in self.runs() {
            let (x1, x2) = (f64::from(run.x1), f64::from(run.x2));
            count += x2 - x1;
            sum_x += (x2 - x1) * (x1 + x2) / 2.0;
            sum_y += (x2 - x1) * (f64::from(run.y) + 0.5);
        }
        (count > 0.0).then(|| [sum_x / count, sum_y / count])
    }
}

fn root(parents: &mut [usize], mut at: usize) -> usize {
    while let Some(&parent) = parents.get(at).filter(|parent| **parent != at) {
        let above = parents.get(parent).copied().unwrap_or(parent);
        if let Some(own) = parents.get_mut(at) {
            *own = above;
        }
        at = above;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connectivity, Mask, components};
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
            prop_assert_eq!(a.parts(), components(&a.to_mask(), Connectivity::Eight).list().len());
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
