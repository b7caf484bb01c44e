//! IoU and Dice of two sets of pixels (specification 5.2).

use groundscope_geometry::RowRuns;

use crate::mask_value::{Decoded, decode_mask};
use crate::{Frame, Profile};

/// What a prediction and a reference share.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskScore {
    /// Intersection over union, 0..1.
    pub iou: f64,
    /// Dice, 0..1.
    pub dice: f64,
    /// Pixels predicted.
    pub predicted: u64,
    /// Pixels of the reference.
    pub reference: u64,
    /// Pixels of both.
    pub shared: u64,
    /// Whether the value could be read; strictly, one that cannot scores 0.
    pub valid: bool,
    /// The pixels predicted.
    pub pixels: RowRuns,
}

/// Scores a mask value; `None` where the public evaluator stops with an error.
pub fn score_mask(
    value: Option<&serde_json::Value>,
    reference: &RowRuns,
    frame: Frame,
    profile: Profile,
) -> Option<MaskScore> {
    let (pixels, valid) = match decode_mask(value, frame, profile) {
        Decoded::Pixels(pixels) => (pixels, true),
        Decoded::Nothing => (frame.nothing(), true),
        Decoded::Unreadable => (frame.nothing(), false),
        Decoded::Failure => return None,
    };
    let mut score = score_pixels(pixels, reference);
    score.valid = valid;
    if profile.is_strict() && !valid {
        (score.iou, score.dice) = (0.0, 0.0);
    }
    Some(score)
}

/// Scores pixels: both empty 1, one empty 0, else `i / (p + g - i)` and `2 i / (p + g)`.
pub fn score_pixels(pixels: RowRuns, reference: &RowRuns) -> MaskScore {
    let (predicted, wanted) = (pixels.area(), reference.area());
    let shared = pixels.shared_area(reference);
    let (iou, dice) = if predicted == 0 && wanted == 0 {
        (1.0, 1.0)
    } else {
        let all = (predicted + wanted) as f64;
        (shared as f64 / (all - shared as f64), 2.0 * shared as f64 / all)
    };
    MaskScore {
        iou,
        dice,
        predicted,
        reference: wanted,
        shared,
        valid: true,
        pixels,
    }
}
