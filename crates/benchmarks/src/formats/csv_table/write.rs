//! Writing tables: a row a box, and a row for an image without boxes.

use crate::Annotations;
use crate::formats::loss::{LossKind, Losses};
use crate::formats::space::text;

/// The table of all boxes, in the space of the annotations.
pub(in crate::formats) fn write(annotations: &Annotations, losses: &mut Losses) -> Vec<u8> {
    let mut table = Table::default();
    let header = [
        "image", "width", "height", "space", "class", "x1", "y1", "x2", "y2", "score",
    ];
    table.row(header);
    for image in &annotations.images {
        let (width, height) = (image.width.to_string(), image.height.to_string());
        let start = [image.id.as_str(), &width, &height, annotations.space.id()];
        if image.boxes.is_empty() {
            let empty = start.into_iter().chain([""; 6]);
            table.row(empty);
        }
        for labelled in &image.boxes {
            let numbers = labelled.corners.micros().map(text);
            let score = labelled.score.map(|score| score.to_string()).unwrap_or_default();
            let cells = numbers.iter().map(String::as_str).chain([score.as_str()]);
            let row = start.into_iter().chain([labelled.label.id()]).chain(cells);
            table.row(row);
            losses.add(LossKind::Shapes, usize::from(labelled.shape.is_some()));
        }
    }
    table.0.into_bytes()
}

/// The table of all images and their sizes, without boxes.
pub(in crate::formats) fn image_list(annotations: &Annotations) -> Vec<u8> {
    let mut table = Table::default();
    table.row(["image", "width", "height"]);
    for image in &annotations.images {
        let (width, height) = (image.width.to_string(), image.height.to_string());
        table.row([image.id.as_str(), &width, &height]);
    }
    table.0.into_bytes()
}

/// The text of a table. The `csv` crate leaves spaces around a cell bare, where readers drop them.
#[derive(Default)]
struct Table(String);

impl Table {
    fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        for (at, cell) in cells.into_iter().enumerate() {
            if at > 0 {
                self.0.push(',');
            }
            if cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell {
                self.0 += &format!("\"{}\"", cell.replace('"', "\"\""));
            } else {
                self.0 += cell;
            }
        }
        self.0.push('\n');
    }
}
