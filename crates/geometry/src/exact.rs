//! Exact areas of axis-aligned boxes: every coordinate a whole number of millionths, every area a whole number.

use crate::covered::Covered;
use crate::{Decimal, DecimalError, Mask, outline};

/// Sides of which two multiply within 63 bits, in millionths: about 3,000 pixels.
const SMALL: i64 = 3_000_000_000;

/// A box whose corners are decimal numbers; its area is positive.
///
/// ```
/// use groundscope_geometry::DecimalBox;
/// let a = DecimalBox::parse(["0", "0", "1", "1"]).unwrap();
/// let b = DecimalBox::parse(["0.9", "0", "1.9", "1"]).unwrap();
/// // One tenth of each, exactly: binary numbers would say a little more.
/// assert_eq!(a.intersection_area(&b) * 10, a.area());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecimalBox {
    x1: i64,
    y1: i64,
    x2: i64,
    y2: i64,
}

/// Why four numbers are not a [`DecimalBox`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalBoxError {
    /// A corner is not a decimal number in range.
    #[error("coordinate {index} of the box: {source}")]
    Coordinate {
        /// Which of `x1, y1, x2, y2`, from 0.
        index: usize,
        /// What is wrong with it.
        source: DecimalError,
    },
    /// Right of left or bottom above top, or equal.
    #[error("the box has no area; give x1, y1, x2, y2 with x1 < x2 and y1 < y2")]
    NoArea,
}

impl DecimalBox {
    /// A box from `[x1, y1, x2, y2]`.
    ///
    /// # Errors
    /// [`DecimalBoxError::NoArea`] unless `x1 < x2` and `y1 < y2`.
    pub fn new(corners: [Decimal; 4]) -> Result<Self, DecimalBoxError> {
        let [x1, y1, x2, y2] = corners.map(Decimal::micros);
        if x1 >= x2 || y1 >= y2 {
            return Err(DecimalBoxError::NoArea);
        }
        Ok(Self { x1, y1, x2, y2 })
    }

    /// A box from whole millionths.
    ///
    /// # Errors
    /// [`DecimalBoxError::Coordinate`] beyond ±10^9, [`DecimalBoxError::NoArea`] without a positive area.
    pub fn from_micros(corners: [i64; 4]) -> Result<Self, DecimalBoxError> {
        let mut checked = [Decimal::ZERO; 4];
        for (index, (slot, micros)) in checked.iter_mut().zip(corners).enumerate() {
            *slot = Decimal::from_micros(micros)
                .map_err(|source| DecimalBoxError::Coordinate { index, source })?;
        }
        Self::new(checked)
    }

    /// A box from the texts of `x1, y1, x2, y2`.
    ///
    /// # Errors
    /// [`DecimalBoxError::Coordinate`] for a text that is no number or has more than six decimals,
    /// [`DecimalBoxError::NoArea`] without a positive area.
    pub fn parse(corners: [&str; 4]) -> Result<Self, DecimalBoxError> {
        let mut parsed = [Decimal::ZERO; 4];
        for (index, (slot, text)) in parsed.iter_mut().zip(corners).enumerate() {
            *slot = text
                .parse()
                .map_err(|source| DecimalBoxError::Coordinate { index, source })?;
        }
        Self::new(parsed)
    }

    /// The corners in millionths, `[x1, y1, x2, y2]`.
    pub const fn micros(&self) -> [i64; 4] {
        [self.x1, self.y1, self.x2, self.y2]
    }

    /// The corners as the nearest binary numbers, for display.
    pub fn to_f64(&self) -> [f64; 4] {
        // In range by construction; both sides of each quotient are below 2^53.
        self.micros().map(|v| v as f64 / Decimal::ONE as f64)
    }

    /// The area in square millionths: at most 4 * 10^30.
    pub fn area(&self) -> i128 {
        let (width, height) = (self.x2 - self.x1, self.y2 - self.y1);
        // Pixels of any scan: one instruction, where a 128-bit product is a function call in a browser.
        if width <= SMALL && height <= SMALL {
            return i128::from(width * height);
        }
        i128::from(width) * i128::from(height)
    }

