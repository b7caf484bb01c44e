//! Files that commands read.

use std::path::{Path, PathBuf};

use groundscope_benchmarks::formats::{self, Format, NamedBytes, NamedSize, ReadFiles, ReadOptions};
use groundscope_benchmarks::output::read_rows;
use groundscope_benchmarks::{Annotations, FileError};

use crate::failure::Failure;
use crate::folder::{self, LeftOut, Listed};
use crate::table::printable;

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, &error))
}

/// Annotations, and every file that was looked at for them.
pub struct Given {
    /// What they hold.
    pub annotations: Annotations,
    /// The files.
    pub paths: Vec<PathBuf>,
}

/// Expert boxes in any format; what is unusual about them is told on standard error.
pub fn references(path: &Path) -> Result<Given, Failure> {
    noted(path, &ReadOptions::default())
}

/// Boxes to be scored, in any format; names and numbers that they leave open are those of the references.
pub fn predictions(path: &Path, references: &Annotations) -> Result<Given, Failure> {
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

fn noted(path: &Path, options: &ReadOptions<'_>) -> Result<Given, Failure> {
    let gathered = gather(path, None)?;
    let read = annotations(&gathered, None, options)?;
    for line in gathered.left_out.lines().into_iter().chain(read.notes.lines()) {
        eprintln!("note: {}", printable(&format!("{}: {line}", path.display())));
    }
    Ok(Given {
        annotations: read.annotations,
        paths: gathered.paths,
    })
}

/// Annotations as they lie on the disk: a file, or the files of a folder.
pub struct Gathered {
    path: PathBuf,
    files: Vec<NamedBytes>,
    images: Vec<NamedSize>,
    /// Every file that was looked at.
    pub paths: Vec<PathBuf>,
    /// What of a folder was not.
    pub left_out: LeftOut,
}

/// Read what was gathered.
pub fn annotations(
    gathered: &Gathered,
    format: Option<Format>,
    options: &ReadOptions<'_>,
) -> Result<ReadFiles, Failure> {
    let mut options = options.clone();
    options.images.extend(gathered.images.iter().cloned());
    let path = &gathered.path;
    formats::read(&gathered.files, format, &options).map_err(|error| match gathered.files.as_slice() {
        [only] if !path.is_dir() && read_rows(&only.bytes).is_ok() => Failure::of(
            path,
            "these are a model's responses, not boxes",
            format_args!(
                "Read boxes out of them with groundscope parse {} --family F --references R --boxes OUT.json.",
                path.display()
            ),
        ),
        _ => damaged(path, &error),
    })
}

/// A file, or a folder's annotation files with the sizes of its pictures. Pictures are read whole where they are masks.
pub fn gather(path: &Path, format: Option<Format>) -> Result<Gathered, Failure> {
    let mut gathered = Gathered {
        path: path.to_path_buf(),
        files: Vec::new(),
        images: Vec::new(),
        paths: Vec::new(),
        left_out: LeftOut::default(),
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
    let Listed {
        files: found,
        left_out,
    } = folder::list(path)?;
    gathered.left_out = left_out;
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

/// The pictures of a folder, of which the size alone is read, and their files.
pub fn sizes(folder: &Path) -> Result<(Vec<NamedSize>, Vec<PathBuf>), Failure> {
    let found = folder::list(folder)?.files;
    let pictures = found.into_iter().filter(|(name, _)| ends(name, &PICTURES));
    let mut sizes = (Vec::new(), Vec::new());
    for (name, at) in pictures {
        sizes.0.push(size(&name, &at)?);
        sizes.1.push(at);
    }
    Ok(sizes)
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
        _ => error
            .format_hint()
            .unwrap_or("Give a groundscope-boxes/1 or a COCO file with boxes of the original images."),
    }
}
