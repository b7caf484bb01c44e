//! Runs of many models scored and compared: references and what each model gave in, an
//! [`Evaluation`](groundscope_report::Evaluation) out, which `groundscope-report` turns into tables, figures and a page.
//!
//! ```
//! use groundscope_benchmarks::{Settings, read_predictions, read_references};
//! use groundscope_evaluation::{Input, RunInput, evaluate};
//! let file = |corners: &str| format!(r#"{{"format": "groundscope-boxes/1", "space": "pixel", "images": [
//!     {{"id": "a.png", "width": 100, "height": 100, "boxes": [{{"class": "irf", "box": [{corners}]}}]}}]}}"#);
//! let references = read_references(file("0, 0, 10, 10").as_bytes())?;
//! let run = |name: &str, corners: &str| -> Result<_, Box<dyn std::error::Error>> {
//!     let predictions = read_predictions(file(corners).as_bytes(), &references)?;
//!     Ok(RunInput { name: name.into(), predictions: Some(predictions), ..RunInput::default() })
//! };
//! let runs = [run("half", "0, 0, 10, 5")?, run("whole", "0, 0, 10, 10")?];
//! let evaluation = evaluate(&Input::new("Two runs", &references, &runs), &Settings::default())?;
//! assert_eq!(evaluation.significance.unwrap().best, "whole");
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

mod dataset;
mod evaluate;
mod input;
mod readers;
mod run;
mod significance;
mod sweep;

pub use evaluate::evaluate;
pub use input::{EvaluateError, Input, RunInput};