    /// The shared part of two boxes, if it has an area.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let shared = Self {
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
            x2: self.x2.min(other.x2),
            y2: self.y2.min(other.y2),
        };
        (shared.x1 < shared.x2 && shared.y1 < shared.y2).then_some(shared)
    }

    /// The area of the shared part.
    pub fn intersection_area(&self, other: &Self) -> i128 {
        self.intersection(other).map_or(0, |shared| shared.area())
    }
}

/// The area that a set of boxes covers, overlaps counted once.
///
/// A sweep over the vertical edges: strip by strip for a handful of boxes, for more with a tree of what is covered (n log n).
pub fn union_area(boxes: &[DecimalBox]) -> i128 {
    match boxes {
        [] => 0,
        [only] => only.area(),
        [a, b] => a.area() + b.area() - a.intersection_area(b),
        more if more.len() <= HANDFUL => union_of_a_handful(more),
        more => union_of_many(more),
    }
}

/// So many boxes are swept in memory of fixed size; above, the tree is the faster.
const HANDFUL: usize = 24;

fn union_of_a_handful(boxes: &[DecimalBox]) -> i128 {
    let (Some(nothing), n) = (boxes.first(), boxes.len()) else {
        return 0;
    };
    let (mut all_xs, mut all_boxes) = ([0i64; 2 * HANDFUL], [*nothing; HANDFUL]);
    let (Some(xs), Some(by_top)) = (all_xs.get_mut(..2 * n), all_boxes.get_mut(..n)) else {
        return union_of_many(boxes);
    };
    by_top.copy_from_slice(boxes);
    by_top.sort_unstable_by_key(|b| b.y1);
    for (slot, x) in xs.iter_mut().zip(boxes.iter().flat_map(|b| [b.x1, b.x2])) {
        *slot = x;
    }
    xs.sort_unstable();
    let strips = xs
        .iter()
        .zip(xs.iter().skip(1))
        .filter(|(left, right)| left < right);
    strips
        .map(|(left, right)| {
            let crossing = by_top.iter().filter(|b| b.x1 <= *left && *right <= b.x2);
            let (mut covered, mut reached) = (0i64, i64::MIN);
            for b in crossing {
                covered += (b.y2 - b.y1.max(reached)).max(0);
                reached = reached.max(b.y2);
            }
            i128::from(covered) * i128::from(right - left)
        })
        .sum()
}

fn union_of_many(boxes: &[DecimalBox]) -> i128 {
    let mut covered = Covered::over(boxes.iter().flat_map(|b| [b.y1, b.y2]).collect());
    let mut edges: Vec<(i64, bool, i64, i64)> = boxes
        .iter()
        .flat_map(|b| [(b.x1, true, b.y1, b.y2), (b.x2, false, b.y1, b.y2)])
        .collect();
    edges.sort_unstable_by_key(|(x, ..)| *x);
    let (mut area, mut reached) = (0, i64::MIN);
    for (x, begins, top, bottom) in edges {
        if x > reached {
            area += i128::from(covered.length()) * (i128::from(x) - i128::from(reached));
            reached = x;
        }
        covered.change(top, bottom, begins);
    }
    area
}

