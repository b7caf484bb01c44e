//! Boxes worth a look: given twice, nearly twice, tiny, huge.

use std::collections::BTreeMap;
use std::fmt;

use groundscope_geometry::DecimalBox;
use groundscope_metrics::Ratio;
use serde::Serialize;

use super::areas::{area_units, pixels_in_units};
use super::{DataSet, Settings};
use crate::report::Number;
use crate::{ClassLabel, ImageBoxes, LabelledBox};

/// Boxes of one class with the same corners on one image.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuplicateBox {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
    /// The class.
    pub class: String,
    /// x1, y1, x2, y2 in the set's space.
    #[serde(rename = "box")]
    pub corners: [Number; 4],
    /// Their places in the array as given.
    pub boxes: Vec<usize>,
}

/// Two boxes of one class on one image that are nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NearDuplicate {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
    /// The class.
    pub class: String,
    /// Their places in the array as given.
    pub boxes: [usize; 2],
    /// Their intersection over union.
    pub iou: f64,
}

/// A box of an odd size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddBox {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
    /// The class.
    pub class: String,
    /// x1, y1, x2, y2 in the set's space.
    #[serde(rename = "box")]
    pub corners: [Number; 4],
    /// Its place in the array as given.
    pub index: usize,
}

/// What the boxes of all sets show, image by image.
#[derive(Default)]
pub(super) struct BoxChecks {
    pub(super) duplicates: Vec<DuplicateBox>,
    pub(super) near: Vec<NearDuplicate>,
    pub(super) tiny: Vec<OddBox>,
    pub(super) huge: Vec<OddBox>,
}

impl BoxChecks {
    pub(super) fn of(sets: &[DataSet], settings: &Settings) -> Self {
        let mut checks = Self::default();
        for set in sets {
            for image in &set.annotations.images {
                checks.add_twins(set, image, settings);
                checks.add_sizes(set, image, settings);
            }
        }
        checks
    }

    fn add_twins(&mut self, set: &DataSet, image: &ImageBoxes, settings: &Settings) {
        let mut classes: BTreeMap<&ClassLabel, BTreeMap<DecimalBox, Vec<usize>>> = BTreeMap::new();
        for LabelledBox {
            label,
            corners,
            index,
            ..
        } in &image.boxes
        {
            classes
                .entry(label)
                .or_default()
                .entry(*corners)
                .or_default()
                .push(*index);
        }
        for (label, by_corners) in classes {
            for (corners, indices) in by_corners.iter().filter(|(_, indices)| indices.len() > 1) {
                self.duplicates.push(DuplicateBox {
                    set: set.name.clone(),
                    image: image.id.clone(),
                    class: label.id().to_owned(),
                    corners: Number::corners(corners),
                    boxes: indices.clone(),
                });
            }
            // In the order of left edges, so that the search ends where the next box begins beyond this one.
            for (at, (first, indices)) in by_corners.iter().enumerate() {
                let [_, _, right, _] = first.micros();
                let begins_before =
                    |b: &(&DecimalBox, &Vec<usize>)| b.0.micros().first().is_some_and(|x1| *x1 < right);
                for (second, others) in by_corners.iter().skip(at + 1).take_while(begins_before) {
                    let Some(iou) = iou(first, second).filter(|iou| iou.exceeds(settings.near_duplicate))
                    else {
                        continue;
                    };
                    let (Some(a), Some(b)) = (indices.first(), others.first()) else {
                        continue;
                    };
                    self.near.push(NearDuplicate {
                        set: set.name.clone(),
                        image: image.id.clone(),
                        class: label.id().to_owned(),
                        boxes: [*a.min(b), *a.max(b)],
                        iou: iou.to_f64(),
                    });
                }
            }
        }
    }

    fn add_sizes(&mut self, set: &DataSet, image: &ImageBoxes, settings: &Settings) {
        let space = set.annotations.space;
        let [right, bottom] = space.extent(image.width, image.height);
        let whole = i128::from(right) * i128::from(bottom);
        for labelled in &image.boxes {
            let odd = || OddBox {
                set: set.name.clone(),
                image: image.id.clone(),
                class: labelled.label.id().to_owned(),
                corners: Number::corners(&labelled.corners),
                index: labelled.index,
            };
            if area_units(&labelled.corners, space, image) < pixels_in_units(settings.tiny_px) {
                self.tiny.push(odd());
            }
            if Ratio::new(labelled.corners.area(), whole).is_some_and(|share| share.exceeds(settings.huge)) {
                self.huge.push(odd());
            }
        }
    }
}

fn iou(a: &DecimalBox, b: &DecimalBox) -> Option<Ratio> {
    let shared = a.intersection_area(b);
    Ratio::new(shared, a.area() + b.area() - shared)
}

/// Places in words: `boxes 0, 3 and 4`.
fn places(indices: &[usize]) -> String {
    let words: Vec<String> = indices.iter().map(usize::to_string).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("boxes {} and {last}", before.join(", ")),
        _ => format!("box {}", words.concat()),
    }
}

impl fmt::Display for DuplicateBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x1, y1, x2, y2] = self.corners.map(Number::to_f64);
        let places = places(&self.boxes);
        write!(
            f,
            "{}: {}, {} [{x1}, {y1}, {x2}, {y2}], {places}",
            self.set, self.image, self.class
        )
    }
}

impl fmt::Display for NearDuplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = places(&self.boxes);
        write!(
            f,
            "{}: {}, {}, {places}, IoU {:.4}",
            self.set, self.image, self.class, self.iou
        )
    }
}

impl fmt::Display for OddBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x1, y1, x2, y2] = self.corners.map(Number::to_f64);
        let (set, image, class, index) = (&self.set, &self.image, &self.class, self.index);
        write!(f, "{set}: {image}, {class} [{x1}, {y1}, {x2}, {y2}], box {index}")
    }
}
