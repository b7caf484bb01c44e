//! Whether records are as the benchmark wants them: issues with severities, and a score of 100 points (specification 4, 10.1).

mod agree;
mod issue;
mod masks;
mod record;
mod report;
mod score;
mod tasks;
pub(crate) mod words;

pub use issue::Issue;
pub use record::{Checked, RecordRow, Validation, check_record, validate};
pub(crate) use score::case;
pub use score::{Severity, quality};

use serde::{Deserialize, Serialize};

/// By which rules records are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The paper's: its counts, whole words, and texts that must agree with their masks.
    #[default]
    Paper,
    /// The public validator's.
    Code,
}

impl Mode {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Code => "code",
        }
    }
}
