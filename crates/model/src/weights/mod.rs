//! The weights file: int8 tensors with a scale a channel, and a manifest that says what they are good for.

mod check;
mod error;
mod header;
pub mod layout;
mod manifest;
#[cfg(any(test, feature = "testing"))]
pub mod sample;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use safetensors::Dtype;
use sha2::{Digest, Sha256};

use header::Header;
use layout::TensorShape;

pub(crate) use check::FRAME_STEP;
pub use error::WeightsError;
pub use header::MAX_FILE;
pub use manifest::{BoxRuleConfig, ClassConfig, DataSource, Hashes, Manifest, NetworkConfig, SelfCheck};

/// Format and version that this crate reads.
pub const FORMAT: &str = "groundscope-weights/1";
/// The network that this crate runs.
pub const NETWORK_KIND: &str = "groundnet-1";
/// Metadata key of the manifest.
pub const MANIFEST_KEY: &str = "groundscope";
/// Metadata key of the SHA-256 of the manifest's text, in hexadecimal.
pub const MANIFEST_HASH_KEY: &str = "groundscope-sha256";
/// The last output: the retina, from the inner limiting membrane to the pigment epithelium.
pub const RETINA: &str = "retina";

/// Reads weights files.
pub struct WeightsFile;

impl WeightsFile {
    /// Check a whole weights file (safetensors) and take it in.
    ///
    /// Header, manifest, names, types, shapes, offsets and hashes are checked before anything is copied.
    ///
    /// # Errors
    ///
    /// The first thing found wrong, naming the field or tensor.
    pub fn parse(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let header = header::read(bytes)?;
        let manifest = read_manifest(&header)?;
        check::manifest(&manifest)?;
        check_tensors(&header, &layout::tensors(&manifest.network))?;
        header.check_offsets()?;
        check_hashes(&header, &manifest.sha256)?;
        let layers = layout::layers(&manifest.network)
            .iter()
            .map(|shape| Ok((shape.name.clone(), read_layer(&header, shape)?)))
            .collect::<Result<_, WeightsError>>()?;
        let peak = finite(&header, "presence.peak")?;
        Ok(Weights {
            manifest,
            layers,
            peak,
        })
    }
}

/// Checked weights, still quantised.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    manifest: Manifest,
    layers: BTreeMap<String, QuantisedLayer>,
    peak: Vec<f32>,
}

impl Weights {
    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// A layer by its name in the file, such as `enc.1.down`.
    pub fn layer(&self, name: &str) -> Option<&QuantisedLayer> {
        self.layers.get(name)
    }

    /// Weight of the largest map logit in the presence logit, one an output.
    pub fn peak(&self) -> &[f32] {
        &self.peak
    }
}

/// One layer: value = int8 * scale of its output channel.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedLayer {
    /// Shape of the weights: `[out, in, kernel, kernel]`, or `[out, in]`.
    pub shape: Vec<usize>,
    /// The weights, row-major.
    pub values: Vec<i8>,
    /// One scale an output channel, above 0.
    pub scale: Vec<f32>,
    /// One bias an output channel.
    pub bias: Vec<f32>,
}

impl QuantisedLayer {
    /// The weights as numbers, row-major in [`QuantisedLayer::shape`].
    pub fn dequantise(&self) -> Vec<f32> {
        let row = self.values.len() / self.scale.len().max(1);
        self.values
            .chunks(row.max(1))
            .zip(&self.scale)
            .flat_map(|(values, scale)| values.iter().map(move |v| f32::from(*v) * scale))
            .collect()
    }
}

fn read_manifest(header: &Header) -> Result<Manifest, WeightsError> {
    let text = |key| {
        let found = header.metadata.get(key);
        found.ok_or(WeightsError::MissingMetadata { key })
    };
    let manifest = text(MANIFEST_KEY)?;
    if !same_hash(text(MANIFEST_HASH_KEY)?, Sha256::digest(manifest.as_bytes())) {
        return Err(WeightsError::ManifestHash);
    }
    serde_json::from_str(manifest).map_err(|error| WeightsError::Manifest {
        detail: error.to_string(),
    })
}

