//! The health check of data sets: every finding named, none of them an error.

use serde::Serialize;

use super::boxes::{BoxChecks, DuplicateBox, NearDuplicate, OddBox};
use super::names::{self, ClassVariants, ImageName, RepeatedName, UnknownClass};
use super::pictures::PictureHealth;
use super::{DataSet, Settings};

/// What one check found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found<T> {
    /// How many.
    pub count: usize,
    /// Each of them, in the order of sets and images.
    pub found: Vec<T>,
}

impl<T> From<Vec<T>> for Found<T> {
    fn from(found: Vec<T>) -> Self {
        Self {
            count: found.len(),
            found,
        }
    }
}

/// What may be wrong with the sets. What was wrong with single boxes while reading is counted in each set's `dropped`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Health {
    /// Boxes of one class with the same corners on one image.
    pub duplicate_boxes: Found<DuplicateBox>,
    /// Two boxes of one class on one image that are nearly the same.
    pub near_duplicate_boxes: Found<NearDuplicate>,
    /// Boxes that are hardly there.
    pub tiny_boxes: Found<OddBox>,
    /// Boxes around nearly the whole image.
    pub huge_boxes: Found<OddBox>,
    /// Classes that are not in the ontology.
    pub unknown_classes: Found<UnknownClass>,
    /// Such classes that differ only in how they are spelled.
    pub class_variants: Found<ClassVariants>,
    /// Images without boxes: looked at and clear, or forgotten.
    pub images_without_boxes: Found<ImageName>,
    /// Images of one name, but for folder and extension.
    pub repeated_names: Found<RepeatedName>,
    /// What may be wrong with the pictures, where they were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<PictureHealth>,
}

impl Health {
    pub(super) fn of(sets: &[DataSet], settings: &Settings) -> Self {
        let boxes = BoxChecks::of(sets, settings);
        let (unknown, variants) = names::classes(sets);
        Self {
            duplicate_boxes: boxes.duplicates.into(),
            near_duplicate_boxes: boxes.near.into(),
            tiny_boxes: boxes.tiny.into(),
            huge_boxes: boxes.huge.into(),
            unknown_classes: unknown.into(),
            class_variants: variants.into(),
            images_without_boxes: names::images_without_boxes(sets).into(),
            repeated_names: names::repeated_names(sets).into(),
            pictures: PictureHealth::of(sets, settings),
        }
    }
}
