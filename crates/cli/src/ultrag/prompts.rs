//! `groundscope prompts ultrag`: what to send to a model, a JSON object a sample.

use groundscope_ultrag::prompts::Prompts;

use super::args::PromptsUltragArgs;
use super::records;
use crate::{Outcome, json_line, write_out};

/// Print a prompt a line.
pub fn prompts(args: &PromptsUltragArgs) -> Outcome {
    let records = records(&args.records)?;
    let chosen = records
        .iter()
        .filter(|record| args.split == "all" || record.split == args.split);
    for prompt in chosen.flat_map(|record| Prompts::current().of(record)) {
        write_out(&format!("{}\n", json_line(&prompt)?))?;
    }
    Ok(())
}
