//! A JSON value as text: as the public evaluator's language writes it, or strictly.

use serde_json::Value;

/// What Python's `str` makes of a value: the reference profile reads answers that are no strings that way.
pub(crate) fn python_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        _ => python_repr(value),
    }
}

fn python_repr(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(python_repr).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("'{key}': {}", python_repr(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

/// The strict reading: numbers and booleans as JSON writes them, nothing for null, lists and objects.
pub(crate) fn strict_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_that_are_no_strings() {
        let texts = |value: Value| [python_text(&value), strict_text(&value)];
        assert_eq!(texts(json!(null)), ["None", ""]);
        assert_eq!(texts(json!(true)), ["True", "true"]);
        assert_eq!(texts(json!(2.5)), ["2.5", "2.5"]);
        assert_eq!(texts(json!(["a", 1])), ["['a', 1]", ""]);
        assert_eq!(texts(json!("None")), ["None", "None"]);
    }
}
