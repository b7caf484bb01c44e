//! Several runs side by side: intervals, tests between two, and how the types rank the models (specification 2).

use std::collections::BTreeMap;

use groundscope_metrics::bootstrap::{Interval, Resampling};
use groundscope_metrics::statistics::{Discordant, McNemarMethod, holm, mcnemar, spearman};
use serde::Serialize;

use crate::judge::{Coordinates, judge};
use crate::score::{Report, report_of};
use crate::{Answers, Kind, Questions};

/// A run with its name.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it is called.
    pub name: String,
    /// Its answers.
    pub answers: Answers,
}

/// A figure with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// 0..100.
    pub score: f64,
    /// The interval; `null` where it is not drawn.
    pub interval: Option<[f64; 2]>,
}

/// One run of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRun {
    /// What it is called.
    pub name: String,
    /// The mean over questions.
    pub total: Estimate,
    /// The mean over types.
    #[serde(rename = "macro")]
    pub macro_mean: Estimate,
    /// By type.
    pub types: BTreeMap<&'static str, Estimate>,
    /// Its whole report.
    pub report: Report,
}

/// One run against another in one type, or in the total.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// `mcnemar` for right and wrong, `paired_bootstrap` for the rest.
    pub test: &'static str,
    /// First minus second, 0..100.
    pub difference: f64,
    /// Its interval of 95 %.
    pub interval: Option<[f64; 2]>,
    /// Questions that only the first has right, and only the second: of McNemar's test.
    pub discordant: Option<[u64; 2]>,
    /// Two-sided.
    pub p: Option<f64>,
    /// Corrected by Holm for all pairs of runs in this type.
    pub p_holm: Option<f64>,
}

/// Two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The first.
    pub first: String,
    /// The second.
    pub second: String,
    /// By type, and `total`.
    pub tests: BTreeMap<&'static str, Test>,
}

/// How the types rank the models: Spearman's correlation between every two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankMatrix {
    /// The types, in the order of rows and columns.
    pub types: Vec<&'static str>,
    /// How many models.
    pub models: usize,
    /// -1..1; `null` where a type gives all models the same score.
    pub rho: Vec<Vec<Option<f64>>>,
}

/// Runs side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The runs, the best total first.
    pub runs: Vec<ComparedRun>,
    /// Every two of them.
    pub pairs: Vec<Pair>,
    /// From three models on.
    pub spearman: Option<RankMatrix>,
    /// Replicates of the bootstrap, drawn over images.
    pub replicates: u32,
    /// Its seed.
    pub seed: u64,
}

const TYPES: usize = Kind::ALL.len();
/// The place of the total behind the types.
const TOTAL: usize = TYPES;

/// Sums of one run over the replicates: by type, then all; the numbers of questions are those of any run.
struct Drawn {
    /// `[run][type][replicate]`.
    sums: Vec<Vec<Vec<f64>>>,
    /// `[type][replicate]`.
    counts: Vec<Vec<f64>>,
}

/// Compares runs. Images are drawn for intervals, all questions of an image together.
pub fn compare(
    questions: &Questions,
    runs: &[Run],
    coordinates: Coordinates,
    resampling: Resampling,
) -> Comparison {
    let judged: Vec<Vec<f64>> = runs
        .iter()
        .map(|run| scores(questions, &run.answers, coordinates))
        .collect();
    let drawn = draw(questions, &judged, resampling);
    let mut compared: Vec<(usize, ComparedRun)> = runs
        .iter()
        .enumerate()
        .map(|(at, run)| (at, compared(at, run, questions, coordinates, &drawn)))
        .collect();
    compared.sort_by(|(_, a), (_, b)| b.total.score.total_cmp(&a.total.score));
    let order: Vec<usize> = compared.iter().map(|(at, _)| *at).collect();
    let runs: Vec<ComparedRun> = compared.into_iter().map(|(_, run)| run).collect();
    Comparison {
        pairs: pairs(questions, &runs, &order, &judged, &drawn),
        spearman: rank_matrix(&runs),
        runs,
        replicates: resampling.replicates,
        seed: resampling.seed,
    }
}

