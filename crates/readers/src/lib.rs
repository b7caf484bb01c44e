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
mod tokens;

pub use json::{Bare, json_in};
pub use tokens::{normalised, tokens};
