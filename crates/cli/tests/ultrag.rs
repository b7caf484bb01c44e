//! UltraG-Bench as a user runs it: convert, make, validate, review, describe, score; on boxes of the test's own, and on real scans.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{Bench, text};
use groundscope_geometry::{Mask, Rle};
use groundscope_imaging::encode_png_grey;
use serde_json::{Value, json};

/// A data set with a train and a test split, of the organ that is told.
fn data_set(bench: &Bench, raw: &str) {
    for (split, images) in [("train", 2), ("test", 3)] {
        let folder = bench.path("coco").join("Set A").join(split);
        std::fs::create_dir_all(&folder).unwrap();
        let all: Vec<Value> = (1..=images)
            .map(|id| json!({"id": id, "file_name": format!("{id}.png"), "width": 120, "height": 90}))
            .collect();
        let annotations: Vec<Value> = (1..=images)
            .map(|id| {
                let (x, y, w, h) = (10 * id, 20, 30, 20 + id);
                json!({"id": id, "image_id": id, "category_id": 4, "bbox": [x, y, w, h], "area": w * h,
                    "segmentation": [[x, y, x + w, y, x + w, y + h, x, y + h]], "iscrowd": 0})
            })
            .collect();
        let coco = json!({"images": all, "annotations": annotations, "categories": [{"id": 4, "name": raw}]});
        std::fs::write(folder.join("_annotations.coco.json"), coco.to_string()).unwrap();
    }
}

