//! Sets of pixels as runs along rows: they take the room of what they hold, however large the scan.

use crate::polygon::{crossings, fill};
use crate::{Mask, outline};

/// The pixels `x1..x2` of row `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The row, from the top.
    pub y: u32,
    /// The first column.
    pub x1: u32,
    /// The column after the last.
    pub x2: u32,
}

/// Pixels of a scan of `width` x `height` as runs, row by row from the left; runs of one row neither overlap nor touch, so
/// that two of them are equal when they are the same pixels.
///
/// ```
/// use groundscope_geometry::{RowRuns, Run};
/// let run = |y, x1, x2| Run { y, x1, x2 };
/// let rows = RowRuns::new(1_000_000_000, 9, vec![run(2, 5, 8), run(1, 3, 5), run(2, 7, 9)]);
/// assert_eq!(rows.runs(), [run(1, 3, 5), run(2, 5, 9)]);
/// assert_eq!((rows.area(), rows.bounds()), (6, Some([3, 1, 9, 3])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRuns {
    width: u32,
    height: u32,
    runs: Vec<Run>,
}

/// Why a shape is not drawn as pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the shape has {found} places to draw, at most {limit} are drawn; give it fewer points or a smaller image"
)]
pub struct TooLargeToDraw {
    /// Crossings of its edges with rows of pixels, or pixels of the box around it.
    pub found: u64,
    /// The most that are drawn.
    pub limit: u64,
}

impl RowRuns {
    /// The most crossings of edges with rows of pixels that a shape may have to be drawn: two for each row of a convex one.
    pub const MAX_CROSSINGS: u64 = 1 << 25;

    /// The most pixels of the box around pixels whose outline is followed.
    pub const MAX_BOX: u64 = 64_000_000;

    /// A set from runs in any order, which may overlap; what lies beyond the scan is cut off.
    pub fn new(width: u32, height: u32, mut runs: Vec<Run>) -> Self {
        runs.retain_mut(|run| {
            run.x2 = run.x2.min(width);
            run.y < height && run.x1 < run.x2
        });
        runs.sort_unstable();
        runs.dedup_by(|run, before| {
            let touches = run.y == before.y && run.x1 <= before.x2;
            if touches {
                before.x2 = before.x2.max(run.x2);
            }
            touches
        });
        Self { width, height, runs }
    }

    /// The runs of a mask.
    pub fn from_mask(mask: &Mask) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for y in 0..mask.height() {
            let mut open = None;
            for left in (0..mask.width()).step_by(64) {
                let bits = mask.bits(left, y);
                let mut changed = bits ^ (bits << 1 | u64::from(open.is_some()));
                while changed != 0 {
                    let x = left + changed.trailing_zeros();
                    match open.take() {
                        Some(x1) => runs.push(Run { y, x1, x2: x }),
                        None => open = Some(x),
                    }
                    changed &= changed - 1;
                }
            }
            let x2 = mask.width();
            runs.extend(open.map(|x1| Run { y, x1, x2 }));
        }
        Self {
            width: mask.width(),
            height: mask.height(),
            runs,
        }
    }

    /// The pixels inside an odd number of the rings, as [`Mask::from_rings`] has them.
    ///
    /// # Errors
    /// [`TooLargeToDraw`] beyond [`Self::MAX_CROSSINGS`], before anything is drawn.
    pub fn from_rings<R: AsRef<[[f64; 2]]>>(
        width: u32,
        height: u32,
        rings: &[R],
    ) -> Result<Self, TooLargeToDraw> {
        within(crossings(height, rings), Self::MAX_CROSSINGS)?;
        let mut runs = Vec::new();
        fill(width, height, rings, |run| runs.push(run));
        Ok(Self::new(width, height, runs))
    }

    /// The pixels inside any of the polygons, as [`Mask::from_parts`] has them.
    ///
    /// # Errors
    /// [`TooLargeToDraw`] beyond [`Self::MAX_CROSSINGS`], before anything is drawn.
    pub fn from_parts<R: AsRef<[[f64; 2]]>>(
        width: u32,
        height: u32,
        parts: &[R],
    ) -> Result<Self, TooLargeToDraw> {
        within(crossings(height, parts), Self::MAX_CROSSINGS)?;
        let mut runs = Vec::new();
        for part in parts {
            fill(width, height, std::slice::from_ref(part), |run| runs.push(run));
        }
        Ok(Self::new(width, height, runs))
    }

    /// Width of the scan in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height of the scan in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The runs, row by row, each row from the left.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The number of pixels.
    pub fn area(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.x2 - run.x1)).sum()
    }

    /// True when there is no pixel.
    pub const fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The extent `[min x, min y, max x + 1, max y + 1]`, or `None` when empty.
    pub fn bounds(&self) -> Option<[u32; 4]> {
        let (first, last) = (self.runs.first()?, self.runs.last()?);
        let x1 = self.runs.iter().map(|run| run.x1).min()?;
        let x2 = self.runs.iter().map(|run| run.x2).max()?;
        Some([x1, first.y, x2, last.y + 1])
    }

    /// The same pixels as a mask of the whole scan, a bit a pixel of it.
    pub fn to_mask(&self) -> Mask {
        let mut mask = Mask::new(self.width, self.height);
        for run in &self.runs {
            mask.set_run(run.x1, run.x2, run.y);
        }
        mask
    }

    /// The closed rings around the pixels, as [`outline`] has them; only the box around the pixels is looked at.
    ///
    /// # Errors
    /// [`TooLargeToDraw`] where that box has more than [`Self::MAX_BOX`] pixels.
    pub fn outline(&self) -> Result<Vec<Vec<[u32; 2]>>, TooLargeToDraw> {
        let Some([x1, y1, x2, y2]) = self.bounds() else {
            return Ok(Vec::new());
        };
        within(u64::from(x2 - x1) * u64::from(y2 - y1), Self::MAX_BOX)?;
        let mut mask = Mask::new(x2 - x1, y2 - y1);
        for run in &self.runs {
            mask.set_run(run.x1 - x1, run.x2 - x1, run.y - y1);
        }
        let moved = |ring: Vec<[u32; 2]>| ring.into_iter().map(|[x, y]| [x + x1, y + y1]).collect();
        Ok(outline(&mask).into_iter().map(moved).collect())
    }
}

