//! Overlap of areas, of masks and of boxes: IoU and Dice, and the gap between the two formats.
//!
//! Where a data set has masks, a model that draws boxes is scored twice: by the pixels of the masks, and by the areas that the
//! boxes cover together. What the masks score above the boxes is the format's shortfall, not the model's.
//!
//! ```
//! use groundscope_geometry::{DecimalBox, Mask};
//! use groundscope_metrics::{FormatGap, Overlap};
//! // A triangle, and all of its box but the last row.
//! let lesion = Mask::from_fn(10, 10, |x, y| x <= y);
//! let found = Mask::from_fn(10, 10, |x, y| x <= y && y < 9);
//! let boxes = ["10", "9"].map(|bottom| DecimalBox::parse(["0", "0", bottom, bottom]));
//! let masks = Overlap::of_masks(&lesion, &found)?;
//! assert_eq!((masks.iou().numerator(), masks.iou().denominator()), (9, 11));
//! let mut gap = FormatGap::default();
//! gap.add_image(masks, Overlap::of_boxes(&[boxes[0]?], &[boxes[1]?]));
//! assert!((gap.pooled() - (9.0 / 11.0 - 0.81)).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use groundscope_geometry::exact::union_area;
use groundscope_geometry::{DecimalBox, Mask};

use crate::Ratio;

/// Why two masks cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the masks differ in size: {}x{} and {}x{} pixels; bring both to the size of the scan",
    first[0], first[1], second[0], second[1]
)]
pub struct MaskSizesDiffer {
    /// Width and height of the first mask.
    pub first: [u32; 2],
    /// Width and height of the second.
    pub second: [u32; 2],
}

/// Two areas and what they share, in pixels (masks) or square millionths (boxes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// The area in both.
    pub shared: i128,
    /// The area of the first.
    pub first: i128,
    /// The area of the second.
    pub second: i128,
}

impl Overlap {
    /// Of two masks of one scan.
    ///
    /// # Errors
    /// [`MaskSizesDiffer`] unless both have the same width and height.
    pub fn of_masks(first: &Mask, second: &Mask) -> Result<Self, MaskSizesDiffer> {
        let sizes = [first, second].map(|mask| [mask.width(), mask.height()]);
        let [first_size, second_size] = sizes;
        if first_size != second_size {
            return Err(MaskSizesDiffer {
                first: first_size,
                second: second_size,
            });
        }
        Ok(Self {
            shared: first.intersection(second).area().into(),
            first: first.area().into(),
            second: second.area().into(),
        })
    }

    /// Of the areas that two sets of boxes cover, overlaps counted once. Boxes are in one coordinate space.
    pub fn of_boxes(first: &[DecimalBox], second: &[DecimalBox]) -> Self {
        let either: Vec<DecimalBox> = first.iter().chain(second).copied().collect();
        let (first, second) = (union_area(first), union_area(second));
        Self {
            shared: first + second - union_area(&either),
            first,
            second,
        }
    }

    /// True when neither covers anything.
    pub const fn is_empty(&self) -> bool {
        self.first == 0 && self.second == 0
    }

    /// Shared area over the area in either; 0 when that is 0 / 0.
    pub fn iou(&self) -> Ratio {
        share(self.shared, self.first + self.second - self.shared)
    }

    /// Twice the shared area over the sum of both; 0 when that is 0 / 0.
    pub fn dice(&self) -> Ratio {
        share(2 * self.shared, self.first + self.second)
    }
}

/// The share, exactly while the whole is below 2^107; of a larger sum over many images the lowest bits are dropped.
fn share(part: i128, whole: i128) -> Ratio {
    let excess = 21u32.saturating_sub(whole.leading_zeros());
    Ratio::new(part >> excess, whole >> excess).unwrap_or(Ratio::ZERO)
}

impl Add for Overlap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            shared: self.shared + other.shared,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }
}

/// Overlaps of one class over images; `+` pools them, exactly and in any order.
///
/// Images on which neither covers anything count nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OverlapSums {
    /// The areas of all images added up; their IoU and Dice are the pooled ones.
    pub pooled: Overlap,
    /// How many images have an area in either.
    pub images: u64,
    /// Sums over those images in units of 2^-64.
    iou_sum: u128,
    dice_sum: u128,
}

impl OverlapSums {
    /// Counts one image.
    pub fn add_image(&mut self, overlap: Overlap) {
        if overlap.is_empty() {
            return;
        }
        self.pooled = self.pooled + overlap;
        self.images += 1;
        self.iou_sum += overlap.iou().fixed();
        self.dice_sum += overlap.dice().fixed();
    }

    /// The mean IoU over images that have an area in either; 0 without any.
    pub fn mean_iou(&self) -> f64 {
        self.mean(self.iou_sum)
    }

    /// The mean Dice over the same images.
    pub fn mean_dice(&self) -> f64 {
        self.mean(self.dice_sum)
    }

    fn mean(&self, sum: u128) -> f64 {
        let (sum, whole) = (sum.cast_signed(), i128::from(self.images) << 64);
        Ratio::new(sum, whole).unwrap_or(Ratio::ZERO).to_f64()
    }
}

impl Add for OverlapSums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            pooled: self.pooled + other.pooled,
            images: self.images + other.images,
            iou_sum: self.iou_sum + other.iou_sum,
            dice_sum: self.dice_sum + other.dice_sum,
        }
    }
}

impl AddAssign for OverlapSums {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for OverlapSums {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), Add::add)
    }
}

/// The same images scored by masks and by boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatGap {
    /// By masks.
    pub masks: OverlapSums,
    /// By the boxes that stand for them.
    pub boxes: OverlapSums,
}

impl FormatGap {
    /// Counts one image. Boxes in pixels, so that both formats weigh images alike when they are pooled.
    pub fn add_image(&mut self, masks: Overlap, boxes: Overlap) {
        self.masks.add_image(masks);
        self.boxes.add_image(boxes);
    }

    /// Pooled IoU of masks less pooled IoU of boxes, -1 to 1.
    pub fn pooled(&self) -> f64 {
        self.masks.pooled.iou().to_f64() - self.boxes.pooled.iou().to_f64()
    }

    /// Mean IoU of masks less mean IoU of boxes, -1 to 1.
    pub fn mean(&self) -> f64 {
        self.masks.mean_iou() - self.boxes.mean_iou()
    }
}

impl Add for FormatGap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            masks: self.masks + other.masks,
            boxes: self.boxes + other.boxes,
        }
    }
}
