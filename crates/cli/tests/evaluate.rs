//! `groundscope evaluate` as a user runs it: a folder of tables, figures and one page.

mod common;

use common::{Bench, text};
use serde_json::{Value, json};

fn boxes(shift: u32) -> String {
    let image = |at: u32| {
        let x = 10 + at * shift;
        json!({"id": format!("{at}.png"), "width": 200, "height": 100,
            "boxes": [{"class": "irf", "box": [x, 10, x + 30, 40]}, {"class": "erm", "box": [0, 60, 20, 70 + at]}]})
    };
    let images: Vec<Value> = (0..6).map(image).collect();
    json!({"format": "groundscope-boxes/1", "space": "pixel", "images": images}).to_string()
}

/// References, a run of boxes, and one of raw responses with answers.
fn files() -> Bench {
    let bench = Bench::empty();
    bench.write("r.json", boxes(0));
    bench.write("near.json", boxes(2));
    let response = |at: u32, class: &str, response: &str| {
        json!({"image": format!("{at}.png"), "class": class, "response": response}).to_string() + "\n"
    };
    let raw = |at| {
        response(
            at,
            "irf",
            r#"```json [{"bbox_2d": [50, 100, 200, 400], "label": "IRF"}]```"#,
        )
    };
    bench.write("raw.jsonl", (0..6).map(raw).collect::<String>());
    let answers = |at| {
        response(
            at,
            "irf",
            if at == 0 {
                "I cannot help with that."
            } else {
                "Yes."
            },
        )
    };
    bench.write("answers.jsonl", (0..6).map(answers).collect::<String>());
    bench
}

#[test]
fn a_folder_of_tables_figures_and_a_page_is_written() {
    let bench = files();
    let ran = bench.run(&[
        "evaluate",
        "--references",
        "r.json",
        "--second-reading",
        "near.json",
        "--out",
        "report",
        "--run",
        "Near one=near.json,params=8B,family=Near,kind=dense,generation=1",
        "--run",
        "Raw <VLM>=raw.jsonl,family=qwen3-vl,answers=answers.jsonl,params=30B,active=3B,kind=moe",
    ]);
    assert!(ran.success, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("Near one") && ran.stdout.contains("report.html"),
        "{}",
        ran.stdout
    );
    let page = text(&bench.path("report/report.html"));
    assert!(page.contains("Raw &lt;VLM&gt;") && !page.contains("<script"));
    for file in [
        "tables/table2_grounding.csv",
        "tables/table3_presence.tex",
        "figures/grounding_plane.svg",
        "figures/grounding_plane.png",
    ] {
        assert!(bench.path(&format!("report/{file}")).is_file(), "{file}");
    }
    let evaluation: Value = serde_json::from_str(&text(&bench.path("report/evaluation.json"))).unwrap();
    let raw = &evaluation["runs"][1];
    assert_eq!(
        (&raw["active"], &raw["presence"]["macro"]["f1"]["sd"]),
        (&json!(3.0), &json!(0.0))
    );
    // All six responses are in the space of the family: the box of the first image, exactly.
    assert_eq!(raw["grounding"]["per_class"][1]["tp"], 6);
    let notes = evaluation["notes"].to_string();
    assert!(
        notes.contains("6 responses, 6 boxes") && notes.contains("1 refused"),
        "{notes}"
    );
    // The same again replaces the report; a folder of something else is left alone.
    let again = |out: &str| {
        bench.run(&[
            "evaluate",
            "--references",
            "r.json",
            "--run",
            "a=near.json",
            "--out",
            out,
        ])
    };
    assert!(again("report").success);
    assert!(again(".").failures()[0].contains("holds other files"));
}

#[test]
fn what_is_wrong_is_told_by_run() {
    let bench = files();
    let says = |run: &str, what: &str| {
        let ran = bench.run(&["evaluate", "--references", "r.json", "--out", "out", "--run", run]);
        assert!(!ran.success && ran.stderr.contains(what), "{}", ran.stderr);
        assert!(!bench.path("out").exists());
    };
    says("a=missing.json", "missing.json");
    says("a=near.json,kind=sparse", "dense or moe");
    says("near.json", "NAME=FILE");
    bench.write("other.json", boxes(2).replace("0.png", "elsewhere.png"));
    says("a=other.json", "run a: the predictions have an image");
}
