//! Boxes of model output as predictions, ready to be scored against references.

use std::collections::BTreeMap;

use super::report::BoxesReport;
use super::rows::RowsError;
use crate::{Annotations, ClassLabel, CoordinateSpace, ImageBoxes, LabelledBox};

impl BoxesReport {
    /// The boxes as predictions for the images of the references; the questions asked are those of the rows.
    ///
    /// A box is of the class that was asked about, whatever its label. Boxes in pixels of a resized image become pixels of
    /// the original, rounded to millionths; all others keep their exact numbers.
    ///
    /// # Errors
    /// [`RowsError::Image`] for an image that the references lack, [`RowsError::Repeated`] for two answers to one question
    /// under two names of the image.
    pub fn predictions(&self, references: &Annotations) -> Result<Annotations, RowsError> {
        let space = CoordinateSpace::from_id(self.settings.space);
        let mut predictions = Annotations::empty(space.unwrap_or(CoordinateSpace::Pixel));
        predictions.tally = self.totals.tally;
        let index = references.image_index();
        let mut asked: BTreeMap<(String, ClassLabel), usize> = BTreeMap::new();
        let mut images: BTreeMap<usize, ImageBoxes> = BTreeMap::new();
        for row in &self.rows {
            let line = row.line;
            let at = index.find(&row.image).map_err(|failure| RowsError::Image {
                line,
                source: failure.of(&row.image),
            })?;
            let Some(reference) = references.images.get(at) else {
                continue;
            };
            let label = ClassLabel::from_name(&row.class);
            if let Some(first) = asked.insert((reference.id.clone(), label.clone()), line) {
                return Err(RowsError::Repeated { line, first });
            }
            let image = images.entry(at).or_insert_with(|| ImageBoxes {
                boxes: Vec::new(),
                ..reference.clone()
            });
            for found in &row.read.boxes {
                let corners = match space {
                    Some(_) => Some(found.corners),
                    None => found.pixels,
                };
                let Some(corners) = corners else {
                    // A box far smaller than a millionth of a pixel.
                    predictions.tally.no_area += 1;
                    continue;
                };
                image.boxes.push(LabelledBox {
                    label: label.clone(),
                    corners,
                    score: None,
                    shape: None,
                    index: image.boxes.len(),
                });
            }
        }
        predictions.asked = Some(asked.into_keys().collect());
        predictions.images = images.into_values().collect();
        Ok(predictions)
    }
}
