//! One scan with what was read in it, asked about it and compared with it.

use groundscope_model::Findings;
use groundscope_ontology::Language;
use serde::{Deserialize, Serialize};

use crate::words::{Words, words};

/// What there is to keep of one scan.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Name of the scan's file, as the user knows it.
    pub name: &'a str,
    /// What was found, every class.
    pub findings: &'a Findings,
    /// What was done to the file on the way, in sentences.
    pub notes: &'a [String],
    /// The scan as a PNG of the same size; `None`: pictures show the evidence alone.
    pub picture: Option<&'a [u8]>,
    /// Questions and answers, in the order in which they were asked.
    pub answers: &'a [Answered],
    /// The expert boxes and what became of them.
    pub comparison: Option<&'a Comparison>,
}

impl<'a> Reading<'a> {
    /// Findings and nothing else.
    pub fn new(name: &'a str, findings: &'a Findings) -> Self {
        Self {
            name,
            findings,
            notes: &[],
            picture: None,
            answers: &[],
            comparison: None,
        }
    }
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// As it was typed.
    pub question: String,
    /// The answer's sentences.
    pub text: String,
    /// What the question was understood as.
    #[serde(default)]
    pub understood: Option<String>,
    /// Identifiers of the regions that the answer cites.
    #[serde(default)]
    pub evidence: Vec<String>,
}

/// Expert boxes of one scan, in the form of the page's `ScoreView`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The expert boxes.
    pub references: Vec<Reference>,
    /// The boxes that count as false.
    #[serde(default)]
    pub false_positives: Vec<FalseBox>,
}

/// One expert box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The class in words.
    pub name: String,
    /// Its short label.
    pub short: String,
    /// `x1, y1, x2, y2` in pixels of the scan.
    #[serde(rename = "box")]
    pub bounds: [f64; 4],
    /// Whether it was hit; `None` where nothing was scored.
    #[serde(default)]
    pub detected: Option<bool>,
    /// Its AggIoU, 0..1.
    #[serde(default)]
    pub agg_iou: Option<f64>,
}

/// One box of the findings that counts as false.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FalseBox {
    /// The class's identifier.
    pub class: String,
    /// `x1, y1, x2, y2` in pixels of the scan.
    #[serde(rename = "box")]
    pub bounds: [f64; 4],
}

impl Comparison {
    /// Whether a box of this class counts as false.
    pub(crate) fn is_false(&self, class: &str, bounds: [u32; 4]) -> bool {
        let bounds = bounds.map(f64::from);
        self.false_positives
            .iter()
            .any(|one| one.class == class && one.bounds == bounds)
    }
}

impl Reference {
    /// "IRF hit 0.75", "IRF missed", or "IRF" where nothing was scored.
    pub(crate) fn label(&self, language: Language) -> String {
        let Words { hit, missed, .. } = words(language);
        match (self.detected, self.agg_iou) {
            (Some(true), Some(ratio)) => {
                let ratio = language.number(format!("{ratio:.2}"));
                format!("{} {hit} {ratio}", self.short)
            }
            (Some(true), None) => format!("{} {hit}", self.short),
            (Some(false), _) => format!("{} {missed}", self.short),
            (None, _) => self.short.clone(),
        }
    }
}
