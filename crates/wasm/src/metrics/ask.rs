//! A question in words, answered from findings.

use groundscope_answers::answer_in;
use groundscope_model::Findings;
use wasm_bindgen::prelude::*;

use crate::values::{from_js, language, to_js};

/// Answers a question from the findings of one scan, in English unless another language is asked for; a question that is not understood
/// is an answer too.
///
/// # Errors
/// `bad_value` when the findings are not those of a reading, or for another language.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn ask(
    question: &str,
    #[wasm_bindgen(unchecked_param_type = "Findings")] findings: JsValue,
    #[wasm_bindgen(js_name = "language", unchecked_optional_param_type = "Language")] wanted: Option<String>,
) -> Result<JsValue, JsValue> {
    let findings: Findings = from_js(findings)?;
    to_js(&answer_in(question, &findings, language(wanted.as_deref())?))
}
