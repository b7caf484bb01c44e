//! Writing label pictures and their class map.

use std::collections::BTreeMap;

use groundscope_geometry::{Decimal, Mask};

use super::CLASS_MAP_FILES;
use super::picture::{MAX_PIXELS, Values, encode};
use crate::formats::loss::{LossKind, Losses};
use crate::formats::output_files::{OutputFiles, WriteError};
use crate::formats::space::in_space;
use crate::formats::{Shape, csv_table};
use crate::{Annotations, ClassLabel, CoordinateSpace, ImageBoxes, LabelledBox};

/// One grey PNG an image, values from 1 in the order of classes, and `classes.json`.
pub(in crate::formats) fn write(
    annotations: &Annotations,
    losses: &mut Losses,
) -> Result<OutputFiles, WriteError> {
    let annotations = in_space(annotations, CoordinateSpace::Pixel, losses);
    let classes = annotations.listed_classes();
    if classes.len() > usize::from(u16::MAX) {
        return Err(WriteError::TooManyClasses { count: classes.len() });
    }
    let values: BTreeMap<&ClassLabel, u16> = classes.iter().zip(1..).collect();
    let mut files = OutputFiles::default();
    let entries = values.iter().map(|(label, value)| (*value, label));
    // By value, as a reader would look one up.
    let by_value: BTreeMap<u16, _> = entries.collect();
    let lines: Vec<String> = by_value
        .iter()
        .map(|(value, label)| format!("  \"{value}\": {}", serde_json::Value::from(label.id())))
        .collect();
    let [map_file, _] = CLASS_MAP_FILES;
    files.add(map_file, format!("{{\n{}\n}}\n", lines.join(",\n")).into_bytes())?;
    // The names and extensions of the pictures that the masks belong to.
    files.add("images.csv", csv_table::image_list(&annotations)?)?;
    for image in &annotations.images {
        if u64::from(image.width) * u64::from(image.height) > MAX_PIXELS {
            return Err(WriteError::TooLarge {
                id: image.id.clone(),
                width: image.width,
                height: image.height,
            });
        }
        let scores = image.boxes.iter().filter(|b| b.score.is_some()).count();
        losses.add(LossKind::Scores, scores);
        files.add_for_image("", &image.id, "png", encode(&drawn(image, &values, losses))?)?;
    }
    Ok(files)
}

fn drawn(image: &ImageBoxes, values: &BTreeMap<&ClassLabel, u16>, losses: &mut Losses) -> Values {
    let (width, height) = (image.width, image.height);
    let mut picture = Values {
        width,
        height,
        values: vec![0; width as usize * height as usize],
    };
    let mut merged: BTreeMap<u16, usize> = BTreeMap::new();
    for labelled in &image.boxes {
        let value = values.get(&labelled.label).copied().unwrap_or_default();
        let mask = pixels(labelled, width, height, losses);
        let mut taken = 0;
        for (x, y) in mask.pixels() {
            if let Some(slot) = picture.values.get_mut(y as usize * width as usize + x as usize) {
                taken += usize::from(*slot != 0 && *slot != value);
                *slot = value;
            }
        }
        losses.add(LossKind::PixelsOverlap, taken);
        losses.add(LossKind::BoxesWithoutPixels, usize::from(mask.is_empty()));
        *merged.entry(value).or_default() += 1;
    }
    losses.add(
        LossKind::BoxesMerged,
        merged.values().filter(|boxes| **boxes > 1).sum(),
    );
    picture
}

/// The pixels of a box: those of its shape, or those whose centres lie in the box.
fn pixels(labelled: &LabelledBox, width: u32, height: u32, losses: &mut Losses) -> Mask {
    match &labelled.shape {
        Some(shape) => {
            losses.add(
                LossKind::ShapesRasterised,
                usize::from(matches!(shape, Shape::Polygons(_))),
            );
            let mask = shape.to_mask(width, height);
            let micros = |v: u32| i64::from(v) * Decimal::ONE;
            let fits = mask.bounds().map(|bounds| bounds.map(micros)) == Some(labelled.corners.micros());
            losses.add(LossKind::BoxesFollowShapes, usize::from(!fits));
            mask
        }
        None => {
            losses.add(LossKind::BoxesAsShapes, 1);
            let [x1, y1, x2, y2] = labelled.corners.to_f64();
            Mask::from_polygon(width, height, &[[x1, y1], [x2, y1], [x2, y2], [x1, y2]])
        }
    }
}
