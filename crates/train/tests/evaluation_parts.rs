//! A whole evaluation on a few small pictures with a small random network: parts, folds, what is kept and what is left out.

use std::path::Path;

use groundscope_model::weights::sample::{SampleFile, small_config};
use groundscope_train::evaluate::{Evaluation, Inputs, Part, evaluate};
use image::{GrayImage, Luma, Rgb, RgbImage};
use serde_json::{Value, json};
use tempfile::TempDir;

struct Bench {
    dir: TempDir,
    inputs: Inputs,
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn write_json(path: &Path, value: &Value) {
    write(path, value.to_string());
}

/// A picture of 80 x 40 that differs from every other number's.
fn picture(path: &Path, number: u32) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let pixel = |x: u32, y: u32| Luma([((x * (3 + number) + y * 7) % 240) as u8]);
    GrayImage::from_fn(80, 40, pixel).save(path).unwrap();
}

impl Bench {
    /// `oct-lesions` with three patients of two scans, one fold with two of them and one with the third.
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (data, run) = (dir.path().join("data"), dir.path().join("run"));
        let lesions = data.join("oct-lesions");
        let mut index = "file,patient\n".to_owned();
        for scan in 0..6 {
            let patient = ["a", "b", "c"][scan / 2];
            index += &format!("{scan}.png,{patient}\n");
            picture(&lesions.join(format!("images/{scan}.png")), scan as u32);
            // A square of 20 x 20 pixels from (20, 10): class 0.
            write(
                &lesions.join(format!("labels/{scan}.txt")),
                "0 0.25 0.25 0.5 0.25 0.5 0.75 0.25 0.75\n",
            );
        }
        write(&lesions.join("index.csv"), index);
        write(
            &lesions.join("classes.txt"),
            "intraretinal_fluid\nsubretinal_fluid\n",
        );
        let mut file = SampleFile::random(&small_config(), 1);
        for class in file.manifest["classes"].as_array_mut().unwrap() {
            class["presence_threshold"] = json!(0.0);
        }
        let weights = run.join("shipped.safetensors");
        write(&weights, file.bytes());
        for (fold, patients) in [json!(["a", "b"]), json!(["c"])].iter().enumerate() {
            file.manifest["name"] = json!(format!("fold {fold}"));
            file.manifest["classes"][0]["map_threshold"] = json!([0.4, 0.6][fold]);
            let folder = run.join(format!("folds/{fold}"));
            write(&folder.join("weights.safetensors"), file.bytes());
            write_json(&folder.join("validation-patients.json"), patients);
        }
        let inputs = Inputs {
            data,
            run,
            weights,
            robustness_scans: 2,
        };
        Self { dir, inputs }
    }

    fn evaluate(&self, only: &[Part]) -> Evaluation {
        evaluate(&self.inputs, only, Evaluation::default()).unwrap()
    }

    fn readings(&self) -> usize {
        self.lines().iter().sum()
    }

    /// Readings of each network.
    fn lines(&self) -> Vec<usize> {
        let files = std::fs::read_dir(self.inputs.run.join("readings")).unwrap();
        let lines = |path| std::fs::read_to_string(path).unwrap().lines().count();
        files.map(|file| lines(file.unwrap().path())).collect()
    }
}

#[test]
fn every_patient_is_read_once_by_the_fold_that_left_them_out() {
    let bench = Bench::new();
    let evaluation = bench.evaluate(&[Part::CrossValidation]);
    let crossed = evaluation.cross_validation.unwrap();
    assert_eq!((crossed.folds, crossed.scans, crossed.patients), (2, 6, 3));
    let irf = &crossed.classes["irf"];
    assert_eq!((irf.boxes, irf.scans, irf.patients), (6, 6, 3));
    assert_eq!(crossed.classes["srf"].boxes, 0);
    // Subretinal fluid is on no scan: its answers would only dilute the error.
    assert_eq!(crossed.calibration.keys().collect::<Vec<_>>(), ["irf"]);
    assert_eq!(
        (
            crossed.pooled_calibration.answers,
            crossed.pooled_calibration.positives
        ),
        (6, 6)
    );
    assert_eq!(
        evaluation.evidence["irf"].level,
        groundscope_model::Evidence::Real
    );
    assert!(
        evaluation.evidence["irf"]
            .text
            .ends_with("6 boxes on 6 scans of 3 patients, each read by a network that never saw the patient")
    );
    let srf = &evaluation.evidence["srf"];
    assert_eq!(
        (srf.level, srf.figure),
        (groundscope_model::Evidence::Synthetic, None)
    );
    assert_eq!(evaluation.thresholds["irf"].map_of_folds, Some([0.4, 0.6]));
    assert_eq!(bench.readings(), 6);
}

