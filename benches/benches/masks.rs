//! Masks to boxes on a large scan with hundreds of components, and on noise.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_benches::{Numbers, discs};
use groundscope_geometry::{BoxRule, Mask, masks_to_boxes, outline};

fn masks(criterion: &mut Criterion) {
    let lesions = discs(1408, 573, 500, 6, 1);
    let mut numbers = Numbers::new(2);
    let noise = Mask::from_fn(1408, 573, |_, _| numbers.below(100) < 35);
    let rule = BoxRule::default();
    criterion.bench_function("masks to boxes, 1408x573, 500 lesions", |b| {
        b.iter(|| masks_to_boxes(black_box(&lesions), &rule));
    });
    criterion.bench_function("masks to boxes, 1408x573, noise", |b| {
        b.iter(|| masks_to_boxes(black_box(&noise), &rule));
    });
    criterion.bench_function("outline, 1408x573, 500 lesions", |b| {
        b.iter(|| outline(black_box(&lesions)));
    });
}

criterion_group!(benches, masks);
criterion_main!(benches);
