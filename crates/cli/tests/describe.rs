//! `groundscope describe` as a user runs it.

mod common;

use common::{Bench, text};
use serde_json::{Value, json};

fn boxes(images: &[(&str, [u32; 2], Value)]) -> String {
    let image = |(id, [width, height], boxes): &(&str, [u32; 2], Value)| json!({"id": id, "width": width, "height": height, "boxes": boxes});
    let images: Vec<Value> = images.iter().map(image).collect();
    json!({"format": "groundscope-boxes/1", "space": "pixel", "images": images}).to_string()
}

/// Phantoms of the bench: their boxes and scans agree.
#[test]
fn phantoms_are_in_good_health() {
    let bench = Bench::new();
    let ran = bench.run(&[
        "describe",
        "--references",
        "scans/boxes.json",
        "--images",
        "scans",
        "--json",
    ]);
    let report = ran.json();
    assert_eq!(report["sets"][0]["name"], "scans/boxes.json");
    assert_eq!(report["all"]["images"], 2);
    let drawn: Value = serde_json::from_str(&text(&bench.path("scans/boxes.json"))).unwrap();
    let count: usize = drawn["images"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["boxes"].as_array().unwrap().len())
        .sum();
    assert_eq!(report["all"]["boxes"]["boxes"], count);
    for (check, found) in report["health"]["pictures"].as_object().unwrap() {
        assert_eq!(found, &json!({"count": 0, "found": []}), "{check}");
    }
    assert_eq!(report["health"]["repeated_names"]["count"], 0);
}

