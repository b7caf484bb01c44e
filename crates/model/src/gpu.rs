//! The GPU: opened once a process, watched for failures that would otherwise panic or pass in silence.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use burn::tensor::Device;
use burn::tensor::wgpu::{WgpuInitError, WgpuSetup, wgpu};

use crate::ReadError;

/// An opened GPU.
#[derive(Clone)]
pub(crate) struct Gpu {
    device: Device,
    name: String,
    failure: Failure,
}

/// The first failure that the GPU reported outside any call.
type Failure = Arc<Mutex<Option<ReadError>>>;

/// burn's runtime can be set up once a process; later readers share it.
static OPENED: OnceLock<Gpu> = OnceLock::new();

impl Gpu {
    /// Open the default GPU, or share the one that is open.
    ///
    /// A lost GPU stays lost until the process or worker starts afresh.
    pub async fn open() -> Result<Self, ReadError> {
        if let Some(gpu) = OPENED.get() {
            return gpu.check().map(|()| gpu.clone());
        }
        let opened = Device::wgpu_options().init_with_setup_async().await;
        let (device, setup) = opened.map_err(refused)?;
        let gpu = Self {
            device,
            name: name(&setup),
            failure: watch(&setup),
        };
        Ok(OPENED.get_or_init(|| gpu).clone())
    }

    pub fn burn(&self) -> &Device {
        &self.device
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Fails once the GPU has reported a failure.
    pub fn check(&self) -> Result<(), ReadError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone().map_or(Ok(()), Err)
    }
}

fn refused(error: WgpuInitError) -> ReadError {
    let detail = error.to_string();
    match error {
        WgpuInitError::AdapterUnavailable { .. } | WgpuInitError::UnsupportedGraphicsApi { .. } => {
            ReadError::NoAdapter { detail }
        }
        _ => ReadError::GpuRefused { detail },
    }
}

fn name(setup: &WgpuSetup) -> String {
    let info = setup.adapter.get_info();
    // Browsers hide the name.
    if info.name.is_empty() {
        format!("{:?} adapter", info.backend)
    } else {
        info.name
    }
}

/// The default handler of uncaptured errors panics; ours keeps the first one for the next check.
fn watch(setup: &WgpuSetup) -> Failure {
    let failure = Failure::default();
    let kept = failure.clone();
    setup
        .device
        .on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let detail = error.to_string();
            let error = match error {
                wgpu::Error::OutOfMemory { .. } => ReadError::OutOfMemory { detail },
                _ => ReadError::Device { detail },
            };
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get_or_insert(error);
        }));
    failure
}
