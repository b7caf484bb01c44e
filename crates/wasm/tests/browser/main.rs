//! The surface as a worker uses it, in a browser: `cargo xtask test --only wasm` runs it in Chromium.
//!
//! With the feature `gpu` the network also runs on WebGPU, and must say what the CPU says.
#![cfg(target_arch = "wasm32")]
#![recursion_limit = "256"]

use groundscope_model::Findings;
use groundscope_wasm::{Reader, Scan, ask, decode, describe, load_reader, parse_references, score};
use js_sys::{Function, Reflect};
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

mod exports;
mod reports;

const WEIGHTS: &[u8] = include_bytes!("../../../../weights/groundscope-oct-1.safetensors");
/// What native code finds in the sample scan (tests/agreement.rs keeps it).
const NATIVE: &str = include_str!("../../../../tests/vectors/findings/sample.json");

fn sample_png() -> Vec<u8> {
    let phantom = groundscope_phantom::sample().unwrap();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, phantom.width, phantom.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&phantom.scan)
        .unwrap();
    bytes
}

fn text(value: &JsValue, key: &str) -> String {
    Reflect::get(value, &key.into())
        .unwrap()
        .as_string()
        .unwrap_or_default()
}

fn nothing() -> Function {
    Function::new_no_args("")
}

async fn reader(device: &str) -> Reader {
    load_reader(WEIGHTS.to_vec(), device.to_owned(), nothing())
        .await
        .map_err(|error| text(&error, "message"))
        .unwrap()
}

async fn findings(reader: &Reader, scan: &Scan) -> Findings {
    serde_wasm_bindgen::from_value(reader.read(scan, nothing(), None).await.unwrap()).unwrap()
}

#[derive(Deserialize)]
struct SelfCheck {
    passed: bool,
    max_difference: f32,
    compared: usize,
}

async fn self_check(reader: &Reader) -> SelfCheck {
    serde_wasm_bindgen::from_value(reader.self_check().await.unwrap()).unwrap()
}

/// The same verdicts; probabilities within 1e-3, boxes within one pixel.
fn assert_agree(one: &Findings, other: &Findings) {
    assert_eq!((one.width, one.height), (other.width, other.height));
    assert_eq!(
        one.gate.map(|gate| gate.verdict),
        other.gate.map(|gate| gate.verdict)
    );
    assert_eq!(one.findings.len(), other.findings.len());
    for (a, b) in one.findings.iter().zip(&other.findings) {
        let id = a.class.id();
        assert_eq!(
            (a.class, a.present, a.regions.len()),
            (b.class, b.present, b.regions.len()),
            "{id}"
        );
        let difference = (a.probability.unwrap_or(0.0) - b.probability.unwrap_or(0.0)).abs();
        assert!(difference <= 1e-3, "{id}: probabilities differ by {difference}");
        for (x, y) in a.regions.iter().zip(&b.regions) {
            let apart = x.bounds.iter().zip(&y.bounds).map(|(p, q)| p.abs_diff(*q)).max();
            assert!(apart <= Some(1), "{}: {:?} and {:?}", x.id, x.bounds, y.bounds);
        }
    }
}

#[wasm_bindgen_test]
fn a_scan_comes_out_as_its_pixels() {
    let scan = decode(&sample_png(), 0).unwrap();
    let phantom = groundscope_phantom::sample().unwrap();
    let info = scan.info().unwrap();
    assert_eq!(text(&info, "format"), "png");
    assert_eq!(text(&info, "colour"), "grey");
    let rgba = scan.rgba().to_vec();
    assert_eq!(rgba.len(), phantom.scan.len() * 4);
    assert!(
        rgba.chunks(4)
            .zip(&phantom.scan)
            .all(|(pixel, grey)| pixel == [*grey, *grey, *grey, 255])
    );
}

#[wasm_bindgen_test]
fn errors_have_a_code_a_sentence_and_a_hint() {
    let error = decode(&[], 0).err().unwrap();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "code"), "scan_empty");
    assert_eq!(text(&error, "message"), "The file is empty.");
    assert!(!text(&error, "hint").is_empty());
    assert_eq!(text(&parse_references("{").unwrap_err(), "code"), "references");
    assert_eq!(text(&score(JsValue::NULL).unwrap_err(), "code"), "bad_value");
    assert_eq!(text(&describe(&[1, 2, 3]).unwrap_err(), "code"), "weights");
}

#[wasm_bindgen_test]
async fn a_device_that_is_none_is_refused() {
    let error = load_reader(WEIGHTS.to_vec(), "tpu".to_owned(), nothing())
        .await
        .err()
        .unwrap();
    assert_eq!(text(&error, "code"), "bad_value");
}

