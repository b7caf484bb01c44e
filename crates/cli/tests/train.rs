//! `groundscope train`, as a user runs it. What needs PyTorch is skipped, and says so, unless GROUNDSCOPE_PYTHON names a Python that
//! has it.

mod common;

use std::path::Path;

use common::{Bench, text};
use groundscope_model::WeightsFile;
use groundscope_train::training_folder::{Entry, entries};
use serde_json::Value;

/// A folder with six phantoms and their annotations in every form.
fn scans() -> Bench {
    let bench = Bench::empty();
    let made = bench.run(&[
        "make", "phantom", "--count", "6", "--seed", "40", "--out", "scans",
    ]);
    assert!(made.success, "{}", made.stderr);
    bench
}

fn convert(bench: &Bench, format: &str, out: &str) {
    let ran = bench.run(&["convert", "scans/coco.json", "--to", format, "--out", out]);
    assert!(ran.success, "{}", ran.stderr);
}

/// Runs as far as the Python, which is not there: what comes before is done by then.
fn prepared(bench: &Bench, run: &str, args: &[&str]) -> Vec<Entry> {
    let fixed = [
        "train",
        "--out",
        "own.safetensors",
        "--python",
        "no-such-python",
        "--run",
        run,
    ];
    let ran = bench.run(&[&fixed, args].concat());
    let failures = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect::<Vec<_>>();
    assert_eq!(failures.len(), 1, "{}", ran.stderr);
    assert!(
        failures[0].starts_with("error: no-such-python: it cannot be started"),
        "{}",
        ran.stderr
    );
    entries(&bench.path(run).join("scans")).unwrap().unwrap()
}

fn labels(bench: &Bench, run: &str, entry: &Entry) -> Vec<u32> {
    let file = bench
        .path(run)
        .join("scans")
        .join(entry.file.replace(".png", ".mask.png"));
    let file = std::io::BufReader::new(std::fs::File::open(file).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; entry.width as usize * entry.height as usize * 3];
    reader.next_frame(&mut pixels).unwrap();
    pixels
        .chunks_exact(3)
        .map(|p| u32::from_le_bytes([p[0], p[1], p[2], 0]))
        .collect()
}

#[test]
fn every_format_gives_the_labels_that_it_can_carry() {
    let bench = scans();
    let coco = prepared(&bench, "coco", &["--data", "scans"]);
    assert_eq!(coco.len(), 6);
    assert!(coco.iter().all(|entry| entry.patient.is_none()));
    // The exact masks of the phantoms, class by class.
    for (entry, seed) in coco.iter().zip(40..) {
        let settings = groundscope_phantom::PhantomSettings::random(seed);
        let phantom = groundscope_phantom::generate(&settings).unwrap();
        let drawn = labels(&bench, "coco", entry);
        assert_eq!(
            entry.name.as_deref(),
            Some(format!("phantom-{seed}.png").as_str())
        );
        for (class, mask) in &phantom.masks {
            let bit = groundscope_train::training_folder::bit(*class);
            // Specks below the least area have no box, and so no annotation.
            let clusters =
                groundscope_geometry::masks_to_boxes(mask, &groundscope_geometry::BoxRule::default());
            let area: u64 = clusters.iter().map(|cluster| cluster.area_px).sum();
            assert_eq!(
                drawn.iter().filter(|bits| **bits & bit != 0).count() as u64,
                area,
                "{} {class:?}",
                phantom.seed
            );
        }
        assert!(
            drawn
                .iter()
                .all(|bits| bits & groundscope_train::training_folder::UNSURE == 0)
        );
    }
    convert(&bench, "yolo-seg", "polygons");
    let polygons = prepared(
        &bench,
        "from-polygons",
        &["--data", "polygons", "--images", "scans"],
    );
    for (own, exact) in polygons.iter().zip(&coco) {
        assert_eq!((&own.name, &own.boxes), (&exact.name, &exact.boxes));
        assert_eq!(
            labels(&bench, "from-polygons", own),
            labels(&bench, "coco", exact)
        );
    }
    // Boxes alone: the same reference boxes, the labels unsure at the edges of each.
    for format in ["boxes", "yolo", "voc", "csv"] {
        let (out, run) = (format!("as-{format}"), format!("from-{format}"));
        convert(&bench, format, &out);
        let boxed = prepared(
            &bench,
            &run,
            &["--data", &out, "--images", "scans", "--format", format],
        );
        for (own, exact) in boxed.iter().zip(&coco) {
            assert_eq!(
                (&own.name, &own.classes),
                (&exact.name, &exact.classes),
                "{format}"
            );
            let unsure = labels(&bench, &run, own)
                .iter()
                .any(|bits| bits & groundscope_train::training_folder::UNSURE != 0);
            assert_eq!(unsure, !own.boxes.is_empty(), "{format}");
        }
    }
    // A label picture has one class a pixel.
    convert(&bench, "masks", "masks");
    let masks = prepared(&bench, "from-masks", &["--data", "masks", "--images", "scans"]);
    assert_eq!(masks.len(), 6);
    for (own, exact) in masks.iter().zip(&coco) {
        let (own, exact) = (labels(&bench, "from-masks", own), labels(&bench, "coco", exact));
        assert!(
            own.iter()
                .zip(&exact)
                .all(|(own, exact)| own & exact == *own && (*own == 0) == (*exact == 0))
        );
    }
}

