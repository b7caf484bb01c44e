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
