//! Whole files scored in the browser: every report, as JSON, has the bytes of native code's (tests/reports.rs keeps them).

use groundscope_wasm::{
    convert, describe_references, evaluate, merge_partials, parse_output, partial_grounding, score_grounding,
    score_presence,
};
use js_sys::{Array, JSON, Object, Reflect, Uint8Array};
use sha2::{Digest, Sha256};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::text;

/// A file of tests/vectors/wasm as a page gives it.
macro_rules! file {
    ($name:literal) => {
        named(
            $name,
            include_bytes!(concat!("../../../../tests/vectors/wasm/", $name)),
        )
    };
}

/// A report of native code (tests/reports.rs keeps it), as JavaScript writes it.
macro_rules! native {
    ($name:literal) => {
        json(
            &JSON::parse(include_str!(concat!(
                "../../../../tests/vectors/wasm/reports/",
                $name
            )))
            .unwrap(),
        )
    };
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

fn named(name: &str, bytes: &[u8]) -> JsValue {
    object(&[("name", name.into()), ("bytes", Uint8Array::from(bytes).into())])
}

fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in entries {
        Reflect::set(&object, &(*key).into(), value).unwrap();
    }
    object.into()
}

fn list(values: &[JsValue]) -> JsValue {
    values.iter().collect::<Array>().into()
}

/// Names and SHA-256 of the files that were made, each of which has a buffer of its own.
fn hashes(made: &JsValue) -> String {
    let files = Array::from(&Reflect::get(made, &"files".into()).unwrap());
    let hashed = files.iter().map(|file| {
        let bytes: Uint8Array = Reflect::get(&file, &"bytes".into()).unwrap().unchecked_into();
        assert_eq!(bytes.buffer().byte_length(), bytes.length());
        let hash: String = Sha256::digest(bytes.to_vec())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        list(&[text(&file, "name").into(), hash.into()])
    });
    json(&hashed.collect::<Array>().into())
}

fn grounding_request(details: bool) -> JsValue {
    let settings = serde_json::json!({"t2": 0.25, "replicates": 200, "seed": 7, "details": details});
    object(&[
        ("references", list(&[file!("references.json")])),
        ("predictions", list(&[file!("predictions.json")])),
        ("settings", JSON::parse(&settings.to_string()).unwrap()),
    ])
}

#[wasm_bindgen_test]
fn boxes_of_whole_files_score_as_in_native_code() {
    let report = score_grounding(grounding_request(true)).unwrap();
    assert_eq!(json(&report), native!("grounding.json"));
}

#[wasm_bindgen_test]
fn parts_merge_as_in_native_code() {
    let part = partial_grounding(grounding_request(false)).unwrap().to_vec();
    let report = merge_partials(list(&[named("1.part", &part)])).unwrap();
    assert_eq!(json(&report), native!("merged.json"));
}

#[wasm_bindgen_test]
fn responses_and_answers_are_read_as_in_native_code() {
    let responses = include_str!("../../../../tests/vectors/wasm/responses.jsonl");
    let boxes = object(&[
        ("text", responses.into()),
        ("kind", "boxes".into()),
        ("family", "qwen3-vl".into()),
        ("references", list(&[file!("references.json")])),
    ]);
    assert_eq!(json(&parse_output(boxes).unwrap()), native!("boxes.json"));
    let answers = include_str!("../../../../tests/vectors/wasm/answers.jsonl");
    let presences = object(&[("text", answers.into()), ("kind", "presence".into())]);
    assert_eq!(json(&parse_output(presences).unwrap()), native!("presences.json"));
    let request = object(&[
        ("references", list(&[file!("references.json")])),
        ("answers", file!("answers.jsonl")),
        ("settings", JSON::parse(r#"{"details": true}"#).unwrap()),
    ]);
    assert_eq!(json(&score_presence(request).unwrap()), native!("presence.json"));
}

#[wasm_bindgen_test]
fn sets_are_described_as_in_native_code() {
    let set = |name: &str, file| object(&[("name", name.into()), ("files", list(&[file]))]);
    let sets = [
        set("first", file!("references.json")),
        set("second", file!("second-reading.json")),
    ];
    let request = object(&[("sets", list(&sets))]);
    assert_eq!(
        json(&describe_references(request).unwrap()),
        native!("description.json")
    );
}

#[wasm_bindgen_test]
fn files_are_converted_as_in_native_code() {
    for (to, kept) in [
        ("coco", native!("convert-coco.json")),
        ("yolo", native!("convert-yolo.json")),
        ("csv", native!("convert-csv.json")),
    ] {
        let request = object(&[("files", list(&[file!("references.json")])), ("to", to.into())]);
        let converted = convert(request).unwrap();
        assert_eq!(hashes(&converted), kept, "{to}");
    }
}

#[wasm_bindgen_test]
fn a_report_has_the_bytes_of_native_code() {
    let one = object(&[
        ("name", "one".into()),
        ("predictions", list(&[file!("predictions.json")])),
        ("answers", file!("answers.jsonl")),
        ("params", 8.0.into()),
    ]);
    let two = object(&[
        ("name", "two".into()),
        ("predictions", list(&[file!("responses.jsonl")])),
        ("reader", object(&[("family", "qwen3-vl".into())])),
    ]);
    let settings = serde_json::json!({"t2": 0.25, "replicates": 200, "seed": 7});
    let request = object(&[
        ("title", "Two models".into()),
        ("references", list(&[file!("references.json")])),
        ("secondReading", list(&[file!("second-reading.json")])),
        ("runs", list(&[one, two])),
        ("settings", JSON::parse(&settings.to_string()).unwrap()),
    ]);
    let report = evaluate(request).unwrap();
    let evaluation = Reflect::get(&report, &"evaluation".into()).unwrap();
    assert_eq!(json(&evaluation), native!("evaluation.json"));
    assert_eq!(hashes(&report), native!("evaluation-files.json"));
}

#[wasm_bindgen_test]
fn errors_about_files_name_them() {
    let request = object(&[
        ("references", list(&[named("mine.json", b"{")])),
        ("predictions", list(&[file!("predictions.json")])),
    ]);
    let error = score_grounding(request).unwrap_err();
    assert_eq!(text(&error, "code"), "references");
    assert!(
        text(&error, "message").starts_with("mine.json: "),
        "{}",
        text(&error, "message")
    );
    assert!(!text(&error, "hint").is_empty());
    let nothing = score_grounding(JsValue::NULL).unwrap_err();
    assert_eq!(text(&nothing, "code"), "bad_value");
}
