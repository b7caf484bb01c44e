//! Why boxes miss: worked cases and vectors.

use groundscope_geometry::DecimalBox;
use groundscope_metrics::breakdown::{
    self, Breakdown, ClassBreakdown, ClassOnImage, MendedReferences, PredictionCause, ReferenceCause,
};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, agg_iou};
use serde_json::Value;

use crate::boxes::{boxes_of, indices, lines, parsed};
use PredictionCause::{Background, Spoils};
use ReferenceCause::{Fragment, Missed, Overshoot, Stray, Undershoot};

/// The classes of one image: references, predictions, whether they were asked about.
type Image = [(Vec<DecimalBox>, Vec<DecimalBox>, bool)];

fn examined(image: &Image, settings: &AggIouSettings) -> Vec<ClassBreakdown> {
    let scores: Vec<_> = image
        .iter()
        .map(|(g, p, _)| agg_iou::score(g, p, settings))
        .collect();
    let classes: Vec<ClassOnImage> = image
        .iter()
        .zip(&scores)
        .map(|((references, predictions, asked), score)| ClassOnImage {
            references,
            predictions,
            score,
            asked: *asked,
        })
        .collect();
    breakdown::of_image(&classes, settings)
}

fn one_class(references: &str, predictions: &str) -> ClassBreakdown {
    let image = [(parsed(references), parsed(predictions), true)];
    examined(&image, &AggIouSettings::default()).remove(0)
}

fn references(found: &ClassBreakdown) -> Vec<Option<ReferenceCause>> {
    let errors = found.references.iter();
    errors.map(|error| error.map(|e| e.cause)).collect()
}

fn false_positives(found: &ClassBreakdown) -> Vec<(usize, PredictionCause)> {
    let errors = found.false_positives.iter();
    errors.map(|error| (error.prediction, error.cause)).collect()
}

#[test]
fn the_worked_cases_of_agg_iou_have_their_causes() {
    let whole = "0,0,100,100";
    let hit = one_class(whole, "0,0,50,50; 50,0,100,50; 0,50,50,100");
    assert_eq!((references(&hit), false_positives(&hit)), (vec![None], vec![]));
    assert!(hit.redundant.is_empty());

    let large = one_class("40,40,60,60", whole);
    assert_eq!(references(&large), [Some(Overshoot)]);
    assert_eq!(false_positives(&large), [(0, Spoils(Overshoot))]);

    let small = one_class(whole, "0,0,10,10");
    assert_eq!(references(&small), [Some(Undershoot)]);
    assert_eq!(false_positives(&small), [(0, Spoils(Undershoot))]);

    // An overlap of exactly t1: neither knows of the other.
    let apart = one_class(whole, "90,0,190,100");
    assert_eq!(references(&apart), [Some(Missed)]);
    assert_eq!(false_positives(&apart), [(0, Background)]);

    // Exactly t2.
    assert_eq!(
        references(&one_class("0,0,10,10", "0,0,10,3")),
        [Some(Undershoot)]
    );

    let copies = one_class("0,0,10,10", "0,0,10,10; 0,0,10,10; 0,0,10,10");
    assert_eq!(references(&copies), [None]);
    assert_eq!(
        (&copies.redundant[..], copies.totals.redundant),
        (&[0, 1, 2][..], 3)
    );

    let stray = one_class("0,0,10,10", "0,0,10,10; 8,0,108,10");
    let error = stray.references[0].unwrap();
    assert_eq!((error.cause, error.stray), (Stray, Some(1)));
    assert_eq!(false_positives(&stray), [(0, Spoils(Stray)), (1, Spoils(Stray))]);
    assert_eq!(
        stray.totals.references[&Stray],
        MendedReferences { count: 1, freed: 2 }
    );
    assert_eq!(stray.totals.delta_f1_of_references(Stray), 1.0);
    // Without the boxes, nothing would be found either.
    assert_eq!(stray.totals.delta_f1_of_predictions(Spoils(Stray)), 0.0);
}

#[test]
fn several_boxes_that_cover_too_little_are_fragments_and_a_tie_is_no_overshoot() {
    let bits = one_class("0,0,100,100", "0,0,10,10; 50,50,60,60; 90,90,100,100");
    assert_eq!(references(&bits), [Some(Fragment)]);
    // 80 of 100 uncovered, 80 outside.
    let tie = one_class("0,0,10,10", "8,0,18,10");
    assert_eq!(references(&tie), [Some(Undershoot)]);
    assert_eq!(
        references(&one_class("0,0,10,10", "8,0,18.000001,10")),
        [Some(Overshoot)]
    );
}

#[test]
fn a_stray_box_that_leaves_a_hit_standing_is_redundant() {
    let spoilt = one_class("0,0,10,10", "0,0,10,10; 9,9,12,12");
    assert_eq!((references(&spoilt), spoilt.redundant), (vec![None], vec![1]));
    // The first lesion would do better without the wide box, but the second needs it; nobody needs the other one.
    let shared = one_class("0,0,10,10; 10,0,20,10", "0,0,20,10; 0,0,10,10");
    assert_eq!(
        (references(&shared), shared.redundant),
        (vec![None, None], vec![1])
    );
}

