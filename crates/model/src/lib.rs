//! The grounding network: weights, inference, findings.
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

mod device;
mod error;
mod findings;
mod gate;
#[cfg(feature = "gpu")]
mod gpu;
mod map;
pub mod network;
mod occlusion;
mod postprocess;
mod preprocess;
mod reader;
mod self_check;
mod signal;
pub mod weights;

pub use device::DeviceChoice;
pub use error::ReadError;
pub use findings::{Evidence, Finding, Findings, Region, UnknownClass, Verdict};
pub use gate::{Gate, GateConfig, GateVerdict, GateWeights, RetinaShape};
pub use network::{Network, Output};
pub use occlusion::Occlusion;
pub use reader::{OnProgress, Phase, Progress, Reader};
pub use self_check::SelfCheckReport;
pub use weights::{Manifest, Weights, WeightsError, WeightsFile};
