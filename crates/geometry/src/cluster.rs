//! Masks to boxes: the rule by which the training data turned lesion masks into boxes (docs/scoring.md).

use crate::{Mask, PixelBox, RowRuns, runs_to_boxes};

/// The settings of the masks-to-boxes rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxRule {
    /// Components of fewer pixels are dropped.
    pub min_area: u64,
    /// Components this near are one cluster: the distance in pixels between their closest boundary pixels, inclusive.
    pub join_distance: f64,
}

impl Default for BoxRule {
    fn default() -> Self {
        Self {
            min_area: 20,
            join_distance: 25.0,
        }
    }
}

/// Components near enough to each other to be one box.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// `[min x, min y, max x + 1, max y + 1]` over its pixels, in pixels of the scan.
    pub bounds: PixelBox,
    /// Its pixels, counted.
    pub area_px: u64,
    /// Its pixels, as large as the scan.
    pub pixels: Mask,
}

/// Turns a lesion mask into clusters, each with its box, ordered by their first pixel row by row.
///
/// Each cluster gets a mask as large as the scan; [`runs_to_boxes`] does without.
///
/// 8-connected components of at least `min_area` pixels, joined when closer than or at `join_distance` (DBSCAN with one
/// sample enough, on the smallest Euclidean distance between boundary pixels). A boundary pixel is a mask pixel with one
/// of its four neighbours outside the mask or the scan. Source: RetinaGroundBench, training data; connectivity, minimum
/// area and the distance of two components are ours (docs/scoring.md).
pub fn masks_to_boxes(mask: &Mask, rule: &BoxRule) -> Vec<Cluster> {
    let clusters = runs_to_boxes(&RowRuns::from_mask(mask), rule).into_iter();
    let with_mask = clusters.map(|cluster| Cluster {
        bounds: cluster.bounds,
        area_px: cluster.area_px,
        pixels: cluster.pixels.to_mask(),
    });
    with_mask.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connectivity, components};
    use proptest::prelude::*;

    fn squares(width: u32, height: u32, corners: &[(u32, u32)], side: u32) -> Mask {
        Mask::from_fn(width, height, |x, y| {
            corners
                .iter()
                .any(|(cx, cy)| (*cx..cx + side).contains(&x) && (*cy..cy + side).contains(&y))
        })
    }

    #[test]
    fn a_gap_of_exactly_the_distance_joins_and_one_more_does_not() {
        // The last column of the first is 4, the first of the second 29: 25 pixels between them.
        let near = masks_to_boxes(&squares(80, 20, &[(0, 0), (29, 0)], 5), &BoxRule::default());
        assert_eq!(near.len(), 1);
        assert_eq!(near[0].bounds, PixelBox::new(0.0, 0.0, 34.0, 5.0));
        assert_eq!(near[0].area_px, 50);
        let far = masks_to_boxes(&squares(80, 20, &[(0, 0), (30, 0)], 5), &BoxRule::default());
        assert_eq!(far.len(), 2);
    }

    #[test]
    fn the_distance_is_euclidean() {
        // (15, 20) apart is 25 exactly; (16, 20) is more.
        let near = squares(60, 60, &[(0, 0), (4 + 15, 4 + 20)], 5);
        assert_eq!(masks_to_boxes(&near, &BoxRule::default()).len(), 1);
        let far = squares(60, 60, &[(0, 0), (4 + 16, 4 + 20)], 5);
        assert_eq!(masks_to_boxes(&far, &BoxRule::default()).len(), 2);
    }

    #[test]
    fn components_chain_through_each_other_but_not_through_dropped_ones() {
        let chain = squares(90, 10, &[(0, 0), (25, 0), (50, 0), (75, 0)], 5);
        assert_eq!(masks_to_boxes(&chain, &BoxRule::default()).len(), 1);
        let mut broken = squares(90, 10, &[(0, 0), (50, 0)], 5);
        broken.set(27, 0, true);
        let clusters = masks_to_boxes(&broken, &BoxRule::default());
        assert_eq!(clusters.len(), 2);
        assert_eq!(clusters.iter().map(|c| c.area_px).sum::<u64>(), 50);
        assert!(!clusters.iter().any(|c| c.pixels.get(27, 0)));
    }

    #[test]
    fn twenty_pixels_are_enough_and_nineteen_are_not() {
        let strip = |n: u32| Mask::from_fn(30, 3, |x, y| y == 1 && x < n);
        assert_eq!(masks_to_boxes(&strip(20), &BoxRule::default()).len(), 1);
        assert!(masks_to_boxes(&strip(19), &BoxRule::default()).is_empty());
    }

    fn clusters_pair_by_pair(mask: &Mask, rule: &BoxRule) -> Vec<PixelBox> {
        let parts = components(mask, Connectivity::Eight);
        let kept: Vec<usize> = (0..parts.list().len())
            .filter(|i| parts.list()[*i].area_px >= rule.min_area)
            .collect();
        let mut sets: Vec<usize> = (0..kept.len()).collect();
        let distance = |a: usize, b: usize| {
            let (a, b) = (parts.mask(a), parts.mask(b));
            let all: Vec<_> = b.pixels().collect();
            let pairs = a.pixels().flat_map(|p| all.iter().map(move |q| (p, *q)));
            pairs
                .map(|(p, q)| (f64::from(p.0) - f64::from(q.0)).hypot(f64::from(p.1) - f64::from(q.1)))
                .fold(f64::INFINITY, f64::min)
        };
        for i in 0..kept.len() {
            for j in 0..i {
                if distance(kept[i], kept[j]) <= rule.join_distance {
                    let (from, to) = (sets[i], sets[j]);
                    sets.iter_mut().filter(|s| **s == from).for_each(|s| *s = to);
                }
            }
        }
        let mut boxes: Vec<(usize, PixelBox)> = Vec::new();
        for (k, i) in kept.iter().enumerate() {
            let bounds = parts.list()[*i].bounds;
            match boxes.iter_mut().find(|(set, _)| *set == sets[k]) {
                Some((_, b)) => *b = b.enclosing(&bounds),
                None => boxes.push((sets[k], bounds)),
            }
        }
        boxes.into_iter().map(|(_, b)| b).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn the_grid_search_finds_what_all_pairs_of_pixels_find(
            dots in prop::collection::vec((0u32..40, 0u32..30, 1u32..4), 1..14),
            min_area in 0u64..6,
            join_distance in prop_oneof![Just(0.0), Just(1.0), Just(1.5), Just(2.0), Just(3.0), Just(5.0), Just(7.3), Just(100.0), Just(f64::INFINITY)],
        ) {
            let mask = Mask::from_fn(43, 33, |x, y| dots.iter().any(|(dx, dy, s)| {
                (*dx..dx + s).contains(&x) && (*dy..dy + s).contains(&y)
            }));
            let rule = BoxRule { min_area, join_distance };
            let found: Vec<_> = masks_to_boxes(&mask, &rule).iter().map(|c| c.bounds).collect();
            prop_assert_eq!(found, clusters_pair_by_pair(&mask, &rule));
        }
    }
}
