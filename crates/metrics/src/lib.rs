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
mod counts;
mod macro_mean;
mod presence;
mod ratio;
pub mod statistics;
mod threshold;

pub use agg_iou::{AggIouSettings, FalsePositiveRule, ImageScore, ReferenceScore};
pub use counts::Counts;
pub use macro_mean::{Macro, Spread};
pub use presence::{MacroPresence, PresenceAnswer, PresenceCounts};
pub use ratio::Ratio;
pub use threshold::{Threshold, ThresholdError};
