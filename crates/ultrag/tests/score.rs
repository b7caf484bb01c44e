//! Runs of a perfect, an empty, a shifted and a missing predictor: the figures are what they must be.

use groundscope_ultrag::make::{MakeOptions, make_records};
use groundscope_ultrag::organ::Organ;
use groundscope_ultrag::record::{Record, slug};
use groundscope_ultrag::score::{Report, RunError, RunOptions, read_rows, score_run};
use groundscope_ultrag::source::{Masks, Source};
use groundscope_ultrag::{Profile, describe::describe};
use serde_json::{Value, json};

fn source() -> Source {
    let boxes = [[10, 10, 60, 40], [200, 210, 50, 50], [100, 100, 80, 60]];
    let images: Vec<Value> = (0..4)
        .map(|id| json!({"id": id, "file_name": format!("{id}.png"), "width": 300, "height": 300}))
        .collect();
    // The last image has no mask.
    let annotations: Vec<Value> = boxes
        .iter()
        .zip(0..)
        .map(|([x, y, w, h], n)| {
            let ring = [*x, *y, x + w, *y, x + w, y + h, *x, y + h];
            json!({"id": n + 1, "image_id": n, "category_id": 1, "bbox": [x, y, w, h], "area": w * h, "segmentation": [ring]})
        })
        .collect();
    let coco =
        json!({"images": images, "categories": [{"id": 1, "name": "kidney"}], "annotations": annotations});
    Source::parse("K set", "test", coco.to_string().as_bytes()).unwrap()
}

fn records() -> Vec<Record> {
    let options = MakeOptions {
        include_empty: true,
        ..MakeOptions::default()
    };
    make_records(&source(), Organ::named("kidney").unwrap(), options)
}

