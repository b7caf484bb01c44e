//! Recognised against localised.

use groundscope_metrics::{AggIouSettings, FalsePositiveRule, Recognised, agg_iou};
use proptest::prelude::*;

use crate::boxes::{Corners, boxed, changes, corners, parsed};

/// One image: the answer, the references and the predictions.
type Image<'a> = (Option<bool>, &'a str, &'a str);

fn counted(images: &[Image]) -> Recognised {
    let mut class = Recognised::default();
    for (image, (answer, g, p)) in images.iter().enumerate() {
        let (g, p) = (parsed(g), parsed(p));
        let score = agg_iou::score(&g, &p, &AggIouSettings::default());
        class.add_image(image, *answer, p.len(), &score);
    }
    class
}

const LESION: &str = "0,0,10,10";
const BESIDE: &str = "50,50,60,60";

#[test]
fn every_answer_meets_every_outcome_of_boxes() {
    let (yes, no) = (Some(true), Some(false));
    let images: [Image; 13] = [
        (yes, LESION, LESION),
        (yes, LESION, BESIDE),
        (yes, LESION, ""),
        (no, LESION, LESION),
        (no, LESION, BESIDE),
        (no, LESION, ""),
        (None, LESION, LESION),
        (None, LESION, ""),
        (yes, "", ""),
        (yes, "", BESIDE),
        (no, "", ""),
        (no, "", BESIDE),
        (None, "", BESIDE),
    ];
    let found = counted(&images);
    let wanted = Recognised {
        both: 2,            // 0, 10
        recognised_only: 3, // 1, 2, 11
        localised_only: 3,  // 3, 6, 8
        neither: 5,         // 4, 5, 7, 9, 12
        seen_not_localised: vec![1, 2],
        boxed_answered_no: vec![3, 4, 11],
    };
    assert_eq!(found, wanted);
    assert_eq!(found.images(), 13);
}

#[test]
fn one_detected_reference_of_several_is_enough_whatever_else_is_false() {
    let images: [Image; 1] = [(Some(true), "0,0,10,10; 50,50,60,60", "0,0,10,9; 80,80,90,90")];
    assert_eq!(counted(&images).both, 1);
}

type Any = (usize, Option<bool>, Vec<Corners>, Vec<Corners>);

fn images() -> impl Strategy<Value = Vec<Any>> {
    let answer = prop::option::of(any::<bool>());
    prop::collection::vec((0usize..30, answer, corners(3), corners(4)), 0..12)
}

proptest! {
    #[test]
    fn parts_in_any_order_are_the_whole_at_any_scale(
        images in images(), scale in (1i64..1000, 1i64..1000), by in (-500i64..500, -500i64..500), ungathered in any::<bool>(),
    ) {
        let settings = AggIouSettings {
            false_positives: if ungathered { FalsePositiveRule::Ungathered } else { FalsePositiveRule::Undetected },
            ..AggIouSettings::default()
        };
        let one = |(image, answer, g, p): &Any, class: &mut Recognised| {
            let score = agg_iou::score(&boxed(g), &boxed(p), &settings);
            class.add_image(*image, *answer, p.len(), &score);
        };
        let mut whole = Recognised::default();
        images.iter().for_each(|image| one(image, &mut whole));
        let part = |image: &Any| {
            let mut part = Recognised::default();
            one(image, &mut part);
            part
        };
        prop_assert_eq!(&images.iter().rev().map(part).sum::<Recognised>(), &whole);
        prop_assert_eq!(whole.images(), images.len() as u64);
        prop_assert!(whole.seen_not_localised.is_sorted() && whole.boxed_answered_no.is_sorted());
        for change in changes(scale, by) {
            let changed = images.iter().map(|(i, a, g, p)| part(&(*i, *a, change(g), change(p))));
            prop_assert_eq!(&changed.sum::<Recognised>(), &whole);
        }
    }
}
