//! `groundscope score grounding`: predictions against references, all of it done by the benchmarks crate.

use std::path::Path;

use groundscope_benchmarks::{FileError, ScoreError, Settings, grounding, read_predictions, read_references};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule};

use crate::args::{FalsePositives, GroundingArgs};
use crate::failure::Failure;
use crate::{Outcome, print};

/// Score and print the report.
pub fn grounding(args: &GroundingArgs) -> Outcome {
    let references = read_references(&read(&args.references)?).map_err(|e| damaged(&args.references, &e))?;
    let predictions = read_predictions(&read(&args.predictions)?, &references)
        .map_err(|e| damaged(&args.predictions, &e))?;
    let settings = Settings {
        agg_iou: AggIouSettings {
            t1: args.t1,
            t2: args.t2,
            false_positives: match args.fp {
                FalsePositives::Undetected => FalsePositiveRule::Undetected,
                FalsePositives::Ungathered => FalsePositiveRule::Ungathered,
            },
        },
        details: args.details,
    };
    let report = grounding::score(&references, &predictions, &settings).map_err(|error| {
        // The references alone are at fault where they name the image or ask about it.
        let at_fault = match &error {
            ScoreError::AskedUnknownImage {
                file: "references", ..
            }
            | ScoreError::NoImages => &args.references,
            _ => &args.predictions,
        };
        Failure::of(at_fault, error, "Score two files about the same images.")
    })?;
    if args.json {
        let json = serde_json::to_string_pretty(&report);
        let json = json.map_err(|error| Failure::new(error, "Report this as a fault of the program."))?;
        return Ok(print(&format!("{json}\n"))?);
    }
    Ok(print(&report.to_text())?)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, &error))
}

fn damaged(path: &Path, error: &FileError) -> Failure {
    Failure::of(
        path,
        error,
        "Give a groundscope-boxes/1 or a COCO file with boxes of the original images.",
    )
}
