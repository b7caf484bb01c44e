//! Records from COCO files: masks folded, their facts, and the three tasks, always the same for the same source (specification 2, 3).

mod filter;
mod fold;
mod questions;
mod report;
mod segmentation;
mod targets;

use serde_json::Map;

use crate::organ::Organ;
use crate::record::{Annotation, Image, Record};
use crate::source::Source;

pub use filter::{Filtered, filter_questions};
use fold::fold;
use targets::Targets;

/// How reports are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Five to seven sentences whatever the number of categories, as the paper asks.
    #[default]
    Auto,
    /// As the public generator writes them: four to eight.
    Code,
}

/// How records are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct MakeOptions {
    /// The layout of reports.
    pub layout: Layout,
    /// Also make records of images without masks.
    pub include_empty: bool,
}

/// Makes a record of every image that has masks, in the order of image ids as text.
pub fn make_records(source: &Source, organ: &Organ, options: MakeOptions) -> Vec<Record> {
    let mut records = Vec::new();
    for image in &source.images {
        let folded = fold(source, image, organ);
        if folded.masks.is_empty() && !options.include_empty {
            continue;
        }
        let sample_id = source.sample_id(&image.id);
        let targets = Targets::of(organ, &folded.masks);
        let annotation = Annotation {
            segmentation_tasks: segmentation::tasks(&sample_id, &targets),
            grounded_vqa: questions::questions(&sample_id, &targets),
            grounded_report: Some(report::report(&targets, options.layout)),
            api_error: None,
        };
        records.push(Record {
            sample_id,
            dataset: source.dataset.clone(),
            split: source.split.clone(),
            image_path: None,
            image: Image {
                file_name: image.file_name.clone(),
                width: image.width,
                height: image.height,
                organ: organ.organ.clone(),
                modality: "ultrasound".to_owned(),
            },
            masks: folded.masks,
            merged_duplicate_annotations: folded.merged,
            pathology_label_conflicts: folded.conflicts,
            ignored_unknown_categories: folded.ignored,
            annotation_source: Some("fallback".to_owned()),
            annotation,
            reviews: Vec::new(),
            other: Map::new(),
        });
    }
    records
}
