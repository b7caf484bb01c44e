//! One-to-one matching.

use groundscope_metrics::{AggIouSettings, MatchCounts, OneToOne, Threshold, agg_iou, one_to_one};
use proptest::prelude::*;

use crate::boxes::{Corners, boxed, boxes_of, changes, corners, indices, lines, parsed};

fn matched(references: &str, predictions: &str) -> OneToOne {
    one_to_one::match_boxes(&parsed(references), &parsed(predictions), Threshold::DEFAULT_IOU)
}

fn pairs(matching: &OneToOne) -> Vec<(usize, usize)> {
    let pairs = matching.pairs.iter().map(|p| (p.reference, p.prediction));
    pairs.collect()
}

#[test]
fn worked_cases_where_it_differs_from_agg_iou() {
    // Several partial boxes: none of them is half of the lesion.
    let parts = matched("0,0,100,100", "0,0,50,50; 50,0,100,50; 0,50,50,100");
    assert_eq!(parts.counts(), counts(0, 3, 1));
    // One box over two lesions: half of it is the first.
    let both = matched("0,0,10,10; 10,0,20,10", "0,0,20,10");
    assert_eq!((pairs(&both), both.counts()), (vec![(0, 0)], counts(1, 0, 1)));
    // Duplicates are false, and a stray box leaves the hit alone.
    assert_eq!(
        matched("0,0,10,10", "0,0,10,10; 0,0,10,10; 0,0,10,10").counts(),
        counts(1, 2, 0)
    );
    assert_eq!(
        matched("0,0,10,10", "0,0,10,10; 8,0,108,10").counts(),
        counts(1, 1, 0)
    );
}

#[test]
fn exactly_the_threshold_matches_and_less_does_not() {
    assert_eq!(matched("0,0,1,1", "0,0,1,0.5").counts(), counts(1, 0, 0));
    assert_eq!(matched("0,0,1,1", "0,0,1,0.499999").counts(), counts(0, 1, 1));
}

#[test]
fn boxes_that_share_no_area_never_match() {
    let none = "0".parse().unwrap();
    let apart = one_to_one::match_boxes(&parsed("0,0,1,1"), &parsed("1,0,2,1"), none);
    assert_eq!(apart.counts(), counts(0, 1, 1));
    let corner = one_to_one::match_boxes(&parsed("0,0,1,1"), &parsed("0.999999,0.999999,2,2"), none);
    assert_eq!(corner.counts(), counts(1, 0, 0));
}

#[test]
fn the_best_pair_is_taken_first_even_where_that_costs_a_match() {
    // Reference 0 could have had box 1, and reference 1 nothing but box 0; greedy takes the closest pair.
    let greedy = matched("0,0,10,10; 0,0,10,7", "0,0,10,9; 0,0,10,17");
    assert_eq!(pairs(&greedy), [(0, 0)]);
    assert_eq!(
        (
            &greedy.unmatched_references[..],
            &greedy.unmatched_predictions[..]
        ),
        (&[1][..], &[1][..])
    );
}

#[test]
fn figures_follow_from_pooled_counts() {
    let pooled = counts(3, 1, 0) + counts(0, 1, 2);
    assert_eq!(
        [pooled.precision(), pooled.recall(), pooled.f1()],
        [0.6, 0.6, 0.6]
    );
    let none = MatchCounts::default();
    assert_eq!([none.precision(), none.recall(), none.f1()], [0.0; 3]);
}

