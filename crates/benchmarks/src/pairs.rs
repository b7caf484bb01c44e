//! Two files brought together: images matched, boxes of one class on one image scored.

use groundscope_geometry::DecimalBox;
use groundscope_metrics::{AggIouSettings, Counts, ImageScore, agg_iou};

use crate::annotations::{Annotations, ImageBoxes, LabelledBox};
use crate::asked::Asked;
use crate::common_space::{CommonSpace, LARGEST_MIXED};
use crate::{ClassLabel, CoordinateSpace, ScoreError};

/// References and predictions whose images are matched and whose questions agree.
pub(crate) struct Matched<'a> {
    pub(crate) references: &'a Annotations,
    pub(crate) predictions: &'a Annotations,
    pub(crate) asked: Asked,
    /// For each reference image, the image of the predictions.
    partners: Vec<Option<usize>>,
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
        if references.images.is_empty() {
            return Err(ScoreError::NoImages);
        }
        for image in &references.images {
            comparable(image, [references.space, predictions.space])?;
        }
        let mut partners = vec![None; references.images.len()];
        let index = references.image_index();
        for (at, image) in predictions.images.iter().enumerate() {
            let found = index.find(&image.id).map_err(|failure| failure.of(&image.id))?;
            let (Some(reference), Some(partner)) = (references.images.get(found), partners.get_mut(found))
            else {
                continue;
            };
            same_size(reference, image)?;
            if partner.replace(at).is_some() {
                return Err(ScoreError::RepeatedImage { id: image.id.clone() });
            }
        }
        Ok(Self {
            asked: Asked::of(references, predictions, &index)?,
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

    /// A reference image with what was predicted for it.
    pub(crate) fn pair(&self, at: usize) -> Option<ImagePair<'a>> {
        let reference = self.references.images.get(at)?;
        Some(ImagePair {
            reference,
            predicted: self.partner(at),
            space: self.common_space(reference),
        })
    }

    /// Scores every class that has a box on a reference image, in the order of classes.
    pub(crate) fn score_image(&self, at: usize, settings: &AggIouSettings) -> Vec<PairScore> {
        let mut scores = self
            .pair(at)
            .map(|pair| pair.score_classes(self.asked.fluid, settings))
            .unwrap_or_default();
        for score in &mut scores {
            score.asked = self.asked.contains(at, &score.label);
        }
        scores
    }
}

/// Refuses an image that is too large for boxes of two spaces.
pub(crate) fn comparable(image: &ImageBoxes, [one, other]: [CoordinateSpace; 2]) -> Result<(), ScoreError> {
    if one != other && image.width.max(image.height) > LARGEST_MIXED {
        return Err(ScoreError::TooLargeToCompare { id: image.id.clone() });
    }
    Ok(())
}

/// Refuses predictions for an image of another size.
pub(crate) fn same_size(reference: &ImageBoxes, predicted: &ImageBoxes) -> Result<(), ScoreError> {
    if (reference.width, reference.height) == (predicted.width, predicted.height) {
        return Ok(());
    }
    Err(ScoreError::SizeDiffers {
        width: reference.width,
        height: reference.height,
        predicted_width: predicted.width,
        predicted_height: predicted.height,
        id: predicted.id.clone(),
    })
}

/// A reference image and the predictions for it, and where their boxes meet.
pub(crate) struct ImagePair<'a> {
    pub(crate) reference: &'a ImageBoxes,
    pub(crate) predicted: Option<&'a ImageBoxes>,
    pub(crate) space: CommonSpace,
}

