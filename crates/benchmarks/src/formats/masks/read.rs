//! Reading mask pictures.

use std::collections::BTreeMap;

use groundscope_geometry::{BoxRule, Decimal, DecimalBox, Rle, RowRuns, Run, runs_to_boxes};

use super::class_map::{ClassMap, class_map};
use super::picture::{self, Values};
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::formats::known_images::{without_extension, without_role_folders};
use crate::formats::{KnownImages, NamedBytes, Note, Notes, ReadOptions, Shape};
use crate::{ClassLabel, FileError};

/// The masks of one image as runs, a class each.
struct Masks {
    width: u32,
    height: u32,
    classes: BTreeMap<ClassLabel, Vec<Run>>,
}

/// Reads pictures: with values in the class map as label pictures, otherwise as one picture a class.
pub(in crate::formats) fn read(
    files: &[&NamedBytes],
    map_file: Option<&NamedBytes>,
    options: &ReadOptions<'_>,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    let map = match map_file {
        Some(file) if options.class_map.is_empty() => {
            class_map(&file.bytes).map_err(|error| FileError::InFile {
                path: file.path.clone(),
                source: Box::new(error),
            })?
        }
        _ => options.class_map.clone(),
    };
    annotations.named = map.classes().cloned().collect();
    // A map of nothing is that of label pictures without a class.
    let labels = !map.values.is_empty() || (map.names.is_empty() && map_file.is_some());
    let mut images: BTreeMap<String, Masks> = BTreeMap::new();
    for file in files {
        let (name, class) = match labels {
            false => class_of(&file.path, &map)?,
            true => (without_role_folders(&file.path), None),
        };
        let id = known.find(&name)?.map_or(name, |image| image.id.to_owned());
        let picture = picture::decode(&file.path, &file.bytes)?;
        let masks = images.entry(id.clone()).or_insert_with(|| Masks {
            width: picture.width,
            height: picture.height,
            classes: BTreeMap::new(),
        });
        if (masks.width, masks.height) != (picture.width, picture.height) {
            return Err(FileError::SizesDiffer {
                id,
                one: format!("{}x{}", masks.width, masks.height),
                other: format!("{}x{}", picture.width, picture.height),
            });
        }
        match class {
            Some(class) => {
                let runs = masks.classes.entry(class).or_default();
                runs.extend(picture.runs().into_values().flatten());
            }
            None => add_labels(masks, &picture, &map, &file.path, notes),
        }
    }
    for (id, masks) in images {
        // A picture of another size would put the boxes elsewhere.
        if let Some(image) = known.find(&id)?
            && (image.width, image.height) != (masks.width, masks.height)
        {
            return Err(FileError::SizesDiffer {
                id,
                one: format!("{}x{}", image.width, image.height),
                other: format!("{}x{} (mask)", masks.width, masks.height),
            });
        }
        annotations.named.extend(masks.classes.keys().cloned());
        annotations.images.push(boxes(id, masks, &options.rule, notes));
    }
    Ok(annotations)
}

fn add_labels(masks: &mut Masks, picture: &Values, map: &ClassMap, path: &str, notes: &mut Notes) {
    for (value, runs) in picture.runs() {
        match map.values.get(&value) {
            Some(class) => masks.classes.entry(class.clone()).or_default().extend(runs),
            None if map.background.contains(&value) => {}
            None => notes.add(Note::UnmappedValue, || format!("{path}, value {value}")),
        }
    }
    // Some maps name 0 as a class, which the runs leave out.
    if let Some(class) = map.values.get(&0) {
        let zeros = Values {
            values: picture
                .values
                .iter()
                .map(|value| u16::from(*value == 0))
                .collect(),
            ..*picture
        };
        let runs = masks.classes.entry(class.clone()).or_default();
        runs.extend(zeros.runs().into_values().flatten());
    }
}

fn boxes(id: String, masks: Masks, rule: &BoxRule, notes: &mut Notes) -> ImageBoxes {
    let mut image = ImageBoxes {
        id,
        width: masks.width,
        height: masks.height,
        boxes: Vec::new(),
    };
    for (label, runs) in masks.classes {
        let rows = RowRuns::new(masks.width, masks.height, runs);
        let clusters = runs_to_boxes(&rows, rule);
        if clusters.iter().map(|cluster| cluster.area_px).sum::<u64>() < rows.area() {
            notes.add(Note::SmallComponents, || format!("{}, {}", image.id, label.id()));
        }
        for cluster in clusters {
            // Whole pixels, far below the range of decimals.
            let micros = cluster.bounds.to_array().map(|v| v as i64 * Decimal::ONE);
            if let (Ok(corners), Ok(pixels)) =
                (DecimalBox::from_micros(micros), Rle::from_rows(&cluster.pixels))
            {
                image.boxes.push(LabelledBox {
                    label: label.clone(),
                    corners,
                    score: None,
                    shape: Some(Shape::Mask(pixels)),
                    index: image.boxes.len(),
                });
            }
        }
    }
    image
}

/// The image and the class of a picture of one class: `a_irf.png`, `irf/a.png`, or a name that the map has.
fn class_of(path: &str, map: &ClassMap) -> Result<(String, Option<ClassLabel>), FileError> {
    let of = |name: &str| match map.names.get(name) {
        Some(class) => Some(class.clone()),
        None => match ClassLabel::from_name(name) {
            ClassLabel::Other(_) if !ClassLabel::from_name(name).is_fluid() => None,
            class => Some(class),
        },
    };
    let stem = without_extension(path);
    let extension = path.get(stem.len()..).unwrap_or_default();
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    // From the left, so that the longest name wins: `a_hard_exudates`.
    let cuts = name
        .char_indices()
        .filter(|(at, c)| *at > 0 && (*c == '_' || *c == '-'));
    for (at, _) in cuts {
        if let (Some(image), Some(class)) = (name.get(..at), name.get(at + 1..).and_then(of)) {
            let folder = if folder.is_empty() {
                String::new()
            } else {
                format!("{folder}/")
            };
            let image = without_role_folders(&format!("{folder}{image}{extension}"));
            return Ok((image, Some(class)));
        }
    }
    let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
    if let Some(class) = of(last) {
        return Ok((
            without_role_folders(&format!("{above}/{name}{extension}")),
            Some(class),
        ));
    }
    Err(FileError::NoMaskClass {
        path: path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_from_folders_and_names() {
        let map = class_map(br#"{"cyst_mask": "irf", "optic": "Optic disc"}"#).unwrap();
        let of = |path: &str| {
            let (image, class) = class_of(path, &map).ok()?;
            Some((image, class?.id().to_owned()))
        };
        let found = |image: &str, class: &str| Some((image.to_owned(), class.to_owned()));
        assert_eq!(of("a_irf.png"), found("a.png", "irf"));
        assert_eq!(
            of("masks/eye-1_hard_exudates.png"),
            found("eye-1.png", "hard_exudates")
        );
        assert_eq!(of("train/SRF/a.png"), found("train/a.png", "srf"));
        assert_eq!(of("cyst_mask/a.png"), found("a.png", "irf"));
        assert_eq!(of("a-optic.png"), found("a.png", "Optic disc"));
        assert_eq!(of("masks/a.png"), None);
    }
}
