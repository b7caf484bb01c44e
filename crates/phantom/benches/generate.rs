//! Time to generate one phantom of 768x496.

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_phantom::{Lesions, PhantomSettings, Style, generate};

fn bench(criterion: &mut Criterion) {
    let mut seed = 0;
    criterion.bench_function("generate 768x496", |b| {
        b.iter(|| {
            seed += 1;
            let settings = PhantomSettings {
                seed,
                width: 768,
                height: 496,
                style: Style::Spectralis,
                lesions: Lesions::Random,
            };
            generate(&settings)
        });
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
