//! How long 10,000 samples with masks of 512 x 512 pixels take to score, on one core.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_ultrag::make::{MakeOptions, make_records};
use groundscope_ultrag::organ::Organ;
use groundscope_ultrag::record::Record;
use groundscope_ultrag::score::{RunOptions, read_rows, score_run};
use groundscope_ultrag::source::{Masks, Source};

/// Each image has two instructions, four questions and a report: 10,003 samples.
const IMAGES: usize = 1_429;
const SIDE: usize = 512;

/// An ellipse of 200 corners as a ring.
fn ring(cx: f64, cy: f64, rx: f64, ry: f64) -> Vec<f64> {
    let corner = |n: usize| {
        let angle = n as f64 / 200.0 * std::f64::consts::TAU;
        // A wavy edge, as traced contours have.
        let wave = 1.0 + 0.06 * (angle * 9.0).sin();
        [cx + rx * wave * angle.cos(), cy + ry * wave * angle.sin()]
            .map(|value| (value * 10.0).round() / 10.0)
    };
    (0..200).flat_map(corner).collect()
}

fn files() -> (String, String) {
    let (mut images, mut annotations) = (Vec::new(), Vec::new());
    for n in 0..IMAGES {
        let (cx, cy) = (150.0 + (n * 37 % 200) as f64, 150.0 + (n * 53 % 200) as f64);
        images.push(format!(
            r#"{{"id":{n},"file_name":"{n}.png","width":{SIDE},"height":{SIDE}}}"#
        ));
        let (x, y) = (cx - 106.0, cy - 84.8);
        annotations.push(format!(
            r#"{{"id":{n},"image_id":{n},"category_id":1,"bbox":[{x},{y},212,169.6],"area":25000,"segmentation":[{:?}]}}"#,
            ring(cx, cy, 100.0, 80.0)
        ));
    }
    let coco = format!(
        r#"{{"images":[{}],"annotations":[{}],"categories":[{{"id":1,"name":"kidney"}}]}}"#,
        images.join(","),
        annotations.join(",")
    );
    let source = Source::parse("set", "test", coco.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let kidney = Organ::named("kidney").unwrap_or_else(|| panic!("kidney"));
    let records = make_records(&source, kidney, MakeOptions::default());
    (coco, rows(&records))
}

/// Polygons beside the reference, the words of the reference.
fn rows(records: &[Record]) -> String {
    let mut rows = String::new();
    for record in records {
        let [x, y, w, h] = record.masks[0].facts.bbox_xywh;
        let flat = ring(x + w / 2.0 + 12.0, y + h / 2.0, 95.0, 84.0);
        let points: Vec<&[f64]> = flat.chunks(2).collect();
        let mask = serde_json::json!({"type": "polygon", "points": points});
        let mut add = |id: &str, task: &str, body: serde_json::Value| {
            rows += &format!(
                "{}\n",
                serde_json::json!({"sample_id": id, "task": task, "response": body.to_string()})
            );
        };
        for task in &record.annotation.segmentation_tasks {
            add(
                &task.task_id,
                "segmentation",
                serde_json::json!({"answer": task.answer, "predicted_mask": mask}),
            );
        }
        for question in &record.annotation.grounded_vqa {
            add(
                &question.qa_id,
                "vqa",
                serde_json::json!({"answer": question.answer, "predicted_mask": mask}),
            );
        }
        let sentences = record
            .annotation
            .grounded_report
            .iter()
            .flat_map(|report| &report.sentences);
        let sentences: Vec<_> = sentences
            .map(|s| serde_json::json!({"section": s.section, "text": s.text, "finding_type": s.finding_type, "predicted_mask": mask}))
            .collect();
        add(
            &record.sample_id,
            "report",
            serde_json::json!({"report": sentences}),
        );
    }
    rows
}

fn bench(c: &mut Criterion) {
    let (coco, rows) = files();
    let source = || Source::parse("set", "test", coco.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let kidney = Organ::named("kidney").unwrap_or_else(|| panic!("kidney"));
    let records = make_records(&source(), kidney, MakeOptions::default());
    let masks = Masks::of([source()]);
    let mut group = c.benchmark_group("ultrag");
    group.sample_size(10);
    group.bench_function("make 1429 records", |b| {
        let source = source();
        b.iter(|| make_records(black_box(&source), kidney, MakeOptions::default()));
    });
    group.bench_function("read and score 10003 samples of 512 x 512", |b| {
        b.iter(|| {
            let rows = read_rows(black_box(rows.as_bytes())).unwrap_or_else(|error| panic!("{error}"));
            score_run(&records, &masks, rows, &RunOptions::default())
                .unwrap_or_else(|error| panic!("{error}"))
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
