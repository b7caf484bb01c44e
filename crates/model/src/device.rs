//! Where the network runs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of device that runs the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The processor; always there.
    #[default]
    Cpu,
    /// A GPU through WebGPU in the browser, through Vulkan, Metal or DirectX natively.
    Gpu,
}

impl DeviceChoice {
    /// The identifier used in files and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
        }
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
