//! Values across the border, from Rust to plain JavaScript objects.

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

/// A value as a plain object: maps become objects, `None` becomes `null`.
pub(crate) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| Failure::from(error).into())
}
