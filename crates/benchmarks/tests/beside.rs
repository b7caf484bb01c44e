//! What stands beside AggIoU in a report: one-to-one matching, average precision, errors by cause.

use groundscope_benchmarks::{Report, Settings, grounding, read_predictions, read_references};

const REFERENCES: &str = r#"{"categories": [{"id": 3, "name": "irf"}, {"id": 1, "name": "erm"}],
    "images": [{"id": 20, "file_name": "b.png", "width": 100, "height": 100}, {"id": 7, "file_name": "a.png", "width": 100, "height": 100}],
    "annotations": [{"id": 1, "image_id": 20, "category_id": 3, "bbox": [0, 0, 10, 10]},
                    {"id": 2, "image_id": 7, "category_id": 3, "bbox": [0, 0, 100, 100]},
                    {"id": 3, "image_id": 7, "category_id": 1, "bbox": [40, 40, 20, 20]}]}"#;

fn score(predictions: &str) -> Report {
    let references = read_references(REFERENCES.as_bytes()).unwrap();
    let predictions = read_predictions(predictions.as_bytes(), &references).unwrap();
    let settings = Settings {
        beside: true,
        ..Settings::default()
    };
    grounding::score(&references, &predictions, &settings).unwrap()
}

#[test]
fn fragments_are_a_hit_for_agg_iou_and_a_miss_one_to_one() {
    let report = score(
        r#"[{"image_id": 7, "category_id": 3, "bbox": [0, 0, 50, 50]}, {"image_id": 7, "category_id": 3, "bbox": [50, 0, 50, 50]},
            {"image_id": 7, "category_id": 3, "bbox": [0, 50, 50, 50]}, {"image_id": 20, "category_id": 3, "bbox": [0, 0, 10, 5]}]"#,
    );
    let irf = report.class("irf").unwrap();
    assert_eq!([irf.tp, irf.fp, irf.missed], [2, 0, 0]);
    // Half of a box is an IoU of 0.5, which is enough; a quarter is not.
    let one = report.one_to_one.class("irf").unwrap();
    assert_eq!([one.tp, one.fp, one.missed], [1, 3, 1]);
    let over = report.one_to_one.macro_figures;
    assert_eq!((over.f1.mean, over.recall.mean), ((2.0 / 6.0) / 2.0, 0.25));
    assert!(report.average_precision.is_none());
}

#[test]
fn average_precision_ranks_by_score_and_ties_by_image_number() {
    // The false box on image 7 has the score of the hit on image 20, and image 7 comes first: precision 1/2 up to recall 1/2.
    let tied = score(
        r#"[{"image_id": 20, "category_id": 3, "bbox": [0, 0, 10, 10], "score": 0.5},
            {"image_id": 7, "category_id": 3, "bbox": [90, 90, 10, 10], "score": 0.5}]"#,
    );
    let ap = tied.average_precision.unwrap();
    // pycocotools: 51 of 101 recall points at 0.5; erm has no box and counts 0.
    assert!(
        (ap.per_class[1].1.ap50 - 51.0 * 0.5 / 101.0).abs() < 1e-12,
        "{ap:?}"
    );
    assert!((ap.ap50 - 51.0 * 0.5 / 101.0 / 2.0).abs() < 1e-12);
    // The hit is exact, so that the threshold does not matter.
    assert!((ap.ap50 - ap.ap50_95).abs() < 1e-12);
}

#[test]
fn errors_go_by_cause() {
    let report = score(
        r#"[{"image_id": 7, "category_id": 1, "bbox": [0, 0, 100, 100]}, {"image_id": 20, "category_id": 1, "bbox": [0, 0, 10, 10]}]"#,
    );
    let errors = report.errors.unwrap();
    let count = |causes: &[groundscope_benchmarks::CauseReport], cause: &str| {
        causes
            .iter()
            .filter(|c| c.cause == cause)
            .map(|c| c.count)
            .sum::<u64>()
    };
    // Both IRF lesions are boxed as ERM; the ERM itself is overshot.
    assert_eq!(count(&errors.references, "wrong_class"), 2);
    assert_eq!(count(&errors.references, "overshoot"), 1);
    assert_eq!(errors.references.iter().map(|c| c.count).sum::<u64>(), 3);
    assert_eq!(errors.predictions.iter().map(|c| c.count).sum::<u64>(), 2);
    assert!(errors.references.iter().all(|c| c.count == 0 || c.delta_f1 > 0.0));
    let text = score("[]").to_text();
    assert!(text.contains("missed: nothing there"), "{text}");
}

