//! Annotations of one image to masks: canonical categories, duplicates folded together (specification 2).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::facts::Facts;
use crate::organ::{Category, Organ, pathology};
use crate::record::{Conflict, Mask};
use crate::source::{Id, Source, SourceAnnotation, SourceImage};

/// The masks of an image, and what was folded or left out.
pub(super) struct Folded {
    pub masks: Vec<Mask>,
    pub merged: usize,
    pub conflicts: Vec<Conflict>,
    pub ignored: Vec<String>,
}

/// Annotations of one category and geometry.
struct Group<'a> {
    place: usize,
    category: &'a Category,
    kept: &'a SourceAnnotation,
    kept_raw: String,
    facts: Facts,
    raws: Vec<String>,
    ids: Vec<Id>,
}

impl<'a> Group<'a> {
    fn new(
        place: usize,
        category: &'a Category,
        kept: &'a SourceAnnotation,
        raw: String,
        facts: Facts,
    ) -> Self {
        Self {
            place,
            category,
            kept,
            kept_raw: raw.clone(),
            facts,
            raws: vec![raw],
            ids: vec![kept.id.clone()],
        }
    }

    /// Another annotation of the same geometry; one whose label tells more takes the first's place.
    fn add(&mut self, annotation: &'a SourceAnnotation, raw: String, facts: Facts) {
        if self.category.priority(&raw) > self.category.priority(&self.kept_raw) {
            self.kept = annotation;
            self.kept_raw.clone_from(&raw);
            self.facts = facts;
        }
        self.ids.push(annotation.id.clone());
        self.add_name(raw);
    }

    fn add_name(&mut self, raw: String) {
        if !self.raws.contains(&raw) {
            self.raws.push(raw);
        }
    }

    /// Benign before malignant.
    fn labels(&self) -> Vec<String> {
        let found: BTreeSet<&str> = self.raws.iter().filter_map(|raw| pathology(raw)).collect();
        found.into_iter().map(str::to_owned).collect()
    }

    fn mask(self, source: &Source, image: &SourceImage) -> Mask {
        let labels = self.labels();
        let label = match labels.as_slice() {
            _ if !self.category.is_lesion() => "not_applicable",
            [] => "unspecified",
            [one] => one,
            _ => "conflicting",
        };
        let conflict = (self.category.is_lesion() && labels.len() > 1).then(|| labels.clone());
        Mask {
            mask_id: source.mask_id(&image.id, &self.kept.id),
            annotation_id: self.kept.id.to_json(),
            category: self.category.name.clone(),
            canonical_region: self.category.name.clone(),
            source_category: self.kept_raw,
            source_categories: self.raws,
            source_annotation_ids: self.ids.iter().map(Id::to_json).collect(),
            target_type: self.category.target_type().to_owned(),
            pathology_label: label.to_owned(),
            pathology_label_conflict: conflict,
            facts: self.facts,
        }
    }
}

pub(super) fn fold(source: &Source, image: &SourceImage, organ: &Organ) -> Folded {
    let mut ignored = BTreeSet::new();
    let mut merged = 0;
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut by_key: BTreeMap<(usize, [i64; 5]), usize> = BTreeMap::new();
    for annotation in source.annotations(&image.id) {
        let raw = source.name(&annotation.category_id);
        let Some((place, category)) = organ.canonical(&source.dataset, &raw) else {
            ignored.insert(raw);
            continue;
        };
        let [_, _, w, h] = annotation.bbox;
        let area = annotation.area.unwrap_or((w * h).max(0.0));
        let facts = Facts::of(annotation.bbox, area, image.width, image.height);
        let at = *by_key.entry((place, facts.key())).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => {
                merged += 1;
                group.add(annotation, raw, facts);
            }
            None => groups.push(Group::new(place, category, annotation, raw, facts)),
        }
    }
    // A generic twin is the same mask once more.
    let (generic, mut groups): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| group.category.generic);
    for twin in generic {
        let own = groups
            .iter_mut()
            .find(|group| !group.category.generic && group.facts.key() == twin.facts.key());
        match own {
            Some(own) => {
                merged += twin.ids.len();
                own.ids.extend(twin.ids);
                twin.raws.into_iter().for_each(|raw| own.add_name(raw));
            }
            None => groups.push(twin),
        }
    }
    groups.sort_by(|a, b| (a.place, &a.kept.id).cmp(&(b.place, &b.kept.id)));
    let masks: Vec<Mask> = groups
        .into_iter()
        .map(|group| group.mask(source, image))
        .collect();
    let conflicts = masks
        .iter()
        .filter_map(|mask| {
            let labels = mask.pathology_label_conflict.clone()?;
            let geometry = json!([mask.facts.bbox_xywh, mask.facts.mask_area_px]);
            Some(Conflict { geometry, labels })
        })
        .collect();
    Folded {
        masks,
        merged,
        conflicts,
        ignored: ignored.into_iter().collect(),
    }
}
