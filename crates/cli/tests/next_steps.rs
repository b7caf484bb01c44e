//! What the program says where it cannot read: what happened once, and the next step that fits.

mod common;

use common::{Bench, text};

#[test]
fn what_cannot_be_read_is_said_once() {
    let bench = Bench::new();
    bench.write("a.xml", "<annotation>");
    let failed = bench.run(&["convert", "a.xml", "--to", "boxes", "--out", "x.json"]);
    let line = failed.failures()[0];
    assert!(
        line.starts_with("error: a.xml: the file is not valid XML"),
        "{line}"
    );
    let scan = bench.run(&[
        "convert",
        "scans/phantom-5.png",
        "--to",
        "boxes",
        "--out",
        "x.json",
    ]);
    assert!(
        scan.failures()[0].contains("the class of a mask picture cannot be told"),
        "{}",
        scan.stderr
    );
    std::fs::copy(bench.path("scans/phantom-5.png"), bench.path("boxes.json")).unwrap();
    let renamed = bench.score("boxes.json", "boxes.json", &[]);
    assert!(
        renamed.failures()[0].contains("the file is a PNG picture"),
        "{}",
        renamed.stderr
    );
}

#[test]
fn each_error_has_a_next_step_of_its_own() {
    let bench = Bench::empty();
    std::fs::create_dir(bench.path("empty")).unwrap();
    bench.write(
        "list.json",
        r#"[{"image_id":1,"category_id":1,"bbox":[10,5,20.5,10],"score":0.5}]"#,
    );
    assert!(bench.run(&["make", "phantom", "--out", "scans"]).success);
    let coco = ["convert", "scans/boxes.json", "--to", "coco", "--out", "c.json"];
    assert!(bench.run(&coco).success);
    let convert = |args: &[&str]| bench.run(&[&["convert", "--to", "csv", "--out", "t.csv"], args].concat());
    assert!(convert(&["empty"]).failures()[0].contains("there is no file of annotations"));
    let alone = convert(&["list.json"]);
    assert_eq!(
        alone.told()[0].1,
        Some("Name the COCO file that the list belongs to with --sizes.")
    );
    assert!(convert(&["list.json", "--sizes", "c.json"]).success);
    bench.write("cut.json", &text(&bench.path("c.json"))[..200]);
    let cut = convert(&["cut.json"]);
    assert!(
        cut.failures()[0].ends_with("check that the file is complete"),
        "{}",
        cut.stderr
    );
    assert_eq!(cut.told()[0].1, None);
}
