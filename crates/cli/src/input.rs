//! Files that commands read.

use std::path::{Path, PathBuf};

use groundscope_benchmarks::formats::{self, Format, NamedBytes, NamedSize, ReadFiles, ReadOptions};
use groundscope_benchmarks::{Annotations, FileError};

use crate::failure::Failure;
use crate::table::printable;

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, &error))
}

/// Expert boxes in any format; what is unusual about them is told on standard error.
pub fn references(path: &Path) -> Result<Annotations, Failure> {
    noted(path, &ReadOptions::default())
}

/// Boxes to be scored, in any format; names and numbers that they leave open are those of the references.
pub fn predictions(path: &Path, references: &Annotations) -> Result<Annotations, Failure> {
    let options = ReadOptions {
        references: Some(references),
        ..ReadOptions::default()
    };
    noted(path, &options)
}

/// Whether a file holds responses, a JSON object a line, by its name.
pub fn is_rows(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("jsonl") || end.eq_ignore_ascii_case("ndjson"))
}

fn noted(path: &Path, options: &ReadOptions<'_>) -> Result<Annotations, Failure> {
    let read = annotations(&gather(path, None)?, None, options)?;
    for line in read.notes.lines() {
        eprintln!("note: {}", printable(&format!("{}: {line}", path.display())));
    }
    Ok(read.annotations)
}

/// Annotations as they lie on the disk: a file, or the files of a folder.
pub struct Gathered {
    path: PathBuf,
    files: Vec<NamedBytes>,
    images: Vec<NamedSize>,
    /// Every file that was looked at.
    pub paths: Vec<PathBuf>,
}

/// Read what was gathered.
pub fn annotations(
    gathered: &Gathered,
    format: Option<Format>,
    options: &ReadOptions<'_>,
) -> Result<ReadFiles, Failure> {
    let mut options = options.clone();
    options.images.extend(gathered.images.iter().cloned());
    formats::read(&gathered.files, format, &options).map_err(|error| damaged(&gathered.path, &error))
}

/// A file, or a folder's annotation files with the sizes of its pictures. Pictures are read whole where they are masks.
pub fn gather(path: &Path, format: Option<Format>) -> Result<Gathered, Failure> {
    let mut gathered = Gathered {
        path: path.to_path_buf(),
        files: Vec::new(),
        images: Vec::new(),
        paths: Vec::new(),
    };
    if !path.is_dir() {
        gathered.files.push(NamedBytes {
            path: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            bytes: bytes(path)?,
        });
        gathered.paths.push(path.to_path_buf());
        return Ok(gathered);
    }
    let found = listed(path)?;
    let of = |endings: &'static [&'static str]| found.iter().filter(move |(name, _)| ends(name, endings));
    for (name, at) in of(&ANNOTATIONS) {
        gathered.files.push(NamedBytes {
            path: name.clone(),
            bytes: bytes(at)?,
        });
    }
    let masks = format == Some(Format::Masks) || (format.is_none() && !formats::have_boxes(&gathered.files));
    for (name, at) in of(&PICTURES) {
        if masks {
            gathered.files.push(NamedBytes {
                path: name.clone(),
                bytes: bytes(at)?,
            });
        } else {
            gathered.images.push(size(name, at)?);
        }
    }
    gathered.paths = found.into_iter().map(|(_, at)| at).collect();
    Ok(gathered)
}

/// The pictures of a folder, of which the size alone is read.
pub fn sizes(folder: &Path) -> Result<Vec<NamedSize>, Failure> {
    let found = listed(folder)?;
    let pictures = found.iter().filter(|(name, _)| ends(name, &PICTURES));
    pictures.map(|(name, at)| size(name, at)).collect()
}

const ANNOTATIONS: [&str; 9] = [
    ".json", ".xml", ".txt", ".csv", ".tsv", ".yaml", ".yml", ".names", ".labels",
];
const PICTURES: [&str; 6] = [".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp"];

fn ends(name: &str, endings: &[&str]) -> bool {
    let lower = name.to_ascii_lowercase();
    endings.iter().any(|ending| lower.ends_with(ending))
}

fn size(name: &str, at: &Path) -> Result<NamedSize, Failure> {
    let unreadable = |error: &dyn std::fmt::Display| {
        Failure::of(
            at,
            format_args!("the size of the picture cannot be read ({error})"),
            "Take the file out of the folder, or save it again as PNG.",
        )
    };
    let found = imagesize::size(at).map_err(|error| unreadable(&error))?;
    match (u32::try_from(found.width), u32::try_from(found.height)) {
        (Ok(width), Ok(height)) => Ok(NamedSize {
            path: name.to_owned(),
            width,
            height,
        }),
        _ => Err(unreadable(&"it is too large")),
    }
}

/// Folders inside folders that are followed: enough for any data set, and an end to links that lead in circles.
const DEEPEST: usize = 16;

/// Every file of a folder by its path below it, in order of name; hidden ones are left out.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), folder.to_path_buf(), 0)];
    while let Some((prefix, at, depth)) = open.pop() {
        let failed = |error: std::io::Error| Failure::reading(&at, &error);
        for entry in std::fs::read_dir(&at).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let path = entry.path();
            let name = format!("{prefix}{name}");
            if !path.is_dir() {
                found.push((name, path));
            } else if depth < DEEPEST {
                open.push((format!("{name}/"), path, depth + 1));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A file of boxes that cannot be used.
pub fn damaged(path: &Path, error: &FileError) -> Failure {
    match error {
        // The one file that was given need not be named twice.
        FileError::InFile { source, .. } if !path.is_dir() => damaged(path, source),
        _ => Failure::of(path, error, hint(error)),
    }
}

fn hint(error: &FileError) -> &'static str {
    match error {
        FileError::InFile { source, .. } => hint(source),
        FileError::NoSize { .. } => {
            "Give a folder that has the image files, too, or convert with --images or --sizes."
        }
        FileError::NoClassName { .. } => {
            "Put classes.txt or data.yaml into the folder, or convert with --names."
        }
        FileError::NoMaskClass { .. } => "Put classes.json into the folder, or convert with --class-map.",
        FileError::SeveralFormats { .. } | FileError::NoFormat => {
            "Name the format with groundscope convert --from."
        }
        _ => "Give a groundscope-boxes/1 or a COCO file with boxes of the original images.",
    }
}
