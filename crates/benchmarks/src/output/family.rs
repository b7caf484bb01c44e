//! Families of models that write boxes alike, and what each does unless a run declares otherwise.

use std::str::FromStr;

use super::declared::{DeclareError, Order, OutputSpace};

/// A family of models that write boxes alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Qwen3-VL, Qwen3.5, Qwen3.6.
    Qwen3,
    /// Qwen2.5-VL.
    Qwen25,
    /// InternVL3 and 3.5.
    InternVl,
    /// GLM-4.6V.
    Glm,
    /// Gemma.
    Gemma,
    /// Gemini.
    Gemini,
    /// Any other; space and order must be declared.
    Plain,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 7] = [
        Self::Qwen3,
        Self::Qwen25,
        Self::InternVl,
        Self::Glm,
        Self::Gemma,
        Self::Gemini,
        Self::Plain,
    ];

    /// The names by which a run may declare it, its identifier first.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Qwen3 => &["qwen3-vl", "qwen3.5", "qwen3.6"],
            Self::Qwen25 => &["qwen2.5-vl"],
            Self::InternVl => &["internvl3", "internvl3.5"],
            Self::Glm => &["glm-4.6v"],
            Self::Gemma => &["gemma"],
            Self::Gemini => &["gemini"],
            Self::Plain => &["plain"],
        }
    }

    /// The identifier used in reports.
    pub fn id(self) -> &'static str {
        self.names().first().copied().unwrap_or_default()
    }

    /// Space and order unless a run declares others; none for [`Family::Plain`].
    pub const fn defaults(self) -> Option<(OutputSpace, Order)> {
        match self {
            Self::Qwen3 | Self::InternVl | Self::Glm => Some((OutputSpace::Norm1000, Order::Xyxy)),
            Self::Qwen25 => Some((OutputSpace::Resized, Order::Xyxy)),
            // For Gemma taken over from Gemini: no public document confirms it.
            Self::Gemma | Self::Gemini => Some((OutputSpace::Norm1000, Order::Yxyx)),
            Self::Plain => None,
        }
    }
}

impl FromStr for Family {
    type Err = DeclareError;

    fn from_str(name: &str) -> Result<Self, DeclareError> {
        let named = |family: &Self| {
            family
                .names()
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
        };
        Self::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| DeclareError::UnknownFamily {
                found: name.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_lists_every_family() {
        let message = "x".parse::<Family>().unwrap_err().to_string();
        for family in Family::ALL {
            for name in family.names() {
                assert_eq!(name.parse(), Ok(family));
                assert!(message.contains(name), "{name}");
            }
        }
    }
}
