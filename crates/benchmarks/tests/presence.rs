//! Presence from files to report: truth from boxes, questions asked, answers that are none, JSON as published.

use groundscope_benchmarks::output::{Row, RowsError, read_rows};
use groundscope_benchmarks::presence::{self, PresenceError, Report, judge};
use groundscope_benchmarks::{Annotations, ClassLabel, ScoreError, boxes_file};
use groundscope_metrics::PresenceAnswer;
use proptest::prelude::*;

fn file(extra: &str, images: &[(&str, &[&str])]) -> Annotations {
    let images: Vec<String> = images
        .iter()
        .map(|(id, classes)| {
            let one = |class: &&str| format!(r#"{{"class":"{class}","box":[0,0,10,10]}}"#);
            let boxes: Vec<String> = classes.iter().map(one).collect();
            format!(
                r#"{{"id":"{id}","width":200,"height":100,"boxes":[{}]}}"#,
                boxes.join(",")
            )
        })
        .collect();
    let text = format!(
        r#"{{"format":"groundscope-boxes/1","space":"pixel",{extra}"images":[{}]}}"#,
        images.join(",")
    );
    boxes_file::parse(text.as_bytes()).unwrap()
}

fn rows(answers: &[(&str, &str, &str)]) -> Vec<Row> {
    let line = |(image, class, response): &(&str, &str, &str)| {
        format!("{{\"image\":\"{image}\",\"class\":\"{class}\",\"response\":\"{response}\"}}\n")
    };
    read_rows(answers.iter().map(line).collect::<String>().as_bytes()).unwrap()
}

fn score(references: &Annotations, answers: &[(&str, &str, &str)]) -> Report {
    presence::score(references, &rows(answers), true).unwrap()
}

fn cells(report: &Report, class: &str) -> [u64; 4] {
    let class = report.class(class).unwrap();
    [class.tp, class.fp, class.tn, class.missed]
}

#[test]
fn the_json_has_the_published_shape_in_the_order_of_the_ontology() {
    let references = file(
        "",
        &[("a.png", &["srf", "zebra", "drusen", "drusen"]), ("b.png", &[])],
    );
    let answers = [
        ("b.png", "SRF", "No."),
        ("b.png", "zebra", "Answer: **No**"),
        ("a.png", "zebra", "Yes"),
        ("a.png", "srf", "I cannot assist with that."),
        ("b.png", "drusen", "Yes. No."),
        ("a.png", "drusen", "Yes, there are drusen."),
    ];
    let report = score(&references, &answers);
    let json = serde_json::to_string(&report).unwrap();
    let per_class = concat!(
        r#""per_class":{"drusen":{"sensitivity":1.0,"specificity":0.0,"balanced_accuracy":0.5,"precision":0.5,"recall":1.0,"#,
        r#""f1":0.6666666666666666,"tp":1,"fp":1,"tn":0,"fn":0,"refused":0,"unreadable":1,"unanswered":0,"positives":1,"#,
        r#""negatives":1,"n":2},"srf":{"sensitivity":0.0,"specificity":1.0,"balanced_accuracy":0.5,"precision":0.0,"#,
        r#""recall":0.0,"f1":0.0,"tp":0,"fp":0,"tn":1,"fn":1,"refused":1,"unreadable":0,"unanswered":0,"positives":1,"#,
        r#""negatives":1,"n":2},"zebra":{"sensitivity":1.0,"#
    );
    assert!(json.contains(per_class), "{json}");
    let pooled = &report.pooled;
    assert_eq!(
        (pooled.tp, pooled.fp, pooled.tn, pooled.missed, pooled.n),
        (2, 1, 2, 1, 6)
    );
    assert!(
        json.starts_with(r#"{"settings":{"asked":"rows","exhaustive":["drusen","ez_disruption","#),
        "{json}"
    );
    let balanced = &report.macro_figures.balanced_accuracy;
    assert_eq!(balanced.mean, 2.0 / 3.0);
    assert!(
        json.contains(r#""macro":{"balanced_accuracy":{"mean":0.6666666666666666,"sd":0.23570226039551"#),
        "{json}"
    );
    assert!(
        json.contains(r#""classes":3,"classes_with_negatives":3},"dropped":{"references":{"#),
        "{json}"
    );
    let lists = concat!(
        r#""not_exhaustive":{},"not_asked":0},"without_answer":["#,
        r#"{"image":"a.png","class":"srf","truth":"yes","answer":"refused","right":false},"#,
        r#"{"image":"b.png","class":"drusen","truth":"no","answer":"unreadable","right":false}],"#,
        r#""answers":[{"image":"a.png","class":"drusen","truth":"yes","answer":"yes","right":true},"#
    );
    assert!(json.contains(lists), "{json}");
    assert_eq!(report.answers.as_ref().unwrap().len(), 6);
    let brief = presence::score(&references, &rows(&answers), false).unwrap();
    assert_eq!((brief.answers, brief.without_answer.len()), (None, 2));
}

#[test]
fn only_classes_that_were_looked_for_are_scored() {
    let images: [(&str, &[&str]); 2] = [("a", &["irf"]), ("b", &[])];
    let answers = [
        ("a", "irf", "yes"),
        ("b", "irf", "no"),
        ("b", "srf", "yes"),
        ("a", "unicorn", "no"),
    ];
    let all = score(&file("", &images), &answers);
    assert_eq!(cells(&all, "srf"), [0, 1, 0, 0]);
    assert_eq!(all.dropped.not_exhaustive, [("unicorn".to_owned(), 1)]);
    assert!(all.class("unicorn").is_none());
    let irf_only = score(&file(r#""exhaustive":["IRF"],"#, &images), &answers);
    assert_eq!(cells(&irf_only, "irf"), [1, 0, 1, 0]);
    assert!(irf_only.class("srf").is_none());
    assert_eq!(
        irf_only.dropped.not_exhaustive,
        [("srf".to_owned(), 1), ("unicorn".to_owned(), 1)]
    );
    let none = score(&file(r#""exhaustive":[],"#, &images), &answers);
    assert_eq!((none.pooled.n, none.macro_figures.classes), (0, 0));
}

#[test]
fn what_is_listed_as_asked_decides_and_needs_an_answer() {
    let asked = r#""asked":[["a.png","irf"],["b","irf"],["b","unicorn"]],"#;
    let references = file(asked, &[("a.png", &["irf"]), ("b.png", &[])]);
    let report = score(&references, &[("a.png", "irf", "yes"), ("b.png", "srf", "yes")]);
    assert_eq!(cells(&report, "irf"), [1, 1, 0, 0]);
    assert_eq!(report.class("irf").unwrap().unanswered, 1);
    // A class of the file's own that is asked about was looked for.
    assert_eq!(cells(&report, "unicorn"), [0, 1, 0, 0]);
    assert_eq!((report.dropped.not_asked, report.pooled.n), (1, 3));
    let silent: Vec<_> = report
        .without_answer
        .iter()
        .map(|a| (a.image.as_str(), a.answer))
        .collect();
    assert_eq!(silent, [("b.png", "unanswered"); 2]);
    // Without the list, questions are the rows and nothing is unanswered.
    let all = score(
        &file("", &[("a.png", &["irf"]), ("b.png", &[])]),
        &[("a.png", "irf", "yes")],
    );
    assert_eq!((all.pooled.n, all.pooled.unanswered), (1, 0));
    let elsewhere = file(r#""asked":[["c","irf"]],"#, &[("a", &[])]);
    assert_eq!(
        judge(&elsewhere, &rows(&[("a", "irf", "no")])),
        Err(PresenceError::References(ScoreError::AskedUnknownImage {
            file: "references",
            id: "c".into()
        }))
    );
}

#[test]
fn fluid_is_there_where_either_kind_is() {
    let answers = [
        ("a", "fluid", "yes"),
        ("b", "fluid", "yes"),
        ("c", "any fluid", "no"),
        ("a", "irf", "yes"),
    ];
    let kinds = file("", &[("a", &["irf"]), ("b", &["srf"]), ("c", &[])]);
    let report = score(&kinds, &answers);
    assert_eq!(
        (cells(&report, "fluid"), cells(&report, "irf")),
        ([2, 0, 1, 0], [1, 0, 0, 0])
    );
    // Where the references draw fluid as one class, its kinds were not looked for.
    let one = score(
        &file("", &[("a", &["fluid"]), ("b", &["fluid"]), ("c", &[])]),
        &answers,
    );
    assert_eq!(cells(&one, "fluid"), [2, 0, 1, 0]);
    assert_eq!(one.dropped.not_exhaustive, [("irf".to_owned(), 1)]);
    // One kind alone does not vouch for the absence of fluid.
    let half = score(
        &file(
            r#""exhaustive":["irf"],"#,
            &[("a", &["irf"]), ("b", &[]), ("c", &[])],
        ),
        &answers,
    );
    assert_eq!(half.dropped.not_exhaustive, [("fluid".to_owned(), 3)]);
}

#[test]
fn images_match_by_name_file_name_and_stem_and_each_question_is_answered_once() {
    let references = file("", &[("scans/a.png", &["irf"]), ("b.png", &[])]);
    let judged = judge(
        &references,
        &rows(&[("b.jpg", "irf", "no"), ("a.tif", "irf", "yes")]),
    )
    .unwrap();
    let pairs: Vec<_> = judged
        .pairs
        .iter()
        .map(|p| (p.image, p.answer, p.right, p.line))
        .collect();
    assert_eq!(
        pairs,
        [
            (0, PresenceAnswer::Yes, true, Some(2)),
            (1, PresenceAnswer::No, true, Some(1))
        ]
    );
    let unknown = judge(
        &references,
        &rows(&[("b.png", "irf", "no"), ("c.png", "irf", "no")]),
    );
    let source = ScoreError::UnknownImage { id: "c.png".into() };
    assert_eq!(
        unknown,
        Err(PresenceError::Answers(RowsError::Image { line: 2, source }))
    );
    assert_eq!(
        judge(&references, &rows(&[("b.png", "irf", "no"), ("b", "irf", "yes")])),
        Err(PresenceError::Answers(RowsError::Repeated { line: 2, first: 1 }))
    );
    assert_eq!(
        judge(&file("", &[]), &rows(&[("a", "irf", "no")])),
        Err(PresenceError::References(ScoreError::NoImages))
    );
}

#[test]
fn people_get_a_table_with_every_setting() {
    let references = file("", &[("a.png", &["irf"]), ("b.png", &[])]);
    let answers = [
        ("a.png", "irf", "yes"),
        ("b.png", "irf", "perhaps"),
        ("b.png", "unicorn", "no"),
    ];
    let text = score(&references, &answers).to_text();
    let row = text.lines().find(|line| line.starts_with("irf")).unwrap();
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>(),
        [
            "irf", "2", "1", "1", "0", "0", "0", "1", "1.0000", "0.0000", "0.5000", "0.5000", "0.6667"
        ]
    );
    for words in [
        "Macro over 1 class with positives",
        "Not scored: 1 answer, unicorn is no class that the references look for.",
        "Asked: the rows of the file.",
        "0/0 = 0",
        "  b.png, irf: truth no, answer unreadable, wrong",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

proptest! {
    #[test]
    fn the_order_of_rows_changes_nothing_but_line_numbers(
        said in prop::collection::vec(prop::sample::select(vec!["yes", "no", "perhaps", "I cannot assist with that."]), 12),
        order in Just((0..12).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let references = file("", &[("a", &["irf"]), ("b", &["erm", "irf"]), ("c", &[]), ("d", &["srf"])]);
        let questions: Vec<(&str, &str)> = ["a", "b", "c", "d"].into_iter()
            .flat_map(|image| ["srf", "irf", "erm"].map(|class| (image, class)))
            .collect();
        let answers: Vec<_> = questions.iter().zip(&said).map(|((image, class), said)| (*image, *class, *said)).collect();
        let shuffled: Vec<_> = order.iter().map(|i| answers[*i]).collect();
        let report = score(&references, &answers);
        prop_assert_eq!(&report, &score(&references, &shuffled));
        let judged = judge(&references, &rows(&shuffled)).unwrap();
        let keys: Vec<(usize, &ClassLabel)> = judged.pairs.iter().map(|p| (p.image, &p.class)).collect();
        prop_assert!(keys.is_sorted() && keys.len() == 12);
        let right = judged.pairs.iter().filter(|p| p.right).count() as u64;
        prop_assert_eq!(right, report.pooled.tp + report.pooled.tn);
    }
}

#[test]
fn intervals_enclose_the_figures_and_are_seeded() {
    use groundscope_metrics::bootstrap::Resampling;
    let image = |at: usize| {
        let boxes = if at.is_multiple_of(2) {
            r#"{"class": "irf", "box": [0, 0, 9, 9]}"#
        } else {
            ""
        };
        format!(r#"{{"id": "{at}", "width": 10, "height": 10, "boxes": [{boxes}]}}"#)
    };
    let images: Vec<String> = (0..60).map(image).collect();
    let file = format!(
        r#"{{"format": "groundscope-boxes/1", "space": "pixel", "images": [{}]}}"#,
        images.join(",")
    );
    let references = groundscope_benchmarks::read_references(file.as_bytes()).unwrap();
    let row = |at: usize| {
        let says = if at.is_multiple_of(2) != at.is_multiple_of(5) {
            "Yes."
        } else {
            "No."
        };
        format!(r#"{{"image": "{at}", "class": "irf", "response": "{says}"}}"#)
    };
    let rows: Vec<String> = (0..60).map(row).collect();
    let rows = groundscope_benchmarks::output::read_rows(rows.join("\n").as_bytes()).unwrap();
    let judged = groundscope_benchmarks::presence::judge(&references, &rows).unwrap();
    let report = |replicates, seed| {
        let resampling = Resampling { replicates, seed };
        groundscope_benchmarks::presence::report(&references, &judged, false, &resampling)
    };
    let seeded = report(500, 1);
    let intervals = seeded.intervals.as_ref().unwrap();
    let ([low, high], figure) = (
        intervals.macro_figures.balanced_accuracy,
        seeded.macro_figures.balanced_accuracy.mean,
    );
    assert!(
        low < figure && figure < high && high - low < 0.4,
        "{low} {figure} {high}"
    );
    assert_eq!(intervals.class("irf").unwrap().balanced_accuracy, [low, high]);
    assert_eq!(report(500, 1), seeded);
    assert_ne!(report(500, 2).intervals, seeded.intervals);
    assert!(report(0, 1).intervals.is_none());
}

#[test]
fn a_class_without_positives_takes_nobody_elses_interval() {
    use groundscope_metrics::bootstrap::Resampling;
    let references = br#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
        {"id": "a", "width": 9, "height": 9, "boxes": [{"class": "irf", "box": [0, 0, 9, 9]}]},
        {"id": "b", "width": 9, "height": 9, "boxes": []}]}"#;
    let references = groundscope_benchmarks::read_references(references).unwrap();
    let rows = ["a", "b"].map(|image| {
        let row = |class: &str| format!(r#"{{"image": "{image}", "class": "{class}", "response": "No."}}"#);
        [row("irf"), row("erm")].join("\n")
    });
    let rows = groundscope_benchmarks::output::read_rows(rows.join("\n").as_bytes()).unwrap();
    let judged = groundscope_benchmarks::presence::judge(&references, &rows).unwrap();
    let report =
        groundscope_benchmarks::presence::report(&references, &judged, false, &Resampling::default());
    let intervals = report.intervals.unwrap();
    assert!(intervals.class("irf").is_some() && intervals.class("erm").is_none());
}
