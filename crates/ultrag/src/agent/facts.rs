//! Facts of a mask from its pixels, where records take theirs from box and area (specification 2, 6).

use groundscope_geometry::RowRuns;
use serde::Serialize;

use crate::Frame;
use crate::facts::rounded;
use crate::text::Cell;

/// What the pixels of a mask say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaskFacts {
    /// Whether there is a pixel.
    pub has_mask: bool,
    /// Pixels.
    pub area_px: u64,
    /// Of the image's, six decimals.
    pub area_ratio: f64,
    /// `x, y, width, height` of the pixels.
    pub bbox_xywh: [u32; 4],
    /// The longer side.
    pub long_axis_px: u32,
    /// The shorter side.
    pub short_axis_px: u32,
    /// The mean of the pixels' indices, `x, y`.
    pub center_xy: [f64; 2],
    /// The cell of that.
    pub location_grid: String,
}

impl MaskFacts {
    /// Of pixels in an image of this size.
    ///
    /// ```
    /// use groundscope_ultrag::{Frame, agent::MaskFacts};
    /// use groundscope_geometry::RowRuns;
    /// let facts = MaskFacts::of(&RowRuns::from_box(30, 30, [0, 0, 10, 4]), Frame { width: 30, height: 30 });
    /// assert_eq!((facts.center_xy, facts.long_axis_px, facts.location_grid.as_str()), ([4.5, 1.5], 10, "upper-left"));
    /// ```
    pub fn of(pixels: &RowRuns, frame: Frame) -> Self {
        let area = pixels.area();
        let [x1, y1, x2, y2] = pixels.bounds().unwrap_or_default();
        let (width, height) = (x2 - x1, y2 - y1);
        // Indices, not centres.
        let [x, y] = pixels.centroid().map_or([0.0; 2], |[x, y]| [x - 0.5, y - 0.5]);
        let whole = f64::from(frame.width) * f64::from(frame.height);
        Self {
            has_mask: area > 0,
            area_px: area,
            area_ratio: rounded(area as f64 / whole.max(1.0), 6),
            bbox_xywh: [x1, y1, width, height],
            long_axis_px: width.max(height),
            short_axis_px: width.min(height),
            center_xy: [x, y],
            location_grid: if area > 0 {
                Cell::of(x, y, frame.width, frame.height).to_string()
            } else {
                String::new()
            },
        }
    }
}
