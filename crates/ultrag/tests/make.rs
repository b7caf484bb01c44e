//! Records made from any source pass the validator, and what is broken in them is found.

use groundscope_ultrag::make::{Layout, MakeOptions, filter_questions, make_records};
use groundscope_ultrag::organ::Organ;
use groundscope_ultrag::record::{Record, read_records, write_records};
use groundscope_ultrag::review::{Signature, Verdict, decide, queue};
use groundscope_ultrag::source::Source;
use groundscope_ultrag::validate::{Mode, Severity, check_record, validate};
use proptest::prelude::*;
use serde_json::{Value, json};

const SIZE: u32 = 300;

/// A COCO file of one image with boxes of these raw names.
fn source(dataset: &str, boxes: &[(&str, [f64; 4])]) -> Source {
    let mut names: Vec<&str> = boxes.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    let id = |name: &str| names.iter().position(|one| *one == name).unwrap();
    let annotations: Vec<Value> = boxes
        .iter()
        .zip(1..)
        .map(|((name, [x, y, w, h]), n)| {
            let ring = [*x, *y, x + w, *y, x + w, y + h, *x, y + h];
            json!({"id": n, "image_id": 7, "category_id": id(name), "bbox": [x, y, w, h], "area": w * h, "segmentation": [ring]})
        })
        .collect();
    let categories: Vec<Value> = names
        .iter()
        .map(|name| json!({"id": id(name), "name": name}))
        .collect();
    let coco = json!({
        "images": [{"id": 7, "file_name": "a.png", "width": SIZE, "height": SIZE}],
        "categories": categories, "annotations": annotations,
    });
    Source::parse(dataset, "test", coco.to_string().as_bytes()).unwrap()
}

fn failing(record: &Record, mode: Mode) -> Vec<String> {
    let value = serde_json::to_value(record).unwrap();
    let issues = check_record(&value, mode, record.masks.is_empty());
    issues
        .into_iter()
        .filter(|issue| issue.severity.fails())
        .map(|issue| {
            format!(
                "{} {}: {} [{}]",
                issue.scope, issue.category, issue.message, issue.text
            )
        })
        .collect()
}

fn boxes() -> impl Strategy<Value = Vec<(usize, [u32; 4])>> {
    prop::collection::vec((0usize..12, [0u32..200, 0u32..200, 1u32..100, 1u32..100]), 0..9)
}

proptest! {
    #[test]
    fn made_records_pass(organ in 0usize..13, boxes in boxes()) {
        let organ = &Organ::all()[organ];
        let count = organ.categories.len();
        let named: Vec<(&str, [f64; 4])> = boxes
            .iter()
            .enumerate()
            // No two of one geometry: those are another test.
            .map(|(n, (category, [x, y, w, h]))| {
                let name = organ.categories[category % count].name.as_str();
                (name, [f64::from(*x) + n as f64 / 100.0, f64::from(*y), f64::from(*w) * 0.9, f64::from(*h)])
            })
            .collect();
        let source = source("set", &named);
        let options = MakeOptions { layout: Layout::Auto, include_empty: true };
        let records = make_records(&source, organ, options);
        prop_assert_eq!(records.len(), 1);
        let wrong = failing(&records[0], Mode::Paper);
        prop_assert!(wrong.is_empty(), "{}: {:#?}", organ.organ, wrong);
        let n = records[0].annotation.grounded_report.as_ref().unwrap().sentences.len();
        let fits = if named.is_empty() { n == 3 } else { (5..=7).contains(&n) };
        prop_assert!(fits, "{} sentences", n);
        // Written and read, nothing changes.
        let text = write_records(&records).unwrap();
        prop_assert_eq!(read_records(text.as_bytes()).unwrap(), records);
    }

    #[test]
    fn the_validator_ends_on_anything(value in json_value()) {
        let lines = format!("{value}\nnot json\n");
        for mode in [Mode::Paper, Mode::Code] {
            let checked = validate(lines.as_bytes(), mode, false).unwrap();
            prop_assert!(checked.categories["json_parse"] == 1 && !checked.passes());
        }
    }
}

