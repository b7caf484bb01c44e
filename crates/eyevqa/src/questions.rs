//! The file of questions: records with their gold answers, whatever else they hold kept (specification 1).

use std::collections::BTreeMap;

use groundscope_geometry::{Decimal, DecimalBox};
use groundscope_readers::{Letters, Read, Shape, read_letters, read_numbers, read_order};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Group, Kind};

/// One record as it stands in the file; unknown fields are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its identifier.
    #[serde(deserialize_with = "identifier")]
    pub question_id: String,
    /// The set that its image is from.
    #[serde(default)]
    pub dataset_source: String,
    /// The type, by its name in the file.
    pub question_type: String,
    /// What it is about.
    #[serde(default)]
    pub sub_question_type: String,
    /// The disease.
    #[serde(default)]
    pub disease: String,
    /// The question, with its options.
    #[serde(default)]
    pub question: String,
    /// The image, or the composite.
    #[serde(default)]
    pub image: String,
    /// The panels, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// The gold answer as written.
    pub answer: String,
    /// The group of diseases.
    #[serde(default)]
    pub disease_category: String,
    /// Everything else.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// Identifiers may be numbers.
fn identifier<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = identifier_of(Value::deserialize(deserializer)?);
    id.ok_or_else(|| serde::de::Error::custom(NO_IDENTIFIER))
}

/// Why a value is no identifier.
pub(crate) const NO_IDENTIFIER: &str = "question_id is neither a text nor a number";

/// A text, or a number as written.
pub(crate) fn identifier_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A gold answer, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Gold {
    /// The options that are right.
    Letters(Letters),
    /// Whether it is so.
    Truth(bool),
    /// The options in order.
    Order(Vec<char>),
    /// A point, 0..1 of width and height.
    Point([Decimal; 2]),
    /// A box, 0..1 of width and height.
    Box(DecimalBox),
}

/// A question with its gold answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The record.
    pub record: Record,
    /// Its type.
    pub kind: Kind,
    /// Its group.
    pub group: Group,
    /// Its gold answer.
    pub gold: Gold,
}

/// A file of questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    /// In the order of the file.
    pub all: Vec<Question>,
    by_id: BTreeMap<String, usize>,
}

/// Why a file of questions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QuestionsError {
    /// No JSON array of records.
    #[error(
        "the questions are no JSON array of records: {0}; take the published file, or one that groundscope made"
    )]
    Json(#[from] serde_json::Error),
    /// No record at all.
    #[error("there is no question in the file; name another")]
    Empty,
    /// A type that there is not.
    #[error(
        "record {at} (question {id}): there is no question_type \"{kind}\"; types are single_choice, fixed_multiple_choice, multiple_response, judgement, ranking, localization and bounding_box"
    )]
    Kind {
        /// Its place, from 1.
        at: usize,
        /// Its identifier.
        id: String,
        /// What it says.
        kind: String,
    },
    /// A gold answer of another form.
    #[error("record {at} (question {id}): \"{answer}\" is no answer of the type {kind}; correct its answer", kind = kind.id())]
    Gold {
        /// Its place, from 1.
        at: usize,
        /// Its identifier.
        id: String,
        /// What it says.
        answer: String,
        /// The type.
        kind: Kind,
    },
    /// Two records of one identifier.
    #[error("records {first} and {at} have the question_id {id}; give each its own")]
    Repeated {
        /// The place of the first, from 1.
        first: usize,
        /// The place of the second.
        at: usize,
        /// The identifier.
        id: String,
    },
}

impl Questions {
    /// Reads a file: a JSON array, a byte order mark tolerated.
    ///
    /// # Errors
    /// [`QuestionsError`], with the record's place.
    ///
    /// ```
    /// use groundscope_eyevqa::{Kind, Questions};
    /// let file = br#"[{"question_id": "q1", "question_type": "ranking", "question": "<image> ..", "answer": "D,B,C,A", "curator": "x"}]"#;
    /// let questions = Questions::parse(file)?;
    /// assert_eq!(questions.all[0].kind, Kind::Rk);
    /// assert_eq!(questions.all[0].record.more["curator"], "x");
    /// # Ok::<(), groundscope_eyevqa::QuestionsError>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, QuestionsError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let records: Vec<Record> = serde_json::from_slice(bytes)?;
        if records.is_empty() {
            return Err(QuestionsError::Empty);
        }
        let mut by_id = BTreeMap::new();
        let mut all = Vec::with_capacity(records.len());
        for (at, record) in (1..).zip(records) {
            let id = record.question_id.clone();
            let Some(kind) = Kind::of(&record.question_type) else {
                let kind = record.question_type;
                return Err(QuestionsError::Kind { at, id, kind });
            };
            let Some(gold) = gold(kind, &record.answer) else {
                let answer = record.answer;
                return Err(QuestionsError::Gold { at, id, answer, kind });
            };
            if let Some(first) = by_id.insert(id.clone(), at - 1) {
                let first = first + 1;
                return Err(QuestionsError::Repeated { first, at, id });
            }
            let group = Group::of(&record.disease_category);
            all.push(Question {
                record,
                kind,
                group,
                gold,
            });
        }
        Ok(Self { all, by_id })
    }

    /// The place of a question.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }
}

/// Options of a question.
pub(crate) const OPTIONS: usize = 4;

/// A gold answer of a type; its forms are those of the published file.
fn gold(kind: Kind, answer: &str) -> Option<Gold> {
    let letters = || match read_letters(answer, 26) {
        Read::Answered(letters) => Some(letters),
        _ => None,
    };
    match kind {
        Kind::Sc => letters().filter(|letters| letters.len() == 1).map(Gold::Letters),
        Kind::Ms | Kind::Vs => letters().map(Gold::Letters),
        Kind::Tf => match answer.trim().to_lowercase().as_str() {
            "yes" | "true" => Some(Gold::Truth(true)),
            "no" | "false" => Some(Gold::Truth(false)),
            _ => None,
        },
        Kind::Rk => read_order(answer, OPTIONS).answer().cloned().map(Gold::Order),
        Kind::Pl => match read_numbers(answer, Shape::Point).answer()?.as_slice() {
            [x, y] => Some(Gold::Point([*x, *y])),
            _ => None,
        },
        Kind::Bb => {
            let corners = read_numbers(answer, Shape::Box)
                .answer()?
                .as_slice()
                .try_into()
                .ok()?;
            DecimalBox::new(corners).ok().map(Gold::Box)
        }
    }
}
