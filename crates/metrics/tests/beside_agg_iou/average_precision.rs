//! Average precision.

use groundscope_geometry::DecimalBox;
use groundscope_metrics::average_precision::{
    Accumulator, AveragePrecision, IOU_THRESHOLDS, MeanAveragePrecision, ScoredBox,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::boxes::{Corners, boxed, changes, corners, lines, parsed};

fn scored(boxes: &[DecimalBox], scores: &[f64]) -> Vec<ScoredBox> {
    let boxes = boxes.iter().zip(scores);
    boxes
        .map(|(bounds, score)| ScoredBox {
            bounds: *bounds,
            score: *score,
        })
        .collect()
}

fn one_image(references: &str, crowds: &str, predictions: &str, scores: &[f64]) -> Option<AveragePrecision> {
    let mut class = Accumulator::default();
    class.add_image(
        &parsed(references),
        &parsed(crowds),
        &scored(&parsed(predictions), scores),
    );
    class.finish()
}

fn near(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() <= 1e-12
}

/// Boxes of one class: references, crowds, predictions.
fn of_class(image: &Value, class: u64) -> (Vec<DecimalBox>, Vec<DecimalBox>, Vec<ScoredBox>) {
    let corners = |one: &Value| {
        let texts: Vec<&str> = one[1]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_str().unwrap())
            .collect();
        DecimalBox::parse(texts.try_into().unwrap()).unwrap()
    };
    let chosen = |key: &str| -> Vec<&Value> {
        let all = image[key].as_array().unwrap().iter();
        all.filter(|one| one[0].as_u64() == Some(class)).collect()
    };
    let (mut references, mut crowds) = (Vec::new(), Vec::new());
    for one in chosen("references") {
        let kind = if one[2].as_bool().unwrap() {
            &mut crowds
        } else {
            &mut references
        };
        kind.push(corners(one));
    }
    let predictions = chosen("predictions");
    let predictions = predictions.iter().map(|one| ScoredBox {
        bounds: corners(one),
        score: one[2].as_f64().unwrap(),
    });
    (references, crowds, predictions.collect())
}

#[test]
fn every_precision_is_that_of_pycocotools() {
    let (mut compared, mut crowds_seen, mut absent) = (0, 0, 0);
    for (n, case) in lines("average_precision.jsonl", 45).iter().enumerate() {
        let place = format!("line {} ({})", n + 1, case["name"]);
        let mut found = Vec::new();
        for (class, wanted) in case["precision"].as_array().unwrap().iter().enumerate() {
            let mut accumulator = Accumulator::default();
            for image in case["images"].as_array().unwrap() {
                let (references, crowds, predictions) = of_class(image, class as u64);
                crowds_seen += crowds.len();
                accumulator.add_image(&references, &crowds, &predictions);
            }
            let Some(ap) = accumulator.finish() else {
                assert!(wanted.is_null(), "{place}, class {class}: no references");
                absent += 1;
                continue;
            };
            for (threshold, curve) in ap.precision.iter().enumerate() {
                let runs = wanted[threshold].as_array().unwrap();
                let wanted = runs.iter().flat_map(|run| {
                    std::iter::repeat_n(run[0].as_f64().unwrap(), run[1].as_u64().unwrap() as usize)
                });
                let wanted: Vec<f64> = wanted.collect();
                assert_eq!(wanted.len(), curve.len());
                for (point, (found, wanted)) in curve.iter().zip(&wanted).enumerate() {
                    let threshold = IOU_THRESHOLDS[threshold];
                    // To the last bit, but for what serde_json loses in reading.
                    assert!(
                        (found - wanted).abs() <= f64::EPSILON / 2.0,
                        "{place}, class {class}, IoU {threshold}, recall {point} %: {found} not {wanted}"
                    );
                    compared += 1;
                }
            }
            found.push(ap);
        }
        let mean = MeanAveragePrecision::over(&found);
        let stats: Vec<f64> = serde_json::from_value(case["ap50_95, ap50, ap75"].clone()).unwrap();
        if found.is_empty() {
            assert_eq!((stats[0], mean), (-1.0, MeanAveragePrecision::default()));
            continue;
        }
        let ours = [mean.ap50_95, mean.ap50, mean.at_thresholds[5]];
        assert!(
            ours.iter().zip(&stats).all(|(a, b)| near(*a, *b)),
            "{place}: {ours:?} not {stats:?}"
        );
    }
    assert!(
        compared > 80_000 && crowds_seen > 50 && absent > 3,
        "{compared} {crowds_seen} {absent}"
    );
}

