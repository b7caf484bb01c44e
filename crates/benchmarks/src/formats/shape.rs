//! What a box encloses: polygons or a mask, as segmentation files have it.

use groundscope_geometry::{Decimal, DecimalBox, DecimalRing, Mask, Rle, outline};

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

    /// The pixels of the shape on an image of this size: those whose centres lie inside.
    pub fn to_mask(&self, width: u32, height: u32) -> Mask {
        match self {
            Self::Mask(rle) if (rle.width(), rle.height()) == (width, height) => rle.to_mask(),
            Self::Mask(rle) => Mask::new(width, height).union(&rle.to_mask()),
            Self::Polygons(rings) => {
                let rings: Vec<_> = rings.iter().map(DecimalRing::to_f64).collect();
                Mask::from_parts(width, height, &rings)
            }
        }
    }

    /// The shape as one ring, and whether it had to be joined from several: parts and holes hang on bridges of no width,
    /// there and back, so that filled by the even-odd rule the ring gives the same pixels.
    pub(crate) fn to_ring(&self, width: u32, height: u32) -> Option<(Vec<[Decimal; 2]>, bool)> {
        if let Self::Polygons(rings) = self {
            if let [ring] = rings.as_slice() {
                return Some((ring.points().to_vec(), false));
            }
            // Parts that overlap would cut each other out.
            let parts: Vec<_> = rings.iter().map(DecimalRing::to_f64).collect();
            if Mask::from_rings(width, height, &parts) == Mask::from_parts(width, height, &parts) {
                return joined(rings.iter().map(|ring| ring.points().to_vec()));
            }
        }
        joined(
            outline(&self.to_mask(width, height))
                .into_iter()
                .map(whole_points),
        )
    }
}

fn whole_points(ring: Vec<[u32; 2]>) -> Vec<[Decimal; 2]> {
    let decimal = |v: u32| Decimal::from_micros(i64::from(v) * Decimal::ONE).unwrap_or_default();
    ring.into_iter().map(|point| point.map(decimal)).collect()
}

fn joined(mut rings: impl Iterator<Item = Vec<[Decimal; 2]>>) -> Option<(Vec<[Decimal; 2]>, bool)> {
    let mut path = rings.next()?;
    let Some(start) = path.first().copied() else {
        return Some((path, false));
    };
    let mut several = false;
    for ring in rings {
        if !several {
            path.push(start);
        }
        several = true;
        path.extend(&ring);
        path.extend(ring.first());
        path.push(start);
    }
    if several {
        // The last point joins the first by itself.
        path.pop();
    }
    Some((path, several))
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
            match shape.to_ring(11, 9) {
                None => prop_assert!(mask.is_empty()),
                Some((ring, _)) => {
                    let points: Vec<_> = ring.iter().map(|point| point.map(Decimal::to_f64)).collect();
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
            let (ring, joined) = shape.to_ring(9, 9).unwrap();
            let points: Vec<_> = ring.iter().map(|point| point.map(Decimal::to_f64)).collect();
            assert_eq!(Mask::from_polygon(9, 9, &points).area(), area);
            assert_eq!((shape.to_mask(9, 9).area(), joined), (area, area == 8));
        }
    }
}
