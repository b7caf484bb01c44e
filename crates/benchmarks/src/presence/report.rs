//! The report of `score presence`, whose JSON is a public format.

use groundscope_metrics::{MacroPresence, PresenceCounts, Spread};
use serde::Serialize;

use super::intervals::PresenceIntervals;
use super::judge::{Judged, JudgedPair};
use crate::report::{AskedReport, SpreadReport, in_order};
use crate::{Annotations, BoxTally};

/// Scores of yes and no. Serialises as
/// `{"settings", "per_class": {class: ..}, "pooled", "macro", "dropped", "without_answer", "answers"}`, classes in the order of
/// the ontology, others after them by name; `answers` only where details were asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Every setting that decides a figure.
    pub settings: SettingsReport,
    /// Figures of each class that was asked about.
    #[serde(serialize_with = "in_order")]
    pub per_class: Vec<(String, ClassReport)>,
    /// The counts of all classes added up.
    pub pooled: ClassReport,
    /// Figures unweighted over classes.
    #[serde(rename = "macro")]
    pub macro_figures: MacroReport,
    /// What was not scored, and what became of the references' boxes.
    pub dropped: Dropped,
    /// Intervals of the figures above, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<PresenceIntervals>,
    /// Questions whose answer is neither yes nor no.
    pub without_answer: Vec<AnswerReport>,
    /// Every question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<AnswerReport>>,
}

impl Report {
    /// The figures of a class, by its identifier.
    pub fn class(&self, id: &str) -> Option<&ClassReport> {
        let found = self.per_class.iter().find(|(name, _)| name == id);
        found.map(|(_, class)| class)
    }
}

/// The settings behind a report; what the paper leaves open is spelled out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingsReport {
    /// Which questions are scored: `rows`, or as many pairs as the references list.
    pub asked: AskedReport,
    /// The classes whose absence the references vouch for: others are not scored.
    pub exhaustive: Vec<String>,
    /// When a class is there.
    pub present: &'static str,
    /// How answers count that are neither yes nor no.
    pub refused_or_unreadable: &'static str,
    /// How counts become figures of a class.
    pub pooling: &'static str,
    /// What 0 / 0 is.
    pub zero_over_zero: f64,
    /// Which classes macro figures are over.
    pub macro_over: &'static str,
    /// Which standard deviation is given.
    pub sd: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
}

impl SettingsReport {
    pub(super) fn of(references: &Annotations, judged: &Judged) -> Self {
        let listed = references.asked.as_ref();
        Self {
            asked: listed.map_or(AskedReport::All("rows"), |pairs| {
                AskedReport::Listed(pairs.len() as u64)
            }),
            exhaustive: judged
                .looked_for
                .iter()
                .map(|label| label.id().to_owned())
                .collect(),
            present: "a reference box of the class on the image",
            refused_or_unreadable: "wrong, and listed",
            pooling: "per class over all images",
            zero_over_zero: 0.0,
            macro_over: "classes with positives; specificity and balanced accuracy: those with negatives too",
            sd: "population",
            source: "derived from the RetinaGroundBench paper; its own scripts are not public",
        }
    }
}

/// Figures of one class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// TP / (TP + FN).
    pub sensitivity: f64,
    /// TN / (TN + FP).
    pub specificity: f64,
    /// (sensitivity + specificity) / 2.
    pub balanced_accuracy: f64,
    /// TP / (TP + FP).
    pub precision: f64,
    /// The same as sensitivity.
    pub recall: f64,
    /// 2 TP / (2 TP + FP + FN).
    pub f1: f64,
    /// There, and answered yes.
    pub tp: u64,
    /// Not there, and not answered no.
    pub fp: u64,
    /// Not there, and answered no.
    pub tn: u64,
    /// There, and not answered yes.
    #[serde(rename = "fn")]
    pub missed: u64,
    /// Refusals among the wrong.
    pub refused: u64,
    /// Responses among the wrong that say neither or both.
    pub unreadable: u64,
    /// Questions among the wrong that have no response.
    pub unanswered: u64,
    /// Questions about images that have the class.
    pub positives: u64,
    /// Questions about images that do not.
    pub negatives: u64,
    /// Questions.
    pub n: u64,
}

impl ClassReport {
    pub(super) fn of(counts: &PresenceCounts) -> Self {
        Self {
            sensitivity: counts.sensitivity(),
            specificity: counts.specificity(),
            balanced_accuracy: counts.balanced_accuracy(),
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
            tp: counts.true_positives,
            fp: counts.false_positives,
            tn: counts.true_negatives,
            missed: counts.false_negatives,
            refused: counts.refused,
            unreadable: counts.unreadable,
            unanswered: counts.unanswered,
            positives: counts.positives(),
            negatives: counts.negatives(),
            n: counts.questions(),
        }
    }
}

/// Figures unweighted over classes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MacroReport {
    /// Balanced accuracy, over classes with positives and negatives.
    pub balanced_accuracy: SpreadReport,
    /// F1.
    pub f1: SpreadReport,
    /// Precision.
    pub precision: SpreadReport,
    /// Recall: sensitivity.
    pub recall: SpreadReport,
    /// Sensitivity.
    pub sensitivity: SpreadReport,
    /// Specificity, over classes with positives and negatives.
    pub specificity: SpreadReport,
    /// How many classes have positives.
    pub classes: usize,
    /// How many of them have negatives too.
    pub classes_with_negatives: usize,
}

impl MacroReport {
    pub(super) fn of(figures: &MacroPresence) -> Self {
        let spread = |of: Spread| SpreadReport {
            mean: of.mean,
            sd: of.sd,
        };
        Self {
            balanced_accuracy: spread(figures.balanced_accuracy),
            f1: spread(figures.f1),
            precision: spread(figures.precision),
            recall: spread(figures.recall),
            sensitivity: spread(figures.sensitivity),
            specificity: spread(figures.specificity),
            classes: figures.classes,
            classes_with_negatives: figures.classes_with_negatives,
        }
    }
}

/// What was not scored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dropped {
    /// Boxes of the references that were dropped or changed, by reason.
    pub references: BoxTally,
    /// Rows about classes that were not looked for in every image, by class.
    #[serde(serialize_with = "in_order")]
    pub not_exhaustive: Vec<(String, u64)>,
    /// Rows about pairs that the references do not list as asked.
    pub not_asked: u64,
}

/// One question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerReport {
    /// The image as the references name it.
    pub image: String,
    /// The class that was asked about.
    pub class: String,
    /// `yes` or `no`.
    pub truth: &'static str,
    /// `yes`, `no`, `refused`, `unreadable` or `unanswered`.
    pub answer: &'static str,
    /// Whether the answer is the truth.
    pub right: bool,
}

impl AnswerReport {
    pub(super) fn of(references: &Annotations, pair: &JudgedPair) -> Option<Self> {
        Some(Self {
            image: references.images.get(pair.image)?.id.clone(),
            class: pair.class.id().to_owned(),
            truth: if pair.present { "yes" } else { "no" },
            answer: pair.answer.id(),
            right: pair.right,
        })
    }
}
