//! The data: contradictions are told with their place, and what this crate carries agrees with its sources.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use groundscope_geometry::DecimalBox;
use groundscope_metrics::{AggIouSettings, agg_iou};
use groundscope_report::data::{Explained, Interval};
use groundscope_report::{Evaluation, Published, ReportError, write};

/// Says where the evaluation is wrong after a change.
fn wrong(change: impl FnOnce(&mut Evaluation)) -> String {
    let mut evaluation = invented::evaluation(None);
    change(&mut evaluation);
    match write(&evaluation) {
        Err(ReportError::Data { at, what }) => format!("{at}: {what}"),
        other => panic!("{:?}", other.map(|files| files.len())),
    }
}

#[test]
fn contradictions_are_told() {
    let f1 = |e: &mut Evaluation, f1| e.runs[0].grounding.as_mut().unwrap().macro_figures.f1.mean = f1;
    assert_eq!(
        wrong(|e| f1(e, f64::NAN)),
        "runs, Invented-Foveola-8B: NaN is not between 0 and 1"
    );
    assert_eq!(
        wrong(|e| f1(e, 33.9)),
        "runs, Invented-Foveola-8B: 33.9 is not between 0 and 1"
    );
    assert_eq!(
        wrong(|e| e.runs[1].name = e.runs[0].name.clone()),
        "runs: Invented-Foveola-8B stands there twice"
    );
    assert_eq!(
        wrong(|e| e.runs[0].params = Some(0.0)),
        "runs, Invented-Foveola-8B: 0 billion parameters are no size"
    );
    assert_eq!(wrong(|e| e.title = " ".to_owned()), "title: the text is empty");
    assert!(wrong(|e| e.notes[0].push('\u{1}')).starts_with("notes: "));
    assert_eq!(
        wrong(|e| e.dataset.classes.truncate(12)),
        "runs, Invented-Foveola-8B: the class vmt is not in dataset.classes"
    );
    assert_eq!(
        wrong(|e| e.sweep.as_mut().unwrap().default = [0.1, 0.35]),
        "sweep: the default, 0.1 and 0.35, is not in the grid"
    );
    assert_eq!(
        wrong(|e| drop(e.sweep.as_mut().unwrap().f1[0].f1.pop())),
        "sweep.f1, Invented-Foveola-8B: the grid is not 5 by 7"
    );
    assert_eq!(
        wrong(|e| e.significance.as_mut().unwrap().best = "x".to_owned()),
        "significance: there is no run x"
    );
    assert_eq!(
        wrong(|e| e.galleries[0].panels[0].predictions[0] = [5.0, 5.0, 5.0, 9.0]),
        "galleries, invented-scan.png: [5, 5, 5, 9] is no box x1, y1, x2, y2"
    );
    assert_eq!(
        wrong(|e| {
            let class = &mut e.runs[0].grounding.as_mut().unwrap().per_class[0];
            (class.tp, class.missed) = (0, 0);
        }),
        "runs, Invented-Foveola-8B: drusen has figures but no references"
    );
    assert_eq!(
        wrong(|e| e.runs[0]
            .grounding
            .as_mut()
            .unwrap()
            .average_precision
            .as_mut()
            .unwrap()
            .ap50 = 50.0),
        "runs, Invented-Foveola-8B: 50 is not between 0 and 1"
    );
    let interval = Some(Interval { low: 0.4, high: 0.3 });
    assert_eq!(
        wrong(|e| e.runs[0].presence.as_mut().unwrap().macro_figures.f1.interval = interval),
        "runs, Invented-Foveola-8B: the interval 0.4 to 0.3 is upside down"
    );
}

#[test]
fn the_example_of_agg_iou_is_what_the_metric_says() {
    let example = Explained::example();
    let exact = |corners: [f64; 4]| {
        DecimalBox::parse(corners.map(|v| v.to_string()).each_ref().map(String::as_str)).unwrap()
    };
    let fragments: Vec<_> = example.fragments.iter().map(|corners| exact(*corners)).collect();
    let score = agg_iou::score(
        &[exact(example.reference)],
        &fragments,
        &AggIouSettings::default(),
    );
    assert_eq!(score.references[0].agg_iou.to_f64(), example.agg_iou);
    assert_eq!(
        score.references[0].agg_iou.to_f64(),
        example.area_of_intersection / example.area_of_union
    );
    assert!(score.references[0].detected);
    // Alone, a fragment's AggIoU is its IoU.
    let alone = |fragment| {
        let score = agg_iou::score(
            &[exact(example.reference)],
            &[fragment],
            &AggIouSettings::default(),
        );
        score.references[0].agg_iou.to_f64()
    };
    let ious: Vec<_> = fragments.into_iter().map(alone).collect();
    assert_eq!(ious[example.best_fragment], example.best_iou);
    assert!(ious.iter().all(|iou| *iou <= example.best_iou));
}

#[test]
fn the_published_figures_are_the_papers() {
    let published = Published::read().unwrap();
    let ret = &published.models[0];
    assert_eq!(ret.name, "RetGrounder 8B");
    let figures = [
        ret.precision,
        ret.recall,
        ret.f1,
        ret.balanced_accuracy,
        ret.presence_f1,
    ];
    assert_eq!(figures, [0.48, 0.275, 0.339, 0.714, 0.403].map(Some));
    assert_eq!(published.models.len(), 14);
    // Macro F1 is the mean over 13 classes: the class that is not stated makes up the rest, about 37.6 %.
    let stated: f64 = published.classes.iter().filter_map(|class| class.f1).sum();
    assert!(
        (ret.f1.unwrap() * 13.0 - stated - 0.376).abs() < 0.001,
        "{stated}"
    );
    let steps: Vec<_> = published
        .ablation
        .steps
        .iter()
        .filter_map(|step| step.f1)
        .collect();
    assert_eq!(steps, [0.133, 0.314, 0.339]);
    assert_eq!(published.second_reading.spearman, 0.956);
}

#[test]
fn pictures_survive_json() {
    let evaluation = invented::evaluation(Some(vec![0, 255, 137]));
    let json = serde_json::to_string(&evaluation).unwrap();
    assert!(json.contains("\"png\":\"AP+J\""));
    let again: Evaluation = serde_json::from_str(&json).unwrap();
    assert_eq!(again.galleries, evaluation.galleries);
}
