//! A model's response: its answer or report, and the masks that go with it (specification 1.4).

use groundscope_readers::{Bare, json_in};
use serde_json::{Map, Value};

use crate::Profile;
use crate::text::{python_text, strict_text};

/// A response that could be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    fields: Map<String, Value>,
}

/// One sentence of a predicted report.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedSentence {
    /// Its text.
    pub text: String,
    /// Its section, as the model names it.
    pub section: Option<String>,
    /// What it tells, as the model names it.
    pub finding_type: Option<String>,
    /// The mask value that it cites.
    pub mask: Option<Value>,
}

impl Response {
    /// Reads the text of a response; `None` for a failed sample.
    pub fn read(text: &str, profile: Profile) -> Option<Self> {
        let bare = match profile {
            Profile::Strict => Bare::Refused,
            Profile::Reference => Bare::Quoted,
        };
        Self::of(json_in(text, bare)?)
    }

    /// A prediction that is an object already.
    pub fn of(value: Value) -> Option<Self> {
        match value {
            Value::Object(fields) => Some(Self { fields }),
            _ => None,
        }
    }

    /// The answer as text.
    pub fn answer(&self, profile: Profile) -> String {
        text_of(self.fields.get("answer"), profile)
    }

    /// The mask value.
    pub fn mask(&self) -> Option<&Value> {
        self.fields.get("predicted_mask")
    }

    /// The sentences of a report; `None` where there is a report that is no list, or, strictly, none with any text.
    pub fn sentences(&self, profile: Profile) -> Option<Vec<PredictedSentence>> {
        let report = self.fields.get("report").or_else(|| self.fields.get("sentences"));
        let items: &[Value] = match report {
            None => &[],
            Some(Value::Array(items)) => items,
            Some(_) => return None,
        };
        let sentences: Vec<PredictedSentence> = items
            .iter()
            .filter_map(Value::as_object)
            .map(|item| PredictedSentence {
                text: text_of(item.get("text"), profile),
                section: item.get("section").and_then(Value::as_str).map(str::to_owned),
                finding_type: item
                    .get("finding_type")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
                mask: item.get("predicted_mask").cloned(),
            })
            .collect();
        let is_told = || sentences.iter().any(|sentence| !sentence.text.trim().is_empty());
        (profile == Profile::Reference || is_told()).then_some(sentences)
    }
}

fn text_of(value: Option<&Value>, profile: Profile) -> String {
    match profile {
        Profile::Strict => value.map_or_else(String::new, strict_text),
        Profile::Reference => value.map_or_else(String::new, python_text),
    }
}
