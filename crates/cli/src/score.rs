//! `groundscope score grounding`: predictions against references, all of it done by the benchmarks crate.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use groundscope_benchmarks::stream::{self, Shard, SourceError, StreamError};
use groundscope_benchmarks::{PARTIAL_FORMAT, Partial, Report, ScoreError, Settings, boxes_file, grounding};

use crate::args::GroundingArgs;
use crate::failure::Failure;
use crate::hints::Purpose;
use crate::table::{counted, printable_path};
use crate::{Outcome, input, output, print, print_json, progress};

/// Files of more bytes than this together are read image by image.
const STREAMED: u64 = 64 << 20;

/// Score and print the report.
pub fn grounding(args: &GroundingArgs) -> Outcome {
    if let Some(out) = &args.partial {
        output::spare("--partial", out, [&args.references, &args.predictions])?;
        let partial = partial(args)?;
        write_partial(out, &partial)?;
        let images = partial.images();
        return Ok(print(&format!(
            "{} scored into {} ({PARTIAL_FORMAT}); groundscope merge makes the report.\n",
            counted(images, "image", "images"),
            printable_path(out)
        ))?);
    }
    let report = if !args.details && streamable(args, STREAMED) {
        Report::of(&partial(args)?)
    } else {
        let references = input::references(&args.references)?.annotations;
        let predictions = input::predictions(&args.predictions, &references)?.annotations;
        grounding::score(&references, &predictions, &settings(args))
            .map_err(|error| mismatch(args, &error))?
    };
    print_report(&report, args.json)
}

/// Print a report as text or JSON.
pub fn print_report(report: &Report, json: bool) -> Outcome {
    if json {
        return Ok(print_json(report)?);
    }
    Ok(print(&report.to_text())?)
}

/// Write a partial result.
pub fn write_partial(out: &Path, partial: &Partial) -> Result<(), Failure> {
    let bytes = partial.to_bytes();
    let bytes = bytes.map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
    output::write(out, &bytes)
}

fn settings(args: &GroundingArgs) -> Settings {
    Settings {
        agg_iou: (&args.agg_iou).into(),
        beside: args.partial.is_none(),
        details: args.details,
        resampling: (&args.bootstrap).into(),
    }
}

fn partial(args: &GroundingArgs) -> Result<Partial, Failure> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    if !streamable(args, 0) {
        if shard != Shard::WHOLE {
            return Err(Failure::new(
                "--shard splits files of the format groundscope-boxes/1 only, and no pipes",
                "Convert both files with groundscope convert --to boxes.",
            ));
        }
        let references = input::references(&args.references)?;
        let predictions = input::predictions(&args.predictions, &references.annotations)?;
        if let Some(out) = &args.partial {
            // Folders are known by now.
            output::spare(
                "--partial",
                out,
                references.paths.iter().chain(&predictions.paths),
            )?;
        }
        return grounding::partial(&references.annotations, &predictions.annotations, &settings(args))
            .map_err(|error| mismatch(args, &error));
    }
    let open = |path: &Path| File::open(path).map_err(|error| Failure::reading(path, &error));
    let bar = progress::images();
    let scored = stream::score(
        open(&args.references)?,
        open(&args.predictions)?,
        &settings(args),
        shard,
        |done, all| progress::show(&bar, done, all),
    );
    bar.finish_and_clear();
    let (partial, notes) = scored.map_err(|error| match error {
        StreamError::References(error) => unusable(&args.references, &error, Purpose::References),
        StreamError::Predictions(error) => unusable(&args.predictions, &error, Purpose::Predictions),
        StreamError::Score(error) => mismatch(args, &error),
    })?;
    for (path, notes) in [&args.references, &args.predictions].into_iter().zip(&notes) {
        input::tell(path, notes.lines());
    }
    Ok(partial)
}

/// Read image by image, a file is known in pieces only: up to a gigabyte it is read whole to say where it is damaged.
fn unusable(path: &Path, error: &SourceError, purpose: Purpose) -> Failure {
    match error {
        SourceError::Read(error) => Failure::reading(path, error),
        SourceError::File(error) => {
            let small = path.metadata().is_ok_and(|about| about.len() < 1 << 30);
            let whole = small.then(|| input::references(path)).and_then(Result::err);
            whole.unwrap_or_else(|| input::damaged(path, error, purpose))
        }
    }
}

fn mismatch(args: &GroundingArgs, error: &ScoreError) -> Failure {
    // The references alone are at fault where they name the image or ask about it.
    let at_fault = match error {
        ScoreError::AskedUnknownImage {
            file: "references", ..
        }
        | ScoreError::NoImages => &args.references,
        _ => &args.predictions,
    };
    Failure::told(at_fault, error)
}

/// Whether both are boxes files, and together larger than `above` bytes.
fn streamable(args: &GroundingArgs, above: u64) -> bool {
    let paths = [&args.references, &args.predictions];
    let sizes = paths.map(|path| {
        path.metadata()
            .map_or(0, |about| if about.is_file() { about.len() } else { 0 })
    });
    sizes.into_iter().sum::<u64>() > above && paths.into_iter().all(|path| is_boxes_file(path))
}

/// The key `format` stands at the start, as this program and its documentation write it. A pipe can be read once only: it is
/// left for whoever reads it whole.
fn is_boxes_file(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start));
    read.is_ok() && names_boxes_file(&String::from_utf8_lossy(&start))
}

/// Whether the first key `format` has this format's name for its value. Other files may well mention it elsewhere.
fn names_boxes_file(start: &str) -> bool {
    let value = |rest: &str| {
        let rest = rest.trim_start().strip_prefix(':')?.trim_start();
        rest.strip_prefix('"')?.split('"').next().map(str::to_owned)
    };
    start
        .split("\"format\"")
        .skip(1)
        .find_map(value)
        .is_some_and(|found| found == boxes_file::FORMAT)
}

#[cfg(test)]
mod tests {
    use super::names_boxes_file;

    #[test]
    fn the_format_is_a_key_and_no_mention() {
        assert!(names_boxes_file(
            "{\"format\": \"groundscope-boxes/1\", \"space\""
        ));
        assert!(names_boxes_file(
            "\u{feff}{\n \"space\": \"pixel\",\n \"format\"\n:\"groundscope-boxes/1\""
        ));
        assert!(!names_boxes_file(
            "{\"info\": {\"description\": \"made from groundscope-boxes/1\"}, \"images\": []"
        ));
        assert!(!names_boxes_file(
            "{\"info\": {\"format\": \"coco\", \"from\": \"groundscope-boxes/1\"}"
        ));
        assert!(!names_boxes_file("{\"format\": \"groundscope-boxes/10\""));
    }
}
