//! The browser surface over the GroundScope crates: every export is one call into them, and holds no logic of its own.
//!
//! Scans and networks stay in the module's memory behind opaque handles ([`Scan`], [`Reader`]); everything else crosses
//! as plain values whose TypeScript types stand in `web/worker/types.ts` and `web/worker/reports`. Errors are thrown as `{code, message, hint}`.
#![recursion_limit = "256"]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod failure;
#[cfg(feature = "metrics")]
mod metrics;
mod panics;
mod reader;
mod scan;
mod values;

#[cfg(feature = "metrics")]
pub use metrics::*;
pub use panics::{panic, panic_later, start};
pub use reader::{Reader, describe, load_reader};
pub use scan::{Scan, decode};
