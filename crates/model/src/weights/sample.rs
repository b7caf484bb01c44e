//! Weights files with random numbers, for tests: valid as built, and easy to damage.

#![allow(clippy::expect_used, clippy::indexing_slicing)] // compiled for tests only

use std::collections::BTreeMap;

use groundscope_ontology::Class;
use safetensors::{Dtype, tensor::TensorView};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{FORMAT, MANIFEST_HASH_KEY, MANIFEST_KEY, NETWORK_KIND, NetworkConfig, RETINA, layout};

/// One tensor of a file in the making.
#[derive(Clone, Debug)]
pub struct SampleTensor {
    /// Element type.
    pub dtype: Dtype,
    /// Shape.
    pub shape: Vec<usize>,
    /// Bytes, little-endian.
    pub bytes: Vec<u8>,
}

/// A weights file in the making.
#[derive(Clone, Debug)]
pub struct SampleFile {
    /// The manifest, without its hashes.
    pub manifest: Value,
    /// The tensors by name.
    pub tensors: BTreeMap<String, SampleTensor>,
}

/// A small network: 64 x 32 frame, few channels, two classes.
pub fn small_config() -> NetworkConfig {
    NetworkConfig {
        kind: NETWORK_KIND.to_owned(),
        frame: [64, 32],
        channels: [4, 6, 8, 10, 12],
        blocks: [0, 2, 1, 1, 1],
        outputs: ["irf", "srf", RETINA].map(str::to_owned).to_vec(),
    }
}

/// The network of the architecture document with all its channels.
pub fn full_config() -> NetworkConfig {
    NetworkConfig {
        frame: [768, 512],
        channels: [24, 48, 80, 112, 144],
        blocks: [0, 2, 2, 2, 1],
        outputs: Class::ALL
            .iter()
            .map(|c| c.id().to_owned())
            .chain([RETINA.to_owned()])
            .collect(),
        ..small_config()
    }
}

impl SampleFile {
    /// Random weights for a network, scaled so that activations neither die nor explode.
    pub fn random(config: &NetworkConfig, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let mut tensors = BTreeMap::new();
        for layer in layout::layers(config) {
            let inputs = layer.weights() / layer.out;
            let scale = (2.0 / inputs as f32).sqrt() / 73.0;
            let values = (0..layer.weights())
                .map(|_| (random.next() >> 56) as u8)
                .collect();
            let name = &layer.name;
            let mut put = |part: &str, dtype, shape, bytes| {
                tensors.insert(format!("{name}.{part}"), SampleTensor { dtype, shape, bytes })
            };
            put("weight", Dtype::I8, layer.weight_shape(), values);
            put(
                "scale",
                Dtype::F32,
                vec![layer.out],
                f32_bytes(&vec![scale; layer.out]),
            );
            let bias: Vec<f32> = (0..layer.out).map(|_| 0.1 * random.unit()).collect();
            put("bias", Dtype::F32, vec![layer.out], f32_bytes(&bias));
        }
        let outputs = config.outputs.len();
        let peak: Vec<f32> = (0..outputs).map(|_| random.unit()).collect();
        tensors.insert(
            "presence.peak".to_owned(),
            SampleTensor {
                dtype: Dtype::F32,
                shape: vec![outputs],
                bytes: f32_bytes(&peak),
            },
        );
        Self {
            manifest: manifest(config),
            tensors,
        }
    }

    /// Put the known outputs of the network on the self-check tile into the manifest.
    pub fn set_self_check(&mut self, map_logits: &[f32], presence_logits: &[f32]) {
        let check = self.manifest.pointer_mut("/self_check").expect("built above");
        check["map_logits"] = json!(map_logits);
        check["presence_logits"] = json!(presence_logits);
    }

    /// The file, with hashes of what it holds now.
    pub fn bytes(&self) -> Vec<u8> {
        let mut manifest = self.manifest.clone();
        for group in ["stem", "enc", "dec", "head", "presence"] {
            let mut hash = Sha256::new();
            for (name, tensor) in &self.tensors {
                if name.split('.').next() == Some(group) {
                    hash.update(name.as_bytes());
                    hash.update([0]);
                    hash.update(&tensor.bytes);
                }
            }
            manifest["sha256"][group] = json!(super::to_hex(&hash.finalize()));
        }
        self.with_manifest(&manifest.to_string())
    }

    /// The file with this text as its manifest, whatever it says.
    pub fn with_manifest(&self, manifest: &str) -> Vec<u8> {
        let hash = super::to_hex(&Sha256::digest(manifest.as_bytes()));
        let metadata = [(MANIFEST_KEY, manifest), (MANIFEST_HASH_KEY, hash.as_str())];
        self.with_metadata(&metadata)
    }

    /// The file with this metadata.
    pub fn with_metadata(&self, metadata: &[(&str, &str)]) -> Vec<u8> {
        let views = self.tensors.iter().map(|(name, tensor)| {
            let view = TensorView::new(tensor.dtype, tensor.shape.clone(), &tensor.bytes);
            (name, view.expect("shape and bytes agree"))
        });
        let metadata = metadata
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        safetensors::serialize(views, Some(metadata)).expect("tensors can be written")
    }
}

fn manifest(config: &NetworkConfig) -> Value {
    let outputs = config.outputs.len();
    let classes: Vec<Value> = config
        .outputs
        .iter()
        .filter(|id| *id != RETINA)
        .map(|id| {
            json!({"id": id, "evidence": "synthetic", "map_threshold": 0.5, "peak_threshold": 0.5,
                   "presence_threshold": 0.5, "min_area_px": 20, "calibration": [1.0, 0.0]})
        })
        .collect();
    json!({
        "format": FORMAT, "name": "random", "created": "2026-01-01", "modality": "oct", "network": config,
        "classes": classes, "box_rule": {"min_area": 20, "join_distance": 25.0},
        "data": [{"name": "random numbers", "licence": "none", "attribution": ""}], "licence": "none",
        "self_check": {"frame": [64, 32], "stride": 8, "map_logits": vec![0.0; outputs * 8],
                       "presence_logits": vec![0.0; outputs], "tolerance": 0.01},
        "sha256": {}
    })
}

fn f32_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in -1..1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}
