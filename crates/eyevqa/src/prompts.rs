//! What is sent to a model: prompts of our own, with a version, since the paper's are not public.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Question;

/// The prompts of one version.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Prompts {
    /// The version, to be kept with answers.
    pub version: String,
    /// What they are.
    pub note: String,
    /// The system prompt.
    pub system: String,
    types: BTreeMap<String, String>,
}

static PROMPTS: LazyLock<Prompts> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/prompts.json")).unwrap_or_default());

impl Prompts {
    /// Those in use.
    pub fn current() -> &'static Self {
        &PROMPTS
    }

    /// The text for one question.
    ///
    /// ```
    /// use groundscope_eyevqa::{Questions, prompts::Prompts};
    /// let file = br#"[{"question_id": "1", "question_type": "judgement", "question": "<image> Is it so?", "answer": "No"}]"#;
    /// let questions = Questions::parse(file)?;
    /// assert_eq!(Prompts::current().of(&questions.all[0]), "<image> Is it so?\nReply with Yes or No.");
    /// # Ok::<(), groundscope_eyevqa::QuestionsError>(())
    /// ```
    pub fn of(&self, question: &Question) -> String {
        let text = &question.record.question;
        self.types
            .get(question.kind.short())
            .map_or_else(|| text.clone(), |prompt| prompt.replace("{question}", text))
    }
}
