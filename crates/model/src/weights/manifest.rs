//! The manifest of a weights file: what the network is, what it was validated on, and its thresholds.

use serde::{Deserialize, Serialize};

use super::layout::LEVELS;
use crate::{Evidence, GateConfig};

/// The metadata of a weights file, checked when the file is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format and version of the file.
    pub format: String,
    /// Name of the weights.
    pub name: String,
    /// When they were written.
    pub created: String,
    /// The kind of scan they read.
    pub modality: String,
    /// The network.
    pub network: NetworkConfig,
    /// The classes it answers for.
    pub classes: Vec<ClassConfig>,
    /// From masks to boxes.
    pub box_rule: BoxRuleConfig,
    /// Whether a picture is a scan at all; weights without it take every picture for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateConfig>,
    /// The training data, with licence and attribution.
    pub data: Vec<DataSource>,
    /// The licence of the weights.
    pub licence: String,
    /// A small input with its known outputs.
    pub self_check: SelfCheck,
    /// SHA-256 of each group of tensors, in hexadecimal.
    pub sha256: Hashes,
}

impl Manifest {
    /// Thresholds and evidence of a class; `None` when the network gives no answer for it.
    pub fn class(&self, id: &str) -> Option<&ClassConfig> {
        self.classes.iter().find(|class| class.id == id)
    }
}

/// The shape of the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkConfig {
    /// The architecture.
    pub kind: String,
    /// Width and height of the frame image in pixels.
    pub frame: [usize; 2],
    /// Channels of the encoder levels.
    pub channels: [usize; LEVELS],
    /// Residual blocks of the encoder levels.
    pub blocks: [usize; LEVELS],
    /// What each map shows: class identifiers, then `retina`.
    pub outputs: Vec<String>,
}

/// What the weights say about one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassConfig {
    /// Identifier of the class.
    pub id: String,
    /// On what it was validated.
    pub evidence: Evidence,
    /// The validation figure.
    #[serde(default)]
    pub figure: Option<f64>,
    /// What the figure is, in words.
    #[serde(default)]
    pub figure_text: Option<String>,
    /// Map probability from which a pixel belongs to the mask.
    pub map_threshold: f64,
    /// Map probability that a region must reach somewhere.
    pub peak_threshold: f64,
    /// Presence probability from which the class is present.
    pub presence_threshold: f64,
    /// Smallest component in pixels of the scan.
    pub min_area_px: u64,
    /// Components at most this far apart become one box, in pixels of the scan; that of the box rule where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join_distance_px: Option<f64>,
    /// `[a, b]`: presence probability = sigmoid(a * logit + b).
    pub calibration: [f64; 2],
}

/// From masks to boxes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoxRuleConfig {
    /// Smallest component in pixels of the scan.
    pub min_area: u64,
    /// Components at most this far apart become one box, in pixels of the scan.
    pub join_distance: f64,
}

/// One source of training data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataSource {
    /// Its name.
    pub name: String,
    /// Its licence.
    pub licence: String,
    /// Whom to credit.
    #[serde(default)]
    pub attribution: String,
}

/// A small input with its known outputs, which tells a device that computes wrongly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// Width and height of the tile in pixels of the frame image.
    pub frame: [usize; 2],
    /// Distance of the stored points in the map.
    pub stride: usize,
    /// Map logits at the stored points, output by output, row by row.
    pub map_logits: Vec<f32>,
    /// Presence logits, one an output.
    pub presence_logits: Vec<f32>,
    /// Largest difference allowed.
    pub tolerance: f32,
}

/// SHA-256 of each group of tensors, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// Tensors under `stem`.
    pub stem: String,
    /// Tensors under `enc`.
    pub enc: String,
    /// Tensors under `dec`.
    pub dec: String,
    /// Tensors under `head`.
    pub head: String,
    /// Tensors under `presence`.
    pub presence: String,
}

impl Hashes {
    /// Group names with their hashes.
    pub fn groups(&self) -> [(&'static str, &str); 5] {
        [
            ("stem", &self.stem),
            ("enc", &self.enc),
            ("dec", &self.dec),
            ("head", &self.head),
            ("presence", &self.presence),
        ]
    }
}
