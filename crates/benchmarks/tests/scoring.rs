//! Grounding from files to report: questions asked, images matched, spaces mixed, JSON as published.

use groundscope_benchmarks::{Annotations, Report, ScoreError, Settings, boxes_file, explain, grounding};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule};

fn file(space: &str, extra: &str, images: &str) -> Annotations {
    let text = format!(r#"{{"format":"groundscope-boxes/1","space":"{space}",{extra}"images":[{images}]}}"#);
    boxes_file::parse(text.as_bytes()).unwrap()
}

fn image(id: &str, boxes: &[(&str, &str)]) -> String {
    let boxes: Vec<String> = boxes
        .iter()
        .map(|(class, corners)| format!(r#"{{"class":"{class}","box":[{corners}]}}"#))
        .collect();
    format!(
        r#"{{"id":"{id}","width":200,"height":100,"boxes":[{}]}}"#,
        boxes.join(",")
    )
}

fn pixels(images: &[String]) -> Annotations {
    file("pixel", "", &images.join(","))
}

fn score(references: &Annotations, predictions: &Annotations) -> Report {
    let settings = Settings {
        details: true,
        ..Settings::default()
    };
    grounding::score(references, predictions, &settings).unwrap()
}

fn counts(report: &Report, class: &str) -> [u64; 3] {
    let class = report.class(class).unwrap();
    [class.tp, class.fp, class.missed]
}

#[test]
fn the_json_has_the_published_shape_in_the_order_of_the_ontology() {
    let references = pixels(&[
        image(
            "a.png",
            &[
                ("srf", "0,0,10,10"),
                ("zebra", "50,50,60,60"),
                ("drusen", "0,0,10,10"),
            ],
        ),
        image("b.png", &[]),
    ]);
    let predictions = pixels(&[
        image("b.png", &[("ERM", "0,0,5,5")]),
        image(
            "a.png",
            &[
                ("srf", "1,2,3"),
                ("srf", "0,0,10,3"),
                ("drusen", "0,0,10,10"),
                ("drusen", "90,0,95,5.5"),
            ],
        ),
    ]);
    let report = score(&references, &predictions);
    let json = serde_json::to_string(&report).unwrap();
    let per_class = concat!(
        r#""per_class":{"drusen":{"tp":1,"fp":1,"fn":0,"precision":0.5,"recall":1.0,"f1":0.6666666666666666,"#,
        r#""mean_agg_iou":1.0,"boxes":1},"erm":{"tp":0,"fp":1,"fn":0,"precision":0.0,"recall":0.0,"f1":0.0,"#,
        r#""mean_agg_iou":0.0,"boxes":0},"srf":{"tp":0,"fp":1,"fn":1,"precision":0.0,"recall":0.0,"f1":0.0,"#,
        r#""mean_agg_iou":0.3,"boxes":1},"zebra":{"tp":0,"fp":0,"fn":1,"precision":0.0,"recall":0.0,"f1":0.0,"#,
        r#""mean_agg_iou":0.0,"boxes":1}},"pooled":{"tp":1,"fp":3,"fn":2,"precision":0.25,"recall":0.3333333333333333,"#,
        r#""f1":0.2857142857142857,"mean_agg_iou":0.43333333333333335,"boxes":3},"#,
        r#""macro":{"precision":{"mean":0.16666666666666666,"#
    );
    assert!(json.contains(per_class), "{json}");
    assert!(
        json.contains(r#""classes":3},"dropped":{"references":{"#),
        "{json}"
    );
    let images = concat!(
        r#""images":[{"id":"a.png","figures":{"tp":1,"fp":2,"fn":2,"precision":0.3333333333333333,"#,
        r#""recall":0.3333333333333333,"f1":0.3333333333333333,"mean_agg_iou":0.43333333333333335,"boxes":3},"#,
        r#""references":[{"class":"srf","box":[0,0,10,10],"agg_iou":0.3,"detected":false,"#,
        r#""gathered":[1]},{"class":"zebra","box":[50,50,60,60],"agg_iou":0.0,"detected":false,"gathered":[]},"#,
        r#"{"class":"drusen","box":[0,0,10,10],"agg_iou":1.0,"detected":true,"gathered":[2]}],"#,
        r#""false_positives":[1,3]},{"id":"b.png","figures":{"tp":0,"fp":1,"fn":0,"precision":0.0,"recall":0.0,"#,
        r#""f1":0.0,"mean_agg_iou":0.0,"boxes":0},"references":[],"false_positives":[0]}]"#
    );
    assert!(json.ends_with(&format!("{images}}}")), "{json}");
    assert!(
        json.starts_with(r#"{"settings":{"t1":0.1,"t2":0.3,"fp":"undetected","#),
        "{json}"
    );
    let brief = grounding::score(&references, &predictions, &Settings::default()).unwrap();
    assert!(!serde_json::to_string(&brief).unwrap().contains("images\":"));
    assert_eq!(report.dropped.predictions.wrong_arity, 1);
}

#[test]
fn false_positives_count_only_where_the_references_are_exhaustive() {
    let boxes = image("a", &[("irf", "0,0,10,10")]);
    let predictions = pixels(&[image(
        "a",
        &[("srf", "50,0,60,10"), ("irf", "0,0,10,10"), ("irf", "80,0,90,10")],
    )]);
    let all = score(&pixels(std::slice::from_ref(&boxes)), &predictions);
    assert_eq!((counts(&all, "irf"), counts(&all, "srf")), ([1, 1, 0], [0, 1, 0]));
    let irf_only = score(&file("pixel", r#""exhaustive":["IRF"],"#, &boxes), &predictions);
    assert_eq!(
        (counts(&irf_only, "irf"), counts(&irf_only, "srf")),
        ([1, 1, 0], [0, 0, 0])
    );
    assert_eq!(irf_only.dropped.predictions_not_asked, 1);
    let none = score(&file("pixel", r#""exhaustive":[],"#, &boxes), &predictions);
    assert_eq!(
        (counts(&none, "irf"), counts(&none, "srf")),
        ([1, 0, 0], [0, 0, 0])
    );
    assert_eq!(none.images.unwrap()[0].false_positives, [0; 0]);
}

#[test]
fn references_that_nobody_asked_about_count_and_are_told() {
    let boxes = image("a", &[("irf", "0,0,10,10"), ("srf", "50,0,60,10")]);
    let listed = file("pixel", r#""asked":[["a","irf"]],"#, &boxes);
    let report = score(&listed, &pixels(&[image("a", &[("irf", "0,0,10,10")])]));
    assert_eq!(
        (counts(&report, "irf"), counts(&report, "srf")),
        ([1, 0, 0], [0, 0, 1])
    );
    assert_eq!(report.dropped.references_not_asked, 1);
    assert!(
        report
            .to_text()
            .contains("1 reference box is of images and classes that nobody asked about")
    );
    let all = score(&pixels(&[boxes]), &pixels(&[image("a", &[])]));
    assert_eq!(all.dropped.references_not_asked, 0);
    assert!(all.warnings().is_empty());
}

#[test]
fn false_positives_count_only_on_pairs_listed_as_asked_and_both_lists_must_agree() {
    let boxes = format!("{},{}", image("a.png", &[]), image("b.png", &[]));
    let found = format!(
        "{},{}",
        image("a", &[("irf", "0,0,9,9"), ("srf", "0,0,9,9")]),
        image("b", &[("irf", "0,0,9,9")])
    );
    let asked = |pairs: &str| format!(r#""asked":[{pairs}],"#);
    let references = file("pixel", &asked(r#"["a.png","irf"],["b.png","srf"]"#), &boxes);
    let report = score(&references, &file("pixel", "", &found));
    assert_eq!(
        (counts(&report, "irf"), counts(&report, "srf")),
        ([0, 1, 0], [0, 0, 0])
    );
    // The same list by other names of images and classes, from the other side.
    let predictions = file("pixel", &asked(r#"["b","subretinal fluid"],["a","irf"]"#), &found);
    assert_eq!(score(&references, &predictions).per_class, report.per_class);
    assert_eq!(
        score(&file("pixel", "", &boxes), &predictions).per_class,
        report.per_class
    );
    let fewer = file("pixel", &asked(r#"["a","irf"]"#), &found);
    assert_eq!(
        grounding::score(&references, &fewer, &Settings::default()),
        Err(ScoreError::AskedDiffers {
            only_references: 1,
            only_predictions: 0
        })
    );
    let strange = file("pixel", &asked(r#"["q","irf"]"#), &found);
    assert_eq!(
        grounding::score(&file("pixel", "", &boxes), &strange, &Settings::default())
            .unwrap_err()
            .to_string(),
        "asked in the predictions names an image that the references lack; correct the name: q"
    );
}

#[test]
fn images_must_be_those_of_the_references_and_as_large() {
    let references = pixels(&[image("a.png", &[("irf", "0,0,10,10")]), image("b.png", &[])]);
    let fails = |predictions: &Annotations| {
        grounding::score(&references, predictions, &Settings::default()).unwrap_err()
    };
    assert_eq!(
        fails(&pixels(&[image("c.png", &[])])),
        ScoreError::UnknownImage { id: "c.png".into() }
    );
    assert_eq!(
        fails(&pixels(&[image("a.png", &[]), image("x/a.jpg", &[])])),
        ScoreError::RepeatedImage { id: "x/a.jpg".into() }
    );
    let other_size = image("a.png", &[]).replace("\"height\":100", "\"height\":99");
    assert_eq!(
        fails(&pixels(&[other_size])).to_string(),
        "the predictions say 200x99 pixels and the references 200x100; give boxes of the original image, not of a \
         resized one: a.png"
    );
    // An image without predictions is scored all the same.
    assert_eq!(counts(&score(&references, &pixels(&[])), "irf"), [0, 0, 1]);
}

#[test]
fn every_space_gives_the_same_exact_score() {
    // On 200 x 100 pixels; 0.9 of the width is exactly t1 away, which binary numbers get wrong.
    let references = [
        pixels(&[image("a", &[("irf", "0,0,100,100"), ("srf", "20,10,60,60")])]),
        file(
            "norm1000",
            "",
            &image("a", &[("irf", "0,0,500,1000"), ("srf", "100,100,300,600")]),
        ),
        file(
            "unit",
            "",
            &image("a", &[("irf", "0,0,0.5,1"), ("srf", "0.1,0.1,0.3,0.6")]),
        ),
    ];
    let predictions = [
        pixels(&[image("a", &[("irf", "90,0,190,100"), ("srf", "20,10,60,25")])]),
        file(
            "norm1000",
            "",
            &image("a", &[("irf", "450,0,950,1000"), ("srf", "100,100,300,250")]),
        ),
        file(
            "unit",
            "",
            &image("a", &[("irf", "0.45,0,0.95,1"), ("srf", "0.1,0.1,0.3,0.25")]),
        ),
    ];
    for g in &references {
        for p in &predictions {
            let report = score(g, p);
            assert_eq!(counts(&report, "irf"), [0, 1, 1]);
            assert_eq!(counts(&report, "srf"), [0, 1, 1], "exactly t2 is not detected");
            assert_eq!(report.class("srf").unwrap().mean_agg_iou, 0.3);
            assert_eq!(report.class("irf").unwrap().mean_agg_iou, 0.0);
        }
    }
}

#[test]
fn powers_of_ten_change_no_count_up_to_the_largest_images() {
    let scaled = |corners: &str, power: i32| -> Annotations {
        let numbers: Vec<String> = corners.split(',').map(|v| format!("{v}e{power}")).collect();
        let boxes = format!(r#"{{"class":"irf","box":[{}]}}"#, numbers.join(","));
        let size = 10u64.pow((power + 3).max(0) as u32).max(1);
        file(
            "pixel",
            "",
            &format!(r#"{{"id":"a","width":{size},"height":{size},"boxes":[{boxes}]}}"#),
        )
    };
    for power in -3..=6 {
        let report = score(&scaled("0,0,100,100", power), &scaled("90,0,190,100", power));
        assert_eq!(
            counts(&report, "irf"),
            [0, 1, 1],
            "overlap exactly t1 at 10^{power}"
        );
        let report = score(&scaled("0,0,100,100", power), &scaled("0,0,100,31", power));
        assert_eq!(
            (counts(&report, "irf"), report.class("irf").unwrap().mean_agg_iou),
            ([1, 0, 0], 0.31)
        );
    }
    let (large, mixed) = (scaled("0,0,100,100", 6), file("unit", "", ""));
    assert_eq!(
        grounding::score(&large, &mixed, &Settings::default()),
        Err(ScoreError::TooLargeToCompare { id: "a".into() })
    );
}

#[test]
fn explanations_are_in_pixels_whatever_the_spaces() {
    let wanted = (
        [20.0, 10.0, 60.0, 60.0],
        600.0,
        [[[20.0, 10.0], [60.0, 10.0], [60.0, 25.0], [20.0, 25.0]]],
    );
    let per_space = |corners: [&str; 3]| {
        ["pixel", "norm1000", "unit"]
            .into_iter()
            .zip(corners)
            .map(|(space, corners)| file(space, "", &image("a", &[("srf", corners)])))
            .collect::<Vec<_>>()
    };
    let references = per_space(["20,10,60,60", "100,100,300,600", "0.1,0.1,0.3,0.6"]);
    let predictions = per_space(["20,10,60,25", "100,100,300,250", "0.1,0.1,0.3,0.25"]);
    for g in &references {
        for p in &predictions {
            let told = explain(g, p, 0, &Settings::default()).unwrap();
            let reference = &told.references[0];
            assert_eq!((reference.corners, reference.union_area), (wanted.0, wanted.1));
            assert_eq!(reference.union_outline, wanted.2);
            assert_eq!(told.predictions[0].corners, [20.0, 10.0, 60.0, 25.0]);
        }
    }
}

#[test]
fn fluid_as_one_class_is_answered_by_both_kinds() {
    let references = pixels(&[image("a", &[("fluid", "0,0,20,10")])]);
    let predictions = pixels(&[image(
        "a",
        &[("irf", "0,0,10,10"), ("srf", "10,0,20,10"), ("srf", "90,0,99,9")],
    )]);
    let report = score(&references, &predictions);
    assert_eq!(counts(&report, "fluid"), [1, 1, 0]);
    assert_eq!(report.class("fluid").unwrap().mean_agg_iou, 1.0);
    assert_eq!(
        counts(&report, "srf"),
        [0, 0, 0],
        "kinds of fluid are not told apart by these references"
    );
    assert_eq!(report.images.unwrap()[0].references[0].gathered, [0, 1]);
}

#[test]
fn both_false_positive_rules_are_named_settings() {
    let references = pixels(&[image("a", &[("irf", "40,40,60,60")])]);
    let predictions = pixels(&[image("a", &[("irf", "0,0,100,100")])]);
    let lenient = Settings {
        agg_iou: AggIouSettings {
            false_positives: FalsePositiveRule::Ungathered,
            ..AggIouSettings::default()
        },
        ..Settings::default()
    };
    let report = grounding::score(&references, &predictions, &lenient).unwrap();
    assert_eq!(
        (counts(&report, "irf"), report.settings.fp),
        ([0, 0, 1], "ungathered")
    );
    assert_eq!(counts(&score(&references, &predictions), "irf"), [0, 1, 1]);
}

#[test]
fn the_table_shows_figures_what_was_dropped_and_every_setting() {
    let references = pixels(&[image("a", &[("irf", "0,0,10,10")])]);
    let predictions = pixels(&[image(
        "a",
        &[("irf", "0,0,10,10"), ("irf", "0,0,0,1"), ("irf", "190,0,300,10")],
    )]);
    let text = score(&references, &predictions).to_text();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(
        rows[0],
        "class    boxes     TP     FP     FN  precision  recall      F1  mean AggIoU"
    );
    assert_eq!(
        rows[1],
        "irf          1      1      1      0     0.5000  1.0000  0.6667       1.0000"
    );
    for part in [
        "Macro over 1 class with references",
        "Predictions: 1 dropped, no area; 1 clipped to the image",
        "t1 0.1 and t2 0.3 (strictly more), false positives undetected",
        "irf [0, 0, 10, 10]: hit, AggIoU 1.0000, gathered [0]",
        "false positives [2]",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn an_explanation_draws_the_union_and_names_the_stray_box() {
    let references = pixels(&[
        image("x", &[]),
        image(
            "a.png",
            &[
                ("irf", "0,0,10,10"),
                ("irf", "100,0,110,10"),
                ("srf", "40,40,60,60"),
            ],
        ),
    ]);
    let predictions = pixels(&[image(
        "a",
        &[
            ("irf", "0,0,0,0"),
            ("irf", "0,0,10,10"),
            ("irf", "8,0,108,10"),
            ("vmt", "0,0,5,5"),
        ],
    )]);
    let at = references.find_image("scans/a.png").unwrap();
    let told = explain(&references, &predictions, at, &Settings::default()).unwrap();
    assert_eq!((told.tp, told.fp, told.missed), (0, 3, 3));
    let first = &told.references[0];
    assert_eq!(
        (first.status, first.gathered.as_slice(), first.stray),
        ("missed", [1, 2].as_slice(), Some(2))
    );
    assert_eq!(first.union_area, 1080.0);
    assert_eq!(
        first.union_outline,
        [[[0.0, 0.0], [108.0, 0.0], [108.0, 10.0], [0.0, 10.0]]]
    );
    assert_eq!(first.covered, 1.0);
    assert_eq!(
        first.sentence,
        "Missed: 2 predicted boxes together reach only AggIoU 0.093, not more than 0.3. One stray box destroys the \
         hit: without it AggIoU would be 1.000."
    );
    assert_eq!(
        told.references[2].sentence,
        "Missed: no predicted box overlaps it by more than 10% of the smaller of the two."
    );
    let statuses: Vec<_> = told
        .predictions
        .iter()
        .map(|p| (p.index, p.status, p.gathered_by.len()))
        .collect();
    assert_eq!(statuses, [(1, "false", 1), (2, "false", 2), (3, "false", 0)]);
    let alone = explain(&references.only(at), &predictions, 0, &Settings::default()).unwrap();
    assert_eq!(alone, told);
}

#[test]
fn an_image_without_an_entry_in_the_predictions_is_counted_and_said() {
    let references = pixels(&[
        image("a.png", &[("srf", "0,0,10,10")]),
        image("b.png", &[("srf", "0,0,10,10")]),
    ]);
    let report = score(&references, &pixels(&[image("a.png", &[("srf", "0,0,10,10")])]));
    assert_eq!(report.dropped.images_without_predictions, 1);
    assert_eq!((report.pooled.tp, report.pooled.missed), (1, 1));
    let said = "1 image has no entry in the predictions: counted as nothing found.";
    assert!(report.to_text().contains(said), "{}", report.to_text());
    let both = pixels(&[image("a.png", &[]), image("b.png", &[])]);
    assert_eq!(score(&references, &both).dropped.images_without_predictions, 0);
}

#[test]
fn who_looked_for_both_kinds_of_fluid_looked_for_fluid() {
    let fluid = pixels(&[image("a", &[("fluid", "60,60,90,90")])]);
    let asked = |extra: &str| file("pixel", extra, &image("a", &[("srf", "0,0,20,20")]));
    for (exhaustive, expected) in [
        ("", [0, 1, 0]),
        (r#""exhaustive":["irf","srf"],"#, [0, 1, 0]),
        (r#""exhaustive":["srf"],"#, [0, 0, 0]),
    ] {
        let references = asked(&format!(r#"{exhaustive}"asked":[["a","fluid"]],"#));
        assert_eq!(
            counts(&score(&references, &fluid), "fluid"),
            expected,
            "{exhaustive}"
        );
        // Narrowed to fluid, a file says the same.
        let mut kept = references.clone();
        kept.keep(&[groundscope_benchmarks::ClassLabel::fluid()].into(), |_, _| {});
        let again = boxes_file::write(&kept).unwrap();
        let again = boxes_file::parse(again.as_bytes()).unwrap();
        assert_eq!(counts(&score(&again, &fluid), "fluid"), expected, "{exhaustive}");
    }
}