#[test]
fn readings_are_kept_and_an_evaluation_goes_on_from_them() {
    let bench = Bench::new();
    let parts = [Part::CrossValidation, Part::Robustness];
    let first = bench.evaluate(&parts);
    // Six scans as they are, and one scan a fold under each of fifteen changes.
    assert_eq!(bench.readings(), 6 + 2 * 15);
    let rows = &first.robustness.as_ref().unwrap().rows;
    assert_eq!((rows.len(), rows[0].agreement), (16, 1.0));
    assert_eq!(bench.evaluate(&parts), first);
    assert_eq!(bench.readings(), 36);
    // A line that was cut off is read again.
    let folder = bench.inputs.run.join("readings");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // The shipped network read nothing.
        if !text.is_empty() {
            write(&path, &text[..text.len() - 20]);
        }
    }
    assert_eq!(bench.evaluate(&parts), first);
    assert_eq!(bench.evaluate(&parts), first);
    assert_eq!(bench.readings(), 36 + 2);
}

#[test]
fn parts_without_data_are_left_out_and_say_why() {
    let bench = Bench::new();
    let evaluation = bench.evaluate(&[]);
    let left: Vec<&str> = evaluation.skipped.keys().map(String::as_str).collect();
    let expected = [
        "gate",
        "healthy",
        "makers",
        "phantoms",
        "presence",
        "readers",
        "styles",
        "validation",
    ];
    assert_eq!(left, expected);
    assert_eq!(evaluation.skipped["makers"], "the data folder has no oct-masks");
    assert_eq!(evaluation.skipped["styles"], "the run folder has no styles");
    let text = serde_json::to_string(&evaluation).unwrap();
    let back: Evaluation = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&back.skipped, &back.thresholds),
        (&evaluation.skipped, &evaluation.thresholds)
    );
    assert_eq!(back.cross_validation.unwrap().classes["irf"].boxes, 6);
}

#[test]
fn one_part_leaves_the_others_as_they_were() {
    let bench = Bench::new();
    let before = bench.evaluate(&[Part::CrossValidation]);
    write_json(&bench.inputs.run.join("validation-patients.json"), &json!(["c"]));
    let after = evaluate(&bench.inputs, &[Part::Validation], before.clone()).unwrap();
    assert_eq!(after.cross_validation, before.cross_validation);
    assert_eq!(after.validation["irf"].scans, 2);
}

#[test]
fn a_patient_in_two_folds_is_an_error_that_names_them() {
    let bench = Bench::new();
    let list = bench.inputs.run.join("folds/1/validation-patients.json");
    write_json(&list, &json!(["c", "b"]));
    let error = evaluate(&bench.inputs, &[Part::CrossValidation], Evaluation::default()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("patient b is left out by an earlier fold too"),
        "{error}"
    );
}

#[test]
fn a_scan_in_two_folds_is_an_error_that_names_it() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.inputs.data.join("oct-masks")).unwrap();
    for fold in ["0", "1"] {
        let list = bench
            .inputs
            .run
            .join("folds")
            .join(fold)
            .join("validation-scans.json");
        write_json(&list, &json!(["Topcon_1"]));
    }
    let error = evaluate(&bench.inputs, &[Part::Makers], Evaluation::default()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("scan Topcon_1 is left out by an earlier fold too"),
        "{error}"
    );
}

