//! Images and boxes per biomarker, and how large the boxes are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use groundscope_ontology::Class;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::DataSet;
use super::areas::{ExactSum, area_units, percent_units};
use crate::{Annotations, BoxTally, ClassLabel};

/// The boxes of one class, or of all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoxFigures {
    /// Images with such a box.
    pub images: u64,
    /// Boxes.
    pub boxes: u64,
    /// Their mean area in square pixels of the original image, to six decimals.
    pub mean_area_px: f64,
    /// Their mean area in percent of their image, to six decimals.
    pub mean_area_percent: f64,
}

/// What one set holds, or all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Images, with boxes or without.
    pub images: u64,
    /// All boxes.
    pub boxes: BoxFigures,
    /// The boxes of each class that has any, in the order of classes.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, BoxFigures)>,
    /// The biomarkers of RetinaGroundBench that have none.
    pub biomarkers_without_boxes: Vec<&'static str>,
    /// What was dropped or changed while reading.
    pub dropped: BoxTally,
}

/// One set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetReport {
    /// Its name.
    pub name: String,
    /// The space of its boxes.
    pub space: &'static str,
    /// What it holds.
    #[serde(flatten)]
    pub table: Table,
}

fn in_order<S: Serializer>(classes: &[(String, BoxFigures)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(classes.len()))?;
    for (id, figures) in classes {
        map.serialize_entry(id, figures)?;
    }
    map.end()
}

/// Each set, and all together.
pub(super) fn tables(sets: &[DataSet]) -> (Vec<SetReport>, Table) {
    let mut all = Holding::default();
    let reports = sets.iter().map(|set| {
        let holding = Holding::of(&set.annotations);
        all += &holding;
        SetReport {
            name: set.name.clone(),
            space: set.annotations.space.id(),
            table: holding.table(),
        }
    });
    (reports.collect(), all.table())
}

#[derive(Clone, Copy, Default)]
struct Sums {
    images: u64,
    boxes: u64,
    pixels: ExactSum,
    percent: ExactSum,
}

impl Sums {
    fn figures(&self) -> BoxFigures {
        BoxFigures {
            images: self.images,
            boxes: self.boxes,
            mean_area_px: self.pixels.mean(self.boxes),
            mean_area_percent: self.percent.mean(self.boxes),
        }
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.images += other.images;
        self.boxes += other.boxes;
        self.pixels += other.pixels;
        self.percent += other.percent;
    }
}

#[derive(Default)]
struct Holding {
    images: u64,
    all: Sums,
    classes: BTreeMap<ClassLabel, Sums>,
    dropped: BoxTally,
}

impl Holding {
    fn of(annotations: &Annotations) -> Self {
        let mut holding = Self {
            dropped: annotations.tally,
            ..Self::default()
        };
        for image in &annotations.images {
            holding.images += 1;
            holding.all.images += u64::from(!image.boxes.is_empty());
            let mut seen = BTreeSet::new();
            for labelled in &image.boxes {
                let units = area_units(&labelled.corners, annotations.space, image);
                let mut one = Sums {
                    images: 0,
                    boxes: 1,
                    pixels: ExactSum::of(units),
                    percent: ExactSum::of(percent_units(units, image)),
                };
                holding.all += one;
                one.images = u64::from(seen.insert(&labelled.label));
                *holding.classes.entry(labelled.label.clone()).or_default() += one;
            }
        }
        holding
    }

    fn table(&self) -> Table {
        let without = Class::biomarkers()
            .iter()
            .filter(|class| !self.classes.contains_key(&(**class).into()));
        Table {
            images: self.images,
            boxes: self.all.figures(),
            per_class: self
                .classes
                .iter()
                .map(|(label, sums)| (label.id().to_owned(), sums.figures()))
                .collect(),
            biomarkers_without_boxes: without.map(|class| class.id()).collect(),
            dropped: self.dropped,
        }
    }
}

impl AddAssign<&Self> for Holding {
    fn add_assign(&mut self, other: &Self) {
        self.images += other.images;
        self.all += other.all;
        for (label, sums) in &other.classes {
            *self.classes.entry(label.clone()).or_default() += *sums;
        }
        self.dropped += other.dropped;
    }
}
