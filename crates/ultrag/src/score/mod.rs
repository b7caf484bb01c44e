//! Predictions against records: every sample, every metric, every mean (specification 5).

pub mod kinds;
pub mod means;
mod plan;
mod predictions;
mod report;
mod run;
mod side;
mod tags;
mod view;

pub use predictions::{Prediction, PredictionsError, Row, Task, read_rows};
pub use report::{Group, Report, Settings, TaskFigures};
pub use run::{RunError, RunOptions, SampleScore, Status, score_run};
pub use tags::Tag;
pub use view::{CaseView, Outline, RunView, TaskView, Told, case_view};
