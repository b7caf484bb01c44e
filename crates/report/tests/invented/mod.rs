//! An evaluation with invented models and invented figures, for tests and for the sample report.

mod comparisons;

use comparisons::{galleries, readers, sweep, test};
use groundscope_report::data::*;

/// Name, parameters, active ones, family, generation, and how good it is (0 to 1).
type Model = (
    &'static str,
    Option<f64>,
    Option<f64>,
    &'static str,
    &'static str,
    f64,
);

const MODELS: [Model; 8] = [
    ("Invented-Foveola-8B", Some(8.0), None, "Foveola", "2", 0.78),
    ("Invented-Foveola-2B", Some(2.0), None, "Foveola", "2", 0.52),
    ("Invented-Foveola-1-7B", Some(7.0), None, "Foveola", "1", 0.47),
    (
        "Invented-Macularis-30B-A3B",
        Some(30.0),
        Some(3.0),
        "Macularis",
        "3.5",
        0.60,
    ),
    (
        "Invented-Macularis-38B",
        Some(38.0),
        None,
        "Macularis",
        "3.5",
        0.58,
    ),
    ("Invented Lantern (unknown size)", None, None, "Lantern", "", 0.40),
    ("Invented-Oculus-0.5B", Some(0.5), None, "Oculus", "1", 0.08),
    ("Invented-Oculus-4B", Some(4.0), None, "Oculus", "1", 0.33),
];

/// Identifier, name, boxes, images, and how easy it is (0 to 1).
const CLASSES: [(&str, &str, u64, u64, f64); 13] = [
    ("drusen", "drusen", 912, 233, 0.40),
    ("ez_disruption", "ellipsoid zone disruption", 301, 201, 0.15),
    ("erm", "epiretinal membrane", 274, 180, 0.32),
    ("fibrosis", "fibrosis", 66, 51, 0.55),
    ("hard_exudates", "hard exudates", 380, 95, 0.22),
    ("hrf", "hyperreflective foci", 1250, 310, 0.12),
    ("irf", "intraretinal fluid", 620, 240, 0.62),
    ("macular_hole", "macular hole", 41, 40, 0.98),
    ("ped", "pigment epithelial detachment", 190, 120, 0.66),
    ("rpe_loss", "retinal pigment epithelium loss", 88, 60, 0.07),
    ("sdd", "subretinal drusenoid deposits", 230, 47, 0.14),
    ("srf", "subretinal fluid", 155, 112, 0.71),
    ("vmt", "vitreomacular traction", 30, 29, 0.48),
];

const CAUSES: [&str; 5] = ["missed", "too large", "too small", "wrong place", "wrong class"];

/// A fixed wobble between -0.5 and 0.5.
fn wobble(a: usize, b: usize) -> f64 {
    let mixed = (a as u64 * 7919 + b as u64 * 104_729 + 17).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    (mixed % 1000) as f64 / 1000.0 - 0.5
}

fn share(value: f64) -> f64 {
    (value.clamp(0.0, 1.0) * 1e4).round() / 1e4
}

fn spread(values: &[f64]) -> Spread {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let sd = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
    let interval = Interval {
        low: share(mean - 0.03),
        high: share(mean + 0.035),
    };
    Spread {
        mean,
        sd,
        interval: Some(interval),
    }
}

fn estimate(value: f64) -> Estimate {
    Estimate {
        value,
        interval: None,
    }
}

fn pooled(classes: &[ClassGrounding]) -> PooledGrounding {
    let sum = |count: fn(&ClassGrounding) -> u64| classes.iter().map(count).sum::<u64>();
    let [tp, fp, missed] = [sum(|c| c.tp), sum(|c| c.fp), sum(|c| c.missed)];
    let of = |part: u64, whole: u64| estimate(part as f64 / whole as f64);
    PooledGrounding {
        tp,
        fp,
        missed,
        precision: of(tp, tp + fp),
        recall: of(tp, tp + missed),
        f1: of(2 * tp, 2 * tp + fp + missed),
        mean_agg_iou: of(6 * tp, 10 * (tp + missed)),
    }
}

