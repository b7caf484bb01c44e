//! `groundscope convert`: annotations of one format as another, with everything that was dropped, noted or lost.

use std::path::Path;

use groundscope_benchmarks::formats::{
    self, Loss, NamedSize, Notes, ReadFiles, ReadOptions, WriteOptions, Written, class_map, class_names,
};
use groundscope_benchmarks::{Annotations, BoxTally};
use groundscope_geometry::BoxRule;
use serde::Serialize;

use crate::args::ConvertArgs;
use crate::failure::Failure;
use crate::folder::LeftOut;
use crate::table::{counted, printable, printable_path};
use crate::{Outcome, input, new_folder, output, print, print_json};

/// Read, write, and print what became of it.
pub fn run(args: &ConvertArgs) -> Outcome {
    let gathered = input::gather(&args.input, args.from)?;
    let sizes = args.sizes.as_deref().map(input::references).transpose()?;
    let pictures = args.images.as_deref().map(input::sizes).transpose()?;
    let (pictures, looked_at) = pictures.unwrap_or_default();
    let options = options(args, sizes.as_ref().map(|given| &given.annotations), pictures)?;
    let read = input::annotations(&gathered, args.from, &options)?;
    let how = WriteOptions {
        space: args.space,
        voc_pixels: args.voc_pixels,
    };
    let written = formats::write(&read.annotations, args.to, &how)
        .map_err(|error| Failure::told(&args.input, error))?;
    if args.to.is_folder() {
        apart(args)?;
        new_folder::write(&args.out, &written.files)?;
    } else {
        let beside = [&args.class_map, &args.names].into_iter().flatten();
        let sizes = sizes.iter().flat_map(|given| &given.paths);
        let inputs = gathered.paths.iter().chain(beside).chain(sizes).chain(&looked_at);
        output::spare("--out", &args.out, inputs)?;
        for file in &written.files {
            output::write(&args.out, &file.bytes)?;
        }
    }
    let report = Report::of(&read, gathered.left_out, args, &written);
    if args.json {
        return Ok(print_json(&report)?);
    }
    Ok(print(&report.to_text(&args.out))?)
}

/// A data set inside another of a different format would make both unreadable.
fn apart(args: &ConvertArgs) -> Result<(), Failure> {
    let existing = args.out.ancestors().find_map(|part| part.canonicalize().ok());
    let here = || std::path::absolute(&args.out).ok();
    let out = existing.or_else(here).unwrap_or_else(|| args.out.clone());
    let inside = args.input.is_dir()
        && args
            .input
            .canonicalize()
            .is_ok_and(|input| out.starts_with(input));
    if inside {
        return Err(Failure::of(
            &args.out,
            "--out lies inside the folder that is read, which would hold two data sets",
            "Name a folder beside it.",
        ));
    }
    Ok(())
}

fn options<'a>(
    args: &ConvertArgs,
    sizes: Option<&'a Annotations>,
    pictures: Vec<NamedSize>,
) -> Result<ReadOptions<'a>, Failure> {
    let mut options = ReadOptions {
        references: sizes,
        images: pictures,
        space: args.from_space,
        voc_pixels: args.voc_pixels,
        rule: BoxRule {
            min_area: args.min_area,
            join_distance: args.join,
        },
        classes: args.classes.iter().cloned().collect(),
        ..ReadOptions::default()
    };
    if let Some(path) = &args.class_map {
        let map = class_map(&input::bytes(path)?);
        let hint = "Give a JSON object such as {\"1\": \"irf\"}.";
        options.class_map = map.map_err(|error| Failure::of(path, error, hint))?;
    }
    if let Some(path) = &args.names {
        let names = class_names(&path.to_string_lossy(), &input::bytes(path)?);
        let hint = "Give the class names, a line each, or a data.yaml.";
        options.names = names.map_err(|error| Failure::of(path, error, hint))?;
    }
    Ok(options)
}

#[derive(Serialize)]
struct Report<'a> {
    read: ReadReport<'a>,
    written: WrittenReport<'a>,
}

#[derive(Serialize)]
struct ReadReport<'a> {
    format: &'static str,
    images: usize,
    boxes: usize,
    /// Dropped, clipped and rounded boxes by reason, under the name that `score` has for it.
    dropped: BoxTally,
    notes: &'a Notes,
    /// What of a folder was not looked at.
    #[serde(skip_serializing_if = "LeftOut::is_empty")]
    left_out: LeftOut,
}

#[derive(Serialize)]
struct WrittenReport<'a> {
    format: &'static str,
    files: usize,
    losses: &'a [Loss],
}

impl<'a> Report<'a> {
    fn of(read: &'a ReadFiles, left_out: LeftOut, args: &ConvertArgs, written: &'a Written) -> Self {
        let images = &read.annotations.images;
        Self {
            read: ReadReport {
                format: read.format.id(),
                images: images.len(),
                boxes: images.iter().map(|image| image.boxes.len()).sum(),
                dropped: read.annotations.tally,
                notes: &read.notes,
                left_out,
            },
            written: WrittenReport {
                format: args.to.id(),
                files: written.files.len(),
                losses: &written.losses,
            },
        }
    }

    fn to_text(&self, out: &Path) -> String {
        let read = &self.read;
        let mut lines = vec![format!(
            "read     {}: {}, {}",
            read.format,
            counted(read.images as u64, "image", "images"),
            counted(read.boxes as u64, "box", "boxes")
        )];
        let tally = read.dropped;
        let counts = [
            ("dropped  {}: not four numbers", tally.wrong_arity),
            ("dropped  {}: no finite numbers", tally.not_finite),
            ("dropped  {}: no area", tally.no_area),
            ("dropped  {}: outside the image", tally.outside_image),
            ("dropped  {}: crowd regions", tally.crowd),
            ("kept     {}: clipped at the image's edge", tally.clipped),
            ("kept     {}: rounded to six decimals", tally.rounded),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        lines.extend(counts.map(|(line, count)| line.replace("{}", &count.to_string())));
        lines.extend(
            read.left_out
                .lines()
                .into_iter()
                .chain(read.notes.lines())
                .map(|line| format!("note     {}", printable(&line))),
        );
        lines.push(format!(
            "written  {}: {}, {}",
            self.written.format,
            counted(self.written.files as u64, "file", "files"),
            printable_path(out)
        ));
        lines.extend(
            self.written
                .losses
                .iter()
                .map(|loss| format!("lost     {}", printable(&loss.to_text()))),
        );
        lines.join("\n") + "\n"
    }
}
