//! Where the network runs.

use std::fmt;

use burn::tensor::Device;
use serde::{Deserialize, Serialize};

use crate::ReadError;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;

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

/// An opened device.
pub(crate) enum OpenDevice {
    #[cfg_attr(not(feature = "cpu"), allow(dead_code))]
    Cpu(Device),
    #[cfg(feature = "gpu")]
    Gpu(Gpu),
}

impl OpenDevice {
    /// Open a device; only opening a GPU takes time or can fail.
    pub async fn open(choice: DeviceChoice) -> Result<Self, ReadError> {
        match choice {
            #[cfg(feature = "cpu")]
            DeviceChoice::Cpu => Ok(Self::Cpu(Device::flex())),
            #[cfg(not(feature = "cpu"))]
            DeviceChoice::Cpu => Err(ReadError::CpuNotBuilt),
            #[cfg(feature = "gpu")]
            DeviceChoice::Gpu => Gpu::open().await.map(Self::Gpu),
            #[cfg(not(feature = "gpu"))]
            DeviceChoice::Gpu => Err(ReadError::GpuNotBuilt),
        }
    }

    pub fn choice(&self) -> DeviceChoice {
        match self {
            Self::Cpu(_) => DeviceChoice::Cpu,
            #[cfg(feature = "gpu")]
            Self::Gpu(_) => DeviceChoice::Gpu,
        }
    }

    pub fn burn(&self) -> &Device {
        match self {
            Self::Cpu(device) => device,
            #[cfg(feature = "gpu")]
            Self::Gpu(gpu) => gpu.burn(),
        }
    }

    /// Name of the GPU, as its driver gives it.
    pub fn adapter(&self) -> Option<&str> {
        match self {
            Self::Cpu(_) => None,
            #[cfg(feature = "gpu")]
            Self::Gpu(gpu) => Some(gpu.name()),
        }
    }

    /// The result of a run, unless the device reported a failure beside it.
    pub fn check<T>(&self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        match self {
            Self::Cpu(_) => result,
            // A lost device is known from the run itself; any other failure may leave it with wrong numbers.
            #[cfg(feature = "gpu")]
            Self::Gpu(gpu) => match result {
                Err(error @ ReadError::DeviceLost { .. }) => Err(error),
                other => gpu.check().and(other),
            },
        }
    }
}
