//! Figures of the RetinaGroundBench paper, for context: published, not measured here.

use serde::Deserialize;

use crate::data::{Ablation, Kind};
use crate::{Evaluation, ReportError};

/// What the paper states, macro over 13 classes on 815 scans; what it does not state is none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Published {
    /// Where the figures come from, in words.
    pub source: String,
    /// The models it names.
    pub models: Vec<PublishedModel>,
    /// RetGrounder 8B class by class.
    pub classes: Vec<PublishedClass>,
    /// RetGrounder's training, step by step.
    pub ablation: Ablation,
    /// The second reading of some of the scans.
    pub second_reading: PublishedReading,
}

/// A model of the paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PublishedModel {
    /// Its name.
    pub name: String,
    /// Its parameters in billions, where the name tells.
    pub params: Option<f64>,
    /// The active ones.
    pub active: Option<f64>,
    /// Its family.
    pub family: Option<String>,
    /// The generation within the family.
    pub generation: Option<String>,
    /// Dense or a mixture of experts.
    pub kind: Option<Kind>,
    /// Macro precision of grounding.
    pub precision: Option<f64>,
    /// Macro recall of grounding.
    pub recall: Option<f64>,
    /// Macro F1 of grounding.
    pub f1: Option<f64>,
    /// Macro balanced accuracy of presence questions.
    pub balanced_accuracy: Option<f64>,
    /// Macro F1 of presence questions.
    pub presence_f1: Option<f64>,
    /// Macro precision of presence questions.
    pub presence_precision: Option<f64>,
    /// Macro recall of presence questions.
    pub presence_recall: Option<f64>,
}

/// RetGrounder 8B on one class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PublishedClass {
    /// The class's identifier.
    pub class: String,
    /// F1 of grounding.
    pub f1: Option<f64>,
    /// Mean AggIoU.
    pub mean_agg_iou: Option<f64>,
    /// Balanced accuracy of presence questions.
    pub balanced_accuracy: Option<f64>,
}

/// Two readings of some of the scans.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PublishedReading {
    /// How many scans.
    pub images: u64,
    /// Macro F1 of one direction.
    pub f1_a_to_b: f64,
    /// The mean of both directions.
    pub f1: f64,
    /// Macro mean AggIoU.
    pub mean_agg_iou: f64,
    /// RetGrounder's macro F1 on the same scans.
    pub model_f1: f64,
    /// Spearman's rho of the rankings under either reading.
    pub spearman: f64,
    /// By how much scores are lower under the second.
    pub mean_difference: f64,
    /// Mean kappa of presence.
    pub kappa: f64,
    /// Where the paper gives a class.
    pub per_class: Vec<ReadingOfClass>,
}

/// Two readings of one class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ReadingOfClass {
    /// The class's identifier.
    pub class: String,
    /// F1.
    pub f1: f64,
    /// Kappa of presence.
    pub kappa: Option<f64>,
}

impl Published {
    /// The figures that this crate carries (`data/published.json`).
    ///
    /// # Errors
    /// [`ReportError::Published`] if the build is damaged.
    pub fn read() -> Result<Self, ReportError> {
        serde_json::from_str(include_str!("../data/published.json")).map_err(|error| ReportError::Published {
            what: error.to_string(),
        })
    }

    /// The models to show in a report: all where it asks for them, else none.
    pub(crate) fn context(evaluation: &Evaluation) -> Result<Vec<PublishedModel>, ReportError> {
        match evaluation.published {
            true => Ok(Self::read()?.models),
            false => Ok(Vec::new()),
        }
    }
}

impl PublishedModel {
    /// The name with the remark that nothing of it was measured here.
    pub(crate) fn label(&self) -> String {
        format!("{} ({})", self.name, crate::wording::PUBLISHED)
    }
}
