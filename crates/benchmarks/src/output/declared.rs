//! What a run declares of its boxes: space, order and sizes, never guessed from the boxes.

use std::fmt;
use std::str::FromStr;

use groundscope_geometry::{Decimal, DecimalBox};

use super::family::Family;
use crate::CoordinateSpace;
use crate::annotations::IMAGE_SIZES;
use crate::corners::Form;

/// The space a model writes boxes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputSpace {
    /// Pixels of the original image.
    Pixel,
    /// 0..1000 on each axis.
    Norm1000,
    /// 0..1 on each axis.
    Unit,
    /// Pixels of the image as it was resized for the model.
    Resized,
}

impl OutputSpace {
    /// The name used by a run.
    pub const fn id(self) -> &'static str {
        match self.annotated() {
            Some(space) => space.id(),
            None => "resized",
        }
    }

    /// The same as a space of annotation files, which know no resized images.
    pub const fn annotated(self) -> Option<CoordinateSpace> {
        match self {
            Self::Pixel => Some(CoordinateSpace::Pixel),
            Self::Norm1000 => Some(CoordinateSpace::Norm1000),
            Self::Unit => Some(CoordinateSpace::Unit),
            Self::Resized => None,
        }
    }
}

impl FromStr for OutputSpace {
    type Err = DeclareError;

    fn from_str(name: &str) -> Result<Self, DeclareError> {
        [Self::Pixel, Self::Norm1000, Self::Unit, Self::Resized]
            .into_iter()
            .find(|space| space.id() == name)
            .ok_or_else(|| DeclareError::UnknownSpace {
                found: name.to_owned(),
            })
    }
}

/// The order of a box's four numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Left, top, right, bottom.
    Xyxy,
    /// Top, left, bottom, right.
    Yxyx,
    /// Left, top, width, height.
    Xywh,
}

impl Order {
    /// The name used by a run.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Xyxy => "xyxy",
            Self::Yxyx => "yxyx",
            Self::Xywh => "xywh",
        }
    }

    /// The numbers with x first, and what they stand for.
    pub(super) fn arrange<T>(self, [a, b, c, d]: [T; 4]) -> ([T; 4], Form) {
        match self {
            Self::Xyxy => ([a, b, c, d], Form::Corners),
            Self::Yxyx => ([b, a, d, c], Form::Corners),
            Self::Xywh => ([a, b, c, d], Form::Sized),
        }
    }
}

impl FromStr for Order {
    type Err = DeclareError;

    fn from_str(name: &str) -> Result<Self, DeclareError> {
        [Self::Xyxy, Self::Yxyx, Self::Xywh]
            .into_iter()
            .find(|order| order.id() == name)
            .ok_or_else(|| DeclareError::UnknownOrder {
                found: name.to_owned(),
            })
    }
}

/// Width and height of an image in pixels, each 1 to 10^9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSize {
    width: u32,
    height: u32,
}

impl ImageSize {
    /// A size.
    ///
    /// # Errors
    /// [`DeclareError::BadSize`] for 0 or more than 10^9.
    pub fn new(width: u32, height: u32) -> Result<Self, DeclareError> {
        let size = Self { width, height };
        let fits = IMAGE_SIZES.contains(&width) && IMAGE_SIZES.contains(&height);
        let found = || DeclareError::BadSize {
            found: size.to_string(),
        };
        if fits { Ok(size) } else { Err(found()) }
    }

    pub(super) fn axes(self) -> [i64; 2] {
        [i64::from(self.width), i64::from(self.height)]
    }
}

impl fmt::Display for ImageSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for ImageSize {
    type Err = DeclareError;

    /// `WIDTHxHEIGHT`.
    fn from_str(text: &str) -> Result<Self, DeclareError> {
        let bad = || DeclareError::BadSize {
            found: text.to_owned(),
        };
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(bad)?;
        match (width.trim().parse(), height.trim().parse()) {
            (Ok(width), Ok(height)) => Self::new(width, height),
            _ => Err(bad()),
        }
    }
}

/// What a run declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Whose output it is.
    pub family: Family,
    /// The space of the boxes.
    pub space: OutputSpace,
    /// The order of their numbers.
    pub order: Order,
    /// The size of the images as resized for the model, where it is the same for all.
    pub resized: Option<ImageSize>,
}

impl Declared {
    /// The family's defaults, with what the run says otherwise.
    ///
    /// # Errors
    /// [`DeclareError::Undeclared`] for [`Family::Plain`] without space and order, [`DeclareError::NotResized`] for a
    /// resized size in another space.
    pub fn new(
        family: Family,
        space: Option<OutputSpace>,
        order: Option<Order>,
        resized: Option<ImageSize>,
    ) -> Result<Self, DeclareError> {
        let defaults = family.defaults();
        let space = space.or(defaults.map(|(space, _)| space));
        let order = order.or(defaults.map(|(_, order)| order));
        let (Some(space), Some(order)) = (space, order) else {
            return Err(DeclareError::Undeclared);
        };
        if resized.is_some() && space != OutputSpace::Resized {
            return Err(DeclareError::NotResized { space: space.id() });
        }
        Ok(Self {
            family,
            space,
            order,
            resized,
        })
    }

