//! What a set of images adds to a report: whole numbers only, so that any split of a benchmark merges to the same bits.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_metrics::bootstrap::{Replicates, Resampling, hash};
use groundscope_metrics::{AggIouSettings, Counts, MatchCounts, Threshold, one_to_one};
use serde::{Deserialize, Serialize};

use crate::asked::LookedFor;
use crate::pairs::{ImagePair, PairScore};
use crate::{BoxTally, ClassLabel, CoordinateSpace, ImageBoxes, LabelledBox, Settings};

/// A row of sums. "Fluid" as one class is summed beside a class of that name, until it is known whether it is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Row {
    Class(ClassLabel),
    AnyFluid,
}

/// The sums of one class.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sums {
    /// False positives are those of listed pairs, whether or not the class turns out to be exhaustive.
    pub(crate) counts: Counts,
    /// False positives of pairs that were not listed.
    pub(crate) not_listed: u64,
    /// Reference boxes of pairs that were not listed: they count as hit or missed all the same.
    pub(crate) references_not_listed: u64,
    /// One-to-one matching of the same boxes.
    pub(crate) one_to_one: MatchCounts,
    pub(crate) replicates: Replicates<4>,
}

/// One reference box of a run, to be paired with the same box of another run: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredBox {
    /// From the image's name, the class and the place among the image's boxes of that class.
    pub key: u64,
    /// AggIoU in units of 2^-63, rounded down.
    pub agg_iou: u64,
}

/// Where scores come from, so that none is merged twice or goes missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// From the files: of one split by `--shard` from their texts, otherwise from the images that were scored.
    pub(crate) files: u64,
    pub(crate) index: u32,
    pub(crate) of: u32,
}

/// The scores of a set of images, before they become a report. Merging is associative and commutative, to the bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    pub(crate) agg_iou: AggIouSettings,
    pub(crate) resampling: Resampling,
    pub(crate) references_space: CoordinateSpace,
    pub(crate) predictions_space: CoordinateSpace,
    pub(crate) looked_for: LookedFor,
    /// How many pairs were listed as asked.
    pub(crate) listed: Option<u64>,
    /// Their classes.
    pub(crate) about: BTreeSet<ClassLabel>,
    pub(crate) images: u64,
    /// The sum of the images' own fingerprints.
    pub(crate) fingerprint: u64,
    pub(crate) images_without_predictions: u64,
    pub(crate) dropped_references: BoxTally,
    pub(crate) dropped_predictions: BoxTally,
    pub(crate) rows: BTreeMap<Row, Sums>,
    /// In order of keys.
    pub(crate) boxes: Vec<ScoredBox>,
    pub(crate) parts: BTreeSet<Part>,
}

/// Why two partial results cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A setting differs.
    #[error("the partial results differ in {setting}; score every shard with the same settings")]
    Settings {
        /// Which.
        setting: &'static str,
    },
    /// The files declared different classes.
    #[error(
        "the shards' files declare different exhaustive classes; give every shard the same list, or none"
    )]
    Exhaustive,
    /// Only one of them lists what was asked.
    #[error("only some of the shards' files list asked pairs; list them in all, or in none")]
    Asked,
    /// An image was scored twice.
    #[error("the same images are in two of the partial results; give each shard once")]
    Repeated,
}

impl Partial {
    pub(crate) fn new(
        settings: &Settings,
        [references_space, predictions_space]: [CoordinateSpace; 2],
        looked_for: LookedFor,
        (listed, about): (Option<u64>, BTreeSet<ClassLabel>),
    ) -> Self {
        Self {
            agg_iou: settings.agg_iou,
            resampling: settings.resampling,
            references_space,
            predictions_space,
            looked_for,
            listed,
            about,
            images: 0,
            fingerprint: 0,
            images_without_predictions: 0,
            dropped_references: BoxTally::default(),
            dropped_predictions: BoxTally::default(),
            rows: BTreeMap::new(),
            boxes: Vec::new(),
            parts: BTreeSet::new(),
        }
    }

    /// Adds one image. `listed` tells whether a class was asked about on it, wherever pairs are listed.
    pub(crate) fn add_image(&mut self, pair: &ImagePair<'_>, listed: impl Fn(&ClassLabel) -> bool) {
        self.looked_for.draw(pair.reference);
        let fluid = pair.score_fluid(&self.agg_iou);
        let scores = pair.score_classes(false, &self.agg_iou);
        let scores = scores
            .iter()
            .map(|score| (Row::Class(score.label.clone()), score));
        let scores = scores.chain(fluid.iter().map(|score| (Row::AnyFluid, score)));
        self.add_scores(pair, scores, listed);
    }

