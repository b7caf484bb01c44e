//! Overlap of masks and of boxes.

use groundscope_geometry::Mask;
use groundscope_metrics::{FormatGap, MaskSizesDiffer, Overlap, OverlapSums, Ratio};
use proptest::prelude::*;
use serde_json::Value;

use crate::boxes::{Corners, boxed, boxes_of, changes, corners, lines, parsed};

fn mask(rows: &Value) -> Mask {
    let rows: Vec<String> = serde_json::from_value(rows.clone()).unwrap();
    let bit = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'1';
    Mask::from_fn(rows[0].len() as u32, rows.len() as u32, bit)
}

/// Pixels that the boxes cover, a pixel a unit.
fn painted(boxes: &[Corners]) -> Mask {
    Mask::from_fn(40, 40, |x, y| {
        let inside =
            |b: &Corners| (b[0]..b[2]).contains(&i64::from(x)) && (b[1]..b[3]).contains(&i64::from(y));
        boxes.iter().any(inside)
    })
}

fn overlap(areas: &Value) -> Overlap {
    let [shared, first, second] = serde_json::from_value::<[i64; 3]>(areas.clone())
        .unwrap()
        .map(i128::from);
    Overlap {
        shared,
        first,
        second,
    }
}

#[test]
fn every_vector_agrees() {
    let mut empty = 0;
    for (n, case) in lines("overlap.jsonl", 400).iter().enumerate() {
        let masks = Overlap::of_masks(&mask(&case["masks"][0]), &mask(&case["masks"][1])).unwrap();
        assert_eq!(masks, overlap(&case["mask_areas"]), "line {}", n + 1);
        let iou = case["mask_iou"].as_f64().unwrap();
        assert!((masks.iou().to_f64() - iou).abs() <= 1e-15, "line {}", n + 1);
        let boxes = Overlap::of_boxes(&boxes_of(&case["boxes"][0]), &boxes_of(&case["boxes"][1]));
        assert_eq!(boxes, overlap(&case["box_areas"]), "line {}", n + 1);
        empty += usize::from(masks.is_empty()) + usize::from(boxes.is_empty());
    }
    assert!(empty > 5, "only {empty} empty pairs");
}

#[test]
fn means_leave_out_images_without_any_area_and_pooled_areas_weigh_by_size() {
    let mut sums = OverlapSums::default();
    for (shared, first, second) in [(1, 2, 2), (0, 0, 0), (0, 6, 0)] {
        sums.add_image(Overlap {
            shared,
            first,
            second,
        });
    }
    assert_eq!(sums.images, 2);
    // A third and nothing; a half and nothing.
    assert!((sums.mean_iou() - 1.0 / 6.0).abs() < 1e-15);
    assert_eq!(sums.mean_dice(), 0.25);
    assert_eq!(sums.pooled.iou(), Ratio::new(1, 9).unwrap());
    assert_eq!(sums.pooled.dice(), Ratio::new(2, 10).unwrap());
    let none = OverlapSums::default();
    assert_eq!([none.mean_iou(), none.mean_dice()], [0.0, 0.0]);
    assert_eq!(
        [none.pooled.iou(), none.pooled.dice()],
        [Ratio::ZERO, Ratio::ZERO]
    );
}

#[test]
fn the_gap_is_what_masks_score_above_boxes() {
    // Two triangles that fill one square hardly overlap; their boxes are the same.
    let lower = Mask::from_fn(10, 10, |x, y| x <= y);
    let upper = Mask::from_fn(10, 10, |x, y| x >= y);
    let square = parsed("0,0,10,10");
    let mut gap = FormatGap::default();
    gap.add_image(
        Overlap::of_masks(&lower, &upper).unwrap(),
        Overlap::of_boxes(&square, &square),
    );
    assert!((gap.pooled() - (0.1 - 1.0)).abs() < 1e-15);
    assert_eq!(gap.mean(), gap.pooled());
    // The format alone: a mask scored by itself, its box against the same box, on one more image.
    let mut perfect = FormatGap::default();
    perfect.add_image(
        Overlap::of_masks(&lower, &lower).unwrap(),
        Overlap::of_boxes(&square, &square),
    );
    assert_eq!(perfect.pooled(), 0.0);
    let both = gap + perfect;
    assert_eq!(both.masks.images, 2);
    assert!((both.mean() - (0.55 - 1.0)).abs() < 1e-15);
    assert!((both.pooled() - (65.0 / 155.0 - 1.0)).abs() < 1e-15);
}

#[test]
fn masks_of_two_sizes_are_refused_with_both_named() {
    let error = Overlap::of_masks(&Mask::new(4, 3), &Mask::new(3, 4)).unwrap_err();
    let sizes = MaskSizesDiffer {
        first: [4, 3],
        second: [3, 4],
    };
    assert_eq!(error, sizes);
    let text = "the masks differ in size: 4x3 and 3x4 pixels; bring both to the size of the scan";
    assert_eq!(error.to_string(), text);
}

#[test]
fn sums_beyond_the_exact_range_keep_their_value() {
    let far = parsed("-1000000000,-1000000000,1000000000,1000000000");
    let half = parsed("-1000000000,-1000000000,0,1000000000");
    let mut sums = OverlapSums::default();
    for _ in 0..1000 {
        sums.add_image(Overlap::of_boxes(&far, &half));
    }
    assert_eq!(sums.pooled.iou().to_f64(), 0.5);
    assert_eq!(sums.mean_iou(), 0.5);
    assert!((sums.pooled.dice().to_f64() - 2.0 / 3.0).abs() < 1e-15);
}

proptest! {
    #[test]
    fn boxes_cover_what_their_pixels_do(a in corners(6), b in corners(6)) {
        let masks = Overlap::of_masks(&painted(&a), &painted(&b)).unwrap();
        prop_assert_eq!(Overlap::of_boxes(&boxed(&a), &boxed(&b)), masks);
        prop_assert!(masks.iou() <= masks.dice());
        let swapped = Overlap::of_boxes(&boxed(&b), &boxed(&a));
        prop_assert_eq!((swapped.iou(), swapped.dice()), (masks.iou(), masks.dice()));
    }

    #[test]
    fn shares_do_not_change_with_scale_place_and_axes(
        a in corners(6), b in corners(6), scale in (1i64..1000, 1i64..1000), by in (-500i64..500, -500i64..500),
    ) {
        let plain = Overlap::of_boxes(&boxed(&a), &boxed(&b));
        for change in changes(scale, by) {
            let changed = Overlap::of_boxes(&boxed(&change(&a)), &boxed(&change(&b)));
            prop_assert_eq!((changed.iou(), changed.dice()), (plain.iou(), plain.dice()));
        }
    }

    #[test]
    fn parts_in_any_order_are_the_whole(images in prop::collection::vec((corners(4), corners(4)), 0..8)) {
        let mut whole = OverlapSums::default();
        let each: Vec<OverlapSums> = images.iter().map(|(a, b)| {
            let overlap = Overlap::of_boxes(&boxed(a), &boxed(b));
            whole.add_image(overlap);
            let mut one = OverlapSums::default();
            one.add_image(overlap);
            one
        }).collect();
        let (first, second) = each.split_at(each.len() / 2);
        let mut parts: OverlapSums = second.iter().copied().sum();
        parts += first.iter().copied().sum();
        prop_assert_eq!(parts, whole);
    }
}
