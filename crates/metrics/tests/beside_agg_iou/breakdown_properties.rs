//! Why boxes miss: what holds of every image.

use groundscope_metrics::breakdown::{self, Breakdown, ClassBreakdown, ClassOnImage, ReferenceCause};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, agg_iou};
use proptest::prelude::*;

use crate::boxes::{Corners, boxed, changes, corners};

type Class = (Vec<Corners>, Vec<Corners>);

fn settings() -> impl Strategy<Value = AggIouSettings> {
    any::<bool>().prop_map(|ungathered| AggIouSettings {
        false_positives: if ungathered {
            FalsePositiveRule::Ungathered
        } else {
            FalsePositiveRule::Undetected
        },
        ..AggIouSettings::default()
    })
}

fn examined(
    image: &[Class],
    settings: &AggIouSettings,
    change: impl Fn(&[Corners]) -> Vec<Corners>,
) -> Vec<ClassBreakdown> {
    let boxes: Vec<_> = image
        .iter()
        .map(|(g, p)| (boxed(&change(g)), boxed(&change(p))))
        .collect();
    let scores: Vec<_> = boxes
        .iter()
        .map(|(g, p)| agg_iou::score(g, p, settings))
        .collect();
    let classes: Vec<ClassOnImage> = boxes
        .iter()
        .zip(&scores)
        .map(|((references, predictions), score)| ClassOnImage {
            references,
            predictions,
            score,
            asked: true,
        })
        .collect();
    breakdown::of_image(&classes, settings)
}

fn pooled(image: &[ClassBreakdown]) -> Breakdown {
    image.iter().map(|class| class.totals.clone()).sum()
}

fn reversed(boxes: &[Corners]) -> Vec<Corners> {
    boxes.iter().rev().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_error_has_one_cause_and_mending_never_harms(
        image in prop::collection::vec((corners(4), corners(6)), 0..4), settings in settings(),
    ) {
        for (class, (g, p)) in examined(&image, &settings, <[Corners]>::to_vec).iter().zip(&image) {
            let score = agg_iou::score(&boxed(g), &boxed(p), &settings);
            for (error, reference) in class.references.iter().zip(&score.references) {
                prop_assert_eq!(error.is_none(), reference.detected);
            }
            let false_positives: Vec<usize> = class.false_positives.iter().map(|e| e.prediction).collect();
            prop_assert_eq!(false_positives, score.false_positives);
            let totals = &class.totals;
            let causes: u64 = totals.references.values().map(|c| c.count).sum();
            prop_assert_eq!(causes, totals.counts.false_negatives);
            prop_assert_eq!(totals.predictions.values().sum::<u64>(), totals.counts.false_positives);
            for cause in ReferenceCause::ALL {
                prop_assert!(totals.delta_f1_of_references(cause) >= 0.0);
            }
            for cause in totals.predictions.keys() {
                prop_assert!(totals.delta_f1_of_predictions(*cause) >= 0.0);
            }
        }
    }

    #[test]
    fn a_stray_box_taken_away_is_a_hit_and_a_redundant_one_no_loss(
        (g, p) in (corners(4), corners(6)),
    ) {
        let settings = AggIouSettings::default();
        let found = examined(&[(g.clone(), p.clone())], &settings, <[Corners]>::to_vec).remove(0);
        let plain = agg_iou::score(&boxed(&g), &boxed(&p), &settings);
        let without = |index: usize| {
            let mut fewer = p.clone();
            fewer.remove(index);
            agg_iou::score(&boxed(&g), &boxed(&fewer), &settings)
        };
        for (at, error) in found.references.iter().enumerate() {
            if let Some(stray) = error.and_then(|e| e.stray) {
                prop_assert!(without(stray).references[at].detected);
            }
        }
        for index in &found.redundant {
            let fewer = without(*index);
            for (before, after) in plain.references.iter().zip(&fewer.references) {
                prop_assert!(!before.detected || after.agg_iou >= before.agg_iou);
            }
        }
    }

    #[test]
    fn scale_place_and_axes_change_nothing(
        image in prop::collection::vec((corners(4), corners(6)), 0..4), settings in settings(),
        scale in (1i64..1000, 1i64..1000), by in (-500i64..500, -500i64..500),
    ) {
        let plain = examined(&image, &settings, <[Corners]>::to_vec);
        for change in changes(scale, by) {
            prop_assert_eq!(&examined(&image, &settings, change), &plain);
        }
    }

    #[test]
    fn the_order_of_boxes_changes_no_count(
        image in prop::collection::vec((corners(4), corners(6)), 0..4), settings in settings(),
    ) {
        let plain = examined(&image, &settings, <[Corners]>::to_vec);
        let other = examined(&image, &settings, reversed);
        for (a, b) in plain.iter().zip(&other) {
            prop_assert_eq!(&a.totals, &b.totals);
        }
    }

    #[test]
    fn pooling_in_any_order_is_the_same(
        images in prop::collection::vec(prop::collection::vec((corners(3), corners(4)), 0..3), 0..5),
    ) {
        let each: Vec<Breakdown> = images.iter()
            .map(|image| pooled(&examined(image, &AggIouSettings::default(), <[Corners]>::to_vec)))
            .collect();
        let forth = each.iter().cloned().sum::<Breakdown>();
        prop_assert_eq!(each.into_iter().rev().sum::<Breakdown>(), forth);
    }
}
