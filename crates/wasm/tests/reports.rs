//! Reports of whole files as native code makes them: the vectors that the browser's are held to (tests/browser/reports.rs).
//!
//! After a report has changed on purpose: `GROUNDSCOPE_BLESS=1 cargo test -p groundscope-wasm`. The files that are scored
//! come from tests/vectors/wasm/inputs.py.
#![cfg(not(target_arch = "wasm32"))]

use std::path::PathBuf;

use groundscope_benchmarks::describe::{self, DataSet};
use groundscope_benchmarks::formats::{self, Format, WriteOptions};
use groundscope_benchmarks::output::{
    BoxReader, Declared, Family, OtherClass, Row, read_boxes, read_presences, read_rows,
};
use groundscope_benchmarks::{
    Annotations, Report, Settings, grounding, presence, read_predictions, read_references,
};
use groundscope_evaluation::{Input, RunInput, evaluate};
use groundscope_metrics::bootstrap::Resampling;
use serde::Serialize;
use sha2::{Digest, Sha256};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/wasm")
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap()
}

fn references() -> Annotations {
    read_references(&bytes("references.json")).unwrap()
}

fn predictions() -> Annotations {
    read_predictions(&bytes("predictions.json"), &references()).unwrap()
}

fn rows(name: &str) -> Vec<Row> {
    read_rows(&bytes(name)).unwrap()
}

fn reader() -> BoxReader {
    BoxReader {
        declared: Declared::new(Family::Qwen3, None, None, None).unwrap(),
        other_class: OtherClass::Keep,
    }
}

/// As in tests/browser/reports.rs.
fn settings() -> Settings {
    let mut settings = Settings {
        beside: true,
        ..Settings::default()
    };
    settings.agg_iou.t2 = "0.25".parse().unwrap();
    (settings.resampling.replicates, settings.resampling.seed) = (200, 7);
    settings
}

#[track_caller]
fn hold<T: Serialize>(name: &str, report: &T) {
    let path = folder().join("reports").join(name);
    let text = serde_json::to_string(report).unwrap() + "\n";
    if std::env::var_os("GROUNDSCOPE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(
        kept == text,
        "{name} differs; run with GROUNDSCOPE_BLESS=1 if that was meant"
    );
}

#[test]
fn grounding_is_as_kept() {
    let mut settings = settings();
    settings.details = true;
    let report = grounding::score(&references(), &predictions(), &settings).unwrap();
    assert!(report.average_precision.is_some() && report.pooled.tp > 20 && report.pooled.fp > 0);
    hold("grounding.json", &report);
}

#[test]
fn merged_parts_are_as_kept() {
    let partial = grounding::partial(&references(), &predictions(), &settings()).unwrap();
    hold("merged.json", &Report::of(&partial));
}

#[test]
fn responses_are_as_kept() {
    let responses = rows("responses.jsonl");
    let report = read_boxes(&responses, &reader(), Some(&references())).unwrap();
    assert!(report.totals.responses.len() >= 4);
    hold("boxes.json", &report);
    hold("presences.json", &read_presences(&rows("answers.jsonl")));
}

#[test]
fn presence_is_as_kept() {
    let references = references();
    let judged = presence::judge(&references, &rows("answers.jsonl")).unwrap();
    // With the intervals that the command line and the tab give by default.
    let report = presence::report(&references, &judged, true, &Resampling::default());
    assert!(report.pooled.refused > 0 && report.pooled.tp > 0);
    hold("presence.json", &report);
}

#[test]
fn descriptions_are_as_kept() {
    let set = |name: &str, file: &str| DataSet {
        name: name.to_owned(),
        annotations: read_references(&bytes(file)).unwrap(),
        pictures: None,
    };
    let sets = [
        set("first", "references.json"),
        set("second", "second-reading.json"),
    ];
    hold(
        "description.json",
        &describe::describe(&sets, &describe::Settings::default()),
    );
}

#[test]
fn evaluations_are_as_kept() {
    let references = references();
    let second = read_references(&bytes("second-reading.json")).unwrap();
    let responses = read_boxes(&rows("responses.jsonl"), &reader(), Some(&references)).unwrap();
    let runs = [
        RunInput {
            name: "one".to_owned(),
            predictions: Some(predictions()),
            answers: Some(rows("answers.jsonl")),
            params: Some(8.0),
            ..RunInput::default()
        },
        RunInput {
            name: "two".to_owned(),
            predictions: Some(responses.predictions(&references).unwrap()),
            notes: vec![responses.in_words()],
            ..RunInput::default()
        },
    ];
    let input = Input {
        second_reading: Some(&second),
        ..Input::new("Two models", &references, &runs)
    };
    let evaluation = evaluate(&input, &settings()).unwrap();
    hold("evaluation.json", &evaluation);
    let files = groundscope_report::write(&evaluation).unwrap();
    assert!(files.len() > 20);
    hold("evaluation-files.json", &hashes(files));
}

#[test]
fn converted_files_are_as_kept() {
    for format in [Format::Coco, Format::Yolo, Format::Csv] {
        let written = formats::write(&references(), format, &WriteOptions::default()).unwrap();
        let files = written.files.into_iter().map(|file| (file.path, file.bytes));
        hold(&format!("convert-{format}.json"), &hashes(files));
    }
}

/// Names and SHA-256 of files.
fn hashes(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<(String, String)> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let files = files.into_iter();
    files
        .map(|(name, bytes)| (name, hex(&Sha256::digest(bytes))))
        .collect()
}
