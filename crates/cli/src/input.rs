//! Files that commands read.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use groundscope_benchmarks::formats::{self, Format, NamedBytes, NamedSize, ReadFiles, ReadOptions};
use groundscope_benchmarks::output::read_rows;
use groundscope_benchmarks::{Annotations, FileError, PixelImage};

use crate::failure::Failure;
use crate::folder::{self, LeftOut, Listed};
use crate::hints::{self, Purpose};
use crate::table::printable;

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes_up_to(path, MOST)
}

/// Bytes of the largest file that is read whole.
const MOST: u64 = 4 << 30;

/// The same with a limit of one's own: devices that never end, and files that were named by mistake, are not read to the end.
pub fn bytes_up_to(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::reading(path, &error);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(Failure::of(
            path,
            format_args!("holds more than {most} bytes, the most that is read of such a file"),
            "Name the right file.",
        ));
    }
    Ok(bytes)
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
    noted(path, &ReadOptions::default(), Purpose::References)
}

/// Boxes to be described. Sizes that they leave open are those of the pictures in a folder, where one is given. Where the boxes
/// are the `only` ones that the folder may belong to, its pictures are their images, as for `convert --images`.
pub fn described(path: &Path, pictures: Option<&Path>, only: bool) -> Result<Annotations, Failure> {
    let gathered = gather(path, None)?;
    let refused = |error, purpose| refused(&gathered, &error, purpose);
    let read = match (read(&gathered, None, &ReadOptions::default()), pictures) {
        (Err(error), Some(folder)) if lacks_size(&error) => {
            let images = readable_sizes(folder)?;
            let sizes = in_pixels(&images).map_err(|error| damaged(folder, &error, Purpose::Describe))?;
            let options = ReadOptions {
                references: Some(&sizes),
                images: if only { images } else { Vec::new() },
                ..ReadOptions::default()
            };
            read(&gathered, None, &options).map_err(|error| refused(error, Purpose::DescribeWithPictures))
        }
        (read, _) => read.map_err(|error| refused(error, Purpose::Describe)),
    }?;
    Ok(told(gathered, read).annotations)
}

fn lacks_size(error: &FileError) -> bool {
    match error {
        FileError::InFile { source, .. } => lacks_size(source),
        _ => matches!(error, FileError::NoSize { .. }),
    }
}

/// Images without boxes, of which name and size are known.
fn in_pixels(images: &[NamedSize]) -> Result<Annotations, FileError> {
    Annotations::in_pixels(images.iter().map(|image| PixelImage {
        id: image.path.clone(),
        width: image.width,
        height: image.height,
        boxes: Vec::new(),
    }))
}

/// Boxes to be scored, in any format; names and numbers that they leave open are those of the references.
pub fn predictions(path: &Path, references: &Annotations) -> Result<Given, Failure> {
    let options = ReadOptions {
        references: Some(references),
        ..ReadOptions::default()
    };
    noted(path, &options, Purpose::Predictions)
}

/// Whether a file holds responses, a JSON object a line, by its name.
pub fn is_rows(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("jsonl") || end.eq_ignore_ascii_case("ndjson"))
}

fn noted(path: &Path, options: &ReadOptions<'_>, purpose: Purpose) -> Result<Given, Failure> {
    let gathered = gather(path, None)?;
    let read = read(&gathered, None, options).map_err(|error| refused(&gathered, &error, purpose))?;
    Ok(told(gathered, read))
}

