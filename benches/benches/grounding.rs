//! Scoring a benchmark of the published size: 815 images, 13 classes, 4,537 references and as many predictions.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_benches::{PUBLISHED, generated};
use groundscope_benchmarks::{Settings, boxes_file, grounding};

fn grounding(criterion: &mut Criterion) {
    let (images, boxes) = PUBLISHED;
    let (references, predictions) =
        generated(images, boxes, 1).expect("generated images have names of their own");
    let written = boxes_file::write(&references).expect("boxes are written");
    criterion.bench_function("score 815 images", |b| {
        b.iter(|| {
            grounding::score(
                black_box(&references),
                black_box(&predictions),
                &Settings::default(),
            )
        });
    });
    let details = Settings {
        details: true,
        ..Settings::default()
    };
    criterion.bench_function("score 815 images with details", |b| {
        b.iter(|| grounding::score(black_box(&references), black_box(&predictions), &details));
    });
    criterion.bench_function("read a boxes file of 815 images", |b| {
        b.iter(|| boxes_file::parse(black_box(written.as_bytes())));
    });
}

criterion_group!(benches, grounding);
criterion_main!(benches);
