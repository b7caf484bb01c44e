//! Requests and reports across the border: plain JavaScript objects of the types in `web/worker/reports`.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) use crate::objects::report_to_js;

#[wasm_bindgen(typescript_custom_section)]
const REQUESTS: &str =
    crate::objects::declarations(include_str!("../../../../web/worker/reports/requests.ts"));
#[wasm_bindgen(typescript_custom_section)]
const GROUNDING: &str =
    crate::objects::declarations(include_str!("../../../../web/worker/reports/grounding.ts"));
#[wasm_bindgen(typescript_custom_section)]
const PRESENCE: &str =
    crate::objects::declarations(include_str!("../../../../web/worker/reports/presence.ts"));
#[wasm_bindgen(typescript_custom_section)]
const OUTPUT: &str = crate::objects::declarations(include_str!("../../../../web/worker/reports/output.ts"));
#[wasm_bindgen(typescript_custom_section)]
const DESCRIPTION: &str =
    crate::objects::declarations(include_str!("../../../../web/worker/reports/description.ts"));
#[wasm_bindgen(typescript_custom_section)]
const CONVERT: &str = crate::objects::declarations(include_str!("../../../../web/worker/reports/convert.ts"));
#[wasm_bindgen(typescript_custom_section)]
const EVALUATION: &str =
    crate::objects::declarations(include_str!("../../../../web/worker/reports/evaluation.ts"));
#[wasm_bindgen(typescript_custom_section)]
const EXPORT: &str = crate::objects::declarations(include_str!("../../../../web/worker/reports/export.ts"));

/// Files as `NamedFile[]`, each with a buffer of its own.
pub(crate) fn files_to_js<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> JsValue {
    let files = files.into_iter().map(|(name, bytes)| {
        let bytes = js_sys::Uint8Array::from(bytes);
        object([("name", name.into()), ("bytes", bytes.into())])
    });
    files.collect::<js_sys::Array>().into()
}

/// A plain object.
pub(crate) fn object<const N: usize>(entries: [(&str, JsValue); N]) -> JsValue {
    let object = js_sys::Object::new();
    for (key, value) in entries {
        // Setting a property of a fresh object cannot fail.
        let _ = js_sys::Reflect::set(&object, &key.into(), &value);
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use crate::objects::declarations;

    #[test]
    fn declarations_stand_without_their_imports() {
        let file = "// What it is.\n\nimport type { A } from './a.js';\n\n/** B. */\nexport type B = A;\n";
        assert_eq!(declarations(file), "/** B. */\nexport type B = A;\n");
        assert_eq!(declarations("export type C = 1;\n"), "export type C = 1;\n");
    }
}
