//! `groundscope make eyevqa`: questions from annotations and labels, with the pictures that their licences allow.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use groundscope_benchmarks::formats::{NamedBytes, ReadOptions, class_map, class_names};
use groundscope_benchmarks::{ClassLabel, ImageBoxes};
use groundscope_eyevqa::make::{Case, Made, MakeOptions, Region, make as questions_of};
use groundscope_geometry::BoxRule;
use serde::Serialize;

use super::args::MakeEyeVqaArgs;
use super::composites;
use super::labels::{self, Labelled};
use super::pair::is_picture;
use crate::failure::Failure;
use crate::{Outcome, folder, input, json_line, new_folder, print, print_json};

/// Licences under which images may be passed on.
const OPEN: [&str; 9] = [
    "cc by",
    "cc-by",
    "cc0",
    "public domain",
    "mit",
    "apache",
    "bsd",
    "pddl",
    "odc-by",
];
/// What takes that back.
const CLOSED: [&str; 3] = ["-nd", " nd", "noderiv"];

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    made: groundscope_eyevqa::make::MakeReport,
    seed: u64,
    dataset: String,
    images_written: usize,
    composites_written: usize,
    /// Pictures that stay where they are, by reason.
    images_kept_back: BTreeMap<&'static str, usize>,
}

/// Read, make, write.
pub fn make(args: &MakeEyeVqaArgs) -> Outcome {
    let mut labelled = args
        .labels
        .as_deref()
        .map(labels::read)
        .transpose()?
        .unwrap_or_default();
    if args.labels_alone() {
        labelled.extend(labels::read(&args.from)?);
    }
    let mut cases = if args.labels_alone() {
        Vec::new()
    } else {
        annotated(args)?
    };
    let licences = merge(&mut cases, labelled);
    let pictures = match &args.images {
        Some(folder) => local(folder)?,
        None => BTreeMap::new(),
    };
    for case in cases
        .iter_mut()
        .filter(|case| case.width == 0 || case.height == 0)
    {
        if let Some(path) = find(&pictures, &case.image) {
            (case.width, case.height) = composites::size(path)?;
        }
    }
    let dataset = args.dataset.clone().unwrap_or_else(|| name(&args.from));
    let options = MakeOptions {
        count: args.count,
        seed: args.seed,
        dataset: dataset.clone(),
        modality: args.modality.clone(),
    };
    let made = questions_of(&cases, &options);
    if made.records.is_empty() {
        let why: Vec<String> = made
            .report
            .left_out
            .iter()
            .map(|(why, n)| format!("{why} ({n})"))
            .collect();
        let why = if why.is_empty() {
            "no target and no label has a known name".to_owned()
        } else {
            why.join(", ")
        };
        return Err(Failure::of(
            &args.from,
            format_args!("gives no question: {why}"),
            "Name targets and diseases as in docs/other-benchmarks.md, or give a --class-map.",
        )
        .into());
    }
    let mut report = Report {
        made: made.report.clone(),
        seed: args.seed,
        dataset,
        images_written: 0,
        composites_written: 0,
        images_kept_back: BTreeMap::new(),
    };
    let mut files = written(&made)?;
    if args.export_images {
        export(
            &made,
            &pictures,
            &licences,
            args.licence.as_deref(),
            &mut files,
            &mut report,
        )?;
    }
    files.push(NamedBytes {
        path: "report.json".to_owned(),
        bytes: json_line(&report)?.into_bytes(),
    });
    new_folder::write(&args.out, &files)?;
    if args.json {
        return Ok(print_json(&report)?);
    }
    Ok(print(&told(&report, &args.out))?)
}

/// The name of a file or folder without its end; of `images`, `masks` and the like that of the folder above.
fn name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let own = whole
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    if matches!(
        own.as_str(),
        "masks" | "labels" | "annotations" | "boxes" | "coco"
    ) && let Some(above) = whole.parent().and_then(Path::file_name)
    {
        return above.to_string_lossy().into_owned();
    }
    own
}