    /// Adds one image whose classes are scored, it being known whether "fluid" is one class.
    pub(crate) fn add_scored(
        &mut self,
        pair: &ImagePair<'_>,
        scores: &[PairScore],
        fluid: bool,
        listed: impl Fn(&ClassLabel) -> bool,
    ) {
        let row = |score: &PairScore| match &score.label {
            label if fluid && label.is_fluid() => Row::AnyFluid,
            label => Row::Class(label.clone()),
        };
        self.add_scores(pair, scores.iter().map(|score| (row(score), score)), listed);
    }

    fn add_scores<'s>(
        &mut self,
        pair: &ImagePair<'_>,
        scores: impl Iterator<Item = (Row, &'s PairScore)>,
        listed: impl Fn(&ClassLabel) -> bool,
    ) {
        self.images += 1;
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint(pair));
        self.images_without_predictions += u64::from(pair.predicted.is_none());
        // Drawn only where there are boxes: most images of most classes have none.
        let mut weights = None;
        for (row, score) in scores {
            if matches!(row, Row::AnyFluid) || !score.label.is_fluid() {
                self.keep_boxes(&pair.reference.id, score);
            }
            let mut counts = score.score.counts();
            let mut one_to_one = one_to_one::match_boxes(
                &score.reference_boxes,
                &score.prediction_boxes,
                Threshold::DEFAULT_IOU,
            )
            .counts();
            let (mut not_listed, mut references_not_listed) = (0, 0);
            if !listed(&score.label) {
                references_not_listed = score.score.references.len() as u64;
                not_listed = std::mem::take(&mut counts.false_positives);
                one_to_one.false_positives = 0;
            }
            let resampling = self.resampling;
            let sums = self.rows.entry(row).or_insert_with(|| Sums {
                counts: Counts::default(),
                not_listed: 0,
                references_not_listed: 0,
                one_to_one: MatchCounts::default(),
                replicates: Replicates::new(resampling.replicates),
            });
            sums.counts += counts;
            sums.not_listed += not_listed;
            sums.references_not_listed += references_not_listed;
            sums.one_to_one += one_to_one;
            let weights = weights.get_or_insert_with(|| resampling.weights(&pair.reference.id));
            sums.replicates.add(weights, counts.amounts());
        }
    }

    fn keep_boxes(&mut self, image: &str, score: &PairScore) {
        for (at, reference) in score.score.references.iter().enumerate() {
            self.boxes.push(ScoredBox {
                key: key(image, score.label.id(), at as u64),
                agg_iou: reference.agg_iou.in_2_63rds(),
            });
        }
    }

    /// To be called once all images are in, with the part where files were split.
    pub(crate) fn sorted(mut self, shard: Option<Part>) -> Self {
        let whole = Part {
            files: self.fingerprint,
            index: 1,
            of: 1,
        };
        self.parts = BTreeSet::from([shard.unwrap_or(whole)]);
        self.boxes.sort_unstable();
        self
    }

    /// The scored reference boxes, in an order that no split of the images changes.
    pub fn boxes(&self) -> &[ScoredBox] {
        &self.boxes
    }

    /// Which parts of split files are not there: of how many, and their numbers.
    pub fn missing(&self) -> Vec<(u32, Vec<u32>)> {
        let mut files: BTreeMap<(u64, u32), BTreeSet<u32>> = BTreeMap::new();
        for part in &self.parts {
            files.entry((part.files, part.of)).or_default().insert(part.index);
        }
        let lacking = |((_, of), there): ((u64, u32), BTreeSet<u32>)| {
            let missing: Vec<u32> = (1..=of).filter(|index| !there.contains(index)).collect();
            (!missing.is_empty()).then_some((of, missing))
        };
        files.into_iter().filter_map(lacking).collect()
    }

    /// How many images were scored.
    pub const fn images(&self) -> u64 {
        self.images
    }

    /// Brings the results of two sets of images together.
    ///
    /// # Errors
    /// [`MergeError`] when they were scored under different rules, or share reference boxes.
    pub fn merge(mut self, other: Self) -> Result<Self, MergeError> {
        self.check(&other)?;
        if !self.parts.is_disjoint(&other.parts) {
            return Err(MergeError::Repeated);
        }
        self.parts.extend(other.parts);
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.looked_for.drawn.extend(other.looked_for.drawn);
        self.looked_for.named.extend(other.looked_for.named);
        self.listed = self.listed.zip(other.listed).map(|(a, b)| a.saturating_add(b));
        self.about.extend(other.about);
        self.images = self.images.saturating_add(other.images);
        self.images_without_predictions = self
            .images_without_predictions
            .saturating_add(other.images_without_predictions);
        self.dropped_references += other.dropped_references;
        self.dropped_predictions += other.dropped_predictions;
        for (row, sums) in other.rows {
            match self.rows.entry(row) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(sums);
                }
                std::collections::btree_map::Entry::Occupied(mut place) => {
                    let all = place.get_mut();
                    all.counts += sums.counts;
                    all.not_listed = all.not_listed.saturating_add(sums.not_listed);
                    all.references_not_listed = all
                        .references_not_listed
                        .saturating_add(sums.references_not_listed);
                    all.one_to_one += sums.one_to_one;
                    all.replicates.merge(&sums.replicates);
                }
            }
        }
        self.boxes.extend(other.boxes);
        self.boxes.sort_unstable();
        let twice = self.boxes.windows(2).any(|pair| match pair {
            [a, b] => a.key == b.key,
            _ => false,
        });
        if twice {
            return Err(MergeError::Repeated);
        }
        Ok(self)
    }

    fn check(&self, other: &Self) -> Result<(), MergeError> {
        let (a, b) = (&self.agg_iou, &other.agg_iou);
        let settings = [
            (a.t1 == b.t1, "t1"),
            (a.t2 == b.t2, "t2"),
            (
                a.false_positives == b.false_positives,
                "the rule for false positives",
            ),
            (
                self.resampling.replicates == other.resampling.replicates,
                "the number of replicates",
            ),
            (self.resampling.seed == other.resampling.seed, "the seed"),
            (
                self.references_space == other.references_space,
                "the space of the references",
            ),
            (
                self.predictions_space == other.predictions_space,
                "the space of the predictions",
            ),
        ];
        if let Some((_, setting)) = settings.into_iter().find(|(same, _)| !same) {
            return Err(MergeError::Settings { setting });
        }
        if self.looked_for.declared != other.looked_for.declared {
            return Err(MergeError::Exhaustive);
        }
        if self.listed.is_some() != other.listed.is_some() {
            return Err(MergeError::Asked);
        }
        Ok(())
    }

    /// Whether "fluid" is one class, now that all images are known.
    pub(crate) fn fluid(&self) -> bool {
        self.looked_for.fluid(&self.about)
    }

    /// The classes looked for in every image.
    pub(crate) fn exhaustive(&self) -> BTreeSet<ClassLabel> {
        self.looked_for.classes(&self.about)
    }

    /// The sums that count, class by class in order.
    pub(crate) fn classes(&self) -> (Vec<ClassSums>, NotAsked) {
        let (exhaustive, fluid) = (self.exhaustive(), self.fluid());
        let mut not_asked = NotAsked::default();
        let mut classes = Vec::new();
        for (row, sums) in &self.rows {
            let label = match row {
                Row::Class(label) if label.is_fluid() && fluid => continue,
                Row::Class(label) => label.clone(),
                Row::AnyFluid if fluid => ClassLabel::fluid(),
                Row::AnyFluid => continue,
            };
            let mut class = ClassSums {
                label,
                counts: sums.counts,
                one_to_one: sums.one_to_one,
                replicates: sums.replicates.clone(),
            };
            not_asked.add(sums.not_listed, sums.references_not_listed);
            if !exhaustive.contains(&class.label) {
                not_asked.add(std::mem::take(&mut class.counts.false_positives), 0);
                class.one_to_one.false_positives = 0;
                class.replicates.clear(1);
            }
            classes.push(class);
        }
        classes.sort_by(|a, b| a.label.cmp(&b.label));
        (classes, not_asked)
    }
}

