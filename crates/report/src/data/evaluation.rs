//! The whole evaluation, its data set, and how one figure is written down.

use serde::{Deserialize, Serialize};

use super::{Ablation, Explained, Gallery, InterObserver, Run, Significance, Sweep};

/// Everything a report shows. Every figure is a share of 1 (0.339 is printed as 33.9 %), unless it says otherwise.
///
/// Read from JSON, missing optional parts are simply not shown; nothing is computed from what is there but order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The title of the report.
    pub title: String,
    /// Every setting that decides a figure, as name and value, in the order to print.
    pub settings: Vec<(String, String)>,
    /// What the runs were scored on.
    pub dataset: Dataset,
    /// The models, one run each. Names are unique.
    pub runs: Vec<Run>,
    /// Tests of the differences between runs.
    #[serde(default)]
    pub significance: Option<Significance>,
    /// Macro F1 over a grid of the two thresholds.
    #[serde(default)]
    pub sweep: Option<Sweep>,
    /// Two readings of the same scans.
    #[serde(default)]
    pub inter_observer: Option<InterObserver>,
    /// What each step of a training added.
    #[serde(default)]
    pub ablation: Option<Ablation>,
    /// One reference box whose AggIoU is explained.
    #[serde(default)]
    pub explained: Option<Explained>,
    /// Images with the boxes of some runs.
    #[serde(default)]
    pub galleries: Vec<Gallery>,
    /// Show the figures of the RetinaGroundBench paper for context, marked as published and not measured here.
    /// Only for runs on the same scans.
    #[serde(default)]
    pub published: bool,
    /// Remarks printed at the end, a paragraph each.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// What the runs were scored on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// How many images.
    pub images: u64,
    /// The classes, in the order used everywhere.
    pub classes: Vec<ClassInfo>,
}

/// A class of the data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassInfo {
    /// Its identifier.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// How many reference boxes it has.
    pub boxes: u64,
    /// On how many images it is present.
    pub images: u64,
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A figure and, where one was computed, its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its interval.
    #[serde(default)]
    pub interval: Option<Interval>,
}

/// A macro figure: the mean over classes, the standard deviation around it, and the mean's interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean over classes.
    pub mean: f64,
    /// The population standard deviation over classes.
    pub sd: f64,
    /// The interval of the mean, where one was computed.
    #[serde(default)]
    pub interval: Option<Interval>,
}

impl Evaluation {
    /// The name of a class, or its identifier where the data set does not know it.
    pub(crate) fn class_name<'a>(&'a self, id: &'a str) -> &'a str {
        let known = self.dataset.classes.iter().find(|class| class.id == id);
        known.map_or(id, |class| class.name.as_str())
    }

    /// The runs that have a figure, the highest first; runs with the same figure stay in their order.
    pub(crate) fn ranked(&self, figure: impl Fn(&Run) -> Option<f64>) -> Vec<(&Run, f64)> {
        let mut ranked: Vec<_> = self
            .runs
            .iter()
            .filter_map(|run| Some((run, figure(run)?)))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }
}
