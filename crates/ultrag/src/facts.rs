//! Evidence facts: what a mask's COCO box and area say of it, never its pixels (specification 2).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::text::Cell;

/// A value at so many decimals: the exact binary value correctly rounded, ties to even, as Python's `round`.
///
/// ```
/// use groundscope_ultrag::facts::rounded;
/// assert_eq!((rounded(0.125, 2), rounded(2.675, 2), rounded(-0.001, 2)), (0.12, 2.67, 0.0));
/// ```
pub fn rounded(value: f64, decimals: usize) -> f64 {
    // Formatting rounds the exact value, ties to even; minus zero is zero.
    format!("{value:.decimals$}").parse().unwrap_or(value) + 0.0
}

/// A number as Python prints a float: an integral one with `.0`.
pub fn printed(value: f64) -> String {
    format!("{value:?}")
}

/// What is known of one mask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// `x, y, width, height`, each at two decimals.
    pub bbox_xywh: [f64; 4],
    /// Width times height, in square pixels.
    pub bbox_area_px: f64,
    /// The area as the source gives it, in square pixels.
    pub mask_area_px: f64,
    /// Pixels of the image.
    pub image_area_px: f64,
    /// Area of the image's, 0..1, at six decimals.
    pub area_ratio: f64,
    /// The longer side of the box.
    pub long_axis_px: f64,
    /// The shorter side of the box.
    pub short_axis_px: f64,
    /// The cell of the box's centre.
    pub location_grid: String,
}

/// The sides of the image that a box touches.
pub fn boundary_contact([x, y, w, h]: [f64; 4], width: u32, height: u32) -> Vec<&'static str> {
    let (right, bottom) = (f64::from(width) - 0.5, f64::from(height) - 0.5);
    let sides = [
        ("left", x <= 0.5),
        ("top", y <= 0.5),
        ("right", x + w >= right),
        ("bottom", y + h >= bottom),
    ];
    sides
        .into_iter()
        .filter(|(_, touches)| *touches)
        .map(|(side, _)| side)
        .collect()
}

impl Facts {
    /// Of a box `x, y, width, height` and an area in an image of this size; all from unrounded inputs.
    pub fn of(bbox: [f64; 4], area: f64, width: u32, height: u32) -> Self {
        let [x, y, w, h] = bbox;
        let image = u64::from(width) * u64::from(height);
        Self {
            bbox_xywh: bbox.map(|value| rounded(value, 2)),
            bbox_area_px: rounded((w * h).max(0.0), 2),
            mask_area_px: rounded(area, 2),
            image_area_px: image as f64,
            area_ratio: rounded(area / image.max(1) as f64, 6),
            long_axis_px: rounded(w.max(h), 2),
            short_axis_px: rounded(w.min(h), 2),
            location_grid: Cell::of(x + w / 2.0, y + h / 2.0, width, height).to_string(),
        }
    }

    /// What makes two masks the same: box and area, rounded. In hundredths, so that it can be compared.
    pub fn key(&self) -> [i64; 5] {
        let [x, y, w, h] = self.bbox_xywh;
        // At two decimals already; what is beyond any image is cut.
        [x, y, w, h, self.mask_area_px].map(|value| (value * 100.0).round() as i64)
    }

    /// The area in percent of the image, two decimals.
    pub fn percent(&self) -> String {
        format!("{:.2}", self.area_ratio * 100.0)
    }
}

/// The image of a case of kind `facts`, its categories canonical already.
#[derive(Debug, Deserialize)]
pub(crate) struct FactsCase {
    width: u32,
    height: u32,
    annotations: Vec<CaseAnnotation>,
}

#[derive(Debug, Deserialize)]
struct CaseAnnotation {
    id: Value,
    category: String,
    #[serde(default)]
    bbox: Vec<f64>,
    area: Option<f64>,
}

/// A mask of the machine form.
#[derive(Debug, Serialize)]
struct CaseMask {
    id: Value,
    annotation_id: Value,
    category: String,
    #[serde(flatten)]
    facts: Facts,
    boundary_contact: Vec<&'static str>,
}

/// A box that is missing or not four long counts as zeros.
pub(crate) fn four(bbox: &[f64]) -> [f64; 4] {
    bbox.try_into().unwrap_or([0.0; 4])
}

/// The masks of an image once duplicates are folded, as the machine form tells them.
pub(crate) fn case(input: FactsCase) -> Value {
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut masks = Vec::new();
    let mut merged = 0;
    for CaseAnnotation {
        id,
        category,
        bbox,
        area,
    } in input.annotations
    {
        let bbox = four(&bbox);
        let area = area.unwrap_or((bbox[2] * bbox[3]).max(0.0));
        let facts = Facts::of(bbox, area, input.width, input.height);
        if !seen.insert((category.clone(), facts.key())) {
            merged += 1;
            continue;
        }
        *counts.entry(category.clone()).or_default() += 1;
        masks.push(CaseMask {
            annotation_id: id.clone(),
            id,
            category,
            facts,
            boundary_contact: boundary_contact(bbox, input.width, input.height),
        });
    }
    json!({"masks": masks, "counts": counts, "merged_duplicate_annotations": merged})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_python_floats() {
        assert_eq!([120.0, 80.5, 0.1].map(printed), ["120.0", "80.5", "0.1"]);
    }

    #[test]
    fn facts_use_unrounded_inputs() {
        let facts = Facts::of([80.004, 0.0, 40.0, 33.333], 900.456, 300, 150);
        assert_eq!(facts.bbox_xywh, [80.0, 0.0, 40.0, 33.33]);
        assert_eq!(
            (facts.area_ratio, facts.location_grid.as_str()),
            (0.02001, "upper-central")
        );
        assert_eq!(facts.percent(), "2.00");
        assert_eq!(Facts::of([0.0; 4], 0.0, 0, 0).area_ratio, 0.0);
    }
}
