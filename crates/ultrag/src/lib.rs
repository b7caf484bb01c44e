//! UltraG-Bench: grounded records made, checked and reviewed; predictions scored.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod agent;
mod answer;
mod case;
pub mod describe;
pub mod facts;
pub mod make;
mod mask_value;
pub mod organ;
mod overlap;
mod profile;
pub mod prompts;
mod raster;
pub mod record;
mod report_text;
mod response;
pub mod review;
pub mod score;
pub mod source;
pub mod text;
pub mod validate;

pub use answer::answer_is_right;
pub use case::{CaseError, score_case};
pub use mask_value::{Decoded, decode_mask};
pub use overlap::{MaskScore, score_mask, score_pixels};
pub use profile::Profile;
pub use raster::{Frame, SegmentationError, coco_pixels};
pub use report_text::ReportScore;
pub use response::{PredictedSentence, Response};
