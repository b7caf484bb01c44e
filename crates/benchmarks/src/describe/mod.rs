//! What data sets hold and what may be wrong with them: images and boxes per biomarker, and a health check.
//!
//! ```
//! use groundscope_benchmarks::describe::{DataSet, Settings, describe};
//! use groundscope_benchmarks::read_references;
//! let file = br#"{"format": "groundscope-boxes/1", "space": "norm1000", "images": [{"id": "a.png", "width": 200, "height": 100,
//!     "boxes": [{"class": "irf", "box": [0, 0, 100, 500]}, {"class": "irf", "box": [0, 0, 100, 500]}]}]}"#;
//! let sets = [DataSet { name: "mine".into(), annotations: read_references(file)?, pictures: None }];
//! let description = describe(&sets, &Settings::default());
//! let (_, irf) = &description.all.per_class[0];
//! assert_eq!((irf.images, irf.boxes, irf.mean_area_px, irf.mean_area_percent), (1, 2, 1000.0, 5.0));
//! assert_eq!(description.health.duplicate_boxes.found[0].boxes, [0, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod boxes;
mod fingerprint;
mod health;
mod names;
mod pictures;
mod table;
mod text;

use groundscope_geometry::BoxRule;
use groundscope_metrics::Threshold;
use serde::Serialize;

pub use boxes::{DuplicateBox, NearDuplicate, OddBox};
pub use fingerprint::Fingerprint;
pub use health::{Found, Health};
pub use names::{ClassVariants, ImageName, RepeatedName, UnknownClass};
pub use pictures::{
    BadFile, FileMatch, LookAlike, Picture, PictureHealth, SizeDifference, look_alikes, match_files,
};
pub use table::{BoxFigures, SetReport, Table};

use crate::Annotations;

/// One data set, or one split of it.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// Its name in the report.
    pub name: String,
    /// Its images and boxes.
    pub annotations: Annotations,
    /// What is known of the picture file of each image, in the order of the images; `None` where nobody looked.
    pub pictures: Option<Vec<Picture>>,
}

/// From where on something is worth a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Two boxes of one class on one image are nearly the same when their IoU is more than this.
    pub near_duplicate: Threshold,
    /// A box is tiny when its area is below this, in square pixels of the original image.
    pub tiny_px: u32,
    /// A box is huge when it covers more than this share of the image.
    pub huge: Threshold,
    /// Two pictures look alike when at most this many of the 128 bits of their hashes differ ..
    pub look_alike_bits: u32,
    /// .. and their thumbnails of 64 x 64 cells differ by at most this many of 255 grey levels, on average.
    pub look_alike_levels: u32,
}

impl Default for Settings {
    /// Tiny as in the masks-to-boxes rule. Look-alikes as measured on 586 scans of eight public sets: a scan that was compressed
    /// again (JPEG, quality 30 or 75) or resized differs from itself by up to 14 bits and 1.7 levels, one brightened by 5 % by up
    /// to 4 bits and, 19 times of 20, 3.7 levels. Two different scans differ by at least 5.2 levels wherever their hashes are
    /// within 24 bits, neighbours of one volume among them.
    fn default() -> Self {
        Self {
            near_duplicate: Threshold::NINE_TENTHS,
            tiny_px: u32::try_from(BoxRule::default().min_area).unwrap_or(u32::MAX),
            huge: Threshold::NINE_TENTHS,
            look_alike_bits: 16,
            look_alike_levels: 4,
        }
    }
}

/// The settings behind a description.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SettingsReport {
    /// IoU above which two boxes are nearly the same (strictly).
    pub near_duplicate_iou: f64,
    /// Area in square pixels below which a box is tiny (strictly).
    pub tiny_px: u32,
    /// Share of the image above which a box is huge (strictly).
    pub huge_share: f64,
    /// Bits of 128 by which the hashes of pictures that look alike may differ.
    pub look_alike_bits: u32,
    /// Grey levels of 255 by which their thumbnails may differ on average.
    pub look_alike_levels: u32,
    /// How mean areas are rounded.
    pub areas: &'static str,
}

/// What the sets hold, and what may be wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// From where on something is worth a look.
    pub settings: SettingsReport,
    /// Each set.
    pub sets: Vec<SetReport>,
    /// All sets together; an image that stands in two of them counts twice.
    pub all: Table,
    /// What may be wrong.
    pub health: Health,
}

/// Describes data sets. Nothing is an error: what is wrong is counted and named.
///
/// Boxes are those kept by reading, clipped to their images; what became of the others is in [`Table::dropped`]. Areas are in
/// square pixels of the original image and in percent of it, summed exactly and rounded once. The same sets give the same
/// description on every machine. Figures per biomarker follow Table 4 of the RetinaGroundBench paper; the checks are ours.
pub fn describe(sets: &[DataSet], settings: &Settings) -> Description {
    let (sets_reported, all) = table::tables(sets);
    Description {
        settings: SettingsReport {
            near_duplicate_iou: settings.near_duplicate.to_f64(),
            tiny_px: settings.tiny_px,
            huge_share: settings.huge.to_f64(),
            look_alike_bits: settings.look_alike_bits,
            look_alike_levels: settings.look_alike_levels,
            areas: "summed exactly, means rounded once to six decimals, half to even",
        },
        sets: sets_reported,
        all,
        health: Health::of(sets, settings),
    }
}