impl ImagePair<'_> {
    /// Scores every class that has a box, in the order of classes, as if all were asked. With `fluid`, predicted kinds of
    /// fluid answer for "fluid" as one class.
    pub(crate) fn score_classes(&self, fluid: bool, settings: &AggIouSettings) -> Vec<PairScore> {
        let references = Sorted::of(&self.reference.boxes);
        let predictions = Sorted::of(self.predicted_boxes());
        let mut scores = Vec::new();
        let (mut r, mut p) = (references.groups().peekable(), predictions.groups().peekable());
        loop {
            let label = match (r.peek(), p.peek()) {
                (Some((a, _)), Some((b, _))) => (*a).min(*b),
                (Some((label, _)), None) | (None, Some((label, _))) => *label,
                (None, None) => break,
            };
            let places = r
                .next_if(|(next, _)| *next == label)
                .map_or(&[][..], |(_, places)| places);
            let predicted = p
                .next_if(|(next, _)| *next == label)
                .map_or(&[][..], |(_, places)| places);
            // "Fluid" as one class is scored apart, with its kinds.
            if !(fluid && label.is_fluid()) {
                scores.push(self.score_places(label, places, predicted, settings));
            }
        }
        if fluid && let Some(score) = self.score_fluid(settings) {
            let at = scores.partition_point(|other: &PairScore| other.label < score.label);
            scores.insert(at, score);
        }
        scores
    }

    /// Scores "fluid" as one class, if anything on the image is or answers for it.
    pub(crate) fn score_fluid(&self, settings: &AggIouSettings) -> Option<PairScore> {
        let fluid = ClassLabel::fluid();
        let places = |boxes: &[LabelledBox], wanted: fn(&ClassLabel, &ClassLabel) -> bool| -> Vec<usize> {
            let all = boxes.iter().enumerate();
            all.filter(|(_, b)| wanted(&b.label, &fluid))
                .map(|(at, _)| at)
                .collect()
        };
        let references = places(&self.reference.boxes, PartialEq::eq);
        let predictions = places(self.predicted_boxes(), ClassLabel::answers);
        let any = !references.is_empty() || !predictions.is_empty();
        any.then(|| self.score_places(&fluid, &references, &predictions, settings))
    }

    fn predicted_boxes(&self) -> &[LabelledBox] {
        self.predicted.map_or(&[], |image| &image.boxes)
    }

    fn score_places(
        &self,
        label: &ClassLabel,
        references: &[usize],
        predictions: &[usize],
        settings: &AggIouSettings,
    ) -> PairScore {
        // Sizes are bounded, so that every box has a place in the common space.
        let (references, reference_boxes): (Vec<_>, Vec<_>) =
            placed(&self.reference.boxes, references, |b| self.space.reference(b));
        let (predictions, prediction_boxes): (Vec<_>, Vec<_>) =
            placed(self.predicted_boxes(), predictions, |b| self.space.prediction(b));
        PairScore {
            label: label.clone(),
            asked: true,
            score: agg_iou::score(&reference_boxes, &prediction_boxes, settings),
            references,
            predictions,
            reference_boxes,
            prediction_boxes,
        }
    }
}

/// Positions and common-space boxes of some of an image's boxes.
fn placed(
    boxes: &[LabelledBox],
    places: &[usize],
    in_common_space: impl Fn(&LabelledBox) -> Option<DecimalBox>,
) -> (Vec<usize>, Vec<DecimalBox>) {
    let mut placed = (Vec::with_capacity(places.len()), Vec::with_capacity(places.len()));
    for at in places {
        if let Some(found) = boxes.get(*at).and_then(&in_common_space) {
            placed.0.push(*at);
            placed.1.push(found);
        }
    }
    placed
}

/// Places of boxes, class by class in the order of classes, each class's in their own order.
struct Sorted<'a> {
    boxes: &'a [LabelledBox],
    places: Vec<usize>,
}

impl<'a> Sorted<'a> {
    fn of(boxes: &'a [LabelledBox]) -> Self {
        let mut places: Vec<usize> = (0..boxes.len()).collect();
        places.sort_by_key(|at| boxes.get(*at).map(|b| &b.label));
        Self { boxes, places }
    }

    fn label(&self, at: usize) -> Option<&'a ClassLabel> {
        self.boxes.get(at).map(|b| &b.label)
    }

    fn groups(&self) -> impl Iterator<Item = (&'a ClassLabel, &[usize])> {
        let same = |a: &usize, b: &usize| self.label(*a) == self.label(*b);
        let groups = self.places.chunk_by(same);
        groups.filter_map(|places| Some((self.label(*places.first()?)?, places)))
    }
}