#[wasm_bindgen_test]
fn the_weights_say_what_they_are() {
    let info = describe(WEIGHTS).unwrap();
    assert_eq!(text(&info, "name"), "groundscope-oct-1");
    assert!(!text(&info, "licence").is_empty());
    let classes = js_sys::Array::from(&Reflect::get(&info, &"classes".into()).unwrap());
    assert!(
        classes
            .iter()
            .any(|class| text(&class, "id") == "srf" && text(&class, "name") == "subretinal fluid")
    );
}

#[wasm_bindgen_test]
async fn the_cpu_agrees_with_native_code() {
    let reader = reader("cpu").await;
    let check = self_check(&reader).await;
    assert!(
        check.passed && check.compared > 0 && check.max_difference < 1e-3,
        "differs by {}",
        check.max_difference
    );
    let scan = decode(&sample_png(), 0).unwrap();
    let found = findings(&reader, &scan).await;
    assert_eq!(found.device.id(), "cpu");
    assert_agree(&found, &serde_json::from_str(NATIVE).unwrap());
}

#[wasm_bindgen_test]
async fn progress_is_told_to_its_end() {
    let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::<(String, f64)>::new()));
    let kept = seen.clone();
    let listener = Closure::<dyn FnMut(String, f64)>::new(move |phase, fraction| {
        kept.borrow_mut().push((phase, fraction))
    });
    let on_progress: Function = listener.as_ref().unchecked_ref::<Function>().clone();
    let reader = load_reader(WEIGHTS.to_vec(), "cpu".to_owned(), on_progress.clone())
        .await
        .unwrap();
    reader
        .read(&decode(&sample_png(), 0).unwrap(), on_progress, None)
        .await
        .unwrap();
    let seen = seen.borrow();
    for phase in ["weights", "inference"] {
        let fractions: Vec<f64> = seen.iter().filter(|(p, _)| p == phase).map(|(_, f)| *f).collect();
        assert_eq!(
            (fractions.first(), fractions.last()),
            (Some(&0.0), Some(&1.0)),
            "{phase}"
        );
        assert!(fractions.is_sorted(), "{phase}: {fractions:?}");
    }
}

#[wasm_bindgen_test]
fn findings_answer_questions_and_are_scored() {
    let findings: JsValue = js_sys::JSON::parse(NATIVE).unwrap();
    let answer = ask("Is there subretinal fluid?", findings, None).unwrap();
    assert!(
        text(&answer, "text").to_lowercase().contains("subretinal fluid"),
        "{}",
        text(&answer, "text")
    );
    let unknown = ask(
        "Is there a flibbertigibbet?",
        js_sys::JSON::parse(NATIVE).unwrap(),
        None,
    )
    .unwrap();
    assert!(Reflect::get(&unknown, &"verdict".into()).unwrap().is_null());
    let german = ask(
        "Gibt es subretinale Fl\u{fc}ssigkeit?",
        js_sys::JSON::parse(NATIVE).unwrap(),
        Some("de".to_owned()),
    )
    .unwrap();
    assert!(text(&german, "text").starts_with("Subretinale Fl\u{fc}ssigkeit"));
    let other = ask(
        "SRF?",
        js_sys::JSON::parse(NATIVE).unwrap(),
        Some("fr".to_owned()),
    );
    assert_eq!(text(&other.unwrap_err(), "code"), "bad_value");

    let request = serde_json::json!({
        "references": r#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [{"id": "s.png", "width": 200, "height": 100,
            "boxes": [{"class": "irf", "box": [0, 0, 100, 100]}]}]}"#,
        "image": {"name": "s.tif", "width": 200, "height": 100},
        "predictions": [{"class": "irf", "box": [0, 0, 50, 100], "score": 0.9}],
        "settings": {"t1": 0.1, "t2": 0.3, "fp": "undetected"},
    });
    let view = score(js_sys::JSON::parse(&request.to_string()).unwrap()).unwrap();
    let references = js_sys::Array::from(&Reflect::get(&view, &"references".into()).unwrap());
    let first = references.get(0);
    assert_eq!(
        Reflect::get(&first, &"agg_iou".into()).unwrap().as_f64(),
        Some(0.5)
    );
    assert_eq!(
        Reflect::get(&first, &"detected".into()).unwrap().as_bool(),
        Some(true)
    );
    assert_eq!(text(&first, "fraction"), "5000/10000");
}

#[cfg(feature = "gpu")]
#[wasm_bindgen_test]
async fn webgpu_agrees_with_the_cpu() {
    let gpu = reader("gpu").await;
    let check = self_check(&gpu).await;
    assert!(
        check.passed && check.max_difference < 1e-2,
        "differs by {}",
        check.max_difference
    );
    let scan = decode(&sample_png(), 0).unwrap();
    let found = findings(&gpu, &scan).await;
    assert_eq!(found.device.id(), "gpu");
    assert_agree(&found, &findings(&reader("cpu").await, &scan).await);
}
