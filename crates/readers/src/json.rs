//! JSON as language models write it: in a fence, with words around it, with Python's NaN and Infinity.

use serde_json::Value;

/// What becomes of the bare tokens `NaN`, `Infinity` and `-Infinity`, which Python's reader takes and JSON does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// The text is no JSON.
    Refused,
    /// They are read as strings of their own: no number that anything could be computed from.
    Quoted,
}

/// The JSON value of a response: what stands in it alone, or in a fence, or from its first `{` to its last `}`.
///
/// `None` where there is none. Of repeated keys the last counts (UltraG-Bench, specification 1.4).
///
/// ```
/// use groundscope_readers::{Bare, json_in};
/// let value = json_in("Here it is: {\"answer\": \"yes\"} Anything else?", Bare::Refused).unwrap();
/// assert_eq!(value["answer"], "yes");
/// assert!(json_in("{\"a\": NaN}", Bare::Refused).is_none());
/// ```
pub fn json_in(response: &str, bare: Bare) -> Option<Value> {
    let text = unfenced(response.trim());
    let whole = parse(text, bare);
    whole.or_else(|| {
        let (from, to) = (text.find('{')?, text.rfind('}')?);
        parse(text.get(from..=to)?, bare)
    })
}

/// The text inside a fence of three backticks, where it begins with one; the closing one may be missing.
fn unfenced(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```") else {
        return text;
    };
    let tagged = inside
        .get(..4)
        .is_some_and(|tag| tag.eq_ignore_ascii_case("json"));
    let inside = if tagged {
        inside.get(4..).unwrap_or_default()
    } else {
        inside
    };
    let inside = inside.trim();
    inside.strip_suffix("```").unwrap_or(inside).trim()
}

fn parse(text: &str, bare: Bare) -> Option<Value> {
    match bare {
        Bare::Refused => serde_json::from_str(text).ok(),
        Bare::Quoted => serde_json::from_str(&replace_bare(text, &CONSTANTS)).ok(),
    }
}

/// Bare constants as strings of their own names.
const CONSTANTS: [(&str, &str); 3] = [
    ("-Infinity", "\"-Infinity\""),
    ("Infinity", "\"Infinity\""),
    ("NaN", "\"NaN\""),
];

/// A JSON text with each of these constants replaced, where it stands outside strings.
///
/// ```
/// use groundscope_readers::replace_bare;
/// let text = replace_bare(r#"{"NaN": NaN, "b": -1}"#, &[("-Infinity", "0"), ("Infinity", "0"), ("NaN", "null")]);
/// assert_eq!(text, r#"{"NaN": null, "b": -1}"#);
/// ```
pub fn replace_bare(text: &str, constants: &[(&str, &str); 3]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = if from.starts_with('"') {
            let length = string_length(from);
            out.push_str(from.get(..length).unwrap_or(from));
            length
        } else if let Some((bare, other)) = constants.iter().find(|(bare, _)| from.starts_with(bare)) {
            out.push_str(other);
            bare.len()
        } else {
            out.push_str(from.get(..1).unwrap_or_default());
            1
        };
        rest = from.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Bytes of the string at the start of `text`, both quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_found_in_fences_and_words() {
        let read = |text| json_in(text, Bare::Refused);
        let expected = Some(json!({"a": 1}));
        for text in [
            "{\"a\": 1}",
            " ```json\n{\"a\": 1}\n``` ",
            "```{\"a\": 1}",
            "```JSON {\"a\": 1}```",
            "Sure! {\"a\": 1} Done.",
            "{\"a\": 0, \"a\": 1}",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("[1, 2]"), Some(json!([1, 2])));
        assert_eq!(read("nothing"), None);
        assert_eq!(read("} {"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn bare_constants_are_quoted_outside_strings_only() {
        let read = |text| json_in(text, Bare::Quoted);
        assert_eq!(
            read("{\"a\": [NaN, -Infinity, 1], \"b\": \"NaN \\\" Infinity\"}"),
            Some(json!({"a": ["NaN", "-Infinity", 1], "b": "NaN \" Infinity"}))
        );
    }

    #[test]
    fn deep_input_is_no_json_and_no_end_of_the_stack() {
        let deep = "[".repeat(100_000);
        assert_eq!(json_in(&deep, Bare::Quoted), None);
    }
}
