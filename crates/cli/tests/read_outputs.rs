//! The files that `groundscope read` writes of what it read.

mod common;

use common::{Bench, text};
use serde_json::Value;

const SCANS: [&str; 2] = ["scans/phantom-5.png", "scans/phantom-6.png"];

#[test]
fn coco_of_read_feeds_score() {
    let bench = Bench::new();
    let args = [
        "--json",
        "--boxes",
        "boxes.json",
        "--coco",
        "coco.json",
        SCANS[0],
        SCANS[1],
    ];
    let ran = bench.read(&args);
    assert!(ran.success, "{}", ran.stderr);
    let coco: Value = serde_json::from_str(&text(&bench.path("coco.json"))).unwrap();
    assert_eq!(coco["images"][0]["file_name"], "phantom-5.png");
    assert_eq!(
        coco["categories"].as_array().unwrap().len(),
        groundscope_ontology::Class::ALL.len()
    );
    // The same boxes in either file: scored against each other they are perfect.
    let score = bench.score("coco.json", "boxes.json", &["--json"]).json();
    assert_eq!(score["macro"]["mean_agg_iou"]["mean"], 1.0);
}

#[test]
fn a_table_has_every_class_of_every_scan() {
    let bench = Bench::new();
    let json = bench
        .read(&["--json", "--csv", "found.csv", SCANS[0], SCANS[1]])
        .json();
    let written = text(&bench.path("found.csv"));
    let rows: Vec<&str> = written.lines().skip(1).collect();
    let expected: usize = json
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|entry| entry["findings"].as_array().unwrap())
        .map(|finding| finding["boxes"].as_array().unwrap().len().max(1))
        .sum();
    assert_eq!(rows.len(), expected);
    assert!(
        rows.iter()
            .any(|row| row.starts_with("scans/phantom-5.png,irf,intraretinal fluid,"))
    );
    assert!(
        rows.iter()
            .any(|row| row.starts_with("scans/phantom-6.png,vmt,vitreomacular traction,no_answer,,"))
    );
}

#[test]
fn a_report_has_a_page_a_scan_and_the_date_it_is_given() {
    let bench = Bench::new();
    let ran = bench.read(&[
        "--report",
        "r.html",
        "--date",
        "1 March 2026",
        "--scale",
        "11.5,3.87",
        SCANS[0],
        SCANS[1],
    ]);
    assert!(ran.success, "{}", ran.stderr);
    let page = text(&bench.path("r.html"));
    assert_eq!(page.matches("<article").count(), 2);
    for words in [
        "<h1>phantom-5.png</h1>",
        "<h1>phantom-6.png</h1>",
        "1 March 2026",
        "11.5 \u{b5}m across",
        "data:image/png;base64,",
    ] {
        assert!(page.contains(words), "{words}");
    }
    // A date without a report is a slip.
    assert_eq!(bench.read(&["--date", "today", SCANS[0]]).code, 2);
}

#[test]
fn a_drawing_has_the_scan_and_its_legend() {
    let bench = Bench::new();
    let ran = bench.read(&["--svg", "drawn.svg", SCANS[0]]);
    assert!(ran.success, "{}", ran.stderr);
    let drawing = text(&bench.path("drawn.svg"));
    assert!(drawing.starts_with("<svg xmlns=") && drawing.contains("href=\"data:image/png;base64,"));
    assert!(drawing.contains("data-region=\"") && drawing.contains("phantom-5.png"));
}

#[test]
fn what_makes_no_sense_is_told_before_any_work() {
    let bench = Bench::new();
    let told = |args: &[&str]| bench.read(args).failures()[0].to_owned();
    let two = told(&["--svg", "o.svg", SCANS[0], SCANS[1]]);
    assert!(two.contains("--svg draws one scan, 2 files were given"), "{two}");
    for (option, file, what) in [
        ("--svg", "o.png", "--svg writes an SVG"),
        ("--report", "o.pdf", "--report writes an HTML page"),
    ] {
        let wrong = told(&[option, file, SCANS[0]]);
        assert!(wrong.contains(what), "{wrong}");
    }
    let same = told(&["--coco", "x.json", "--boxes", "x.json", SCANS[0]]);
    assert!(same.contains("--boxes and --coco name the same file"), "{same}");
    let twice = told(&["--coco", "x.json", SCANS[0], SCANS[0]]);
    assert!(twice.contains("a second file of this name"), "{twice}");
    let over = told(&["--csv", SCANS[0], SCANS[0]]);
    assert!(over.contains("--csv would overwrite what is read"), "{over}");
    let lost = told(&["--csv", "no/such/folder.csv", SCANS[0]]);
    assert!(lost.contains("cannot be written"), "{lost}");
    for name in ["o.svg", "o.png", "o.pdf", "x.json"] {
        assert!(!bench.path(name).exists(), "{name}");
    }
}
