//! Partial results as files: a line of JSON, then 16 bytes for each reference box.
//!
//! `groundscope-partial/1`: the first line is one JSON object ending in a line feed. After it come `boxes` records of two
//! little-endian 64-bit numbers each, [`ScoredBox::key`] and [`ScoredBox::agg_iou`], in order of keys.

use std::collections::BTreeSet;

use groundscope_geometry::Decimal;
use groundscope_metrics::bootstrap::{Replicates, Resampling};
use groundscope_metrics::{AggIouSettings, Counts, FalsePositiveRule, MatchCounts, Threshold};
use serde::{Deserialize, Serialize};

use crate::asked::LookedFor;
use crate::partial::{Part, Partial, Row, ScoredBox, Sums};
use crate::stream::Shard;
use crate::{BoxTally, ClassLabel, CoordinateSpace};

/// The format's name, with its version.
pub const FORMAT: &str = "groundscope-partial/1";
const KIND: &str = "grounding";
/// No sum of a real benchmark comes near; a damaged file must not make later sums overflow.
const LARGEST: u64 = 1 << 58;

/// Why bytes are no partial result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartialError {
    /// The first line is not what it should be.
    #[error("the file is not a partial result of this version ({what}); write it again with --partial")]
    Header {
        /// What is wrong with it.
        what: String,
    },
    /// Boxes are missing or too many.
    #[error(
        "the file is cut off or has been added to: {expected} bytes of boxes are announced and {found} there"
    )]
    Boxes {
        /// Bytes announced.
        expected: u64,
        /// Bytes found.
        found: u64,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    kind: String,
    t1: i64,
    t2: i64,
    fp: String,
    replicates: u32,
    seed: u64,
    references_space: String,
    predictions_space: String,
    exhaustive: Option<Vec<String>>,
    named: Vec<String>,
    drawn: Vec<String>,
    listed: Option<u64>,
    asked_about: Vec<String>,
    images: u64,
    images_without_predictions: u64,
    dropped_references: BoxTally,
    dropped_predictions: BoxTally,
    classes: Vec<ClassSums>,
    boxes: u64,
    fingerprint: u64,
    parts: BTreeSet<Part>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassSums {
    class: String,
    /// "Fluid" as one class, should it turn out to be one.
    any_fluid: bool,
    tp: u64,
    fp: u64,
    #[serde(rename = "fn")]
    missed: u64,
    /// In units of 2^-64: high and low half.
    agg_iou_sum: [u64; 2],
    fp_not_listed: u64,
    references_not_listed: u64,
    /// True and false positives and false negatives of one-to-one matching.
    one_to_one: [u64; 3],
    /// True and false positives, false negatives, AggIoU in units of 2^-32, each over the replicates.
    replicates: [Vec<u64>; 4],
}

impl Partial {
    /// The bytes of a file.
    ///
    /// # Errors
    /// None for partial results made by this crate; [`serde_json::Error`] is passed on if JSON refuses a value.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut bytes = serde_json::to_vec(&self.header())?;
        bytes.push(b'\n');
        bytes.reserve_exact(16 * self.boxes.len());
        for scored in &self.boxes {
            bytes.extend(scored.key.to_le_bytes());
            bytes.extend(scored.agg_iou.to_le_bytes());
        }
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`PartialError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PartialError> {
        let end = bytes.iter().position(|b| *b == b'\n');
        let (header, boxes) = bytes.split_at(end.unwrap_or(bytes.len()));
        let boxes = boxes.get(1..).unwrap_or_default();
        let header: Header = serde_json::from_slice(header).map_err(|error| wrong(&error.to_string()))?;
        if header.format != FORMAT || header.kind != KIND {
            return Err(wrong(&format!("it says {} {}", header.format, header.kind)));
        }
        let expected = header.boxes.saturating_mul(16);
        if expected != boxes.len() as u64 {
            let found = boxes.len() as u64;
            return Err(PartialError::Boxes { expected, found });
        }
        let (records, _) = boxes.as_chunks::<8>();
        let (records, _) = records.as_chunks::<2>();
        let scored = records.iter().map(|[key, agg_iou]| ScoredBox {
            key: u64::from_le_bytes(*key),
            agg_iou: u64::from_le_bytes(*agg_iou),
        });
        header.partial(scored.collect())
    }

    fn header(&self) -> Header {
        let ids =
            |classes: &BTreeSet<ClassLabel>| classes.iter().map(|label| label.id().to_owned()).collect();
        Header {
            format: FORMAT.to_owned(),
            kind: KIND.to_owned(),
            t1: self.agg_iou.t1.micros(),
            t2: self.agg_iou.t2.micros(),
            fp: self.agg_iou.false_positives.id().to_owned(),
            replicates: self.resampling.replicates,
            seed: self.resampling.seed,
            references_space: self.references_space.id().to_owned(),
            predictions_space: self.predictions_space.id().to_owned(),
            exhaustive: self.looked_for.declared.as_ref().map(ids),
            named: ids(&self.looked_for.named),
            drawn: ids(&self.looked_for.drawn),
            listed: self.listed,
            asked_about: ids(&self.about),
            images: self.images,
            images_without_predictions: self.images_without_predictions,
            dropped_references: self.dropped_references,
            dropped_predictions: self.dropped_predictions,
            classes: self
                .rows
                .iter()
                .map(|(row, sums)| ClassSums::of(row, sums))
                .collect(),
            boxes: self.boxes.len() as u64,
            fingerprint: self.fingerprint,
            parts: self.parts.clone(),
        }
    }
}

impl ClassSums {
    fn of(row: &Row, sums: &Sums) -> Self {
        let fluid = ClassLabel::fluid();
        let (label, any_fluid) = match row {
            Row::Class(label) => (label, false),
            Row::AnyFluid => (&fluid, true),
        };
        let sum = sums.counts.agg_iou_sum();
        Self {
            class: label.id().to_owned(),
            any_fluid,
            tp: sums.counts.true_positives,
            fp: sums.counts.false_positives,
            missed: sums.counts.false_negatives,
            agg_iou_sum: [(sum >> 64) as u64, sum as u64],
            fp_not_listed: sums.not_listed,
            references_not_listed: sums.references_not_listed,
            one_to_one: [
                sums.one_to_one.true_positives,
                sums.one_to_one.false_positives,
                sums.one_to_one.false_negatives,
            ],
            replicates: sums.replicates.sums().clone(),
        }
    }

    fn read(self, replicates: u32) -> Result<(Row, Sums), PartialError> {
        let [true_positives, false_positives, false_negatives] = self.one_to_one;
        let counts = [
            self.tp,
            self.fp,
            self.missed,
            self.fp_not_listed,
            self.references_not_listed,
        ];
        let all = counts
            .iter()
            .chain(&self.one_to_one)
            .chain(self.replicates.iter().flatten());
        if all.copied().any(|count| count > LARGEST) {
            return Err(wrong("a count is larger than any benchmark's"));
        }
        let [high, low] = self.agg_iou_sum;
        if high > self.tp + self.missed {
            return Err(wrong("a sum of AggIoU is larger than its boxes allow"));
        }
        let sum = u128::from(high) << 64 | u128::from(low);
        let row = if self.any_fluid {
            Row::AnyFluid
        } else {
            Row::Class(ClassLabel::from_name(&self.class))
        };
        let sums = Replicates::from_sums(self.replicates).filter(|sums| sums.len() == replicates as usize);
        Ok((
            row,
            Sums {
                counts: Counts::from_parts(self.tp, self.fp, self.missed, sum),
                not_listed: self.fp_not_listed,
                references_not_listed: self.references_not_listed,
                one_to_one: MatchCounts {
                    true_positives,
                    false_positives,
                    false_negatives,
                },
                replicates: sums
                    .ok_or_else(|| wrong("the replicates of a class are not as many as announced"))?,
            },
        ))
    }
}

impl Header {
    fn partial(self, boxes: Vec<ScoredBox>) -> Result<Partial, PartialError> {
        let labels = |names: &[String]| names.iter().map(|name| ClassLabel::from_name(name)).collect();
        let threshold = |micros: i64| {
            let value = Decimal::from_micros(micros).map_err(|error| wrong(&error.to_string()))?;
            Threshold::try_from(value).map_err(|error| wrong(&error.to_string()))
        };
        let space = |id: &str| {
            CoordinateSpace::from_id(id).ok_or_else(|| wrong(&format!("there is no coordinate space {id}")))
        };
        let rule = FalsePositiveRule::from_id(&self.fp);
        let dropped = [self.dropped_references, self.dropped_predictions];
        let tallies = dropped.iter().flat_map(BoxTally::reasons).map(|(count, _)| count);
        let counts = [
            self.images,
            self.images_without_predictions,
            self.listed.unwrap_or_default(),
        ];
        if tallies.chain(counts).any(|count| count > LARGEST) {
            return Err(wrong("a count is larger than any benchmark's"));
        }
        if self.replicates > Resampling::MOST_REPLICATES {
            return Err(wrong("there are more replicates than anybody asks for"));
        }
        let valid = |part: &Part| (1..=part.of).contains(&part.index) && part.of <= Shard::MOST;
        if !self.parts.iter().all(valid) {
            return Err(wrong("a part is none of its whole"));
        }
        Ok(Partial {
            agg_iou: AggIouSettings {
                t1: threshold(self.t1)?,
                t2: threshold(self.t2)?,
                false_positives: rule.ok_or_else(|| wrong("there is no such rule for false positives"))?,
            },
            resampling: Resampling {
                replicates: self.replicates,
                seed: self.seed,
            },
            references_space: space(&self.references_space)?,
            predictions_space: space(&self.predictions_space)?,
            looked_for: LookedFor {
                declared: self.exhaustive.as_deref().map(labels),
                named: labels(&self.named),
                drawn: labels(&self.drawn),
            },
            listed: self.listed,
            about: labels(&self.asked_about),
            images: self.images,
            images_without_predictions: self.images_without_predictions,
            dropped_references: self.dropped_references,
            dropped_predictions: self.dropped_predictions,
            rows: self
                .classes
                .into_iter()
                .map(|sums| sums.read(self.replicates))
                .collect::<Result<_, _>>()?,
            boxes,
            fingerprint: self.fingerprint,
            parts: self.parts,
        })
    }
}

fn wrong(what: &str) -> PartialError {
    PartialError::Header {
        what: what.to_owned(),
    }
}
