//! Shapes to pixels by the benchmark's rules (specification 5.1): polygons by pixel centres, boxes grown to whole pixels.

use groundscope_geometry::{Rle, RowRuns};
use serde_json::{Map, Value};

/// The size of an image in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Frame {
    /// The most pixels an image may have: more is a mistake in a file.
    pub const MOST: u64 = 64_000_000;

    /// No pixels of it.
    pub fn nothing(self) -> RowRuns {
        RowRuns::new(self.width, self.height, Vec::new())
    }
}

/// Two corners, `x0, y0, x1, y1` in any order.
pub(crate) type Corners = [f64; 4];

/// A box `x, y, width, height`: columns `floor(x)..ceil(x + w)`, rows likewise, inside the image; nothing where an extent is not positive.
pub(crate) fn grown_box(frame: Frame, [x, y, w, h]: [f64; 4]) -> RowRuns {
    if w <= 0.0 || h <= 0.0 {
        return frame.nothing();
    }
    whole_pixels(frame, [x, y, x + w, y + h])
}

/// The box between two corners in any order.
pub(crate) fn corner_box(frame: Frame, [x0, y0, x1, y1]: Corners) -> RowRuns {
    let (left, top) = (x0.min(x1), y0.min(y1));
    let (right, bottom) = (x0.max(x1), y0.max(y1));
    if left >= right || top >= bottom {
        return frame.nothing();
    }
    // From the corners themselves: a difference added again could be another number.
    whole_pixels(frame, [left, top, right, bottom])
}

/// Every pixel that the edges touch or enclose.
fn whole_pixels(frame: Frame, [left, top, right, bottom]: [f64; 4]) -> RowRuns {
    let within = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as u32;
    let bounds = [
        within(left.floor(), frame.width),
        within(top.floor(), frame.height),
        within(right.ceil(), frame.width),
        within(bottom.ceil(), frame.height),
    ];
    RowRuns::from_box(frame.width, frame.height, bounds)
}

/// The pixels whose centres lie in any of the rings, each by the even-odd rule; `None` where a ring is too long to draw.
pub(crate) fn polygon(frame: Frame, rings: &[Vec<[f64; 2]>]) -> Option<RowRuns> {
    RowRuns::from_parts(frame.width, frame.height, rings).ok()
}

/// All sets as one.
pub(crate) fn union(frame: Frame, sets: &[RowRuns]) -> RowRuns {
    RowRuns::union(frame.width, frame.height, sets)
}

/// Why a COCO `segmentation` cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SegmentationError {
    /// Neither rings nor a run-length mask.
    #[error("the segmentation is neither a list of rings nor a run-length mask; export it from COCO again")]
    Form,
    /// A run-length mask of another size.
    #[error(
        "the run-length mask is {found:?} (height, width), the image {height} x {width}; export it again"
    )]
    Size {
        /// What it says.
        found: Vec<u64>,
        /// Height of the image in pixels.
        height: u32,
        /// Width of the image in pixels.
        width: u32,
    },
    /// Counts that are no mask.
    #[error(transparent)]
    Counts(#[from] groundscope_geometry::RleError),
    /// Too long to draw.
    #[error(transparent)]
    TooLarge(#[from] groundscope_geometry::TooLargeToDraw),
}

/// The pixels of a COCO `segmentation`: rings of at least six numbers joined, a dangling last number left out, or a run-length mask
/// of the image's size. A ring's pixels are those whose centres it holds.
///
/// # Errors
/// [`SegmentationError`].
pub fn coco_pixels(segmentation: &Value, frame: Frame) -> Result<RowRuns, SegmentationError> {
    match segmentation {
        Value::Null => Ok(frame.nothing()),
        Value::Array(rings) => {
            let rings = rings
                .iter()
                .map(|ring| {
                    let ring = ring.as_array().ok_or(SegmentationError::Form)?;
                    let numbers: Option<Vec<f64>> = ring.iter().map(Value::as_f64).collect();
                    let numbers = numbers.ok_or(SegmentationError::Form)?;
                    let usable = if numbers.len() >= 6 { numbers } else { Vec::new() };
                    Ok(usable
                        .chunks_exact(2)
                        .filter_map(|pair| <[f64; 2]>::try_from(pair).ok())
                        .collect::<Vec<_>>())
                })
                .collect::<Result<Vec<_>, SegmentationError>>()?;
            Ok(RowRuns::from_parts(frame.width, frame.height, &rings)?)
        }
        Value::Object(fields) => run_length(fields, frame, Value::as_u64),
        _ => Err(SegmentationError::Form),
    }
}

/// A run-length mask, counts as a list of numbers, each read by `count`, or as COCO's text; its size must be the image's.
pub(crate) fn run_length(
    fields: &Map<String, Value>,
    frame: Frame,
    count: impl Fn(&Value) -> Option<u64>,
) -> Result<RowRuns, SegmentationError> {
    let (width, height) = (frame.width, frame.height);
    let size = fields.get("size").and_then(Value::as_array);
    let found: Option<Vec<u64>> = size.and_then(|size| size.iter().map(Value::as_u64).collect());
    let found = found.ok_or(SegmentationError::Form)?;
    if found != [u64::from(height), u64::from(width)] {
        return Err(SegmentationError::Size { found, height, width });
    }
    let rle = match fields.get("counts") {
        Some(Value::String(text)) => Rle::from_compressed(width, height, text.as_bytes())?,
        Some(Value::Array(counts)) => {
            let counts: Option<Vec<u64>> = counts.iter().map(count).collect();
            Rle::from_counts(width, height, &counts.ok_or(SegmentationError::Form)?)?
        }
        _ => return Err(SegmentationError::Form),
    };
    Ok(rle.to_rows())
}
