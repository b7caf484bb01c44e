//! Writing YOLO data sets: label files, `data.yaml` with the class names, and a list of the images with their sizes.

use std::collections::BTreeMap;

use super::number;
use crate::formats::csv_table;
use crate::formats::loss::{LossKind, Losses};
use crate::formats::output_files::{OutputFiles, WriteError};
use crate::formats::space::in_space;
use crate::{Annotations, ClassLabel, CoordinateSpace, ImageBoxes, LabelledBox};

/// What a line holds.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::formats) enum LabelStyle {
    Boxes,
    Polygons,
}

/// Numbers get twelve decimals: enough for the same millionths of a pixel on images of up to 500,000 pixels a side.
pub(in crate::formats) fn write(
    annotations: &Annotations,
    style: LabelStyle,
    losses: &mut Losses,
) -> Result<OutputFiles, WriteError> {
    let annotations = &in_space(annotations, CoordinateSpace::Pixel, losses);
    let classes = annotations.listed_classes();
    let numbers: BTreeMap<&ClassLabel, usize> = classes.iter().zip(0..).collect();
    let mut files = OutputFiles::default();
    let names: Vec<String> = classes
        .iter()
        .map(|label| serde_json::Value::from(label.id()).to_string())
        .collect();
    // A JSON list is YAML, too.
    let yaml = format!("train: images\nval: images\nnames: [{}]\n", names.join(", "));
    files.add("data.yaml", yaml.into_bytes())?;
    files.add("images.csv", csv_table::image_list(annotations))?;
    for image in &annotations.images {
        let mut lines = String::new();
        for labelled in &image.boxes {
            let number = numbers.get(&labelled.label).copied().unwrap_or_default();
            lines += &number.to_string();
            match style {
                LabelStyle::Boxes => lines += &box_line(labelled, image),
                LabelStyle::Polygons => lines += &polygon_line(labelled, image, losses),
            }
            if let Some(score) = labelled.score {
                lines += &format!(" {score}");
            }
            lines.push('\n');
        }
        files.add_for_image("labels", &image.id, "txt", lines.into_bytes())?;
    }
    if style == LabelStyle::Boxes {
        let boxes = annotations.images.iter().flat_map(|image| &image.boxes);
        losses.add(LossKind::Shapes, boxes.filter(|b| b.shape.is_some()).count());
    }
    Ok(files)
}

fn box_line(labelled: &LabelledBox, image: &ImageBoxes) -> String {
    let [x1, y1, x2, y2] = labelled.corners.micros();
    let along = |value, per, pixels| format!(" {}", number::to_text(value, per, pixels));
    [
        along(x1 + x2, 2, image.width),
        along(y1 + y2, 2, image.height),
        along(x2 - x1, 1, image.width),
        along(y2 - y1, 1, image.height),
    ]
    .concat()
}

fn polygon_line(labelled: &LabelledBox, image: &ImageBoxes, losses: &mut Losses) -> String {
    let rectangle = || {
        let [x1, y1, x2, y2] = labelled.corners.micros();
        vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]
    };
    let ring = labelled
        .shape
        .as_ref()
        .and_then(|shape| shape.to_ring(image.width, image.height));
    let points = match ring {
        Some(ring) => {
            losses.add(LossKind::PartsJoined, usize::from(ring.joined));
            losses.add(LossKind::ShapesTooLarge, usize::from(ring.unchecked));
            let bounds = labelled
                .shape
                .as_ref()
                .and_then(|shape| shape.box_on(image.width, image.height));
            losses.add(
                LossKind::BoxesFollowShapes,
                usize::from(bounds != Some(labelled.corners)),
            );
            let points = ring.points.into_iter();
            points.map(|point| point.map(|v| v.micros())).collect()
        }
        None => {
            losses.add(LossKind::BoxesAsShapes, 1);
            rectangle()
        }
    };
    let texts = points.into_iter().map(|[x, y]| {
        let x = number::to_text(x, 1, image.width);
        format!(" {x} {}", number::to_text(y, 1, image.height))
    });
    texts.collect()
}
