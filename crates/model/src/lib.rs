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

mod depth;
mod device;
mod error;
mod extent;
mod findings;
mod findings_json;
mod fovea;
mod gate;
#[cfg(feature = "gpu")]
mod gpu;
mod map;
pub mod network;
mod occlusion;
mod paint_over;
mod place;
mod postprocess;
mod preprocess;
mod probability;
mod reader;
mod retina;
mod self_check;
mod signal;
mod text;
pub mod weights;

pub use depth::Depth;
pub use device::DeviceChoice;
pub use error::ReadError;
pub use extent::{Extent, Scale, ScaleError};
pub use findings::{Evidence, Finding, Findings, Region, Verdict};
pub use findings_json::UnknownClass;
pub use gate::{Gate, GateConfig, GateVerdict, GateWeights, RetinaShape};
pub use network::{Network, Output};
pub use occlusion::{Occlusion, Rests};
pub use place::{Eye, Place, Side, UnknownEye};
pub use probability::{percent, percent_in};
pub use reader::{OnProgress, Phase, Progress, Reader};
pub use retina::RetinaBand;
pub use self_check::SelfCheckReport;
pub use text::moves_text;
pub use weights::{Manifest, Weights, WeightsError, WeightsFile};
