//! Polygons to masks: a pixel is inside when its centre is (even-odd rule).

use crate::{Mask, Run};

impl Mask {
    /// The pixels whose centres lie inside a closed polygon, by the even-odd rule.
    ///
    /// Points are `[x, y]` in pixels of the scan; the last point joins the first. A centre exactly on a left or top edge
    /// counts as inside, on a right or bottom edge as outside, so that polygons side by side share no pixel. A polygon
    /// with a point that is not finite is empty. Where an edge passes a row is computed in `f64`: exact for coordinates in
    /// halves or quarters of a pixel, elsewhere off by a rounding, which matters to a centre on a slanted edge only.
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

    /// The pixels inside an odd number of the rings, so that a ring in a ring is a hole: what [`crate::outline`] gives back
    /// its mask from.
    ///
    /// Points, edges and centres on edges are as for [`Self::from_polygon`]; a ring with a point that is not finite, or
    /// with fewer than three, is left out.
    pub fn from_rings<R: AsRef<[[f64; 2]]>>(width: u32, height: u32, rings: &[R]) -> Self {
        let mut mask = Self::new(width, height);
        mask.fill(rings);
        mask
    }

    /// The pixels inside any of the polygons: a COCO `segmentation` with several parts.
    ///
    /// Not always pycocotools' pixels: it rounds points to fifths of a pixel and fills between lines drawn on that grid. On
    /// random polygons of about a thousand pixels it lacks 0.42 % of ours and has 0.43 % that ours lack, none of them further
    /// than 0.21 pixels from an edge (`tests/oracle/polygons.rs`).
    ///
    /// ```
    /// use groundscope_geometry::Mask;
    /// let strip = |x: f64| [[x, 1.0], [x + 4.0, 1.0], [x + 4.0, 2.0], [x, 2.0]];
    /// let parts = [strip(0.0), strip(2.0)];
    /// assert_eq!(Mask::from_parts(8, 8, &parts).area(), 6);
    /// assert_eq!(Mask::from_rings(8, 8, &parts).area(), 4);
    /// ```
    pub fn from_parts<R: AsRef<[[f64; 2]]>>(width: u32, height: u32, parts: &[R]) -> Self {
        let mut mask = Self::new(width, height);
        for part in parts {
            mask.fill(std::slice::from_ref(part));
        }
        mask
    }

    fn fill<R: AsRef<[[f64; 2]]>>(&mut self, rings: &[R]) {
        let (width, height) = (self.width(), self.height());
        fill(width, height, rings, |run| self.set_run(run.x1, run.x2, run.y));
    }
}

/// The runs of pixels inside an odd number of the rings, row by row; they may be empty or touch.
pub(crate) fn fill<R: AsRef<[[f64; 2]]>>(width: u32, height: u32, rings: &[R], mut put: impl FnMut(Run)) {
    let mut edges: Vec<Edge> = rings
        .iter()
        .flat_map(|ring| edges(ring.as_ref(), height))
        .collect();
    edges.sort_unstable_by_key(|edge| edge.top);
    let mut waiting = edges.into_iter().peekable();
    let mut crossing: Vec<Edge> = Vec::new();
    let mut places: Vec<f64> = Vec::new();
    let mut y = 0;
    loop {
        if crossing.is_empty() {
            match waiting.peek() {
                Some(edge) => y = edge.top,
                None => return,
            }
        }
        while let Some(edge) = waiting.next_if(|edge| edge.top <= y) {
            crossing.push(edge);
        }
        places.clear();
        places.extend(crossing.iter().map(|edge| edge.at(f64::from(y) + 0.5)));
        places.sort_unstable_by(f64::total_cmp);
        for pair in places.chunks_exact(2) {
            let [from, to] = pair else { continue };
            put(Run {
                y,
                x1: first_centre(*from, width),
                x2: first_centre(*to, width),
            });
        }
        y += 1;
        crossing.retain(|edge| edge.end > y);
    }
}

/// How often edges of the rings pass the centres of a row: what filling them takes.
pub(crate) fn crossings<R: AsRef<[[f64; 2]]>>(height: u32, rings: &[R]) -> u64 {
    let edges = rings.iter().flat_map(|ring| edges(ring.as_ref(), height));
    edges.map(|edge| u64::from(edge.end - edge.top)).sum()
}

/// An edge that passes the centres of the rows `top..end`.
struct Edge {
    top: u32,
    end: u32,
    upper: [f64; 2],
    lower: [f64; 2],
}

impl Edge {
    fn new(a: [f64; 2], b: [f64; 2], height: u32) -> Option<Self> {
        // From the upper end always, so that a crossing does not depend on the edge's direction.
        let (upper, lower) = if a[1] < b[1] { (a, b) } else { (b, a) };
        // Half-open in y, so that a vertex on a row of centres is counted by exactly one of its two edges.
        let (top, end) = (first_centre(upper[1], height), first_centre(lower[1], height));
        (top < end).then_some(Self {
            top,
            end,
            upper,
            lower,
        })
    }

    /// Where it passes the height `y`.
    fn at(&self, y: f64) -> f64 {
        let ([ux, uy], [lx, ly]) = (self.upper, self.lower);
        ux + (y - uy) * (lx - ux) / (ly - uy)
    }
}

fn edges(ring: &[[f64; 2]], height: u32) -> impl Iterator<Item = Edge> + '_ {
    let usable = ring.len() >= 3 && ring.iter().flatten().all(|v| v.is_finite());
    let ring = if usable { ring } else { &[] };
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter()
        .zip(ends)
        .filter_map(move |(a, b)| Edge::new(*a, *b, height))
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
    fn a_centre_on_an_edge_is_inside_at_the_left_and_the_top_only() {
        // Edges through the centres of rows and columns 1 and 3.
        let square = [[1.5, 1.5], [3.5, 1.5], [3.5, 3.5], [1.5, 3.5]];
        let mask = Mask::from_polygon(5, 5, &square);
        assert_eq!(mask.bounds(), Some([1, 1, 3, 3]));
        assert_eq!(mask.area(), 4);
        // A diamond with its points on centres: the top one and the left one have no width or height there.
        let diamond = [[2.5, 0.5], [4.5, 2.5], [2.5, 4.5], [0.5, 2.5]];
        let rows = [".....", ".##..", "####.", ".##..", "....."];
        let drawn = Mask::from_fn(5, 5, |x, y| rows[y as usize].as_bytes()[x as usize] == b'#');
        assert_eq!(Mask::from_polygon(5, 5, &diamond), drawn);
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
