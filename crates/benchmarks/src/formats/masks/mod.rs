//! Mask pictures: label PNGs, whose pixel values stand for classes, or a PNG a class, whose pixels are in it or not.
//!
//! Masks become boxes by the rule of docs/scoring.md, [`groundscope_geometry::runs_to_boxes`]; each box keeps its pixels.

mod class_map;
mod picture;
mod read;
mod write;

pub use class_map::{ClassMap, class_map};
pub(super) use read::read;
pub(super) use write::write;

/// Names of the class map in a folder of masks.
pub(super) const CLASS_MAP_FILES: [&str; 2] = ["classes.json", "class_map.json"];
