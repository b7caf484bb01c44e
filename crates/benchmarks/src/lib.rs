//! Annotation files in, scored reports out.
//!
//! ```
//! use groundscope_benchmarks::{Settings, grounding, read_predictions, read_references};
//! let references = br#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
//!     {"id": "a.png", "width": 768, "height": 496, "boxes": [{"class": "irf", "box": [0, 0, 100, 100]}]}]}"#;
//! let predictions = br#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
//!     {"id": "a.png", "width": 768, "height": 496, "boxes": [
//!         {"class": "intraretinal fluid", "box": [0, 0, 50, 50]},
//!         {"class": "irf", "box": [50, 0, 100, 50]}, {"class": "irf", "box": [0, 50, 50, 100]}]}]}"#;
//! let references = read_references(references)?;
//! let predictions = read_predictions(predictions, &references)?;
//! let report = grounding::score(&references, &predictions, &Settings::default())?;
//! assert_eq!(report.class("irf").unwrap().mean_agg_iou, 0.75);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod annotations;
mod asked;
mod beside;
pub mod boxes_file;
pub mod coco;
mod common_space;
pub mod compare;
mod corners;
pub mod describe;
mod detect;
mod error;
mod errors;
pub mod explain;
pub mod formats;
pub mod grounding;
mod image_match;
mod image_texts;
mod intervals;
mod json_text;
mod label;
mod mask_gap;
pub mod output;
mod pairs;
mod partial;
mod partial_file;
pub mod presence;
mod report;
mod report_text;
pub mod stream;
mod tally_words;

pub use annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox, PixelImage};
pub use beside::{
    AveragePrecisionReport, ClassAveragePrecision, MacroOneToOne, OneToOneReport, OneToOneSection,
};
pub use corners::BoxTally;
pub use detect::{read_predictions, read_references};
pub use error::{FileError, ScoreError};
pub use errors::{CauseReport, ErrorReport};
pub use explain::{
    Areas, ImageExplanation, OneToOneOutcome, PredictionExplanation, ReferenceExplanation, explain,
    explain_in,
};
pub use formats::Shape;
pub use grounding::Settings;
pub use intervals::{FigureIntervals, IntervalReport};
pub use label::ClassLabel;
pub use mask_gap::{MaskFigures, MaskReport};
pub use partial::{MergeError, Partial, ScoredBox};
pub use partial_file::{FORMAT as PARTIAL_FORMAT, PartialError};
pub use report::{
    AskedReport, ClassReport, Dropped, ImageReport, MacroReport, ReferenceReport, Report, SettingsReport,
    SpreadReport,
};
