//! `score grounding --partial` and `merge`: any split prints what the whole does.

mod common;

use common::Bench;
use serde_json::{Value, json};

/// Some of twelve images with predictions that drift away from their references.
fn write(bench: &Bench, of: impl Fn(&usize) -> bool, name: &str) -> [String; 2] {
    [("references", 3), ("predictions", 4)].map(|(kind, step)| {
        let image = |at: usize| {
            let x = 10 + at * step;
            json!({"id": format!("{at}.png"), "width": 200, "height": 100, "boxes": [
                {"class": "irf", "box": [x, 10, x + 20, 30]}, {"class": "erm", "box": [0, at, 9, at + step]}]})
        };
        let images: Vec<Value> = (0..12).filter(&of).map(image).collect();
        let file = format!("{kind}-{name}.json");
        bench.write(&file, json!({"format": "groundscope-boxes/1", "space": "pixel", "images": images}).to_string());
        file
    })
}

#[test]
fn shards_merge_to_the_report_of_the_whole() {
    let bench = Bench::empty();
    let [r, p] = write(&bench, |_| true, "all");
    let mut whole = bench.score(&r, &p, &["--json"]).json();
    // What needs the boxes is left out of partial results.
    assert!(whole.as_object_mut().unwrap().remove("errors").is_some());
    assert_eq!(whole["intervals"]["replicates"], 1000);
    for shard in ["1/3", "2/3", "3/3"] {
        let out = format!("{}.part", &shard[..1]);
        assert!(
            bench
                .score(&r, &p, &["--shard", shard, "--partial", &out])
                .success
        );
    }
    let merged = bench.run(&["merge", "3.part", "1.part", "2.part", "--json"]);
    let mut told = merged.json();
    let left_out = told.as_object_mut().unwrap().remove("left_out").unwrap();
    assert_eq!(left_out, json!(["average_precision", "masks", "errors"]));
    assert_eq!(told, whole);

    // Files cut by hand, merged in two steps, with the classes' order and the bits of every figure kept.
    for (name, range) in [("left", 0..5), ("right", 5..12)] {
        let [r, p] = write(&bench, |at| range.contains(at), name);
        assert!(bench.score(&r, &p, &["--partial", name]).success);
    }
    let both = bench.run(&["merge", "right", "left", "--partial", "both"]);
    assert_eq!(both.stdout, "12 images merged into both.\n");
    assert_eq!(bench.run(&["merge", "both", "--json"]).stdout, merged.stdout);
    assert!(bench.run(&["merge", "both"]).stdout.contains("F1, 95 % interval"));
}

#[test]
fn what_cannot_be_merged_says_why() {
    let bench = Bench::empty();
    let [r, p] = write(&bench, |_| true, "all");
    assert!(
        bench
            .score(&r, &p, &["--shard", "1/2", "--partial", "first"])
            .success
    );
    assert!(
        bench
            .score(&r, &p, &["--shard", "2/2", "--t2", "0.5", "--partial", "other"])
            .success
    );
    let says = |args: &[&str], what: &str| {
        let ran = bench.run(args);
        assert!(ran.failures()[0].contains(what), "{}", ran.stderr);
    };
    says(&["merge", "first"], "of 2 parts these are not there: 2");
    says(&["merge", "first", "first"], "give each shard once");
    says(&["merge", "first", "other"], "differ in t2");
    says(&["merge", &r], "not a partial result");
    says(&["merge", "first", "--partial", "first"], "would overwrite");
    assert_eq!(bench.score(&r, &p, &["--shard", "1/2"]).code, 2);
    assert_eq!(bench.score(&r, &p, &["--shard", "3/2", "--partial", "x"]).code, 2);
}

#[test]
fn files_read_image_by_image_are_told_of_as_whole_ones_are() {
    let bench = Bench::new();
    let file = |score: &str, end: &str| {
        format!(
            "{{\"format\":\"groundscope-boxes/1\",\"space\":\"pixel\",\"images\":[{{\"id\":\"a\",\"width\":9,\"height\":9,\"boxes\":[\n{{\"class\":\"irf\",\"box\":[1,1,5,5],\"score\":{score}}}]}}{end}"
        )
    };
    bench.write("r.json", file("0.5", "]}"));
    bench.write("p.json", file("\"high\"", "]}"));
    bench.write("cut.json", file("0.5", ", {\"id\": tru}]}"));
    let streamed = bench.score("r.json", "p.json", &["--partial", "p.part"]);
    let whole = bench.score("r.json", "p.json", &[]);
    assert!(whole.stderr.contains("scores are no numbers"), "{}", whole.stderr);
    assert_eq!(streamed.stderr, whole.stderr);
    // A place in the file, not in the piece of it that was being read.
    let streamed = bench.score("r.json", "cut.json", &["--partial", "p.part"]);
    let whole = bench.score("r.json", "cut.json", &[]);
    assert!(whole.stderr.contains("line 2"), "{}", whole.stderr);
    assert_eq!(streamed.stderr, whole.stderr);
}
