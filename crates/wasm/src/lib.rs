//! The browser surface over the GroundScope crates: every export is one call into them, and holds no logic of its own.
//!
//! Scans and networks stay in the module's memory behind opaque handles ([`Scan`], [`Reader`]); everything else crosses
//! as plain values whose TypeScript types stand in `web/worker/types.ts`. Errors are thrown as `{code, message, hint}`.
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

mod ask;
mod failure;
mod panics;
mod reader;
mod scan;
mod score;
mod values;

pub use ask::ask;
pub use panics::{panic, panic_later, start};
pub use reader::{Reader, describe, load_reader};
pub use scan::{Scan, decode};
pub use score::{parse_references, score};
