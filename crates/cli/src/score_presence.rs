//! `groundscope score presence`: yes and no against references, all of it done by the benchmarks crate.

use groundscope_benchmarks::output::{RowsError, read_rows};
use groundscope_benchmarks::presence::{self, PresenceError};

use crate::args::PresenceArgs;
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Score and print the report.
pub fn run(args: &PresenceArgs) -> Outcome {
    let damaged = |error: &RowsError| {
        let hint = match error {
            RowsError::Image { .. } => "Give the references of these images.",
            _ => "Give one JSON object with image, class and response a line.",
        };
        Failure::of(&args.answers, error, hint)
    };
    let references = input::references(&args.references)?.annotations;
    let rows = read_rows(&input::bytes(&args.answers)?).map_err(|error| damaged(&error))?;
    let judged = presence::judge(&references, &rows).map_err(|error| match error {
        PresenceError::Answers(error) => damaged(&error),
        PresenceError::References(error) => Failure::of(
            &args.references,
            error,
            "Give references of the images that were asked about.",
        ),
    })?;
    let report = presence::report(&references, &judged, args.details, &(&args.bootstrap).into());
    if args.json {
        return Ok(print_json(&report)?);
    }
    Ok(print(&report.to_text())?)
}
