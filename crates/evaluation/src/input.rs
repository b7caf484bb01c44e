//! What is evaluated: references, perhaps a second reading, and what each model gave.

use groundscope_benchmarks::output::Row;
use groundscope_benchmarks::presence::PresenceError;
use groundscope_benchmarks::{Annotations, ScoreError};
use groundscope_report::data::Kind;

/// One model: its boxes, its answers, or both, and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct RunInput {
    /// Its name, unique in the report.
    pub name: String,
    /// Its boxes.
    pub predictions: Option<Annotations>,
    /// Its answers to presence questions.
    pub answers: Option<Vec<Row>>,
    /// Parameters in billions.
    pub params: Option<f64>,
    /// Parameters that are active for a token, in billions.
    pub active: Option<f64>,
    /// Generation within its family.
    pub generation: Option<String>,
    /// Dense or a mixture of experts.
    pub kind: Option<Kind>,
    /// Family.
    pub family: Option<String>,
    /// Where the weights come from.
    pub repository: Option<String>,
    /// What was noticed while its files were read, in plain sentences.
    pub notes: Vec<String>,
}

/// Everything that one report is about.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The title of the report.
    pub title: &'a str,
    /// The references.
    pub references: &'a Annotations,
    /// A second reading of some of the scans.
    pub second_reading: Option<&'a Annotations>,
    /// The models.
    pub runs: &'a [RunInput],
    /// Whether to print the paper's figures beside, for runs on the same scans.
    pub published: bool,
}

impl<'a> Input<'a> {
    /// References and runs.
    pub const fn new(title: &'a str, references: &'a Annotations, runs: &'a [RunInput]) -> Self {
        Self {
            title,
            references,
            second_reading: None,
            runs,
            published: false,
        }
    }
}

/// Why runs cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// Nothing to evaluate.
    #[error("there is no run; give at least one model's boxes or answers")]
    NoRuns,
    /// A run brought nothing.
    #[error("the run {run} has neither boxes nor answers; give one of them")]
    Empty {
        /// Its name.
        run: String,
    },
    /// Two runs of one name.
    #[error("two runs are called {run}; give every run its own name")]
    RepeatedName {
        /// The name.
        run: String,
    },
    /// Boxes and references do not belong together.
    #[error("run {run}: {source}")]
    Boxes {
        /// The run.
        run: String,
        /// Why.
        source: ScoreError,
    },
    /// Answers and references do not belong together.
    #[error("run {run}: {source}")]
    Answers {
        /// The run.
        run: String,
        /// Why.
        source: PresenceError,
    },
    /// The second reading does not belong to the references.
    #[error("second reading: {0}")]
    SecondReading(ScoreError),
}
