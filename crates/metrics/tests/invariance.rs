//! What must not change a score: scale, order of boxes, axes.

use groundscope_geometry::DecimalBox;
use groundscope_metrics::{AggIouSettings, Counts, FalsePositiveRule, ImageScore, Threshold, agg_iou};
use proptest::prelude::*;

type Corners = [i64; 4];

fn boxed(corners: &[Corners]) -> Vec<DecimalBox> {
    corners
        .iter()
        .map(|c| DecimalBox::from_micros(*c).unwrap())
        .collect()
}

fn scored(references: &[Corners], predictions: &[Corners], settings: &AggIouSettings) -> ImageScore {
    agg_iou::score(&boxed(references), &boxed(predictions), settings)
}

/// Boxes on a coarse grid, so that overlaps of exactly t1 and t2 come up often.
fn corners(most: usize) -> impl Strategy<Value = Vec<Corners>> {
    let one = (0i64..20, 0i64..20, 1i64..12, 1i64..12).prop_map(|(x, y, w, h)| [x, y, x + w, y + h]);
    prop::collection::vec(one, 0..most)
}

fn settings() -> impl Strategy<Value = AggIouSettings> {
    let threshold = |t: i64| format!("{}.{}", t / 10, t % 10).parse::<Threshold>().unwrap();
    (0i64..=10, 0i64..=10, any::<bool>()).prop_map(move |(t1, t2, detected)| AggIouSettings {
        t1: threshold(t1),
        t2: threshold(t2),
        false_positives: if detected {
            FalsePositiveRule::Undetected
        } else {
            FalsePositiveRule::Ungathered
        },
    })
}

fn mapped(boxes: &[Corners], by: impl Fn(Corners) -> Corners) -> Vec<Corners> {
    boxes.iter().map(|b| by(*b)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn scale_and_axes_change_nothing(
        g in corners(5), p in corners(8), settings in settings(),
        power in 0u32..12, (sx, sy) in (1i64..1000, 1i64..1000), (dx, dy) in (-500i64..500, -500i64..500),
    ) {
        let plain = scored(&g, &p, &settings);
        let ten = 10i64.pow(power);
        let changes: [Box<dyn Fn(Corners) -> Corners>; 4] = [
            Box::new(move |b| b.map(|v| v * ten)),
            Box::new(move |[x1, y1, x2, y2]| [x1 * sx, y1 * sy, x2 * sx, y2 * sy]),
            Box::new(|[x1, y1, x2, y2]| [y1, x1, y2, x2]),
            Box::new(move |[x1, y1, x2, y2]| [x1 + dx, y1 + dy, x2 + dx, y2 + dy]),
        ];
        for change in changes {
            let changed = scored(&mapped(&g, &change), &mapped(&p, &change), &settings);
            prop_assert_eq!(&changed, &plain);
        }
    }

    #[test]
    fn order_changes_nothing(g in corners(5), p in corners(8), settings in settings(), seed in any::<u64>()) {
        let plain = scored(&g, &p, &settings);
        let (mut order_g, mut order_p) = (shuffled(g.len(), seed), shuffled(p.len(), seed ^ 0x55));
        let pick = |boxes: &[Corners], order: &[usize]| order.iter().map(|i| boxes[*i]).collect::<Vec<_>>();
        let other = scored(&pick(&g, &order_g), &pick(&p, &order_p), &settings);
        prop_assert_eq!(other.counts(), plain.counts());
        prop_assert_eq!(other.counts().mean_agg_iou().to_bits(), plain.counts().mean_agg_iou().to_bits());
        for (at, from) in order_g.iter().enumerate() {
            let mut back: Vec<usize> = other.references[at].gathered.iter().map(|i| order_p[*i]).collect();
            back.sort_unstable();
            prop_assert_eq!(&back, &plain.references[*from].gathered);
            prop_assert_eq!(other.references[at].agg_iou, plain.references[*from].agg_iou);
        }
        order_g.sort_unstable();
        order_p.sort_unstable();
        prop_assert!(order_g.iter().enumerate().all(|(i, v)| i == *v) && order_p.len() == p.len());
    }

    #[test]
    fn pooling_images_in_any_order_gives_the_same_bits(
        images in prop::collection::vec((corners(4), corners(5)), 0..8), seed in any::<u64>(),
    ) {
        let counts: Vec<Counts> = images.iter()
            .map(|(g, p)| scored(g, p, &AggIouSettings::default()).counts())
            .collect();
        let pooled: Counts = counts.iter().copied().sum();
        let other: Counts = shuffled(counts.len(), seed).into_iter().map(|i| counts[i]).sum();
        prop_assert_eq!(pooled, other);
        prop_assert_eq!(pooled.mean_agg_iou().to_bits(), other.mean_agg_iou().to_bits());
    }

    #[test]
    fn the_rules_hold_of_every_score(g in corners(5), p in corners(8), settings in settings()) {
        let score = scored(&g, &p, &settings);
        for reference in &score.references {
            prop_assert_eq!(reference.detected, reference.agg_iou.exceeds(settings.t2));
            prop_assert!(reference.gathered.iter().all(|i| *i < p.len()));
        }
        let strict = AggIouSettings { false_positives: FalsePositiveRule::Undetected, ..settings };
        let lenient = AggIouSettings { false_positives: FalsePositiveRule::Ungathered, ..settings };
        let (strict, lenient) = (scored(&g, &p, &strict), scored(&g, &p, &lenient));
        prop_assert!(lenient.false_positives.iter().all(|i| strict.false_positives.contains(i)));
    }
}

/// A permutation of 0..n from a seed (Fisher-Yates with a splitmix step).
fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        order.swap(i, ((state >> 33) % (i as u64 + 1)) as usize);
    }
    order
}