#[test]
fn thresholds_are_those_of_linspace_with_its_rounding() {
    let step = (0.95 - 0.5) / 9.0;
    let linspace: [f64; 10] = std::array::from_fn(|i| 0.5 + i as f64 * step);
    assert_eq!(IOU_THRESHOLDS.map(f64::to_bits), linspace.map(f64::to_bits));
}

#[test]
fn scores_that_are_no_number_rank_last() {
    let boxes = "0,0,10,10; 50,50,60,60";
    let last = one_image("50,50,60,60", "", boxes, &[f64::NAN, 0.1]).unwrap();
    assert!(near(last.ap50(), 1.0));
    let first = one_image("50,50,60,60", "", boxes, &[0.1, f64::NAN]).unwrap();
    assert!(near(first.ap50(), 0.5));
    assert!(near(
        one_image("50,50,60,60", "", boxes, &[f64::NAN, f64::NAN])
            .unwrap()
            .ap50(),
        0.5
    ));
}

#[test]
fn the_largest_boxes_do_not_overflow() {
    let far = "-1000000000,-1000000000,1000000000,1000000000";
    let ap = one_image(far, "", far, &[1.0]).unwrap();
    assert!(near(ap.ap50_95(), 1.0));
}

#[test]
fn without_references_there_is_no_precision() {
    assert_eq!(one_image("", "0,0,9,9", "0,0,9,9", &[0.5]), None);
    assert_eq!(Accumulator::default().finish(), None);
}

fn with_scores(most: usize) -> impl Strategy<Value = Vec<(Corners, u8)>> {
    corners(most).prop_flat_map(|boxes| {
        let n = boxes.len();
        (Just(boxes), prop::collection::vec(0u8..5, n)).prop_map(|(b, s)| b.into_iter().zip(s).collect())
    })
}

type Image = (Vec<Corners>, Vec<Corners>, Vec<(Corners, u8)>);

fn images(most: usize) -> impl Strategy<Value = Vec<Image>> {
    prop::collection::vec((corners(4), corners(2), with_scores(7)), 0..most)
}

fn accumulated(images: &[Image], change: impl Fn(&[Corners]) -> Vec<Corners>) -> Accumulator {
    let mut class = Accumulator::default();
    for (g, crowds, p) in images {
        let corners: Vec<Corners> = p.iter().map(|(b, _)| *b).collect();
        let scores: Vec<f64> = p.iter().map(|(_, s)| f64::from(*s) / 4.0).collect();
        let predictions = scored(&boxed(&change(&corners)), &scores);
        class.add_image(&boxed(&change(g)), &boxed(&change(crowds)), &predictions);
    }
    class
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn scale_place_and_axes_change_nothing(
        images in images(4), scale in (1i64..1000, 1i64..1000), by in (-500i64..500, -500i64..500),
    ) {
        let plain = accumulated(&images, <[Corners]>::to_vec).finish();
        for change in changes(scale, by) {
            prop_assert_eq!(&accumulated(&images, change).finish(), &plain);
        }
    }

    #[test]
    fn parts_appended_are_the_whole(images in images(6), at in 0usize..6) {
        let whole = accumulated(&images, <[Corners]>::to_vec);
        let (first, second) = images.split_at(at.min(images.len()));
        let mut parts = accumulated(first, <[Corners]>::to_vec);
        parts.append(accumulated(second, <[Corners]>::to_vec));
        prop_assert_eq!(parts.finish(), whole.finish());
    }

    #[test]
    fn any_rising_scale_of_scores_is_the_same(images in images(5)) {
        let plain = accumulated(&images, <[Corners]>::to_vec).finish();
        let mut stretched = Accumulator::default();
        for (g, crowds, p) in &images {
            let corners: Vec<Corners> = p.iter().map(|(b, _)| *b).collect();
            let scores: Vec<f64> = p.iter().map(|(_, s)| f64::from(*s).exp() - 100.0).collect();
            stretched.add_image(&boxed(g), &boxed(crowds), &scored(&boxed(&corners), &scores));
        }
        prop_assert_eq!(stretched.finish(), plain);
    }

    #[test]
    fn precision_falls_with_recall_and_lies_between_none_and_all(images in images(5)) {
        if let Some(ap) = accumulated(&images, <[Corners]>::to_vec).finish() {
            for curve in ap.precision.iter() {
                prop_assert!(curve.windows(2).all(|p| p[0] >= p[1]));
                prop_assert!((0.0..=1.0).contains(&curve[0]) && curve[100] >= 0.0);
            }
        }
    }
}
