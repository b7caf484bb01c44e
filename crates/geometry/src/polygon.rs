//! Polygons to masks: a pixel is inside when its centre is (even-odd rule).

use crate::Mask;

impl Mask {
    /// The pixels whose centres lie inside a closed polygon, by the even-odd rule.
    ///
    /// Points are `[x, y]` in pixels of the scan; the last point joins the first. A centre exactly on a left or top edge
    /// counts as inside, on a right or bottom edge as outside, so that polygons side by side share no pixel. A polygon
    /// with a point that is not finite is empty.
    ///
    /// ```
    /// use groundscope_geometry::Mask;
    /// let square = Mask::from_polygon(8, 8, &[[1.0, 1.0], [4.0, 1.0], [4.0, 3.0], [1.0, 3.0]]);
    /// assert_eq!(square.bounds(), Some([1, 1, 4, 3]));
    /// assert_eq!(square.area(), 6);
    /// ```
    pub fn from_polygon(width: u32, height: u32, points: &[[f64; 2]]) -> Self {
        Self::from_rings(width, height, &[points])
    }

    /// The pixels inside an odd number of the rings: what [`crate::outline`] gives back its mask from.
    pub fn from_rings<R: AsRef<[[f64; 2]]>>(width: u32, height: u32, rings: &[R]) -> Self {
        let mut mask = Self::new(width, height);
        let edges: Vec<[[f64; 2]; 2]> = rings.iter().flat_map(|ring| edges(ring.as_ref())).collect();
        let Some((top, bottom)) = rows(&edges, height) else {
            return mask;
        };
        let mut crossings = Vec::new();
        for y in top..bottom {
            let centre = f64::from(y) + 0.5;
            crossings.clear();
            crossings.extend(edges.iter().filter_map(|edge| crossing(edge, centre)));
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let [from, to] = pair else { continue };
                for x in first_centre(*from, width)..first_centre(*to, width) {
                    mask.set(x, y, true);
                }
            }
        }
        mask
    }
}

fn edges(ring: &[[f64; 2]]) -> Vec<[[f64; 2]; 2]> {
    if ring.len() < 3 || ring.iter().flatten().any(|v| !v.is_finite()) {
        return Vec::new();
    }
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(ends).map(|(a, b)| [*a, *b]).collect()
}

/// The rows whose centres can lie between the lowest and the highest point.
fn rows(edges: &[[[f64; 2]; 2]], height: u32) -> Option<(u32, u32)> {
    let ys = || edges.iter().flatten().map(|[_, y]| *y);
    let low = ys().reduce(f64::min)?;
    let high = ys().reduce(f64::max)?;
    Some((first_centre(low, height), first_centre(high, height)))
}

fn crossing([[ax, ay], [bx, by]]: &[[f64; 2]; 2], y: f64) -> Option<f64> {
    // Half-open in y, so that a vertex on the line is counted by exactly one of its two edges.
    if (*ay <= y) == (*by <= y) {
        return None;
    }
    // From the upper end always, so that the crossing does not depend on the edge's direction.
    let ((ux, uy), (lx, ly)) = if ay < by {
        ((ax, ay), (bx, by))
    } else {
        ((bx, by), (ax, ay))
    };
    Some(ux + (y - uy) * (lx - ux) / (ly - uy))
}

/// The first pixel of a row whose centre is at `edge` or beyond it.
fn first_centre(edge: f64, limit: u32) -> u32 {
    // The cast saturates: anything left of the scan is 0.
    ((edge - 0.5).ceil().max(0.0) as u32).min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_hole_is_a_ring_inside_a_ring() {
        let outer = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0]];
        let inner = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]];
        let mask = Mask::from_rings(6, 6, &[outer, inner]);
        assert_eq!(mask.area(), 32);
        assert!(!mask.get(2, 2) && !mask.get(3, 3) && mask.get(4, 4));
    }

    #[test]
    fn a_triangle_holds_the_centres_below_its_diagonal() {
        let mask = Mask::from_polygon(4, 4, &[[0.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        // The diagonal passes through pixel centres: left of it is inside, on it (a right edge) outside.
        assert_eq!(mask, Mask::from_fn(4, 4, |x, y| x < y));
    }

    #[test]
    fn polygons_that_are_not_finite_or_have_no_area_are_empty() {
        assert!(Mask::from_polygon(4, 4, &[[0.0, 0.0], [f64::NAN, 4.0], [0.0, 4.0]]).is_empty());
        assert!(Mask::from_polygon(4, 4, &[[0.0, 0.0], [4.0, 4.0]]).is_empty());
        assert!(Mask::from_polygon(4, 4, &[]).is_empty());
        assert_eq!(
            Mask::from_polygon(4, 4, &[[-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9]]).area(),
            16
        );
    }

    proptest! {
        // Independent check: the crossing number of a ray from each pixel centre.
        #[test]
        fn every_pixel_agrees_with_a_ray_cast_from_its_centre(
            points in prop::collection::vec([0i32..=24, 0i32..=24], 3..9)
        ) {
            let ring: Vec<[f64; 2]> = points.iter().map(|[x, y]| [f64::from(*x) * 0.7, f64::from(*y) * 0.7]).collect();
            let mask = Mask::from_polygon(16, 16, &ring);
            for y in 0..16u32 {
                for x in 0..16u32 {
                    let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
                    let mut inside = false;
                    let mut near = false;
                    for i in 0..ring.len() {
                        let ([ax, ay], [bx, by]) = (ring[i], ring[(i + 1) % ring.len()]);
                        if (ay > py) != (by > py) {
                            let at = ax + (py - ay) / (by - ay) * (bx - ax);
                            near |= (at - px).abs() < 1e-9;
                            inside ^= at < px;
                        }
                    }
                    prop_assert!(near || mask.get(x, y) == inside, "pixel {x},{y}");
                }
            }
        }

        #[test]
        fn two_halves_of_a_cut_polygon_share_no_pixel_and_cover_it(
            cut in 0i32..=32,
            (w, h) in (1i32..16, 1i32..16),
        ) {
            let (c, w, h) = (f64::from(cut).min(f64::from(w) * 2.0) / 2.0, f64::from(w), f64::from(h));
            let whole = Mask::from_polygon(16, 16, &[[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]);
            let left = Mask::from_polygon(16, 16, &[[0.0, 0.0], [c, 0.0], [c, h], [0.0, h]]);
            let right = Mask::from_polygon(16, 16, &[[c, 0.0], [w, 0.0], [w, h], [c, h]]);
            prop_assert!(left.intersection(&right).is_empty());
            prop_assert_eq!(left.union(&right), whole);
        }
    }
}