fn run(at: usize, (name, params, active, family, generation, skill): Model) -> Run {
    let mut grounding = Vec::new();
    let mut presence = Vec::new();
    let mut recognised = Vec::new();
    for (c, (class, _, boxes, images, ease)) in CLASSES.iter().enumerate() {
        let recall = share(skill * ease + 0.1 * wobble(at, c));
        let precision = share(recall + 0.15 + 0.2 * wobble(c, at));
        let f1 = if recall + precision > 0.0 {
            2.0 * recall * precision / (recall + precision)
        } else {
            0.0
        };
        let tp = (recall * *boxes as f64).round() as u64;
        grounding.push(ClassGrounding {
            class: (*class).to_owned(),
            tp,
            fp: tp / 2 + 3,
            missed: boxes - tp,
            precision: Some(estimate(precision)),
            recall: Some(estimate(recall)),
            f1: Some(estimate(f1)),
            mean_agg_iou: Some(estimate(share(f1 * 0.6))),
            one_to_one_f1: Some(share(f1 * 0.55)),
        });
        let accuracy = share(0.5 + 0.4 * skill * (0.4 + ease) + 0.08 * wobble(c + 31, at));
        let seen = share(accuracy + 0.2 * wobble(at + 5, c));
        let specificity = share(2.0 * accuracy - seen);
        let absent = 815 - images;
        let [tp, tn] =
            [(seen, *images), (specificity, absent)].map(|(share, of)| (share * of as f64).round() as u64);
        presence.push(ClassPresence {
            class: (*class).to_owned(),
            tp,
            fp: absent - tn,
            tn,
            missed: images - tp,
            balanced_accuracy: Some(estimate(accuracy)),
            f1: Some(share(accuracy - 0.25)),
            precision: Some(share(accuracy - 0.3 + 0.1 * wobble(at + 9, c))),
            recall: Some(seen),
            specificity: Some(specificity),
        });
        let both = (recall * *images as f64) as u64 / 2;
        recognised.push(Recognised {
            class: (*class).to_owned(),
            both,
            seen_only: images / 4,
            boxed_only: both / 3,
            neither: images.saturating_sub(both + images / 4 + both / 3),
        });
    }
    let pooled = pooled(&grounding);
    let of = |figure: fn(&ClassGrounding) -> Option<Estimate>| {
        let values = grounding.iter().filter_map(figure).map(|figure| figure.value);
        spread(&values.collect::<Vec<_>>())
    };
    let macro_grounding = MacroGrounding {
        precision: of(|c| c.precision),
        recall: of(|c| c.recall),
        f1: of(|c| c.f1),
        mean_agg_iou: of(|c| c.mean_agg_iou),
    };
    let less = |figure: Spread| Spread {
        mean: share(figure.mean * 0.6),
        interval: None,
        ..figure
    };
    let one_to_one = MacroOneToOne {
        precision: less(macro_grounding.precision),
        recall: less(macro_grounding.recall),
        f1: less(macro_grounding.f1),
    };
    let of = |figure: fn(&ClassPresence) -> Option<f64>| {
        spread(&presence.iter().filter_map(figure).collect::<Vec<_>>())
    };
    let macro_presence = MacroPresence {
        balanced_accuracy: of(|c| Some(c.balanced_accuracy?.value)),
        f1: of(|c| c.f1),
        precision: of(|c| c.precision),
        recall: of(|c| c.recall),
    };
    let breakdown = CAUSES.iter().enumerate().map(|(c, cause)| Cause {
        cause: (*cause).to_owned(),
        count: (900.0 * (1.2 - skill) / (c + 1) as f64 + 80.0 * wobble(at, c + 50)).max(0.0) as u64,
        delta_f1: share(0.2 / (c + 1) as f64),
    });
    Run {
        name: name.to_owned(),
        params,
        active,
        generation: (!generation.is_empty()).then(|| generation.to_owned()),
        kind: Some(if active.is_some() { Kind::Moe } else { Kind::Dense }),
        family: Some(family.to_owned()),
        repository: Some(format!(
            "invented.example/{}",
            name.to_lowercase().replace(' ', "-")
        )),
        breakdown: Some(breakdown.collect()),
        grounding: Some(Grounding {
            macro_figures: macro_grounding,
            pooled: Some(pooled),
            one_to_one: Some(one_to_one),
            // Two of three give scores.
            average_precision: (at % 3 < 2).then(|| AveragePrecision {
                ap50: share(macro_grounding.f1.mean * 0.8),
                ap50_95: share(macro_grounding.f1.mean * 0.3),
                without_score: if at == 1 { 12 } else { 0 },
            }),
            per_class: grounding,
        }),
        presence: Some(Presence {
            macro_figures: macro_presence,
            per_class: presence,
        }),
        recognised: Some(recognised),
    }
}