#[test]
fn splits_are_compared_and_pictures_checked() {
    let bench = Bench::new();
    let scan = std::fs::read(bench.path("scans/phantom-5.png")).unwrap();
    bench.write("scans/copy.png", &scan);
    bench.write("scans/broken.png", "no picture");
    bench.write("scans/notes.txt", "not looked at");
    let drawn: Value = serde_json::from_str(&text(&bench.path("scans/boxes.json"))).unwrap();
    let size_of = |at: usize| {
        let image = &drawn["images"][at];
        [&image["width"], &image["height"]].map(|side| side.as_u64().unwrap() as u32)
    };
    let size = size_of(0);
    let tiny = json!([{"class": "irf", "box": [0, 0, 5, 5]}, {"class": "Drusen2", "box": [0, 0, 99, 99]}]);
    bench.write(
        "train.json",
        boxes(&[("phantom-5.png", size, tiny), ("lost.png", size, json!([]))]),
    );
    bench.write(
        "test.json",
        boxes(&[
            ("copy.jpg", size, json!([])),
            ("broken.png", size, json!([])),
            ("phantom-6.png", [9, 9], json!([])),
        ]),
    );
    let splits = [
        "describe",
        "--split",
        "train=train.json",
        "--split",
        "test=test.json",
    ];
    let looked = [&splits[..], &["--images", "scans", "--tiny", "26", "--json"]].concat();
    let report = bench.run(&looked).json();
    let pictures = &report["health"]["pictures"];
    assert_eq!(
        pictures["missing_files"]["found"],
        json!([{"set": "train", "image": "lost.png"}])
    );
    assert_eq!(pictures["unreadable_files"]["found"][0]["image"], "broken.png");
    assert_eq!(
        pictures["sizes"]["found"],
        json!([{"set": "test", "image": "phantom-6.png", "declared": [9, 9], "picture": size_of(1)}])
    );
    assert_eq!(pictures["look_alikes_within"]["count"], 0);
    let pair = json!({"first": {"set": "train", "image": "phantom-5.png"}, "second": {"set": "test", "image": "copy.jpg"},
        "differing_bits": 0, "mean_difference": 0.0});
    assert_eq!(pictures["look_alikes_across"]["found"], json!([pair]));
    assert_eq!(
        (
            &report["health"]["tiny_boxes"]["count"],
            &report["settings"]["tiny_px"]
        ),
        (&json!(1), &json!(26))
    );
    let ran = bench.run(&splits);
    assert!(ran.success, "{}", ran.stderr);
    for words in [
        "train (pixel)\n",
        "All 2 together\n",
        "tiny boxes: 0\n",
        "Drusen2 (1 box in train), near drusen",
        "pictures: not looked at",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let second = bench
        .run(&[
            "describe",
            "--references",
            "train.json",
            "--second",
            "test.json",
            "--json",
        ])
        .json();
    assert_eq!(
        (&second["sets"][1]["name"], &second["all"]["images"]),
        (&json!("test.json"), &json!(5))
    );
}

#[test]
fn sizes_that_are_left_out_are_those_of_the_pictures() {
    let bench = Bench::new();
    bench.write(
        "n.csv",
        "image,class,x1,y1,x2,y2\nphantom-5.png,irf,10,10,50,50\n",
    );
    bench.write("scans/broken.png", "no picture");
    let bare = bench.run(&["describe", "--references", "n.csv"]);
    assert_eq!(
        bare.told()[0].1,
        Some("Add --images with the folder of the image files.")
    );
    let looked = bench.run(&["describe", "--references", "n.csv", "--images", "scans", "--json"]);
    assert!(
        looked.stderr.starts_with(
            "note: n.csv: image sizes are not in the annotations and were taken from elsewhere: 1 (first: "
        ),
        "{}",
        looked.stderr
    );
    let report = looked.json();
    assert_eq!(
        (&report["all"]["images"], &report["all"]["boxes"]["boxes"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(report["health"]["pictures"]["sizes"]["count"], 0);
    bench.write("n.csv", "image,class,x1,y1,x2,y2\nlost.png,irf,10,10,50,50\n");
    let lost = bench.run(&["describe", "--references", "n.csv", "--images", "scans"]);
    assert_eq!(
        lost.told()[0].1,
        Some("The folder of --images has no readable picture of this name.")
    );
}

/// A label file tells no size, and a picture without one may be of either split.
#[test]
fn pictures_without_labels_belong_to_a_set_that_is_alone() {
    let bench = Bench::new();
    for (folder, label) in [("one", "phantom-5.txt"), ("two", "phantom-6.txt")] {
        std::fs::create_dir(bench.path(folder)).unwrap();
        bench.write(&format!("{folder}/classes.txt"), "irf\n");
        bench.write(&format!("{folder}/{label}"), "0 0.5 0.5 0.25 0.5\n");
    }
    let described = |args: &[&str]| {
        bench
            .run(&[&["describe", "--images", "scans", "--json"], args].concat())
            .json()
    };
    let alone = described(&["--references", "one"]);
    assert_eq!(alone["all"]["images"], 2);
    assert_eq!(alone["health"]["images_without_boxes"]["count"], 1);
    let both = described(&["--split", "one=one", "--split", "two=two"]);
    assert_eq!(both["all"]["images"], 2);
    assert_eq!(both["health"]["images_without_boxes"]["count"], 0);
}

#[test]
fn what_is_wrong_is_one_line_and_a_hint() {
    let bench = Bench::new();
    bench.write("r.json", boxes(&[("a.png", [9, 9], json!([]))]));
    bench.write("bad.json", "{");
    std::fs::create_dir(bench.path("empty")).unwrap();
    let failures = |args: &[&str]| {
        let ran = bench.run(&[&["describe"], args].concat());
        ran.failures().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let both = failures(&["--references", "bad.json", "--references", "none.json"]);
    assert!(
        both[0].starts_with("error: bad.json: line 1")
            && both[1].starts_with("error: none.json: cannot be read"),
        "{both:?}"
    );
    bench.write("list.json", "[]");
    for (path, error, hint) in [
        ("bad.json", "check that the file is complete", None),
        (
            "empty",
            "there is no file of annotations in this folder",
            Some("Name the folder"),
        ),
        (
            "list.json",
            "the file is a list of detections",
            Some("with groundscope convert --sizes"),
        ),
    ] {
        let ran = bench.run(&["describe", "--references", path]);
        let (told, next) = ran.told()[0];
        assert!(told.contains(error), "{told}");
        assert_eq!(next.is_some(), hint.is_some(), "{}", ran.stderr);
        assert!(
            hint.is_none_or(|hint| ran.stderr.contains(hint)),
            "{}",
            ran.stderr
        );
    }
    assert!(failures(&["--references", "r.json", "--references", "r.json"])[0].contains("second data set"));
    assert!(
        failures(&["--references", "r.json", "--images", "empty"])[0]
            .starts_with("error: empty: there is no PNG")
    );
    assert!(
        failures(&["--references", "r.json", "--images", "no"])[0].starts_with("error: no: cannot be read")
    );
    assert_eq!(bench.run(&["describe"]).code, 2);
    assert_eq!(bench.run(&["describe", "--split", "train.json"]).code, 2);
}
