//! Findings with what the user knows of their scan: its scale and its eye.

use groundscope_model::{Eye, Findings, Scale};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::values::{from_js, language, to_js};

/// The same findings with extents in micrometres and places by the fovea, as far as scale and eye are known; names, places and extents
/// in English unless another language is asked for.
///
/// # Errors
/// `scale` for numbers that are none; `bad_value` when the findings are not those of a reading, or for another language.
#[wasm_bindgen(unchecked_return_type = "Findings")]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "Findings")] findings: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Known")] known: JsValue,
    #[wasm_bindgen(js_name = "language", unchecked_optional_param_type = "Language")] wanted: Option<String>,
) -> Result<JsValue, JsValue> {
    let findings: Findings = from_js(findings)?;
    let known = from_js::<Known>(known)?.of(findings)?;
    to_js(&known.worded(language(wanted.as_deref())?))
}

/// `Known` of `web/worker/types.ts`.
#[derive(Deserialize)]
struct Known {
    scale: Option<Typed>,
    eye: Option<Eye>,
}

/// A scale as it was typed, not checked yet.
#[derive(Deserialize)]
struct Typed {
    lateral_um: f64,
    axial_um: f64,
}

impl Known {
    fn of(self, findings: Findings) -> Result<Findings, Failure> {
        let scale = self
            .scale
            .map(|typed| Scale::new(typed.lateral_um, typed.axial_um));
        Ok(Findings {
            scale: scale
                .transpose()
                .map_err(|error| Failure::told("scale", &error))?,
            eye: self.eye,
            ..findings
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &str = r#"{"width": 9, "height": 9, "device": "cpu", "model": "m", "findings": []}"#;

    fn explained(known: &str) -> Result<Findings, Failure> {
        let known: Known = serde_json::from_str(known).unwrap();
        known.of(serde_json::from_str(NOTHING).unwrap())
    }

    #[test]
    fn what_is_known_is_taken_and_what_is_not_is_taken_away() {
        let known = r#"{"scale": {"lateral_um": 11.5, "axial_um": 3.9}, "eye": "left"}"#;
        let findings = explained(known).unwrap();
        assert_eq!(
            (findings.scale, findings.eye),
            (Scale::new(11.5, 3.9).ok(), Some(Eye::Left))
        );
        let findings = explained(r#"{"scale": null, "eye": null}"#).unwrap();
        assert_eq!((findings.scale, findings.eye), (None, None));
    }

    #[test]
    fn a_scale_that_is_none_says_what_one_is() {
        let failure =
            explained(r#"{"scale": {"lateral_um": 0.0, "axial_um": 3.9}, "eye": null}"#).unwrap_err();
        assert_eq!(failure.code(), "scale");
        assert!(
            failure.message().starts_with("A scale is two numbers"),
            "{failure:?}"
        );
    }
}
