//! Two files brought together: images matched, boxes of one class on one image scored.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_geometry::DecimalBox;
use groundscope_metrics::{AggIouSettings, Counts, ImageScore, agg_iou};

use crate::annotations::{Annotations, ImageBoxes, LabelledBox};
use crate::asked::Asked;
use crate::common_space::{CommonSpace, LARGEST_MIXED};
use crate::{ClassLabel, ScoreError};

/// References and predictions whose images are matched and whose questions agree.
pub(crate) struct Matched<'a> {
    pub(crate) references: &'a Annotations,
    pub(crate) predictions: &'a Annotations,
    pub(crate) asked: Asked,
    /// For each reference image, the image of the predictions.
    partners: Vec<Option<usize>>,
    fluid: bool,
}

/// One class on one image, scored.
pub(crate) struct PairScore {
    pub(crate) label: ClassLabel,
    pub(crate) asked: bool,
    /// Positions in the reference image's boxes.
    pub(crate) references: Vec<usize>,
    /// Positions in the predicted image's boxes.
    pub(crate) predictions: Vec<usize>,
    pub(crate) score: ImageScore,
    pub(crate) reference_boxes: Vec<DecimalBox>,
    pub(crate) prediction_boxes: Vec<DecimalBox>,
}

impl PairScore {
    /// The counts, without false positives where nothing was asked.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = self.score.counts();
        if !self.asked {
            counts.false_positives = 0;
        }
        counts
    }

    /// Positions in the predicted image's boxes of those that count as false.
    pub(crate) fn false_positives(&self) -> impl Iterator<Item = usize> + '_ {
        let of_asked = self.score.false_positives.iter().filter(|_| self.asked);
        of_asked.filter_map(|i| self.predictions.get(*i).copied())
    }
}

impl<'a> Matched<'a> {
    pub(crate) fn new(references: &'a Annotations, predictions: &'a Annotations) -> Result<Self, ScoreError> {
        if references.space != predictions.space {
            let too_large = |image: &&ImageBoxes| image.width.max(image.height) > LARGEST_MIXED;
            if let Some(image) = references.images.iter().find(too_large) {
                return Err(ScoreError::TooLargeToCompare { id: image.id.clone() });
            }
        }
        let mut partners = vec![None; references.images.len()];
        let index = references.image_index();
        for (at, image) in predictions.images.iter().enumerate() {
            let found = index.find(&image.id).map_err(|failure| failure.of(&image.id))?;
            let (Some(reference), Some(partner)) = (references.images.get(found), partners.get_mut(found))
            else {
                continue;
            };
            if (reference.width, reference.height) != (image.width, image.height) {
                return Err(ScoreError::SizeDiffers {
                    width: reference.width,
                    height: reference.height,
                    predicted_width: image.width,
                    predicted_height: image.height,
                    id: image.id.clone(),
                });
            }
            if partner.replace(at).is_some() {
                return Err(ScoreError::RepeatedImage { id: image.id.clone() });
            }
        }
        Ok(Self {
            asked: Asked::of(references, predictions)?,
            fluid: references.uses(&ClassLabel::fluid()),
            references,
            predictions,
            partners,
        })
    }

    pub(crate) fn partner(&self, image: usize) -> Option<&'a ImageBoxes> {
        let at = self.partners.get(image).copied().flatten()?;
        self.predictions.images.get(at)
    }

    /// Where the boxes of a reference image and its predictions meet.
    pub(crate) fn common_space(&self, image: &ImageBoxes) -> CommonSpace {
        CommonSpace::of(image, self.references.space, self.predictions.space)
    }

    /// Scores every class that has a box on a reference image, in the order of classes.
    pub(crate) fn score_image(&self, at: usize, settings: &AggIouSettings) -> Vec<PairScore> {
        let Some(image) = self.references.images.get(at) else {
            return Vec::new();
        };
        let empty = ImageBoxes {
            id: String::new(),
            width: image.width,
            height: image.height,
            boxes: Vec::new(),
        };
        let partner = self.partner(at).unwrap_or(&empty);
        let space = self.common_space(image);
        let mut labels: BTreeSet<&ClassLabel> = image.boxes.iter().map(|b| &b.label).collect();
        labels.extend(partner.boxes.iter().map(|b| &b.label));
        let fluid = ClassLabel::fluid();
        if self.fluid && partner.boxes.iter().any(|b| b.label.answers(&fluid)) {
            labels.insert(&fluid);
        }
        labels
            .into_iter()
            .map(|label| {
                let is = |wanted: &ClassLabel| wanted == label;
                let (references, reference_boxes) = chosen(image, is, |b| space.reference(b));
                let answers = |b: &ClassLabel| is(b) || (self.fluid && b.answers(label));
                let (predictions, prediction_boxes) = chosen(partner, answers, |b| space.prediction(b));
                PairScore {
                    label: label.clone(),
                    asked: self.asked.contains(at, label),
                    score: agg_iou::score(&reference_boxes, &prediction_boxes, settings),
                    references,
                    predictions,
                    reference_boxes,
                    prediction_boxes,
                }
            })
            .collect()
    }

    /// Pools counts over images, class by class, in the order of classes.
    pub(crate) fn pool<'s>(scores: impl IntoIterator<Item = &'s PairScore>) -> BTreeMap<ClassLabel, Counts> {
        let mut pooled: BTreeMap<ClassLabel, Counts> = BTreeMap::new();
        for pair in scores {
            *pooled.entry(pair.label.clone()).or_default() += pair.counts();
        }
        pooled
    }
}

/// Positions and common-space boxes of the image's boxes whose class is wanted.
fn chosen(
    image: &ImageBoxes,
    wanted: impl Fn(&ClassLabel) -> bool,
    in_common_space: impl Fn(&LabelledBox) -> Option<DecimalBox>,
) -> (Vec<usize>, Vec<DecimalBox>) {
    let boxes = image.boxes.iter().enumerate().filter(|(_, b)| wanted(&b.label));
    // Sizes are bounded, so that every box has a place there.
    boxes
        .filter_map(|(at, b)| Some((at, in_common_space(b)?)))
        .unzip()
}
