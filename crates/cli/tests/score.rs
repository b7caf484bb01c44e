//! `groundscope score grounding` and `make phantom` as a user runs them.

mod common;

use common::{Bench, text};
use serde_json::{Value, json};

fn boxes(boxes: Value) -> String {
    let image = json!({"id": "a.png", "width": 200, "height": 200, "boxes": boxes});
    json!({"format": "groundscope-boxes/1", "space": "pixel", "images": [image]}).to_string()
}

fn irf(corners: [f64; 4]) -> Value {
    json!({"class": "irf", "box": corners})
}

fn score(bench: &Bench, more: &[&str]) -> common::Ran {
    bench.score("r.json", "p.json", more)
}

/// Worked cases of docs/scoring.md: several partial boxes add up; a stray box can destroy a hit.
fn worked_case() -> Bench {
    let bench = Bench::new();
    bench.write("r.json", boxes(json!([irf([0.0, 0.0, 100.0, 100.0])])));
    let parts = [
        [0.0, 0.0, 50.0, 50.0],
        [50.0, 0.0, 100.0, 50.0],
        [0.0, 50.0, 50.0, 100.0],
    ];
    bench.write("p.json", boxes(parts.map(irf).to_vec().into()));
    bench
}

#[test]
fn the_json_report_has_the_documented_shape() {
    let bench = worked_case();
    let report = score(&bench, &["--json"]).json();
    let irf = &report["per_class"]["irf"];
    for (key, value) in [
        ("tp", 1.0),
        ("fp", 0.0),
        ("fn", 0.0),
        ("precision", 1.0),
        ("recall", 1.0),
        ("f1", 1.0),
    ] {
        assert_eq!(irf[key].as_f64(), Some(value), "{key}");
    }
    assert_eq!(irf["mean_agg_iou"], 0.75);
    assert_eq!(irf["boxes"], 1);
    for key in ["precision", "recall", "f1", "mean_agg_iou"] {
        assert!(
            report["macro"][key]["mean"].is_number() && report["macro"][key]["sd"].is_number(),
            "{key}"
        );
    }
    assert_eq!(report["macro"]["classes"], 1);
    assert_eq!(
        (&report["settings"]["t1"], &report["settings"]["t2"]),
        (&0.1.into(), &0.3.into())
    );
    assert!(report["dropped"].is_object());
    assert!(report.get("images").is_none());
}

#[test]
fn details_list_every_image() {
    let bench = worked_case();
    let report = score(&bench, &["--json", "--details"]).json();
    let image = &report["images"][0];
    assert_eq!(image["id"], "a.png");
    let reference = &image["references"][0];
    assert_eq!(
        (&reference["class"], &reference["agg_iou"]),
        (&"irf".into(), &0.75.into())
    );
    assert_eq!(
        (&reference["detected"], &reference["gathered"]),
        (&true.into(), &json!([0, 1, 2]))
    );
    assert_eq!(reference["box"].as_array().unwrap().len(), 4);
    assert_eq!(image["false_positives"], json!([]));
}

#[test]
fn thresholds_and_the_rule_for_false_positives_are_settings() {
    let bench = worked_case();
    let strict = score(&bench, &["--json", "--t2", "0.75"]).json();
    assert_eq!(
        (
            &strict["per_class"]["irf"]["tp"],
            &strict["per_class"]["irf"]["fp"]
        ),
        (&0.into(), &3.into())
    );
    let ungathered = score(&bench, &["--json", "--t2", "0.75", "--fp", "ungathered"]).json();
    assert_eq!(ungathered["per_class"]["irf"]["fp"], 0);
    assert_eq!(ungathered["settings"]["fp"], "ungathered");
    assert_eq!(score(&bench, &["--t1", "1.5"]).code, 2);
    assert_eq!(score(&bench, &["--fp", "never"]).code, 2);
}

#[test]
fn people_get_a_table() {
    let ran = score(&worked_case(), &[]);
    assert!(
        ran.success && ran.stdout.contains("irf") && ran.stdout.contains("0.75"),
        "{}",
        ran.stdout
    );
}

#[test]
fn bad_files_are_named() {
    let bench = worked_case();
    bench.write("p.json", "{\"format\"");
    assert!(score(&bench, &[]).failures()[0].starts_with("error: p.json: "));
    std::fs::remove_file(bench.path("r.json")).unwrap();
    assert!(score(&bench, &[]).failures()[0].starts_with("error: r.json: cannot be read"));
}

#[test]
fn predictions_for_another_image_are_an_error() {
    let bench = worked_case();
    bench.write("p.json", boxes(json!([])).replace("a.png", "b.png"));
    assert!(score(&bench, &[]).failures()[0].contains("b.png"));
}

