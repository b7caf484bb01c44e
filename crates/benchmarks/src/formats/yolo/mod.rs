//! YOLO label files: a text file an image, a line a box or polygon, everything in parts of the image's size.
//!
//! `class x y width height [confidence]` with the centre of the box, or `class x1 y1 x2 y2 x3 y3 .. [confidence]`, the
//! corners of a polygon, as Ultralytics and Darknet write and read them. Classes are numbers; their names stand in
//! `data.yaml`, `classes.txt` or `obj.names`. Sizes come from the image files or from a list.

mod label_file;
mod names;
mod number;
mod write;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use label_file::{is_label_line, resembles_labels};
pub(super) use write::{LabelStyle, write};

use super::known_images::without_role_folders;
use super::{KnownImages, NamedBytes, Note, Notes, ReadOptions, text};
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes};
use crate::{ClassLabel, FileError};

/// Whether a file holds class names, by its own name; a `classes.txt` of labels alone is that of an image `classes`.
pub(super) fn holds_names(file: &NamedBytes) -> bool {
    let path = &file.path;
    let is_labels = || {
        let text = text::decode(&file.bytes, path, &mut Notes::default());
        text.is_ok_and(|text| label_file::is_all_labels(&text))
    };
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    (name == "classes.txt" && !is_labels())
        || name == "_darknet.labels"
        || [".names", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

/// Reads label files; `own` are the images whose files are there, which count as looked at even without a label file.
pub(super) fn read(
    files: &[&NamedBytes],
    own: &Annotations,
    options: &ReadOptions<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    annotations.numbered = numbered(files, options, notes)?;
    annotations.named = annotations.numbered.iter().cloned().collect();
    let known = KnownImages::of(own, options.references);
    let mut seen = BTreeSet::new();
    for file in files.iter().filter(|file| !holds_names(file)) {
        let in_file = |error| FileError::InFile {
            path: file.path.clone(),
            source: Box::new(error),
        };
        let path = without_role_folders(&file.path);
        // A text of any kind is a label file where an image has its name, and what is wrong with it is told.
        let is_other = files.len() > 1 && known.find(&path).is_ok_and(|image| image.is_none());
        let text = match text::decode(&file.bytes, &file.path, notes) {
            // An image that was looked at and has nothing.
            Err(FileError::Empty) => "".into(),
            Err(_) if is_other => {
                notes.add(Note::FileSkipped, || file.path.clone());
                continue;
            }
            other => text::with_line_feeds(other.map_err(in_file)?),
        };
        let first = text.lines().find(|line| !line.trim().is_empty());
        if is_other && !first.is_none_or(is_label_line) && !resembles_labels(&text) {
            notes.add(Note::FileSkipped, || file.path.clone());
            continue;
        }
        let Some(image) = known.find(&path)? else {
            label_file::check(&text).map_err(in_file)?;
            return Err(in_file(FileError::NoSize { id: path }));
        };
        let mut image = ImageBoxes {
            id: image.id.to_owned(),
            width: image.width,
            height: image.height,
            boxes: Vec::new(),
        };
        let (names, tally) = (&annotations.numbered, &mut annotations.tally);
        label_file::read((&file.path, &text), names, &mut image, tally, notes).map_err(in_file)?;
        if !seen.insert(image.id.clone()) {
            let path = file.path.clone();
            return Err(FileError::RepeatedImage { path, id: image.id });
        }
        annotations.images.push(image);
    }
    for image in own.images.iter().filter(|image| !seen.contains(&image.id)) {
        notes.add(Note::NoLabelFile, || image.id.clone());
        annotations.images.push(image.clone());
    }
    // Folders are listed in any order; images in that of their list, if there is one.
    let places = own.images.iter().map(|image| image.id.as_str()).zip(0usize..);
    let places: BTreeMap<&str, usize> = places.collect();
    annotations
        .images
        .sort_by_key(|image| places.get(image.id.as_str()).copied().unwrap_or(usize::MAX));
    Ok(annotations)
}

/// Reads class names in the order of their numbers: a line each, or `names` of a YAML file; `path` tells which.
///
/// # Errors
/// [`FileError`].
pub fn class_names(path: &str, bytes: &[u8]) -> Result<Vec<String>, FileError> {
    let text = text::decode(bytes, path, &mut Notes::default())?;
    names::read(path, &text::with_line_feeds(text))
}

fn numbered(
    files: &[&NamedBytes],
    options: &ReadOptions<'_>,
    notes: &mut Notes,
) -> Result<Vec<ClassLabel>, FileError> {
    let mut names = options.names.clone();
    let mut from = None;
    for file in files.iter().filter(|file| holds_names(file)) {
        if !options.names.is_empty() {
            break;
        }
        let read = text::decode(&file.bytes, &file.path, notes)
            .and_then(|text| names::read(&file.path, &text::with_line_feeds(text)));
        let read = read.map_err(|error| FileError::InFile {
            path: file.path.clone(),
            source: Box::new(error),
        })?;
        match &from {
            _ if read.is_empty() => {}
            Some(first) if names != read => {
                return Err(FileError::NamesDiffer {
                    one: String::clone(first),
                    other: file.path.clone(),
                });
            }
            _ => (names, from) = (read, Some(file.path.clone())),
        }
    }
    if names.is_empty() {
        // Predictions of one data set with its references share their numbers.
        return Ok(options.references.map_or_else(Vec::new, |of| of.numbered.clone()));
    }
    Ok(names.iter().map(|name| ClassLabel::from_name(name)).collect())
}
