//! Tables, figures and a page from the scores of many models.
//!
//! [`Evaluation`] is plain data: every figure in it was computed elsewhere (`groundscope-metrics`,
//! `groundscope-benchmarks`), and nothing is scored here. [`write()`] turns it into the files of a report.
//!
//! ```
//! use groundscope_report::{Evaluation, write};
//! let evaluation: Evaluation = serde_json::from_str(r#"{
//!     "title": "Two models", "settings": [["t1", "0.1"], ["t2", "0.3"]],
//!     "dataset": {"images": 2, "classes": [{"id": "irf", "name": "intraretinal fluid", "boxes": 3, "images": 2}]},
//!     "runs": [{"name": "a <b>", "params": 8, "grounding": {
//!         "macro": {"precision": {"mean": 0.5, "sd": 0}, "recall": {"mean": 0.25, "sd": 0},
//!                   "f1": {"mean": 0.339, "sd": 0}, "mean_agg_iou": {"mean": 0.2, "sd": 0}},
//!         "per_class": []}}]}"#)?;
//! let files = write(&evaluation)?;
//! let (path, page) = &files[0];
//! assert_eq!(path, "report.html");
//! let page = std::str::from_utf8(page)?;
//! assert!(page.contains("33.9 ± 0.0") && page.contains("a &lt;b&gt;"));
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

pub mod data;
mod error;
mod figure;
mod html;
#[cfg(feature = "png")]
mod png;
mod published;
mod table;
mod tables;
mod topic;
mod wording;
mod write;

pub use data::{Evaluation, Run};
pub use error::ReportError;
pub use figure::{Figure, figures, text_width};
pub use html::page;
#[cfg(feature = "png")]
pub use png::Renderer;
pub use published::{Published, PublishedClass, PublishedModel, PublishedReading, ReadingOfClass};
pub use table::csv::guarded;
pub use table::{Cell, Column, Table};
pub use tables::tables;
pub use topic::Topic;
#[cfg(feature = "png")]
pub use write::pictures;
pub use write::write;
