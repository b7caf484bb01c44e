//! No bytes, however broken, make the readers panic; what they read can be scored and written.

use groundscope_benchmarks::{Settings, boxes_file, explain, grounding, read_predictions, read_references};
use proptest::prelude::*;

const BOXES: &str = r#"{"format":"groundscope-boxes/1","space":"unit","exhaustive":["irf"],"asked":[["a","irf"]],
 "images":[{"id":"a","width":768,"height":496,"boxes":[{"class":"irf","box":[0.1,0.2,3e-1,0.4],"score":1}]},
 {"id":0,"width":2,"height":3,"boxes":[{"class":"fluid","box":[0,0,1e0,1]},{"class":"x","box":[NaN,-Infinity,null,"1"]}]}]}"#;
const COCO: &str = r#"{"images":[{"id":0,"file_name":"a.png","width":100,"height":50}],"categories":[{"id":0,"name":"SRF"}],
 "annotations":[{"id":0,"image_id":0,"category_id":0,"bbox":[10,5,20.5,10],"iscrowd":0}]}"#;
const RESULTS: &str = r#"[{"image_id":0,"category_id":0,"bbox":[10,5,20.5,10],"score":0.5}]"#;

fn try_everything(bytes: &[u8]) {
    let coco = read_references(COCO.as_bytes()).unwrap();
    let Ok(predictions) = read_predictions(bytes, &coco) else {
        return;
    };
    let _ = grounding::score(&coco, &predictions, &Settings::default());
    let references = read_references(bytes).unwrap_or_else(|_| predictions.clone());
    let settings = Settings {
        details: true,
        ..Settings::default()
    };
    if let Ok(report) = grounding::score(&references, &predictions, &settings) {
        assert!(serde_json::to_string(&report).is_ok() && !report.to_text().is_empty());
        for at in 0..references.images.len() {
            assert!(explain(&references, &predictions, at, &settings).is_ok());
        }
    }
    let written = boxes_file::write(&predictions).unwrap();
    let back = boxes_file::parse(written.as_bytes()).unwrap();
    assert_eq!(back.images.len(), predictions.images.len());
    let boxes =
        |a: &groundscope_benchmarks::Annotations| a.images.iter().map(|i| i.boxes.len()).sum::<usize>();
    assert_eq!(boxes(&back), boxes(&predictions));
}

#[test]
fn the_seeds_themselves_are_read() {
    let coco = read_references(COCO.as_bytes()).unwrap();
    assert!(read_references(BOXES.as_bytes()).is_ok() && read_predictions(RESULTS.as_bytes(), &coco).is_ok());
    for seed in [BOXES, COCO, RESULTS] {
        try_everything(seed.as_bytes());
    }
}

#[test]
fn deep_nesting_is_refused_or_read_without_a_panic() {
    for open in ["[", "{\"a\":"] {
        try_everything(open.repeat(200_000).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        try_everything(&bytes);
    }

    #[test]
    fn a_good_file_with_bytes_changed_cut_or_repeated(
        seed in prop::sample::select(vec![BOXES, COCO, RESULTS]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6),
    ) {
        let mut bytes = seed.as_bytes().to_vec();
        for (at, byte, kind) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, b"0123456789eE-.,[]{}\"\\nullNaN"[usize::from(byte) % 28]),
                _ => { let tail = bytes[at..].to_vec(); bytes.extend(tail); }
            }
        }
        try_everything(&bytes);
    }

    #[test]
    fn any_numbers_as_coordinates(
        numbers in prop::collection::vec("-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][-+]?[0-9]{1,6})?", 4),
        space in prop::sample::select(vec!["pixel", "norm1000", "unit"]),
        (width, height) in (1u32..=1_000_000_000, 1u32..=1_000_000_000),
    ) {
        let text = format!(
            r#"{{"format":"groundscope-boxes/1","space":"{space}","images":[{{"id":"a.png","width":{width},"height":{height},
               "boxes":[{{"class":"irf","box":[{}]}},{{"class":"irf","box":[0,0,1e9,1e9]}}]}}]}}"#,
            numbers.join(",")
        );
        let read = read_references(text.as_bytes()).unwrap();
        let report = grounding::score(&read, &read, &Settings::default()).unwrap();
        let class = report.class("irf").unwrap();
        // Every box finds itself; only a small one inside the whole image can be outweighed.
        prop_assert_eq!(class.boxes, read.images[0].boxes.len() as u64);
        prop_assert!(class.tp >= 1);
        try_everything(text.as_bytes());
    }
}
