//! `groundscope convert`, and the formats that other commands take, as a user runs them.

mod common;

use common::{Bench, text};
use serde_json::{Value, json};

const COCO: &str = r#"{"images":[{"id":0,"file_name":"a.png","width":100,"height":50}],"categories":[{"id":0,"name":"IRF"},{"id":1,"name":"optic disc"}],
    "annotations":[{"id":0,"image_id":0,"category_id":0,"bbox":[10,5,20.5,10],"segmentation":[[10,5,30.5,5,30.5,15,10,15]],"score":0.5},
      {"id":0,"image_id":0,"category_id":0,"bbox":[10,5,20.5,10]},{"id":2,"image_id":0,"category_id":0,"bbox":[1,1,0,5]}]}"#;

fn counts(report: &Value) -> Value {
    let pooled = &report["per_class"];
    json!([pooled, report["macro"]["classes"]])
}

#[test]
fn phantoms_go_through_every_format_and_score_the_same() {
    let bench = Bench::new();
    let report = bench
        .score("scans/boxes.json", "scans/boxes.json", &["--json"])
        .json();
    let mut from = "scans/boxes.json".to_owned();
    for (format, out) in [
        ("yolo", "as-yolo"),
        ("coco", "as-coco.json"),
        ("voc", "as-voc"),
        ("csv", "as-table.csv"),
        ("yolo-seg", "as-polygons"),
        ("boxes", "as-boxes.json"),
    ] {
        let ran = bench.run(&["convert", &from, "--to", format, "--out", out]);
        assert!(ran.success, "{}", ran.stderr);
        assert!(ran.stdout.contains("\nwritten  "), "{}", ran.stdout);
        let again = bench.score("scans/boxes.json", out, &["--json"]).json();
        assert_eq!(counts(&again), counts(&report), "{format}");
        let turned = bench.score(out, "scans/boxes.json", &["--json"]).json();
        assert_eq!(turned["per_class"], report["per_class"], "{format}");
        from = out.to_owned();
    }
    let before: Value = serde_json::from_str(&text(&bench.path("scans/boxes.json"))).unwrap();
    let after: Value = serde_json::from_str(&text(&bench.path("as-boxes.json"))).unwrap();
    assert_eq!(before, after);
}

#[test]
fn the_report_tells_what_was_dropped_noted_and_lost() {
    let bench = Bench::new();
    bench.write("c.json", COCO);
    let report = bench
        .run(&["convert", "c.json", "--to", "voc", "--out", "v", "--json"])
        .json();
    let read = &report["read"];
    assert_eq!(
        (&read["format"], &read["images"], &read["boxes"]),
        (&"coco".into(), &1.into(), &2.into())
    );
    assert_eq!(read["dropped"]["no_area"], 1);
    assert_eq!(
        read["notes"]["repeated_id"],
        json!({"count": 1, "first": "annotations[1]"})
    );
    assert_eq!(
        read["notes"]["duplicate_box"],
        json!({"count": 1, "first": "a.png, irf"})
    );
    assert_eq!(
        report["written"],
        json!({"format": "voc", "files": 1, "losses": [
            {"kind": "scores", "count": 1}, {"kind": "classes_without_boxes", "count": 1}, {"kind": "shapes", "count": 1}]})
    );
    let ran = bench.run(&[
        "convert", "c.json", "--to", "csv", "--out", "t.csv", "--space", "norm1000",
    ]);
    for line in [
        "read     coco: 1 image, 2 boxes",
        "dropped  1: no area",
        "note     annotations have the id of another and are all kept: 1 (first: annotations[1])",
        "written  csv: 1 file, t.csv",
        "lost     shapes are not written, but their boxes are: 1",
    ] {
        assert!(
            ran.stdout.lines().any(|found| found == line),
            "{line}\n{}",
            ran.stdout
        );
    }
    assert_eq!(
        text(&bench.path("t.csv")).lines().nth(1),
        Some("a.png,100,50,norm1000,irf,100,100,305,300,0.5")
    );
    let scored = bench.score("c.json", "t.csv", &["--json"]);
    assert!(
        scored
            .stderr
            .starts_with("note: c.json: annotations have the id of another"),
        "{}",
        scored.stderr
    );
    assert_eq!(scored.json()["per_class"]["irf"]["tp"], 2);
}

