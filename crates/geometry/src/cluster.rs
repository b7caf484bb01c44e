//! Masks to boxes: the rule by which the training data turned lesion masks into boxes (docs/scoring.md).

use std::collections::BTreeMap;

use crate::union_find::UnionFind;
use crate::{Components, Connectivity, Mask, PixelBox, components};

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
/// 8-connected components of at least `min_area` pixels, joined when closer than or at `join_distance` (DBSCAN with one
/// sample enough, on the smallest Euclidean distance between boundary pixels). A boundary pixel is a mask pixel with one
/// of its four neighbours outside the mask or the scan. Source: RetinaGroundBench, training data; connectivity, minimum
/// area and the distance of two components are ours (docs/scoring.md).
pub fn masks_to_boxes(mask: &Mask, rule: &BoxRule) -> Vec<Cluster> {
    let parts = components(mask, Connectivity::Eight);
    let mut sets = UnionFind::new(parts.list().len() as u32);
    join_near(mask, &parts, rule, &mut sets);

    let mut slots: BTreeMap<u32, usize> = BTreeMap::new();
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut cluster_of = vec![None; parts.list().len()];
    for (i, part) in parts.list().iter().enumerate() {
        if part.area_px < rule.min_area {
            continue;
        }
        let slot = *slots.entry(sets.leader(i as u32)).or_insert(clusters.len());
        if let Some(entry) = cluster_of.get_mut(i) {
            *entry = Some(slot);
        }
        match clusters.get_mut(slot) {
            Some(cluster) => {
                cluster.bounds = cluster.bounds.enclosing(&part.bounds);
                cluster.area_px += part.area_px;
            }
            None => clusters.push(Cluster {
                bounds: part.bounds,
                area_px: part.area_px,
                pixels: Mask::new(mask.width(), mask.height()),
            }),
        }
    }
    for (x, y) in mask.pixels() {
        let slot = parts.at(x, y).and_then(|i| cluster_of.get(i).copied().flatten());
        if let Some(cluster) = slot.and_then(|slot| clusters.get_mut(slot)) {
            cluster.pixels.set(x, y, true);
        }
    }
    clusters
}

/// Boundary pixels that fall into one square of the search grid; all of them belong to one set.
#[derive(Default)]
struct Cell {
    component: u32,
    pixels: Vec<(u32, u32)>,
}

fn join_near(mask: &Mask, parts: &Components, rule: &BoxRule, sets: &mut UnionFind) {
    let reach = rule.join_distance;
    // Distances between different components are at least 1 (NaN joins nothing either).
    if reach.is_nan() || reach < 1.0 {
        return;
    }
    let limit = reach * reach;
    let reach = reach.min(f64::from(mask.width()) + f64::from(mask.height()));
    // Two pixels of one cell are never further apart than the reach, so a cell joins at once; only cells nearby are searched.
    let size = (reach / std::f64::consts::SQRT_2) as u32 + 1;
    let steps = ((reach - 1.0) / f64::from(size)) as u32 + 1;

    let mut cells: BTreeMap<(u32, u32), Cell> = BTreeMap::new();
    for (x, y) in mask.pixels().filter(|(x, y)| is_boundary(mask, *x, *y)) {
        let Some(component) = parts.at(x, y) else {
            continue;
        };
        let large = |part: &crate::Component| part.area_px >= rule.min_area;
        if !parts.list().get(component).is_some_and(large) {
            continue;
        }
        let component = component as u32;
        let cell = cells.entry((y / size, x / size)).or_insert(Cell {
            component,
            pixels: Vec::new(),
        });
        cell.pixels.push((x, y));
        sets.join(cell.component, component);
    }
    for (&(row, column), cell) in &cells {
        for (&(_, other_column), other) in cells.range((row, 0)..=(row + steps, u32::MAX)) {
            if other_column.abs_diff(column) <= steps
                && sets.leader(cell.component) != sets.leader(other.component)
                && any_within(&cell.pixels, &other.pixels, limit)
            {
                sets.join(cell.component, other.component);
            }
        }
    }
}

fn is_boundary(mask: &Mask, x: u32, y: u32) -> bool {
    // Left of 0 wraps to beyond the scan, which is outside the mask.
    !(mask.get(x.wrapping_sub(1), y)
        && mask.get(x + 1, y)
        && mask.get(x, y.wrapping_sub(1))
        && mask.get(x, y + 1))
}

fn any_within(a: &[(u32, u32)], b: &[(u32, u32)], limit: f64) -> bool {
    a.iter().any(|(ax, ay)| {
        b.iter().any(|(bx, by)| {
            let (dx, dy) = (u64::from(ax.abs_diff(*bx)), u64::from(ay.abs_diff(*by)));
            (dx * dx + dy * dy) as f64 <= limit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
