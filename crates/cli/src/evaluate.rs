//! `groundscope evaluate`: any number of models scored and compared into a folder of tables, figures and one page.

use std::path::Path;

use groundscope_benchmarks::output::{BoxReader, Declared, OtherClass, read_boxes, read_rows};
use groundscope_benchmarks::{Annotations, Settings};
use groundscope_evaluation::{EvaluateError, Input, RunInput, evaluate};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{AggIouSettings, FalsePositiveRule};
use groundscope_report::ReportError;

use crate::args::{EvaluateArgs, FalsePositives};
use crate::failure::Failure;
use crate::run_spec::RunSpec;
use crate::{Outcome, input, output, parse, print, print_json};

/// Score, compare, write the folder, and print where to look and the ranking.
pub fn run(args: &EvaluateArgs) -> Outcome {
    check_folder(&args.out, args.force)?;
    let references = input::references(&args.references)?;
    let second = args
        .second_reading
        .as_deref()
        .map(input::references)
        .transpose()?;
    let runs: Vec<RunInput> = args
        .run
        .iter()
        .map(|spec| read(spec, &references))
        .collect::<Result<_, Failure>>()?;
    let settings = Settings {
        agg_iou: AggIouSettings {
            t1: args.t1,
            t2: args.t2,
            false_positives: match args.fp {
                FalsePositives::Undetected => FalsePositiveRule::Undetected,
                FalsePositives::Ungathered => FalsePositiveRule::Ungathered,
            },
        },
        resampling: Resampling {
            replicates: args.replicates,
            seed: args.seed,
        },
        beside: true,
        details: false,
    };
    let evaluation = evaluate(
        &Input {
            title: &args.title,
            references: &references,
            second_reading: second.as_ref(),
            runs: &runs,
            published: args.published,
        },
        &settings,
    )
    .map_err(|error| failed(args, &error))?;
    let fault = |error: ReportError| Failure::new(error, "Report this as a fault of the program.");
    let mut files = groundscope_report::write(&evaluation).map_err(fault)?;
    files.extend(groundscope_report::pictures(&evaluation).map_err(fault)?);
    let count = files.len();
    for (path, bytes) in files {
        let place = args.out.join(path);
        if let Some(folder) = place.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
        }
        output::write(&place, &bytes)?;
    }
    if args.json {
        return Ok(print_json(&evaluation)?);
    }
    let page = args.out.join("report.html");
    let tables = groundscope_report::tables(&evaluation)
        .map_err(|error| Failure::new(error, "Report this as a fault of the program."))?;
    let first = tables
        .first()
        .map(|table| table.to_markdown())
        .unwrap_or_default();
    Ok(print(&format!(
        "{first}\n{count} files written; open {}\n",
        page.display()
    ))?)
}

/// A folder of something else is not to be filled with a report's files.
fn check_folder(out: &Path, force: bool) -> Result<(), Failure> {
    let holds_other = std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some())
        && !out.join("evaluation.json").exists();
    if holds_other && !force {
        return Err(Failure::of(
            out,
            "the folder holds other files",
            "Name an empty or new folder, or add --force.",
        ));
    }
    Ok(())
}

fn read(spec: &RunSpec, references: &Annotations) -> Result<RunInput, Failure> {
    let mut notes = Vec::new();
    let predictions = match (&spec.boxes, spec.reader) {
        (None, _) => None,
        (Some(path), Some(family)) if input::is_rows(path) => {
            let declared = Declared::new(family, spec.space, spec.order, spec.resized)
                .map_err(|error| parse::undeclared(&error))?;
            let reader = BoxReader {
                declared,
                other_class: OtherClass::Keep,
            };
            let wrong = |error| parse::damaged(path, &error);
            let rows = read_rows(&input::bytes(path)?).map_err(wrong)?;
            let report = read_boxes(&rows, &reader, Some(references)).map_err(wrong)?;
            notes.push(report.in_words());
            Some(report.predictions(references).map_err(wrong)?)
        }
        (Some(path), _) => Some(input::predictions(path, references)?),
    };
    let answers = match &spec.answers {
        Some(path) => Some(read_rows(&input::bytes(path)?).map_err(|error| parse::damaged(path, &error))?),
        None => None,
    };
    Ok(RunInput {
        name: spec.name.clone(),
        predictions,
        answers,
        params: spec.params,
        active: spec.active,
        generation: spec.generation.clone(),
        kind: spec.kind,
        family: spec.family.clone(),
        repository: spec.repository.clone(),
        notes,
    })
}

fn failed(args: &EvaluateArgs, error: &EvaluateError) -> Failure {
    let hint = "Give every run boxes or answers for the images of the references.";
    match error {
        EvaluateError::SecondReading(_) => Failure::of(
            args.second_reading.as_deref().unwrap_or(&args.references),
            error,
            "Give a second reading of scans that the references have.",
        ),
        _ => Failure::new(error, hint),
    }
}
