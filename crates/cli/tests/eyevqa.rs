//! `score eyevqa` and `score ultrag-case`: reports, rows and errors.

mod common;

use common::Bench;
use serde_json::json;

fn questions() -> String {
    let question = |id: &str, kind: &str, answer: &str, group: &str| json!({"question_id": id, "question_type": kind, "question": "<image> ?", "answer": answer, "disease_category": group});
    json!([
        question("sc", "single_choice", "D", "glaucoma"),
        question("ms", "fixed_multiple_choice", "CD", "multiple"),
        question("tf", "judgement", "False", "glaucoma"),
        question("rk", "ranking", "C,A,D,B", "other"),
        question("pl", "localization", "[0.500000,0.500000]", "glaucoma"),
        question("bb", "bounding_box", "[0,0,0.5,0.5]", "macular_disease"),
    ])
    .to_string()
}

const ANSWERS: &str = r#"
{"question_id": "sc", "response": "The answer is (D)."}
{"question_id": "ms", "response": "B, C and D"}
{"question_id": "tf", "response": "I'm sorry, I cannot help with that."}
{"question_id": "rk", "response": "ACDB"}
{"question_id": "pl", "response": "(0.53, 0.54)"}
"#;

#[test]
fn a_run_is_scored_by_type_and_group() {
    let bench = Bench::empty();
    bench.write("q.json", questions());
    bench.write("a.jsonl", ANSWERS);
    let args = ["score", "eyevqa", "--questions", "q.json", "--answers", "a.jsonl"];
    let report = bench.run(&[&args[..], &["--json", "--details"]].concat()).json();
    let near = |value: &serde_json::Value, expected: f64| {
        assert!(
            (value.as_f64().unwrap() - expected).abs() < 1e-9,
            "{value} instead of {expected}"
        );
    };
    let sum = 100.0 + 200.0 / 3.0 + 0.0 + 250.0 / 3.0 + 100.0 + 0.0;
    near(&report["total"], sum / 6.0);
    near(&report["macro"], sum / 6.0);
    near(&report["types"]["RK"]["score"], 250.0 / 3.0);
    assert_eq!(report["types"]["TF"]["refused"], 1);
    assert_eq!(report["types"]["BB"]["unreadable"], 1);
    near(&report["groups"]["GL"]["score"], 200.0 / 3.0);
    assert_eq!(report["cells"]["SC"]["GL"]["n"], 1);
    assert_eq!(
        report["items"][5],
        json!({"question_id": "bb", "score": 0.0, "parsed": null, "status": "missing"})
    );
    let text = bench.run(&args).stdout;
    assert!(text.starts_with("Total 58.3") && text.contains("\nRK"), "{text}");
}

#[test]
fn files_that_cannot_be_used_are_told_with_their_place() {
    let bench = Bench::empty();
    bench.write("q.json", questions());
    bench.write("a.jsonl", ANSWERS);
    bench.write("bad.json", questions().replace("C,A,D,B", "C,A,D"));
    bench.write("bad.jsonl", "{\"question_id\": \"sc\", \"response\": \"D\"}\nD\n");
    let told = |questions, answers| {
        let ran = bench.run(&["score", "eyevqa", "--questions", questions, "--answers", answers]);
        ran.failures().concat()
    };
    assert!(told("bad.json", "a.jsonl").contains("record 4 (question rk)"));
    assert!(told("q.json", "bad.jsonl").contains("line 2"));
    assert!(told("none.json", "a.jsonl").contains("none.json"));
}

#[test]
fn single_cases_come_one_a_line() {
    let mut command = assert_cmd::Command::cargo_bin("groundscope").unwrap();
    let ran = command
        .args(["score", "ultrag-case"])
        .write_stdin("{\"name\": \"a\", \"kind\": \"size_pair\", \"input\": {\"text\": \"50 x 40 px\"}}\n\n{\"kind\": \"none\", \"input\": {}}\n")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(ran.stdout).unwrap(),
        "{\"name\":\"a\",\"reference\":{\"pair\":[50.0,40.0]},\"strict\":{\"pair\":[50.0,40.0]}}\n"
    );
    assert!(!ran.status.success());
    assert!(
        String::from_utf8(ran.stderr)
            .unwrap()
            .contains("line 3: there is no kind \"none\"")
    );
}