/// A record with parts of it replaced by anything.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[1], {"mask_id": 3}, null])),
    ];
    let pointer = prop::sample::select(vec![
        "/sample_id",
        "/image",
        "/image/organ",
        "/image/width",
        "/masks",
        "/masks/0",
        "/masks/0/mask_id",
        "/masks/0/bbox_xywh",
        "/masks/0/mask_area_px",
        "/annotation",
        "/annotation/segmentation_tasks",
        "/annotation/segmentation_tasks/0",
        "/annotation/segmentation_tasks/0/target_mask_ids",
        "/annotation/grounded_vqa/0",
        "/annotation/grounded_vqa/0/evidence_mask_ids",
        "/annotation/grounded_report",
        "/annotation/grounded_report/sentences/0",
        "/annotation/grounded_report/sentences/0/text",
    ]);
    (pointer, leaf).prop_map(|(pointer, leaf)| {
        let mut record = serde_json::to_value(kidneys().remove(0)).unwrap();
        if let Some(part) = record.pointer_mut(pointer) {
            *part = leaf;
        }
        record
    })
}

fn kidneys() -> Vec<Record> {
    let source = source(
        "K",
        &[
            ("kidney", [10.0, 10.0, 60.0, 40.0]),
            ("kidney", [200.0, 210.0, 50.0, 50.5]),
        ],
    );
    make_records(&source, Organ::named("kidney").unwrap(), MakeOptions::default())
}

/// The issues, and only those, that a change brings.
fn brought(change: impl FnOnce(&mut Value), mode: Mode) -> Vec<&'static str> {
    let mut record = serde_json::to_value(kidneys().remove(0)).unwrap();
    change(&mut record);
    let mut found: Vec<&str> = check_record(&record, mode, false)
        .into_iter()
        .map(|issue| issue.category)
        .filter(|category| *category != "non_api_annotation")
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn set(record: &mut Value, pointer: &str, value: Value) {
    *record.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
}

#[test]
fn one_category_is_told_in_six_sentences() {
    let record = kidneys().remove(0);
    let texts: Vec<&str> = record
        .annotation
        .grounded_report
        .as_ref()
        .unwrap()
        .sentences
        .iter()
        .map(|s| s.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "2 visible kidney targets are centered in the upper-left and lower-right image regions.",
            "The kidney is centered in the lower-right image region.",
            "Its visible extent is approximately 50.5 x 50.0 pixels.",
            "The kidney occupies approximately 2.81% of the image.",
            "The visible kidney region supports localization and delineation only.",
            "Visible kidney target for segmentation.",
        ]
    );
    assert_eq!(record.sample_id, "K_test_7");
    assert_eq!(record.masks[1].mask_id, "K_test_img7_ann2");
    assert_eq!(record.annotation.grounded_vqa.len(), 4);
    assert_eq!(record.annotation.segmentation_tasks[1].target_mask_ids.len(), 2);
}

