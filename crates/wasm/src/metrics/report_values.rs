//! Requests and reports across the border: plain JavaScript objects of the types in `web/worker/reports`.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;

#[wasm_bindgen(typescript_custom_section)]
const REQUESTS: &str = declarations(include_str!("../../../../web/worker/reports/requests.ts"));
#[wasm_bindgen(typescript_custom_section)]
const GROUNDING: &str = declarations(include_str!("../../../../web/worker/reports/grounding.ts"));
#[wasm_bindgen(typescript_custom_section)]
const PRESENCE: &str = declarations(include_str!("../../../../web/worker/reports/presence.ts"));
#[wasm_bindgen(typescript_custom_section)]
const OUTPUT: &str = declarations(include_str!("../../../../web/worker/reports/output.ts"));
#[wasm_bindgen(typescript_custom_section)]
const DESCRIPTION: &str = declarations(include_str!("../../../../web/worker/reports/description.ts"));
#[wasm_bindgen(typescript_custom_section)]
const CONVERT: &str = declarations(include_str!("../../../../web/worker/reports/convert.ts"));
#[wasm_bindgen(typescript_custom_section)]
const EVALUATION: &str = declarations(include_str!("../../../../web/worker/reports/evaluation.ts"));
#[wasm_bindgen(typescript_custom_section)]
const BENCHMARK: &str = declarations(include_str!("../../../../web/worker/reports/benchmark.ts"));
#[wasm_bindgen(typescript_custom_section)]
const EXPORT: &str = declarations(include_str!("../../../../web/worker/reports/export.ts"));

/// A file from its first declaration on: without its imports, since all of them end up in one file.
#[allow(
    dead_code,
    reason = "the lint does not see the sections that are made with it"
)]
const fn declarations(file: &'static str) -> &'static str {
    let mut rest = file.as_bytes();
    let mut at = 0;
    while let [_, tail @ ..] = rest {
        if let [b'/', b'*', b'*', ..] = rest {
            return file.split_at(at).1;
        }
        rest = tail;
        at += 1;
    }
    file
}

/// A report as the object that its JSON on the command line is: the same keys in the same order, the same numbers.
///
/// Through JSON, because some numbers of reports are written digit by digit, which only JSON can hold.
pub(crate) fn report_to_js<T: Serialize>(report: &T) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(report).map_err(|error| {
        let hint = "Report this as a fault of the program.";
        Failure::new("engine", format!("The report cannot be written: {error}."), hint)
    })?;
    js_sys::JSON::parse(&text)
}

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
    use super::declarations;

    #[test]
    fn declarations_stand_without_their_imports() {
        let file = "// What it is.\n\nimport type { A } from './a.js';\n\n/** B. */\nexport type B = A;\n";
        assert_eq!(declarations(file), "/** B. */\nexport type B = A;\n");
        assert_eq!(declarations("export type C = 1;\n"), "export type C = 1;\n");
    }
}
