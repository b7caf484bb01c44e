//! JSON read level by level as raw text, so that every error names its field and numbers keep their digits.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use groundscope_readers::replace_bare;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::FileError;
use crate::annotations::IMAGE_SIZES;

/// The text of a file: UTF-8, a byte order mark tolerated, bare `NaN` and `Infinity` (as Python writes them) quoted.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FileError> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(FileError::Utf16);
    }
    let text = std::str::from_utf8(bytes).map_err(|e| FileError::NotUtf8 { at: e.valid_up_to() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Nearly no file has any: they are not worth a copy.
    Ok(match text.contains("NaN") || text.contains("Infinity") {
        true => replace_bare(text, &CONSTANTS).into(),
        false => text.into(),
    })
}

/// Bare constants as strings of the same length: JSON again, with lines and columns where they were.
const CONSTANTS: [(&str, &str); 3] = [
    ("-Infinity", "\"-Infin\""),
    ("Infinity", "\"Infini\""),
    ("NaN", "\"N\""),
];

/// Escapes of half a character, as text cut by UTF-16 units has them, become U+FFFD, as any other reader of such text has it.
fn without_halves(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let unit = |text: &str| {
            let digits = text.strip_prefix("\\u")?.get(..4)?;
            u16::from_str_radix(digits, 16).ok()
        };
        let (kept, length) = match (unit(from), from.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (from.get(..12), 12),
            (Some(0xD800..=0xDFFF), _) => (Some("\u{fffd}"), 6),
            // An escaped backslash begins no escape.
            _ => (from.get(..2), 2),
        };
        out.push_str(kept.unwrap_or(from));
        rest = from.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Checks the whole text once; what lies inside is read on demand.
pub(crate) fn parse(text: &str) -> Result<Node<'_>, FileError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default().to_owned();
        FileError::Json { line, column, what }
    })?;
    Ok(Node {
        raw,
        inside: None,
        step: Step::Top(String::new()),
    })
}

/// The same for a value cut out of a file, where it stands under a name of its own.
pub(crate) fn parse_part(text: &str, path: String) -> Result<Node<'_>, FileError> {
    let raw = serde_json::from_str(text).map_err(|_| FileError::WrongType {
        path: path.clone(),
        expected: "JSON",
    })?;
    Ok(Node {
        raw,
        inside: None,
        step: Step::Top(path),
    })
}

/// A JSON value and where it stands in the file. Paths are put into words for errors and notes only: writing one out for
/// every number was a tenth of the time of reading a file.
#[derive(Clone)]
pub(crate) struct Node<'a> {
    raw: &'a RawValue,
    inside: Option<Rc<Place<'a>>>,
    step: Step<'a>,
}

/// Where the value stands that others are inside of.
struct Place<'a> {
    inside: Option<Rc<Place<'a>>>,
    step: Step<'a>,
}

/// The last step on the way to a value.
#[derive(Clone)]
enum Step<'a> {
    /// A whole text, under the name it has in the file.
    Top(String),
    Key(Cow<'a, str>),
    Item(usize),
}

impl Step<'_> {
    fn write(&self, inside: Option<&Place<'_>>) -> String {
        let before = inside.map_or_else(String::new, |place| place.step.write(place.inside.as_deref()));
        match self {
            Self::Top(path) => path.clone(),
            Self::Key(key) if before.is_empty() => key.clone().into_owned(),
            Self::Key(key) => format!("{before}.{key}"),
            Self::Item(at) => format!("{before}[{at}]"),
        }
    }
}

impl<'a> Node<'a> {
    /// Such as `images[3].width`; empty for a whole file.
    pub(crate) fn path(&self) -> String {
        self.step.write(self.inside.as_deref())
    }

