//! `groundscope parse` as a user runs it.

mod common;

use common::{Bench, Ran};
use serde_json::json;

const REFERENCES: &str = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[
    {"id":"a.png","width":768,"height":496,"boxes":[]}]}"#;

fn bench(responses: &[(&str, &str)]) -> Bench {
    let bench = Bench::new();
    let rows = responses.iter().map(|(class, response)| {
        json!({"image": "a.png", "class": class, "response": response}).to_string() + "\n"
    });
    bench.write("out.jsonl", rows.collect::<String>());
    bench.write("r.json", REFERENCES);
    bench
}

fn parse(bench: &Bench, more: &[&str]) -> Ran {
    bench.run(&[&["parse", "out.jsonl", "--family"], more].concat())
}

#[test]
fn boxes_are_printed_with_their_places_and_totals() {
    let bench = bench(&[
        ("irf", "[{\"bbox_2d\": [0, 0, 500, 1003]}]"),
        ("srf", "I cannot assist with that."),
    ]);
    let ran = parse(&bench, &["qwen3-vl", "--references", "r.json"]);
    assert!(ran.success, "{}", ran.stderr);
    for words in [
        "pixels 0, 0, 384, 496, bytes 13..30",
        "1 clipped",
        "refuses to answer",
        "2 responses",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let report = parse(&bench, &["gemini", "--order", "xyxy", "--json"]).json();
    assert_eq!(report["rows"][0]["boxes"][0]["box"], json!([0, 0, 500, 1000]));
    assert_eq!(report["rows"][0]["boxes"][0]["pixels"], json!(null));
    assert_eq!(report["totals"]["responses"], json!({"read": 1, "refused": 1}));
    assert_eq!(report["settings"]["order"], "xyxy");
}

#[test]
fn boxes_are_written_to_be_scored() {
    let bench = bench(&[("irf", "[{\"bbox_2d\": [0, 0, 500, 500]}]")]);
    let ran = parse(
        &bench,
        &["qwen3-vl", "--references", "r.json", "--boxes", "p.json"],
    );
    assert!(ran.success, "{}", ran.stderr);
    let report = bench.score("r.json", "p.json", &["--json"]).json();
    assert_eq!(report["per_class"]["irf"]["fp"], 1);
    assert_eq!(parse(&bench, &["qwen3-vl", "--boxes", "p.json"]).code, 2);
}

#[test]
fn presence_is_another_kind() {
    let bench = bench(&[("irf", "Answer: **No**")]);
    let ran = parse(&bench, &["gemma", "--kind", "presence"]);
    assert!(
        ran.success && ran.stdout.starts_with("line 1: a.png, irf: no, bytes 10..12\n"),
        "{}",
        ran.stdout
    );
    // Yes and no are read alike for every family.
    let without = bench.run(&["parse", "out.jsonl", "--kind", "presence"]);
    assert_eq!(without.stdout, ran.stdout);
    assert_eq!(bench.run(&["parse", "out.jsonl", "--kind", "boxes"]).code, 2);
    assert_eq!(bench.run(&["parse", "out.jsonl"]).code, 2);
}

#[test]
fn what_is_wrong_is_one_line_and_a_hint() {
    let bench = bench(&[("irf", "[1, 2, 3, 4]")]);
    assert!(parse(&bench, &["plain"]).failures()[0].contains("no space and order of its own"));
    assert!(parse(&bench, &["qwen2.5-vl"]).failures()[0].starts_with("error: out.jsonl: line 1: "));
    assert!(parse(&bench, &["qwen2.5-vl", "--resized", "1036x672"]).success);
    assert_eq!(parse(&bench, &["gpt"]).code, 2);
    assert_eq!(parse(&bench, &["gemma", "--resized", "0x1"]).code, 2);
    bench.write("out.jsonl", "{\"image\"");
    assert!(parse(&bench, &["gemma"]).failures()[0].starts_with("error: out.jsonl: line 1, column "));
    std::fs::remove_file(bench.path("out.jsonl")).unwrap();
    assert!(parse(&bench, &["gemma"]).failures()[0].starts_with("error: out.jsonl: cannot be read"));
}

#[test]
fn a_summary_is_the_totals_alone() {
    let bench = bench(&[("irf", "[{\"bbox_2d\": [0, 0, 500, 500]}]"), ("srf", "None.")]);
    let all = parse(&bench, &["qwen3-vl"]).stdout;
    let summary = parse(&bench, &["qwen3-vl", "--summary"]).stdout;
    assert!(summary.starts_with("2 responses, read as qwen3-vl"), "{summary}");
    assert!(all.ends_with(&format!("\n\n{summary}")) && !summary.contains("line 1"));
    let json = parse(&bench, &["qwen3-vl", "--summary", "--json"]).json();
    assert_eq!(json["totals"]["boxes"], 1);
    assert!(json.get("rows").is_none());
}
