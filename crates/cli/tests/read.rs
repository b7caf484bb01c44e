//! `groundscope read` as a user runs it.

mod common;

use common::{Bench, text};
use groundscope_model::weights::sample::{SampleFile, small_config};
use serde_json::Value;

#[test]
fn json_has_one_object_a_file_with_every_class() {
    let bench = Bench::new();
    let all = bench
        .read(&["--json", "scans/phantom-5.png", "scans/phantom-6.png"])
        .json();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 2);
    for (entry, file) in all.iter().zip(["scans/phantom-5.png", "scans/phantom-6.png"]) {
        assert_eq!(entry["file"], file);
        assert_eq!(
            (&entry["device"], &entry["model"]),
            (&Value::from("cpu"), &Value::from("random"))
        );
        let findings = entry["findings"].as_array().unwrap();
        let ids: Vec<_> = findings.iter().map(|f| f["class"].as_str().unwrap()).collect();
        let expected: Vec<_> = groundscope_ontology::Class::ALL.iter().map(|c| c.id()).collect();
        assert_eq!(ids, expected);
        for finding in findings {
            let answered = ["irf", "srf"].contains(&finding["class"].as_str().unwrap());
            assert_eq!(finding["present"].is_boolean(), answered);
            assert_eq!(finding["probability"].is_number(), answered);
            assert_eq!(finding["evidence"], if answered { "synthetic" } else { "none" });
            let (boxes, scores) = (
                finding["boxes"].as_array().unwrap(),
                finding["scores"].as_array().unwrap(),
            );
            assert_eq!(boxes.len(), scores.len());
            assert_eq!(boxes.is_empty(), finding["area_px"] == 0);
            for b in boxes {
                let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|i| b[i].as_u64().unwrap());
                assert!(x1 < x2 && x2 <= entry["width"].as_u64().unwrap());
                assert!(y1 < y2 && y2 <= entry["height"].as_u64().unwrap());
            }
        }
    }
}

#[test]
fn people_get_a_table() {
    let bench = Bench::new();
    let ran = bench.read(&["scans/phantom-5.png"]);
    assert!(ran.success, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("scans/phantom-5.png: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("intraretinal fluid") && ran.stdout.contains("synthetic scans only"));
    assert!(
        ran.stdout
            .contains("no answer: drusen, ellipsoid zone disruption")
    );
}

#[test]
fn the_built_in_weights_read_a_phantom() {
    let bench = Bench::new();
    let all = bench.run(&["read", "--json", "scans/phantom-5.png"]).json();
    let evidence = all[0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| &f["evidence"]);
    assert!(evidence.filter(|e| *e == "real").count() > 0);
}

#[test]
fn a_bad_file_fails_the_run_but_not_the_other_files() {
    let bench = Bench::new();
    bench.write("notes.txt", "no scan");
    let ran = bench.read(&["--json", "notes.txt", "scans/phantom-5.png", "missing.png"]);
    let failures = ran.failures();
    assert_eq!(failures.len(), 2);
    assert!(failures[0].starts_with("error: notes.txt: ") && failures[1].starts_with("error: missing.png: "));
    let all: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["file"], "scans/phantom-5.png");
}

#[test]
fn boxes_of_read_feed_score() {
    let bench = Bench::new();
    let files = ["scans/phantom-5.png", "scans/phantom-6.png"];
    let json = bench
        .read(&["--json", "--boxes", "found.json", files[0], files[1]])
        .json();
    let found: Value = serde_json::from_str(&text(&bench.path("found.json"))).unwrap();
    assert_eq!(
        (&found["format"], &found["space"]),
        (&"groundscope-boxes/1".into(), &"pixel".into())
    );
    let written: usize = found["images"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["boxes"].as_array().unwrap().len())
        .sum();
    let shown = json
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|e| e["findings"].as_array().unwrap());
    let shown: usize = shown.map(|f| f["boxes"].as_array().unwrap().len()).sum();
    assert!(written == shown && written > 0, "{written} {shown}");

    let report = bench.score("scans/boxes.json", "found.json", &["--json"]).json();
    assert!(report["per_class"].is_object() && report["macro"]["f1"]["mean"].is_number());
    // The findings scored against themselves are perfect.
    let same = bench.score("found.json", "found.json", &["--json"]).json();
    assert_eq!(same["macro"]["mean_agg_iou"]["mean"], 1.0);
}

#[test]
fn an_overlay_is_the_scan_with_something_drawn() {
    let bench = Bench::new();
    let ran = bench.read(&["--overlay", "drawn.png", "scans/phantom-5.png"]);
    assert!(ran.success, "{}", ran.stderr);
    let decode = |name: &str| groundscope_imaging::decode(&std::fs::read(bench.path(name)).unwrap()).unwrap();
    let (scan, drawn) = (decode("scans/phantom-5.png"), decode("drawn.png"));
    assert_eq!((scan.width, scan.height), (drawn.width, drawn.height));
    let changed = scan
        .grey
        .iter()
        .zip(&drawn.grey)
        .filter(|(a, b)| (*a - *b).abs() > 0.01)
        .count();
    assert!(changed > 50 && changed < scan.grey.len() / 2, "{changed}");
}

