//! One model's figures.

use serde::{Deserialize, Serialize};

use super::{Estimate, Spread};

/// One model on the data set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The model's name, unique in the report.
    pub name: String,
    /// Its parameters in billions.
    #[serde(default)]
    pub params: Option<f64>,
    /// The parameters that are active for a token, in billions (mixtures of experts).
    #[serde(default)]
    pub active: Option<f64>,
    /// The generation within the family, such as `3.5`.
    #[serde(default)]
    pub generation: Option<String>,
    /// Dense or a mixture of experts.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The family, such as `Qwen`.
    #[serde(default)]
    pub family: Option<String>,
    /// Where the weights come from.
    #[serde(default)]
    pub repository: Option<String>,
    /// How well its boxes agree with the references.
    #[serde(default)]
    pub grounding: Option<Grounding>,
    /// How well it tells what is there.
    #[serde(default)]
    pub presence: Option<Presence>,
    /// Presence answered right by found by its boxes, class by class.
    #[serde(default)]
    pub recognised: Option<Vec<Recognised>>,
    /// What its errors in grounding come from.
    #[serde(default)]
    pub breakdown: Option<Vec<Cause>>,
}

/// Whether all parameters work on every token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// All do.
    Dense,
    /// A mixture of experts: some do.
    Moe,
}

/// Figures of grounding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grounding {
    /// Over classes.
    #[serde(rename = "macro")]
    pub macro_figures: MacroGrounding,
    /// Class by class; a class without references is left out.
    pub per_class: Vec<ClassGrounding>,
}

/// Macro figures of grounding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MacroGrounding {
    /// Precision.
    pub precision: Spread,
    /// Recall.
    pub recall: Spread,
    /// The mean of the classes' F1.
    pub f1: Spread,
    /// Mean AggIoU.
    pub mean_agg_iou: Spread,
}

/// Figures of grounding for one class, counts pooled over images.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassGrounding {
    /// The class's identifier.
    pub class: String,
    /// Detected references.
    pub tp: u64,
    /// False predictions.
    pub fp: u64,
    /// Missed references.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// Precision.
    pub precision: Estimate,
    /// Recall.
    pub recall: Estimate,
    /// F1.
    pub f1: Estimate,
    /// AggIoU over all its reference boxes.
    pub mean_agg_iou: Estimate,
    /// F1 by one-to-one matching, for comparison.
    #[serde(default)]
    pub one_to_one_f1: Option<f64>,
}

/// Figures of presence questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// Over classes.
    #[serde(rename = "macro")]
    pub macro_figures: MacroPresence,
    /// Class by class.
    pub per_class: Vec<ClassPresence>,
}

/// Macro figures of presence questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MacroPresence {
    /// The mean of sensitivity and specificity.
    pub balanced_accuracy: Spread,
    /// F1.
    pub f1: Spread,
    /// Precision.
    pub precision: Spread,
    /// Recall, which is sensitivity.
    pub recall: Spread,
}

/// Figures of presence questions for one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassPresence {
    /// The class's identifier.
    pub class: String,
    /// The mean of sensitivity and specificity.
    pub balanced_accuracy: Estimate,
    /// F1.
    pub f1: f64,
    /// Precision.
    pub precision: f64,
    /// Recall, which is sensitivity.
    pub recall: f64,
    /// Specificity.
    pub specificity: f64,
}

/// How many images of a class were answered right, found by boxes, both or neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognised {
    /// The class's identifier.
    pub class: String,
    /// Answered right and found.
    pub both: u64,
    /// Answered right, not found.
    pub seen_only: u64,
    /// Found, answered wrong.
    pub boxed_only: u64,
    /// Neither.
    pub neither: u64,
}

/// One cause of errors in grounding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// What it is, in words.
    pub cause: String,
    /// How many errors it explains.
    pub count: u64,
    /// By how much pooled F1 would rise without them.
    pub delta_f1: f64,
}

impl Run {
    /// Macro figures of grounding.
    pub(crate) fn macro_grounding(&self) -> Option<&MacroGrounding> {
        self.grounding.as_ref().map(|grounding| &grounding.macro_figures)
    }

    /// Macro figures of presence questions.
    pub(crate) fn macro_presence(&self) -> Option<&MacroPresence> {
        self.presence.as_ref().map(|presence| &presence.macro_figures)
    }

    /// Macro F1 of grounding.
    pub(crate) fn f1(&self) -> Option<f64> {
        self.macro_grounding().map(|figures| figures.f1.mean)
    }

    /// Macro mean AggIoU.
    pub(crate) fn mean_agg_iou(&self) -> Option<f64> {
        self.macro_grounding().map(|figures| figures.mean_agg_iou.mean)
    }

    /// Macro balanced accuracy of presence questions.
    pub(crate) fn balanced_accuracy(&self) -> Option<f64> {
        self.macro_presence()
            .map(|figures| figures.balanced_accuracy.mean)
    }

    /// Grounding figures of one class.
    pub(crate) fn class_grounding(&self, id: &str) -> Option<&ClassGrounding> {
        self.grounding
            .as_ref()?
            .per_class
            .iter()
            .find(|class| class.class == id)
    }

    /// Presence figures of one class.
    pub(crate) fn class_presence(&self, id: &str) -> Option<&ClassPresence> {
        self.presence
            .as_ref()?
            .per_class
            .iter()
            .find(|class| class.class == id)
    }
}
