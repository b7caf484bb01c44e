//! Runs evaluated end to end: every figure of a report is what the crates below say.

use groundscope_benchmarks::output::read_rows;
use groundscope_benchmarks::{Annotations, Settings, boxes_file, grounding, presence};
use groundscope_evaluation::{EvaluateError, Input, RunInput, evaluate};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_report::Evaluation;

/// Twelve images; each box drifts away from its place by so many pixels an image.
fn boxes(drift: u32, of: impl Fn(u32) -> bool) -> Annotations {
    let images: Vec<String> = (0..12)
        .map(|at| {
            let x = 5 + at * drift;
            let irf = format!(r#"{{"class": "irf", "box": [{x}, 10, {}, 40]}}"#, x + 40);
            let erm = format!(r#"{{"class": "erm", "box": [100, {at}, 140, {}]}}"#, at + 9);
            let boxes = if of(at) { [irf, erm].join(", ") } else { irf };
            format!(r#"{{"id": "{at}.png", "width": 200, "height": 100, "boxes": [{boxes}]}}"#)
        })
        .collect();
    let images = images.join(", ");
    let text = format!(r#"{{"format": "groundscope-boxes/1", "space": "pixel", "images": [{images}]}}"#);
    boxes_file::parse(text.as_bytes()).unwrap()
}

fn rows(wrong: usize) -> Vec<groundscope_benchmarks::output::Row> {
    let rows: Vec<String> = (0..12)
        .map(|at| {
            // ERM is on every other image.
            let says = if (at % 2 == 0) == (at >= wrong) {
                "Yes."
            } else {
                "No."
            };
            format!(r#"{{"image": "{at}.png", "class": "erm", "response": "{says}"}}"#)
        })
        .collect();
    read_rows(rows.join("\n").as_bytes()).unwrap()
}

fn settings() -> Settings {
    Settings {
        resampling: Resampling {
            replicates: 50,
            seed: 1,
        },
        beside: true,
        ..Settings::default()
    }
}

fn run(name: &str, drift: u32, wrong: Option<usize>) -> RunInput {
    RunInput {
        name: name.to_owned(),
        predictions: Some(boxes(drift, |_| true)),
        answers: wrong.map(rows),
        ..RunInput::default()
    }
}

fn evaluated(references: &Annotations, runs: &[RunInput]) -> Evaluation {
    evaluate(&Input::new("Test", references, runs), &settings()).unwrap()
}

#[test]
fn figures_are_those_of_score_grounding_and_score_presence() {
    let references = boxes(0, |at| at % 2 == 0);
    let runs = [run("a", 0, Some(2)), run("b", 3, Some(4)), run("c", 9, None)];
    let evaluation = evaluated(&references, &runs);
    for (input, run) in runs.iter().zip(&evaluation.runs) {
        let report = grounding::score(&references, input.predictions.as_ref().unwrap(), &settings()).unwrap();
        let figures = run.grounding.as_ref().unwrap();
        assert_eq!(figures.macro_figures.f1.mean, report.macro_figures.f1.mean);
        assert_eq!(figures.macro_figures.f1.sd, report.macro_figures.f1.sd);
        let interval = report.intervals.as_ref().unwrap().macro_figures.f1;
        let shown = figures.macro_figures.f1.interval.unwrap();
        assert_eq!([shown.low, shown.high], interval);
        for class in &figures.per_class {
            let of_report = report.class(&class.class).unwrap();
            assert_eq!(
                (class.tp, class.fp, class.missed),
                (of_report.tp, of_report.fp, of_report.missed)
            );
            assert_eq!(
                class.one_to_one_f1.unwrap(),
                report.one_to_one.class(&class.class).unwrap().f1
            );
        }
        let errors: u64 = run
            .breakdown
            .as_ref()
            .unwrap()
            .iter()
            .map(|cause| cause.count)
            .sum();
        assert_eq!(errors, report.pooled.missed + report.pooled.fp);
        if let Some(answers) = &input.answers {
            let report = presence::score(&references, answers, false).unwrap();
            let figures = run.presence.as_ref().unwrap();
            assert_eq!(
                figures.macro_figures.balanced_accuracy.mean,
                report.macro_figures.balanced_accuracy.mean
            );
            let table = &run.recognised.as_ref().unwrap()[0];
            assert_eq!(
                table.both + table.seen_only + table.boxed_only + table.neither,
                12
            );
        }
    }
    // Everything that a report relies on holds together.
    let files = groundscope_report::write(&evaluation).unwrap();
    assert!(
        files
            .iter()
            .any(|(path, _)| path == "tables/table2_grounding.tex")
    );
}

#[test]
fn other_ways_to_count_come_in_the_same_pass() {
    let references = boxes(0, |at| at % 2 == 0);
    let mut runs = [run("a", 0, None), run("b", 3, None)];
    for image in &mut runs[1].predictions.as_mut().unwrap().images {
        for labelled in &mut image.boxes {
            labelled.score = Some(0.5);
        }
    }
    // Without being asked: a report always has them.
    let evaluation = evaluate(&Input::new("Test", &references, &runs), &Settings::default()).unwrap();
    for (input, run) in runs.iter().zip(&evaluation.runs) {
        let report = grounding::score(&references, input.predictions.as_ref().unwrap(), &settings()).unwrap();
        let figures = run.grounding.as_ref().unwrap();
        let pooled = figures.pooled.unwrap();
        let expected = &report.pooled;
        assert_eq!(
            [pooled.tp, pooled.fp, pooled.missed],
            [expected.tp, expected.fp, expected.missed]
        );
        let shares =
            [pooled.precision, pooled.recall, pooled.f1, pooled.mean_agg_iou].map(|figure| figure.value);
        assert_eq!(
            shares,
            [
                expected.precision,
                expected.recall,
                expected.f1,
                expected.mean_agg_iou
            ]
        );
        let (matched, expected) = (figures.one_to_one.unwrap(), &report.one_to_one.macro_figures);
        for (ours, theirs) in [
            (matched.precision, expected.precision),
            (matched.recall, expected.recall),
            (matched.f1, expected.f1),
        ] {
            assert_eq!((ours.mean, ours.sd), (theirs.mean, theirs.sd));
        }
        let ap = figures
            .average_precision
            .map(|ap| (ap.ap50, ap.ap50_95, ap.without_score));
        let expected = report.average_precision;
        assert_eq!(ap, expected.map(|ap| (ap.ap50, ap.ap50_95, ap.without_score)));
        assert!(run.breakdown.is_some());
    }
    let has_precision = |at: usize| {
        evaluation.runs[at]
            .grounding
            .as_ref()
            .unwrap()
            .average_precision
            .is_some()
    };
    assert_eq!([has_precision(0), has_precision(1)], [false, true]);
    // With intervals, the pooled figures have theirs.
    let with_intervals = evaluated(&references, &runs);
    let pooled = with_intervals.runs[1].grounding.as_ref().unwrap().pooled.unwrap();
    assert!(pooled.f1.interval.is_some());
}

#[test]
fn a_class_without_references_keeps_its_false_positives() {
    let (references, predictions) = (boxes(0, |_| false), boxes(0, |at| at < 5));
    let mut input = run("a", 0, Some(2));
    input.predictions = Some(predictions);
    let evaluation = evaluated(&references, &[input]);
    let run = &evaluation.runs[0];
    let grounding = run.grounding.as_ref().unwrap();
    let erm = grounding
        .per_class
        .iter()
        .find(|class| class.class == "erm")
        .unwrap();
    assert_eq!((erm.tp, erm.fp, erm.missed), (0, 5, 0));
    let figures = [erm.precision, erm.recall, erm.f1, erm.mean_agg_iou];
    assert!(figures.iter().all(Option::is_none) && erm.one_to_one_f1.is_none());
    let errors: u64 = run
        .breakdown
        .as_ref()
        .unwrap()
        .iter()
        .map(|cause| cause.count)
        .sum();
    let counted: u64 = grounding
        .per_class
        .iter()
        .map(|class| class.fp + class.missed)
        .sum();
    assert_eq!(errors, counted);
    // The macro is over the other class alone.
    assert_eq!(grounding.macro_figures.f1.mean, 1.0);
    // Nobody has it: answers about it have counts and specificity.
    let answers = &run.presence.as_ref().unwrap().per_class[0];
    assert_eq!((answers.tp, answers.missed), (0, 0));
    assert_eq!(answers.fp + answers.tn, 12);
    assert!(answers.f1.is_none() && answers.balanced_accuracy.is_none() && answers.specificity.is_some());
    groundscope_report::write(&evaluation).unwrap();
}

#[test]
fn the_best_two_are_tested_and_all_pairs_corrected() {
    let references = boxes(0, |at| at % 2 == 0);
    let runs = [
        run("far", 9, Some(1)),
        run("exact", 0, Some(0)),
        run("near", 3, Some(6)),
    ];
    let found = evaluated(&references, &runs).significance.unwrap();
    assert_eq!((found.best.as_str(), found.second.as_str()), ("exact", "near"));
    let test = found.grounding.unwrap();
    assert_eq!((test.n, test.method.as_str()), (18, "normal"));
    assert!(test.p.unwrap() < 0.05 && test.p_holm.unwrap() >= test.p.unwrap());
    // ERM is always found, and the first image is the same for all: they tie.
    assert_eq!(test.zeros, 7);
    assert_eq!(found.all_pairs.len(), 6);
    // 0 and 6 wrong answers of 12: six pairs differ, all one way.
    let mcnemar = found.mcnemar.unwrap();
    assert_eq!((mcnemar.n, mcnemar.zeros), (12, 6));
    assert!((mcnemar.p.unwrap() - 2.0 / 64.0).abs() < 1e-15);
    assert!(evaluated(&references, &runs[..1]).significance.is_none());
}

#[test]
fn a_second_reading_brings_agreement_and_both_rankings() {
    let (first, second) = (boxes(0, |_| true), boxes(1, |at| at > 5));
    let runs = [run("exact", 0, None), run("far", 9, None)];
    let input = Input {
        second_reading: Some(&second),
        ..Input::new("Test", &first, &runs)
    };
    let readers = evaluate(&input, &settings()).unwrap().inter_observer.unwrap();
    assert_eq!((readers.images, readers.model.as_deref()), (12, Some("exact")));
    let erm = readers
        .per_class
        .iter()
        .find(|class| class.class == "erm")
        .unwrap();
    // The second has half of the boxes: precision 1 and recall 1/2 as predictions, the other way round as references.
    assert!((erm.f1_b_to_a - 2.0 / 3.0).abs() < 1e-12 && (erm.f1_a_to_b - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(readers.rankings.len(), 2);
    assert_eq!(readers.spearman, Some(1.0));
}

#[test]
fn what_is_wrong_names_the_run() {
    let references = boxes(0, |_| true);
    let fails =
        |runs: &[RunInput]| evaluate(&Input::new("Test", &references, runs), &settings()).unwrap_err();
    assert_eq!(fails(&[]), EvaluateError::NoRuns);
    let nothing = RunInput {
        name: "x".to_owned(),
        ..RunInput::default()
    };
    assert_eq!(fails(&[nothing]), EvaluateError::Empty { run: "x".to_owned() });
    let twice = fails(&[run("a", 0, None), run("a", 1, None)]);
    assert_eq!(twice, EvaluateError::RepeatedName { run: "a".to_owned() });
    let mut stranger = run("a", 0, None);
    stranger.predictions.as_mut().unwrap().images[3].id = "other".to_owned();
    assert!(
        fails(&[stranger])
            .to_string()
            .starts_with("run a: the predictions have an image")
    );
}

#[test]
fn a_misspelt_class_is_told_beside_the_figures_that_it_spoils() {
    let references = boxes(0, |_| true);
    let mut other = run("other", 1, None);
    let text = boxes_file::write(other.predictions.as_ref().unwrap())
        .unwrap()
        .replace("\"irf\"", "\"intraretinal flud\"");
    other.predictions = Some(boxes_file::parse(text.as_bytes()).unwrap());
    let rows = r#"{"image": "0.png", "class": "epiretinal membrrane", "response": "Yes."}"#;
    other.answers = Some(read_rows(rows.as_bytes()).unwrap());
    let notes = evaluated(&references, &[other]).notes.join("\n");
    for told in [
        "other: No reference looks for the predicted class intraretinal flud. Is it intraretinal fluid, which stands in the ontology as irf?",
        "other: Not scored: 1 answer, epiretinal membrrane is no class that the references look for. Is it epiretinal membrane, which stands in the ontology as erm?",
    ] {
        assert!(notes.contains(told), "{notes}");
    }
}
