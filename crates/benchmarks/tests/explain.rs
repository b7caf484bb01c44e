//! Explanations against the worked cases of docs/scoring.md: areas exactly, outlines, and what one-to-one matching says beside.

use groundscope_benchmarks::{
    ImageExplanation, ReferenceExplanation, Settings, boxes_file, explain, explain_in,
};
use groundscope_metrics::AggIouSettings;
use groundscope_ontology::Language;
use proptest::prelude::*;

/// One class, boxes as in docs/scoring.md: `x1,y1,x2,y2; ...`.
fn explained(references: &str, predictions: &str, settings: &Settings) -> ImageExplanation {
    let file = |boxes: &str| {
        let boxes = boxes.split(';').map(str::trim).filter(|one| !one.is_empty());
        let boxes: Vec<String> = boxes
            .map(|one| format!(r#"{{"class":"srf","box":[{one}]}}"#))
            .collect();
        let text = format!(
            r#"{{"format":"groundscope-boxes/1","space":"pixel","images":[{{"id":"a","width":200,"height":200,"boxes":[{}]}}]}}"#,
            boxes.join(",")
        );
        boxes_file::parse(text.as_bytes()).unwrap()
    };
    explain(&file(references), &file(predictions), 0, settings).unwrap()
}

fn thresholds(t1: &str, t2: &str) -> Settings {
    Settings {
        agg_iou: AggIouSettings {
            t1: t1.parse().unwrap(),
            t2: t2.parse().unwrap(),
            ..AggIouSettings::default()
        },
        ..Settings::default()
    }
}

/// The area that closed rings enclose, holes running the other way.
fn enclosed(rings: &[Vec<[f64; 2]>]) -> f64 {
    let twice = |ring: &Vec<[f64; 2]>| -> f64 {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        pairs.map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
    };
    rings.iter().map(twice).sum::<f64>() / 2.0
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn the_worked_cases_are_fractions_of_exact_areas() {
    // Reference, union, intersection, either; then whether one-to-one matching hits, and its IoU.
    let cases = [
        (
            "0,0,100,100",
            "0,0,50,50; 50,0,100,50; 0,50,50,100",
            ["10000", "7500", "7500", "10000"],
            (false, 0.25),
        ),
        (
            "40,40,60,60",
            "0,0,100,100",
            ["400", "10000", "400", "10000"],
            (false, 0.04),
        ),
        (
            "0,0,100,100",
            "0,0,10,10",
            ["10000", "100", "100", "10000"],
            (false, 0.01),
        ),
        (
            "0,0,100,100",
            "90,0,190,100",
            ["10000", "0", "0", "10000"],
            (false, 1000.0 / 19000.0),
        ),
        ("0,0,1,1", "0.9,0,1.9,1", ["1", "0", "0", "1"], (false, 0.1 / 1.9)),
        ("0,0,10,10", "0,0,10,3", ["100", "30", "30", "100"], (false, 0.3)),
        (
            "0,0,10,10; 10,0,20,10",
            "0,0,20,10",
            ["100", "200", "100", "200"],
            (true, 0.5),
        ),
        (
            "0,0,10,10",
            "0,0,10,10; 0,0,10,10; 0,0,10,10",
            ["100", "100", "100", "100"],
            (true, 1.0),
        ),
        (
            "0,0,10,10",
            "0,0,10,10; 8,0,108,10",
            ["100", "1080", "100", "1080"],
            (true, 1.0),
        ),
        (
            "0,0,10,10",
            "0.000001,0,10,10",
            ["100", "99.99999", "99.99999", "100"],
            (true, 0.999_999_9),
        ),
    ];
    for (references, predictions, areas, (matched, iou)) in cases {
        let told = explained(references, predictions, &Settings::default());
        let first = &told.references[0];
        let found = &first.areas;
        let found = [&found.reference, &found.union, &found.intersection, &found.either];
        assert_eq!(found, areas, "{references} and {predictions}");
        let fraction = number(areas[2]) / number(areas[3]);
        assert!(
            (first.agg_iou - fraction).abs() < 1e-15,
            "{references} and {predictions}"
        );
        assert!((enclosed(&first.intersection_outline) - number(areas[2])).abs() < 1e-9);
        assert_eq!(
            first.one_to_one.status == "hit",
            matched,
            "{references} and {predictions}"
        );
        assert!(
            (first.one_to_one.iou - iou).abs() < 1e-15,
            "{references} and {predictions}"
        );
    }
}

#[test]
fn one_to_one_matching_is_counted_beside() {
    // One box may serve two lesions for AggIoU; one of both goes without for one-to-one matching.
    let told = explained("0,0,10,10; 10,0,20,10", "0,0,20,10", &Settings::default());
    assert_eq!((told.tp, told.fp, told.missed), (2, 0, 0));
    let beside = told.one_to_one;
    assert_eq!((beside.tp, beside.fp, beside.missed), (1, 0, 1));
    assert_eq!(told.references[1].one_to_one.prediction, Some(0));
    assert_eq!(
        told.references[1].difference,
        "One-to-one matching at IoU 0.5 gives its best box, SRF (IoU 0.500), to another expert box: missed. AggIoU lets one \
         box serve several: hit."
    );
}

#[test]
fn why_the_two_differ_is_told() {
    let told = |references: &str, predictions: &str, settings: &Settings| {
        explained(references, predictions, settings).references[0]
            .difference
            .clone()
    };
    let usual = Settings::default();
    let begins = "One-to-one matching at IoU 0.5 ";
    let cases = [
        (
            "0,0,10,10",
            "",
            usual,
            "misses it too: no box of its class overlaps it.",
        ),
        (
            "0,0,10,10",
            "0,0,10,2",
            usual,
            "misses it too: its best box, SRF, reaches IoU 0.200.",
        ),
        (
            "0,0,10,10",
            "0,0,10,9; 50,50,60,60",
            usual,
            "agrees: it pairs this box with SRF 1, IoU 0.900.",
        ),
        (
            "0,0,10,10",
            "0,0,10,3; 0,3,10,10",
            usual,
            "agrees: it pairs this box with SRF 2 alone, IoU 0.700. AggIoU counts all 2 gathered boxes together.",
        ),
        (
            "0,0,10,10",
            "0,0,10,4",
            usual,
            "misses it: SRF reaches IoU 0.400. AggIoU asks only for more than 0.3: hit.",
        ),
        (
            "0,0,10,10",
            "0,0,10,10; 8,0,108,10",
            usual,
            "pairs this box with SRF 1 alone, IoU 1.000: hit. AggIoU joins all 2 gathered boxes, and together they reach only \
             0.093: missed.",
        ),
        (
            "0,0,10,10",
            "0,0,10,6",
            thresholds("0.1", "0.7"),
            "pairs this box with SRF, IoU 0.600: hit. AggIoU asks for more than 0.7: missed.",
        ),
        (
            "0,0,10,10",
            "0,2,10,12",
            thresholds("0.85", "0.3"),
            "pairs this box with SRF, IoU 0.667: hit. AggIoU does not gather SRF: they share no more than 85% of the smaller of \
             the two.",
        ),
        (
            "0,0,10,10; 1,0,11,10",
            "1,0,11,10",
            thresholds("0.1", "0.9"),
            "misses it too: its best box, SRF (IoU 0.818), goes to another expert box.",
        ),
    ];
    for (references, predictions, settings, ends) in cases {
        assert_eq!(
            told(references, predictions, &settings),
            format!("{begins}{ends}")
        );
    }
}

#[test]
fn german_has_its_own_decimal_sign() {
    let file = |corners: &str| {
        let text = format!(
            r#"{{"format":"groundscope-boxes/1","space":"pixel","images":[{{"id":"a","width":200,"height":200,"boxes":[{{"class":"srf","box":[{corners}]}}]}}]}}"#
        );
        boxes_file::parse(text.as_bytes()).unwrap()
    };
    let (references, predictions) = (file("0,0,10,10"), file("0,0,10,4"));
    let told = explain_in(&references, &predictions, 0, &Settings::default(), Language::De).unwrap();
    let first = &told.references[0];
    assert_eq!(first.name, "subretinale Flüssigkeit");
    assert_eq!(
        first.sentence,
        "Treffer: eine vorhergesagte Box erreicht AggIoU 0,400, mehr als 0,3."
    );
    assert_eq!(
        first.difference,
        "Die Eins-zu-eins-Zuordnung ab IoU 0,5 verfehlt sie: SRF erreicht IoU 0,400. AggIoU verlangt nur mehr als 0,3: Treffer."
    );
    assert_eq!(
        told.predictions[0].sentence,
        "Treffer: Sie zählt für eine Referenzbox."
    );
}

#[test]
fn a_label_of_the_files_own_is_told_in_full() {
    let name = "a class of the file's own";
    let file = |boxes: &str| {
        let text = format!(
            r#"{{"format":"groundscope-boxes/1","space":"norm1000","images":[{{"id":"a","width":300,"height":77,"boxes":[{boxes}]}}]}}"#
        );
        boxes_file::parse(text.as_bytes()).unwrap()
    };
    let references = file(&format!(
        r#"{{"class":"{name}","box":[0,0,1000,1000]}},{{"class":"{name}","box":[5,5,5,9]}}"#
    ));
    let predictions = file(&format!(r#"{{"class":"{name}","box":[0,0,333.333333,1000]}}"#));
    let told = explain(&references, &predictions, 0, &Settings::default()).unwrap();
    assert_eq!(
        told.references.len(),
        1,
        "a box without area is dropped and counted"
    );
    assert_eq!(told.predictions[0].label, name);
    // A third of 300 x 77 pixels, to the last decimal that the file gave.
    assert_eq!(told.references[0].areas.intersection, "7699.9999923");
    assert_eq!(told.references[0].areas.reference, "23100");
}

fn corners() -> impl Strategy<Value = String> {
    (0..90i32, 0..90i32, 1..60i32, 1..60i32)
        .prop_map(|(x, y, width, height)| format!("{x},{y},{},{}.5", x + width, y + height))
}

fn many(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(corners(), 0..most).prop_map(|boxes| boxes.join(";"))
}

proptest! {
    #[test]
    fn outlines_enclose_the_areas_of_the_fraction(reference in corners(), predictions in many(12)) {
        let told = explained(&reference, &predictions, &Settings::default());
        let ReferenceExplanation { areas, intersection_outline, union_outline, agg_iou, .. } = &told.references[0];
        prop_assert_eq!(enclosed(intersection_outline), number(&areas.intersection));
        prop_assert_eq!(enclosed(union_outline), number(&areas.union));
        let either = number(&areas.reference) + number(&areas.union) - number(&areas.intersection);
        prop_assert_eq!(either, number(&areas.either));
        prop_assert_eq!(number(&areas.intersection) / either, *agg_iou);
    }

    #[test]
    fn counts_are_those_of_the_boxes(references in many(6), predictions in many(12)) {
        let told = explained(&references, &predictions, &Settings::default());
        let hits = |is: fn(&ReferenceExplanation) -> bool| told.references.iter().filter(|r| is(r)).count() as u64;
        prop_assert_eq!(hits(|r| r.status == "hit"), told.tp);
        prop_assert_eq!(hits(|r| r.one_to_one.status == "hit"), told.one_to_one.tp);
        prop_assert_eq!(told.one_to_one.tp + told.one_to_one.missed, told.tp + told.missed);
        prop_assert_eq!(told.one_to_one.tp + told.one_to_one.fp, told.predictions.len() as u64);
    }
}
