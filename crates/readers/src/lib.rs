//! What models wrote, read: yes and no, letters, numbers, points, boxes, refusals.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod json;
mod letters;
mod marked;
mod numbers;
pub mod phrases;
mod refusal;
mod thought;
mod tokens;
mod truth;
pub mod words;

pub use json::{Bare, json_in, replace_bare};
pub use letters::{Letters, read_letters, read_order};
pub use numbers::{Shape, read_numbers};
pub use refusal::{cannot_answer, refuses};
pub use thought::{Spoken, without_thoughts};
pub use tokens::{normalised, tokens};
pub use truth::read_truth;

/// Bytes of a response.
pub type Span = std::ops::Range<usize>;

/// What a response was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read<T> {
    /// An answer.
    Answered(T),
    /// It refuses to answer.
    Refused,
    /// Nothing in it is an answer of the kind asked for, or it contradicts itself.
    Unreadable,
    /// There is no text.
    Empty,
}

impl<T> Read<T> {
    /// The answer, if it is one.
    pub fn answer(&self) -> Option<&T> {
        match self {
            Self::Answered(answer) => Some(answer),
            Self::Refused | Self::Unreadable | Self::Empty => None,
        }
    }

    /// The name of what became of the response: `answered`, `refused`, `unreadable` or `empty`.
    pub const fn status(&self) -> &'static str {
        match self {
            Self::Answered(_) => "answered",
            Self::Refused => "refused",
            Self::Unreadable => "unreadable",
            Self::Empty => "empty",
        }
    }

    /// What was found in a response, or why nothing was.
    pub(crate) fn of(response: &str, found: Option<T>) -> Self {
        match found {
            Some(answer) => Self::Answered(answer),
            None if response.trim().is_empty() => Self::Empty,
            None if refuses(&words::words(response)) => Self::Refused,
            None => Self::Unreadable,
        }
    }
}
