//! What stands around the scores of a benchmark of the published size: reading files, intervals, merging, presence, 28 models.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_benches::{PUBLISHED, generated, grouped};
use groundscope_benchmarks::formats::{Format, WriteOptions, write};
use groundscope_benchmarks::output::read_rows;
use groundscope_benchmarks::{Partial, Report, Settings, grounding, presence, read_references};
use groundscope_evaluation::{Input, RunInput, evaluate};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{AggIouSettings, Counts, agg_iou};
use groundscope_ontology::Class;

const ONE: &str = "generated images have names of their own";

fn alone(criterion: &mut Criterion) {
    let (images, boxes) = PUBLISHED;
    let (references, predictions) = generated(images, boxes, 1).expect(ONE);
    let groups = grouped(&references, &predictions);
    let settings = AggIouSettings::default();
    criterion.bench_function("AggIoU of 4,537 references, grouped beforehand", |b| {
        b.iter(|| {
            groups
                .iter()
                .map(|(_, r, p)| agg_iou::score(black_box(r), p, &settings).counts())
                .sum::<Counts>()
        });
    });
    let resampled = Settings {
        resampling: Resampling::default(),
        ..Settings::default()
    };
    criterion.bench_function("score 815 images with 1,000 replicates", |b| {
        b.iter(|| grounding::score(black_box(&references), &predictions, &resampled));
    });
    let parts: Vec<Partial> = (0..8)
        .map(|part| {
            let images = part * images / 8..(part + 1) * images / 8;
            let [references, predictions] = [&references, &predictions].map(|all| {
                let mut some = all.clone();
                some.images = all.images[images.clone()].to_vec();
                some
            });
            grounding::partial(&references, &predictions, &resampled).expect("files of the same images")
        })
        .collect();
    criterion.bench_function("merge 8 parts and report", |b| {
        b.iter(|| {
            let merged = parts
                .iter()
                .cloned()
                .reduce(|a, b| a.merge(b).expect("parts under the same rules"));
            merged.map(|merged| Report::of(&merged))
        });
    });
}

fn files(criterion: &mut Criterion) {
    let (images, boxes) = PUBLISHED;
    let (references, _) = generated(images, boxes, 1).expect(ONE);
    let coco = write(&references, Format::Coco, &WriteOptions::default()).expect("boxes are written");
    let bytes = &coco.files[0].bytes;
    criterion.bench_function("read a COCO file of 4,537 boxes", |b| {
        b.iter(|| read_references(black_box(bytes)));
    });
    let mut answers = String::new();
    for (at, image) in references.images.iter().enumerate() {
        for class in Class::biomarkers() {
            let (id, class) = (&image.id, class.id());
            let response = if at % 3 == 0 { "Yes." } else { "No, it is not." };
            // Writing to a string cannot fail.
            let _ = writeln!(
                answers,
                r#"{{"image": "{id}", "class": "{class}", "response": "{response}"}}"#
            );
        }
    }
    let rows = read_rows(answers.as_bytes()).expect("rows as documented");
    criterion.bench_function("read and score 10,595 answers", |b| {
        b.iter(|| {
            let rows = read_rows(black_box(answers.as_bytes()));
            rows.map(|rows| presence::score(&references, &rows, false).is_ok())
        });
    });
    let runs: Vec<RunInput> = (0..28)
        .map(|seed| RunInput {
            name: format!("model {seed}"),
            predictions: Some(generated(images, boxes, 100 + seed).expect(ONE).1),
            answers: Some(rows.clone()),
            ..RunInput::default()
        })
        .collect();
    let settings = Settings::default();
    let mut slow = criterion.benchmark_group("slow");
    slow.sample_size(10);
    slow.bench_function("evaluate 28 models, boxes and answers", |b| {
        b.iter(|| evaluate(&Input::new("bench", black_box(&references), &runs), &settings));
    });
    slow.finish();
}

criterion_group!(benches, alone, files);
criterion_main!(benches);
