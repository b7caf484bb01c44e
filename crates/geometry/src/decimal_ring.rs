//! Closed polygons whose points are decimal numbers as written in files: their exact area and bounds.

use crate::{Decimal, DecimalBox, DecimalBoxError};

/// A closed ring of points, in whatever space the file declares; the last point joins the first.
///
/// ```
/// use groundscope_geometry::{DecimalRing, Mask};
/// // A part of a COCO `segmentation`: x and y in turn.
/// let numbers = ["0.1", "0", "0.4", "0", "0.1", "0.2"].map(|text| text.parse().unwrap());
/// let triangle = DecimalRing::from_flat(&numbers).unwrap();
/// // 0.3 x 0.2, twice the area of the triangle, in square millionths.
/// assert_eq!(triangle.twice_area(), 60_000_000_000);
/// assert_eq!(triangle.bounds().unwrap().micros(), [100_000, 0, 400_000, 200_000]);
/// assert!(Mask::from_polygon(4, 4, &triangle.to_f64()).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecimalRing {
    points: Vec<[Decimal; 2]>,
}

/// Why numbers are not a [`DecimalRing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalRingError {
    /// An odd number of coordinates.
    #[error("the polygon has {count} numbers, an odd count; give x and y of each point")]
    Odd {
        /// How many numbers.
        count: usize,
    },
    /// Fewer than three points.
    #[error("the polygon has {count} points; give at least 3")]
    TooFew {
        /// How many points.
        count: usize,
    },
    /// More points than [`DecimalRing::MAX_POINTS`].
    #[error("the polygon has {count} points; give at most {}", DecimalRing::MAX_POINTS)]
    TooMany {
        /// How many points.
        count: usize,
    },
}

impl DecimalRing {
    /// The most points of a ring: enough for any outline, few enough for areas to fit 128 bits.
    pub const MAX_POINTS: usize = 1_000_000;

    /// A ring from its points `[x, y]`.
    ///
    /// # Errors
    /// [`DecimalRingError::TooFew`] or [`DecimalRingError::TooMany`].
    pub fn new(points: Vec<[Decimal; 2]>) -> Result<Self, DecimalRingError> {
        match points.len() {
            count @ 0..3 => Err(DecimalRingError::TooFew { count }),
            count if count > Self::MAX_POINTS => Err(DecimalRingError::TooMany { count }),
            _ => Ok(Self { points }),
        }
    }

