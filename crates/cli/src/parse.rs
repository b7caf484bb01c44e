//! `groundscope parse`: what a model wrote, read as boxes or as yes and no, with the place of everything that was read.

use std::path::Path;

use groundscope_benchmarks::output::{
    BoxReader, DeclareError, Declared, OtherClass, RowsError, read_boxes, read_presences, read_rows,
};
use groundscope_benchmarks::{Annotations, boxes_file, read_references};
use serde::Serialize;

use crate::args::{LabelledOther, ParseArgs, ResponseKind};
use crate::failure::Failure;
use crate::{Outcome, output, print};

/// Read every response and print what became of it, then the totals.
pub fn run(args: &ParseArgs) -> Outcome {
    let rows = || read_rows(&read(&args.file)?).map_err(|e| damaged(&args.file, &e));
    if args.kind == ResponseKind::Presence {
        let report = read_presences(&rows()?);
        return show(args.json, &report, || report.to_text());
    }
    let declared =
        Declared::new(args.family, args.space, args.order, args.resized).map_err(|e| undeclared(&e))?;
    let references = args.references.as_deref().map(sizes).transpose()?;
    let reader = BoxReader {
        declared,
        other_class: match args.other_class {
            LabelledOther::Keep => OtherClass::Keep,
            LabelledOther::Drop => OtherClass::Drop,
        },
    };
    let report = read_boxes(&rows()?, &reader, references.as_ref()).map_err(|e| damaged(&args.file, &e))?;
    if let (Some(out), Some(references)) = (&args.boxes, &references) {
        output::spare("--boxes", out, [&args.file].into_iter().chain(&args.references))?;
        let predictions = report
            .predictions(references)
            .map_err(|e| damaged(&args.file, &e))?;
        let json = boxes_file::write(&predictions)
            .map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
        output::write(out, json.as_bytes())?;
    }
    show(args.json, &report, || report.to_text())
}

fn show<T: Serialize>(json: bool, report: &T, text: impl Fn() -> String) -> Outcome {
    if !json {
        return Ok(print(&text())?);
    }
    let json = serde_json::to_string_pretty(report);
    let json = json.map_err(|error| Failure::new(error, "Report this as a fault of the program."))?;
    Ok(print(&format!("{json}\n"))?)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, &error))
}

fn sizes(path: &Path) -> Result<Annotations, Failure> {
    read_references(&read(path)?).map_err(|error| {
        Failure::of(
            path,
            error,
            "Give a groundscope-boxes/1 or a COCO file with boxes of the original images.",
        )
    })
}

fn undeclared(error: &DeclareError) -> Failure {
    Failure::new(
        error,
        "Declare the boxes with --space, --order and --resized as the model was asked to write them.",
    )
}

fn damaged(path: &Path, error: &RowsError) -> Failure {
    let hint = match error {
        RowsError::NoResizedSize { .. } => "Give --resized WIDTHxHEIGHT.",
        RowsError::Image { .. } => "Give the references of these images, or leave --references out.",
        _ => "Give one JSON object with image, class and response a line.",
    };
    Failure::of(path, error, hint)
}