/// Boxes where nobody asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NotAsked {
    /// Predictions that are not false for it.
    pub(crate) predictions: u64,
    /// References of pairs that are not listed: hit or missed all the same.
    pub(crate) references: u64,
}

impl NotAsked {
    fn add(&mut self, predictions: u64, references: u64) {
        self.predictions = self.predictions.saturating_add(predictions);
        self.references = self.references.saturating_add(references);
    }
}

/// The sums of one class that count.
pub(crate) struct ClassSums {
    pub(crate) label: ClassLabel,
    pub(crate) counts: Counts,
    pub(crate) one_to_one: MatchCounts,
    pub(crate) replicates: Replicates<4>,
}

/// A key that every run gives the same reference box.
fn key(image: &str, class: &str, at: u64) -> u64 {
    // Lengths part the names: no two pairs of names read alike.
    let lengths = [image.len() as u64, class.len() as u64, at].map(u64::to_le_bytes);
    hash(
        lengths
            .into_iter()
            .flatten()
            .chain(image.bytes())
            .chain(class.bytes()),
    )
}

/// What tells an image with its boxes from any other, in whatever order they come.
fn fingerprint(pair: &ImagePair<'_>) -> u64 {
    let id = pair.reference.id.bytes();
    let boxes = |image: &ImageBoxes, side: u64| -> u64 {
        let of_box = |b: &LabelledBox| {
            let corners = b.corners.micros().map(i64::to_le_bytes).into_iter().flatten();
            hash(corners.chain(b.label.id().bytes())).wrapping_mul(side)
        };
        image.boxes.iter().map(of_box).fold(0, u64::wrapping_add)
    };
    let sides = [
        boxes(pair.reference, 3),
        pair.predicted.map_or(0, |image| boxes(image, 5)),
    ];
    hash(id.chain(sides.map(u64::to_le_bytes).into_iter().flatten()))
}
