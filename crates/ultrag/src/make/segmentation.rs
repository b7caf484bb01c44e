//! Instructions to segment: all targets, then each category (specification 3).

use super::targets::{Targets, ids};
use crate::record::{Mask, SegmentationTask};

pub(super) fn tasks(sample_id: &str, targets: &Targets<'_>) -> Vec<SegmentationTask> {
    let task = |n: usize, instruction: String, answer: String, masks: &[&Mask]| SegmentationTask {
        task_id: format!("{sample_id}_seg_{n}"),
        instruction,
        answer,
        target_mask_ids: ids(masks),
        answerability: Some(
            if masks.is_empty() {
                "no_target"
            } else {
                "answerable"
            }
            .to_owned(),
        ),
    };
    if targets.all.is_empty() {
        return vec![task(
            1,
            "Segment all labeled targets in this ultrasound image.".to_owned(),
            "No labeled target is available for segmentation in this image.".to_owned(),
            &[],
        )];
    }
    let answer = |masks: &[&Mask], name: &str| {
        let opening = if masks.len() == 1 {
            "The segmented region is"
        } else {
            "The segmented regions are"
        };
        format!("{opening} [SEG] {name}.")
    };
    let all = task(
        1,
        "Segment all labeled targets in this ultrasound image.".to_owned(),
        answer(&targets.all, &targets.names()),
        &targets.all,
    );
    let each = targets.groups.iter().zip(2..).map(|(group, n)| {
        let name = group.category.display();
        task(
            n,
            format!("Segment the visible {name} in this ultrasound image."),
            answer(&group.masks, name),
            &group.masks,
        )
    });
    std::iter::once(all).chain(each).collect()
}
