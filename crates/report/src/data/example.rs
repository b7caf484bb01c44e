//! Images with boxes: the galleries, and one box whose AggIoU is explained.

use serde::{Deserialize, Serialize};

/// An image with the boxes of some runs, every coordinate in pixels of that image, right and bottom exclusive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gallery {
    /// The image's name.
    pub image: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The class that was asked for, as its identifier.
    pub class: String,
    /// The image as PNG, base64 in JSON; without it the boxes stand on an empty ground.
    #[serde(default, with = "base64_bytes", skip_serializing_if = "Option::is_none")]
    pub png: Option<Vec<u8>>,
    /// The runs to show.
    pub panels: Vec<GalleryPanel>,
}

/// One run on the image of a gallery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GalleryPanel {
    /// The run's name.
    pub run: String,
    /// The reference boxes with the AggIoU that the run reached.
    pub references: Vec<ScoredBox>,
    /// The run's boxes: x1, y1, x2, y2.
    pub predictions: Vec<[f64; 4]>,
}

/// A reference box and how well it was covered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredBox {
    /// x1, y1, x2, y2.
    #[serde(rename = "box")]
    pub corners: [f64; 4],
    /// AggIoU.
    pub agg_iou: f64,
}

/// One reference box and the predictions that it gathered.
///
/// The areas are data like every other figure here; `AggIoU = area_of_intersection / area_of_union`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explained {
    /// The reference box: x1, y1, x2, y2.
    pub reference: [f64; 4],
    /// The gathered predictions.
    pub fragments: Vec<[f64; 4]>,
    /// The area of the reference that the fragments cover together.
    pub area_of_intersection: f64,
    /// The area of reference and fragments together.
    pub area_of_union: f64,
    /// AggIoU.
    pub agg_iou: f64,
    /// The t2 that it must exceed.
    pub t2: f64,
    /// The fragment with the highest IoU of its own, as an index into `fragments`.
    pub best_fragment: usize,
    /// That IoU.
    pub best_iou: f64,
    /// The IoU that one-to-one matching asks for.
    pub one_to_one_threshold: f64,
}

impl Explained {
    /// Three fragments of a lesion, one of them reaching beyond it: a hit by AggIoU, a miss one to one.
    ///
    /// `tests/explained.rs` holds the areas to the metric.
    pub fn example() -> Self {
        Self {
            reference: [0.0, 0.0, 100.0, 60.0],
            fragments: vec![
                [4.0, 6.0, 40.0, 56.0],
                [34.0, 16.0, 70.0, 60.0],
                [66.0, 4.0, 112.0, 48.0],
            ],
            area_of_intersection: 4512.0,
            area_of_union: 6528.0,
            agg_iou: 4512.0 / 6528.0,
            t2: 0.3,
            best_fragment: 0,
            best_iou: 0.3,
            one_to_one_threshold: 0.5,
        }
    }
}

mod base64_bytes {
    //! Bytes as base64 text, so that JSON stays small.

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &Option<Vec<u8>>, out: S) -> Result<S::Ok, S::Error> {
        match bytes {
            Some(bytes) => out.serialize_str(&STANDARD.encode(bytes)),
            None => out.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Vec<u8>>, D::Error> {
        let text = Option::<String>::deserialize(input)?;
        text.map(|text| STANDARD.decode(text).map_err(serde::de::Error::custom))
            .transpose()
    }
}
