//! Whether records are as the benchmark wants them: issues with severities, and a score of 100 points (specification 4, 10.1).

mod score;

pub(crate) use score::case;
pub use score::{Severity, quality};
