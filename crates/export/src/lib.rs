//! What was read, as files to keep: the evidence over the scan (SVG), a table (CSV), annotations (COCO), JSON, a report to
//! print (HTML) and the questions with their answers.
//!
//! Values in, bytes out: no file is opened, no clock is read, and the same input gives the same bytes.
//!
//! ```
//! use groundscope_export::{Reading, csv};
//! use groundscope_model::Findings;
//! let findings: Findings = serde_json::from_str(r#"{"width": 768, "height": 496, "device": "cpu", "model": "m", "findings": [
//!     {"class": "irf", "evidence": "real", "figure": 0.61, "present": false, "probability": 0.04, "regions": []}]}"#)?;
//! let table = csv(&[Reading::new("a.png", &findings)])?;
//! assert!(table.lines().nth(1).unwrap().starts_with("a.png,irf,intraretinal fluid,absent,false,0.04,"));
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

mod coco;
mod error;
mod format;
mod json;
mod labels;
mod legend;
mod picture;
mod reading;
mod report;
mod standing;
mod style;
mod svg;
mod table;
mod text;
mod transcript;
pub mod words;

pub use coco::{annotations, coco};
pub use error::ExportError;
pub use format::{Exported, Format, export};
pub use json::json;
pub use picture::{Ground, PictureOptions, Selection};
pub use reading::{Answered, Comparison, FalseBox, Reading, Reference};
pub use report::{ReportOptions, report_html};
pub use standing::{Standing, standings};
pub use style::{Dash, Rgb, dash, hex, hue};
pub use svg::svg;
pub use table::csv;
pub use text::printable;
pub use transcript::transcript_text;