#[test]
fn classes_patients_and_notes_reach_the_folder() {
    let bench = scans();
    let rows: Vec<String> = (40..46)
        .map(|seed| format!("phantom-{seed}.png,P{seed}"))
        .collect();
    bench.write("patients.csv", format!("file,patient\n{}\n", rows.join("\n")));
    let scans = [
        "--data",
        "scans",
        "--classes",
        "srf,drusen",
        "--patients",
        "patients.csv",
    ];
    let some = prepared(&bench, "some", &scans);
    assert_eq!(some[0].patient.as_deref(), Some("P40"));
    assert!(
        some.iter()
            .all(|entry| entry.looked_for.as_deref() == Some(&["drusen".to_owned(), "srf".to_owned()]))
    );
    let boxes = some.iter().flat_map(|entry| entry.boxes.keys());
    assert!(boxes.clone().count() > 0 && boxes.clone().all(|id| id == "srf" || id == "drusen"));
    // The same folder with another seed would mix two runs.
    let again = [
        "train",
        "--out",
        "own.safetensors",
        "--run",
        "some",
        "--seed",
        "2",
        "--python",
        "no-such-python",
    ];
    let other = bench.run(&[&again[..], &scans].concat());
    assert_eq!(
        other.failures(),
        [
            "error: some: this run was started with other settings (--seed); name another folder with --run, or give the same settings"
        ]
    );
}

#[test]
fn what_cannot_be_trained_on_is_said() {
    let bench = scans();
    let train = |args: &[&str]| {
        bench.run(
            &[
                &["train", "--out", "own.safetensors", "--python", "no-such-python"],
                args,
            ]
            .concat(),
        )
    };
    let said = |args: &[&str]| {
        let ran = train(args);
        ran.failures()[0].to_owned()
    };
    bench.write(
        "few.csv",
        "file,width,height,class,x1,y1,x2,y2\nphantom-40.png,768,496,bleb,1,1,90,90\n",
    );
    let unknown = said(&["--data", "few.csv", "--images", "scans"]);
    assert!(
        unknown.contains("The class \"bleb\" is not known.") && unknown.contains("--map \"bleb="),
        "{unknown}"
    );
    let mapped = said(&["--data", "few.csv", "--images", "scans", "--map", "bleb=irf"]);
    assert!(mapped.contains("1 of the 5 scans that are needed"), "{mapped}");
    let nowhere = said(&["--data", "few.csv", "--images", "own-scans"]);
    assert!(nowhere.contains("own-scans: cannot be read"), "{nowhere}");
    bench.write("table.csv", "file,patient\nphantom-40.png,P1\n");
    let lacking = said(&["--data", "scans", "--patients", "table.csv"]);
    assert!(
        lacking.contains("phantom-41.png: no patient in the table"),
        "{lacking}"
    );
    convert(&bench, "masks", "masks");
    let apart = said(&["--data", "masks"]);
    assert!(apart.contains("these are mask pictures"), "{apart}");
    let ran = bench.run(&["train", "--data", "scans", "--out", "no.bin"]);
    assert_eq!(
        ran.told(),
        [(
            "error: no.bin: --out is a weights file",
            Some("Name a file that ends in .safetensors.")
        )]
    );
    assert!(!bench.path("no-run").exists());
    let lost = "file,width,height,class,x1,y1,x2,y2\nphantom-40.png,768,496,irf,1,1,90,90\nphantom-41.png,768,496,irf,nan,1,90,90\n";
    bench.write("lost.csv", lost);
    let lost = said(&["--data", "lost.csv", "--images", "scans"]);
    assert!(
        lost.contains("1 of its boxes cannot be used (1 dropped, not finite)"),
        "{lost}"
    );
    let inside = said(&["--data", "scans", "--run", "scans/a/run"]);
    assert!(
        inside.contains("the folder of the run lies among the scans"),
        "{inside}"
    );
    let empty = said(&["--data", "scans", "--name", " "]);
    assert!(empty.contains("--name is empty"), "{empty}");
    let twice = said(&["--data", "scans", "--card", "own.safetensors"]);
    assert!(twice.contains("--out and --card name the same file"), "{twice}");
    let nowhere = said(&["--data", "scans", "--card", "no/such/card.md"]);
    assert!(nowhere.contains("--card cannot be written there"), "{nowhere}");
    std::fs::create_dir(bench.path("busy")).unwrap();
    let alone = groundscope_train::own::lock(&bench.path("busy")).unwrap();
    let busy = said(&["--data", "scans", "--run", "busy"]);
    assert!(busy.contains("another training is going on in busy"), "{busy}");
    drop(alone);
    bench.write("other.safetensors", weights_of_a_small_network());
    let other = said(&["--data", "scans", "--init", "other.safetensors"]);
    assert!(other.contains("of another network"), "{other}");
}

