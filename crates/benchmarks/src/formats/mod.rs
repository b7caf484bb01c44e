//! Annotation files as people have them, read and written without a file system: files go in and come out as bytes.
//!
//! ```
//! use groundscope_benchmarks::formats::{Format, NamedBytes, ReadOptions, WriteOptions, read, write};
//! let file = |path: &str, text: &str| NamedBytes { path: path.into(), bytes: text.as_bytes().to_vec() };
//! let table = file("boxes.csv", "filename,width,height,class,xmin,ymin,xmax,ymax\neye.png,768,496,IRF,310,180,402,251\n");
//! let read = read(&[table], None, &ReadOptions::default())?;
//! assert_eq!((read.format, read.annotations.images[0].boxes[0].label.id()), (Format::Csv, "irf"));
//! let written = write(&read.annotations, Format::Yolo, &WriteOptions::default())?;
//! let names: Vec<_> = written.files.iter().map(|file| file.path.as_str()).collect();
//! assert_eq!(names, ["data.yaml", "images.csv", "labels/eye.txt"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod coco_shape;
mod coco_write;
mod csv_table;
mod format;
mod known_images;
mod loss;
mod masks;
mod notes;
mod output_files;
pub(crate) mod score;
mod shape;
mod sorted_files;
mod space;
pub(crate) mod text;
mod voc;
mod write;
mod yolo;

use std::collections::BTreeSet;

use groundscope_geometry::BoxRule;

pub use format::{Format, UnknownFormatName};
pub(crate) use known_images::KnownImages;
pub use loss::{Loss, LossKind};
pub use masks::{ClassMap, class_map};
pub use notes::{Note, Noted, Notes};
pub use output_files::WriteError;
pub use shape::Shape;
pub use voc::{UnknownVocPixels, VocPixels};
pub use write::{WriteOptions, Written, write};
pub use yolo::class_names;

use sorted_files::{Kind, format_of, kind_of};

use crate::annotations::Annotations;
use crate::{ClassLabel, CoordinateSpace, FileError, PixelImage, detect};

/// A file by its path below the folder that was given, parts separated by `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBytes {
    /// The path.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// An image file of which only the size is known: its pixels need not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSize {
    /// The path, as of [`NamedBytes`].
    pub path: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// What files may leave open.
#[derive(Clone, Debug)]
pub struct ReadOptions<'a> {
    /// The references that predictions belong to, or any annotations that tell the sizes of images.
    pub references: Option<&'a Annotations>,
    /// Image files that belong to the annotations, besides those among the files.
    pub images: Vec<NamedSize>,
    /// Class names in the order of their numbers, for YOLO; empty: as the files say.
    pub names: Vec<String>,
    /// Classes of mask pictures; empty: as the files say.
    pub class_map: ClassMap,
    /// The space of tables that do not say it.
    pub space: CoordinateSpace,
    /// What the numbers of VOC files mean.
    pub voc_pixels: VocPixels,
    /// How masks become boxes.
    pub rule: BoxRule,
    /// The classes to keep; empty: all. See [`Annotations::keep`].
    pub classes: BTreeSet<ClassLabel>,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            references: None,
            images: Vec::new(),
            names: Vec::new(),
            class_map: ClassMap::default(),
            space: CoordinateSpace::Pixel,
            voc_pixels: VocPixels::default(),
            rule: BoxRule::default(),
            classes: BTreeSet::new(),
        }
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadFiles {
    /// The format, as told or found.
    pub format: Format,
    /// Images and boxes, with the tally of bad ones.
    pub annotations: Annotations,
    /// What was unusual.
    pub notes: Notes,
}