#[test]
fn masks_are_scored_beside_the_boxes_that_stand_for_them() {
    // Two triangles that fill either half of one square: the boxes agree, the masks share nothing.
    let file = |polygon: &str| {
        format!(
            r#"{{"categories": [{{"id": 1, "name": "irf"}}], "images": [{{"id": 1, "file_name": "a.png", "width": 40, "height": 40}}],
            "annotations": [{{"id": 1, "image_id": 1, "category_id": 1, "segmentation": [{polygon}]}}]}}"#
        )
    };
    let report = |references: &str, predictions: &str| {
        let references = read_references(file(references).as_bytes()).unwrap();
        let predictions = read_predictions(file(predictions).as_bytes(), &references).unwrap();
        let settings = Settings {
            beside: true,
            ..Settings::default()
        };
        grounding::score(&references, &predictions, &settings).unwrap()
    };
    let (upper, lower) = ("[0, 0, 20, 0, 0, 20]", "[20, 0, 20, 20, 0, 20]");
    let halves = report(upper, lower).masks.unwrap().macro_figures;
    assert_eq!((halves.mask_iou, halves.box_iou, halves.gap), (0.0, 1.0, -1.0));
    let same = report(upper, upper).masks.unwrap();
    let irf = same.per_class[0].1;
    assert_eq!(
        (irf.mask_iou, irf.mask_dice, irf.box_dice, irf.images),
        (1.0, 1.0, 1.0, 1)
    );
    assert!(report(upper, upper).to_text().contains("Masks against boxes"));
    assert!(score("[]").masks.is_none());
}

#[test]
fn what_falls_on_a_crowd_is_neither_hit_nor_false_for_average_precision() {
    let references = r#"{"images": [{"id": 1, "file_name": "a.png", "width": 100, "height": 100}], "categories": [{"id": 1, "name": "irf"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 10, 10], "iscrowd": 0},
                        {"id": 2, "image_id": 1, "category_id": 1, "bbox": [50, 50, 40, 40], "iscrowd": 1}]}"#;
    let references = read_references(references.as_bytes()).unwrap();
    let settings = Settings {
        beside: true,
        ..Settings::default()
    };
    // pycocotools 2.0 gives 1.0 and 0.5.
    for (corner, ap50) in [(50, 1.0), (20, 0.5)] {
        let found = format!(
            r#"[{{"image_id": 1, "category_id": 1, "bbox": [{corner}, {corner}, 30, 30], "score": 0.9}},
                {{"image_id": 1, "category_id": 1, "bbox": [0, 0, 10, 10], "score": 0.8}}]"#
        );
        let predictions = read_predictions(found.as_bytes(), &references).unwrap();
        let report = grounding::score(&references, &predictions, &settings).unwrap();
        let found = report.average_precision.as_ref().unwrap().ap50;
        assert!((found - ap50).abs() < 1e-12, "{found}");
        assert_eq!(report.class("irf").unwrap().fp, 1);
    }
}

#[test]
fn average_precision_holds_nothing_against_a_box_that_nobody_asked_for() {
    let file = |extra: &str, a: &str, b: &str| {
        let text = format!(
            r#"{{"format": "groundscope-boxes/1", "space": "pixel", {extra}"images": [
                {{"id": "a", "width": 100, "height": 100, "boxes": [{a}]}}, {{"id": "b", "width": 100, "height": 100, "boxes": [{b}]}}]}}"#
        );
        read_references(text.as_bytes()).unwrap()
    };
    let one = r#"{"class": "irf", "box": [0, 0, 10, 10], "score": 0.5}"#;
    let stray = r#"{"class": "irf", "box": [50, 50, 90, 90], "score": 0.9}"#;
    let settings = Settings {
        beside: true,
        ..Settings::default()
    };
    for extra in [r#""exhaustive": [], "#, r#""asked": [], "#, ""] {
        let references = file(extra, one, "");
        // Beside the reference, or on the other image.
        for found in [file("", &format!("{one}, {stray}"), ""), file("", one, stray)] {
            let report = grounding::score(&references, &found, &settings).unwrap();
            let ap50 = report.average_precision.unwrap().ap50;
            let expected = if extra.is_empty() { 0.5 } else { 1.0 };
            assert!((ap50 - expected).abs() < 1e-12, "{extra}: {ap50}");
        }
    }
}
