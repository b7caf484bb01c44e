//! `groundscope parse`: what a model wrote, read as boxes or as yes and no, with the place of everything that was read.

use std::path::Path;

use groundscope_benchmarks::output::{
    BoxReader, DeclareError, Declared, OtherClass, RowsError, read_boxes, read_presences, read_rows,
};
use serde::Serialize;

use crate::args::{LabelledOther, ParseArgs, ResponseKind};
use crate::failure::Failure;
use crate::{Outcome, boxes, input, output, print, print_json};

/// Read every response and print what became of it, then the totals.
pub fn run(args: &ParseArgs) -> Outcome {
    let rows = || read_rows(&input::bytes(&args.file)?).map_err(|e| damaged(&args.file, &e));
    if args.kind == ResponseKind::Presence {
        let report = read_presences(&rows()?);
        return show(args.json, &report, || report.to_text());
    }
    let declared =
        Declared::new(args.family, args.space, args.order, args.resized).map_err(|e| undeclared(&e))?;
    let references = args.references.as_deref().map(input::references).transpose()?;
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
        boxes::write_annotations(out, &predictions)?;
    }
    show(args.json, &report, || report.to_text())
}

fn show<T: Serialize>(json: bool, report: &T, text: impl Fn() -> String) -> Outcome {
    Ok(if json { print_json(report) } else { print(&text()) }?)
}

/// What a run declares of its boxes does not add up.
pub fn undeclared(error: &DeclareError) -> Failure {
    Failure::new(
        error,
        "Declare the boxes with --space, --order and --resized as the model was asked to write them.",
    )
}

/// Rows that cannot be used.
pub fn damaged(path: &Path, error: &RowsError) -> Failure {
    let hint = match error {
        RowsError::NoResizedSize { .. } => "Give --resized WIDTHxHEIGHT.",
        RowsError::Image { .. } => "Give the references of these images, or leave --references out.",
        _ => "Give one JSON object with image, class and response a line.",
    };
    Failure::of(path, error, hint)
}
