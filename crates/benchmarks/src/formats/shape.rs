//! What a box encloses: polygons or a mask, as segmentation files have it.

use groundscope_geometry::{Decimal, DecimalBox, DecimalRing, Mask, Rle, RowRuns, TooLargeToDraw};

use crate::CoordinateSpace;
use crate::corners::{self, BoxTally};

/// The outline of one box's lesion, always in pixels of the original image, whatever the space of the boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Closed polygons; what lies in any of them belongs to the lesion.
    Polygons(Vec<DecimalRing>),
    /// Pixels, on a grid as large as the image.
    Mask(Rle),
}

impl Shape {
    /// The area in square pixels of an image of this size, parts that overlap counted once; `None` for outlines too long to draw.
    pub fn area(&self, width: u32, height: u32) -> Option<f64> {
        match self {
            Self::Mask(rle) => Some(rle.area() as f64),
            Self::Polygons(rings) => {
                let rings: Vec<Vec<[f64; 2]>> = rings.iter().map(DecimalRing::to_f64).collect();
                RowRuns::from_parts(width, height, &rings)
                    .ok()
                    .map(|pixels| pixels.area() as f64)
            }
        }
    }

    /// The corners of the box around the shape in millionths of a pixel; `None` where it has no area.
    pub(crate) fn bounds(&self) -> Option<[i64; 4]> {
        match self {
            Self::Mask(rle) => Some(rle.bounds()?.map(|v| i64::from(v) * Decimal::ONE)),
            Self::Polygons(rings) => {
                let boxes = rings.iter().filter_map(|ring| ring.bounds().ok());
                boxes
                    .map(|b| b.micros())
                    .reduce(|[a, b, c, d], [x1, y1, x2, y2]| [a.min(x1), b.min(y1), c.max(x2), d.max(y2)])
            }
        }
    }

    /// The box around the part of the shape inside an image of this size.
    pub(crate) fn box_on(&self, width: u32, height: u32) -> Option<DecimalBox> {
        let extent = CoordinateSpace::Pixel.extent(width, height);
        corners::fit(self.bounds()?, false, extent, &mut BoxTally::default())
    }

    /// The pixels of the shape on an image of this size, those whose centres lie inside, as a mask of the whole image: a
    /// bit a pixel, so for images of at most [`Rle::MAX_PIXELS`]. [`Self::to_rows`] takes no more room than the shape.
    pub fn to_mask(&self, width: u32, height: u32) -> Mask {
        match self {
            Self::Mask(rle) if (rle.width(), rle.height()) == (width, height) => rle.to_mask(),
            Self::Mask(rle) => Mask::new(width, height).union(&rle.to_mask()),
            Self::Polygons(rings) => Mask::from_parts(width, height, &binary(rings)),
        }
    }

    /// The same pixels as runs along rows.
    ///
    /// # Errors
    /// [`TooLargeToDraw`] for polygons with more edges and rows than are drawn.
    pub fn to_rows(&self, width: u32, height: u32) -> Result<RowRuns, TooLargeToDraw> {
        match self {
            Self::Mask(rle) if (rle.width(), rle.height()) == (width, height) => Ok(rle.to_rows()),
            Self::Mask(rle) => Ok(RowRuns::new(width, height, rle.to_rows().runs().to_vec())),
            Self::Polygons(rings) => RowRuns::from_parts(width, height, &binary(rings)),
        }
    }