#[test]
fn nothing_is_written_over() {
    let bench = Bench::new();
    bench.write("c.json", COCO);
    let over = bench.run(&["convert", "c.json", "--to", "boxes", "--out", "c.json"]);
    assert_eq!(
        over.failures(),
        ["error: c.json: --out would overwrite what is read"]
    );
    let folder = bench.run(&["convert", "c.json", "--to", "yolo", "--out", "scans"]);
    assert_eq!(folder.failures(), ["error: scans: --out is not an empty folder"]);
    assert_eq!(text(&bench.path("c.json")), COCO);
    assert_eq!(
        bench
            .run(&["convert", "c.json", "--to", "parquet", "--out", "x"])
            .code,
        2
    );
    assert_eq!(
        bench
            .run(&["convert", "c.json", "--to", "csv", "--out", "x", "--join", "-1"])
            .code,
        2
    );
    assert_eq!(
        bench
            .run(&["convert", "c.json", "--to", "csv", "--out", "x", "--space", "mm"])
            .code,
        2
    );
    assert!(!bench.path("x").exists());
}

#[test]
fn sizes_names_and_classes_come_from_where_they_are() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("labels")).unwrap();
    bench.write("labels/phantom-5.txt", "1 0.5 0.5 0.25 0.5 0.9\n");
    let convert = |more: &[&str]| {
        bench.run(&[&["convert", "labels", "--to", "boxes", "--out", "b.json"], more].concat())
    };
    let bare = convert(&[]);
    assert!(
        bare.failures()[0].contains("the size of an image is not known"),
        "{}",
        bare.stderr
    );
    assert!(
        bare.stderr
            .contains("hint: Add --images with the folder of the image files, or --sizes"),
        "{}",
        bare.stderr
    );
    let nameless = convert(&["--images", "scans"]);
    assert!(
        nameless.failures()[0].contains("class 1 has no name"),
        "{}",
        nameless.stderr
    );
    bench.write("names.txt", "irf\nsrf\n");
    assert!(convert(&["--images", "scans", "--names", "names.txt"]).success);
    let file: Value = serde_json::from_str(&text(&bench.path("b.json"))).unwrap();
    assert_eq!(
        (&file["images"][0]["id"], &file["images"][0]["boxes"][0]["class"]),
        (&"phantom-5.png".into(), &"srf".into())
    );
    // The second phantom has no label file: it was looked at and has none.
    assert_eq!(file["images"][1]["boxes"], json!([]));
    assert!(convert(&["--sizes", "scans/boxes.json", "--names", "names.txt"]).success);
    let file: Value = serde_json::from_str(&text(&bench.path("b.json"))).unwrap();
    assert_eq!(file["images"].as_array().unwrap().len(), 1);
}

#[test]
fn masks_become_boxes_and_boxes_masks() {
    let bench = Bench::new();
    assert!(
        bench
            .run(&["convert", "scans/boxes.json", "--to", "masks", "--out", "m"])
            .success
    );
    let back = bench.run(&[
        "convert",
        "m",
        "--to",
        "coco",
        "--out",
        "m.json",
        "--min-area",
        "1",
        "--join",
        "0",
        "--json",
    ]);
    assert_eq!(back.json()["read"]["format"], "masks");
    let file: Value = serde_json::from_str(&text(&bench.path("m.json"))).unwrap();
    assert!(file["annotations"][0]["segmentation"]["counts"].is_string());
    assert_eq!(file["images"][0]["file_name"], "phantom-5.png");
    std::fs::rename(bench.path("m/classes.json"), bench.path("map.json")).unwrap();
    let bare = bench.run(&["convert", "m", "--to", "coco", "--out", "n.json"]);
    assert!(
        bare.failures()[0].contains("the class of a mask picture cannot be told"),
        "{}",
        bare.stderr
    );
    let mapped = bench.run(&[
        "convert",
        "m",
        "--to",
        "coco",
        "--out",
        "n.json",
        "--class-map",
        "map.json",
        "--min-area",
        "1",
        "--join",
        "0",
    ]);
    assert!(mapped.success, "{}", mapped.stderr);
    assert_eq!(text(&bench.path("n.json")), text(&bench.path("m.json")));
}

#[test]
fn files_of_folders_are_spared_too() {
    let bench = Bench::new();
    let yolo = bench.run(&["convert", "scans/boxes.json", "--to", "yolo", "--out", "y"]);
    assert!(yolo.success, "{}", yolo.stderr);
    let before = text(&bench.path("y/data.yaml"));
    let picture = std::fs::read(bench.path("scans/phantom-5.png")).unwrap();
    let over = |args: &[&str]| {
        let ran = bench.run(args);
        assert!(
            ran.failures()[0].ends_with("would overwrite what is read"),
            "{}",
            ran.stderr
        );
    };
    over(&["convert", "y", "--to", "csv", "--out", "y/data.yaml"]);
    over(&[
        "convert",
        "y",
        "--to",
        "csv",
        "--out",
        "scans/phantom-5.png",
        "--images",
        "scans",
    ]);
    over(&[
        "convert",
        "scans/boxes.json",
        "--to",
        "csv",
        "--out",
        "y/images.csv",
        "--sizes",
        "y",
    ]);
    let score = |out: &str| {
        let ran = bench.score("y", "scans/boxes.json", &["--partial", out]);
        assert!(
            ran.failures()[0].ends_with("would overwrite what is read"),
            "{}",
            ran.stderr
        );
    };
    score("y/labels/phantom-5.txt");
    score("scans/boxes.json");
    bench.write(
        "out.jsonl",
        json!({"image": "phantom-5.png", "class": "irf", "response": "[]"}).to_string(),
    );
    over(&[
        "parse",
        "out.jsonl",
        "--family",
        "qwen3-vl",
        "--references",
        "y",
        "--boxes",
        "y/data.yaml",
    ]);
    assert_eq!(text(&bench.path("y/data.yaml")), before);
    assert_eq!(std::fs::read(bench.path("scans/phantom-5.png")).unwrap(), picture);
}