fn scores(questions: &Questions, answers: &Answers, coordinates: Coordinates) -> Vec<f64> {
    let score = |question: &crate::Question| {
        let response = answers.responses.get(&question.record.question_id);
        judge(
            question.kind,
            &question.gold,
            response.map(String::as_str),
            coordinates,
        )
        .score
    };
    questions.all.iter().map(score).collect()
}

fn place(kind: Kind) -> usize {
    Kind::ALL.iter().position(|one| *one == kind).unwrap_or(TOTAL)
}

fn draw(questions: &Questions, judged: &[Vec<f64>], resampling: Resampling) -> Drawn {
    let n = usize::try_from(resampling.replicates).unwrap_or(0);
    let mut drawn = Drawn {
        sums: vec![vec![vec![0.0; n]; TYPES + 1]; judged.len()],
        counts: vec![vec![0.0; n]; TYPES + 1],
    };
    let mut by_image: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, question) in questions.all.iter().enumerate() {
        // A question without an image stands for itself.
        let image = if question.record.image.is_empty() {
            &question.record.question_id
        } else {
            &question.record.image
        };
        by_image.entry(image).or_default().push(at);
    }
    for (image, own) in by_image {
        let weights = resampling.weights(image);
        for at in own {
            let Some(question) = questions.all.get(at) else {
                continue;
            };
            for slot in [place(question.kind), TOTAL] {
                add(drawn.counts.get_mut(slot), &weights, 1.0);
                for (sums, scores) in drawn.sums.iter_mut().zip(judged) {
                    add(
                        sums.get_mut(slot),
                        &weights,
                        scores.get(at).copied().unwrap_or(0.0),
                    );
                }
            }
        }
    }
    drawn
}

fn add(slot: Option<&mut Vec<f64>>, weights: &[u32], amount: f64) {
    for (sum, weight) in slot.into_iter().flatten().zip(weights) {
        *sum += f64::from(*weight) * amount;
    }
}

impl Drawn {
    /// The means of a run in a type over the replicates.
    fn means(&self, run: usize, slot: usize) -> Vec<f64> {
        let (Some(sums), Some(counts)) = (
            self.sums.get(run).and_then(|run| run.get(slot)),
            self.counts.get(slot),
        ) else {
            return Vec::new();
        };
        sums.iter()
            .zip(counts)
            .map(|(sum, count)| if *count > 0.0 { sum / count } else { f64::NAN })
            .collect()
    }
}

fn interval(values: Vec<f64>) -> Option<[f64; 2]> {
    Interval::of(values).map(|Interval { low, high }| [low, high])
}

fn compared(
    at: usize,
    run: &Run,
    questions: &Questions,
    coordinates: Coordinates,
    drawn: &Drawn,
) -> ComparedRun {
    let report = report_of(questions, &run.answers, coordinates, false);
    let types: BTreeMap<&'static str, Estimate> = report
        .types
        .iter()
        .map(|(name, one)| {
            let slot = Kind::ALL
                .iter()
                .position(|kind| kind.short() == *name)
                .unwrap_or(TOTAL);
            let interval = interval(drawn.means(at, slot));
            (
                *name,
                Estimate {
                    score: one.score,
                    interval,
                },
            )
        })
        .collect();
    let of_types: Vec<Vec<f64>> = Kind::ALL
        .into_iter()
        .filter(|kind| types.contains_key(kind.short()))
        .map(|kind| drawn.means(at, place(kind)))
        .collect();
    let replicates = of_types.first().map_or(0, Vec::len);
    let means = (0..replicates)
        .map(|at| of_types.iter().filter_map(|one| one.get(at)).sum::<f64>() / of_types.len() as f64);
    ComparedRun {
        name: run.name.clone(),
        total: Estimate {
            score: report.total,
            interval: interval(drawn.means(at, TOTAL)),
        },
        macro_mean: Estimate {
            score: report.macro_mean,
            interval: interval(means.collect()),
        },
        types,
        report,
    }
}

