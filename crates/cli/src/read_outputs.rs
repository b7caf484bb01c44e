//! What `groundscope read` writes of what it read, and what is refused before any work is done.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use groundscope_export::{ExportError, PictureOptions, Reading, ReportOptions, coco, csv, report_html, svg};
use groundscope_model::{Findings, Manifest};

use crate::args::{ReadArgs, ReadOutputs};
use crate::failure::Failure;
use crate::{boxes, output};

/// One file that was read.
pub struct Read<'a> {
    pub file: &'a str,
    pub findings: &'a Findings,
    pub notes: &'a [String],
    /// The scan as a PNG, where an output shows it.
    pub picture: Option<&'a [u8]>,
}

impl ReadOutputs {
    /// Every output with its option; `ending` where the file must have one.
    fn all(&self) -> [Output<'_>; 6] {
        let output = |option, out, ending| Output { option, out, ending };
        [
            output("--overlay", &self.overlay, Some(("png", "a PNG"))),
            output("--boxes", &self.boxes, None),
            output("--coco", &self.coco, None),
            output("--csv", &self.csv, None),
            output("--svg", &self.svg, Some(("svg", "an SVG"))),
            output("--report", &self.report, Some(("html", "an HTML page"))),
        ]
    }

    /// Whether an output has the scan's pixels in it.
    pub fn shows_scans(&self) -> bool {
        self.svg.is_some() || self.report.is_some()
    }
}

struct Output<'a> {
    option: &'static str,
    out: &'a Option<PathBuf>,
    ending: Option<(&'static str, &'static str)>,
}

/// What can be told before any work is done.
pub fn check(args: &ReadArgs) -> Result<(), Failure> {
    let asked: Vec<(Output<'_>, &Path)> = (args.outputs.all().into_iter())
        .filter_map(|output| Some((output.out.as_deref()?, output)))
        .map(|(out, output)| (output, out))
        .collect();
    for (output, out) in &asked {
        let option = output.option;
        if matches!(option, "--overlay" | "--svg") && args.files.len() > 1 {
            return Err(Failure::new(
                format_args!("{option} draws one scan, {} files were given", args.files.len()),
                format_args!("Read the files one by one, each with its own {option}."),
            ));
        }
        if let Some((ending, what)) = output.ending
            && !out
                .extension()
                .is_some_and(|own| own.eq_ignore_ascii_case(ending))
        {
            return Err(Failure::of(
                out,
                format_args!("{option} writes {what}"),
                format_args!("Name a file that ends in .{ending}."),
            ));
        }
        output::spare(option, out, args.files.iter().chain(&args.weights))?;
    }
    for (at, (output, out)) in asked.iter().enumerate() {
        let same = asked
            .iter()
            .take(at)
            .find(|(_, one)| one == out || output::same_file(one, out));
        if let Some((first, _)) = same {
            return Err(Failure::of(
                out,
                format_args!("{} and {} name the same file", first.option, output.option),
                "Name two files.",
            ));
        }
    }
    let mut seen = BTreeSet::new();
    let twice = args.files.iter().find(|path| !seen.insert(image_id(path)));
    match twice {
        Some(path) if args.outputs.boxes.is_some() || args.outputs.coco.is_some() => Err(Failure::of(
            path,
            "a second file of this name; a file of boxes tells images by their names",
            "Rename one of them, or write two files of boxes.",
        )),
        _ => Ok(()),
    }
}

/// Writes what was asked for, but for the overlay; what fails keeps nothing else from being written.
pub fn write(outputs: &ReadOutputs, all: &[Read<'_>], manifest: &Manifest) -> Vec<Failure> {
    let ids: Vec<String> = all.iter().map(|read| image_id(Path::new(read.file))).collect();
    let named = |by_path: bool| -> Vec<Reading<'_>> {
        let names = all
            .iter()
            .zip(&ids)
            .map(|(read, id)| if by_path { read.file } else { id });
        all.iter()
            .zip(names)
            .map(|(read, name)| Reading {
                notes: read.notes,
                picture: read.picture,
                ..Reading::new(name, read.findings)
            })
            .collect()
    };
    let picture = PictureOptions::default();
    let mut failures = Vec::new();
    let mut put = |out: &Option<PathBuf>, make: &dyn Fn() -> Result<String, ExportError>| {
        let Some(out) = out else { return };
        let made = make().map_err(|error| Failure::told(out, error));
        failures.extend(made.and_then(|text| output::write(out, text.as_bytes())).err());
    };
    put(&outputs.coco, &|| coco(&named(false)));
    put(&outputs.csv, &|| csv(&named(true)));
    put(&outputs.report, &|| {
        report_html(&named(false), &picture, &report(outputs, manifest))
    });
    put(&outputs.svg, &|| match named(false).first() {
        Some(one) => svg(one, &picture),
        None => Err(ExportError::NoScan),
    });
    if let Some(out) = &outputs.boxes {
        let images = ids
            .iter()
            .map(String::as_str)
            .zip(all.iter().map(|read| read.findings));
        failures.extend(boxes::write_findings(out, images).err());
    }
    failures
}

fn report(outputs: &ReadOutputs, manifest: &Manifest) -> ReportOptions {
    let figures = manifest.classes.iter();
    ReportOptions {
        date: outputs.date.clone(),
        figures: figures
            .filter_map(|class| Some((class.id.clone(), class.figure_text.clone()?)))
            .collect(),
    }
}

/// The name by which a file of boxes knows the image: the file's, without its folder.
fn image_id(path: &Path) -> String {
    let name = path.file_name().unwrap_or(OsStr::new(path));
    name.to_string_lossy().into_owned()
}
