//! `groundscope evaluate`: any number of models scored and compared into a folder of tables, figures and one page.

use std::path::{Path, PathBuf};

use groundscope_benchmarks::output::{
    BoxReader, DeclareError, Declared, OtherClass, Row, read_boxes, read_rows,
};
use groundscope_benchmarks::{Annotations, ClassLabel, Settings};
use groundscope_evaluation::{EvaluateError, Input, RunInput, evaluate};
use groundscope_report::ReportError;

use crate::args::EvaluateArgs;
use crate::failure::Failure;
use crate::hints::Asking;
use crate::run_spec::{RunSpec, readers, unprintable};
use crate::table::{counted, printable_path};
use crate::{Outcome, input, parse, print, print_json, report_folder, wordless};

/// Score, compare, write the folder, and print where to look and the ranking.
pub fn run(args: &EvaluateArgs) -> Outcome {
    report_folder::check(&args.out, args.force)?;
    let mut inputs = Vec::new();
    let references = annotated(&args.references, None, &mut inputs)?;
    let second = match &args.second_reading {
        Some(path) => Some(annotated(path, None, &mut inputs)?),
        None => None,
    };
    let runs: Vec<RunInput> = args
        .run
        .iter()
        .map(|spec| read(spec, &references, &mut inputs))
        .collect::<Result<_, Failure>>()?;
    let settings = Settings {
        agg_iou: (&args.agg_iou).into(),
        resampling: (&args.bootstrap).into(),
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
    let mut files = groundscope_report::write(&evaluation).map_err(|error| unreportable(&error))?;
    files.extend(groundscope_report::pictures(&evaluation).map_err(|error| unreportable(&error))?);
    let removed = report_folder::write(&args.out, &files, &inputs)?;
    if args.json {
        return Ok(print_json(&evaluation)?);
    }
    let page = args.out.join("report.html");
    let tables = groundscope_report::tables(&evaluation).map_err(|error| unreportable(&error))?;
    let first = tables
        .first()
        .map(|table| table.to_markdown())
        .unwrap_or_default();
    let removed = match removed {
        0 => String::new(),
        some => format!(
            ", {} of the earlier report removed",
            counted(some as u64, "file", "files")
        ),
    };
    Ok(print(&format!(
        "{first}\n{} files written{removed}; open {}\n",
        files.len(),
        printable_path(&page)
    ))?)
}

fn unreportable(error: &ReportError) -> Failure {
    let hint = match error {
        ReportError::Data { .. } => "Correct what is named there in the files or the arguments.",
        _ => "Report this as a fault of the program.",
    };
    Failure::new(error, hint)
}

/// Annotations whose classes a report can name; their files are added to those that are read.
fn annotated(
    path: &Path,
    references: Option<&Annotations>,
    inputs: &mut Vec<PathBuf>,
) -> Result<Annotations, Failure> {
    let given = match references {
        Some(references) => input::predictions(path, references)?,
        None => input::references(path)?,
    };
    inputs.extend(given.paths);
    let annotations = given.annotations;
    let drawn = annotations.images.iter().flat_map(|image| &image.boxes);
    let listed = annotations.exhaustive.iter().flatten();
    let asked = annotations.asked.iter().flatten().map(|(_, class)| class);
    nameable(path, drawn.map(|drawn| &drawn.label).chain(listed).chain(asked))?;
    Ok(annotations)
}

fn nameable<'a>(path: &Path, mut classes: impl Iterator<Item = &'a ClassLabel>) -> Result<(), Failure> {
    match classes.find(|class| unprintable(class.id())) {
        Some(class) => Err(Failure::of(
            path,
            format_args!(
                "the class {:?} has a control character or a line break in its name",
                class.id()
            ),
            "Rename the class in the file.",
        )),
        None => Ok(()),
    }
}

/// Responses, and their file added to those that are read.
fn rows(path: &Path, inputs: &mut Vec<PathBuf>) -> Result<Vec<Row>, Failure> {
    let rows = read_rows(&input::bytes(path)?).map_err(|error| parse::damaged(path, &error, Asking::Run))?;
    inputs.push(path.to_path_buf());
    nameable(path, rows.iter().map(|row| &row.class))?;
    Ok(rows)
}

fn read(spec: &RunSpec, references: &Annotations, inputs: &mut Vec<PathBuf>) -> Result<RunInput, Failure> {
    let mut notes = Vec::new();
    let predictions = match (&spec.boxes, spec.reader) {
        (None, _) => None,
        (Some(path), Some(family)) if input::is_rows(path) => {
            let declared = Declared::new(family, spec.space, spec.order, spec.resized)
                .map_err(|error| undeclared(spec, &error))?;
            let reader = BoxReader {
                declared,
                other_class: OtherClass::Keep,
            };
            let wrong = |error| parse::damaged(path, &error, Asking::Run);
            let report = read_boxes(&rows(path, inputs)?, &reader, Some(references)).map_err(wrong)?;
            notes.push(report.in_words());
            Some(report.predictions(references).map_err(wrong)?)
        }
        (Some(path), _) => match annotated(path, Some(references), inputs) {
            Err(_) if input::is_rows(path) && path.is_file() && input::bytes(path).is_ok() => {
                return Err(no_reader(spec, path));
            }
            read => Some(read?),
        },
    };
    let answers = match &spec.answers {
        Some(path) => {
            let answers = rows(path, inputs)?;
            wordless::warn(path, &answers);
            Some(answers)
        }
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

/// A file of responses by its name, and nobody who reads them.
fn no_reader(spec: &RunSpec, path: &Path) -> Failure {
    let why = match &spec.family {
        Some(family) => format!("there is no reader for the family {family}"),
        None => "family= does not say whose they are".to_owned(),
    };
    Failure::of(
        path,
        format_args!("the responses of the run {} cannot be read: {why}", spec.name),
        format_args!(
            "Add family= with one of {}; any other family is a name for the figures only.",
            readers()
        ),
    )
}

/// What a run declares of its boxes does not add up.
fn undeclared(spec: &RunSpec, error: &DeclareError) -> Failure {
    Failure::new(
        format_args!("run {}: {error}", spec.name),
        "Declare them with space=, order= and resized= of the run, as the model was asked to write them.",
    )
}

fn failed(args: &EvaluateArgs, error: &EvaluateError) -> Failure {
    match error {
        EvaluateError::SecondReading(_) => Failure::of(
            args.second_reading.as_deref().unwrap_or(&args.references),
            error,
            "Give a second reading of scans that the references have.",
        ),
        _ => Failure::new(error, ""),
    }
}
