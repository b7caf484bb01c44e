//! What the runs were scored on: images, classes, boxes.

use std::collections::BTreeMap;

use groundscope_benchmarks::{Annotations, ClassLabel};
use groundscope_report::data::{ClassInfo, Dataset};

/// Every class that the references have or that a run was scored on.
pub fn describe(references: &Annotations, scored: impl IntoIterator<Item = String>) -> Dataset {
    let mut classes: BTreeMap<ClassLabel, (u64, u64)> = BTreeMap::new();
    for id in scored {
        classes.entry(ClassLabel::from_name(&id)).or_default();
    }
    for image in &references.images {
        let mut on_image: BTreeMap<&ClassLabel, u64> = BTreeMap::new();
        for labelled in &image.boxes {
            *on_image.entry(&labelled.label).or_default() += 1;
        }
        for (label, boxes) in on_image {
            let (all, images) = classes.entry(label.clone()).or_default();
            *all += boxes;
            *images += 1;
        }
    }
    Dataset {
        images: references.images.len() as u64,
        classes: classes
            .iter()
            .map(|(label, (boxes, images))| ClassInfo {
                id: label.id().to_owned(),
                name: label.name().to_owned(),
                boxes: *boxes,
                images: *images,
            })
            .collect(),
    }
}
