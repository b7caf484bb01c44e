//! `groundscope merge`: partial results of any split of a benchmark into one report, the same bits as without a split.

use groundscope_benchmarks::{Partial, Report};

use crate::args::MergeArgs;
use crate::failure::Failure;
use crate::score::{print_report, write_partial};
use crate::table::{counted, printable_path};
use crate::{Outcome, input, output, print};

/// Merge, and print or write what comes of it.
pub fn run(args: &MergeArgs) -> Outcome {
    let mut merged: Option<Partial> = None;
    for path in &args.files {
        let partial = Partial::from_bytes(&input::bytes(path)?).map_err(|error| {
            Failure::of(
                path,
                error,
                "Give files that groundscope score grounding --partial wrote.",
            )
        })?;
        merged = Some(match merged {
            None => partial,
            Some(before) => before
                .merge(partial)
                .map_err(|error| Failure::of(path, error, "Merge the parts of one benchmark, each once."))?,
        });
    }
    let Some(merged) = merged else {
        return Ok(());
    };
    if let Some(out) = &args.partial {
        output::spare("--partial", out, &args.files)?;
        write_partial(out, &merged)?;
        return Ok(print(&format!(
            "{} merged into {}.\n",
            counted(merged.images(), "image", "images"),
            printable_path(out)
        ))?);
    }
    if let Some((of, missing)) = merged.missing().first() {
        let missing: Vec<String> = missing.iter().take(10).map(u32::to_string).collect();
        return Err(Failure::new(
            format_args!("of {of} parts these are not there: {}", missing.join(", ")),
            "Give all parts of one pair of files, or merge what there is with --partial.",
        )
        .into());
    }
    print_report(&Report::of(&merged), args.json)
}