#[test]
fn a_folder_is_whole_or_not_there() {
    let bench = Bench::empty();
    let image = |id: &str| json!({"id": id, "width": 100, "height": 50, "boxes": []});
    let file = |images: Vec<Value>| {
        json!({"format": "groundscope-boxes/1", "space": "pixel", "images": images}).to_string()
    };
    bench.write(
        "long.json",
        file(vec![image("a.png"), image(&format!("{}.png", "n".repeat(300)))]),
    );
    let ran = bench.run(&["convert", "long.json", "--to", "voc", "--out", "new/folder"]);
    assert!(
        ran.failures()[0].contains("longer than 255 bytes"),
        "{}",
        ran.stderr
    );
    assert_eq!(std::fs::read_dir(bench.dir.path()).unwrap().count(), 1);
    bench.write("short.json", file(vec![image("a.png")]));
    assert!(
        bench
            .run(&["convert", "short.json", "--to", "voc", "--out", "new/folder"])
            .success
    );
    let again = bench.run(&["convert", "new", "--to", "boxes", "--out", "again.json"]);
    assert!(again.success, "{}", again.stderr);
    assert_eq!(std::fs::read_dir(bench.dir.path()).unwrap().count(), 4);
}

#[test]
fn hidden_files_are_left_out_and_said_to_be() {
    let bench = Bench::new();
    assert!(
        bench
            .run(&["convert", "scans/boxes.json", "--to", "voc", "--out", "v"])
            .success
    );
    bench.write("v/._phantom-5.xml", "no XML");
    let report = bench.run(&["convert", "v", "--to", "csv", "--out", "t.csv"]);
    assert!(
        report
            .stdout
            .contains("note     hidden files or folders left out: 1\n"),
        "{}",
        report.stdout
    );
    let scored = bench.score("v", "scans/boxes.json", &["--json"]);
    assert_eq!(scored.stderr, "note: v: hidden files or folders left out: 1\n");
    assert!(scored.success);
}

#[test]
fn chosen_classes_are_kept_and_the_rest_is_counted() {
    let bench = Bench::new();
    bench.write("c.json", COCO);
    let keep = |classes: &str| {
        bench.run(&[
            "convert",
            "c.json",
            "--to",
            "boxes",
            "--out",
            "k.json",
            "--classes",
            classes,
            "--json",
        ])
    };
    let report = keep("optic disc, SRF").json();
    assert_eq!(report["read"]["boxes"], 0);
    assert_eq!(report["read"]["notes"]["other_class"]["count"], 2);
    let kept: Value = serde_json::from_str(&text(&bench.path("k.json"))).unwrap();
    assert_eq!(kept["exhaustive"], json!(["srf", "optic disc"]));
    assert_eq!(keep("intraretinal fluid").json()["read"]["boxes"], 2);
    // The message says what to do: there is no hint beside it.
    let wrong = keep("irf,optic disk");
    let told = "error: c.json: nothing here is of the class optic disk; check its name, or leave it out of the classes to keep";
    assert_eq!(wrong.told(), [(told, None)]);
}

#[test]
fn no_data_set_is_written_into_the_folder_of_another() {
    let bench = Bench::new();
    bench.write("c.json", COCO);
    let yolo = bench.run(&["convert", "c.json", "--to", "yolo", "--out", "yolo"]);
    assert!(yolo.success, "{}", yolo.stderr);
    let inside = bench.run(&["convert", "yolo", "--to", "voc", "--out", "yolo/new/voc"]);
    assert!(
        !inside.success && inside.stderr.contains("lies inside"),
        "{}",
        inside.stderr
    );
    assert!(!bench.path("yolo/new").exists());
    assert!(
        bench
            .run(&["convert", "yolo", "--to", "voc", "--out", "yolo-voc"])
            .success
    );
}
