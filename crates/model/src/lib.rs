//! The grounding network: weights, inference, findings.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod device;
mod findings;

pub use device::DeviceChoice;
pub use findings::{Evidence, Finding, Findings, Region, UnknownClass, Verdict};
