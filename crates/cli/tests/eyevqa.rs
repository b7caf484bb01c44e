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

#[test]
fn several_runs_are_compared() {
    let bench = Bench::empty();
    let question = |n: usize| {
        json!({"question_id": format!("q{n}"), "question_type": (["judgement", "single_choice", "bounding_box"][n % 3]), "image": format!("i{}", n / 2),
        "answer": (["Yes", "B", "[0,0,0.5,0.5]"][n % 3]), "disease_category": "glaucoma"})
    };
    bench.write(
        "q.json",
        json!((0..90).map(question).collect::<Vec<_>>()).to_string(),
    );
    // Right in so many of ten.
    let run = |tenths: usize| -> String {
        (0..90)
            .map(|n| {
                let right = n % 10 < tenths;
                let response = match (n % 3, right) {
                    (0, true) => "Yes",
                    (0, false) => "No",
                    (1, true) => "B",
                    (1, false) => "C",
                    (_, true) => "[0,0,50,50]",
                    (_, false) => "[0,0,50,25]",
                };
                format!(
                    "{}\n",
                    json!({"question_id": format!("q{n}"), "response": response})
                )
            })
            .collect()
    };
    for (name, tenths) in [("good", 9), ("fair", 6), ("poor", 3)] {
        bench.write(&format!("{name}.jsonl"), run(tenths));
    }
    let args = [
        "score",
        "eyevqa",
        "--questions",
        "q.json",
        "--answers",
        "poor.jsonl",
        "--answers",
        "best=good.jsonl",
        "--answers",
        "fair.jsonl",
        "--coordinates",
        "percent",
    ];
    let report = bench.run(&[&args[..], &["--json"]].concat()).json();
    let names: Vec<&str> = report["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["best", "fair", "poor"]);
    let total = &report["runs"][0]["total"];
    let [low, high] = [0, 1].map(|at| total["interval"][at].as_f64().unwrap());
    assert!(low < total["score"].as_f64().unwrap() && total["score"].as_f64().unwrap() < high);
    let test = &report["pairs"][1]["tests"]["TF"];
    // Nine against three of ten, of thirty: eighteen only the first has right.
    assert_eq!(
        (&test["test"], &test["discordant"]),
        (&"mcnemar".into(), &json!([18, 0]))
    );
    assert!(test["p"].as_f64().unwrap() < 1e-4 && test["p_holm"].as_f64() >= test["p"].as_f64());
    let boxes = &report["pairs"][1]["tests"]["BB"];
    assert_eq!(boxes["test"], "paired_bootstrap");
    assert!(
        (boxes["difference"].as_f64().unwrap() - 30.0).abs() < 1e-9 && boxes["p"].as_f64().unwrap() < 0.01
    );
    assert_eq!(report["spearman"]["rho"][0], json!([1.0, 1.0, 1.0]));
    let text = bench.run(&args).stdout;
    assert!(
        text.contains("best minus poor") && text.contains("mcnemar"),
        "{text}"
    );
    let twice = bench.run(&[
        "score",
        "eyevqa",
        "--questions",
        "q.json",
        "--answers",
        "fair.jsonl",
        "--answers",
        "fair.jsonl",
    ]);
    assert!(
        twice.failures()[0].contains("two runs have the name fair"),
        "{}",
        twice.stderr
    );
}

#[test]
fn questions_are_made_of_phantoms_described_paired_and_answered() {
    let bench = Bench::empty();
    assert!(
        bench
            .run(&[
                "make", "phantom", "--count", "30", "--seed", "3", "--out", "scans"
            ])
            .success
    );
    let make = [
        "make",
        "eyevqa",
        "--from",
        "scans/coco.json",
        "--images",
        "scans",
        "--count",
        "120",
        "--seed",
        "4",
        "--dataset",
        "Phantoms",
        "--licence",
        "CC0",
        "--export-images",
        "--out",
    ];
    let ran = bench.run(&[&make[..], &["one", "--json"]].concat());
    let report = ran.json();
    assert_eq!(report["types"].as_object().unwrap().len(), 7, "{report}");
    assert!(report["composites_written"].as_u64().unwrap() > 0);
    assert!(bench.run(&[&make[..], &["two"]].concat()).success);
    assert_eq!(
        common::text(&bench.path("one/questions.json")),
        common::text(&bench.path("two/questions.json"))
    );
    let described = bench
        .run(&["describe", "eyevqa", "one/questions.json", "--json"])
        .json();
    assert_eq!(described["questions"], report["questions"]);
    assert_eq!(described["several_images"], report["several_images"]);
    let prompts = bench.run(&["prompts", "eyevqa", "one/questions.json"]).stdout;
    assert_eq!(
        prompts.lines().count() as u64,
        report["questions"].as_u64().unwrap()
    );
    // The images of the scans are the user's copies; composites are built where they are not there.
    let paired = bench
        .run(&[
            "pair",
            "eyevqa",
            "--questions",
            "one/questions.json",
            "--images",
            "scans",
            "--out",
            "pairs",
            "--json",
        ])
        .json();
    assert_eq!(
        (&paired["paired"], &paired["composites"]),
        (&report["questions"], &report["several_images"])
    );
    let whole: serde_json::Value =
        serde_json::from_str(&common::text(&bench.path("pairs/pairs.json"))).unwrap();
    let layout = &whole["composites"][0];
    let picture = groundscope_imaging::decode(
        &std::fs::read(bench.path(&format!("pairs/composites/{}", layout["name"].as_str().unwrap())))
            .unwrap(),
    )
    .unwrap();
    assert_eq!(
        (u64::from(picture.width), u64::from(picture.height)),
        (
            layout["width"].as_u64().unwrap(),
            layout["height"].as_u64().unwrap()
        )
    );
    // Gold answers are right.
    let questions: serde_json::Value =
        serde_json::from_str(&common::text(&bench.path("one/questions.json"))).unwrap();
    let rows: String = questions
        .as_array()
        .unwrap()
        .iter()
        .map(|q| {
            format!(
                "{}\n",
                json!({"question_id": q["question_id"], "response": q["answer"]})
            )
        })
        .collect();
    bench.write("gold.jsonl", rows);
    let scored = bench
        .run(&[
            "score",
            "eyevqa",
            "--questions",
            "one/questions.json",
            "--answers",
            "gold.jsonl",
            "--json",
        ])
        .json();
    assert_eq!(scored["total"], 100.0);
    // Without a licence nothing is passed on.
    let kept = [
        "make",
        "eyevqa",
        "--from",
        "scans/coco.json",
        "--images",
        "scans",
        "--count",
        "20",
        "--export-images",
        "--out",
        "kept",
        "--json",
    ];
    let kept = bench.run(&kept).json();
    assert_eq!(
        (&kept["images_written"], &kept["composites_written"]),
        (&0.into(), &0.into())
    );
    assert!(kept["images_kept_back"]["no licence is stated"].as_u64().unwrap() > 0);
}

#[test]
fn questions_are_made_of_labels_alone() {
    let bench = Bench::empty();
    let mut table =
        "image,width,height,disease,grade,patient,eye,visit,cup_disc_ratio,fovea_x,fovea_y,licence\n"
            .to_owned();
    for n in 0..24 {
        let eye = if n % 2 == 0 { "OD" } else { "left" };
        table += &format!(
            "i{n}.jpg,800,600,DR,{},p{},{eye},{},0.{},{},{},CC BY-ND\n",
            n % 5,
            n / 4,
            n / 2 % 2,
            20 + n * 3,
            400 + n,
            300
        );
    }
    bench.write("labels.csv", &table);
    let report = bench
        .run(&[
            "make",
            "eyevqa",
            "--from",
            "labels.csv",
            "--format",
            "labels",
            "--count",
            "200",
            "--out",
            "out",
            "--json",
        ])
        .json();
    for kind in ["SC", "TF", "RK", "PL"] {
        assert!(report["types"][kind].as_u64().unwrap() > 0, "{report}");
    }
    let text = common::text(&bench.path("out/questions.json"));
    for part in [
        "\"bilateral\"",
        "\"follow_up\"",
        "\"severity\"",
        "\"cup_disc_ratio\"",
        "\"landmark\"",
        "\"grade\"",
    ] {
        assert!(text.contains(part), "{part}");
    }
    bench.write("bad.csv", table.replace(",left,", ",up,"));
    let bad = bench.run(&[
        "make", "eyevqa", "--from", "bad.csv", "--format", "labels", "--out", "bad",
    ]);
    assert!(
        bad.failures()[0].contains("line 3: eye is up; write right or left"),
        "{}",
        bad.stderr
    );
    let none = bench.run(&[
        "make", "eyevqa", "--from", "bad.csv", "--format", "poem", "--out", "bad",
    ]);
    assert_eq!(none.code, 1);
}

/// The fundus sets, where there are any.
#[test]
fn real_fundus_photographs_give_all_seven_types() {
    let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fundus-masks");
    if !place.is_dir() {
        eprintln!("skipped: {} is not there", place.display());
        return;
    }
    let bench = Bench::empty();
    bench.write("map.json", json!({"MA": "microaneurysms", "HE": "haemorrhages", "EX": "exudates", "SE": "soft exudates", "OD": "optic disc"}).to_string());
    let [masks, images] = ["masks", "images"].map(|part| place.join(part).display().to_string());
    let report = bench
        .run(&[
            "make",
            "eyevqa",
            "--from",
            &masks,
            "--images",
            &images,
            "--class-map",
            "map.json",
            "--count",
            "350",
            "--out",
            "out",
            "--json",
        ])
        .json();
    for kind in ["SC", "MS", "VS", "TF", "RK", "PL", "BB"] {
        assert_eq!(report["types"][kind], 50, "{report}");
    }
}
