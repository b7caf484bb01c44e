//! A run's answers: a JSON object a line, `{"question_id", "response"}`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::questions::{NO_IDENTIFIER, identifier_of};

/// Answers by question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Responses, by question.
    pub responses: BTreeMap<String, String>,
}

/// Why answers cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswersError {
    /// Not UTF-8.
    #[error("the file is not UTF-8 text; save it as UTF-8")]
    NotUtf8,
    /// A line that is no row.
    #[error("line {line}: {why}; write {{\"question_id\": .., \"response\": ..}} on each line")]
    Row {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Two rows for a question.
    #[error("line {line} answers question {id} again; leave one answer a question")]
    Repeated {
        /// Its number, from 1.
        line: usize,
        /// The question.
        id: String,
    },
}

#[derive(Deserialize)]
struct Row {
    question_id: Value,
    response: Value,
}

impl Answers {
    /// Reads rows; empty lines and a byte order mark are passed over, other fields are left alone. A response that is no text is taken
    /// as JSON writes it, null as nothing.
    ///
    /// # Errors
    /// [`AnswersError`], with the line.
    pub fn parse(bytes: &[u8]) -> Result<Self, AnswersError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| AnswersError::NotUtf8)?;
        let mut responses = BTreeMap::new();
        for (line, row) in (1..).zip(text.lines()) {
            if row.trim().is_empty() {
                continue;
            }
            let wrong = |why: String| AnswersError::Row { line, why };
            let Row {
                question_id,
                response,
            } = serde_json::from_str(row).map_err(|error| wrong(error.to_string()))?;
            let id = identifier_of(question_id).ok_or_else(|| wrong(NO_IDENTIFIER.to_owned()))?;
            let response = match response {
                Value::String(text) => text,
                Value::Null => String::new(),
                other => other.to_string(),
            };
            if responses.insert(id.clone(), response).is_some() {
                return Err(AnswersError::Repeated { line, id });
            }
        }
        Ok(Self { responses })
    }
}
