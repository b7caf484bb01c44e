//! The targets of one image as its tasks speak of them: masks by category, their cells, and how many there are.

use crate::organ::{Category, Organ};
use crate::record::Mask;

/// Masks by category, in the organ's order.
pub(super) struct Targets<'a> {
    pub all: Vec<&'a Mask>,
    pub groups: Vec<Group<'a>>,
    /// Labels that are there, benign first, with their masks.
    pub labels: Vec<(&'static str, Vec<&'a Mask>)>,
}

/// The masks of one category.
pub(super) struct Group<'a> {
    pub category: &'a Category,
    pub masks: Vec<&'a Mask>,
}

impl<'a> Targets<'a> {
    pub fn of(organ: &'a Organ, masks: &'a [Mask]) -> Self {
        let of = |category: &Category| -> Vec<&'a Mask> {
            masks
                .iter()
                .filter(|mask| mask.category == category.name)
                .collect()
        };
        let groups = organ.categories.iter().map(|category| Group {
            category,
            masks: of(category),
        });
        let labels = ["benign", "malignant"].map(|label| {
            let labelled = masks.iter().filter(|mask| mask.pathology_label == label);
            (label, labelled.collect::<Vec<_>>())
        });
        Self {
            all: masks.iter().collect(),
            groups: groups.filter(|group| !group.masks.is_empty()).collect(),
            labels: labels
                .into_iter()
                .filter(|(_, masks)| !masks.is_empty())
                .collect(),
        }
    }

    /// What all of them are called, joined.
    pub fn names(&self) -> String {
        joined(self.groups.iter().map(|group| group.category.display()))
    }

    /// The largest by area; the first of equals.
    pub fn largest(&self) -> Option<&'a Mask> {
        let larger = |best: &'a Mask, one: &'a Mask| {
            if one.facts.mask_area_px > best.facts.mask_area_px {
                one
            } else {
                best
            }
        };
        self.all.iter().copied().reduce(larger)
    }

    /// What a mask is called.
    pub fn display(&self, mask: &Mask) -> &'a str {
        let group = self
            .groups
            .iter()
            .find(|group| group.category.name == mask.category);
        group.map_or("", |group| group.category.display())
    }
}

pub(super) fn ids(masks: &[&Mask]) -> Vec<String> {
    masks.iter().map(|mask| mask.mask_id.clone()).collect()
}

/// The different cells of masks, in their order, as `the upper-left image region` or `the a and b image regions`.
pub(super) fn cells(masks: &[&Mask]) -> String {
    let mut cells: Vec<&str> = Vec::new();
    for mask in masks {
        let cell = mask.facts.location_grid.as_str();
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let noun = if cells.len() == 1 { "region" } else { "regions" };
    format!("the {} image {noun}", joined(cells))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<&str> = items.into_iter().collect();
    match items.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

/// `1 visible kidney target` or `2 visible kidney targets`.
pub(super) fn counted(n: usize, name: &str) -> String {
    let noun = if n == 1 { "target" } else { "targets" };
    format!("{n} visible {name} {noun}")
}
