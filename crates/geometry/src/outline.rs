//! Outlines: the edge of a mask as closed rings along pixel edges.

use crate::Mask;

/// The closed rings around a mask: corner coordinates `[x, y]` in 0..=width and 0..=height, points on straight runs left
/// out, the last point joined to the first.
///
/// Outer rings run clockwise on the screen, holes the other way. Filled by the even-odd rule they give the mask back.
/// Pixels that touch at a corner only have rings of their own.
///
/// ```
/// use groundscope_geometry::{Mask, outline};
/// let mask = Mask::from_fn(9, 9, |x, y| (2..5).contains(&x) && (3..4).contains(&y));
/// assert_eq!(outline(&mask), [[[2, 3], [5, 3], [5, 4], [2, 4]]]);
/// ```
pub fn outline(mask: &Mask) -> Vec<Vec<[u32; 2]>> {
    let Some(bounds) = mask.bounds() else {
        return Vec::new();
    };
    let mut edges = Edges::of(mask, bounds);
    let mut rings = Vec::new();
    // Every ring has an edge to the right, and the first one met row by row starts at a corner.
    for y in 0..edges.rows {
        for x in 0..edges.columns {
            while edges.take(x, y, Heading::Right) {
                rings.push(edges.follow(x, y, bounds));
            }
        }
    }
    rings
}

#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Right,
    Down,
    Left,
    Up,
}

impl Heading {
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    const fn turned_right(self) -> Self {
        match self {
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
            Self::Up => Self::Right,
        }
    }

    const fn turned_left(self) -> Self {
        self.turned_right().turned_right().turned_right()
    }
}

/// The edges leaving each corner of the mask's bounding box, mask on the right-hand side.
struct Edges {
    columns: u32,
    rows: u32,
    leaving: Vec<u8>,
}

impl Edges {
    fn of(mask: &Mask, [x1, y1, x2, y2]: [u32; 4]) -> Self {
        let (columns, rows) = (x2 - x1 + 1, y2 - y1 + 1);
        let mut edges = Self {
            columns,
            rows,
            leaving: vec![0; columns as usize * rows as usize],
        };
        for y in 0..rows - 1 {
            for x in 0..columns - 1 {
                let (sx, sy) = (x + x1, y + y1);
                if !mask.get(sx, sy) {
                    continue;
                }
                if !mask.get(sx, sy.wrapping_sub(1)) {
                    edges.add(x, y, Heading::Right);
                }
                if !mask.get(sx + 1, sy) {
                    edges.add(x + 1, y, Heading::Down);
                }
                if !mask.get(sx, sy + 1) {
                    edges.add(x + 1, y + 1, Heading::Left);
                }
                if !mask.get(sx.wrapping_sub(1), sy) {
                    edges.add(x, y + 1, Heading::Up);
                }
            }
        }
        edges
    }

    fn slot(&mut self, x: u32, y: u32) -> Option<&mut u8> {
        self.leaving
            .get_mut(y as usize * self.columns as usize + x as usize)
    }

    fn add(&mut self, x: u32, y: u32, heading: Heading) {
        if let Some(slot) = self.slot(x, y) {
            *slot |= heading.bit();
        }
    }

    /// Uses up an edge; false when there is none.
    fn take(&mut self, x: u32, y: u32, heading: Heading) -> bool {
        match self.slot(x, y) {
            Some(slot) if *slot & heading.bit() != 0 => {
                *slot &= !heading.bit();
                true
            }
            _ => false,
        }
    }

    /// Walks the ring whose first edge leaves (`x`, `y`) to the right and was just taken.
    fn follow(&mut self, x: u32, y: u32, [x1, y1, ..]: [u32; 4]) -> Vec<[u32; 2]> {
        let start = (x, y);
        let mut ring = vec![[x + x1, y + y1]];
        let (mut x, mut y, mut heading) = (x, y, Heading::Right);
        loop {
            (x, y) = match heading {
                Heading::Right => (x + 1, y),
                Heading::Down => (x, y + 1),
                Heading::Left => (x.wrapping_sub(1), y),
                Heading::Up => (x, y.wrapping_sub(1)),
            };
            if (x, y) == start && heading == Heading::Up {
                return ring;
            }
            // Right first: the ring stays with its own pixel where two touch at a corner.
            let next = [heading.turned_right(), heading, heading.turned_left()]
                .into_iter()
                .find(|next| self.take(x, y, *next));
            match next {
                Some(next) if next == heading => {}
                Some(next) => {
                    ring.push([x + x1, y + y1]);
                    heading = next;
                }
                // No edge left: back at the start.
                None => return ring,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drawn(rows: &[&str]) -> Mask {
        Mask::from_fn(rows[0].len() as u32, rows.len() as u32, |x, y| {
            rows[y as usize].as_bytes()[x as usize] == b'#'
        })
    }

    #[test]
    fn a_hole_has_a_ring_of_its_own_the_other_way_round() {
        assert_eq!(
            outline(&drawn(&["###", "#.#", "###"])),
            [
                vec![[0, 0], [3, 0], [3, 3], [0, 3]],
                vec![[1, 2], [2, 2], [2, 1], [1, 1]]
            ]
        );
    }

    #[test]
    fn pixels_touching_at_a_corner_have_two_rings() {
        assert_eq!(outline(&drawn(&["#.", ".#"])).len(), 2);
        assert!(outline(&Mask::new(4, 4)).is_empty());
    }

    fn signed_area(ring: &[[u32; 2]]) -> i64 {
        let at = |i: usize| ring[i % ring.len()].map(i64::from);
        let twice: i64 = (0..ring.len())
            .map(|i| {
                let ([ax, ay], [bx, by]) = (at(i), at(i + 1));
                ax * by - bx * ay
            })
            .sum();
        twice / 2
    }

    proptest! {
        #[test]
        fn rings_fill_back_to_the_mask_and_keep_only_corners(
            bits in prop::collection::vec(any::<bool>(), 150), w in 1u32..15, h in 1u32..10,
        ) {
            let mask = Mask::from_fn(w, h, |x, y| bits[(y * 15 + x) as usize]);
            let rings = outline(&mask);
            let points: Vec<Vec<[f64; 2]>> = rings.iter()
                .map(|ring| ring.iter().map(|p| p.map(f64::from)).collect())
                .collect();
            prop_assert_eq!(&Mask::from_rings(w, h, &points), &mask);
            prop_assert_eq!(rings.iter().map(|r| signed_area(r)).sum::<i64>() as u64, mask.area());
            for ring in &rings {
                for i in 0..ring.len() {
                    let (a, b, c) = (ring[i], ring[(i + 1) % ring.len()], ring[(i + 2) % ring.len()]);
                    prop_assert!((a[0] == b[0]) != (a[1] == b[1]), "edges run along one axis");
                    prop_assert!((a[0] == b[0]) != (b[0] == c[0]), "each point is a corner");
                }
            }
        }
    }
}
