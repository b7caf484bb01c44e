//! What compares the invented models: tests, thresholds, two readings, an image.

use groundscope_report::data::*;

use super::{CLASSES, share, wobble};

pub(super) fn test(name: &str, p: f64) -> Test {
    Test {
        name: name.to_owned(),
        n: 4537,
        zeros: 1203,
        ties: 48,
        method: "normal approximation".to_owned(),
        statistic: Some(1_234_567.5),
        p: Some(p),
        p_holm: Some((p * 28.0).min(1.0)),
    }
}

pub(super) fn sweep(runs: &[Run]) -> Sweep {
    let t1 = vec![0.05, 0.1, 0.2, 0.3, 0.5];
    let t2 = vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
    let cell = |f1: f64, a: f64, b: f64| share(f1 * (1.27 - 0.3 * a - 0.8 * b));
    let grid = |f1: f64| {
        t1.iter()
            .map(|a| t2.iter().map(|b| cell(f1, *a, *b)).collect())
            .collect()
    };
    let f1 = runs.iter().map(|run| {
        let f1 = run
            .grounding
            .as_ref()
            .map_or(0.0, |grounding| grounding.macro_figures.f1.mean);
        SweepOfRun {
            run: run.name.clone(),
            f1: grid(f1),
        }
    });
    let rho = |a: f64, b: f64| Some(share(1.0 - (a - 0.1).abs() * 0.5 - (b - 0.3).abs() * 0.6));
    Sweep {
        default: [0.1, 0.3],
        f1: f1.collect(),
        spearman: t1
            .iter()
            .map(|a| t2.iter().map(|b| rho(*a, *b)).collect())
            .collect(),
        t1,
        t2,
    }
}

pub(super) fn readers(runs: &[Run]) -> InterObserver {
    let per_class = CLASSES.iter().enumerate().map(|(c, (class, _, _, _, ease))| {
        let (a, b) = (
            share(ease * 0.9 + 0.05),
            share(ease * 0.88 + 0.04 + 0.04 * wobble(c, 3)),
        );
        AgreementOfClass {
            class: (*class).to_owned(),
            f1_a_to_b: a,
            f1_b_to_a: b,
            f1: (a + b) / 2.0,
            mean_agg_iou: share(0.6 * a),
            kappa: Some(0.3 + 0.5 * ease),
            model_f1: Some(share(ease * 0.75)),
        }
    });
    let rankings = runs.iter().map(|run| {
        let f1 = run
            .grounding
            .as_ref()
            .map_or(0.0, |grounding| grounding.macro_figures.f1.mean);
        RankedTwice {
            run: run.name.clone(),
            f1_a: f1,
            f1_b: share(f1 - 0.022),
        }
    });
    InterObserver {
        images: 84,
        per_class: per_class.collect(),
        macro_figures: MacroAgreement {
            f1_a_to_b: 0.41,
            f1_b_to_a: 0.388,
            f1: 0.399,
            mean_agg_iou: 0.26,
            kappa: Some(0.55),
            model_f1: Some(0.312),
        },
        model: runs.first().map(|run| run.name.clone()),
        rankings: rankings.collect(),
        spearman: Some(0.956),
        mean_difference: Some(0.022),
    }
}

pub(super) fn galleries(runs: &[Run], png: Option<Vec<u8>>) -> Vec<Gallery> {
    let references = [[60.0, 90.0, 190.0, 160.0], [260.0, 110.0, 330.0, 150.0]];
    let panels = runs.iter().take(4).enumerate().map(|(at, run)| GalleryPanel {
        run: run.name.clone(),
        references: references
            .iter()
            .enumerate()
            .map(|(r, corners)| ScoredBox {
                corners: *corners,
                agg_iou: share(0.8 - 0.17 * at as f64 - 0.3 * r as f64),
            })
            .collect(),
        predictions: vec![
            [66.0 + 8.0 * at as f64, 96.0, 130.0, 158.0],
            [124.0, 88.0, 200.0, 150.0 + 6.0 * at as f64],
            [270.0, 100.0, 345.0, 160.0],
        ],
    });
    vec![Gallery {
        image: "invented-scan.png".to_owned(),
        width: 512,
        height: 256,
        class: "irf".to_owned(),
        png,
        panels: panels.collect(),
    }]
}
