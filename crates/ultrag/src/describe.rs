//! What a file of records holds: images, masks and tasks by organ, data set and split, categories and labels (specification 10.6).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::record::Record;

/// Counts of one group of records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Images.
    pub images: usize,
    /// Images without a mask.
    pub empty_images: usize,
    /// Masks.
    pub masks: usize,
    /// Instructions to segment.
    pub segmentation: usize,
    /// Questions.
    pub vqa: usize,
    /// Questions whose evidence is wanted.
    pub vqa_grounded: usize,
    /// Reports.
    pub reports: usize,
    /// Sentences of reports.
    pub sentences: usize,
    /// Images of each split.
    pub splits: BTreeMap<String, usize>,
    /// Data sets.
    pub datasets: BTreeSet<String>,
    /// Masks of each category.
    pub categories: BTreeMap<String, usize>,
    /// Masks of each label that is benign, malignant, unspecified or conflicting.
    pub pathology_labels: BTreeMap<String, usize>,
    /// Questions of each type of answer.
    pub answer_types: BTreeMap<String, usize>,
    /// Masks whose centre lies in each cell.
    pub cells: BTreeMap<String, usize>,
    /// Duplicates that were folded into masks.
    pub merged_duplicates: usize,
}

impl Counts {
    fn add(&mut self, record: &Record) {
        let count =
            |map: &mut BTreeMap<String, usize>, key: &str| *map.entry(key.to_owned()).or_default() += 1;
        self.images += 1;
        self.empty_images += usize::from(record.masks.is_empty());
        self.masks += record.masks.len();
        self.merged_duplicates += record.merged_duplicate_annotations;
        count(&mut self.splits, &record.split);
        self.datasets.insert(record.dataset.clone());
        for mask in &record.masks {
            count(&mut self.categories, &mask.category);
            count(&mut self.cells, &mask.facts.location_grid);
            if !matches!(mask.pathology_label.as_str(), "" | "not_applicable") {
                count(&mut self.pathology_labels, &mask.pathology_label);
            }
        }
        let tasks = &record.annotation;
        self.segmentation += tasks.segmentation_tasks.len();
        self.vqa += tasks.grounded_vqa.len();
        for question in &tasks.grounded_vqa {
            self.vqa_grounded += usize::from(question.requires_grounding);
            count(&mut self.answer_types, &question.answer_type);
        }
        if let Some(report) = &tasks.grounded_report {
            self.reports += 1;
            self.sentences += report.sentences.len();
        }
    }
}

/// All records, and those of each organ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Description {
    /// All.
    pub total: Counts,
    /// By organ.
    pub organs: BTreeMap<String, Counts>,
}

/// Counts what records hold.
pub fn describe(records: &[Record]) -> Description {
    let mut description = Description::default();
    for record in records {
        description.total.add(record);
        description
            .organs
            .entry(record.image.organ.clone())
            .or_default()
            .add(record);
    }
    description
}

impl Description {
    /// As tables to read.
    pub fn to_text(&self) -> String {
        let mut lines = vec![format!(
            "{:12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "organ", "images", "masks", "segment", "vqa", "grounded", "reports"
        )];
        let row = |name: &str, counts: &Counts| {
            format!(
                "{name:12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
                counts.images,
                counts.masks,
                counts.segmentation,
                counts.vqa,
                counts.vqa_grounded,
                counts.reports
            )
        };
        lines.extend(self.organs.iter().map(|(organ, counts)| row(organ, counts)));
        if self.organs.len() > 1 {
            lines.push(row("all", &self.total));
        }
        let all = &self.total;
        let listed = |map: &BTreeMap<String, usize>| {
            let parts: Vec<String> = map.iter().map(|(name, n)| format!("{name} {n}")).collect();
            parts.join(", ")
        };
        for (name, map) in [
            ("Splits", &all.splits),
            ("Categories", &all.categories),
            ("Labels", &all.pathology_labels),
            ("Answer types", &all.answer_types),
            ("Cells", &all.cells),
        ] {
            if !map.is_empty() {
                lines.push(format!("{name}: {}", listed(map)));
            }
        }
        if all.images > 0 {
            let mean = |n: usize| n as f64 / all.images as f64;
            lines.push(format!(
                "An image has {:.2} masks, {:.2} instructions, {:.2} questions; a report {:.2} sentences",
                mean(all.masks),
                mean(all.segmentation),
                mean(all.vqa),
                all.sentences as f64 / all.reports.max(1) as f64
            ));
        }
        if all.empty_images + all.merged_duplicates > 0 {
            lines.push(format!(
                "{} images without a mask; {} duplicates folded",
                all.empty_images, all.merged_duplicates
            ));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
