//! The network on a device: loaded, checked, reading scans.

use groundscope_model as model;
use groundscope_model::{DeviceChoice, WeightsFile};
use groundscope_ontology::Class;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::scan::Scan;
use crate::values::{from_js, language, to_js};

/// A network ready to read, in the module's memory.
#[wasm_bindgen]
pub struct Reader {
    reader: model::Reader,
}

/// Checks the weights and puts the network on a device, `cpu` or `gpu`.
///
/// `onProgress(phase, fraction)` is told how far `weights` and `warmup` have come.
///
/// # Errors
/// `weights` for a bad file; `no_adapter`, `gpu_refused`, `gpu_not_built`, ... when the device cannot be used.
#[wasm_bindgen(js_name = "loadReader")]
pub async fn load_reader(
    weights: Vec<u8>,
    #[wasm_bindgen(unchecked_param_type = "DeviceKind")] device: String,
    #[wasm_bindgen(
        js_name = "onProgress",
        unchecked_param_type = "(phase: string, fraction: number) => void"
    )]
    on_progress: js_sys::Function,
) -> Result<Reader, JsValue> {
    let choice = match device.as_str() {
        "cpu" => DeviceChoice::Cpu,
        "gpu" => DeviceChoice::Gpu,
        _ => return Err(Failure::new("bad_value", "The device must be \"cpu\" or \"gpu\".", "").into()),
    };
    let weights = WeightsFile::parse(&weights).map_err(Failure::from)?;
    let reader = model::Reader::load(weights, choice, &mut |progress| tell(&on_progress, progress))
        .await
        .map_err(Failure::from)?;
    Ok(Reader { reader })
}

#[wasm_bindgen]
impl Reader {
    /// Runs a fixed tile and compares with the values stored in the weights.
    ///
    /// # Errors
    /// When the device fails; wrong numbers are no error but a report with `passed: false`.
    #[wasm_bindgen(js_name = "selfCheck", unchecked_return_type = "SelfCheck")]
    pub async fn self_check(&self) -> Result<JsValue, JsValue> {
        let report = self.reader.self_check().await.map_err(Failure::from)?;
        let stored = &self.reader.manifest().self_check;
        to_js(&SelfCheck {
            passed: report.agrees(),
            max_difference: report.max_abs_difference,
            tolerance: report.tolerance,
            compared: stored.map_logits.len() + stored.presence_logits.len(),
        })
    }

    /// Presence, boxes and masks of every class, in pixels of the scan. A picture that is no B-scan has no answers, unless any
    /// picture is to be read.
    ///
    /// # Errors
    /// When the device fails or returns numbers that are none.
    #[wasm_bindgen(unchecked_return_type = "Findings")]
    pub async fn read(
        &self,
        scan: &Scan,
        #[wasm_bindgen(
            js_name = "onProgress",
            unchecked_param_type = "(phase: string, fraction: number) => void"
        )]
        on_progress: js_sys::Function,
        #[wasm_bindgen(js_name = "anyPicture")] any_picture: Option<bool>,
    ) -> Result<JsValue, JsValue> {
        let mut told = |progress| tell(&on_progress, progress);
        let findings = if any_picture.unwrap_or_default() {
            self.reader.read_any(&scan.scan, &mut told).await
        } else {
            self.reader.read(&scan.scan, &mut told).await
        };
        to_js(&findings.map_err(Failure::from)?)
    }

    /// What if a region were hidden? The scan is read again with one region painted over, `srf-2`, or all of a class, `srf`. The sentence
    /// is in English unless another language is asked for.
    ///
    /// # Errors
    /// `unknown_region` where the findings have none of this name; when the device fails or returns numbers that are none.
    #[wasm_bindgen(unchecked_return_type = "Occlusion")]
    pub async fn hide(
        &self,
        scan: &Scan,
        #[wasm_bindgen(unchecked_param_type = "Findings")] findings: JsValue,
        id: String,
        #[wasm_bindgen(
            js_name = "onProgress",
            unchecked_param_type = "(phase: string, fraction: number) => void"
        )]
        on_progress: js_sys::Function,
        #[wasm_bindgen(js_name = "language", unchecked_optional_param_type = "Language")] wanted: Option<
            String,
        >,
    ) -> Result<JsValue, JsValue> {
        let findings: model::Findings = from_js(findings)?;
        let language = language(wanted.as_deref())?;
        let mut told = |progress| tell(&on_progress, progress);
        let hidden = self.reader.hide(&scan.scan, &findings, &id, &mut told).await;
        let none = || {
            let message = format!("These findings have no region {id}.");
            Failure::new("unknown_region", message, "Read the scan again.")
        };
        let mut occlusion = hidden.map_err(Failure::from)?.ok_or_else(none)?;
        occlusion.text = occlusion.text_in(&findings, language);
        to_js(&occlusion)
    }
}

/// `SelfCheck` of `web/worker/types.ts`.
#[derive(Serialize)]
struct SelfCheck {
    passed: bool,
    max_difference: f32,
    tolerance: f32,
    compared: usize,
}

fn tell(on_progress: &js_sys::Function, progress: model::Progress) {
    let phase = match progress.phase {
        model::Phase::Weights => "weights",
        model::Phase::Warmup => "warm-up",
        model::Phase::Inference => "inference",
    };
    // A listener that throws must not stop the reading.
    let _ = on_progress.call2(&JsValue::NULL, &phase.into(), &progress.fraction.into());
}

/// Checks a weights file and tells what it says of itself: classes, data, licence.
///
/// # Errors
/// `weights` for a bad file.
#[wasm_bindgen(unchecked_return_type = "ModelInfo")]
pub fn describe(weights: &[u8]) -> Result<JsValue, JsValue> {
    let weights = WeightsFile::parse(weights).map_err(Failure::from)?;
    let manifest = weights.manifest();
    to_js(&ModelInfo {
        name: &manifest.name,
        licence: &manifest.licence,
        data: &manifest.data,
        classes: manifest
            .classes
            .iter()
            .map(|class| ClassInfo {
                id: &class.id,
                name: Class::from_id(&class.id).map_or(class.id.as_str(), |class| class.name()),
                evidence: class.evidence,
                figure_text: class.figure_text.as_deref().unwrap_or_default(),
            })
            .collect(),
    })
}

/// `ModelInfo` of `web/worker/types.ts`.
#[derive(Serialize)]
struct ModelInfo<'a> {
    name: &'a str,
    licence: &'a str,
    data: &'a [model::weights::DataSource],
    classes: Vec<ClassInfo<'a>>,
}

#[derive(Serialize)]
struct ClassInfo<'a> {
    id: &'a str,
    name: &'a str,
    evidence: model::Evidence,
    figure_text: &'a str,
}