    pub(crate) fn text(&self) -> &'a str {
        self.raw.get().trim()
    }

    pub(crate) fn is_object(&self) -> bool {
        self.text().starts_with('{')
    }

    pub(crate) fn is_null(&self) -> bool {
        self.text() == "null"
    }

    pub(crate) fn is_array(&self) -> bool {
        self.text().starts_with('[')
    }

    fn wrong(&self, expected: &'static str) -> FileError {
        let path = match self.path() {
            path if path.is_empty() => "the file".to_owned(),
            path => path,
        };
        FileError::WrongType { path, expected }
    }

    fn place(&self) -> Rc<Place<'a>> {
        Rc::new(Place {
            inside: self.inside.clone(),
            step: self.step.clone(),
        })
    }

    /// The fields of an object.
    pub(crate) fn object(&self) -> Result<Object<'a>, FileError> {
        let fields: Fields<'a> = serde_json::from_str(self.raw.get()).map_err(|_| self.wrong("an object"))?;
        let object = Object {
            place: self.place(),
            raw: self.raw,
            fields: fields.0,
        };
        match object.repeated() {
            Some(key) => Err(FileError::RepeatedKey {
                path: object.child(key, self.raw).path(),
            }),
            None => Ok(object),
        }
    }

    /// The elements of an array.
    pub(crate) fn array(&self) -> Result<Vec<Node<'a>>, FileError> {
        let items: Vec<&'a RawValue> =
            serde_json::from_str(self.raw.get()).map_err(|_| self.wrong("an array"))?;
        let place = self.place();
        let nodes = items.into_iter().enumerate().map(|(at, raw)| Node {
            raw,
            inside: Some(Rc::clone(&place)),
            step: Step::Item(at),
        });
        Ok(nodes.collect())
    }

    /// A string.
    pub(crate) fn string(&self) -> Result<String, FileError> {
        let text = self.raw.get();
        serde_json::from_str(text)
            .or_else(|_| serde_json::from_str(&without_halves(text)))
            .map_err(|_| self.wrong("a string"))
    }

    /// A string that is more than spaces.
    pub(crate) fn name(&self) -> Result<String, FileError> {
        match self.string() {
            Ok(name) if !name.trim().is_empty() => Ok(name),
            _ => Err(self.wrong("a name: a string that is not empty")),
        }
    }

    /// An identifier: a name, or a whole number (0 included) as its digits.
    pub(crate) fn identifier(&self) -> Result<Cow<'a, str>, FileError> {
        let text = self.text();
        // JSON has no leading zeros: the text is the number.
        if text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(text.into());
        }
        if let Ok(number) = serde_json::from_str::<i64>(text) {
            return Ok(number.to_string().into());
        }
        self.name()
            .map(Cow::Owned)
            .map_err(|_| self.wrong("an identifier: a string that is not empty, or a whole number"))
    }

    /// The size of an image along one axis in pixels, 1 to 10^9.
    pub(crate) fn image_size(&self) -> Result<u32, FileError> {
        image_size(self.text())
            .ok_or_else(|| self.wrong("the size of the original image in pixels, 1 to 1000000000"))
    }
}

/// The size of an image along one axis in pixels, from its text.
pub(crate) fn image_size(text: &str) -> Option<u32> {
    // Some writers give whole numbers as 768.0.
    let whole = groundscope_geometry::Decimal::parse(text)
        .ok()
        .filter(|parsed| !parsed.rounded)
        .map(|parsed| parsed.value.micros());
    whole
        .filter(|micros| micros % 1_000_000 == 0)
        .and_then(|micros| u32::try_from(micros / 1_000_000).ok())
        .filter(|pixels| IMAGE_SIZES.contains(pixels))
}