/// Reads annotations: one file, or the files of a folder in any order. Without a format it is told from what they hold.
///
/// # Errors
/// [`FileError`], naming the file of a folder. Single bad boxes are no error: they are dropped and counted.
pub fn read(
    files: &[NamedBytes],
    format: Option<Format>,
    options: &ReadOptions<'_>,
) -> Result<ReadFiles, FileError> {
    let mut files: Vec<&NamedBytes> = files.iter().collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let kinds: Vec<Kind> = files.iter().map(|file| kind_of(file)).collect();
    let of = |kind: Kind| -> Vec<&NamedBytes> {
        let kept = files.iter().zip(&kinds).filter(|(_, found)| **found == kind);
        kept.map(|(file, _)| *file).collect()
    };
    let format = match (format, files.as_slice()) {
        (Some(format), _) => format,
        // The one file that was given says what is wrong with it by itself.
        (None, [only]) => of_one_file(only, &kinds)?,
        (None, _) => format_of(&kinds)?,
    };
    let mut notes = Notes::default();
    let pictures = if format == Format::Masks {
        Vec::new()
    } else {
        of(Kind::Picture)
    };
    let lists = if format == Format::Csv {
        Vec::new()
    } else {
        of(Kind::ImageList)
    };
    let own = own_images(&pictures, &lists, options, &mut notes)?;
    let known = KnownImages::of(&own, options.references);
    let mut found = format;
    let is_yolo = matches!(format, Format::Yolo | Format::YoloPolygons);
    let (other_texts, others): (Vec<&NamedBytes>, Vec<&NamedBytes>) = of(Kind::Other)
        .into_iter()
        .partition(|file| is_yolo && sorted_files::is_text_name(&file.path));
    let mut annotations = match format {
        Format::Boxes | Format::Coco => {
            let file = only_one(format, &fullest(of(Kind::Json)), &files)?;
            let text = text::decode(&file.bytes, &file.path, &mut notes)?;
            let (kind, annotations) = detect::json(&text, options.references, &known, &mut notes)?;
            found = kind;
            annotations
        }
        Format::Csv => {
            let file = only_one(format, &or_all(of(Kind::Table), &of(Kind::ImageList)), &files)?;
            let text = text::decode(&file.bytes, &file.path, &mut notes)?;
            csv_table::read(&text, options.space, &known, &mut notes)?
        }
        Format::Voc => voc::read(
            &or_all(of(Kind::Xml), &files),
            options.voc_pixels,
            &known,
            &mut notes,
        )?,
        Format::Yolo | Format::YoloPolygons => {
            // Other texts may be label files by the names of their images.
            let texts = [of(Kind::YoloNames), of(Kind::YoloLabels), other_texts.clone()].concat();
            yolo::read(&or_all(texts, &files), &own, options, &mut notes)?
        }
        Format::Masks => {
            let map = of(Kind::ClassMap);
            masks::read(
                &or_all(of(Kind::Picture), &files),
                map.first().copied(),
                options,
                &known,
                &mut notes,
            )?
        }
    };
    for file in others {
        if files.len() > 1 {
            notes.add(Note::FileSkipped, || file.path.clone());
        }
    }
    if !options.classes.is_empty() {
        // A class of the ontology may well have no box here; a name that is nowhere is misspelt.
        let misspelt = |label: &&ClassLabel| {
            matches!(label, ClassLabel::Other(_)) && !label.is_fluid() && !annotations.uses(label)
        };
        if let Some(unused) = options.classes.iter().find(misspelt) {
            return Err(FileError::ClassNotHere {
                class: unused.id().to_owned(),
            });
        }
        annotations.keep(&options.classes, |image, label| {
            notes.add(Note::OtherClass, || format!("{image}, {}", label.id()));
        });
    }
    note_duplicates(&annotations, &mut notes);
    Ok(ReadFiles {
        format: found,
        annotations,
        notes,
    })
}

/// Whether any of these files has boxes by itself. If none has, the pictures beside them are masks, whose pixels are needed;
/// otherwise their sizes are enough, see [`ReadOptions::images`].
pub fn have_boxes(files: &[NamedBytes]) -> bool {
    files.iter().any(|file| kind_of(file).has_boxes())
}

