//! `groundscope describe eyevqa`: counts, lengths, letters, and the four panels of the data set's figure.

use groundscope_eyevqa::describe::describe as count;

use super::args::DescribeEyeVqaArgs;
use super::questions;
use crate::{Outcome, print, print_json};

/// Count and print.
pub fn describe(args: &DescribeEyeVqaArgs) -> Outcome {
    let description = count(&questions(&args.questions)?);
    if args.json {
        return Ok(print_json(&description)?);
    }
    Ok(print(&description.to_text())?)
}
