//! `groundscope parse`: what a model wrote, read as boxes or as yes and no, with the place of everything that was read.

use std::path::Path;

use groundscope_benchmarks::output::{
    BoxReader, DeclareError, Declared, OtherClass, RowsError, read_boxes, read_presences, read_rows,
};
use serde::Serialize;

use crate::failure::Failure;
use crate::hints::{self, Asking};
use crate::parse_args::{LabelledOther, ParseArgs, ResponseKind};
use crate::{Outcome, boxes, input, output, print, print_json};

/// Read every response and print what became of it, then the totals.
pub fn run(args: &ParseArgs) -> Outcome {
    let rows = || read_rows(&input::bytes(&args.file)?).map_err(|e| damaged(&args.file, &e, Asking::Parse));
    if args.kind == ResponseKind::Presence {
        let report = read_presences(&rows()?);
        return show(args, &report, &report.to_text());
    }
    let family = args
        .family
        .ok_or_else(|| Failure::new("boxes are read as a family writes them", "Name it with --family."))?;
    let declared = Declared::new(family, args.space, args.order, args.resized).map_err(|e| undeclared(&e))?;
    let references = args.references.as_deref().map(input::references).transpose()?;
    let reader = BoxReader {
        declared,
        other_class: match args.other_class {
            LabelledOther::Keep => OtherClass::Keep,
            LabelledOther::Drop => OtherClass::Drop,
        },
    };
    let sizes = references.as_ref().map(|given| &given.annotations);
    let report = read_boxes(&rows()?, &reader, sizes).map_err(|e| damaged(&args.file, &e, Asking::Parse))?;
    if let (Some(out), Some(references)) = (&args.boxes, &references) {
        output::spare("--boxes", out, [&args.file].into_iter().chain(&references.paths))?;
        let predictions = report
            .predictions(&references.annotations)
            .map_err(|e| damaged(&args.file, &e, Asking::Parse))?;
        boxes::write_annotations(out, &predictions)?;
    }
    show(args, &report, &report.to_text())
}

/// Print all of a report, or only what stands below its rows.
fn show<T: Serialize>(args: &ParseArgs, report: &T, text: &str) -> Outcome {
    match (args.json, args.summary) {
        (false, false) => return Ok(print(text)?),
        // The totals stand below an empty line.
        (false, true) => {
            return Ok(print(
                text.rsplit_once("\n\n").map_or(text, |(_, totals)| totals),
            )?);
        }
        (true, false) => return Ok(print_json(report)?),
        (true, true) => {}
    }
    let json = serde_json::to_value(report);
    let mut json = json.map_err(|error| Failure::new(error, "Report this as a fault of the program."))?;
    if let Some(fields) = json.as_object_mut() {
        fields.remove("rows");
    }
    Ok(print_json(&json)?)
}

/// What is declared of the boxes does not add up.
fn undeclared(error: &DeclareError) -> Failure {
    Failure::new(
        error,
        "Declare the boxes with --space, --order and --resized as the model was asked to write them.",
    )
}

/// Rows that cannot be used.
pub fn damaged(path: &Path, error: &RowsError, asking: Asking) -> Failure {
    Failure::of(path, error, hints::of_rows(error, asking))
}
