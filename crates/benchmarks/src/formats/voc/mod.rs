//! Pascal VOC: an XML file an image, an `object` with a `bndbox` a box.

mod read;
mod write;

use std::str::FromStr;

pub(super) use read::read;
pub(super) use write::write;

/// What `xmin`, `ymin`, `xmax` and `ymax` of a VOC file mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VocPixels {
    /// Edges, as in every other format here and as most tools write them (labelImg, CVAT, Roboflow).
    #[default]
    Edges,
    /// The first and last pixel, counted from 1, as the VOC devkit has it: columns 0 to 9 are 1 to 10.
    Inclusive1,
}

impl VocPixels {
    /// What the left and top edges have too much, in millionths of a pixel; right and bottom are the same either way.
    const fn offset(self) -> i64 {
        match self {
            Self::Edges => 0,
            Self::Inclusive1 => 1_000_000,
        }
    }

    /// The name of the setting.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Inclusive1 => "inclusive1",
        }
    }
}

/// Not the name of a [`VocPixels`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pixels of VOC files are edges or inclusive1; choose one instead of: {0}")]
pub struct UnknownVocPixels(String);

impl FromStr for VocPixels {
    type Err = UnknownVocPixels;

    fn from_str(text: &str) -> Result<Self, UnknownVocPixels> {
        let mut all = [Self::Edges, Self::Inclusive1].into_iter();
        all.find(|one| one.id() == text)
            .ok_or_else(|| UnknownVocPixels(text.to_owned()))
    }
}