/// Eight invented models on thirteen classes, every part of a report filled.
pub fn evaluation(png: Option<Vec<u8>>) -> Evaluation {
    let runs: Vec<Run> = MODELS
        .iter()
        .enumerate()
        .map(|(at, model)| run(at, *model))
        .collect();
    let pairs = [(0, 3), (0, 4), (3, 4)].into_iter().map(|(a, b)| PairOfRuns {
        a: MODELS[a].0.to_owned(),
        b: MODELS[b].0.to_owned(),
        on: "grounding".to_owned(),
        test: test("Wilcoxon signed-rank", 0.0004 * (a + 1) as f64 * b as f64),
    });
    Evaluation {
        title: "Sample report: invented models, invented figures".to_owned(),
        settings: [
            ("t1 (gather)", "0.1, strict"),
            ("t2 (detect)", "0.3, strict"),
            ("false positives", "undetected"),
            ("macro", "over classes with references, population SD"),
            ("intervals", "95 %, bootstrap over images, 2000 draws, seed 1"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec(),
        dataset: Dataset {
            images: 815,
            classes: CLASSES
                .iter()
                .map(|(id, name, boxes, images, _)| ClassInfo {
                    id: (*id).to_owned(),
                    name: (*name).to_owned(),
                    boxes: *boxes,
                    images: *images,
                })
                .collect(),
        },
        significance: Some(Significance {
            best: MODELS[0].0.to_owned(),
            second: MODELS[3].0.to_owned(),
            grounding: Some(test("Wilcoxon signed-rank", 0.0002)),
            presence: Some(test("Wilcoxon signed-rank", 0.041)),
            mcnemar: Some(test("McNemar", 0.038)),
            all_pairs: pairs.collect(),
        }),
        sweep: Some(sweep(&runs)),
        inter_observer: Some(readers(&runs)),
        ablation: Some(Ablation {
            steps: [
                ("base model", 0.14, 0.57),
                ("+ boxes", 0.31, 0.62),
                ("+ questions", 0.35, 0.70),
            ]
            .map(|(name, f1, accuracy)| AblationStep {
                name: name.to_owned(),
                f1: Some(f1),
                balanced_accuracy: Some(accuracy),
            })
            .to_vec(),
        }),
        explained: Some(Explained::example()),
        galleries: galleries(&runs, png),
        published: true,
        notes: vec![
            "Nothing in this report was measured: models, figures and boxes are invented.".to_owned(),
        ],
        runs,
    }
}

/// As many invented models as asked for, up to 40 and more, with long names and sizes that repeat.
pub fn many(count: usize) -> Evaluation {
    let sizes = [0.8, 2.0, 4.0, 8.0, 9.0, 27.0, 32.0, 38.0];
    let mut evaluation = evaluation(None);
    let runs = (0..count).map(|at| {
        let family = ["Foveola", "Macularis", "Lantern", "Oculus", "Choroidea"][at % 5];
        let generation = ["1", "2", "2.5", "3"][at / 5 % 4];
        let skill = 0.2 + 0.6 * (at as f64 / count as f64);
        let mut run = run(
            at,
            (
                "x",
                Some(sizes[at % 8]),
                (at % 3 == 0).then_some(0.5),
                family,
                generation,
                skill,
            ),
        );
        run.name = format!("Invented-{family}-{generation}-{}B-number-{at}", sizes[at % 8]);
        run
    });
    let runs: Vec<Run> = runs.collect();
    evaluation.significance = None;
    evaluation.galleries.clear();
    evaluation.sweep = Some(sweep(&runs));
    evaluation.inter_observer = Some(readers(&runs));
    evaluation.runs = runs;
    evaluation
}