/// Annotations to train on, and every picture that may belong to them: its path below its folder, and the file. Pictures lie in
/// `images`, by default beside the annotations; mask pictures have the scans apart from them.
pub fn labelled(
    path: &Path,
    format: Option<Format>,
    images: Option<&Path>,
) -> Result<(Annotations, Vec<(String, PathBuf)>), Failure> {
    let mut gathered = gather(path, format)?;
    let is_picture = |file: &NamedBytes| ends(&file.path, &PICTURES);
    if images.is_none() && path.is_dir() && gathered.files.iter().any(is_picture) {
        return Err(Failure::of(
            path,
            "these are mask pictures, and the scans that they belong to are not told",
            "Add --images with the folder of the scans.",
        ));
    }
    if let Some(inside) = images.and_then(|folder| folder.strip_prefix(path).ok()) {
        // Scans below the folder of their masks are no masks.
        let inside = inside.to_string_lossy().replace('\\', "/") + "/";
        gathered
            .files
            .retain(|file| !is_picture(file) || !file.path.starts_with(&inside));
    }
    let beside = match path.parent() {
        _ if path.is_dir() => path,
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (sizes, files) = sizes(images.unwrap_or(beside))?;
    if images.is_some() || !path.is_dir() {
        gathered.images.clone_from(&sizes);
    }
    let options = ReadOptions::default();
    let read =
        read(&gathered, format, &options).map_err(|error| refused(&gathered, &error, Purpose::Train))?;
    let pictures = sizes.into_iter().map(|size| size.path).zip(files).collect();
    let annotations = told(gathered, read).annotations;
    match annotations.tally.lost() {
        0 => Ok((annotations, pictures)),
        lost => Err(Failure::of(
            path,
            format_args!(
                "{lost} of its boxes cannot be used ({}), and training would take their scans to be free of them",
                annotations.tally.in_words().unwrap_or_default()
            ),
            "Mend these labels, or take their scans out.",
        )),
    }
}

/// Lines about a file on standard error.
pub fn tell(path: &Path, lines: impl IntoIterator<Item = String>) {
    for line in lines {
        eprintln!("note: {}", printable(&format!("{}: {line}", path.display())));
    }
}

/// What was read, once everything unusual about it is told.
fn told(gathered: Gathered, read: ReadFiles) -> Given {
    let lines = gathered.left_out.lines().into_iter().chain(read.notes.lines());
    tell(&gathered.path, lines);
    Given {
        annotations: read.annotations,
        paths: gathered.paths,
    }
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

/// Read what was gathered, to convert it.
pub fn annotations(
    gathered: &Gathered,
    format: Option<Format>,
    options: &ReadOptions<'_>,
) -> Result<ReadFiles, Failure> {
    read(gathered, format, options).map_err(|error| refused(gathered, &error, Purpose::Convert))
}

fn read(
    gathered: &Gathered,
    format: Option<Format>,
    options: &ReadOptions<'_>,
) -> Result<ReadFiles, FileError> {
    let mut options = options.clone();
    // A folder may be named twice: as the place of the annotations, and again for its pictures.
    let named: Vec<NamedSize> = std::mem::take(&mut options.images);
    let again = |one: &NamedSize| {
        gathered
            .images
            .iter()
            .any(|own| own.path == one.path || own.path.ends_with(&format!("/{}", one.path)))
    };
    options.images.extend(named.into_iter().filter(|one| !again(one)));
    options.images.extend(gathered.images.iter().cloned());
    formats::read(&gathered.files, format, &options)
}

/// Why what was gathered cannot be used.
fn refused(gathered: &Gathered, error: &FileError, purpose: Purpose) -> Failure {
    let path = &gathered.path;
    match gathered.files.as_slice() {
        [only] if !path.is_dir() && read_rows(&only.bytes).is_ok() => Failure::of(
            path,
            "these are a model's responses, not boxes",
            format_args!(
                "Read boxes out of them with groundscope parse {} --family F --references R --boxes OUT.json.",
                path.display()
            ),
        ),
        _ => damaged(path, error, purpose),
    }
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
    if gathered.files.is_empty() {
        return Err(Failure::of(
            path,
            "there is no file of annotations in this folder",
            "Name the folder or the file that has them: .json, .csv, .xml, .txt, or mask pictures as .png.",
        ));
    }
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

/// The sizes of the pictures that can be read: what is wrong with others is found when they are looked at.
fn readable_sizes(folder: &Path) -> Result<Vec<NamedSize>, Failure> {
    let found = folder::list(folder)?.files;
    let pictures = found.into_iter().filter(|(name, _)| ends(name, &PICTURES));
    let sizes = pictures.filter_map(|(name, at)| size(&name, &at).ok());
    Ok(sizes.filter(|size| size.width > 0 && size.height > 0).collect())
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
pub fn damaged(path: &Path, error: &FileError, purpose: Purpose) -> Failure {
    match error {
        // The one file that was given need not be named twice.
        FileError::InFile { source, .. } if !path.is_dir() => damaged(path, source, purpose),
        _ => Failure::of(path, error, hints::of_file(error, purpose)),
    }
}