/// Cases with the regions of annotations in any format.
fn annotated(args: &MakeEyeVqaArgs) -> Result<Vec<Case>, Failure> {
    let format = args
        .annotation_format()
        .map_err(|error| Failure::new(error, "Formats are those of groundscope convert, and labels."))?;
    let gathered = input::gather(&args.from, format)?;
    let mut options = ReadOptions {
        rule: BoxRule {
            min_area: args.min_area,
            join_distance: args.join,
        },
        ..ReadOptions::default()
    };
    if let Some(folder) = &args.images {
        options.images = input::sizes(folder)?.0;
    }
    if let Some(path) = &args.class_map {
        let hint = "Give a JSON object such as {\"MA\": \"microaneurysms\"}.";
        options.class_map =
            class_map(&input::bytes(path)?).map_err(|error| Failure::of(path, error, hint))?;
    }
    if let Some(path) = &args.names {
        let hint = "Give the class names, a line each, or a data.yaml.";
        options.names = class_names(&path.to_string_lossy(), &input::bytes(path)?)
            .map_err(|error| Failure::of(path, error, hint))?;
    }
    let read = input::annotations(&gathered, format, &options)?;
    let annotations = read.annotations;
    let looked_for: BTreeSet<String> = match &annotations.exhaustive {
        Some(labels) => labels.iter().map(|label| label.id().to_owned()).collect(),
        // Every class that the set uses anywhere was looked for.
        None => annotations
            .images
            .iter()
            .flat_map(|image| &image.boxes)
            .map(|one| one.label.id().to_owned())
            .collect(),
    };
    Ok(annotations
        .images
        .iter()
        .map(|image| case(image, annotations.space, &looked_for))
        .collect())
}

fn case(
    image: &ImageBoxes,
    space: groundscope_benchmarks::CoordinateSpace,
    looked_for: &BTreeSet<String>,
) -> Case {
    let [across, down] = match space {
        groundscope_benchmarks::CoordinateSpace::Pixel => [1.0, 1.0],
        groundscope_benchmarks::CoordinateSpace::Norm1000 => {
            [image.width, image.height].map(|side| f64::from(side) / 1000.0)
        }
        groundscope_benchmarks::CoordinateSpace::Unit => [image.width, image.height].map(f64::from),
    };
    let regions = image.boxes.iter().map(|one| {
        let [x1, y1, x2, y2] = one.corners.to_f64();
        Region {
            target: label(&one.label),
            bounds: [x1 * across, y1 * down, x2 * across, y2 * down],
            area: one
                .shape
                .as_ref()
                .and_then(|shape| shape.area(image.width, image.height)),
        }
    });
    Case {
        image: image.id.clone(),
        width: image.width,
        height: image.height,
        regions: regions.collect(),
        looked_for: looked_for.clone(),
        ..Case::default()
    }
}

fn label(label: &ClassLabel) -> String {
    label.id().to_owned()
}

/// Labels into the cases of their images, by name or by name without its end; images that only the table knows are added.
fn merge(cases: &mut Vec<Case>, labelled: BTreeMap<String, Labelled>) -> BTreeMap<String, String> {
    let mut licences = BTreeMap::new();
    for (name, row) in labelled {
        let known = cases
            .iter_mut()
            .find(|case| case.image == name || stem(&case.image) == stem(&name));
        let image = known
            .as_ref()
            .map_or_else(|| name.clone(), |case| case.image.clone());
        if let Some(licence) = row.licence {
            licences.insert(image, licence);
        }
        let Some(case) = known else {
            cases.push(row.case);
            continue;
        };
        let own = row.case;
        *case = Case {
            image: std::mem::take(&mut case.image),
            width: if case.width > 0 { case.width } else { own.width },
            height: if case.height > 0 { case.height } else { own.height },
            regions: std::mem::take(&mut case.regions),
            looked_for: std::mem::take(&mut case.looked_for),
            ..own
        };
    }
    licences
}

fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn local(place: &Path) -> Result<BTreeMap<String, PathBuf>, Failure> {
    let files = folder::list(place)?.files;
    Ok(files
        .into_iter()
        .filter(|(name, _)| is_picture(name))
        .map(|(name, path)| (stem(&name).to_owned(), path))
        .collect())
}

