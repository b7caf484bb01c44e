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
        Bare::Quoted => serde_json::from_str(&quote_bare(text)).ok(),
    }
}

/// Bare constants outside strings become strings.
fn quote_bare(text: &str) -> String {
    const CONSTANTS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            string_length(rest)
        } else if let Some(bare) = CONSTANTS.iter().find(|bare| rest.starts_with(**bare)) {
            out.push('"');
            out.push_str(bare);
            out.push('"');
            rest = rest.get(bare.len()..).unwrap_or_default();
            continue;
        } else {
            first.len_utf8()
        };
        out.push_str(rest.get(..length).unwrap_or(rest));
        rest = rest.get(length..).unwrap_or_default();
    }
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