fn lines(path: &Path) -> Vec<Value> {
    text(path)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn made(bench: &Bench) -> Vec<Value> {
    data_set(bench, "malignant breast tumor");
    let ran = bench.run(&[
        "make", "ultrag", "--coco", "coco", "--organ", "Breast", "--out", "r.jsonl",
    ]);
    assert!(
        ran.success && ran.stdout.contains("5 records"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    lines(&bench.path("r.jsonl"))
}

#[test]
fn records_are_made_checked_counted_and_decided() {
    let bench = Bench::empty();
    let records = made(&bench);
    assert_eq!(records[0]["sample_id"], "Set_A_test_1");
    assert_eq!(records[0]["masks"][0]["pathology_label"], "malignant");
    let again = made(&bench);
    assert_eq!(records, again, "the same source gives the same records");
    let checked = bench.run(&["validate", "ultrag", "r.jsonl", "--json"]).json();
    assert_eq!(
        (&checked["records"], &checked["passing"], &checked["mean_score"]),
        (&5.into(), &5.into(), &100.0.into())
    );
    let counted = bench.run(&["describe", "ultrag", "r.jsonl", "--json"]).json();
    assert_eq!(
        counted["organs"]["breast"]["splits"],
        json!({"test": 3, "train": 2})
    );
    // Some of the images, by a seed.
    let some = |seed: &str| {
        let args = [
            "make", "ultrag", "--coco", "coco", "--organ", "breast", "--count", "1", "--seed", seed, "--out",
            "s.jsonl",
        ];
        assert!(bench.run(&args).success);
        lines(&bench.path("s.jsonl"))
            .iter()
            .map(|record| record["sample_id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!((some("1").len(), some("1")), (2, some("1")));
    assert!((0..20).any(|seed| some(&seed.to_string()) != some("1")));
    // A broken record fails the check, and is decided.
    let broken = text(&bench.path("r.jsonl")).replacen("[SEG]", "", 1);
    bench.write("b.jsonl", &broken);
    let failed = bench.run(&["validate", "ultrag", "b.jsonl"]);
    assert!(
        failed.stdout.contains("missing_seg_token (1)"),
        "{}",
        failed.stdout
    );
    assert_eq!(failed.failures(), ["error: b.jsonl: 1 of 5 records do not pass"]);
    let queue = bench.run(&["review", "ultrag", "b.jsonl", "--json"]).json();
    assert_eq!(
        (&queue[0]["sample_id"], &queue[0]["worst"]),
        (&"Set_A_test_1".into(), &"critical".into())
    );
    let reject = [
        "review",
        "ultrag",
        "b.jsonl",
        "--record",
        "Set_A_test_1",
        "--verdict",
        "reject",
        "--reviewer",
        "R",
        "--reason",
        "no token",
        "--out",
        "b.jsonl",
    ];
    assert!(bench.run(&reject).success);
    assert_eq!(
        bench
            .run(&["review", "ultrag", "b.jsonl", "--json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        4
    );
    bench.write("none.jsonl", "");
    let scored = bench
        .run(&[
            "score",
            "ultrag",
            "--records",
            "b.jsonl",
            "--coco",
            "coco",
            "--predictions",
            "none.jsonl",
            "--json",
        ])
        .json();
    assert_eq!(
        scored["tasks"]["segmentation"]["n"], 4,
        "the rejected one is left out"
    );
}

#[test]
fn predictions_may_be_masks() {
    let bench = Bench::empty();
    let records = made(&bench);
    std::fs::create_dir(bench.path("masks")).unwrap();
    for record in &records {
        for task in record["annotation"]["segmentation_tasks"].as_array().unwrap() {
            let [x, y, w, h] =
                [0, 1, 2, 3].map(|at| record["masks"][0]["bbox_xywh"][at].as_f64().unwrap() as u32);
            let mask = Mask::from_fn(120, 90, |c, r| (x..x + w).contains(&c) && (y..y + h).contains(&r));
            let id = task["task_id"].as_str().unwrap();
            if id.ends_with('1') {
                let grey: Vec<u8> = (0..90)
                    .flat_map(|r| (0..120).map(move |c| (c, r)))
                    .map(|(c, r)| u8::from(mask.get(c, r)))
                    .collect();
                bench.write(
                    &format!("masks/{id}.png"),
                    encode_png_grey(120, 90, &grey).unwrap(),
                );
            } else {
                let rle =
                    json!({"size": [90, 120], "counts": Rle::from_mask(&mask).unwrap().to_compressed()});
                bench.write(&format!("masks/{id}.json"), rle.to_string());
            }
        }
    }
    let args = [
        "score",
        "ultrag",
        "--records",
        "r.jsonl",
        "--coco",
        "coco",
        "--predictions",
        "masks",
        "--split",
        "all",
        "--json",
    ];
    let report = bench.run(&args).json();
    assert_eq!(report["tasks"]["segmentation"]["iou"], 1.0);
    assert_eq!(report["tasks"]["segmentation"]["n"], 10);
    assert_eq!(
        (&report["failures"]["missing"], &report["settings"]["tasks"]),
        (&0.into(), &json!(["segmentation"]))
    );
    assert!(report["tasks"]["report"]["rouge_l"].is_null());
    // A mask of another size is not stretched.
    bench.write(
        "masks/Set_A_test_1_seg_1.png",
        encode_png_grey(10, 10, &[1; 100]).unwrap(),
    );
    let wrong = bench.run(&args);
    assert!(
        wrong.failures()[0].contains("10 x 10 pixels, its image 120 x 90"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn what_is_wrong_is_told() {
    let bench = Bench::empty();
    made(&bench);
    let score = |predictions: &str, more: &[&str]| {
        bench.write("p.jsonl", predictions);
        bench.run(
            &[
                &[
                    "score",
                    "ultrag",
                    "--records",
                    "r.jsonl",
                    "--coco",
                    "coco",
                    "--predictions",
                    "p.jsonl",
                ][..],
                more,
            ]
            .concat(),
        )
    };
    assert!(score("{}", &[]).failures()[0].contains("no sample_id"));
    assert!(score("", &["--split", "val"]).failures()[0].contains("no record is of the split val"));
    let none = bench.run(&[
        "make", "ultrag", "--coco", "coco", "--organ", "thyroid", "--out", "t.jsonl",
    ]);
    assert!(
        none.failures()[0].contains("categories there are malignant breast tumor"),
        "{}",
        none.stderr
    );
    std::fs::create_dir(bench.path("empty")).unwrap();
    let empty = bench.run(&[
        "make", "ultrag", "--coco", "empty", "--organ", "thyroid", "--out", "t.jsonl",
    ]);
    assert!(
        empty.failures()[0].contains("holds no COCO file"),
        "{}",
        empty.stderr
    );
    let over = bench.run(&[
        "make",
        "ultrag",
        "--coco",
        "coco/Set A/test/_annotations.coco.json",
        "--organ",
        "breast",
        "--out",
        "coco/Set A/test/_annotations.coco.json",
    ]);
    assert!(
        over.failures()[0].contains("--out would overwrite what is read"),
        "{}",
        over.stderr
    );
    // An id that is nothing's is told, not scored.
    let told = score("{\"sample_id\": \"nobody\", \"response\": \"{}\"}", &[]);
    assert!(told.stdout.contains("nobody"), "{}", told.stdout);
    // Other organs are made of the COCO file's own categories.
    let own = bench.run(&[
        "make",
        "ultrag",
        "--coco",
        "coco",
        "--organ",
        "other breast",
        "--out",
        "t.jsonl",
    ]);
    assert!(
        own.success && own.stdout.contains("malignant breast tumor 5"),
        "{}{}",
        own.stdout,
        own.stderr
    );
}

/// Real scans, where there are any: 275 images.
fn real(name: &str) -> Option<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(name);
    if !place.is_dir() {
        eprintln!("skipped: {} is not there", place.display());
        return None;
    }
    Some(place)
}

#[derive(Clone, Copy)]
enum Predictor {
    Perfect,
    Empty,
    Shifted,
    Noisy,
}

/// The mask of a predictor.
fn predicted(mask: &Mask, predictor: Predictor, n: usize) -> Mask {
    let (width, height) = (mask.width(), mask.height());
    match predictor {
        Predictor::Perfect => mask.clone(),
        Predictor::Empty => Mask::new(width, height),
        Predictor::Shifted => Mask::from_fn(width, height, |x, y| x >= 9 && mask.get(x - 9, y)),
        // Every image another share of holes.
        Predictor::Noisy => Mask::from_fn(width, height, |x, y| {
            mask.get(x, y) && !(x * 31 + y * 17 + n as u32).is_multiple_of(7)
        }),
    }
}

/// IoU by pixels, both empty 1: not the program's way.
fn iou(a: &Mask, b: &Mask) -> f64 {
    let (both, any) = (a.intersection(b).area(), a.union(b).area());
    if any == 0 { 1.0 } else { both as f64 / any as f64 }
}

#[test]
fn real_scans_go_all_the_way() {
    let sets = [
        ("ultrasound-breast", "breast tumor", "breast"),
        ("ultrasound-head", "fetal head", "fetal"),
    ];
    let mut images = 0;
    for (name, raw, organ) in sets {
        let Some(place) = real(name) else { return };
        let bench = Bench::empty();
        bench.write("map.json", json!({"255": raw, "1": raw}).to_string());
        std::fs::create_dir_all(bench.path("coco/Real/test")).unwrap();
        let [masks, pictures] = ["masks", "images"].map(|part| place.join(part).display().to_string());
        let converted = bench.run(&[
            "convert",
            &masks,
            "--images",
            &pictures,
            "--class-map",
            "map.json",
            "--min-area",
            "1",
            "--to",
            "coco",
            "--out",
            "coco/Real/test/_annotations.coco.json",
        ]);
        assert!(converted.success, "{}", converted.stderr);
        assert!(
            bench
                .run(&[
                    "make",
                    "ultrag",
                    "--coco",
                    "coco",
                    "--organ",
                    organ,
                    "--include-empty",
                    "--out",
                    "r.jsonl"
                ])
                .success
        );
        let checked = bench
            .run(&["validate", "ultrag", "r.jsonl", "--include-empty", "--json"])
            .json();
        assert_eq!(checked["passing"], checked["records"]);
        let records = lines(&bench.path("r.jsonl"));
        images += records.len();
        let coco: Value =
            serde_json::from_str(&text(&bench.path("coco/Real/test/_annotations.coco.json"))).unwrap();
        let pixels = reference_masks(&coco);
        for predictor in [
            Predictor::Perfect,
            Predictor::Empty,
            Predictor::Shifted,
            Predictor::Noisy,
        ] {
            let (rows, expected) = predictions(&records, &pixels, predictor);
            bench.write("p.jsonl", rows);
            let report = bench
                .run(&[
                    "score",
                    "ultrag",
                    "--records",
                    "r.jsonl",
                    "--coco",
                    "coco",
                    "--predictions",
                    "p.jsonl",
                    "--json",
                ])
                .json();
            for (pointer, value) in expected {
                let found = report
                    .pointer(pointer)
                    .and_then(Value::as_f64)
                    .unwrap_or_else(|| panic!("{pointer}: {report}"));
                assert!(
                    (found - value).abs() < 1e-6,
                    "{name} {pointer}: {found} instead of {value}"
                );
            }
        }
    }
    assert_eq!(images, 275);
}

fn reference_masks(coco: &Value) -> BTreeMap<String, Mask> {
    let list = |key: &str| coco[key].as_array().unwrap();
    let sizes: BTreeMap<String, (u32, u32)> = list("images")
        .iter()
        .map(|image| {
            (
                image["id"].to_string(),
                (
                    image["width"].as_u64().unwrap() as u32,
                    image["height"].as_u64().unwrap() as u32,
                ),
            )
        })
        .collect();
    list("annotations")
        .iter()
        .map(|annotation| {
            let image = annotation["image_id"].to_string();
            let (width, height) = sizes[&image];
            let counts = annotation["segmentation"]["counts"].as_str().unwrap();
            let mask = Rle::from_compressed(width, height, counts.as_bytes())
                .unwrap()
                .to_mask();
            (format!("Real_test_img{image}_ann{}", annotation["id"]), mask)
        })
        .collect()
}

/// Rows of a predictor, and what the report must say: means over images of what the pixels are.
fn predictions(
    records: &[Value],
    pixels: &BTreeMap<String, Mask>,
    predictor: Predictor,
) -> (String, Vec<(&'static str, f64)>) {
    let (mut rows, mut by_image) = (String::new(), Vec::new());
    let (mut grounded, mut with_evidence) = (Vec::new(), 0);
    for (n, record) in records.iter().enumerate() {
        let side = |key: &str| record["image"][key].as_u64().unwrap() as u32;
        let whole = |ids: &Value| {
            let ids = ids
                .as_array()
                .unwrap()
                .iter()
                .map(|id| &pixels[id.as_str().unwrap()]);
            ids.fold(Mask::new(side("width"), side("height")), |all, one| {
                all.union(one)
            })
        };
        let shown = |ids: &Value| {
            let wanted = whole(ids);
            let given = predicted(&wanted, predictor, n);
            let rle = json!({"type": "rle", "size": [given.height(), given.width()], "counts": Rle::from_mask(&given).unwrap().to_compressed()});
            (rle, iou(&given, &wanted))
        };
        let mut ious = Vec::new();
        for task in record["annotation"]["segmentation_tasks"].as_array().unwrap() {
            let (mask, iou) = shown(&task["target_mask_ids"]);
            ious.push(iou);
            let response = json!({"answer": task["answer"], "predicted_mask": mask});
            rows += &format!(
                "{}\n",
                json!({"sample_id": task["task_id"], "task": "segmentation", "response": response.to_string()})
            );
        }
        by_image.push(ious.iter().sum::<f64>() / ious.len() as f64);
        let mut hits = Vec::new();
        for question in record["annotation"]["grounded_vqa"].as_array().unwrap() {
            let (mask, iou) = shown(&question["evidence_mask_ids"]);
            if question["requires_grounding"] == true {
                hits.push(f64::from(u8::from(iou > 0.5)));
            }
            let response = json!({"answer": question["answer"], "predicted_mask": mask});
            rows += &format!(
                "{}\n",
                json!({"sample_id": question["qa_id"], "task": "vqa", "prediction": response})
            );
        }
        with_evidence += hits.len();
        if !hits.is_empty() {
            grounded.push(hits.iter().sum::<f64>() / hits.len() as f64);
        }
        let report: Vec<Value> = record["annotation"]["grounded_report"]["sentences"]
            .as_array()
            .unwrap()
            .iter()
            .map(|s| json!({"section": s["section"], "text": s["text"]}))
            .collect();
        rows += &format!(
            "{}\n",
            json!({"sample_id": record["sample_id"], "task": "report", "prediction": {"report": report}})
        );
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let expected = vec![
        ("/tasks/segmentation/iou", mean(&by_image)),
        ("/tasks/vqa/grounded_accuracy", mean(&grounded)),
        ("/tasks/vqa/answer_accuracy", 1.0),
        ("/tasks/vqa/n_grounded", with_evidence as f64),
        ("/tasks/report/sem_acc", 1.0),
        ("/tasks/report/rouge_l", 1.0),
        ("/format_success_rate", 1.0),
    ];
    (rows, expected)
}
