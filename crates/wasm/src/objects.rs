//! Files and reports across the border, for everything that reads files.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::failure::Failure;

/// `NamedFile` of `web/worker/reports/requests.ts`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct NamedFile {
    pub name: String,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// A file from its first declaration on: without its imports, since all of them end up in one file.
#[allow(
    dead_code,
    reason = "the lint does not see the sections that are made with it"
)]
pub(crate) const fn declarations(file: &'static str) -> &'static str {
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
