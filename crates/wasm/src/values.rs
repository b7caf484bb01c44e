//! Values across the border, from Rust to plain JavaScript objects.

#[cfg(any(feature = "cpu", feature = "gpu", feature = "metrics"))]
use groundscope_ontology::Language;
#[cfg(any(feature = "cpu", feature = "gpu", feature = "metrics"))]
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;

/// The declarations that the exports refer to: the same file for the workers and for users of the bare module.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../../../web/worker/types.ts");

/// A plain object as a value.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| Failure::from(error).into())
}

/// The language asked for; English where none is.
///
/// # Errors
/// `bad_value`.
#[cfg(any(feature = "cpu", feature = "gpu", feature = "metrics"))]
pub(crate) fn language(name: Option<&str>) -> Result<Language, Failure> {
    match name {
        None | Some("en") => Ok(Language::En),
        Some("de") => Ok(Language::De),
        Some(_) => Err(Failure::new(
            "bad_value",
            "The language must be \"en\" or \"de\".",
            "",
        )),
    }
}

/// A value as a plain object: maps become objects, `None` becomes `null`.
#[cfg(any(feature = "cpu", feature = "gpu", feature = "metrics"))]
pub(crate) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| Failure::from(error).into())
}

#[cfg(all(test, feature = "metrics"))]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_named_as_in_a_request() {
        assert_eq!(language(None).unwrap(), Language::En);
        for known in Language::ALL {
            let name = serde_json::to_value(known).unwrap();
            assert_eq!(language(name.as_str()).unwrap(), known);
        }
        assert!(language(Some("fr")).is_err());
    }
}
