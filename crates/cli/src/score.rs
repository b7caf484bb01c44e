//! `groundscope score grounding`: predictions against references, all of it done by the benchmarks crate.

use groundscope_benchmarks::{ScoreError, Settings, grounding};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule};

use crate::args::{FalsePositives, GroundingArgs};
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Score and print the report.
pub fn grounding(args: &GroundingArgs) -> Outcome {
    let references = input::references(&args.references)?;
    let predictions = input::predictions(&args.predictions, &references)?;
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
        return Ok(print_json(&report)?);
    }
    Ok(print(&report.to_text())?)
}