fn within(found: u64, limit: u64) -> Result<(), TooLargeToDraw> {
    if found > limit {
        return Err(TooLargeToDraw { found, limit });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_too_large_is_refused_before_it_is_drawn() {
        let high = [[0.0, 0.0], [9.0, 0.0], [9.0, 1e9]];
        assert_eq!(
            RowRuns::from_rings(1_000_000_000, 1_000_000_000, &[high]),
            Err(TooLargeToDraw {
                found: 2_000_000_000,
                limit: RowRuns::MAX_CROSSINGS
            })
        );
        let run = |y| Run { y, x1: y, x2: y + 1 };
        let apart = RowRuns::new(100_000, 100_000, vec![run(0), run(99_999)]);
        assert!(apart.outline().is_err());
    }

    #[test]
    fn a_small_shape_on_the_largest_image_is_drawn() {
        let ring = [
            [9e8, 9e8],
            [9e8 + 4.0, 9e8],
            [9e8 + 4.0, 9e8 + 2.0],
            [9e8, 9e8 + 2.0],
        ];
        let rows = RowRuns::from_rings(1_000_000_000, 1_000_000_000, &[ring]).unwrap();
        assert_eq!((rows.area(), rows.runs().len()), (8, 2));
        let corner = |x: u32, y: u32| [900_000_000 + x, 900_000_000 + y];
        assert_eq!(
            rows.outline().unwrap(),
            [[corner(0, 0), corner(4, 0), corner(4, 2), corner(0, 2)]]
        );
    }

    proptest! {
        #[test]
        fn runs_are_the_pixels_of_a_mask(
            (w, h) in (0u32..150, 1u32..6),
            runs in prop::collection::vec((0u32..7, 0u32..160, 0u32..160), 0..9),
        ) {
            let given: Vec<Run> = runs.into_iter().map(|(y, x1, x2)| Run { y, x1, x2 }).collect();
            let mask = Mask::from_fn(w, h, |x, y| given.iter().any(|r| r.y == y && (r.x1..r.x2).contains(&x)));
            let rows = RowRuns::new(w, h, given);
            prop_assert_eq!(&rows, &RowRuns::from_mask(&mask));
            prop_assert_eq!(&rows.to_mask(), &mask);
            prop_assert_eq!((rows.area(), rows.bounds()), (mask.area(), mask.bounds()));
            prop_assert_eq!(rows.is_empty(), mask.is_empty());
            prop_assert_eq!(rows.outline().unwrap(), outline(&mask));
        }

        #[test]
        fn rings_are_drawn_as_on_a_mask(
            rings in prop::collection::vec(prop::collection::vec([-3i32..30, -3i32..30], 3..7), 1..4),
        ) {
            let rings: Vec<Vec<[f64; 2]>> = rings.iter()
                .map(|ring| ring.iter().map(|point| point.map(|v| f64::from(v) * 0.75)).collect())
                .collect();
            let drawn = RowRuns::from_rings(17, 13, &rings).unwrap();
            prop_assert_eq!(drawn.to_mask(), Mask::from_rings(17, 13, &rings));
            let drawn = RowRuns::from_parts(17, 13, &rings).unwrap();
            prop_assert_eq!(drawn.to_mask(), Mask::from_parts(17, 13, &rings));
        }
    }
}
