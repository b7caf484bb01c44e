//! AggIoU: how well the predictions gathered around a reference box cover it together.
//!
//! For the boxes of one class on one image, with references G, predictions P and thresholds t1 and t2:
//!
//! 1. *Gather.* p is gathered by g when `area(p n g) / min(area(p), area(g)) > t1`.
//! 2. *Union.* U(g) is the exact geometric union of the gathered p.
//! 3. `AggIoU(g) = area(g n U) / area(g u U)`, 0 when nothing is gathered.
//! 4. *Detected* when `AggIoU(g) > t2`. True positives are the detected g, false negatives the others.
//! 5. *False positives* are the predictions that no detected g gathered (or, by setting, that no g gathered).
//!
//! Source: the RetinaGroundBench paper, section on AggIoU; rule 5 is ours (docs/scoring.md).
//!
//! ```
//! use groundscope_geometry::DecimalBox;
//! use groundscope_metrics::{AggIouSettings, agg_iou};
//! let whole = DecimalBox::parse(["0", "0", "100", "100"])?;
//! let quarters = [
//!     DecimalBox::parse(["0", "0", "50", "50"])?,
//!     DecimalBox::parse(["50", "0", "100", "50"])?,
//!     DecimalBox::parse(["0", "50", "50", "100"])?,
//! ];
//! let score = agg_iou::score(&[whole], &quarters, &AggIouSettings::default());
//! assert_eq!(score.references[0].agg_iou.to_f64(), 0.75);
//! assert!(score.references[0].detected && score.false_positives.is_empty());
//! # Ok::<(), groundscope_geometry::DecimalBoxError>(())
//! ```

use groundscope_geometry::DecimalBox;
use groundscope_geometry::exact::union_area;

use crate::{Counts, Ratio, Threshold};

/// Which predictions count as false positives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FalsePositiveRule {
    /// Those that no *detected* reference gathered.
    #[default]
    Undetected,
    /// Those that no reference gathered at all.
    Ungathered,
}

impl FalsePositiveRule {
    /// The name used in files, reports and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Undetected => "undetected",
            Self::Ungathered => "ungathered",
        }
    }

    /// The rule with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Undetected, Self::Ungathered]
            .into_iter()
            .find(|rule| rule.id() == id)
    }
}

/// The settings of AggIoU; the default thresholds are the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AggIouSettings {
    /// A prediction is gathered above this share of the smaller box.
    pub t1: Threshold,
    /// A reference is detected above this AggIoU.
    pub t2: Threshold,
    /// Which predictions count as false positives.
    pub false_positives: FalsePositiveRule,
}

impl Default for AggIouSettings {
    fn default() -> Self {
        Self {
            t1: Threshold::DEFAULT_T1,
            t2: Threshold::DEFAULT_T2,
            false_positives: FalsePositiveRule::default(),
        }
    }
}

/// What became of one reference box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceScore {
    /// AggIoU, exactly.
    pub agg_iou: Ratio,
    /// Whether AggIoU is above t2.
    pub detected: bool,
    /// The predictions gathered, as indices into those given, in order.
    pub gathered: Vec<usize>,
}

/// The score of one class on one image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageScore {
    /// One entry for each reference, in the order given.
    pub references: Vec<ReferenceScore>,
    /// The predictions that count as false positives, as indices into those given, in order.
    pub false_positives: Vec<usize>,
}

impl ImageScore {
    /// The counts of this image, to be pooled with others of the same class.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for reference in &self.references {
            counts.add_reference(reference.agg_iou, reference.detected);
        }
        counts.false_positives = self.false_positives.len() as u64;
        counts
    }
}

/// Scores the predictions of one class on one image against its references.
///
/// Boxes are in one coordinate space, whichever it is: neither scale nor units matter.
pub fn score(references: &[DecimalBox], predictions: &[DecimalBox], settings: &AggIouSettings) -> ImageScore {
    let mut gathering = Gathering::default();
    let scores: Vec<ReferenceScore> = references
        .iter()
        .map(|reference| gathering.score(reference, predictions, settings))
        .collect();
    let mut accounted = Marks::new(predictions.len());
    for reference in &scores {
        if reference.detected || settings.false_positives == FalsePositiveRule::Ungathered {
            reference.gathered.iter().for_each(|index| accounted.mark(*index));
        }
    }
    ImageScore {
        false_positives: (0..predictions.len())
            .filter(|index| !accounted.has(*index))
            .collect(),
        references: scores,
    }
}

/// Marked places; few need no memory of their own.
struct Marks {
    first: u128,
    others: Vec<bool>,
}

impl Marks {
    fn new(places: usize) -> Self {
        Self {
            first: 0,
            others: vec![false; places.saturating_sub(128)],
        }
    }

    fn mark(&mut self, place: usize) {
        match place.checked_sub(128) {
            None => self.first |= 1 << place,
            Some(place) => self
                .others
                .get_mut(place)
                .into_iter()
                .for_each(|mark| *mark = true),
        }
    }

    fn has(&self, place: usize) -> bool {
        match place.checked_sub(128) {
            None => self.first >> place & 1 == 1,
            Some(place) => self.others.get(place).copied().unwrap_or_default(),
        }
    }
}

/// Whether a reference gathers a prediction: the shared part, where it is more than t1 of the smaller box.
pub(crate) fn gathered_part(
    reference: &DecimalBox,
    prediction: &DecimalBox,
    t1: Threshold,
) -> Option<DecimalBox> {
    let shared = reference.intersection(prediction)?;
    let smaller = reference.area().min(prediction.area());
    // Areas are positive and at most 2^102.
    let share = (shared.area().unsigned_abs(), smaller.unsigned_abs());
    t1.compare_share(share.0, share.1).is_gt().then_some(shared)
}

/// The boxes that one reference gathered; kept from one reference to the next for its memory.
#[derive(Default)]
pub(crate) struct Gathering {
    /// The gathered predictions.
    boxes: Vec<DecimalBox>,
    /// The part of each inside the reference.
    inside: Vec<DecimalBox>,
}

impl Gathering {
    /// The score of one reference.
    pub(crate) fn score(
        &mut self,
        reference: &DecimalBox,
        predictions: &[DecimalBox],
        settings: &AggIouSettings,
    ) -> ReferenceScore {
        self.boxes.clear();
        self.inside.clear();
        let mut gathered = Vec::new();
        for (index, prediction) in predictions.iter().enumerate() {
            if let Some(shared) = gathered_part(reference, prediction, settings.t1) {
                gathered.push(index);
                self.boxes.push(*prediction);
                self.inside.push(shared);
            }
        }
        let shared = union_area(&self.inside);
        let outside = if self.boxes == self.inside {
            0
        } else {
            union_area(&self.boxes) - shared
        };
        let agg_iou = Ratio::new(shared, reference.area() + outside).unwrap_or(Ratio::ZERO);
        ReferenceScore {
            detected: agg_iou.exceeds(settings.t2),
            agg_iou,
            gathered,
        }
    }
}
