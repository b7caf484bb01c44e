//! Run-length masks against pycocotools: encode, decode, area, toBbox, merge, iou, frPyObjects of counts.

use groundscope_geometry::{Mask, Rle};
use serde_json::Value;

use crate::{cases, exact, mask_of, numbers, size_of};

fn read([width, height]: [u32; 2], text: &Value) -> Rle {
    Rle::from_compressed(width, height, text.as_str().unwrap().as_bytes()).unwrap()
}

#[test]
fn runs_texts_and_measures_agree_with_pycocotools() {
    let mut loose = 0;
    let mut overlapping = 0;
    for (n, case) in cases("geometry/rle.jsonl").iter().enumerate() {
        let size @ [width, height] = size_of(case);
        let mask = mask_of(size, &case["rows"]);
        let rle = read(size, &case["text"]);
        assert_eq!(rle.to_mask(), mask, "line {}", n + 1);
        assert_eq!(Rle::from_mask(&mask).unwrap(), rle, "line {}", n + 1);
        assert_eq!(rle.to_compressed(), case["text"], "line {}", n + 1);
        let counts = numbers(&case["counts"]);
        assert_eq!(Rle::from_counts(width, height, &counts).unwrap(), rle);
        assert_eq!(rle.counts().map(u64::from).collect::<Vec<_>>(), counts);

        assert_eq!(rle.area(), case["area"].as_u64().unwrap());
        let [x1, y1, x2, y2] = rle.bounds().unwrap_or_default().map(u64::from);
        assert_eq!(
            vec![x1, y1, x2 - x1, y2 - y1],
            numbers(&case["xywh"]),
            "line {}",
            n + 1
        );
        let other = read(size, &case["other"]);
        assert_eq!(rle.union(&other).unwrap().to_compressed(), case["union"]);
        assert_eq!(
            rle.intersection(&other).unwrap().to_compressed(),
            case["intersection"]
        );
        assert_eq!(rle.iou(&other).unwrap(), exact(&case["iou"]));
        overlapping += usize::from(rle.iou(&other).unwrap() > 0.0);

        if !case["loose"].is_null() {
            loose += 1;
            let counts = numbers(&case["loose"]);
            assert_eq!(Rle::from_counts(width, height, &counts).unwrap(), rle);
            assert_eq!(read(size, &case["loose_text"]), rle, "line {}", n + 1);
        }
    }
    assert!(loose > 30 && overlapping > 80, "{loose}, {overlapping}");
}

/// Not a test of speed but of its order: `cargo test -p groundscope-geometry --release runs_of_a_large_scan -- --nocapture`.
#[test]
fn runs_of_a_large_scan_are_read_in_no_time() {
    let discs = Mask::from_fn(1000, 1000, |x, y| {
        (x % 100).abs_diff(50).pow(2) + (y % 100).abs_diff(50).pow(2) < 900
    });
    let text = Rle::from_mask(&discs).unwrap().to_compressed();
    let start = std::time::Instant::now();
    let rle = Rle::from_compressed(1000, 1000, text.as_bytes()).unwrap();
    let mask = rle.to_mask();
    let decoded = start.elapsed();
    let again = Rle::from_mask(&mask).unwrap();
    println!(
        "1000 x 1000, {} runs: {decoded:?} to read, {:?} to write",
        rle.counts().count(),
        start.elapsed() - decoded
    );
    assert_eq!(mask, discs);
    assert_eq!(again, rle);
    assert!(decoded.as_millis() < 500, "{decoded:?}");
}
