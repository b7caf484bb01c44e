//! Files to keep, asked for as the page asks: a plain object with bytes, numbers and fields that are left out.

use groundscope_wasm::export_findings;
use js_sys::{JSON, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{NATIVE, text};

/// A request for a drawing of the sample with its pixels.
fn request(format: &str) -> JsValue {
    let findings: serde_json::Value = serde_json::from_str(NATIVE).unwrap();
    let value = serde_json::json!({
        "format": format, "scans": [{"name": "sample.png", "findings": findings, "notes": []}],
        "picture": {"masks": false, "shown": {"regions": ["irf-1"]}},
        "report": {"date": "today", "figures": {"irf": "F1 0.61"}},
    });
    let request = JSON::parse(&value.to_string()).unwrap();
    let scan = Reflect::get(&Reflect::get(&request, &"scans".into()).unwrap(), &0.into()).unwrap();
    let pixels = Uint8Array::from(&b"\x89PNG\r\n\x1a\n"[..]);
    for (key, value) in [("pixels", pixels.into()), ("score", JsValue::UNDEFINED)] {
        Reflect::set(&scan, &key.into(), &value).unwrap();
    }
    request
}

#[wasm_bindgen_test]
fn files_are_written_from_plain_objects() {
    for (format, name) in [
        ("svg", "sample-findings.svg"),
        ("csv", "sample-findings.csv"),
        ("coco", "sample-coco.json"),
        ("json", "sample-findings.json"),
        ("report", "sample-report.html"),
        ("transcript", "sample-transcript.md"),
    ] {
        let file = export_findings(request(format))
            .map_err(|error| text(&error, "message"))
            .unwrap();
        assert_eq!(text(&file, "name"), name);
        let bytes: Uint8Array = Reflect::get(&file, &"bytes".into()).unwrap().unchecked_into();
        let written = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(!written.is_empty());
        if format == "svg" {
            assert!(written.contains("base64,iVBORw0KGgo="), "{written}");
        }
    }
}

#[wasm_bindgen_test]
fn what_cannot_be_written_is_told() {
    let error = export_findings(request("pdf")).unwrap_err();
    assert_eq!(text(&error, "code"), "export");
    assert!(text(&error, "hint").starts_with("Formats are svg"));
}
