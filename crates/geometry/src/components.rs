//! Connected components of a mask.

use crate::{Mask, PixelBox};

/// Which neighbours of a pixel touch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connectivity {
    /// Left, right, above, below.
    Four,
    /// The four and the diagonals: the rule of masks to boxes (docs/scoring.md).
    Eight,
}

impl Connectivity {
    const fn offsets(self) -> &'static [(i64, i64)] {
        const ALL: &[(i64, i64)] = &[
            (0, -1),
            (-1, 0),
            (1, 0),
            (0, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
            (1, 1),
        ];
        match self {
            Self::Four => ALL.split_at(4).0,
            Self::Eight => ALL,
        }
    }
}

/// One connected set of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// The box around its pixels, right and bottom exclusive.
    pub bounds: PixelBox,
    /// Its pixels, counted.
    pub area_px: u64,
}

/// The components of a mask, ordered by their first pixel row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Components {
    width: u32,
    height: u32,
    labels: Vec<u32>,
    list: Vec<Component>,
}

impl Components {
    /// The components, in order.
    pub fn list(&self) -> &[Component] {
        &self.list
    }

    /// The index of the component that holds a pixel.
    pub fn at(&self, x: u32, y: u32) -> Option<usize> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = u64::from(y) * u64::from(self.width) + u64::from(x);
        let label = *self.labels.get(usize::try_from(at).ok()?)?;
        (label > 0).then(|| label as usize - 1)
    }

    /// The pixels of one component, as large as the scan.
    pub fn mask(&self, index: usize) -> Mask {
        let mut mask = Mask::new(self.width, self.height);
        if let Some(component) = self.list.get(index) {
            let [x1, y1, x2, y2] = component.bounds.to_array().map(|v| v as u32);
            for y in y1..y2 {
                for x in x1..x2 {
                    mask.set(x, y, self.at(x, y) == Some(index));
                }
            }
        }
        mask
    }
}

/// Splits a mask into its connected components.
///
/// ```
/// use groundscope_geometry::{Connectivity, Mask, components};
/// let diagonal = Mask::from_fn(2, 2, |x, y| x == y);
/// assert_eq!(components(&diagonal, Connectivity::Eight).list().len(), 1);
/// assert_eq!(components(&diagonal, Connectivity::Four).list().len(), 2);
/// ```
pub fn components(mask: &Mask, connectivity: Connectivity) -> Components {
    let (width, height) = (mask.width(), mask.height());
    let size = u64::from(width) * u64::from(height);
    let mut labels = vec![0u32; usize::try_from(size).unwrap_or(usize::MAX)];
    let mut list = Vec::new();
    let mut stack = Vec::new();
    for (x, y) in mask.pixels() {
        let label = list.len() as u32 + 1;
        if !take(&mut labels, width, (x, y), label) {
            continue;
        }
        let mut area_px = 0;
        let [mut x1, mut y1, mut x2, mut y2] = [x, y, x, y];
        stack.push((x, y));
        while let Some((x, y)) = stack.pop() {
            area_px += 1;
            (x1, y1, x2, y2) = (x1.min(x), y1.min(y), x2.max(x), y2.max(y));
            for (dx, dy) in connectivity.offsets() {
                let near = (i64::from(x) + dx, i64::from(y) + dy);
                let (Ok(nx), Ok(ny)) = (u32::try_from(near.0), u32::try_from(near.1)) else {
                    continue;
                };
                if mask.get(nx, ny) && take(&mut labels, width, (nx, ny), label) {
                    stack.push((nx, ny));
                }
            }
        }
        list.push(Component {
            bounds: PixelBox::new(
                f64::from(x1),
                f64::from(y1),
                f64::from(x2) + 1.0,
                f64::from(y2) + 1.0,
            ),
            area_px,
        });
    }
    Components {
        width,
        height,
        labels,
        list,
    }
}

/// Labels a pixel unless it has a label; true when it was free.
fn take(labels: &mut [u32], width: u32, (x, y): (u32, u32), label: u32) -> bool {
    match labels.get_mut(y as usize * width as usize + x as usize) {
        Some(slot @ 0) => {
            *slot = label;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn components_are_ordered_by_their_first_pixel_and_measured() {
        let rows = ["..##", "#..#", "##..", "...#"];
        let mask = Mask::from_fn(4, 4, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#');
        let four = components(&mask, Connectivity::Four);
        let areas: Vec<_> = four.list().iter().map(|c| c.area_px).collect();
        assert_eq!(areas, [3, 3, 1]);
        assert_eq!(four.list()[0].bounds, PixelBox::new(2.0, 0.0, 4.0, 2.0));
        assert_eq!(four.at(3, 3), Some(2));
        assert_eq!(four.at(0, 0), None);
        assert_eq!(four.at(4, 0), None);
        assert_eq!(four.mask(1).area(), 3);
        assert_eq!(four.mask(9).area(), 0);
    }

    proptest! {
        #[test]
        fn component_masks_part_the_mask(bits in prop::collection::vec(any::<bool>(), 180)) {
            let mask = Mask::from_fn(15, 12, |x, y| bits[(y * 15 + x) as usize]);
            for connectivity in [Connectivity::Four, Connectivity::Eight] {
                let parts = components(&mask, connectivity);
                let mut all = Mask::new(15, 12);
                for (i, part) in parts.list().iter().enumerate() {
                    let pixels = parts.mask(i);
                    prop_assert_eq!(pixels.area(), part.area_px);
                    prop_assert!(all.intersection(&pixels).is_empty());
                    all = all.union(&pixels);
                }
                prop_assert_eq!(&all, &mask);
            }
        }
    }
}
