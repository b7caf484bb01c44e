//! Masks scored beside the boxes that stand for them, so that a shortfall of the box format can be told from one of the model.

use std::collections::BTreeMap;

use groundscope_geometry::{Mask, Rle};
use groundscope_metrics::{FormatGap, Overlap};
use serde::Serialize;

use crate::pairs::{ImagePair, PairScore};
use crate::report::in_order;
use crate::{ClassLabel, ImageBoxes};

/// Masks and boxes of the same lesions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaskReport {
    /// Each class that has masks.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, MaskFigures)>,
    /// The unweighted mean over the classes that have reference masks; `images` are those of all of them.
    #[serde(rename = "macro")]
    pub macro_figures: MaskFigures,
    /// How many classes have reference masks.
    pub classes: usize,
    /// Images with boxes of a class of which some have no mask: they are not compared. Counted class by class.
    pub without_masks: u64,
}

/// Means over the images on which either side has the class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MaskFigures {
    /// How many images.
    pub images: u64,
    /// Intersection over union of all masks of the class.
    pub mask_iou: f64,
    /// Twice the intersection over the sum of areas.
    pub mask_dice: f64,
    /// The same of the areas that the boxes cover.
    pub box_iou: f64,
    /// The same of the areas that the boxes cover.
    pub box_dice: f64,
    /// IoU of masks less IoU of boxes.
    pub gap: f64,
}

/// Sums on their way.
#[derive(Default)]
pub(crate) struct MaskSums {
    classes: BTreeMap<ClassLabel, FormatGap>,
    without_masks: u64,
}

impl MaskSums {
    /// Adds the classes of one image.
    pub(crate) fn add_image(&mut self, pair: &ImagePair<'_>, scores: &[PairScore]) {
        let nothing = &[][..];
        let predicted = pair.predicted.map_or(nothing, |image| &image.boxes);
        for score in scores
            .iter()
            .filter(|score| score.asked || !score.references.is_empty())
        {
            let references = covered(pair.reference, &pair.reference.boxes, &score.references);
            let predictions = covered(pair.reference, predicted, &score.predictions);
            let overlap = references
                .zip(predictions)
                .and_then(|(a, b)| Overlap::of_masks(&a, &b).ok());
            match overlap {
                Some(masks) => {
                    let boxes = Overlap::of_boxes(&score.reference_boxes, &score.prediction_boxes);
                    self.classes
                        .entry(score.label.clone())
                        .or_default()
                        .add_image(masks, boxes);
                }
                None => self.without_masks += 1,
            }
        }
    }

    /// `None` where nothing has masks on both sides.
    pub(crate) fn report(self) -> Option<MaskReport> {
        let per_class: Vec<(String, MaskFigures)> = self
            .classes
            .iter()
            .filter(|(_, gap)| gap.masks.images > 0)
            .map(|(label, gap)| (label.id().to_owned(), MaskFigures::of(gap)))
            .collect();
        if per_class.is_empty() {
            return None;
        }
        let with_references: Vec<MaskFigures> = self
            .classes
            .values()
            .filter(|gap| gap.masks.pooled.first > 0)
            .map(MaskFigures::of)
            .collect();
        let count = with_references.len().max(1) as f64;
        let mean = |figure: fn(&MaskFigures) -> f64| with_references.iter().map(figure).sum::<f64>() / count;
        Some(MaskReport {
            macro_figures: MaskFigures {
                images: with_references.iter().map(|class| class.images).sum(),
                mask_iou: mean(|c| c.mask_iou),
                mask_dice: mean(|c| c.mask_dice),
                box_iou: mean(|c| c.box_iou),
                box_dice: mean(|c| c.box_dice),
                gap: mean(|c| c.gap),
            },
            classes: with_references.len(),
            per_class,
            without_masks: self.without_masks,
        })
    }
}

impl MaskFigures {
    fn of(gap: &FormatGap) -> Self {
        Self {
            images: gap.masks.images,
            mask_iou: gap.masks.mean_iou(),
            mask_dice: gap.masks.mean_dice(),
            box_iou: gap.boxes.mean_iou(),
            box_dice: gap.boxes.mean_dice(),
            gap: gap.mean(),
        }
    }
}

/// The pixels of some of an image's boxes; `None` where one has no shape, or the image is too large for a mask.
fn covered(image: &ImageBoxes, boxes: &[crate::LabelledBox], places: &[usize]) -> Option<Mask> {
    let (width, height) = (image.width, image.height);
    if u64::from(width) * u64::from(height) > Rle::MAX_PIXELS {
        return None;
    }
    let mut all = Mask::new(width, height);
    for at in places {
        let shape = boxes.get(*at)?.shape.as_ref()?;
        all = all.union(&shape.to_mask(width, height));
    }
    Some(all)
}
