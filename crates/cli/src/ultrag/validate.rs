//! `groundscope validate ultrag`: what is wrong with records, and whether they pass.

use groundscope_ultrag::validate::validate as check;

use super::args::ValidateUltragArgs;
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Check every line and print what is wrong; records that do not pass make the command fail.
pub fn validate(args: &ValidateUltragArgs) -> Outcome {
    let bytes = input::bytes(&args.records)?;
    let checked = check(&bytes, args.mode.into(), args.include_empty);
    let checked =
        checked.map_err(|error| Failure::of(&args.records, error, "Give JSON lines as UTF-8 text."))?;
    if args.json {
        print_json(&checked)?;
    } else {
        print(&checked.to_text(args.show))?;
    }
    if checked.records == 0 {
        return Err(Failure::of(
            &args.records,
            "holds no record",
            "Make some with groundscope make ultrag.",
        )
        .into());
    }
    if checked.passes() {
        return Ok(());
    }
    let failing = checked.records - checked.passing;
    Err(Failure::of(
        &args.records,
        format_args!("{failing} of {} records do not pass", checked.records),
        "Look at the issues above; groundscope review ultrag lists the records, the worst first.",
    )
    .into())
}
