//! Synthetic OCT B-scans with exact lesions: the sample scan, test data, and training data that includes healthy eyes.
//!
//! An eye is built as layer thicknesses a column ([`Surfaces`] are their sums), so that layers never cross. Lesions
//! of the outer retina change thicknesses (a druse is space between pigment epithelium and Bruch's membrane), those of
//! the inner retina and the vitreous are painted where the surfaces allow them. The instrument comes last: optical
//! blur, fully developed speckle over a noise floor, the display curve of a scanner [`Style`], and what exports add.
//! A phantom is no simulation of light in tissue: scans look like real ones, but measure nothing about real eyes.
//!
//! The same settings give the same bytes on every platform: only IEEE arithmetic and `libm` are used.
//!
//! ```
//! use groundscope_ontology::Class;
//! use groundscope_phantom::{Lesion, Lesions, PhantomSettings, Style, generate};
//!
//! let phantom = generate(&PhantomSettings {
//!     seed: 3,
//!     width: 384,
//!     height: 256,
//!     style: Style::Cirrus,
//!     lesions: Lesions::Exactly(vec![Lesion { class: Class::Srf, severity: 0.6 }]),
//! })?;
//! let (class, mask) = &phantom.masks[0];
//! assert_eq!(*class, Class::Srf);
//! assert!(mask.area() > 0);
//! # Ok::<(), groundscope_phantom::PhantomError>(())
//! ```
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
mod sample;
mod settings;
mod surfaces;
mod vitreous;

pub use generate::{Phantom, generate};
pub use plan::SUPPORTED;
pub use sample::{sample, sample_settings};
pub use settings::{Lesion, Lesions, PhantomError, PhantomSettings, Style};
pub use surfaces::Surfaces;
