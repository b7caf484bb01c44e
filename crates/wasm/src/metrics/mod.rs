//! All that needs no network: scores, reports, formats, answers in words.

mod ask;
mod boxes;
mod convert;
mod evaluate;
mod explain;
mod export;
mod files;
mod grounding;
mod output;
mod report_values;
mod score;
mod sets;
mod settings;

pub use ask::ask;
pub use boxes::parse_references;
pub use convert::convert;
pub use evaluate::evaluate;
pub use explain::explain;
pub use export::export_findings;
pub use grounding::{merge_partials, partial_grounding, score_grounding};
pub use output::{parse_output, score_presence};
pub use score::score;
pub use sets::describe_references;
