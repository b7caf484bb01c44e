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
    /// Class by class. A class without references has false positives alone, and no part in macro figures.
    pub per_class: Vec<ClassGrounding>,
    /// The counts of all classes added up.
    #[serde(default)]
    pub pooled: Option<PooledGrounding>,
    /// Macro figures of one-to-one matching.
    #[serde(default)]
    pub one_to_one: Option<MacroOneToOne>,
    /// COCO's average precision, where the boxes have scores.
    #[serde(default)]
    pub average_precision: Option<AveragePrecision>,
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

/// Figures of grounding over the boxes of all classes: a frequent class weighs more than a rare one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PooledGrounding {
    /// Detected references.
    pub tp: u64,
    /// False predictions, those of classes without references too.
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
    /// AggIoU over all reference boxes.
    pub mean_agg_iou: Estimate,
}

/// Macro figures of one-to-one matching.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MacroOneToOne {
    /// Precision.
    pub precision: Spread,
    /// Recall.
    pub recall: Spread,
    /// The mean of the classes' F1.
    pub f1: Spread,
}

/// COCO's average precision, the mean over classes with references.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AveragePrecision {
    /// At IoU 0.5.
    pub ap50: f64,
    /// Over IoU 0.5 to 0.95 in steps of 0.05.
    pub ap50_95: f64,
    /// How many predictions have no score; they rank last.
    pub without_score: u64,
}

/// Figures of grounding for one class, counts pooled over images; without references there are none but the counts.
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
    pub precision: Option<Estimate>,
    /// Recall.
    pub recall: Option<Estimate>,
    /// F1.
    pub f1: Option<Estimate>,
    /// AggIoU over all its reference boxes.
    pub mean_agg_iou: Option<Estimate>,
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
    /// There, and answered yes.
    pub tp: u64,
    /// Not there, and not answered no.
    pub fp: u64,
    /// Not there, and answered no.
    pub tn: u64,
    /// There, and not answered yes.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// The mean of sensitivity and specificity; needs images with the class and images without it.
    pub balanced_accuracy: Option<Estimate>,
    /// F1; like precision and recall it needs images with the class.
    pub f1: Option<f64>,
    /// Precision.
    pub precision: Option<f64>,
    /// Recall, which is sensitivity.
    pub recall: Option<f64>,
    /// Specificity; needs images without the class.
    pub specificity: Option<f64>,
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

impl ClassGrounding {
    /// Whether the class has reference boxes.
    pub(crate) const fn has_references(&self) -> bool {
        self.tp + self.missed > 0
    }
}

impl ClassPresence {
    /// How many questions were asked.
    pub(crate) const fn questions(&self) -> u64 {
        self.tp + self.fp + self.tn + self.missed
    }
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