#[test]
fn a_lesion_found_as_another_class_frees_that_class_of_a_false_box() {
    let lesion = parsed("0,0,10,10");
    let (near, half) = (parsed("0,0,10,9; 40,40,50,50"), parsed("0,0,10,5"));
    let image = [(lesion, vec![], true), (vec![], half, true), (vec![], near, true)];
    let found = examined(&image, &AggIouSettings::default());
    let error = found[0].references[0].unwrap();
    // Of two classes the one that fits better.
    assert_eq!(
        (error.cause, error.taken_for),
        (ReferenceCause::WrongClass, Some(2))
    );
    assert_eq!(false_positives(&found[1]), [(0, PredictionCause::WrongClass)]);
    assert_eq!(
        false_positives(&found[2]),
        [(0, PredictionCause::WrongClass), (1, Background)]
    );
    let pooled: Breakdown = found.iter().map(|class| class.totals.clone()).sum();
    assert_eq!(
        pooled.references[&ReferenceCause::WrongClass],
        MendedReferences { count: 1, freed: 1 }
    );
    // One hit, two false boxes left of three: 2 / (2 + 2).
    assert_eq!(pooled.delta_f1_of_references(ReferenceCause::WrongClass), 0.5);
}

#[test]
fn of_equals_the_first_is_named() {
    let strays = one_class("0,0,10,10", "0,0,10,10; -18,0,2,10; 8,0,28,10");
    let error = strays.references[0].unwrap();
    assert_eq!((error.cause, error.stray), (Stray, Some(1)));
    let lesion = parsed("0,0,10,10");
    let image = [
        (vec![], lesion.clone(), true),
        (lesion.clone(), vec![], true),
        (vec![], lesion, true),
    ];
    let found = examined(&image, &AggIouSettings::default());
    assert_eq!(found[1].references[0].unwrap().taken_for, Some(0));
}

#[test]
fn what_was_not_asked_is_never_false() {
    let image = [(parsed("0,0,10,10"), parsed("0,0,1,1; 50,50,60,60"), false)];
    let found = examined(&image, &AggIouSettings::default()).remove(0);
    assert_eq!(references(&found), [Some(Undershoot)]);
    assert!(found.false_positives.is_empty());
    assert_eq!(
        found.totals.references[&Undershoot],
        MendedReferences { count: 1, freed: 0 }
    );
    assert_eq!(found.totals.counts.false_positives, 0);
}

#[test]
fn names_are_those_of_reports() {
    let names = ReferenceCause::ALL.map(ReferenceCause::id);
    assert_eq!(
        names,
        [
            "wrong_class",
            "missed",
            "stray",
            "overshoot",
            "undershoot",
            "fragment"
        ]
    );
    let names = [Spoils(Stray), PredictionCause::WrongClass, Background].map(PredictionCause::id);
    assert_eq!(names, ["spoils", "wrong_class", "background"]);
}

fn cause(id: &Value) -> ReferenceCause {
    let mut all = ReferenceCause::ALL.into_iter();
    all.find(|cause| Some(cause.id()) == id.as_str()).unwrap()
}

fn prediction_cause(kind: &str, of: &Value) -> PredictionCause {
    match kind {
        "spoils" => Spoils(cause(of)),
        "wrong_class" => PredictionCause::WrongClass,
        "background" => Background,
        other => unreachable!("{other}"),
    }
}

#[test]
fn every_vector_agrees() {
    for (n, case) in lines("breakdown.jsonl", 700).iter().enumerate() {
        let place = format!("line {}", n + 1);
        let settings = AggIouSettings {
            t1: case["t1"].as_str().unwrap().parse().unwrap(),
            t2: case["t2"].as_str().unwrap().parse().unwrap(),
            false_positives: FalsePositiveRule::from_id(case["rule"].as_str().unwrap()).unwrap(),
        };
        let image: Vec<_> = case["input"]
            .as_array()
            .unwrap()
            .iter()
            .map(|class| {
                let asked = class["asked"].as_bool().unwrap();
                (
                    boxes_of(&class["references"]),
                    boxes_of(&class["predictions"]),
                    asked,
                )
            })
            .collect();
        let found = examined(&image, &settings);
        for (class, wanted) in found.iter().zip(case["classes"].as_array().unwrap()) {
            for (error, wanted) in class.references.iter().zip(wanted["causes"].as_array().unwrap()) {
                let Some(error) = error else {
                    assert!(wanted.is_null(), "{place}");
                    continue;
                };
                assert_eq!(error.cause, cause(&wanted[0]), "{place}");
                let detail = wanted[1].as_u64().map(|i| i as usize);
                assert_eq!(error.stray.or(error.taken_for), detail, "{place}");
            }
            let wanted_false: Vec<(usize, PredictionCause)> = wanted["false"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| {
                    let kind = one[1].as_str().unwrap();
                    (one[0].as_u64().unwrap() as usize, prediction_cause(kind, &one[2]))
                })
                .collect();
            assert_eq!(false_positives(class), wanted_false, "{place}");
            assert_eq!(class.redundant, indices(&wanted["redundant"]), "{place}");
            assert_eq!(Some(class.totals.counts.true_positives), wanted["hits"].as_u64());
        }
        let pooled: Breakdown = found.iter().map(|class| class.totals.clone()).sum();
        for (id, gain) in case["mended_references"].as_object().unwrap() {
            let found = pooled.delta_f1_of_references(cause(&Value::from(id.as_str())));
            assert!((found - gain.as_f64().unwrap()).abs() <= 1e-15, "{place}: {id}");
        }
        for (id, gain) in case["mended_predictions"].as_object().unwrap() {
            let (kind, of) = id.split_once('/').unwrap_or((id, ""));
            let found = pooled.delta_f1_of_predictions(prediction_cause(kind, &Value::from(of)));
            assert!((found - gain.as_f64().unwrap()).abs() <= 1e-15, "{place}: {id}");
        }
    }
}
