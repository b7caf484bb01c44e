//! Expert boxes of a file, ready to be shown.

use groundscope_benchmarks::{
    Annotations, BoxTally, FileError, ScoreError, Settings, explain, read_references,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::values::to_js;

/// Reads a references file (groundscope-boxes or COCO); boxes come in pixels.
///
/// # Errors
/// `references`: what is wrong with the file, naming the field.
#[wasm_bindgen(js_name = "parseReferences", unchecked_return_type = "References")]
pub fn parse_references(text: &str) -> Result<JsValue, JsValue> {
    to_js(&References::read(text)?)
}

/// `References` of `web/worker/types.ts`.
#[derive(Debug, Serialize)]
struct References {
    images: Vec<ReferenceImage>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ReferenceImage {
    id: String,
    width: u32,
    height: u32,
    boxes: Vec<ClassBox>,
}

/// A box with its class, in pixels.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ClassBox {
    pub class: String,
    #[serde(rename = "box")]
    pub corners: [f64; 4],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

impl References {
    fn read(text: &str) -> Result<Self, Failure> {
        let references = read_references(text.as_bytes())?;
        let nothing = Annotations::in_pixels([])?;
        let images = (0..references.images.len())
            .map(|at| {
                let image = explain(&references, &nothing, at, &Settings::default())?;
                let mut boxes = image.references;
                boxes.sort_by_key(|reference| reference.index);
                let boxes = boxes.into_iter().map(|r| ClassBox {
                    class: r.class,
                    corners: r.corners,
                    score: None,
                });
                Ok(ReferenceImage {
                    id: image.id,
                    width: image.width,
                    height: image.height,
                    boxes: boxes.collect(),
                })
            })
            .collect::<Result<_, ScoreError>>()?;
        Ok(Self {
            images,
            notes: notes(&references.tally, "reference"),
        })
    }
}

/// What was dropped or changed, in sentences.
pub(crate) fn notes(tally: &BoxTally, whose: &str) -> Vec<String> {
    let reasons = [
        (tally.wrong_arity, "without four numbers: dropped"),
        (tally.not_finite, "with a coordinate that is no number: dropped"),
        (tally.no_area, "without area: dropped"),
        (tally.outside_image, "outside the image: dropped"),
        (tally.crowd, "of a crowd region: dropped"),
        (tally.clipped, "reaching beyond the image: clipped"),
        (tally.rounded, "with more than six decimals: rounded"),
    ];
    let counted = reasons.into_iter().filter(|(count, _)| *count > 0);
    counted
        .map(|(count, why)| {
            format!(
                "{count} {whose} {} {why}.",
                if count == 1 { "box" } else { "boxes" }
            )
        })
        .collect()
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::told("references", &error)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two images in norm1000, one box of them broken.
    pub(crate) const REFERENCES: &str = r#"{"format": "groundscope-boxes/1", "space": "norm1000", "images": [
        {"id": "other.png", "width": 100, "height": 100, "boxes": [{"class": "srf", "box": [0, 0, 100, 100]}]},
        {"id": "a/scan.png", "width": 200, "height": 100, "boxes": [
            {"class": "irf", "box": [0, 0, 500, 1000]}, {"class": "irf", "box": [1, 1]},
            {"class": "my own class", "box": [900, 0, 1000, 100]}]}]}"#;

    #[test]
    fn references_come_in_pixels_with_what_was_dropped() {
        let references = References::read(REFERENCES).unwrap();
        let image = &references.images[1];
        assert_eq!(
            (image.id.as_str(), image.width, image.boxes.len()),
            ("a/scan.png", 200, 2)
        );
        assert_eq!(image.boxes[0].corners, [0.0, 0.0, 100.0, 100.0]);
        assert_eq!(
            references.notes,
            ["1 reference box without four numbers: dropped."]
        );
    }
}
