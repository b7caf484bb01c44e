//! `groundscope score eyevqa`: a run's answers to the questions of EyeVQA, or several runs side by side.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use groundscope_eyevqa::compare::{Run, compare};
use groundscope_eyevqa::{Answers, report_of};
use groundscope_metrics::bootstrap::Resampling;

use super::args::ScoreEyeVqaArgs;
use super::questions;
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Score and print the report.
pub fn score(args: &ScoreEyeVqaArgs) -> Outcome {
    let questions = questions(&args.questions)?;
    let mut runs = Vec::new();
    let mut names = BTreeSet::new();
    for given in &args.answers {
        let (name, path) = named(given);
        if !names.insert(name.clone()) {
            let hint = "Name them apart, as in --answers one=a.jsonl --answers two=b.jsonl.";
            return Err(Failure::new(format_args!("two runs have the name {name}"), hint).into());
        }
        let answers = Answers::parse(&input::bytes(&path)?).map_err(|error| Failure::told(&path, error))?;
        runs.push(Run { name, answers });
    }
    let coordinates = args.coordinates.into();
    if let [only] = runs.as_slice() {
        let report = report_of(&questions, &only.answers, coordinates, args.details);
        if args.json {
            return Ok(print_json(&report)?);
        }
        return Ok(print(&report.to_text())?);
    }
    let comparison = compare(&questions, &runs, coordinates, Resampling::from(&args.bootstrap));
    if args.json {
        return Ok(print_json(&comparison)?);
    }
    Ok(print(&comparison.to_text())?)
}

/// `NAME=FILE`, or a file that gives its own name.
fn named(given: &str) -> (String, PathBuf) {
    match given.split_once('=') {
        Some((name, path)) if !name.is_empty() && !Path::new(given).exists() => {
            (name.to_owned(), PathBuf::from(path))
        }
        _ => {
            let stem = Path::new(given).file_stem().unwrap_or_default();
            (stem.to_string_lossy().into_owned(), PathBuf::from(given))
        }
    }
}
