//! The worked examples of the specification, under both profiles: every value that it states.

use groundscope_ultrag::score_case;
use serde_json::Value;

const CASES: &str = include_str!("../../../tests/vectors/ultrag/cases.jsonl");

/// Whether everything that is stated is there: numbers within a millionth, fields that are not stated are left aside.
fn agrees(found: &Value, stated: &Value) -> bool {
    match (found, stated) {
        (Value::Object(found), Value::Object(stated)) => stated
            .iter()
            .all(|(key, stated)| found.get(key).is_some_and(|found| agrees(found, stated))),
        (Value::Array(found), Value::Array(stated)) => {
            found.len() == stated.len()
                && found
                    .iter()
                    .zip(stated)
                    .all(|(found, stated)| agrees(found, stated))
        }
        (Value::Number(found), Value::Number(stated)) => {
            (found.as_f64().unwrap() - stated.as_f64().unwrap()).abs() <= 1e-6
        }
        _ => found == stated,
    }
}

#[test]
fn every_example_comes_out_as_stated() {
    let mut wrong = Vec::new();
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let scored = score_case(line).unwrap();
        assert_eq!(scored["name"], case["name"]);
        for profile in ["strict", "reference"] {
            let stated = &case[format!("expected_{profile}")];
            if !agrees(&scored[profile], stated) {
                wrong.push(format!(
                    "{} {profile}: {} instead of {stated}",
                    case["name"], scored[profile]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(CASES.lines().count(), 38);
}

#[test]
fn what_is_no_case_is_told() {
    for line in [
        "",
        "[]",
        "{\"kind\": \"mask\"}",
        "{\"kind\": \"seg\", \"input\": {\"width\": -1}}",
    ] {
        assert!(score_case(line).is_err(), "{line}");
    }
    let error = score_case(r#"{"kind": "masks", "input": {}}"#).unwrap_err();
    assert!(error.to_string().contains("kinds are mask, seg"), "{error}");
    let huge = r#"{"kind": "mask", "input": {"width": 4000000000, "height": 4000000000, "prediction": [0, 0, 1, 1]}}"#;
    assert!(score_case(huge).unwrap_err().to_string().contains("too large"));
}
