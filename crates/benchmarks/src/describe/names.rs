//! Names worth a look: classes that no ontology knows, classes spelled in several ways, images of one name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use groundscope_ontology::{Class, normalise, suggest};
use serde::Serialize;

use super::DataSet;
use crate::ClassLabel;
use crate::image_match::stem;
use crate::report_text::count;

/// A class that is not in the ontology. It is scored all the same, if both files spell it alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnknownClass {
    /// The class as written.
    pub class: String,
    /// Its boxes, in all sets.
    pub boxes: u64,
    /// The sets that use it in boxes, `exhaustive` or `asked`.
    pub sets: Vec<String>,
    /// Classes of the ontology whose names come near.
    pub meant: Vec<&'static str>,
}

/// Classes that are not in the ontology and differ only in case, hyphens or plurals: boxes of one never match the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassVariants {
    /// The classes as written.
    pub classes: Vec<String>,
}

/// An image of a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImageName {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
}

/// Images with one stem: the file name without its folder and extension.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RepeatedName {
    /// The stem.
    pub stem: String,
    /// The images, of one set or of several.
    pub images: Vec<ImageName>,
}

#[derive(Default)]
struct Use {
    boxes: u64,
    sets: BTreeSet<usize>,
}

/// The classes that are not in the ontology, by name.
fn own_classes(sets: &[DataSet]) -> BTreeMap<&str, Use> {
    let mut uses: BTreeMap<&str, Use> = BTreeMap::new();
    for (at, set) in sets.iter().enumerate() {
        let annotations = &set.annotations;
        let drawn = annotations
            .images
            .iter()
            .flat_map(|image| &image.boxes)
            .map(|b| (&b.label, 1));
        let listed = annotations.exhaustive.iter().flatten();
        let asked = annotations.asked.iter().flatten().map(|(_, label)| label);
        for (label, boxes) in drawn.chain(listed.chain(asked).map(|label| (label, 0))) {
            let ClassLabel::Other(name) = label else { continue };
            if !label.is_fluid() {
                let of_class = uses.entry(name).or_default();
                of_class.boxes += boxes;
                of_class.sets.insert(at);
            }
        }
    }
    uses
}

pub(super) fn classes(sets: &[DataSet]) -> (Vec<UnknownClass>, Vec<ClassVariants>) {
    let uses = own_classes(sets);
    let mut spellings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in uses.keys() {
        let plain = normalise(name);
        // A name without letters is only like itself.
        let key = if plain.is_empty() {
            (*name).to_owned()
        } else {
            plain
        };
        spellings.entry(key).or_default().push((*name).to_owned());
    }
    let unknown = uses.iter().map(|(name, of_class)| UnknownClass {
        class: (*name).to_owned(),
        boxes: of_class.boxes,
        sets: of_class
            .sets
            .iter()
            .filter_map(|at| sets.get(*at))
            .map(|set| set.name.clone())
            .collect(),
        meant: suggest(name, 2).into_iter().map(Class::id).collect(),
    });
    let variants = spellings.into_values().filter(|classes| classes.len() > 1);
    (
        unknown.collect(),
        variants.map(|classes| ClassVariants { classes }).collect(),
    )
}

pub(super) fn images_without_boxes(sets: &[DataSet]) -> Vec<ImageName> {
    let of_set = |set: &DataSet| {
        let empty = set
            .annotations
            .images
            .iter()
            .filter(|image| image.boxes.is_empty());
        empty
            .map(|image| ImageName::of(set, &image.id))
            .collect::<Vec<_>>()
    };
    sets.iter().flat_map(of_set).collect()
}

pub(super) fn repeated_names(sets: &[DataSet]) -> Vec<RepeatedName> {
    let mut stems: BTreeMap<&str, Vec<ImageName>> = BTreeMap::new();
    for set in sets {
        for image in &set.annotations.images {
            stems
                .entry(stem(&image.id))
                .or_default()
                .push(ImageName::of(set, &image.id));
        }
    }
    let repeated = stems.into_iter().filter(|(_, images)| images.len() > 1);
    repeated
        .map(|(stem, images)| RepeatedName {
            stem: stem.to_owned(),
            images,
        })
        .collect()
}

impl ImageName {
    pub(super) fn of(set: &DataSet, image: &str) -> Self {
        Self {
            set: set.name.clone(),
            image: image.to_owned(),
        }
    }
}

impl fmt::Display for UnknownClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = count(self.boxes, "box", "boxes");
        write!(f, "{} ({boxes} in {})", self.class, self.sets.join(", "))?;
        match self.meant.as_slice() {
            [] => Ok(()),
            meant => write!(f, ", near {}", meant.join(" and ")),
        }
    }
}

impl fmt::Display for ClassVariants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.classes.join(", "))
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.set, self.image)
    }
}

impl fmt::Display for RepeatedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images: Vec<String> = self.images.iter().map(ImageName::to_string).collect();
        f.write_str(&images.join("; "))
    }
}
