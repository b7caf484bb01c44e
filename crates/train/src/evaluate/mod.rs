//! The figures of the model card, measured with the reader that ships. `docs/evaluation.md` says what each part measures.

mod cross_validation;
mod evidence;
mod figure;
mod gate;
mod graders;
mod healthy;
mod makers;
mod network;
mod parts;
mod phantoms;
mod presence;
mod robustness;
mod session;
mod told;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use cross_validation::CrossValidation;
pub use evidence::{ClassEvidence, Thresholds, evidence, thousandths};
pub use figure::{Figure, Intervals, RESAMPLING, Tally, interval, macro_f1};
pub use gate::GateFigure;
pub use healthy::EyeFigure;
pub use makers::Makers;
pub use network::{Answer, Network, Reading};
pub use parts::{Part, evaluate};
pub use phantoms::PhantomFigures;
pub use presence::PresenceFigure;
pub use robustness::{Robustness, RobustnessRow};
pub use session::Inputs;
pub use told::Told;

/// Everything that was measured: `evaluation.json` of the run folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Name of the weights.
    pub model: String,
    /// By class, the shipped weights on patients kept apart.
    #[serde(default)]
    pub validation: BTreeMap<String, Figure>,
    /// Each patient of `oct-lesions` read by a network that never saw them.
    #[serde(default)]
    pub cross_validation: Option<CrossValidation>,
    /// Each scan of `oct-masks` read by a network that never saw its maker.
    #[serde(default)]
    pub makers: Option<Makers>,
    /// The model and each reader, and the readers against each other, for fluid (IRF or SRF).
    #[serde(default)]
    pub readers: BTreeMap<String, Figure>,
    /// Area under the ROC curve by set.
    #[serde(default)]
    pub auc: BTreeMap<String, f64>,
    /// Presence by set, with intervals.
    #[serde(default)]
    pub presence: BTreeMap<String, PresenceFigure>,
    /// Mean false boxes a healthy scan, by class with any.
    #[serde(default)]
    pub false_boxes: BTreeMap<String, f64>,
    /// Mean false boxes a healthy scan, all classes.
    #[serde(default)]
    pub false_boxes_per_scan: f64,
    /// Healthy scans read.
    #[serde(default)]
    pub healthy_scans: usize,
    /// False boxes by healthy eye.
    #[serde(default)]
    pub healthy_eyes: BTreeMap<String, EyeFigure>,
    /// Phantoms of seeds that neither trained nor chose anything.
    #[serde(default)]
    pub phantoms: Option<PhantomFigures>,
    /// Phantoms in the style of a maker that training never drew, by style.
    #[serde(default)]
    pub styles: BTreeMap<String, PhantomFigures>,
    /// What changes of a scan do to the figures.
    #[serde(default)]
    pub robustness: Option<Robustness>,
    /// How the input gate judged sets of scans, and of pictures that are none.
    #[serde(default)]
    pub gate: BTreeMap<String, GateFigure>,
    /// By class, on what it was measured: written into the weights.
    #[serde(default)]
    pub evidence: BTreeMap<String, ClassEvidence>,
    /// By class, the thresholds of the shipped weights and of the folds.
    #[serde(default)]
    pub thresholds: BTreeMap<String, Thresholds>,
    /// Parts that were left out, and why.
    #[serde(default)]
    pub skipped: BTreeMap<String, String>,
}
