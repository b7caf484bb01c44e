//! Synthetic OCT B-scans with exact lesions.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod anatomy;
mod canvas;
mod export_look;
mod generate;
mod inner;
mod noise;
mod optics;
mod outer;
mod plan;
mod render;
mod rng;
mod settings;
mod surfaces;
mod vitreous;

pub use generate::{Phantom, generate};
pub use plan::SUPPORTED;
pub use settings::{Lesion, Lesions, PhantomError, PhantomSettings, Style};
pub use surfaces::Surfaces;
