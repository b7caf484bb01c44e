//! `groundscope score presence`: yes and no against references, all of it done by the benchmarks crate.

use groundscope_benchmarks::output::{RowsError, read_rows};
use groundscope_benchmarks::presence::{self, PresenceError};

use crate::args::PresenceArgs;
use crate::failure::Failure;
use crate::hints::{self, Asking};
use crate::{Outcome, input, print, print_json, wordless};

/// Score and print the report.
pub fn run(args: &PresenceArgs) -> Outcome {
    let damaged =
        |error: &RowsError| Failure::of(&args.answers, error, hints::of_rows(error, Asking::Presence));
    let references = input::references(&args.references)?.annotations;
    let rows = read_rows(&input::bytes(&args.answers)?).map_err(|error| damaged(&error))?;
    let judged = presence::judge(&references, &rows).map_err(|error| match error {
        PresenceError::Answers(error) => damaged(&error),
        PresenceError::References(error) => Failure::told(&args.references, error),
    })?;
    wordless::warn(&args.answers, &rows);
    let report = presence::report(&references, &judged, args.details, &(&args.bootstrap).into());
    if args.json {
        return Ok(print_json(&report)?);
    }
    Ok(print(&report.to_text())?)
}
