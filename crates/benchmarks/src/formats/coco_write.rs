//! Writing COCO files, with polygons and masks.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use super::loss::Losses;
use super::output_files::WriteError;
use super::space::{in_space, text};
use super::{Shape, coco_shape};
use crate::{Annotations, ClassLabel, CoordinateSpace, LabelledBox};

/// One JSON object, a line an image, a category and an annotation. Numbers keep their exact decimals.
pub(super) fn write(annotations: &Annotations, losses: &mut Losses) -> Result<String, WriteError> {
    let annotations = in_space(annotations, CoordinateSpace::Pixel, losses);
    let classes = annotations.listed_classes();
    let numbers: BTreeMap<&ClassLabel, usize> = classes.iter().zip(1..).collect();
    let mut images = Vec::new();
    let mut boxes = Vec::new();
    for (image_id, image) in (1..).zip(&annotations.images) {
        images.push(format!(
            "{{\"id\":{image_id},\"file_name\":{},\"width\":{},\"height\":{}}}",
            Value::from(image.id.as_str()),
            image.width,
            image.height
        ));
        for labelled in &image.boxes {
            let id = boxes.len() + 1;
            let category = numbers.get(&labelled.label).copied().unwrap_or_default();
            let mut line = format!("{{\"id\":{id},\"image_id\":{image_id},\"category_id\":{category}");
            annotation(&mut line, labelled).map_err(WriteError::encoder)?;
            boxes.push(line);
        }
    }
    let categories: Vec<String> = numbers_in_order(&classes)
        .map(|(id, label)| format!("{{\"id\":{id},\"name\":{}}}", Value::from(label.id())))
        .collect();
    let list = |lines: &[String]| lines.join(",\n");
    Ok(format!(
        "{{\"images\":[\n{}],\n\"categories\":[\n{}],\n\"annotations\":[\n{}]}}\n",
        list(&images),
        list(&categories),
        list(&boxes)
    ))
}

fn numbers_in_order(classes: &[ClassLabel]) -> impl Iterator<Item = (usize, &ClassLabel)> {
    (1..).zip(classes)
}

fn annotation(line: &mut String, labelled: &LabelledBox) -> std::fmt::Result {
    let [x1, y1, x2, y2] = labelled.corners.micros();
    let [x, y, width, height] = [x1, y1, x2 - x1, y2 - y1].map(text);
    write!(
        line,
        ",\"bbox\":[{x},{y},{width},{height}],\"area\":{},\"iscrowd\":0",
        area(labelled)
    )?;
    match &labelled.shape {
        Some(shape) => write!(line, ",\"segmentation\":{}", coco_shape::write(shape))?,
        None => line.push_str(",\"segmentation\":[]"),
    }
    if let Some(score) = labelled.score {
        write!(line, ",\"score\":{}", Value::from(score))?;
    }
    line.push('}');
    Ok(())
}

/// The area of the shape, else of the box, in pixels: COCO's evaluation sorts by it and nothing here reads it.
fn area(labelled: &LabelledBox) -> f64 {
    match &labelled.shape {
        Some(Shape::Mask(rle)) => rle.area() as f64,
        Some(Shape::Polygons(rings)) => rings.iter().map(|ring| ring.twice_area() as f64 / 2e12).sum(),
        None => labelled.corners.area() as f64 / 1e12,
    }
}
