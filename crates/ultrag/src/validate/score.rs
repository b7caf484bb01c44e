//! The score of a record from the severities of its issues.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How bad an issue is; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The record is wrong.
    Critical,
    /// The record is not as it should be.
    Major,
    /// Worth a look.
    Minor,
    /// Told only.
    Info,
}

impl Severity {
    /// All, the worst first.
    pub const ALL: [Self; 4] = [Self::Critical, Self::Major, Self::Minor, Self::Info];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Info => "info",
        }
    }

    /// What it takes off the score.
    pub const fn penalty(self) -> u32 {
        match self {
            Self::Critical => 25,
            Self::Major => 10,
            Self::Minor => 3,
            Self::Info => 0,
        }
    }

    /// Whether a record with it does not pass.
    pub fn fails(self) -> bool {
        self <= Self::Major
    }
}

/// The score, 0..100, and whether the record passes: `max(0, 100 - penalties)`; no critical and no major issue.
///
/// ```
/// use groundscope_ultrag::validate::{Severity::*, quality};
/// assert_eq!(quality([Critical, Minor, Minor, Info]), (69, false));
/// assert_eq!(quality([Minor; 4]), (88, true));
/// ```
pub fn quality(severities: impl IntoIterator<Item = Severity>) -> (u32, bool) {
    let (mut lost, mut passes) = (0u32, true);
    for severity in severities {
        lost = lost.saturating_add(severity.penalty());
        passes &= !severity.fails();
    }
    (100u32.saturating_sub(lost), passes)
}

/// A case of kind `validator_score`.
#[derive(Debug, Deserialize)]
pub(crate) struct ScoreCase {
    severities: Vec<Severity>,
}

pub(crate) fn case(input: &ScoreCase) -> Value {
    let (score, passes) = quality(input.severities.iter().copied());
    json!({"score": score, "data_quality_pass": passes})
}
