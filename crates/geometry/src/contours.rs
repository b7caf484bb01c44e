//! Contours of a mask: its outline with what is a hole, and in which ring each ring lies.

use crate::{Mask, outline};

/// One closed ring of a mask's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// Corners `[x, y]` in 0..=width and 0..=height, the last joined to the first, as [`outline`] orders them.
    pub ring: Vec<[u32; 2]>,
    /// Whether it goes around pixels outside the mask rather than inside.
    pub hole: bool,
    /// The place in the list of the ring that lies directly around it: of an outer ring, the hole it lies in, if any; of a
    /// hole, the outer ring of the pixels it was cut from.
    pub parent: Option<usize>,
}

/// The contours of a mask, ordered by their topmost corner, the leftmost of those: a parent stands before its holes.
///
/// There is one outer ring for each 4-connected component, and one hole for each 8-connected set of other pixels that does
/// not reach the edge of the scan. Filled by the even-odd rule ([`Mask::from_rings`]) all rings together give the mask
/// back, and an outer ring with its holes gives its component, as a polygon with holes is written in a file.
///
/// ```
/// use groundscope_geometry::{Mask, contours};
/// let rows = ["#####", "#...#", "#.#.#", "#...#", "#####"];
/// let mask = Mask::from_fn(5, 5, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#');
/// let parents: Vec<_> = contours(&mask).iter().map(|c| (c.hole, c.parent)).collect();
/// assert_eq!(parents, [(false, None), (true, Some(0)), (false, Some(1))]);
/// ```
pub fn contours(mask: &Mask) -> Vec<Contour> {
    let mut rings = outline(mask);
    rings.sort_by_cached_key(|ring| first_corner(ring));
    let walls = walls(&rings);
    let mut contours: Vec<Contour> = Vec::with_capacity(rings.len());
    for ring in rings {
        let hole = is_hole(&ring);
        // The wall to the left of a ring's first corner is of a ring that begins before it, on the other side of the same
        // pixels: the ring around this one, or another one within that.
        let left = first_corner(&ring).and_then(|(row, column)| wall_before(&walls, row, column));
        let neighbour = left.and_then(|i| Some((i, contours.get(i)?)));
        let parent = neighbour.and_then(|(i, other)| if other.hole == hole { other.parent } else { Some(i) });
        contours.push(Contour { ring, hole, parent });
    }
    contours
}

/// The topmost corner of a ring, the leftmost of those: row and column.
fn first_corner(ring: &[[u32; 2]]) -> Option<(u32, u32)> {
    ring.iter().map(|[x, y]| (*y, *x)).min()
}

/// A piece of a vertical edge one pixel high: row, column, and the ring it is of.
type Wall = (u32, u32, usize);

/// The walls of all rings, row by row.
fn walls(rings: &[Vec<[u32; 2]>]) -> Vec<Wall> {
    let mut walls = Vec::new();
    for (i, ring) in rings.iter().enumerate() {
        let ends = ring.iter().skip(1).chain(ring.first());
        for ([x, from], [_, to]) in ring.iter().zip(ends) {
            walls.extend((*from.min(to)..*from.max(to)).map(|row| (row, *x, i)));
        }
    }
    walls.sort_unstable();
    walls
}

/// The ring of the nearest wall of a row to the left of a column.
fn wall_before(walls: &[Wall], row: u32, column: u32) -> Option<usize> {
    let end = walls.partition_point(|(y, x, _)| (*y, *x) < (row, column));
    let (y, _, ring) = walls.get(end.checked_sub(1)?)?;
    (*y == row).then_some(*ring)
}

/// Whether a ring runs anticlockwise on the screen.
fn is_hole(ring: &[[u32; 2]]) -> bool {
    let ends = ring.iter().skip(1).chain(ring.first());
    let twice: i128 = ring
        .iter()
        .zip(ends)
        .map(|([ax, ay], [bx, by])| i128::from(*ax) * i128::from(*by) - i128::from(*bx) * i128::from(*ay))
        .sum();
    twice < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connectivity, components};
    use proptest::prelude::*;

    fn filled(width: u32, height: u32, rings: &[&Contour]) -> Mask {
        let rings: Vec<Vec<[f64; 2]>> = rings
            .iter()
            .map(|c| c.ring.iter().map(|p| p.map(f64::from)).collect())
            .collect();
        Mask::from_rings(width, height, &rings)
    }

    #[test]
    fn a_hole_beside_a_hole_has_the_same_parent() {
        let rows = ["#######", "#.##.##", "#######", "......#"];
        let mask = Mask::from_fn(7, 4, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#');
        let found: Vec<_> = contours(&mask)
            .into_iter()
            .map(|c| (c.ring[0], c.hole, c.parent))
            .collect();
        assert_eq!(
            found,
            [
                ([0, 0], false, None),
                ([1, 2], true, Some(0)),
                ([4, 2], true, Some(0))
            ]
        );
        assert!(contours(&Mask::new(3, 3)).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn contours_are_components_and_holes_and_lie_in_their_parents(
            bits in prop::collection::vec(0u8..10, 320), (w, h) in (1u32..20, 1u32..16), full in 3u8..9,
        ) {
            let mask = Mask::from_fn(w, h, |x, y| bits[(y * 20 + x) as usize] < full);
            let found = contours(&mask);
            prop_assert_eq!(&filled(w, h, &found.iter().collect::<Vec<_>>()), &mask);

            // As many outer rings and holes as another way of counting finds.
            let parts = components(&mask, Connectivity::Four);
            prop_assert_eq!(found.iter().filter(|c| !c.hole).count(), parts.list().len());
            let outside = Mask::from_fn(w + 2, h + 2, |x, y| !mask.get(x.wrapping_sub(1), y.wrapping_sub(1)));
            let holes = components(&outside, Connectivity::Eight).list().len() - 1;
            prop_assert_eq!(found.iter().filter(|c| c.hole).count(), holes);

            let alone: Vec<Mask> = found.iter().map(|c| filled(w, h, &[c])).collect();
            for (i, contour) in found.iter().enumerate() {
                // The parent is the smallest ring of the other kind that holds all of this one.
                let around = (0..found.len())
                    .filter(|j| *j != i && found[*j].hole != contour.hole)
                    .filter(|j| alone[i].difference(&alone[*j]).is_empty())
                    .min_by_key(|j| alone[*j].area());
                prop_assert_eq!(contour.parent, around);
                prop_assert!(contour.parent.is_none_or(|parent| parent < i));
                prop_assert!(!contour.hole || contour.parent.is_some());
                if !contour.hole {
                    let own: Vec<&Contour> = found.iter().filter(|c| c.parent == Some(i)).chain([contour]).collect();
                    let [x, y] = contour.ring[0];
                    let component = parts.at(x, y).unwrap();
                    prop_assert_eq!(filled(w, h, &own), parts.mask(component));
                }
            }
        }
    }
}