    /// A ring from `x1, y1, x2, y2, ...`, as a part of a COCO `segmentation` has them.
    ///
    /// # Errors
    /// [`DecimalRingError::Odd`], [`DecimalRingError::TooFew`] or [`DecimalRingError::TooMany`].
    pub fn from_flat(numbers: &[Decimal]) -> Result<Self, DecimalRingError> {
        let (points, rest) = numbers.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(DecimalRingError::Odd { count: numbers.len() });
        }
        Self::new(points.to_vec())
    }

    /// The points `[x, y]`.
    pub fn points(&self) -> &[[Decimal; 2]] {
        &self.points
    }

    /// The points as the nearest binary numbers, for drawing and for [`crate::Mask::from_rings`].
    pub fn to_f64(&self) -> Vec<[f64; 2]> {
        self.points
            .iter()
            .map(|point| point.map(Decimal::to_f64))
            .collect()
    }

    /// Twice the area in square millionths, exactly, whichever way the ring runs (shoelace formula).
    ///
    /// Where a ring crosses itself, loops that run opposite ways take from each other, as in any shoelace area.
    pub fn twice_area(&self) -> u128 {
        let micros = |point: &[Decimal; 2]| point.map(|v| i128::from(v.micros()));
        let ends = self.points.iter().skip(1).chain(self.points.first());
        // Each product is at most 10^30, so a million pairs stay below 2^127.
        let twice: i128 = self
            .points
            .iter()
            .zip(ends)
            .map(|(a, b)| {
                let ([ax, ay], [bx, by]) = (micros(a), micros(b));
                ax * by - bx * ay
            })
            .sum();
        twice.unsigned_abs()
    }

    /// The box around the points.
    ///
    /// # Errors
    /// [`DecimalBoxError::NoArea`] when all points lie on a vertical or a horizontal line.
    pub fn bounds(&self) -> Result<DecimalBox, DecimalBoxError> {
        let [xs, ys] = [0, 1].map(|axis| {
            let along = || {
                self.points
                    .iter()
                    .filter_map(move |point| point.get(axis).copied())
            };
            [
                along().min().unwrap_or_default(),
                along().max().unwrap_or_default(),
            ]
        });
        DecimalBox::new([xs[0], ys[0], xs[1], ys[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ring(points: &[[i64; 2]]) -> Result<DecimalRing, DecimalRingError> {
        DecimalRing::new(
            points
                .iter()
                .map(|point| point.map(|v| Decimal::from_micros(v).unwrap()))
                .collect(),
        )
    }

    #[test]
    fn numbers_that_are_no_polygon_are_refused() {
        let numbers = [Decimal::ZERO; 7];
        assert_eq!(
            DecimalRing::from_flat(&numbers),
            Err(DecimalRingError::Odd { count: 7 })
        );
        assert_eq!(
            DecimalRing::from_flat(&numbers[..4]),
            Err(DecimalRingError::TooFew { count: 2 })
        );
        assert_eq!(
            DecimalRing::new(vec![[Decimal::ZERO; 2]; 1_000_001]),
            Err(DecimalRingError::TooMany { count: 1_000_001 })
        );
    }

    #[test]
    fn the_largest_polygons_do_not_overflow_and_flat_ones_have_no_area() {
        let (low, high) = (Decimal::MIN.micros(), Decimal::MAX.micros());
        let whole = ring(&[[low, low], [low, high], [high, high], [high, low]]).unwrap();
        assert_eq!(whole.twice_area(), 8 * 10u128.pow(30));
        assert_eq!(whole.bounds().unwrap().area(), 4 * 10i128.pow(30));
        let flat = ring(&[[0, 5], [7, 5], [3, 5]]).unwrap();
        assert_eq!(flat.twice_area(), 0);
        assert_eq!(flat.bounds(), Err(DecimalBoxError::NoArea));
    }

    proptest! {
        #[test]
        fn area_and_bounds_are_those_of_the_triangles_of_a_fan(
            // Points of a star around the origin, in whole units, so that the triangles do not overlap.
            radii in prop::collection::vec(1i64..1_000_000, 8),
            (dx, dy) in (-1_000_000_000i64..1_000_000_000, -1_000_000_000i64..1_000_000_000),
        ) {
            const SPOKES: [[i64; 2]; 8] = [[3, 0], [2, 2], [0, 3], [-2, 2], [-3, 0], [-2, -2], [0, -3], [2, -2]];
            let points: Vec<[i64; 2]> = SPOKES.iter().zip(&radii).map(|([x, y], r)| [x * r, y * r]).collect();
            let triangles: i64 = (0..8)
                .map(|i| {
                    let ([ax, ay], [bx, by]) = (points[i], points[(i + 1) % 8]);
                    (ax * by - bx * ay).abs()
                })
                .sum();
            let moved: Vec<[i64; 2]> = points.iter().map(|[x, y]| [x + dx, y + dy]).collect();
            let ring = ring(&moved).unwrap();
            prop_assert_eq!(ring.twice_area(), triangles as u128);
            let [x1, y1, x2, y2] = ring.bounds().unwrap().micros();
            prop_assert!(moved.iter().all(|[x, y]| (x1..=x2).contains(x) && (y1..=y2).contains(y)));
            for [x, y] in [[x1, y1], [x2, y2]] {
                prop_assert!(moved.iter().any(|p| p[0] == x) && moved.iter().any(|p| p[1] == y));
            }
        }
    }
}