    /// The far corner of an image in the declared space, in millionths; as far as numbers go where it is not known.
    pub(super) fn extent(&self, sizes: Sizes) -> [i64; 2] {
        let known = match self.space {
            OutputSpace::Norm1000 => Some([1000; 2]),
            OutputSpace::Unit => Some([1; 2]),
            OutputSpace::Pixel => sizes.original.map(ImageSize::axes),
            OutputSpace::Resized => sizes.resized.map(ImageSize::axes),
        };
        known.map_or([Decimal::MAX.micros(); 2], |far| far.map(|v| v * Decimal::ONE))
    }

    /// A box in pixels of the original image, its millionths rounded half to even; `None` where a size is not known.
    pub(super) fn in_pixels(&self, corners: &DecimalBox, sizes: Sizes) -> Option<DecimalBox> {
        let of = sizes.original?.axes();
        let [x, y] = match self.space {
            OutputSpace::Pixel => return Some(*corners),
            OutputSpace::Norm1000 => of.map(|pixels| (pixels, 1000)),
            OutputSpace::Unit => of.map(|pixels| (pixels, 1)),
            OutputSpace::Resized => {
                let [width, height] = of;
                let [resized_width, resized_height] = sizes.resized?.axes();
                [(width, resized_width), (height, resized_height)]
            }
        };
        let [x1, y1, x2, y2] = corners.micros();
        let scaled = [scaled(x1, x)?, scaled(y1, y)?, scaled(x2, x)?, scaled(y2, y)?];
        DecimalBox::from_micros(scaled).ok()
    }
}

/// What is known of one image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The original image.
    pub original: Option<ImageSize>,
    /// The image as resized for the model.
    pub resized: Option<ImageSize>,
}

/// A number that is not negative times a quotient, rounded half to even.
fn scaled(micros: i64, (numerator, denominator): (i64, i64)) -> Option<i64> {
    let product = i128::from(micros) * i128::from(numerator);
    let denominator = i128::from(denominator);
    let (whole, rest) = (
        product.checked_div(denominator)?,
        product.checked_rem(denominator)?,
    );
    let up = match (2 * rest).cmp(&denominator) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => whole % 2,
        std::cmp::Ordering::Greater => 1,
    };
    i64::try_from(whole + up).ok()
}

/// What is wrong with what a run declares.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeclareError {
    /// No such family.
    #[error(
        "the family must be one of qwen3-vl, qwen3.5, qwen3.6, qwen2.5-vl, internvl3, internvl3.5, glm-4.6v, gemma, gemini, \
         plain, not: {found}"
    )]
    UnknownFamily {
        /// What was given.
        found: String,
    },
    /// No such space.
    #[error("the space must be one of pixel, norm1000, unit, resized, not: {found}")]
    UnknownSpace {
        /// What was given.
        found: String,
    },
    /// No such order.
    #[error("the order must be one of xyxy, yxyx, xywh, not: {found}")]
    UnknownOrder {
        /// What was given.
        found: String,
    },
    /// Not a size of an image.
    #[error("a size is WIDTHxHEIGHT in pixels, each 1 to 1000000000, not: {found}")]
    BadSize {
        /// What was given.
        found: String,
    },
    /// The plain family has no defaults.
    #[error("the plain family has no space and order of its own; declare both")]
    Undeclared,
    /// A resized size in a space that does not need it.
    #[error(
        "a resized size means nothing for boxes in the space {space}; declare the space resized or leave the size out"
    )]
    NotResized {
        /// The declared space.
        space: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_half_to_even() {
        assert_eq!(scaled(1, (1, 2)), Some(0));
        assert_eq!(scaled(3, (1, 2)), Some(2));
        assert_eq!(scaled(2, (1, 3)), Some(1));
        assert_eq!(scaled(i64::MAX, (1_000_000_000, 1)), None);
    }

    #[test]
    fn declarations_are_complete_and_agree() {
        let size = "644x420".parse().ok();
        let qwen = Declared::new(Family::Qwen25, None, None, size).unwrap();
        assert_eq!((qwen.space, qwen.order), (OutputSpace::Resized, Order::Xyxy));
        assert_eq!(
            Declared::new(Family::Plain, Some(OutputSpace::Unit), None, None),
            Err(DeclareError::Undeclared)
        );
        assert_eq!(
            Declared::new(Family::Qwen3, None, None, size),
            Err(DeclareError::NotResized { space: "norm1000" })
        );
        for bad in ["", "1", "0x1", "1x", "axb", "1000000001x1", "-1x1"] {
            assert!(bad.parse::<ImageSize>().is_err(), "{bad}");
        }
    }
}
