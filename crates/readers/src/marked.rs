//! What a response marks as its answer: a field of JSON, tags, a box of TeX, or what follows "the answer is".

use serde_json::Value;

use crate::json::{Bare, json_in};
use crate::phrases::{ANSWER_FIELDS, MARK_VERBS, MARKS};
use crate::without_thoughts;

/// The part of a response that it marks as its answer, the last one; the whole of it, without its thoughts, where nothing is marked.
pub(crate) fn marked(response: &str) -> String {
    let spoken = without_thoughts(response).text;
    let spoken = spoken.trim();
    field(spoken)
        .or_else(|| between(spoken, "<answer>", "</answer>"))
        .or_else(|| boxed(spoken))
        .or_else(|| after_phrase(spoken))
        .unwrap_or_else(|| spoken.to_owned())
}

fn field(text: &str) -> Option<String> {
    if !text.contains('{') {
        return None;
    }
    let value = json_in(text, Bare::Refused)?;
    let fields = value.as_object()?;
    ANSWER_FIELDS.iter().find_map(|name| {
        let (_, value) = fields.iter().find(|(key, _)| letters(key) == *name)?;
        written(value)
    })
}

/// `final_answer` and `finalAnswer` are one field.
fn letters(key: &str) -> String {
    let letters = key.chars().filter(char::is_ascii_alphabetic);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A value as an answer is written: a list with commas.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            Some(items.join(", "))
        }
        Value::Array(_) => Some(value.to_string()),
        _ => None,
    }
}

fn between(text: &str, open: &str, close: &str) -> Option<String> {
    let from = text.rfind(open)? + open.len();
    let rest = text.get(from..)?;
    let to = rest.find(close).unwrap_or(rest.len());
    Some(rest.get(..to)?.trim().to_owned())
}

fn boxed(text: &str) -> Option<String> {
    let inside = between(text, "\\boxed{", "}")?;
    Some(inside.replace("\\text{", "").trim().to_owned())
}

/// What follows the last phrase, to the end of its line; the next line where nothing follows.
fn after_phrase(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let found = MARKS
        .iter()
        .filter_map(|phrase| {
            let at = lower.rfind(phrase)?;
            Some((at, at + phrase.len()))
        })
        // Of phrases that end at one place the longest begins first.
        .max_by_key(|(from, end)| (*end, std::cmp::Reverse(*from)))?;
    let (_, end) = found;
    let rest = text.get(end..)?;
    let joins = |c: char| c.is_whitespace() || matches!(c, ':' | '*' | '_' | '`' | '=' | '#');
    let rest = rest.trim_start_matches(joins);
    let rest = MARK_VERBS
        .iter()
        .find_map(|verb| {
            let after = rest.strip_prefix(verb)?;
            after.starts_with(joins).then(|| after.trim_start_matches(joins))
        })
        .unwrap_or(rest);
    let line = rest.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn the_last_mark_counts() {
        for (text, expected) in [
            ("Answer: **D**", "D**"),
            ("The answer is D", "D"),
            ("Answer: A. No, wait. The correct answer is C.", "C."),
            ("{\"answer\": [\"A\", \"C\"]}", "A, C"),
            ("<think>Answer: A</think><answer> B </answer>", "B"),
            ("So \\boxed{\\text{D}}", "D"),
            ("Die richtige Antwort lautet B", "B"),
            ("Final answer:\n\nC", "C"),
            ("D", "D"),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
