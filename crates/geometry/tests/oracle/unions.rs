//! Unions of boxes against shapely, in whole numbers, and against geo.

use geo::{Area, Coord, Rect, unary_union};
use groundscope_geometry::DecimalBox;
use groundscope_geometry::exact::{union_area, union_outline};
use proptest::prelude::*;

use crate::{cases, numbers};

/// Twice the area within a ring, negative for a hole, and its length.
fn measured(ring: &[[i64; 2]]) -> (i128, i128) {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.fold((0, 0), |(twice, length), (a, b)| {
        let ([ax, ay], [bx, by]) = (a.map(i128::from), b.map(i128::from));
        (
            twice + ax * by - bx * ay,
            length + (bx - ax).abs() + (by - ay).abs(),
        )
    })
}

#[test]
fn areas_lengths_and_polygons_are_those_of_shapely() {
    for (n, case) in cases("geometry/unions.jsonl").iter().enumerate() {
        let boxes: Vec<DecimalBox> = case["boxes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|corners| {
                let corners = numbers(corners);
                DecimalBox::from_micros([0, 1, 2, 3].map(|i| corners[i] as i64)).unwrap()
            })
            .collect();
        let expected = i128::from(case["area"].as_i64().unwrap());
        assert_eq!(union_area(&boxes), expected, "line {}", n + 1);
        let rings: Vec<_> = union_outline(&boxes).iter().map(|ring| measured(ring)).collect();
        assert_eq!(
            rings.iter().map(|(twice, _)| twice).sum::<i128>(),
            2 * expected,
            "line {}",
            n + 1
        );
        let length: i128 = rings.iter().map(|(_, length)| length).sum();
        assert_eq!(
            length,
            i128::from(case["length"].as_i64().unwrap()),
            "line {}",
            n + 1
        );
        let outer = rings.iter().filter(|(twice, _)| *twice > 0).count();
        assert_eq!(outer as u64, case["polygons"], "line {}", n + 1);
    }
}

proptest! {
    #[test]
    fn areas_and_outer_rings_are_those_of_geo(
        corners in prop::collection::vec((0i64..40, 0i64..40, 1i64..20, 1i64..20), 1..12),
        scale in prop_oneof![Just(1i64), Just(1_000_000), Just(333_333)],
    ) {
        let boxes: Vec<DecimalBox> = corners
            .iter()
            .map(|(x, y, w, h)| DecimalBox::from_micros([*x, *y, x + w, y + h].map(|v| v * scale)).unwrap())
            .collect();
        let rectangles: Vec<_> = boxes
            .iter()
            .map(|b| {
                let [x1, y1, x2, y2] = b.to_f64();
                Rect::new(Coord { x: x1, y: y1 }, Coord { x: x2, y: y2 }).to_polygon()
            })
            .collect();
        let theirs = unary_union(&rectangles);
        let ours = union_area(&boxes) as f64 / 1e12;
        // geo computes on a grid of 32 bits.
        prop_assert!((theirs.unsigned_area() - ours).abs() <= 1e-6 * ours, "{} and {ours}", theirs.unsigned_area());
        let outer = union_outline(&boxes).iter().filter(|ring| measured(ring).0 > 0).count();
        prop_assert_eq!(theirs.0.len(), outer);
    }
}