#[test]
fn contradictions_are_told_before_any_work() {
    let bench = Bench::new();
    let two = bench.read(&["--overlay", "o.png", "scans/phantom-5.png", "scans/phantom-6.png"]);
    assert!(two.failures()[0].contains("--overlay draws one scan, 2 files were given"));
    let same = bench.read(&["--boxes", "b.json", "scans/phantom-5.png", "scans/phantom-5.png"]);
    assert!(same.failures()[0].contains("a second file of this name"));
    assert!(!bench.path("o.png").exists() && !bench.path("b.json").exists());
    assert_eq!(bench.run(&["read"]).code, 2);
    assert_eq!(bench.read(&["--device", "tpu", "scans/phantom-5.png"]).code, 2);
}

#[test]
fn what_is_read_is_never_written_over() {
    let bench = Bench::new();
    let before = std::fs::read(bench.path("scans/phantom-5.png")).unwrap();
    for option in ["--overlay", "--boxes"] {
        let ran = bench.read(&[option, "./scans/../scans/phantom-5.png", "scans/phantom-5.png"]);
        assert!(
            ran.failures()[0].contains("would overwrite what is read"),
            "{}",
            ran.stderr
        );
        let ran = bench.read(&[option, "weights.safetensors", "scans/phantom-5.png"]);
        assert_eq!(ran.code, 1);
    }
    assert_eq!(std::fs::read(bench.path("scans/phantom-5.png")).unwrap(), before);
    let ran = bench.read(&["--overlay", "drawn.jpg", "scans/phantom-5.png"]);
    assert!(ran.failures()[0].contains("--overlay writes a PNG"));
    let ran = bench.read(&["--overlay", "x.png", "--boxes", "x.png", "scans/phantom-5.png"]);
    assert!(ran.failures()[0].contains("name the same file") && !bench.path("x.png").exists());
}

#[test]
fn damaged_weights_are_named() {
    let bench = Bench::new();
    let mut bytes = std::fs::read(bench.path("weights.safetensors")).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    bench.write("damaged.safetensors", &bytes);
    let ran = bench.run(&["read", "--weights", "damaged.safetensors", "scans/phantom-5.png"]);
    assert!(
        ran.failures()[0].contains("do not match `sha256."),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("hint: Download or copy the weights file again.")
    );
    bench.write("long.safetensors", vec![b'a'; (64 << 20) + 1]);
    let ran = bench.run(&["read", "--weights", "long.safetensors", "scans/phantom-5.png"]);
    assert!(
        ran.failures()[0].contains("holds more than 67108864 bytes"),
        "{}",
        ran.stderr
    );
    bench.write("text.safetensors", b"{\"weights\": 1}");
    let ran = bench.run(&["read", "--weights", "text.safetensors", "scans/phantom-5.png"]);
    assert!(
        ran.failures()[0].contains("this is not a safetensors file"),
        "{}",
        ran.stderr
    );
    let wrong = SampleFile::random(&small_config(), 3).bytes();
    bench.write("wrong.safetensors", wrong);
    let ran = bench.run(&["read", "--weights", "wrong.safetensors", "scans/phantom-5.png"]);
    assert!(
        ran.failures()[0].contains("the cpu computes wrongly with these weights"),
        "{}",
        ran.stderr
    );
    let ran = bench.run(&["read", "--weights", "none.safetensors", "scans/phantom-5.png"]);
    assert!(ran.failures()[0].contains("none.safetensors: cannot be read"));
}

#[test]
fn outputs_that_cannot_be_written_fail_the_run() {
    let bench = Bench::new();
    let ran = bench.read(&["--boxes", "no/such/folder.json", "scans/phantom-5.png"]);
    assert!(ran.failures()[0].contains("cannot be written"));
    let ran = bench.read(&["--overlay", "no/such/folder.png", "scans/phantom-5.png"]);
    assert!(ran.failures()[0].contains("cannot be written"));
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_gpu_says_so() {
    let bench = Bench::new();
    let ran = bench.read(&["--device", "gpu", "scans/phantom-5.png"]);
    assert_eq!(ran.failures(), ["error: this build has no GPU support"]);
    assert!(ran.stderr.contains("hint: Use --device cpu, or build with"));
}

#[test]
fn what_is_no_scan_is_said_to_be_none() {
    let bench = Bench::new();
    // A page of text lines: black bars on white.
    let page: Vec<u8> = (0..496u32 * 768)
        .flat_map(|at| {
            let (x, y) = (at % 768, at / 768);
            let ink = y % 24 < 9 && (x / 7) % 5 != 0 && x > 40 && x < 700;
            [if ink { 30 } else { 210 }; 3].into_iter().chain([255])
        })
        .collect();
    bench.write(
        "page.png",
        groundscope_imaging::encode_png_rgba(768, 496, &page).unwrap(),
    );
    let ran = bench.run(&["read", "page.png"]);
    assert!(ran.success, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("does not look like an OCT B-scan"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("--any-picture") && !ran.stdout.contains("absent"),
        "{}",
        ran.stdout
    );
    let json = bench.run(&["read", "--json", "page.png"]).json();
    assert_eq!(json[0]["gate"]["verdict"], "not_b_scan");
    assert!(
        json[0]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|finding| finding["present"].is_null())
    );
    let words = bench.run(&["read", "--any-picture", "page.png"]).stdout;
    assert!(
        words.contains("was read all the same") && words.contains("drusen"),
        "{words}"
    );
    let any = bench.run(&["read", "--json", "--any-picture", "page.png"]).json();
    assert_eq!(any[0]["gate"], json[0]["gate"]);
    assert!(
        any[0]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|finding| finding["present"].is_boolean())
    );
}