    /// The shape as one ring: parts and holes hang on bridges of no width, there and back, so that filled by the even-odd
    /// rule the ring gives the same pixels.
    pub(crate) fn to_ring(&self, width: u32, height: u32) -> Option<Ring> {
        if let Self::Polygons(rings) = self {
            let parts = || rings.iter().map(|ring| ring.points().to_vec());
            let drawn = match rings.as_slice() {
                [_] => return joined(parts()),
                _ => RowRuns::from_rings(width, height, &binary(rings)),
            };
            let unchecked = |ring| Ring {
                unchecked: true,
                ..ring
            };
            let outline = match (drawn, self.to_rows(width, height)) {
                (Ok(drawn), Ok(rows)) if drawn == rows => return joined(parts()),
                // Parts that overlap would cut each other out.
                (Ok(_), Ok(rows)) => rows.outline(),
                (Err(error), _) | (_, Err(error)) => Err(error),
            };
            return match outline {
                Ok(outline) => joined(outline.into_iter().map(whole_points)),
                Err(_) => joined(parts()).map(unchecked),
            };
        }
        // A mask is no larger than what is drawn.
        let outline = self.to_rows(width, height).and_then(|rows| rows.outline());
        joined(outline.ok()?.into_iter().map(whole_points))
    }
}

/// A shape as one closed ring.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ring {
    pub(crate) points: Vec<[Decimal; 2]>,
    /// Whether it had to be joined from several.
    pub(crate) joined: bool,
    /// Whether the shape was too large to see if its parts overlap.
    pub(crate) unchecked: bool,
}

fn binary(rings: &[DecimalRing]) -> Vec<Vec<[f64; 2]>> {
    rings.iter().map(DecimalRing::to_f64).collect()
}

fn whole_points(ring: Vec<[u32; 2]>) -> Vec<[Decimal; 2]> {
    let decimal = |v: u32| Decimal::from_micros(i64::from(v) * Decimal::ONE).unwrap_or_default();
    ring.into_iter().map(|point| point.map(decimal)).collect()
}

fn joined(mut rings: impl Iterator<Item = Vec<[Decimal; 2]>>) -> Option<Ring> {
    let mut ring = Ring {
        points: rings.next()?,
        joined: false,
        unchecked: false,
    };
    let Some(start) = ring.points.first().copied() else {
        return Some(ring);
    };
    for part in rings {
        if !ring.joined {
            ring.points.push(start);
        }
        ring.joined = true;
        ring.points.extend(&part);
        ring.points.extend(part.first());
        ring.points.push(start);
    }
    if ring.joined {
        // The last point joins the first by itself.
        ring.points.pop();
    }
    Some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_ring_gives_the_pixels_back(bits in prop::collection::vec(any::<bool>(), 99)) {
            let mask = Mask::from_fn(11, 9, |x, y| bits[(y * 11 + x) as usize]);
            let shape = Shape::Mask(Rle::from_mask(&mask).unwrap());
            prop_assert_eq!(&shape.to_mask(11, 9), &mask);
            prop_assert_eq!(&shape.to_rows(11, 9).unwrap().to_mask(), &mask);
            match shape.to_ring(11, 9) {
                None => prop_assert!(mask.is_empty()),
                Some(ring) => {
                    let points: Vec<_> = ring.points.iter().map(|point| point.map(Decimal::to_f64)).collect();
                    prop_assert_eq!(Mask::from_polygon(11, 9, &points), mask);
                }
            }
        }
    }

    #[test]
    fn parts_that_overlap_are_one_area() {
        let square = |x: i64, side: i64| {
            let corner = |x: i64, y: i64| [x, y].map(|v| Decimal::from_micros(v * Decimal::ONE).unwrap());
            let corners = [
                corner(x, 0),
                corner(x + side, 0),
                corner(x + side, side),
                corner(x, side),
            ];
            DecimalRing::new(corners.to_vec()).unwrap()
        };
        for (shape, area) in [
            ([square(0, 4), square(2, 4)], 24),
            ([square(0, 2), square(4, 2)], 8),
        ] {
            let shape = Shape::Polygons(shape.to_vec());
            let ring = shape.to_ring(9, 9).unwrap();
            let points: Vec<_> = ring
                .points
                .iter()
                .map(|point| point.map(Decimal::to_f64))
                .collect();
            assert_eq!(Mask::from_polygon(9, 9, &points).area(), area);
            assert_eq!((shape.to_mask(9, 9).area(), ring.joined), (area, area == 8));
        }
    }
}