fn pairs(
    questions: &Questions,
    runs: &[ComparedRun],
    order: &[usize],
    judged: &[Vec<f64>],
    drawn: &Drawn,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (n, (first, a)) in runs.iter().zip(order).enumerate() {
        for (second, b) in runs.iter().zip(order).skip(n + 1) {
            let mut tests: BTreeMap<&'static str, Test> = Kind::ALL
                .into_iter()
                .filter(|kind| first.types.contains_key(kind.short()))
                .map(|kind| (kind.short(), tested(Some(kind), *a, *b, questions, judged, drawn)))
                .collect();
            tests.insert("total", tested(None, *a, *b, questions, judged, drawn));
            pairs.push(Pair {
                first: first.name.clone(),
                second: second.name.clone(),
                tests,
            });
        }
    }
    let names: Vec<&'static str> = pairs
        .first()
        .map(|pair| pair.tests.keys().copied().collect())
        .unwrap_or_default();
    for name in names {
        let p: Vec<f64> = pairs
            .iter()
            .map(|pair| pair.tests.get(name).and_then(|test| test.p).unwrap_or(f64::NAN))
            .collect();
        for (pair, adjusted) in pairs.iter_mut().zip(holm(&p).adjusted) {
            if let Some(test) = pair.tests.get_mut(name) {
                test.p_holm = adjusted.is_finite().then_some(adjusted);
            }
        }
    }
    pairs
}

fn tested(
    kind: Option<Kind>,
    a: usize,
    b: usize,
    questions: &Questions,
    judged: &[Vec<f64>],
    drawn: &Drawn,
) -> Test {
    let own = |run: usize| -> Vec<f64> {
        let all = judged.get(run).map_or(&[][..], Vec::as_slice);
        let rows = questions
            .all
            .iter()
            .zip(all)
            .filter(|(question, _)| kind.is_none_or(|kind| question.kind == kind));
        rows.map(|(_, score)| *score).collect()
    };
    let (first, second) = (own(a), own(b));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let slot = kind.map_or(TOTAL, place);
    let differences: Vec<f64> = drawn
        .means(a, slot)
        .into_iter()
        .zip(drawn.means(b, slot))
        .map(|(a, b)| a - b)
        .collect();
    let mut test = Test {
        test: "paired_bootstrap",
        difference: mean(&first) - mean(&second),
        interval: interval(differences.clone()),
        discordant: None,
        p: two_sided(&differences),
        p_holm: None,
    };
    if matches!(kind, Some(Kind::Sc | Kind::Tf | Kind::Pl)) {
        let right = |scores: &[f64]| -> Vec<bool> { scores.iter().map(|score| *score > 50.0).collect() };
        if let Ok(counts) = Discordant::of(&right(&first), &right(&second)) {
            let p = mcnemar(counts, McNemarMethod::Exact).p;
            test.test = "mcnemar";
            test.discordant = Some([counts.only_first, counts.only_second]);
            test.p = p.is_finite().then_some(p);
        }
    }
    test
}

/// Twice the smaller share of replicates on either side of 0, the observed one counted in.
fn two_sided(differences: &[f64]) -> Option<f64> {
    if differences.is_empty() || differences.iter().any(|one| one.is_nan()) {
        return None;
    }
    let side = |is: fn(&f64) -> bool| differences.iter().filter(|one| is(one)).count() + 1;
    let smaller = side(|one| *one <= 0.0).min(side(|one| *one >= 0.0));
    Some((2.0 * smaller as f64 / (differences.len() + 1) as f64).min(1.0))
}

fn rank_matrix(runs: &[ComparedRun]) -> Option<RankMatrix> {
    if runs.len() < 3 {
        return None;
    }
    let types: Vec<&'static str> = Kind::ALL
        .into_iter()
        .map(Kind::short)
        .filter(|name| runs.iter().all(|run| run.types.contains_key(name)))
        .collect();
    let scores = |name: &str| -> Vec<f64> {
        runs.iter()
            .filter_map(|run| Some(run.types.get(name)?.score))
            .collect()
    };
    let row = |one: &&'static str| {
        let rho = |other: &&'static str| {
            Some(spearman(&scores(one), &scores(other)).statistic).filter(|rho| rho.is_finite())
        };
        types.iter().map(rho).collect()
    };
    Some(RankMatrix {
        models: runs.len(),
        rho: types.iter().map(row).collect(),
        types,
    })
}