#[test]
fn hiding_the_evidence_tells_what_an_answer_rests_on() {
    let bench = Bench::new();
    let read = |more: &[&str]| {
        bench
            .run(
                &[
                    &["read", "--json", "scans/phantom-5.png", "scans/phantom-6.png"],
                    more,
                ]
                .concat(),
            )
            .json()
    };
    let plain = read(&[]);
    let checked = read(&["--occlusion-check"]);
    let mut seen = 0;
    for (plain, checked) in plain.as_array().unwrap().iter().zip(checked.as_array().unwrap()) {
        assert!(plain.get("occlusion").is_none());
        assert_eq!(plain["findings"], checked["findings"]);
        let shown = plain["findings"].as_array().unwrap().iter();
        let shown: Vec<_> = shown
            .filter(|finding| !finding["regions"].as_array().unwrap().is_empty())
            .collect();
        let occlusion = checked["occlusion"].as_array().unwrap();
        assert_eq!(occlusion.len(), shown.len());
        for (one, finding) in occlusion.iter().zip(shown) {
            assert_eq!(
                (&one["class"], &one["probability"]),
                (&finding["class"], &finding["probability"])
            );
            let hidden = one["hidden"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&hidden) && one["gone"].is_boolean(), "{one}");
            assert!(one["text"].as_str().unwrap().starts_with("Without "), "{one}");
            assert!(
                ["wholly", "partly", "not"].contains(&one["rests"].as_str().unwrap()),
                "{one}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0, "nothing was found to hide");
    let text = bench
        .run(&[
            "read",
            "--occlusion-check",
            "scans/phantom-5.png",
            "scans/phantom-6.png",
        ])
        .stdout;
    assert_eq!(text.matches("\n  hidden: ").count(), seen, "{text}");
}

#[test]
fn a_scale_makes_micrometres_of_pixels() {
    let bench = Bench::new();
    let json = bench
        .run(&[
            "read",
            "--json",
            "--scale",
            "11.5,3.87",
            "--eye",
            "OD",
            "scans/phantom-6.png",
        ])
        .json();
    let scan = &json[0];
    assert_eq!(
        scan["scale"],
        serde_json::json!({"lateral_um": 11.5, "axial_um": 3.87})
    );
    assert_eq!(scan["eye"], "right");
    let rows = scan["retina"]["top"].as_array().unwrap();
    assert!(rows.len() <= 128 && rows.len() == scan["retina"]["bottom"].as_array().unwrap().len());
    let mut seen = 0;
    for region in scan["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|f| f["regions"].as_array().unwrap())
    {
        let [x1, x2] = [0, 2].map(|side| region["box"][side].as_f64().unwrap());
        let extent = &region["extent"];
        assert_eq!(extent["width_px"].as_f64().unwrap(), x2 - x1);
        assert!(
            (extent["width_um"].as_f64().unwrap() - 11.5 * (x2 - x1)).abs() <= 0.05,
            "{extent}"
        );
        let area = region["area_px"].as_f64().unwrap() * 11.5 * 3.87 / 1e6;
        assert!(
            (extent["area_mm2"].as_f64().unwrap() - area).abs() <= 0.5e-4,
            "{extent}"
        );
        assert!(
            !region["place"]["depth"].as_array().unwrap().is_empty(),
            "{region}"
        );
        seen += 1;
    }
    assert!(seen > 0, "nothing was found to measure");
}

#[test]
fn a_scale_or_an_eye_that_is_none_is_refused_before_anything_is_read() {
    let bench = Bench::new();
    for (option, value, what) in [
        ("--scale", "11.5", "two numbers of micrometres per pixel"),
        ("--scale", "0,3", "two numbers of micrometres per pixel"),
        ("--eye", "both", "give right (OD) or left (OS)"),
    ] {
        let ran = bench.run(&["read", option, value, "scans/phantom-5.png"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(what), "{}", ran.stderr);
    }
}