#[test]
fn phantoms_come_with_boxes_and_the_seed_decides() {
    let bench = Bench::new();
    let ran = bench.run(&["make", "phantom", "--count", "1", "--seed", "6", "--out", "again"]);
    assert!(
        ran.success && ran.stdout.starts_with("1 phantom, "),
        "{}",
        ran.stdout
    );
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("scans/phantom-6.png"), bytes("again/phantom-6.png"));
    assert_ne!(bytes("scans/phantom-5.png"), bytes("scans/phantom-6.png"));
    let all: Value = serde_json::from_str(&text(&bench.path("scans/boxes.json"))).unwrap();
    let ids: Vec<_> = all["images"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| &i["id"])
        .collect();
    assert_eq!(ids, ["phantom-5.png", "phantom-6.png"]);
    let late = bench.run(&[
        "make",
        "phantom",
        "--seed",
        &u64::MAX.to_string(),
        "--out",
        "late",
    ]);
    assert!(!late.success && !bench.path("late").exists(), "{}", late.stdout);
}

#[test]
fn phantoms_come_as_coco_with_masks_and_the_folder_reads_as_that() {
    let bench = Bench::new();
    let coco: Value = serde_json::from_str(&text(&bench.path("scans/coco.json"))).unwrap();
    let annotations = coco["annotations"].as_array().unwrap();
    assert!(!annotations.is_empty());
    for annotation in annotations {
        assert!(annotation["segmentation"]["counts"].is_string(), "{annotation}");
        let [_, _, width, height] = [0, 1, 2, 3].map(|at| annotation["bbox"][at].as_f64().unwrap());
        let area = annotation["area"].as_f64().unwrap();
        assert!(area >= 20.0 && area <= width * height, "{annotation}");
    }
    let counted = |references: &str| {
        let report = bench.score(references, "scans/boxes.json", &["--json"]).json();
        assert_eq!(report["macro"]["f1"]["mean"], 1.0, "{references}");
        report["pooled"]["boxes"].as_u64().unwrap()
    };
    let whole = annotations.len() as u64;
    assert_eq!(
        ["scans/boxes.json", "scans/coco.json", "scans"].map(counted),
        [whole; 3]
    );
}

#[test]
fn responses_are_not_boxes_and_the_way_there_is_named() {
    let bench = worked_case();
    bench.write(
        "x.jsonl",
        json!({"image": "a.png", "class": "irf", "response": "[]"}).to_string(),
    );
    let ran = bench.score("r.json", "x.jsonl", &[]);
    assert_eq!(
        ran.failures(),
        ["error: x.jsonl: these are a model's responses, not boxes"]
    );
    assert!(
        ran.stderr
            .contains("groundscope parse x.jsonl --family F --references R --boxes OUT.json"),
        "{}",
        ran.stderr
    );
}

#[test]
fn no_name_from_a_file_reaches_the_terminal_as_a_command() {
    let bench = Bench::empty();
    let odd = json!([{"class": "\u{1b}[31mred\u{202e}", "box": [0, 0, 10, 10]}]);
    bench.write("r.json", boxes(odd));
    let ran = bench.score("r.json", "r.json", &[]);
    assert!(
        ran.success && ran.stdout.contains("\u{fffd}[31mred\u{fffd}"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']));
    // In JSON the name is the same, escaped.
    let ran = bench.score("r.json", "r.json", &["--json"]);
    assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']));
    assert_eq!(ran.json()["per_class"]["\u{1b}[31mred\u{202e}"]["tp"], 1);
    let ran = bench.score("r.json", "no\u{1b}[31m.json", &[]);
    assert!(
        ran.failures()[0].contains("no\u{fffd}[31m.json"),
        "{}",
        ran.stderr
    );
    let ran = bench.run(&["score", "grounding", "--t1", "\u{1b}[31m"]);
    assert!(ran.code == 2 && !ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once_and_whole() {
    let bench = worked_case();
    let made = std::process::Command::new("mkfifo")
        .arg(bench.path("pipe"))
        .status();
    assert!(made.unwrap().success());
    for more in [&["--partial", "part"][..], &[]] {
        let (from, to) = (bench.path("p.json"), bench.path("pipe"));
        let writer = std::thread::spawn(move || std::fs::write(to, std::fs::read(from).unwrap()).unwrap());
        let ran = bench.score("r.json", "pipe", more);
        assert!(ran.success, "{}", ran.stderr);
        writer.join().unwrap();
    }
}

#[test]
fn a_class_that_only_predictions_know_is_named_with_its_likely_meaning() {
    let bench = Bench::new();
    let boxes = |class: &str| {
        format!(
            r#"{{"format":"groundscope-boxes/1","space":"pixel","images":[{{"id":"a.png","width":90,"height":90,
            "boxes":[{{"class":{class:?},"box":[1,1,20,20]}}]}}]}}"#
        )
    };
    bench.write("r.json", boxes("irf"));
    bench.write("p.json", boxes("intraretinal\nflud"));
    let ran = bench.score("r.json", "p.json", &[]);
    let told = "No reference looks for the predicted class intraretinal flud. Is it intraretinal fluid, which stands in the ontology as irf?";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    assert!(
        !bench
            .score("r.json", "r.json", &[])
            .stdout
            .contains("No reference")
    );
}

#[test]
fn references_without_boxes_are_said_to_measure_nothing() {
    let bench = Bench::new();
    let empty = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[{"id":"a.png","width":9,"height":9,"boxes":[]}]}"#;
    bench.write("r.json", empty);
    let ran = bench.score("r.json", "r.json", &[]);
    assert!(
        ran.stdout.contains("The references have no boxes"),
        "{}",
        ran.stdout
    );
}
