//! The two ways to score: by rules without the public evaluator's quirks, or with them.

use serde::{Deserialize, Serialize};

/// How predictions are scored (specification, conventions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// What is wrong scores nothing and stays in the denominator.
    #[default]
    Strict,
    /// The public evaluator's figures, with its quirks: failures leave the denominator.
    Reference,
}

impl Profile {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Reference];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Reference => "reference",
        }
    }

    pub(crate) fn is_strict(self) -> bool {
        self == Self::Strict
    }
}
