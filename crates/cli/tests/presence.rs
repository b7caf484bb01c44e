//! `groundscope score presence` as a user runs it.

mod common;

use common::{Bench, Ran};
use serde_json::json;

const REFERENCES: &str = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[
    {"id":"a.png","width":768,"height":496,"boxes":[{"class":"irf","box":[1,2,30,40]}]},
    {"id":"b.png","width":768,"height":496,"boxes":[]}]}"#;

fn bench(answers: &[(&str, &str, &str)]) -> Bench {
    let bench = Bench::new();
    let rows = answers.iter().map(|(image, class, response)| {
        json!({"image": image, "class": class, "response": response}).to_string() + "\n"
    });
    bench.write("a.jsonl", rows.collect::<String>());
    bench.write("r.json", REFERENCES);
    bench
}

fn score(bench: &Bench, more: &[&str]) -> Ran {
    bench.run(
        &[
            &[
                "score",
                "presence",
                "--references",
                "r.json",
                "--answers",
                "a.jsonl",
            ],
            more,
        ]
        .concat(),
    )
}

#[test]
fn answers_become_figures() {
    let bench = bench(&[
        ("a.png", "IRF", "Answer: **Yes**"),
        ("b.tif", "irf", "I cannot assist with that."),
        ("b.png", "unicorn", "no"),
    ]);
    let report = score(&bench, &["--json"]).json();
    let irf = &report["per_class"]["irf"];
    assert_eq!(
        irf,
        &json!({"sensitivity": 1.0, "specificity": 0.0, "balanced_accuracy": 0.5, "precision": 0.5, "recall": 1.0,
            "f1": 2.0 / 3.0, "tp": 1, "fp": 1, "tn": 0, "fn": 0, "refused": 1, "unreadable": 0, "unanswered": 0,
            "positives": 1, "negatives": 1, "n": 2})
    );
    assert_eq!(report["dropped"]["not_exhaustive"], json!({"unicorn": 1}));
    assert_eq!(report["macro"]["classes"], 1);
    assert!(report.get("answers").is_none());
    let details = score(&bench, &["--json", "--details"]).json();
    assert_eq!(
        details["answers"][1],
        json!({"image": "b.png", "class": "irf", "truth": "no", "answer": "refused", "right": false})
    );
    let text = score(&bench, &[]).stdout;
    assert!(
        text.starts_with("class ") && text.contains("  b.png, irf: truth no, answer refused, wrong\n"),
        "{text}"
    );
}

#[test]
fn a_file_of_boxes_is_warned_of() {
    let boxes = "[{\"bbox_2d\": [400, 360, 520, 510]}]";
    let bench = bench(&[("a.png", "irf", boxes), ("b.png", "irf", boxes)]);
    let plain = score(&bench, &[]);
    assert_eq!(
        plain.stderr,
        "warning: a.jsonl: 2 of 2 responses say neither yes nor no, which counts as wrong: 2 of them give boxes, which \
         groundscope parse reads for score grounding\n"
    );
    // The report itself is what it was.
    let report = score(&bench, &["--json"]).json();
    assert_eq!(report["per_class"]["irf"]["unreadable"], 2);
    assert!(report.get("warning").is_none());
}

#[test]
fn what_is_wrong_is_one_line_and_a_hint() {
    let lost = bench(&[("c.png", "irf", "yes")]);
    let ran = score(&lost, &[]);
    let failures = ran.failures();
    assert!(
        failures[0].starts_with("error: a.jsonl: line 1: ") && failures[0].contains("c.png"),
        "{failures:?}"
    );
    lost.write("a.jsonl", "{\"image\": \"a.png\"}");
    assert!(score(&lost, &[]).failures()[0].contains("class is missing"));
    let twice = "{\"image\":\"a.png\",\"class\":\"irf\",\"response\":\"yes\"}\n";
    lost.write("a.jsonl", twice.repeat(2));
    let again = "error: a.jsonl: line 2 answers the question of line 1 again; keep one of them";
    assert_eq!(score(&lost, &[]).told(), [(again, None)]);
    lost.write("a.jsonl", "");
    assert!(score(&lost, &[]).failures()[0].contains("no rows"));
    lost.write(
        "a.jsonl",
        "{\"image\":\"a.png\",\"class\":\"irf\",\"response\":\"yes\"}",
    );
    lost.write(
        "r.json",
        REFERENCES.replace("\"images\"", "\"asked\":[[\"z\",\"irf\"]],\"images\""),
    );
    assert!(
        score(&lost, &[]).failures()[0].starts_with("error: r.json: asked in the references names an image")
    );
    assert_eq!(lost.run(&["score", "presence", "--references", "r.json"]).code, 2);
}

#[test]
fn a_name_cannot_write_to_the_terminal() {
    let bench = bench(&[("b.png", "\u{1b}[31mred", "no")]);
    let ran = score(&bench, &[]);
    assert!(
        ran.success && !ran.stdout.contains('\u{1b}') && ran.stdout.contains("[31mred"),
        "{}",
        ran.stdout
    );
}
