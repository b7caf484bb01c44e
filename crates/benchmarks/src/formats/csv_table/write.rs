//! Writing tables: a row a box, and a row for an image without boxes.

use csv::{Writer, WriterBuilder};

use crate::Annotations;
use crate::formats::loss::{LossKind, Losses};
use crate::formats::output_files::WriteError;
use crate::formats::space::text;

/// The table of all boxes, in the space of the annotations.
pub(in crate::formats) fn write(
    annotations: &Annotations,
    losses: &mut Losses,
) -> Result<Vec<u8>, WriteError> {
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    let header = [
        "image", "width", "height", "space", "class", "x1", "y1", "x2", "y2", "score",
    ];
    table.write_record(header).map_err(WriteError::encoder)?;
    for image in &annotations.images {
        let (width, height) = (image.width.to_string(), image.height.to_string());
        let start = [image.id.as_str(), &width, &height, annotations.space.id()];
        if image.boxes.is_empty() {
            let empty = start.into_iter().chain([""; 6]);
            table.write_record(empty).map_err(WriteError::encoder)?;
        }
        for labelled in &image.boxes {
            let numbers = labelled.corners.micros().map(text);
            let score = labelled.score.map(|score| score.to_string()).unwrap_or_default();
            let cells = numbers.iter().map(String::as_str).chain([score.as_str()]);
            let row = start.into_iter().chain([labelled.label.id()]).chain(cells);
            table.write_record(row).map_err(WriteError::encoder)?;
            losses.add(LossKind::Shapes, usize::from(labelled.shape.is_some()));
        }
    }
    finished(table)
}

/// The table of all images and their sizes, without boxes.
pub(in crate::formats) fn image_list(annotations: &Annotations) -> Result<Vec<u8>, WriteError> {
    let mut table = WriterBuilder::new().from_writer(Vec::new());
    table
        .write_record(["image", "width", "height"])
        .map_err(WriteError::encoder)?;
    for image in &annotations.images {
        let row = [
            image.id.clone(),
            image.width.to_string(),
            image.height.to_string(),
        ];
        table.write_record(row).map_err(WriteError::encoder)?;
    }
    finished(table)
}

fn finished(table: Writer<Vec<u8>>) -> Result<Vec<u8>, WriteError> {
    table.into_inner().map_err(WriteError::encoder)
}