fn of_one_file(file: &NamedBytes, kinds: &[Kind]) -> Result<Format, FileError> {
    let lower = file.path.to_ascii_lowercase();
    match format_of(kinds) {
        Ok(Format::Masks) if !lower.ends_with(".png") => {
            // A picture under the name of annotations: said as such.
            text::decode(&file.bytes, &file.path, &mut Notes::default()).and(Err(FileError::NoFormat))
        }
        Err(FileError::NoFormat) => {
            // Damaged beyond telling: its reader says how.
            text::decode(&file.bytes, &file.path, &mut Notes::default())?;
            match lower.rsplit('.').next() {
                Some("csv" | "tsv") => Ok(Format::Csv),
                Some("xml") => Ok(Format::Voc),
                Some("txt") => Ok(Format::Yolo),
                _ => Ok(Format::Coco),
            }
        }
        other => other,
    }
}

/// Files of a kind, or all of them where a format was named that none looks like: its reader says what is wrong.
fn or_all<'a>(some: Vec<&'a NamedBytes>, all: &[&'a NamedBytes]) -> Vec<&'a NamedBytes> {
    if some.is_empty() { all.to_vec() } else { some }
}

/// Of `boxes.json` and `coco.json` side by side, as `groundscope make phantom` writes them, the one that has the masks, too.
fn fullest(files: Vec<&NamedBytes>) -> Vec<&NamedBytes> {
    let folder_of = |path: &'_ str, name: &str| path.strip_suffix(name).map(str::to_owned);
    match files.as_slice() {
        [boxes, coco]
            if folder_of(&boxes.path, "boxes.json").is_some()
                && folder_of(&boxes.path, "boxes.json") == folder_of(&coco.path, "coco.json") =>
        {
            vec![*coco]
        }
        _ => files,
    }
}

fn only_one<'a>(
    format: Format,
    some: &[&'a NamedBytes],
    all: &[&'a NamedBytes],
) -> Result<&'a NamedBytes, FileError> {
    match or_all(some.to_vec(), all).as_slice() {
        [] => Err(FileError::NoFormat),
        [file] => Ok(file),
        [_, second, ..] => Err(FileError::SeveralFiles {
            format: format.id(),
            path: second.path.clone(),
        }),
    }
}

/// The images whose files are there or that a list beside the annotations names, without boxes.
fn own_images(
    pictures: &[&NamedBytes],
    lists: &[&NamedBytes],
    options: &ReadOptions<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    let in_file = |file: &NamedBytes, error| FileError::InFile {
        path: file.path.clone(),
        source: Box::new(error),
    };
    let empty = |path: &str, width: u32, height: u32| PixelImage {
        id: known_images::without_role_folders(path),
        width,
        height,
        boxes: Vec::new(),
    };
    let given = options.images.iter();
    let mut images: Vec<PixelImage> = given.map(|one| empty(&one.path, one.width, one.height)).collect();
    for file in pictures {
        let size = imagesize::blob_size(&file.bytes).map_err(|_| {
            let id = file.path.clone();
            in_file(file, FileError::NoSize { id })
        })?;
        let [width, height] =
            [size.width, size.height].map(|pixels| u32::try_from(pixels).unwrap_or_default());
        images.push(empty(&file.path, width, height));
    }
    let Some(list) = lists.first() else {
        return Annotations::in_pixels(images);
    };
    // The list has the names as they were; pictures that it lacks come after it.
    let read = text::decode(&list.bytes, &list.path, notes)
        .and_then(|text| csv_table::read(&text, CoordinateSpace::Pixel, &KnownImages::none(), notes));
    let mut listed = read.map_err(|error| in_file(list, error))?;
    let known = KnownImages::of(&listed, None);
    let missing = images
        .into_iter()
        .map(|image| Ok((known.find(&image.id)?.is_none(), image)));
    let missing: Vec<(bool, PixelImage)> = missing.collect::<Result<_, FileError>>()?;
    let missing = missing
        .into_iter()
        .filter(|(absent, _)| *absent)
        .map(|(_, image)| image);
    let pictures = Annotations::in_pixels(missing)?;
    listed.images.extend(pictures.images);
    Ok(listed)
}

fn note_duplicates(annotations: &Annotations, notes: &mut Notes) {
    for image in &annotations.images {
        let mut seen = BTreeSet::new();
        for labelled in &image.boxes {
            if !seen.insert((&labelled.label, labelled.corners)) {
                notes.add(Note::DuplicateBox, || {
                    format!("{}, {}", image.id, labelled.label.id())
                });
            }
        }
    }
}