fn weights_of_a_small_network() -> Vec<u8> {
    use groundscope_model::weights::sample::{SampleFile, small_config};
    SampleFile::random(&small_config(), 3).bytes()
}

#[test]
fn a_run_stops_in_time_goes_on_and_leaves_weights_that_can_be_read() {
    let Some(python) = std::env::var_os("GROUNDSCOPE_PYTHON") else {
        eprintln!("skipped: GROUNDSCOPE_PYTHON names no Python with PyTorch");
        return;
    };
    let python = python.to_str().unwrap();
    let bench = scans();
    let rows: Vec<String> = (40..46)
        .map(|seed| format!("phantom-{seed}.png,P{seed}"))
        .collect();
    bench.write("patients.csv", format!("file,patient\n{}\n", rows.join("\n")));
    let train = |run: &str, out: &str, more: &[&str]| {
        let fixed = [
            "train",
            "--data",
            "scans",
            "--patients",
            "patients.csv",
            "--synthetic",
            "--phantoms",
            "0",
            "--steps",
            "2",
            "--threads",
            "1",
            "--name",
            "tiny",
            "--python",
            python,
            "--run",
            run,
            "--out",
            out,
        ];
        let ran = bench.run(&[&fixed, more].concat());
        assert!(ran.success, "{}\n{}", ran.stdout, ran.stderr);
        ran.stdout
    };
    let whole = train("whole", "whole.safetensors", &[]);
    assert!(whole.contains("device: "), "{whole}");
    // Python writes numbers that JSON does not know.
    let settings: Value = serde_json::from_str(&text(Path::new(&bench.path("whole/settings.json")))).unwrap();
    assert_eq!(settings["minutes"], Value::Null);
    let first = train("parts", "parts.safetensors", &["--minutes", "0"]);
    assert!(
        first.ends_with("stopped at step 1 of 2, since the time is up: the same command goes on\n"),
        "{first}"
    );
    assert!(!bench.path("parts.safetensors").exists());
    train("parts", "parts.safetensors", &[]);
    let [one, other] =
        ["whole", "parts"].map(|name| std::fs::read(bench.path(&format!("{name}.safetensors"))).unwrap());
    assert!(one == other, "a run in two pieces gave other weights");

    let weights = WeightsFile::parse(&one).unwrap();
    let manifest = weights.manifest();
    assert_eq!(manifest.name, "tiny");
    assert!(manifest.gate.is_some());
    assert!(
        manifest
            .data
            .iter()
            .any(|source| source.name == "scans of one's own")
    );
    assert!(
        manifest
            .classes
            .iter()
            .all(|class| class.evidence == groundscope_model::Evidence::Synthetic)
    );
    let read = bench
        .run(&[
            "read",
            "--weights",
            "whole.safetensors",
            "--json",
            "scans/phantom-40.png",
        ])
        .json();
    assert_eq!(read[0]["model"], "tiny");
    let card = text(&bench.path("whole.md"));
    assert!(
        card.contains("# Model card: tiny") && card.contains("The scans are drawn"),
        "{card}"
    );
    let evaluation: Value =
        serde_json::from_str(&text(Path::new(&bench.path("whole/evaluation.json")))).unwrap();
    for class in &manifest.classes {
        let measured = &evaluation["evidence"][&class.id];
        if !measured.is_null() {
            assert_eq!(class.figure_text.as_deref(), measured["text"].as_str());
        }
    }
}
