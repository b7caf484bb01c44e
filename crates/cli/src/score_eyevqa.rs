//! `groundscope score eyevqa`: a run's answers to the questions of EyeVQA, all of it done by the crate of that name.

use groundscope_eyevqa::{Answers, Questions, score};

use crate::args::EyeVqaArgs;
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Score and print the report.
pub fn run(args: &EyeVqaArgs) -> Outcome {
    let questions = Questions::parse(&input::bytes(&args.questions)?)
        .map_err(|error| Failure::told(&args.questions, error))?;
    let answers =
        Answers::parse(&input::bytes(&args.answers)?).map_err(|error| Failure::told(&args.answers, error))?;
    let report = score(&questions, &answers, args.details);
    if args.json {
        return Ok(print_json(&report)?);
    }
    Ok(print(&report.to_text())?)
}
