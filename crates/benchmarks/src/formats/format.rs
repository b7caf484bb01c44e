//! The formats that are read and written, by name.

use std::fmt;
use std::str::FromStr;

/// A format of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// `groundscope-boxes/1`.
    Boxes,
    /// COCO with boxes, polygons and masks; a results list where references are given.
    Coco,
    /// YOLO label files, boxes. Polygons are read as well.
    Yolo,
    /// YOLO label files, polygons. Boxes are read as well.
    YoloPolygons,
    /// Pascal VOC.
    Voc,
    /// A table of boxes.
    Csv,
    /// Mask pictures.
    Masks,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Boxes,
        Self::Coco,
        Self::Yolo,
        Self::YoloPolygons,
        Self::Voc,
        Self::Csv,
        Self::Masks,
    ];

    /// The name used on the command line and in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Coco => "coco",
            Self::Yolo => "yolo",
            Self::YoloPolygons => "yolo-seg",
            Self::Voc => "voc",
            Self::Csv => "csv",
            Self::Masks => "masks",
        }
    }

    /// Whether it is a folder of files rather than one file.
    pub const fn is_folder(self) -> bool {
        matches!(self, Self::Yolo | Self::YoloPolygons | Self::Voc | Self::Masks)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Not the name of a [`Format`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("formats are boxes, coco, yolo, yolo-seg, voc, csv and masks; choose one instead of: {0}")]
pub struct UnknownFormatName(String);

impl FromStr for Format {
    type Err = UnknownFormatName;

    fn from_str(text: &str) -> Result<Self, UnknownFormatName> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.id() == text)
            .ok_or_else(|| UnknownFormatName(text.to_owned()))
    }
}
