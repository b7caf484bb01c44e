//! Components and masks-to-boxes against scipy.ndimage and scikit-learn's DBSCAN (tests/vectors/masks_to_boxes.py).

use groundscope_geometry::{BoxRule, Connectivity, Mask, PixelBox, components, masks_to_boxes};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_u64().unwrap())
        .collect()
}

fn mask(case: &Value) -> Mask {
    let size = numbers(&case["size"]);
    let (width, height) = (size[0] as u32, size[1] as u32);
    let mut mask = Mask::new(width, height);
    let mut at = 0u64;
    for (i, length) in numbers(&case["runs"]).into_iter().enumerate() {
        for pixel in at..at + length {
            mask.set(
                (pixel % u64::from(width)) as u32,
                (pixel / u64::from(width)) as u32,
                i % 2 == 1,
            );
        }
        at += length;
    }
    assert_eq!(at, u64::from(width) * u64::from(height));
    mask
}

/// `[x1, y1, x2, y2, area]`, sorted: the two sides number components differently.
fn sorted(found: impl Iterator<Item = (PixelBox, u64)>) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = found
        .map(|(bounds, area)| {
            bounds
                .to_array()
                .iter()
                .map(|v| *v as u64)
                .chain([area])
                .collect()
        })
        .collect();
    rows.sort();
    rows
}

fn expected(value: &Value) -> Vec<Vec<u64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[test]
fn components_and_clusters_agree_with_scipy_and_scikit_learn() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/masks_to_boxes.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut seen = 0;
    for (n, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mask = mask(&case);
        for (connectivity, key) in [(Connectivity::Four, "four"), (Connectivity::Eight, "eight")] {
            let parts = components(&mask, connectivity);
            let found = sorted(parts.list().iter().map(|c| (c.bounds, c.area_px)));
            assert_eq!(found, expected(&case[key]), "line {} {key}", n + 1);
        }
        let rule = BoxRule {
            min_area: case["rule"][0].as_u64().unwrap(),
            join_distance: case["rule"][1].as_f64().unwrap(),
        };
        let clusters = masks_to_boxes(&mask, &rule);
        for cluster in &clusters {
            assert_eq!(cluster.pixels.area(), cluster.area_px);
            let bounds = cluster.pixels.bounds().map(|b| b.map(f64::from));
            assert_eq!(bounds, Some(cluster.bounds.to_array()));
        }
        let found = sorted(clusters.iter().map(|c| (c.bounds, c.area_px)));
        assert_eq!(found, expected(&case["clusters"]), "line {}", n + 1);
        seen += found.len();
    }
    assert!(seen > 300, "only {seen} clusters: are the vectors complete?");
}