#[test]
fn each_fault_is_found_and_no_other() {
    let vqa = "/annotation/grounded_vqa/1";
    let sentence = "/annotation/grounded_report/sentences/0/text";
    type Case<'a> = (&'a str, Value, &'a [&'a str]);
    let cases: [Case<'_>; 24] = [
        ("/annotation/grounded_vqa/1/question", json!(""), &["empty_vqa"]),
        (
            "/annotation/grounded_vqa/1/evidence_mask_ids",
            json!([]),
            &["missing_grounding", "presence_mismatch"],
        ),
        (
            "/annotation/grounded_vqa/1/evidence_mask_ids",
            json!(["x"]),
            &["invalid_evidence", "missing_grounding", "presence_mismatch"],
        ),
        (
            "/annotation/grounded_vqa/1/evidence_source",
            json!("none"),
            &["invalid_evidence_source"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("A kidney carcinoma."),
            &["diagnostic_overreach"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("The kidney region cannot prove carcinoma."),
            &["diagnostic_scope_statement"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("The kidney region is 12 mm wide."),
            &["unsupported_physical_measurement"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("The left kidney region."),
            &["unsupported_laterality"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("The renal cortex region."),
            &["unsupported_substructure"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("A hypoechoic kidney region."),
            &["unsupported_content"],
        ),
        (
            "/annotation/grounded_vqa/1/answer",
            json!("A benign kidney region."),
            &["unsupported_pathology_label"],
        ),
        (
            "/annotation/grounded_vqa/1/question",
            json!("Which dataset shows the kidney region?"),
            &["metadata_leak", "non_clinical_question"],
        ),
        (
            "/annotation/segmentation_tasks/0/answer",
            json!("The kidneys."),
            &["missing_seg_token"],
        ),
        (
            "/annotation/segmentation_tasks/0/target_mask_ids",
            json!([]),
            &["presence_mismatch", "unexpected_seg_token"],
        ),
        (
            "/annotation/segmentation_tasks",
            json!([]),
            &["missing_category_task", "segmentation_count"],
        ),
        ("/annotation/grounded_report", Value::Null, &["missing_report"]),
        (
            sentence,
            json!("3 visible kidney targets are centered in the upper-left image region."),
            &["count_mismatch"],
        ),
        (
            sentence,
            json!("The kidney is centered in the middle-left image region."),
            &["location_mismatch"],
        ),
        (
            sentence,
            json!("The kidney extent is 70.0 x 40.0 pixels."),
            &["extent_mismatch"],
        ),
        (
            sentence,
            json!("The kidney occupies 9.00% of the image."),
            &["extent_mismatch"],
        ),
        (
            sentence,
            json!("No kidney region is visible."),
            &["presence_mismatch"],
        ),
        (
            "/masks/0/target_type",
            json!("vessel"),
            &["unexpected_target_type"],
        ),
        (
            "/masks/0/area_ratio",
            json!(0.5),
            &["area_ratio_mismatch", "extent_mismatch"],
        ),
        (
            "/masks/1/mask_id",
            json!("K_test_img7_ann1"),
            &[
                "duplicate_or_missing_mask_id",
                "invalid_evidence",
                "invalid_target_masks",
            ],
        ),
    ];
    for (pointer, value, expected) in cases {
        let found = brought(|record| set(record, pointer, value.clone()), Mode::Paper);
        // The last two change facts that texts rest on: at least these.
        let whole = !matches!(pointer, "/masks/0/area_ratio" | "/masks/1/mask_id");
        if whole {
            assert_eq!(found, expected, "{pointer} {value}");
        } else {
            assert!(found.contains(&expected[0]), "{pointer} {value}: {found:?}");
        }
    }
    let twice = brought(
        |record| {
            set(
                record,
                vqa,
                record.pointer("/annotation/grounded_vqa/0").unwrap().clone(),
            )
        },
        Mode::Paper,
    );
    assert_eq!(twice, ["duplicate_question"]);
    assert!(brought(|_| {}, Mode::Paper).is_empty() && brought(|_| {}, Mode::Code).is_empty());
    // The paper's checks alone.
    assert!(
        brought(
            |record| set(record, sentence, json!("No kidney region is visible.")),
            Mode::Code
        )
        .is_empty()
    );
    let data = brought(
        |record| {
            set(
                record,
                "/annotation/grounded_vqa/1/question",
                json!("Is the updated kidney region visible?"),
            )
        },
        Mode::Code,
    );
    assert_eq!(data, ["non_clinical_question"]);
}

#[test]
fn duplicates_fold_and_labels_are_kept() {
    let thyroid = Organ::named("thyroid").unwrap();
    let same = [20.0, 20.0, 30.0, 20.0];
    let made = |boxes: &[(&str, [f64; 4])]| {
        make_records(&source("DDTI", boxes), thyroid, MakeOptions::default()).remove(0)
    };
    let record = made(&[
        ("thyroid nodule", same),
        ("malignant thyroid nodule", same),
        ("trachea", [1.0, 1.0, 5.0, 5.0]),
    ]);
    let mask = &record.masks[0];
    assert_eq!((record.masks.len(), record.merged_duplicate_annotations), (1, 1));
    assert_eq!(
        (mask.mask_id.as_str(), mask.pathology_label.as_str()),
        ("DDTI_test_img7_ann2", "malignant")
    );
    assert_eq!(
        mask.source_categories,
        ["thyroid nodule", "malignant thyroid nodule"]
    );
    assert_eq!(record.ignored_unknown_categories, ["trachea"]);
    let conflict = made(&[
        ("benign thyroid nodule", same),
        ("malignant thyroid nodule", same),
    ]);
    assert_eq!(conflict.masks[0].pathology_label, "conflicting");
    assert_eq!(
        conflict.pathology_label_conflicts[0].labels,
        ["benign", "malignant"]
    );
    let abdomen = Organ::named("abdomen").unwrap();
    let twin = make_records(
        &source(
            "A",
            &[
                ("organ", same),
                ("liver", same),
                ("organ", [90.0, 90.0, 9.0, 9.0]),
            ],
        ),
        abdomen,
        MakeOptions::default(),
    )
    .remove(0);
    let names: Vec<&str> = twin.masks.iter().map(|mask| mask.category.as_str()).collect();
    assert_eq!(
        (names, twin.merged_duplicate_annotations),
        (vec!["liver", "organ"], 1)
    );
}

#[test]
fn the_public_layout_has_its_sentences() {
    let thyroid = Organ::named("thyroid").unwrap();
    let source = source("DDTI", &[("benign thyroid nodule", [20.0, 20.0, 30.0, 20.5])]);
    let code = MakeOptions {
        layout: Layout::Code,
        include_empty: false,
    };
    let record = make_records(&source, thyroid, code).remove(0);
    let kinds: Vec<&str> = record
        .annotation
        .grounded_report
        .as_ref()
        .unwrap()
        .sentences
        .iter()
        .map(|s| s.finding_type.as_str())
        .collect();
    assert_eq!(
        kinds,
        [
            "thyroid_nodule_presence_location",
            "supplied_benign_nodule_label",
            "largest_target_extent",
            "anatomic_summary",
            "segmentation_impression"
        ]
    );
    assert!(failing(&record, Mode::Code).is_empty());
}

#[test]
fn questions_of_a_model_are_kept_where_masks_support_them() {
    let record = kidneys().remove(0);
    let organ = Organ::named("kidney").unwrap();
    let item = |question: &str, ids: &[&str]| json!({"question": question, "answer": "The kidney region is visible.", "answer_type": "open", "evidence_mask_ids": ids});
    let one = ["K_test_img7_ann1"];
    let good: Vec<Value> = (1..=4)
        .map(|n| item(&format!("Is kidney {n} visible?"), &one))
        .collect();
    let filtered = filter_questions(&json!(good), "K_test_7", organ, &record.masks);
    assert!(filtered.from_model && filtered.dropped.is_empty());
    assert_eq!(filtered.questions[3].qa_id, "K_test_7_vqa_4");
    let mut five = good.clone();
    five.push(item("Is there a biopsy of the kidney?", &one));
    five.push(item("Is kidney 9 visible?", &["x"]));
    let filtered = filter_questions(&json!(five), "K_test_7", organ, &record.masks);
    assert_eq!(
        filtered.dropped.iter().map(|(n, _)| *n).collect::<Vec<_>>(),
        [5, 6]
    );
    assert!(filtered.from_model && filtered.questions.len() == 4);
    for bad in [
        json!(good[..3]),
        json!(null),
        json!([good[0], good[0], good[0], good[0]]),
    ] {
        let filtered = filter_questions(&bad, "K_test_7", organ, &record.masks);
        assert!(!filtered.from_model);
        assert_eq!(filtered.questions, record.annotation.grounded_vqa);
    }
}

#[test]
fn reviews_are_kept_and_edits_are_checked_again() {
    let mut records = kidneys();
    assert_eq!(queue(&records, Mode::Paper, false, false).len(), 1);
    let by = Signature {
        reviewer: "M. Reader",
        reason: "Checked",
        date: None,
    };
    let mut edited = records[0].clone();
    edited.annotation.grounded_vqa[0].answer = "A carcinoma of the kidney.".to_owned();
    let score = decide(&mut records, "K_test_7", Verdict::Edit, &by, Some(edited)).unwrap();
    assert_eq!(score, 75);
    assert_eq!(
        records[0].reviews[0].before.as_ref().unwrap()["grounded_vqa"][0]["answer"],
        "The visible labeled targets are: kidney."
    );
    assert!(queue(&records, Mode::Paper, false, false).is_empty());
    let waiting = queue(&records, Mode::Paper, false, true);
    assert_eq!(
        (waiting[0].worst, waiting[0].decided),
        (Some(Severity::Critical), Some(Verdict::Edit))
    );
    assert!(decide(&mut records, "other", Verdict::Accept, &by, None).is_err());
    let nobody = Signature { reviewer: " ", ..by };
    assert!(decide(&mut records, "K_test_7", Verdict::Accept, &nobody, None).is_err());
}
