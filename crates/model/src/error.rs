//! What can go wrong between a scan and its findings.

use thiserror::Error;

use crate::WeightsError;

/// Why no findings came out.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The weights cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The program was built without GPU support.
    #[error("this build has no GPU support")]
    GpuNotBuilt,
    /// The program was built for the GPU alone.
    #[error("this build runs on a GPU only")]
    CpuNotBuilt,
    /// There is no GPU that can be used.
    #[error("no usable GPU was found: {detail}")]
    NoAdapter {
        /// What the system says.
        detail: String,
    },
    /// The GPU was found but could not be opened.
    #[error("the GPU could not be opened: {detail}")]
    GpuRefused {
        /// What the system says.
        detail: String,
    },
    /// The GPU went away.
    #[error("the GPU was lost: {detail}")]
    DeviceLost {
        /// What the system says.
        detail: String,
    },
    /// The device has too little memory.
    #[error("the device ran out of memory: {detail}")]
    OutOfMemory {
        /// What the system says.
        detail: String,
    },
    /// The device reports another failure.
    #[error("the device failed: {detail}")]
    Device {
        /// What the system says.
        detail: String,
    },
    /// The device returned numbers that are none.
    #[error("the network returned values that are not finite")]
    NotFinite,
    /// The network was given an input of a wrong size.
    #[error("the input has {values} values, which is no half frame of {width} x {height} pixels")]
    InputSize {
        /// Number of values.
        values: usize,
        /// Width claimed.
        width: usize,
        /// Height claimed.
        height: usize,
    },
    /// The picture shows nothing: one grey level throughout, or black and white alone.
    #[error("the picture is blank: it has no levels of grey, so there is nothing to read in it")]
    Blank,
    /// The scan has no pixels or lacks some.
    #[error("the scan has {pixels} pixels, not {width} x {height}")]
    ScanSize {
        /// Pixels there.
        pixels: usize,
        /// Width claimed.
        width: u32,
        /// Height claimed.
        height: u32,
    },
}

impl ReadError {
    /// A stable identifier for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Weights(_) => "weights",
            Self::GpuNotBuilt => "gpu_not_built",
            Self::CpuNotBuilt => "cpu_not_built",
            Self::NoAdapter { .. } => "no_adapter",
            Self::GpuRefused { .. } => "gpu_refused",
            Self::DeviceLost { .. } => "device_lost",
            Self::OutOfMemory { .. } => "out_of_memory",
            Self::Device { .. } => "device",
            Self::NotFinite => "not_finite",
            Self::Blank => "scan_blank",
            Self::InputSize { .. } => "input_size",
            Self::ScanSize { .. } => "scan_size",
        }
    }

    /// What to do next, in one line.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Weights(error) => error.hint(),
            Self::GpuNotBuilt | Self::NoAdapter { .. } | Self::GpuRefused { .. } => "Use the CPU instead.",
            Self::NotFinite => {
                "Use the CPU instead; if it was used, the weights file is to blame: get or make it again."
            }
            Self::CpuNotBuilt => "Choose the GPU, or load the CPU module.",
            Self::DeviceLost { .. } | Self::Device { .. } => "Read the scan again, or use the CPU instead.",
            Self::OutOfMemory { .. } => "Close other programs that use the GPU, or use the CPU instead.",
            Self::Blank => "Open the scan itself, as the device exported it.",
            Self::InputSize { .. } | Self::ScanSize { .. } => "Decode the scan again.",
        }
    }
}