fn check_tensors(header: &Header, expected: &[TensorShape]) -> Result<(), WeightsError> {
    for tensor in expected {
        let name = tensor.name.clone();
        let Some(info) = header.tensors.get(&name) else {
            return Err(WeightsError::MissingTensor { name });
        };
        if info.dtype != tensor.dtype {
            return Err(WeightsError::TensorType {
                name,
                found: info.dtype.to_string(),
                expected: tensor.dtype.to_string(),
            });
        }
        if info.shape != tensor.shape {
            return Err(WeightsError::TensorShape {
                name,
                found: info.shape.clone(),
                expected: tensor.shape.clone(),
            });
        }
        let element = if tensor.dtype == Dtype::F32 { 4 } else { 1 };
        let expected = tensor.shape.iter().product::<usize>() as u64 * element;
        let found = info.data_offsets.1.saturating_sub(info.data_offsets.0) as u64;
        if found != expected {
            return Err(WeightsError::TensorBytes {
                name,
                found,
                expected,
            });
        }
    }
    let known = |name: &&String| expected.iter().any(|tensor| tensor.name == **name);
    match header.tensors.keys().find(|name| !known(name)) {
        None => Ok(()),
        Some(name) => Err(WeightsError::UnknownTensor { name: name.clone() }),
    }
}

fn check_hashes(header: &Header, hashes: &Hashes) -> Result<(), WeightsError> {
    for (group, expected) in hashes.groups() {
        if !same_hash(expected, group_hash(header, group)) {
            return Err(WeightsError::Hash {
                group: group.to_owned(),
            });
        }
    }
    Ok(())
}

/// Over the tensors of the group sorted by name: the name in UTF-8, one zero byte, the tensor's bytes.
fn group_hash(header: &Header, group: &str) -> impl AsRef<[u8]> {
    let mut hash = Sha256::new();
    for name in header.tensors.keys() {
        if name.split('.').next() == Some(group) {
            hash.update(name.as_bytes());
            hash.update([0]);
            hash.update(header.bytes(name).unwrap_or_default());
        }
    }
    hash.finalize()
}

fn same_hash(hexadecimal: &str, digest: impl AsRef<[u8]>) -> bool {
    hexadecimal == to_hex(digest.as_ref())
}

pub(crate) fn to_hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read_layer(header: &Header, shape: &layout::LayerShape) -> Result<QuantisedLayer, WeightsError> {
    let name = |part: &str| format!("{}.{part}", shape.name);
    let scale = finite(header, &name("scale"))?;
    if let Some((index, value)) = scale.iter().enumerate().find(|(_, value)| !usable(**value)) {
        return Err(WeightsError::Scale {
            name: name("scale"),
            index,
            value: value.to_string(),
        });
    }
    let bytes = tensor_bytes(header, &name("weight"))?;
    Ok(QuantisedLayer {
        shape: shape.weight_shape(),
        values: bytes.iter().map(|byte| byte.cast_signed()).collect(),
        scale,
        bias: finite(header, &name("bias"))?,
    })
}

/// A scale is above 0 and leaves every weight finite.
fn usable(scale: f32) -> bool {
    scale > 0.0 && (scale * 128.0).is_finite()
}

fn finite(header: &Header, name: &str) -> Result<Vec<f32>, WeightsError> {
    let (words, _) = tensor_bytes(header, name)?.as_chunks::<4>();
    let values: Vec<f32> = words.iter().map(|word| f32::from_le_bytes(*word)).collect();
    match values.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        None => Ok(values),
        Some((index, value)) => Err(WeightsError::NotFinite {
            name: name.to_owned(),
            index,
            value: value.to_string(),
        }),
    }
}

fn tensor_bytes<'a>(header: &'a Header, name: &str) -> Result<&'a [u8], WeightsError> {
    header.bytes(name).ok_or_else(|| WeightsError::MissingTensor {
        name: name.to_owned(),
    })
}
