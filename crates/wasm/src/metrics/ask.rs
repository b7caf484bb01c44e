//! A question in words, answered from findings.

use groundscope_answers::answer;
use groundscope_model::Findings;
use wasm_bindgen::prelude::*;

use crate::values::{from_js, to_js};

/// Answers a question from the findings of one scan; a question that is not understood is an answer too.
///
/// # Errors
/// `bad_value` when the findings are not those of a reading.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn ask(
    question: &str,
    #[wasm_bindgen(unchecked_param_type = "Findings")] findings: JsValue,
) -> Result<JsValue, JsValue> {
    let findings: Findings = from_js(findings)?;
    to_js(&answer(question, &findings))
}
