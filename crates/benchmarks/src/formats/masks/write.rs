//! Writing label pictures and their class map.

use std::collections::BTreeMap;

use groundscope_geometry::{BoxRule, Decimal, RowRuns, runs_to_boxes};

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
    files.add("images.csv", csv_table::image_list(&annotations))?;
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
    let mut drawn: BTreeMap<u16, Vec<RowRuns>> = BTreeMap::new();
    for labelled in &image.boxes {
        let value = values.get(&labelled.label).copied().unwrap_or_default();
        let rows = pixels(labelled, width, height, losses);
        let mut taken = 0;
        for run in rows.runs() {
            let start = run.y as usize * width as usize;
            let slots = picture
                .values
                .get_mut(start + run.x1 as usize..start + run.x2 as usize);
            for slot in slots.unwrap_or_default() {
                taken += usize::from(*slot != 0 && *slot != value);
                *slot = value;
            }
        }
        losses.add(LossKind::PixelsOverlap, taken);
        losses.add(LossKind::BoxesWithoutPixels, usize::from(rows.is_empty()));
        if !rows.is_empty() {
            drawn.entry(value).or_default().push(rows);
        }
    }
    // What a reader makes of the picture, as it would by default.
    let mut runs = picture.runs();
    for (value, boxes) in drawn {
        let rows = RowRuns::new(width, height, runs.remove(&value).unwrap_or_default());
        let found = runs_to_boxes(&rows, &BoxRule::default()).len();
        losses.add(LossKind::BoxesMerged, boxes.len().saturating_sub(found));
        losses.add(LossKind::BoxesSplit, found.saturating_sub(boxes.len()));
        let cut = boxes.iter().filter(|rows| is_cut(rows, value, &picture)).count();
        losses.add(LossKind::BoxesCut, cut);
    }
    picture
}

/// Whether what is left of a box, after classes drawn later, reaches less far than it did.
fn is_cut(rows: &RowRuns, value: u16, picture: &Values) -> bool {
    let mut left: Option<[u32; 4]> = None;
    for run in rows.runs() {
        let start = run.y as usize * picture.width as usize;
        let slots = picture
            .values
            .get(start + run.x1 as usize..start + run.x2 as usize)
            .unwrap_or_default();
        let own = |slot: &u16| *slot == value;
        if let (Some(first), Some(last)) = (slots.iter().position(own), slots.iter().rposition(own)) {
            let (x1, x2) = (run.x1 + first as u32, run.x1 + last as u32 + 1);
            let [a, b, c, d] = left.unwrap_or([x1, run.y, x2, run.y + 1]);
            left = Some([a.min(x1), b.min(run.y), c.max(x2), d.max(run.y + 1)]);
        }
    }
    left != rows.bounds()
}

/// The pixels of a box: those of its shape, or those whose centres lie in the box.
fn pixels(labelled: &LabelledBox, width: u32, height: u32, losses: &mut Losses) -> RowRuns {
    let moved = |rows: &RowRuns| {
        let micros = |v: u32| i64::from(v) * Decimal::ONE;
        rows.bounds().map(|bounds| bounds.map(micros)) != Some(labelled.corners.micros())
    };
    match labelled
        .shape
        .as_ref()
        .map(|shape| (shape, shape.to_rows(width, height)))
    {
        Some((shape, Ok(rows))) => {
            let polygons = matches!(shape, Shape::Polygons(_));
            losses.add(LossKind::ShapesRasterised, usize::from(polygons));
            losses.add(LossKind::BoxesFollowShapes, usize::from(moved(&rows)));
            return rows;
        }
        Some((_, Err(_))) => losses.add(LossKind::ShapesTooLarge, 1),
        None => losses.add(LossKind::BoxesAsShapes, 1),
    }
    let [x1, y1, x2, y2] = labelled.corners.to_f64();
    let rectangle = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];
    // Two crossings a row of an image that was found small enough.
    let rows = RowRuns::from_rings(width, height, &[rectangle]);
    let rows = rows.unwrap_or_else(|_| RowRuns::new(width, height, Vec::new()));
    losses.add(
        LossKind::BoxesToPixels,
        usize::from(!rows.is_empty() && moved(&rows)),
    );
    rows
}
