//! Boxes, masks and exact areas in typed coordinate spaces.
//!
//! Two kinds of number live here. What a network finds is measured in `f64` pixels ([`PixelBox`]) and bits ([`Mask`]);
//! what is scored is a decimal number as written in a file ([`Decimal`], [`DecimalBox`]), whose areas are exact integers.
//!
//! ```
//! use groundscope_geometry::{BoxRule, Mask, masks_to_boxes};
//! let mask = Mask::from_fn(64, 32, |x, y| (10..20).contains(&x) && (5..9).contains(&y));
//! let clusters = masks_to_boxes(&mask, &BoxRule::default());
//! assert_eq!(clusters[0].bounds.to_array(), [10.0, 5.0, 20.0, 9.0]);
//! assert_eq!(clusters[0].area_px, 40);
//! ```
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod boxes;
mod cluster;
mod components;
mod contours;
mod covered;
mod dbscan;
mod decimal;
mod decimal_ring;
pub mod exact;
mod mask;
mod outline;
mod polygon;
mod rle;
mod row_runs;
mod row_sets;
mod run_clusters;
mod union_find;

pub use boxes::{BoxIn, Norm1000, NormBox, Pixel, PixelBox, Space, Unit, UnitBox};
pub use cluster::{BoxRule, Cluster, masks_to_boxes};
pub use components::{Component, Components, Connectivity, components};
pub use contours::{Contour, contours};
pub use dbscan::{Dbscan, DbscanError, dbscan};
pub use decimal::{Decimal, DecimalError, ParsedDecimal};
pub use decimal_ring::{DecimalRing, DecimalRingError};
pub use exact::{DecimalBox, DecimalBoxError};
pub use mask::Mask;
pub use outline::outline;
pub use rle::{Rle, RleError};
pub use row_runs::{RowRuns, Run, TooLargeToDraw};
pub use run_clusters::{RunCluster, runs_to_boxes};
