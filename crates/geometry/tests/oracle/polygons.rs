//! Polygons against pixel centres in whole numbers (numpy, shapely), and how far pycocotools' pixels are from them.

use groundscope_geometry::{Decimal, DecimalRing, Mask, Rle};
use serde_json::Value;

use crate::{cases, mask_of, size_of};

fn rings(case: &Value) -> Vec<DecimalRing> {
    let unit = case["unit"].as_i64().unwrap();
    let rings = case["rings"].as_array().unwrap().iter();
    rings
        .map(|ring| {
            let points = ring.as_array().unwrap().iter();
            let micros = |v: &Value| Decimal::from_micros(v.as_i64().unwrap() * (1_000_000 / unit)).unwrap();
            DecimalRing::new(points.map(|p| [micros(&p[0]), micros(&p[1])]).collect()).unwrap()
        })
        .collect()
}

#[test]
fn pixels_and_areas_agree_with_numpy_and_shapely() {
    let mut areas = 0;
    for (n, case) in cases("geometry/polygons.jsonl").iter().enumerate() {
        let size @ [width, height] = size_of(case);
        let rings = rings(case);
        let points: Vec<_> = rings.iter().map(DecimalRing::to_f64).collect();
        assert_eq!(
            Mask::from_rings(width, height, &points),
            mask_of(size, &case["odd"]),
            "line {}",
            n + 1
        );
        assert_eq!(
            Mask::from_parts(width, height, &points),
            mask_of(size, &case["parts"]),
            "line {}",
            n + 1
        );
        if let Some(area) = case["area"].as_f64() {
            let found = rings[0].twice_area() as f64 / 2e12;
            assert!(
                (found - area).abs() < 1e-9 * area,
                "line {}: {found}, {area}",
                n + 1
            );
            areas += 1;
        }
    }
    assert!(areas > 150, "only {areas} areas");
}

/// From the centre of a pixel to the nearest edge of the rings.
fn distance(points: &[Vec<[f64; 2]>], x: u32, y: u32) -> f64 {
    let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
    let edges = points
        .iter()
        .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    edges
        .map(|([ax, ay], [bx, by])| {
            let (dx, dy) = (bx - ax, by - ay);
            let length = dx * dx + dy * dy;
            let along = if length > 0.0 {
                (((px - ax) * dx + (py - ay) * dy) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            (ax + along * dx - px).hypot(ay + along * dy - py)
        })
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn pycocotools_differs_at_the_edges_only() {
    let (mut pixels, mut missing, mut more, mut furthest) = (0, 0, 0, 0.0f64);
    for case in cases("geometry/polygons.jsonl") {
        let Some(text) = case["coco"].as_str() else {
            continue;
        };
        let [width, height] = size_of(&case);
        let theirs = Rle::from_compressed(width, height, text.as_bytes())
            .unwrap()
            .to_mask();
        let points: Vec<_> = rings(&case).iter().map(DecimalRing::to_f64).collect();
        let ours = Mask::from_parts(width, height, &points);
        let (lost, gained) = (ours.difference(&theirs), theirs.difference(&ours));
        for (x, y) in lost.pixels().chain(gained.pixels()) {
            furthest = furthest.max(distance(&points, x, y));
        }
        if case["measured"] == true {
            pixels += ours.area();
            missing += lost.area();
            more += gained.area();
        }
    }
    let percent = |count: u64| 100.0 * count as f64 / pixels as f64;
    println!(
        "{:.2} % of the pixels missing there, {:.2} % more, none further than {furthest:.3} px from an edge",
        percent(missing),
        percent(more)
    );
    assert!(pixels > 70_000);
    // What the documentation of `Mask::from_parts` says.
    assert!(
        (0.415..0.425).contains(&percent(missing)),
        "{missing} of {pixels}"
    );
    assert!((0.425..0.435).contains(&percent(more)), "{more} of {pixels}");
    assert!((0.2..0.21).contains(&furthest), "{furthest}");
}
