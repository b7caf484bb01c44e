//! The browser surface over the GroundScope crates.
