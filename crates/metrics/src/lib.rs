//! Scores of box grounding: AggIoU, matching, counts.
//!
//! Pure functions over exact boxes. The same boxes give the same bits on every machine, in any order and at any scale.
//! Derived from the RetinaGroundBench paper, whose scripts are not public; what it leaves open is a named setting.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod agg_iou;
pub mod average_precision;
pub mod bootstrap;
pub mod breakdown;
mod counts;
mod macro_mean;
mod mask_overlap;
pub mod one_to_one;
mod presence;
mod ratio;
mod recognised;
mod rouge_l;
pub mod statistics;
mod text_overlap;
mod threshold;

pub use agg_iou::{AggIouSettings, FalsePositiveRule, ImageScore, ReferenceScore};
pub use counts::Counts;
pub use macro_mean::{Macro, Spread};
pub use mask_overlap::{FormatGap, MaskSizesDiffer, Overlap, OverlapSums};
pub use one_to_one::{MatchCounts, MatchedPair, OneToOne};
pub use presence::{MacroPresence, PresenceAnswer, PresenceCounts};
pub use ratio::Ratio;
pub use recognised::Recognised;
pub use rouge_l::rouge_l;
pub use text_overlap::{bleu, meteor};
pub use threshold::{Threshold, ThresholdError};
