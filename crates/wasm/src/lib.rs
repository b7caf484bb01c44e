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

#[cfg(feature = "benchmark")]
mod benchmark;
mod failure;
#[cfg(feature = "metrics")]
mod metrics;
#[cfg(any(feature = "metrics", feature = "benchmark"))]
mod objects;
mod panics;
#[cfg(any(feature = "cpu", feature = "gpu"))]
mod reader;
#[cfg(any(feature = "cpu", feature = "gpu"))]
mod scan;
mod values;

#[cfg(feature = "benchmark")]
pub use benchmark::{benchmark_case, score_benchmark};
#[cfg(feature = "metrics")]
pub use metrics::*;
pub use panics::{panic, panic_later, start};
#[cfg(any(feature = "cpu", feature = "gpu"))]
pub use reader::{Reader, describe, load_reader};
#[cfg(any(feature = "cpu", feature = "gpu"))]
pub use scan::{Scan, decode};