/// The fields of one JSON object, each there at most once.
pub(crate) struct Object<'a> {
    place: Rc<Place<'a>>,
    raw: &'a RawValue,
    fields: Vec<(Cow<'a, str>, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// All fields in the order of the file, `null` ones too.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, Node<'a>)> + '_ {
        let fields = self.fields.iter();
        fields.map(|(key, raw)| (key.as_ref(), self.child(key.clone(), raw)))
    }

    /// A field that may be absent; `null` counts as absent.
    pub(crate) fn optional(&self, key: &'static str) -> Option<Node<'a>> {
        let (_, raw) = self.fields.iter().find(|(name, _)| name == key)?;
        (raw.get().trim() != "null").then(|| self.child(key.into(), raw))
    }

    pub(crate) fn required(&self, key: &'static str) -> Result<Node<'a>, FileError> {
        self.optional(key).ok_or_else(|| FileError::Missing {
            path: self.child(key.into(), self.raw).path(),
        })
    }

    fn child(&self, key: Cow<'a, str>, raw: &'a RawValue) -> Node<'a> {
        Node {
            raw,
            inside: Some(Rc::clone(&self.place)),
            step: Step::Key(key),
        }
    }

    /// A key that stands here twice.
    fn repeated(&self) -> Option<Cow<'a, str>> {
        // Records are small, and then comparing all pairs beats sorting; a large object may be anything.
        if self.fields.len() <= 16 {
            let mut rest = self.fields.as_slice();
            while let [(key, _), tail @ ..] = rest {
                if tail.iter().any(|(other, _)| other == key) {
                    return Some(key.clone());
                }
                rest = tail;
            }
            return None;
        }
        let mut keys: Vec<&Cow<'a, str>> = self.fields.iter().map(|(key, _)| key).collect();
        keys.sort_unstable();
        let twice = keys.iter().zip(keys.iter().skip(1)).find(|(a, b)| a == b);
        twice.map(|(key, _)| (**key).clone())
    }
}

struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

/// A key, which is copied only where escapes are to be resolved.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsIs;
        impl<'de> Visitor<'de> for AsIs {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
                Ok(key.into())
            }

            fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
                Ok(key.to_owned().into())
            }
        }
        deserializer.deserialize_str(AsIs).map(Key)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::with_capacity(8);
                while let Some((key, value)) = map.next_entry::<Key<'de>, _>()? {
                    fields.push((key.0, value));
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(InOrder).map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_constants_are_quoted_outside_strings_only() {
        let text = r#"{"NaN \" NaN": [NaN, -Infinity, Infinity, -1]}"#;
        assert_eq!(
            decode(text.as_bytes()).unwrap(),
            r#"{"NaN \" NaN": ["N", "-Infin", "Infini", -1]}"#
        );
    }

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(decode(b"\xef\xbb\xbf{}").unwrap(), "{}");
        assert_eq!(decode(b"\xff\xfe{\0"), Err(FileError::Utf16));
        assert_eq!(decode(b"{\"a\xe9\"}"), Err(FileError::NotUtf8 { at: 3 }));
    }

    #[test]
    fn half_a_character_does_not_spoil_a_text() {
        let text = |raw: &str| parse(raw).unwrap().string().unwrap();
        assert_eq!(text(r#""a \ud83d" "#), "a \u{fffd}");
        assert_eq!(
            text(r#""\udc00\ud83d\ude00\ud83d\u0041""#),
            "\u{fffd}\u{1f600}\u{fffd}A"
        );
        assert_eq!(text(r#""\\ud83d \ud83d\\n""#), "\\ud83d \u{fffd}\\n");
        assert!(parse("3").unwrap().string().is_err());
    }

    #[test]
    fn errors_name_the_field() {
        let error = parse("[1, 2").err().unwrap();
        assert!(matches!(error, FileError::Json { line: 1, .. }), "{error}");
        let node = parse(r#"{"images": [{"id": 0, "width": 12.5, "id2": {}}], "a": 1, "b": null}"#).unwrap();
        let object = node.object().unwrap();
        assert!(object.optional("b").is_none());
        let image = object.required("images").unwrap().array().unwrap()[0]
            .object()
            .unwrap();
        assert_eq!(image.required("id").unwrap().identifier().unwrap(), "0");
        assert_eq!(
            image.required("height").err().unwrap().to_string(),
            "images[0].height is missing; add it"
        );
        let error = image.required("width").unwrap().image_size().err().unwrap();
        assert!(
            error.to_string().starts_with("images[0].width must be the size"),
            "{error}"
        );
        assert_eq!(
            parse(r#"{"a": 1, "a": 2}"#).unwrap().object().err(),
            Some(FileError::RepeatedKey { path: "a".into() })
        );
    }
}
