//! Components and masks-to-boxes against scipy.ndimage and scikit-learn's DBSCAN (tests/vectors/masks_to_boxes.py).

use groundscope_geometry::{BoxRule, Connectivity, PixelBox, components, masks_to_boxes};
use serde_json::Value;

use crate::{cases, mask_of, numbers, size_of};

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
    let mut seen = 0;
    for (n, case) in cases("masks_to_boxes.jsonl").iter().enumerate() {
        let mask = mask_of(size_of(case), &case["runs"]);
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