/// The outline of the area that a set of boxes covers: rings of corners in millionths, as [`outline`] orders them.
pub fn union_outline(boxes: &[DecimalBox]) -> Vec<Vec<[i64; 2]>> {
    let cuts = |mut all: Vec<i64>| {
        all.sort_unstable();
        all.dedup();
        all
    };
    let xs = cuts(boxes.iter().flat_map(|b| [b.x1, b.x2]).collect());
    let ys = cuts(boxes.iter().flat_map(|b| [b.y1, b.y2]).collect());
    // Between neighbouring edges everything is covered or nothing is: a grid of those cells has the same outline.
    let cells = |cuts: &[i64]| u32::try_from(cuts.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let mut grid = Mask::new(cells(&xs), cells(&ys));
    let index = |cuts: &[i64], value: i64| cuts.binary_search(&value).unwrap_or(0) as u32;
    for b in boxes {
        for y in index(&ys, b.y1)..index(&ys, b.y2) {
            for x in index(&xs, b.x1)..index(&xs, b.x2) {
                grid.set(x, y, true);
            }
        }
    }
    let back = |cuts: &[i64], i: u32| cuts.get(i as usize).copied().unwrap_or_default();
    outline(&grid)
        .into_iter()
        .map(|ring| {
            ring.into_iter()
                .map(|[x, y]| [back(&xs, x), back(&ys, y)])
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boxed(corners: [i64; 4]) -> DecimalBox {
        DecimalBox::from_micros(corners).unwrap()
    }

    #[test]
    fn overlaps_count_once() {
        let plus = [boxed([0, 4, 10, 6]), boxed([4, 0, 6, 10]), boxed([0, 4, 10, 6])];
        assert_eq!(union_area(&plus), 36);
        assert_eq!(union_area(&[]), 0);
        assert_eq!(union_outline(&plus)[0].len(), 12);
    }

    #[test]
    fn boxes_without_area_or_out_of_range_are_refused() {
        assert_eq!(
            DecimalBox::from_micros([5, 0, 5, 9]),
            Err(DecimalBoxError::NoArea)
        );
        assert_eq!(
            DecimalBox::parse(["9", "0", "5", "9"]),
            Err(DecimalBoxError::NoArea)
        );
        assert_eq!(
            DecimalBox::parse(["0", "0", "1e10", "9"]),
            Err(DecimalBoxError::Coordinate {
                index: 2,
                source: DecimalError::OutOfRange { negative: false }
            })
        );
        assert!(DecimalBox::from_micros([0, 0, i64::MAX, 9]).is_err());
    }

    #[test]
    fn the_largest_boxes_do_not_overflow() {
        let (low, high) = (Decimal::MIN.micros(), Decimal::MAX.micros());
        let whole = boxed([low, low, high, high]);
        assert_eq!(whole.area(), 4 * 10i128.pow(30));
        assert_eq!(union_area(&[whole, boxed([0, 0, high, high])]), whole.area());
    }

    fn any_boxes(limit: i64) -> impl Strategy<Value = Vec<DecimalBox>> {
        let one =
            (0..limit, 0..limit, 1..limit, 1..limit).prop_map(|(x, y, w, h)| boxed([x, y, x + w, y + h]));
        prop::collection::vec(one, 0..9)
    }

    fn crowd() -> impl Strategy<Value = Vec<DecimalBox>> {
        let one =
            (0i64..40, 0i64..40, 1i64..20, 1i64..20).prop_map(|(x, y, w, h)| boxed([x, y, x + w, y + h]));
        prop::collection::vec(one, 1..120)
    }

    proptest! {
        #[test]
        fn union_area_and_outline_agree_with_counting_cells(boxes in any_boxes(12)) {
            let mask = Mask::from_fn(24, 24, |x, y| boxes.iter().any(|b| {
                let [x1, y1, x2, y2] = b.micros();
                (x1..x2).contains(&i64::from(x)) && (y1..y2).contains(&i64::from(y))
            }));
            prop_assert_eq!(union_area(&boxes), i128::from(mask.area()));
            let rings: Vec<Vec<[f64; 2]>> = union_outline(&boxes).iter()
                .map(|ring| ring.iter().map(|p| p.map(|v| v as f64)).collect())
                .collect();
            prop_assert_eq!(Mask::from_rings(24, 24, &rings), mask);
        }

        #[test]
        fn a_handful_and_many_are_swept_to_the_same_area(boxes in crowd()) {
            let handful: Vec<DecimalBox> = boxes.iter().copied().take(HANDFUL).collect();
            prop_assert_eq!(union_of_a_handful(&handful), union_of_many(&handful));
            let mask = Mask::from_fn(60, 60, |x, y| boxes.iter().any(|b| {
                let [x1, y1, x2, y2] = b.micros();
                (x1..x2).contains(&i64::from(x)) && (y1..y2).contains(&i64::from(y))
            }));
            prop_assert_eq!(union_area(&boxes), i128::from(mask.area()));
        }

        #[test]
        fn the_union_of_two_is_the_sum_less_the_shared_part(boxes in any_boxes(1_000_000_000)) {
            for pair in boxes.windows(2) {
                let sum = pair[0].area() + pair[1].area() - pair[0].intersection_area(&pair[1]);
                prop_assert_eq!(union_area(pair), sum);
            }
        }
    }
}
