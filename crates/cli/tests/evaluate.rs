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
    says(
        "a=raw.jsonl,family=plain",
        "run a: the plain family has no space and order of its own",
    );
    says(
        "a=raw.jsonl,family=plain",
        "hint: Declare them with space=, order=",
    );
    let twice = bench.run(&[
        "evaluate",
        "--references",
        "r.json",
        "--out",
        "out",
        "--run",
        "a=near.json",
        "--run",
        "a=near.json",
    ]);
    assert_eq!(
        twice.told(),
        [("error: two runs are called a; give every run its own name", None)]
    );
}

#[test]
fn help_says_what_is_written() {
    let bench = Bench::empty();
    let help = |command: &str| {
        let ran = bench.run(&[command, "--help"]);
        ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let evaluate = help("evaluate");
    assert!(
        evaluate.starts_with(
            "Score and compare models into a folder: one page, tables (Markdown, CSV, LaTeX, JSON)"
        ),
        "{evaluate}"
    );
    assert!(evaluate.contains("figures/ as SVG and PNG"), "{evaluate}");
    assert!(help("convert").contains("in place of an older one"));
}

fn evaluate(bench: &Bench, out: &str, run: &str) -> common::Ran {
    bench.run(&[
        "evaluate",
        "--references",
        "r.json",
        "--replicates",
        "10",
        "--out",
        out,
        "--run",
        run,
    ])
}

#[test]
fn what_an_earlier_report_left_is_removed() {
    let bench = files();
    assert!(evaluate(&bench, "report", "a=near.json,params=8B,answers=answers.jsonl").success);
    bench.write("report/tables/notes.txt", "mine");
    assert!(bench.path("report/figures/size_f1.png").is_file());
    let ran = evaluate(&bench, "report", "a=near.json");
    assert!(
        ran.stdout.contains(" files of the earlier report removed; open "),
        "{}",
        ran.stdout
    );
    for gone in [
        "figures/size_f1.png",
        "figures/size_f1.svg",
        "tables/table3_presence.tex",
    ] {
        assert!(!bench.path(&format!("report/{gone}")).exists(), "{gone}");
    }
    assert!(bench.path("report/figures/grounding_plane.svg").is_file());
    assert_eq!(text(&bench.path("report/tables/notes.txt")), "mine");
    assert!(
        !evaluate(&bench, "report", "a=near.json")
            .stdout
            .contains("removed")
    );
}

#[test]
fn a_report_spares_its_inputs_and_what_is_no_report() {
    let bench = files();
    assert!(evaluate(&bench, "report", "a=near.json").success);
    // An input among the files of the report, written again or no longer.
    for place in ["report/tables/table2_grounding.json", "report/tables/other.json"] {
        std::fs::copy(bench.path("near.json"), bench.path(place)).unwrap();
        let ran = evaluate(&bench, "report", &format!("a={place}"));
        assert!(
            ran.failures()[0].contains("--out would overwrite what is read"),
            "{}",
            ran.stderr
        );
        assert_eq!(text(&bench.path(place)), text(&bench.path("near.json")));
        std::fs::remove_file(bench.path(place)).unwrap();
    }
    for (name, other) in [("b", "{}"), ("c", "[1]"), ("d", "no JSON")] {
        std::fs::create_dir(bench.path(name)).unwrap();
        bench.write(&format!("{name}/evaluation.json"), other);
        assert!(evaluate(&bench, name, "a=near.json").failures()[0].contains("holds other files"));
        assert_eq!(text(&bench.path(&format!("{name}/evaluation.json"))), other);
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_in_the_folder() {
    let bench = files();
    assert!(evaluate(&bench, "report", "a=near.json").success);
    bench.write("precious", "precious");
    for (link, to) in [
        ("report.html", "../precious"),
        ("tables/table2_grounding.csv", "../../precious"),
        ("figures", ".."),
    ] {
        let place = bench.path(&format!("report/{link}"));
        let aside = bench.path("aside");
        std::fs::rename(&place, &aside).unwrap();
        std::os::unix::fs::symlink(to, &place).unwrap();
        let ran = evaluate(&bench, "report", "a=near.json");
        assert!(
            ran.failures()[0].contains("nothing was written"),
            "{}",
            ran.stderr
        );
        std::fs::remove_file(&place).unwrap();
        std::fs::rename(&aside, &place).unwrap();
    }
    assert_eq!(text(&bench.path("precious")), "precious");
    assert!(bench.path("r.json").is_file());
}

#[test]
fn names_that_no_report_can_print_are_refused_at_once() {
    let bench = files();
    for run in [
        "a\nb=near.json",
        "a=near.json,generation=\u{1b}[3m",
        "a=near.json,params=3B,active=8B",
    ] {
        let ran = evaluate(&bench, "out", run);
        assert!(ran.code == 2 && !ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    }
    let title = bench.run(&[
        "evaluate",
        "--references",
        "r.json",
        "--run",
        "a=near.json",
        "--out",
        "out",
        "--title",
        " ",
    ]);
    assert!(
        title.code == 2 && title.stderr.contains("the title is empty"),
        "{}",
        title.stderr
    );
    bench.write("odd.json", boxes(0).replace("erm", "a\\u001bb"));
    for args in [["--references", "odd.json"], ["--second-reading", "odd.json"]] {
        let fixed = ["evaluate", "--run", "a=near.json", "--out", "out"];
        let more: &[&str] = if args[0] == "--references" {
            &[]
        } else {
            &["--references", "r.json"]
        };
        let ran = bench.run(&[&fixed, &args[..], more].concat());
        let line = ran.failures()[0].to_owned();
        assert!(
            line.starts_with("error: odd.json: the class") && line.contains("control character"),
            "{line}"
        );
    }
    assert!(!bench.path("out").exists());
}

#[test]
fn responses_without_a_reader_say_which_there_are() {
    let bench = files();
    for (run, why) in [
        ("a=raw.jsonl", "family= does not say whose they are"),
        ("a=raw.jsonl,family=MyNet", "no reader for the family MyNet"),
    ] {
        let ran = evaluate(&bench, "out", run);
        assert!(ran.failures()[0].contains(why), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("family= with one of qwen3-vl, "),
            "{}",
            ran.stderr
        );
    }
}