#[test]
fn every_vector_agrees() {
    let mut matches = 0;
    for (n, case) in lines("one_to_one.jsonl", 800).iter().enumerate() {
        let threshold = case["threshold"].as_str().unwrap().parse().unwrap();
        let (g, p) = (boxes_of(&case["references"]), boxes_of(&case["predictions"]));
        let matching = one_to_one::match_boxes(&g, &p, threshold);
        let found: Vec<[u128; 4]> = matching
            .pairs
            .iter()
            .map(|pair| {
                let indices = [pair.reference as u128, pair.prediction as u128];
                [
                    indices[0],
                    indices[1],
                    pair.iou.numerator(),
                    pair.iou.denominator(),
                ]
            })
            .collect();
        let wanted: Vec<[u64; 4]> = serde_json::from_value(case["pairs"].clone()).unwrap();
        let wanted: Vec<[u128; 4]> = wanted.iter().map(|p| p.map(u128::from)).collect();
        assert_eq!(found, wanted, "line {}", n + 1);
        assert_eq!(
            matching.unmatched_references,
            indices(&case["unmatched_references"])
        );
        assert_eq!(
            matching.unmatched_predictions,
            indices(&case["unmatched_predictions"])
        );
        matches += found.len();
    }
    assert!(matches > 1000, "only {matches} matches");
}

fn counts(tp: u64, fp: u64, missed: u64) -> MatchCounts {
    MatchCounts {
        true_positives: tp,
        false_positives: fp,
        false_negatives: missed,
    }
}

fn of(g: &[Corners], p: &[Corners], threshold: Threshold) -> OneToOne {
    one_to_one::match_boxes(&boxed(g), &boxed(p), threshold)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn scale_place_and_axes_change_nothing(
        g in corners(6), p in corners(8), tenths in 0u8..10,
        scale in (1i64..1000, 1i64..1000), by in (-500i64..500, -500i64..500),
    ) {
        let threshold: Threshold = format!("0.{tenths}").parse().unwrap();
        let plain = of(&g, &p, threshold);
        for change in changes(scale, by) {
            prop_assert_eq!(&of(&change(&g), &change(&p), threshold), &plain);
        }
    }

    #[test]
    fn every_box_is_used_once_and_nothing_that_matches_is_left(g in corners(6), p in corners(8)) {
        let matching = of(&g, &p, Threshold::DEFAULT_IOU);
        let mut used: Vec<usize> = matching.pairs.iter().map(|m| m.reference).collect();
        used.extend(&matching.unmatched_references);
        used.sort_unstable();
        prop_assert_eq!(used, (0..g.len()).collect::<Vec<_>>());
        let mut used: Vec<usize> = matching.pairs.iter().map(|m| m.prediction).collect();
        used.extend(&matching.unmatched_predictions);
        used.sort_unstable();
        prop_assert_eq!(used, (0..p.len()).collect::<Vec<_>>());
        prop_assert!(matching.pairs.windows(2).all(|m| m[0].iou >= m[1].iou));
        let pick = |boxes: &[Corners], left: &[usize]| left.iter().map(|i| boxes[*i]).collect::<Vec<_>>();
        let (g, p) = (pick(&g, &matching.unmatched_references), pick(&p, &matching.unmatched_predictions));
        prop_assert!(of(&g, &p, Threshold::DEFAULT_IOU).pairs.is_empty());
    }

    #[test]
    fn a_matched_pair_is_an_agg_iou_of_its_own(g in corners(4), p in corners(4)) {
        let (g, p) = (boxed(&g), boxed(&p));
        for pair in one_to_one::match_boxes(&g, &p, Threshold::DEFAULT_IOU).pairs {
            let score = agg_iou::score(&[g[pair.reference]], &[p[pair.prediction]], &AggIouSettings::default());
            prop_assert_eq!(score.references[0].agg_iou, pair.iou);
        }
    }

    #[test]
    fn pooling_images_in_any_order_is_the_same(images in prop::collection::vec((corners(4), corners(5)), 0..6)) {
        let each: Vec<MatchCounts> = images.iter()
            .map(|(g, p)| of(g, p, Threshold::DEFAULT_IOU).counts())
            .collect();
        let pooled: MatchCounts = each.iter().copied().sum();
        prop_assert_eq!(pooled, each.iter().rev().copied().sum());
        let boxes: usize = images.iter().map(|(g, _)| g.len()).sum();
        prop_assert_eq!(pooled.true_positives + pooled.false_negatives, boxes as u64);
    }
}