/// Responses that say and show what the records say, each box moved by `dx`; `None` for an empty mask.
fn responses(records: &[Record], moved: Option<f64>) -> String {
    let mut lines = Vec::new();
    for record in records {
        let boxes = |ids: &[String]| -> Value {
            let of = |id: &String| {
                let [x, y, w, h] = record
                    .masks
                    .iter()
                    .find(|mask| mask.mask_id == *id)
                    .unwrap()
                    .facts
                    .bbox_xywh;
                moved.map(|dx| json!({"bbox_xywh": [x + dx, y, w, h]}))
            };
            ids.iter().filter_map(of).collect()
        };
        let mask = |ids: &[String]| json!({"type": "multi", "masks": boxes(ids)});
        let tasks = &record.annotation;
        for task in &tasks.segmentation_tasks {
            let response =
                json!({"answer": task.answer, "predicted_mask": mask(&task.target_mask_ids)}).to_string();
            lines.push(
                json!({"sample_id": task.task_id, "task": "grounded_segmentation", "response": response}),
            );
        }
        for question in &tasks.grounded_vqa {
            let response =
                json!({"answer": question.answer, "predicted_mask": mask(&question.evidence_mask_ids)})
                    .to_string();
            lines.push(json!({"sample_id": question.qa_id, "task": "grounded_vqa", "response": response}));
        }
        let sentences: Vec<Value> = tasks
            .grounded_report
            .as_ref()
            .unwrap()
            .sentences
            .iter()
            .map(|s| json!({"section": s.section, "text": s.text, "finding_type": s.finding_type, "predicted_mask": mask(&s.evidence_mask_ids)}))
            .collect();
        lines.push(
            json!({"sample_id": record.sample_id, "task": "report", "prediction": {"report": sentences}}),
        );
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn run(rows: &str, profile: Profile) -> Report {
    let options = RunOptions {
        profile,
        split: Some("test".to_owned()),
        ..RunOptions::default()
    };
    score_run(
        &records(),
        &Masks::of([source()]),
        read_rows(rows.as_bytes()).unwrap(),
        &options,
    )
    .unwrap()
}

fn figure(report: &Report, task: &str, metric: &str) -> Option<f64> {
    report.tasks[task]
        .macros
        .iter()
        .find(|(name, _)| **name == metric)
        .unwrap_or_else(|| panic!("{metric}"))
        .1
        .to_owned()
}

const ALL: [(&str, &str); 10] = [
    ("segmentation", "iou"),
    ("segmentation", "dice"),
    ("vqa", "answer_accuracy"),
    ("vqa", "grounded_accuracy"),
    ("report", "rouge_l"),
    ("report", "sem_acc"),
    ("report", "presence"),
    ("report", "category"),
    ("report", "location"),
    ("report", "size"),
];

#[test]
fn a_perfect_predictor_is_perfect() {
    for profile in Profile::ALL {
        let report = run(&responses(&records(), Some(0.0)), profile);
        for (task, metric) in ALL {
            let figure = figure(&report, task, metric).unwrap();
            // There a place that no image has cannot be told rightly (E32): one of four questions of one of four images.
            let unwinnable = (profile, metric) == (Profile::Reference, "answer_accuracy");
            let most = if unwinnable { 0.9375 } else { 1.0 };
            assert!(
                (figure - most).abs() < 1e-12,
                "{profile:?} {task} {metric} {figure}"
            );
        }
        assert_eq!(report.format_success_rate, Some(1.0));
        assert!(report.failures.values().all(|n| *n == 0), "{:?}", report.failures);
        assert!((report.tasks["report"].side["report_iou"].unwrap() - 1.0).abs() < 1e-12);
        // Three images of two instructions, one without a target.
        assert_eq!(
            (
                report.tasks["segmentation"].n,
                report.tasks["vqa"].n,
                report.tasks["vqa"].n_grounded
            ),
            (7, 16, Some(12))
        );
    }
}

#[test]
fn an_empty_predictor_is_right_only_where_nothing_is() {
    let report = run(&responses(&records(), None), Profile::Strict);
    // One image of four is empty.
    assert_eq!(figure(&report, "segmentation", "iou"), Some(0.25));
    assert_eq!(figure(&report, "vqa", "answer_accuracy"), Some(1.0));
    assert_eq!(figure(&report, "vqa", "grounded_accuracy"), Some(0.0));
    assert_eq!(
        (report.failures["empty"], report.failures["text_without_mask"]),
        (18, 18)
    );
}

#[test]
fn a_shifted_predictor_loses_what_it_moved() {
    // By half of the width of 60: IoU 1/3. The others are 50 and 80 wide.
    let report = run(&responses(&records(), Some(30.0)), Profile::Strict);
    let iou = |w: f64| (w - 30.0) / (w + 30.0);
    let expected = (iou(60.0) + iou(50.0) + iou(80.0) + 1.0) / 4.0;
    assert!((figure(&report, "segmentation", "iou").unwrap() - expected).abs() < 1e-12);
    assert_eq!(figure(&report, "vqa", "grounded_accuracy"), Some(0.0));
    assert_eq!(report.failures["mask_without_text"], 0);
}

#[test]
fn failures_stay_or_leave_by_the_profile() {
    let all = responses(&records(), Some(0.0));
    let first = |line: &str| line.contains("_seg_1");
    let broken: String = all
        .lines()
        .map(|line| if first(line) { line.replace("\"response\":\"{", "\"response\":\"no: ") } else { line.to_owned() } + "\n")
        .collect();
    let gone: String = all
        .lines()
        .filter(|line| !first(line))
        .map(|line| format!("{line}\n"))
        .collect();
    for (rows, status, rate) in [
        (&broken, "unreadable", 23.0 / 27.0),
        (&gone, "missing", 23.0 / 27.0),
    ] {
        let strict = run(rows, Profile::Strict);
        assert_eq!(strict.failures[status], 4);
        // Half of three images, nothing of the fourth.
        assert_eq!(figure(&strict, "segmentation", "iou"), Some(0.375));
        assert_eq!(strict.format_success_rate, Some(rate));
        let reference = run(rows, Profile::Reference);
        assert_eq!(figure(&reference, "segmentation", "iou"), Some(1.0));
        assert_eq!(reference.tasks["segmentation"].n, 3);
    }
    assert_eq!(run(&gone, Profile::Reference).format_success_rate, Some(1.0));
}

#[test]
fn what_cannot_be_scored_ends_the_run() {
    let options = RunOptions {
        split: Some("train".to_owned()),
        ..RunOptions::default()
    };
    let none = score_run(&records(), &Masks::of([source()]), Vec::new(), &options);
    assert!(matches!(none, Err(RunError::NoRecord(split)) if split == "train"));
    let unknown = score_run(&records(), &Masks::default(), Vec::new(), &RunOptions::default());
    assert!(matches!(unknown, Err(RunError::Mask(_))));
}

#[test]
fn records_are_counted() {
    let description = describe(&records());
    let kidney = &description.organs["kidney"];
    assert_eq!(
        (
            kidney.images,
            kidney.empty_images,
            kidney.masks,
            kidney.segmentation,
            kidney.vqa
        ),
        (4, 1, 3, 7, 16)
    );
    assert!(description.to_text().contains("kidney"));
    assert_eq!(slug("K set"), "K_set");
}

#[test]
fn a_case_shows_reference_beside_prediction() {
    use groundscope_ultrag::score::case_view;
    let records = records();
    let runs = [
        (
            "perfect".to_owned(),
            read_rows(responses(&records, Some(0.0)).as_bytes()).unwrap(),
        ),
        ("none".to_owned(), Vec::new()),
    ];
    let view = case_view(&records[0], &Masks::of([source()]), &runs, Profile::Strict).unwrap();
    assert_eq!((view.tasks.len(), view.width), (7, 300));
    let first = &view.tasks[0];
    assert_eq!(first.reference[0].outline, first.runs[0].told[0].outline);
    assert_eq!(first.reference[0].outline[0].len(), 4);
    assert_eq!(
        (first.runs[1].run.as_str(), first.runs[1].told.len()),
        ("none", 0)
    );
    let report = view.tasks.last().unwrap();
    assert_eq!(report.reference, report.runs[0].told);
    assert_eq!(report.reference[0].section, "Findings");
}
