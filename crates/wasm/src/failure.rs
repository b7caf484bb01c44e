//! Errors as JavaScript sees them: `{code, message, hint}`.

#[cfg(any(feature = "cpu", feature = "gpu"))]
use groundscope_imaging::DecodeError;
#[cfg(any(feature = "cpu", feature = "gpu"))]
use groundscope_model::{ReadError, WeightsError};
use wasm_bindgen::JsValue;

/// An error on its way to JavaScript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    code: &'static str,
    message: String,
    hint: String,
}

impl Failure {
    pub fn new(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: hint.into(),
        }
    }
}

#[cfg(any(feature = "metrics", feature = "benchmark"))]
impl Failure {
    /// An error whose message says both what happened and, after a semicolon, what to do.
    pub fn told(code: &'static str, error: &dyn std::error::Error) -> Self {
        let text = error.to_string();
        match text.split_once("; ") {
            Some((what, advice)) => Self::new(code, capitalised(what), capitalised(advice)),
            None => Self::new(code, capitalised(&text), ""),
        }
    }

    /// The same about a file, whose name comes first as on the command line.
    pub fn of_file(code: &'static str, name: &str, error: &dyn std::error::Error) -> Self {
        let text = error.to_string();
        let (what, advice) = text.split_once("; ").unwrap_or((&text, ""));
        let message = format!("{name}: {}.", what.trim_end_matches('.'));
        Self::new(code, message, capitalised(advice))
    }

    #[cfg(test)]
    pub fn message(&self) -> &str {
        &self.message
    }

    #[cfg(test)]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

#[cfg(any(feature = "cpu", feature = "gpu"))]
impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::new(error.code(), sentence(&error), error.hint())
    }
}

#[cfg(any(feature = "cpu", feature = "gpu"))]
impl From<WeightsError> for Failure {
    fn from(error: WeightsError) -> Self {
        ReadError::from(error).into()
    }
}

#[cfg(any(feature = "cpu", feature = "gpu"))]
impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::new(error.code(), sentence(&error), error.hint())
    }
}

/// A value that did not have the form agreed in `web/worker/types.ts`.
impl From<serde_wasm_bindgen::Error> for Failure {
    fn from(error: serde_wasm_bindgen::Error) -> Self {
        Self::new(
            "bad_value",
            format!("A value has the wrong form: {error}."),
            "See the types of the package.",
        )
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let error = js_sys::Error::new(&failure.message);
        for (key, value) in [("code", failure.code), ("hint", failure.hint.as_str())] {
            // Setting a property of a fresh object cannot fail.
            let _ = js_sys::Reflect::set(&error, &key.into(), &value.into());
        }
        error.into()
    }
}

/// Error messages start in lower case and end bare, as Rust has it; people read sentences.
#[cfg(any(feature = "cpu", feature = "gpu"))]
fn sentence(error: &dyn std::error::Error) -> String {
    capitalised(&error.to_string())
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => format!(
            "{}{}.",
            first.to_uppercase(),
            characters.as_str().trim_end_matches('.')
        ),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_sentences() {
        let failure = Failure::from(DecodeError::Empty);
        assert_eq!(failure.message, "The file is empty.");
        assert_eq!(failure.code, "scan_empty");
        assert!(!failure.hint.is_empty());
    }

    #[test]
    fn advice_after_a_semicolon_becomes_the_hint() {
        let failure = Failure::told("references", &groundscope_benchmarks::FileError::Utf16);
        assert_eq!(failure.message, "The file is UTF-16 text.");
        assert_eq!(failure.hint, "Save it as UTF-8.");
        let failure = Failure::of_file("references", "my.json", &groundscope_benchmarks::FileError::Utf16);
        assert_eq!(failure.message, "my.json: the file is UTF-16 text.");
        assert_eq!(failure.hint, "Save it as UTF-8.");
    }
}