fn find<'a>(pictures: &'a BTreeMap<String, PathBuf>, image: &str) -> Option<&'a PathBuf> {
    pictures.get(stem(image))
}

fn written(made: &Made) -> Result<Vec<NamedBytes>, Failure> {
    let lines: Result<Vec<String>, Failure> = made.records.iter().map(json_line).collect();
    let questions = format!("[\n{}\n]\n", lines?.join(",\n"));
    let composites = json_line(&made.composites)?;
    Ok(vec![
        NamedBytes {
            path: "questions.json".to_owned(),
            bytes: questions.into_bytes(),
        },
        NamedBytes {
            path: "composites.json".to_owned(),
            bytes: composites.into_bytes(),
        },
    ])
}

/// Whether images under a licence may be passed on, changed into composites.
fn is_open(licence: &str) -> bool {
    let licence = licence.to_lowercase();
    OPEN.iter().any(|open| licence.contains(open)) && !CLOSED.iter().any(|closed| licence.contains(closed))
}

fn export(
    made: &Made,
    pictures: &BTreeMap<String, PathBuf>,
    licences: &BTreeMap<String, String>,
    usual: Option<&str>,
    files: &mut Vec<NamedBytes>,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut allowed = |image: &str| {
        let licence = licences.get(image).map(String::as_str).or(usual);
        let why = match (licence, find(pictures, image)) {
            (None, _) => "no licence is stated",
            (Some(licence), _) if !is_open(licence) => "the licence does not allow it",
            (_, None) => "there is no file",
            (_, Some(path)) => return Some(path),
        };
        *report.images_kept_back.entry(why).or_default() += 1;
        None
    };
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    for record in &made.records {
        match &record.images {
            Some(panels) => wanted.extend(panels.iter().map(String::as_str)),
            None => {
                wanted.insert(&record.image);
            }
        }
    }
    let mut open: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    for image in wanted {
        if let Some(path) = allowed(image) {
            open.insert(image, path);
        }
    }
    for (image, path) in &open {
        files.push(NamedBytes {
            path: format!("images/{image}"),
            bytes: input::bytes(path)?,
        });
    }
    report.images_written = open.len();
    for composite in &made.composites {
        let panels: Option<Vec<&Path>> = composite
            .panels
            .iter()
            .map(|panel| open.get(panel.image.as_str()).map(|path| path.as_path()))
            .collect();
        if let Some(panels) = panels {
            files.push(NamedBytes {
                path: format!("images/{}", composite.name),
                bytes: composites::draw(composite, panels)?,
            });
            report.composites_written += 1;
        }
    }
    Ok(())
}

fn told(report: &Report, out: &Path) -> String {
    let made = &report.made;
    let mut lines = vec![format!(
        "{} questions of {} images, {} with several images",
        made.questions, made.cases, made.several_images
    )];
    for (kind, n) in &made.types {
        let possible = made.possible.get(kind).copied().unwrap_or(0);
        lines.push(format!("  {kind}  {n:>5} of {possible} possible"));
    }
    let letters: usize = made.letters.values().sum();
    let shares: Vec<String> = made
        .letters
        .iter()
        .map(|(letter, n)| format!("{letter} {:.1} %", 100.0 * *n as f64 / letters.max(1) as f64))
        .collect();
    lines.push(format!("Right letters of single choices: {}", shares.join(", ")));
    if made.questions < made.asked_for {
        lines.push(format!(
            "note     {} were asked for; the images give no more",
            made.asked_for
        ));
    }
    lines.extend(
        made.left_out
            .iter()
            .map(|(why, n)| format!("left out {n}: {why}")),
    );
    lines.extend(
        report
            .images_kept_back
            .iter()
            .map(|(why, n)| format!("kept back {n} images: {why}")),
    );
    if report.images_written + report.composites_written > 0 {
        lines.push(format!(
            "pictures {} images and {} composites",
            report.images_written, report.composites_written
        ));
    }
    lines.push(format!("written  {}", out.join("questions.json").display()));
    lines.push(String::new());
    lines.join("\n")
}