#[test]
fn makers_and_phantoms_have_the_boxes_of_their_masks() {
    let bench = Bench::new();
    let (data, run) = (&bench.inputs.data, &bench.inputs.run);
    let masks = data.join("oct-masks");
    write_json(
        &masks.join("classes.json"),
        &json!({"background": [0, 1], "lesions": {"3": "intraretinal_fluid", "4": "subretinal_fluid"}}),
    );
    for stem in ["Cirrus_1", "Topcon_1"] {
        picture(&masks.join(format!("images/{stem}.png")), 9);
        std::fs::create_dir_all(masks.join("masks")).unwrap();
        // Half the size of the scan: one square of each class.
        let id = |x: u32, y: u32| {
            Luma([if !(5..=14).contains(&y) {
                1
            } else {
                [3, 1, 4, 1][(x / 10) as usize]
            }])
        };
        GrayImage::from_fn(40, 20, id)
            .save(masks.join(format!("masks/{stem}.png")))
            .unwrap();
    }
    write_json(&run.join("folds/1/validation-scans.json"), &json!(["Topcon_1"]));
    let phantoms = run.join("test-phantoms");
    for (number, name) in ["000000", "000001"].iter().enumerate() {
        picture(&phantoms.join(format!("{name}.png")), 20 + number as u32);
        let irf = groundscope_ontology::Class::ALL
            .iter()
            .position(|class| class.id() == "irf")
            .unwrap();
        let pixel = |x: u32, _| {
            let mut rgb = [0; 3];
            rgb[irf / 8] = if (30..50).contains(&x) { 1 << (irf % 8) } else { 0 };
            Rgb(rgb)
        };
        RgbImage::from_fn(80, 40, pixel)
            .save(phantoms.join(format!("{name}.mask.png")))
            .unwrap();
    }
    write_json(
        &phantoms.join("index.json"),
        &json!([{"file": "000000.png", "style": "cirrus"}, {"file": "000001.png", "style": "topcon"}]),
    );
    std::fs::create_dir_all(run.join("styles/topcon")).unwrap();
    let evaluation = bench.evaluate(&[Part::Makers, Part::Phantoms, Part::Styles]);
    let makers = evaluation.makers.unwrap();
    assert_eq!(makers.scans.keys().collect::<Vec<_>>(), ["Topcon_1"]);
    assert_eq!((makers.makers.len(), makers.makers["Topcon"].scans), (1, 1));
    // Fold 0 has four scans of its own, fold 1 two: that one read the scan which it left out.
    bench.evaluate(&[Part::CrossValidation]);
    assert!(bench.lines().contains(&3));
    assert_eq!(
        (
            makers.pooled.boxes,
            makers.classes["irf"].boxes,
            makers.classes["srf"].boxes
        ),
        (2, 1, 1)
    );
    let phantoms = evaluation.phantoms.unwrap();
    assert_eq!(
        (
            phantoms.phantoms,
            phantoms.biomarkers,
            phantoms.classes["irf"].boxes
        ),
        (2, 1, 2)
    );
    assert_eq!(evaluation.styles["topcon"].phantoms, 1);
    assert!(evaluation.skipped.is_empty());
    assert_eq!(evaluation.evidence["srf"].level, groundscope_model::Evidence::Few);
    assert!(bench.dir.path().exists());
}

#[test]
fn masks_are_brought_to_the_size_of_the_scan() {
    let dir = tempfile::tempdir().unwrap();
    write_json(
        &dir.path().join("classes.json"),
        &json!({"lesions": {"3": "intraretinal_fluid"}}),
    );
    picture(&dir.path().join("images/a.png"), 1);
    std::fs::create_dir_all(dir.path().join("masks")).unwrap();
    let id = |x: u32, y: u32| {
        Luma([if (4..9).contains(&x) && (2..6).contains(&y) {
            3
        } else {
            0
        }])
    };
    GrayImage::from_fn(40, 20, id)
        .save(dir.path().join("masks/a.png"))
        .unwrap();
    let scans = groundscope_train::datasets::masks(dir.path(), &["a".to_owned()]).unwrap();
    let boxes = &scans[0].boxes[&groundscope_ontology::Class::Irf];
    assert_eq!(boxes[0].to_array(), [8.0, 4.0, 18.0, 12.0]);
    let missing = groundscope_train::datasets::masks(dir.path(), &["a".to_owned(), "b".to_owned()]);
    let error = missing.err().unwrap();
    assert!(error.to_string().contains("no picture is called b"), "{error}");
}
