//! Runs compared on the same references: paired tests, sweeps, two readers.

use groundscope_benchmarks::compare::{PairError, paired_test, readers, recognised, sweep};
use groundscope_benchmarks::output::read_rows;
use groundscope_benchmarks::presence::judge;
use groundscope_benchmarks::{Annotations, Report, ScoreError, Settings, boxes_file, grounding};
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, Threshold};

/// Images named a, b, c, .. of 100 x 100 pixels with boxes of given classes.
fn file(images: &[&[(&str, [u32; 4])]]) -> Annotations {
    let images: Vec<String> = images
        .iter()
        .zip('a'..)
        .map(|(boxes, name)| {
            let boxes: Vec<String> = boxes
                .iter()
                .map(|(class, corners)| format!(r#"{{"class": "{class}", "box": {corners:?}}}"#))
                .collect();
            let boxes = boxes.join(",");
            format!(r#"{{"id": "{name}", "width": 100, "height": 100, "boxes": [{boxes}]}}"#)
        })
        .collect();
    let images = images.join(",");
    let text = format!(r#"{{"format": "groundscope-boxes/1", "space": "pixel", "images": [{images}]}}"#);
    boxes_file::parse(text.as_bytes()).unwrap()
}

const WHOLE: [u32; 4] = [0, 0, 10, 10];

/// The upper part of [`WHOLE`], which has an AggIoU of `tenths` / 10.
fn part(tenths: u32) -> (&'static str, [u32; 4]) {
    ("irf", [0, 0, 10, tenths])
}

#[test]
fn differences_of_decimal_boxes_tie_where_they_are_equal() {
    let references = file(&[
        &[("irf", WHOLE)],
        &[("irf", WHOLE)],
        &[("irf", WHOLE)],
        &[("irf", WHOLE)],
    ]);
    let run = |tenths: [u32; 4]| {
        let images = tenths.map(|t| vec![part(t)]);
        let images: Vec<&[_]> = images.iter().map(Vec::as_slice).collect();
        grounding::partial(&references, &file(&images), &Settings::default()).unwrap()
    };
    // 0.3 - 0.2, 0.8 - 0.7 and 0.5 - 0.6 are three different sizes in binary; 0.9 - 0.9 is a zero.
    let test = paired_test(&run([3, 8, 5, 9]), &run([2, 7, 6, 9])).unwrap();
    assert_eq!((test.n, test.zeros, test.ties), (4, 1, 3));
    assert_eq!(test.statistic, 2.0);
    assert!((test.mean_difference - 0.025).abs() < 1e-12);
    // Signs of three equal ranks: two-sided, 3 of 8 sums are at most as small on either side.
    assert_eq!((test.method, test.p), ("permutation", 1.0));
    let other = grounding::partial(&file(&[&[("irf", WHOLE)]]), &file(&[&[]]), &Settings::default()).unwrap();
    assert_eq!(paired_test(&run([1; 4]), &other), Err(PairError::OtherBoxes));
}

#[test]
fn a_sweep_is_scoring_at_each_pair_of_thresholds() {
    let references = file(&[
        &[("irf", WHOLE), ("erm", [50, 50, 70, 60])],
        &[("irf", WHOLE)],
        &[],
    ]);
    let good = file(&[&[part(8), ("erm", [50, 50, 60, 60])], &[part(6)], &[part(2)]]);
    let poor = file(&[
        &[part(4), ("erm", [60, 50, 80, 60])],
        &[part(3)],
        &[part(2), part(9)],
    ]);
    let thresholds = |texts: &[&str]| {
        texts
            .iter()
            .map(|t| t.parse().unwrap())
            .collect::<Vec<Threshold>>()
    };
    let (t1, t2) = (
        thresholds(&["0.05", "0.1", "0.6"]),
        thresholds(&["0.2", "0.3", "0.5", "0.9"]),
    );
    for rule in [FalsePositiveRule::Undetected, FalsePositiveRule::Ungathered] {
        let report = AggIouSettings {
            false_positives: rule,
            ..AggIouSettings::default()
        };
        let swept = sweep(&references, &[&good, &poor], (&t1, &t2), &report).unwrap();
        for (run, file) in [&good, &poor].into_iter().enumerate() {
            for (i, t1) in t1.iter().enumerate() {
                for (j, t2) in t2.iter().enumerate() {
                    let settings = Settings {
                        agg_iou: AggIouSettings {
                            t1: *t1,
                            t2: *t2,
                            false_positives: rule,
                        },
                        ..Settings::default()
                    };
                    let report = grounding::score(&references, file, &settings).unwrap();
                    assert_eq!(
                        swept.macro_f1[run][i][j], report.macro_figures.f1.mean,
                        "{run} {i} {j}"
                    );
                }
            }
        }
        assert_eq!(swept.ranking[1][1], 1.0);
        assert!(sweep(&references, &[&good], (&t1, &t2), &report).unwrap().ranking[0][0].is_nan());
    }
}

#[test]
fn two_readings_are_scored_both_ways() {
    let first = file(&[
        &[("irf", WHOLE), ("irf", [50, 0, 60, 10])],
        &[("irf", WHOLE)],
        &[],
        &[("erm", WHOLE)],
    ]);
    // The second read three of the scans, in another order, and found one lesion less.
    let mut second = file(&[&[("irf", WHOLE)], &[], &[]]);
    second.images.rotate_left(1);
    let run = file(&[
        &[("irf", WHOLE)],
        &[("irf", WHOLE)],
        &[],
        &[("erm", [90, 90, 99, 99])],
    ]);
    let worse = file(&[&[("irf", [90, 90, 99, 99])], &[("irf", WHOLE)], &[], &[]]);
    let both = readers(&first, &second, &[&run, &worse], &Settings::default()).unwrap();
    assert_eq!(both.images, 3);
    let irf = &both.per_class[0];
    assert_eq!((irf.class.as_str(), both.per_class.len()), ("irf", 1));
    let (forth, back) = (
        irf.second_against_first.unwrap(),
        irf.first_against_second.unwrap(),
    );
    assert_eq!([forth.tp, forth.fp, forth.missed], [1, 0, 2]);
    assert_eq!([back.tp, back.fp, back.missed], [1, 2, 0]);
    assert_eq!((irf.f1, both.macro_f1), (0.5, 0.5));
    // Presence: yes and yes, yes and no, no and no.
    assert!((irf.kappa - 0.4).abs() < 1e-12);
    assert_eq!(both.runs.len(), 2);
    let [good, bad] = [0, 1].map(|at| &both.runs[at]);
    let f1 = |report: &Report| report.macro_figures.f1.mean;
    assert!(f1(&good.under_first) > f1(&bad.under_first) && f1(&good.under_second) > f1(&bad.under_second));
    assert_eq!(both.ranking, 1.0);
    let stranger = file(&[&[], &[], &[], &[], &[]]);
    assert!(matches!(
        readers(&first, &stranger, &[], &Settings::default()),
        Err(ScoreError::UnknownImage { .. })
    ));
}

#[test]
fn answers_stand_beside_boxes() {
    let references = file(&[&[("irf", WHOLE)], &[("irf", WHOLE)], &[("irf", WHOLE)], &[], &[]]);
    let predictions = file(&[&[part(8)], &[], &[part(9)], &[part(9)], &[]]);
    // Right and found; right, not found; wrong though found; right, but boxed; refused with nothing boxed.
    let said = ["yes", "yes", "no", "no", "I cannot help with that."];
    let rows: Vec<String> = said
        .iter()
        .zip('a'..)
        .map(|(said, name)| format!(r#"{{"image": "{name}", "class": "irf", "response": "{said}"}}"#))
        .collect();
    let judged = judge(&references, &read_rows(rows.join("\n").as_bytes()).unwrap()).unwrap();
    let tables = recognised(
        &references,
        &predictions,
        &judged.pairs,
        &AggIouSettings::default(),
    )
    .unwrap();
    let irf = tables.values().next().unwrap();
    assert_eq!(
        [irf.both, irf.recognised_only, irf.localised_only, irf.neither],
        [1, 2, 2, 0]
    );
    assert_eq!(
        (
            irf.seen_not_localised.as_slice(),
            irf.boxed_answered_no.as_slice()
        ),
        (&[1][..], &[2, 3][..])
    );
}
