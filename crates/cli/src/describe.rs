//! `groundscope describe`: what data sets hold and what may be wrong with them, pictures included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use groundscope_benchmarks::describe::{
    DataSet, FileMatch, Fingerprint, Picture, Settings, describe, match_files,
};
use groundscope_imaging::decode;

use crate::args::{DescribeArgs, DescribeCommand};
use crate::failure::Failure;
use crate::{Outcome, input, print, print_json};

/// Read every file, look at the pictures where a folder is given, and print the description.
pub fn run(args: &DescribeArgs) -> Outcome {
    match &args.benchmark {
        Some(DescribeCommand::Eyevqa(args)) => return crate::eyevqa::describe(args),
        Some(DescribeCommand::Ultrag(args)) => return crate::ultrag::describe(args),
        None => {}
    }
    let mut sets = read(args)?;
    if let Some(folder) = &args.images {
        look_at_pictures(folder, &mut sets)?;
    }
    let settings = Settings {
        tiny_px: args.tiny,
        ..Settings::default()
    };
    let description = describe(&sets, &settings);
    if args.json {
        return Ok(print_json(&description)?);
    }
    Ok(print(&description.to_text())?)
}

/// Every set, or everything that is wrong with their files.
fn read(args: &DescribeArgs) -> Result<Vec<DataSet>, Vec<Failure>> {
    // Pictures of several sets lie in one folder, and nobody says whose are those without boxes.
    let only = args.references.len() + args.split.len() == 1;
    let plain = args
        .references
        .iter()
        .map(|path| (path.display().to_string(), path));
    let named = args.split.iter().map(|(name, path)| (name.clone(), path));
    let (mut sets, mut failures) = (Vec::new(), Vec::new());
    let mut names = BTreeSet::new();
    for (name, path) in plain.chain(named) {
        if !names.insert(name.clone()) {
            failures.push(Failure::of(
                path,
                format_args!("a second data set of the name {name}"),
                "Give each file once, and each split its own name.",
            ));
            continue;
        }
        match input::described(path, args.images.as_deref(), only) {
            Ok(annotations) => sets.push(DataSet {
                name,
                annotations,
                pictures: None,
            }),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() {
        Ok(sets)
    } else {
        Err(failures)
    }
}

/// Finds the file of every image of every set and reads each file once.
fn look_at_pictures(folder: &Path, sets: &mut [DataSet]) -> Result<(), Failure> {
    let mut paths = Vec::new();
    list(folder, &mut paths)?;
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::of(
            folder,
            "there is no PNG, JPEG, TIFF or BMP file in this folder",
            "Name the folder with the images of the data sets.",
        ));
    }
    let names: Vec<String> = paths.iter().map(|path| relative(folder, path)).collect();
    let matches: Vec<Vec<FileMatch>> = sets
        .iter()
        .map(|set| match_files(&set.annotations, &names))
        .collect();
    let wanted: BTreeSet<usize> = matches
        .iter()
        .flatten()
        .filter_map(|found| match found {
            FileMatch::File(at) => Some(*at),
            _ => None,
        })
        .collect();
    let pictures = read_pictures(
        &wanted
            .into_iter()
            .filter_map(|at| Some((at, paths.get(at)?)))
            .collect::<Vec<_>>(),
    );
    for (set, found) in sets.iter_mut().zip(&matches) {
        let of_image = |found: &FileMatch| match found {
            FileMatch::File(at) => pictures.get(at).cloned().unwrap_or(Picture::Missing),
            FileMatch::Missing => Picture::Missing,
            FileMatch::Ambiguous => Picture::Ambiguous,
        };
        set.pictures = Some(found.iter().map(of_image).collect());
    }
    Ok(())
}

/// Picture files of a folder and the folders in it. Links to folders are not followed, so that none leads round in circles.
fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::reading(folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            list(&path, paths)?;
        } else if path.is_file() && is_picture(&path) {
            paths.push(path);
        }
    }
    Ok(())
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["png", "jpg", "jpeg", "tif", "tiff", "bmp"]
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known))
}

/// The path below the folder, with `/` between its parts on every system.
fn relative(folder: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// Reads pictures on all cores; what became of each does not depend on how many there are.
fn read_pictures(files: &[(usize, &PathBuf)]) -> BTreeMap<usize, Picture> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..cores)
            .map(|core| {
                let share = files.iter().skip(core).step_by(cores);
                scope.spawn(move || share.map(|(at, path)| (*at, picture(path))).collect::<Vec<_>>())
            })
            .collect();
        let read = readers.into_iter().flat_map(|reader| match reader.join() {
            Ok(read) => read,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        read.collect()
    })
}

fn picture(path: &Path) -> Picture {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Picture::Unreadable(error.to_string()),
    };
    match decode(&bytes) {
        Ok(scan) => match Fingerprint::of(scan.width, scan.height, &scan.grey) {
            Some(fingerprint) => Picture::Read {
                width: scan.width,
                height: scan.height,
                fingerprint,
            },
            None => Picture::Unreadable("the picture has no pixels".to_owned()),
        },
        Err(error) => Picture::Unreadable(error.to_string()),
    }
}
