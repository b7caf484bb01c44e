//! `groundscope describe ultrag`: images, masks and tasks of records, by organ.

use groundscope_ultrag::describe::describe as count;

use super::args::DescribeUltragArgs;
use super::records;
use crate::{Outcome, print, print_json};

/// Count and print.
pub fn describe(args: &DescribeUltragArgs) -> Outcome {
    let mut all = Vec::new();
    for path in &args.records {
        all.extend(records(path)?);
    }
    let description = count(&all);
    if args.json {
        return Ok(print_json(&description)?);
    }
    Ok(print(&description.to_text())?)
}
