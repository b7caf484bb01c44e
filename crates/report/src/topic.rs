//! The parts of a report, in their order.

/// What a table or a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Boxes against references.
    Grounding,
    /// Presence questions.
    Presence,
    /// Figures against the models' size.
    Size,
    /// Tests of differences.
    Significance,
    /// The two thresholds.
    Thresholds,
    /// Two readings of the same scans.
    Readers,
    /// Where errors come from.
    Diagnosis,
    /// What each step of a training added.
    Ablation,
    /// How AggIoU counts, on boxes that no model drew.
    Explained,
    /// Images with boxes.
    Examples,
}

impl Topic {
    /// Every topic, in the report's order.
    pub const ALL: [Self; 10] = [
        Self::Grounding,
        Self::Presence,
        Self::Size,
        Self::Significance,
        Self::Thresholds,
        Self::Readers,
        Self::Diagnosis,
        Self::Ablation,
        Self::Explained,
        Self::Examples,
    ];

    /// The anchor of its section.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Grounding => "grounding",
            Self::Presence => "presence",
            Self::Size => "size",
            Self::Significance => "significance",
            Self::Thresholds => "thresholds",
            Self::Readers => "readers",
            Self::Diagnosis => "diagnosis",
            Self::Ablation => "ablation",
            Self::Examples => "examples",
            Self::Explained => "explained",
        }
    }

    /// The heading of its section.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Grounding => "Grounding: boxes against the references",
            Self::Presence => "Presence questions",
            Self::Size => "Model size",
            Self::Significance => "Significance",
            Self::Thresholds => "Thresholds",
            Self::Readers => "Two readers",
            Self::Diagnosis => "Where the errors come from",
            Self::Ablation => "Ablation",
            Self::Examples => "Examples",
            Self::Explained => "How AggIoU counts: an invented example",
        }
    }
}
