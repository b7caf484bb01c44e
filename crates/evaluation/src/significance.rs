//! Tests between runs: best against second, and every pair with Holm's correction.

use groundscope_benchmarks::Partial;
use groundscope_benchmarks::compare::paired_test;
use groundscope_benchmarks::presence::JudgedPair;
use groundscope_metrics::statistics::{
    Discordant, McNemarMethod, Wilcoxon, WilcoxonSettings, holm, mcnemar, wilcoxon,
};
use groundscope_report::data::{PairOfRuns, Significance, Test};

/// What a run brings to a test.
pub struct Tested<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its scored boxes with macro F1 and mean AggIoU.
    pub boxes: Option<(&'a Partial, [f64; 2])>,
    /// Its answers with macro F1 and balanced accuracy.
    pub answers: Option<(&'a [JudgedPair], [f64; 2])>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq)]
enum On {
    Boxes,
    Answers,
}

/// `None` with fewer than two runs.
pub fn between(runs: &[Tested<'_>]) -> Option<Significance> {
    let [best, second] = leaders(runs)?;
    let mut all_pairs = Vec::new();
    for on in [On::Boxes, On::Answers] {
        let mut pairs = Vec::new();
        for (at, a) in runs.iter().enumerate() {
            for b in runs.iter().skip(at + 1) {
                pairs.extend(test(a, b, on).map(|test| pair(a, b, on, test)));
            }
        }
        correct(&mut pairs);
        all_pairs.extend(pairs);
    }
    let named = |a: &Tested<'_>, b: &Tested<'_>, on: On| {
        let names = [a.name, b.name];
        let found = all_pairs.iter().find(|pair| {
            pair.on == on.words() && names.contains(&pair.a.as_str()) && names.contains(&pair.b.as_str())
        });
        found.map(|pair| pair.test.clone())
    };
    Some(Significance {
        best: best.name.to_owned(),
        second: second.name.to_owned(),
        grounding: named(best, second, On::Boxes),
        presence: named(best, second, On::Answers),
        mcnemar: discordant(best, second),
        all_pairs,
    })
}

impl On {
    const fn words(self) -> &'static str {
        match self {
            Self::Boxes => "grounding",
            Self::Answers => "presence",
        }
    }
}

/// The two runs with the highest macro F1, or of equals the higher mean AggIoU: of boxes, or of answers where fewer than two
/// have boxes.
fn leaders<'a, 'r>(runs: &'a [Tested<'r>]) -> Option<[&'a Tested<'r>; 2]> {
    let by = |figures: fn(&Tested<'_>) -> Option<[f64; 2]>| {
        let mut ranked: Vec<(&Tested<'_>, [f64; 2])> =
            runs.iter().filter_map(|run| Some((run, figures(run)?))).collect();
        ranked.sort_by(|(_, [a, a2]), (_, [b, b2])| b.total_cmp(a).then(b2.total_cmp(a2)));
        match ranked.as_slice() {
            [(first, _), (second, _), ..] => Some([*first, *second]),
            _ => None,
        }
    };
    by(|run| run.boxes.map(|(_, figures)| figures))
        .or_else(|| by(|run| run.answers.map(|(_, figures)| figures)))
}

fn test(a: &Tested<'_>, b: &Tested<'_>, on: On) -> Option<Test> {
    match on {
        On::Boxes => {
            let found = paired_test(a.boxes?.0, b.boxes?.0).ok()?;
            Some(Test {
                name: "Wilcoxon signed-rank over AggIoU of each reference box".to_owned(),
                n: found.n as u64,
                zeros: found.zeros as u64,
                ties: found.ties as u64,
                method: found.method.to_owned(),
                statistic: defined(found.statistic),
                p: defined(found.p),
                p_holm: None,
            })
        }
        On::Answers => {
            let differences: Vec<f64> = right(a, b)?
                .iter()
                .map(|[a, b]| f64::from(u8::from(*a)) - f64::from(u8::from(*b)))
                .collect();
            let name = "Wilcoxon signed-rank over whether each question was answered right";
            Some(signed_ranks(
                name,
                &wilcoxon(&differences, &WilcoxonSettings::default()),
            ))
        }
    }
}

fn signed_ranks(name: &str, found: &Wilcoxon) -> Test {
    Test {
        name: name.to_owned(),
        n: found.n as u64,
        zeros: found.zeros as u64,
        ties: found.ties as u64,
        method: found.method.map_or("none", |method| method.id()).to_owned(),
        statistic: defined(found.statistic),
        p: defined(found.p),
        p_holm: None,
    }
}

fn discordant(a: &Tested<'_>, b: &Tested<'_>) -> Option<Test> {
    let right = right(a, b)?;
    let only = |of: usize| {
        right
            .iter()
            .filter(|pair| pair.get(of) == Some(&true) && pair[0] != pair[1])
            .count() as u64
    };
    let found = mcnemar(
        Discordant {
            only_first: only(0),
            only_second: only(1),
        },
        McNemarMethod::Exact,
    );
    Some(Test {
        name: "McNemar over whether each question was answered right".to_owned(),
        n: right.len() as u64,
        zeros: right.iter().filter(|[a, b]| a == b).count() as u64,
        ties: 0,
        method: "exact".to_owned(),
        statistic: defined(found.statistic),
        p: defined(found.p),
        p_holm: None,
    })
}

/// Whether each of two runs answered right, over the questions that both were asked.
fn right(a: &Tested<'_>, b: &Tested<'_>) -> Option<Vec<[bool; 2]>> {
    let (a, b) = (a.answers?.0, b.answers?.0);
    // Both are in order of images and classes.
    let mut pairs = Vec::new();
    let mut rest = b.iter().peekable();
    for first in a {
        let key = (first.image, &first.class);
        while rest
            .next_if(|second| (second.image, &second.class) < key)
            .is_some()
        {}
        if let Some(second) = rest.next_if(|second| (second.image, &second.class) == key) {
            pairs.push([first.right, second.right]);
        }
    }
    (!pairs.is_empty()).then_some(pairs)
}

fn pair(a: &Tested<'_>, b: &Tested<'_>, on: On, test: Test) -> PairOfRuns {
    PairOfRuns {
        a: a.name.to_owned(),
        b: b.name.to_owned(),
        on: on.words().to_owned(),
        test,
    }
}

/// Holm's correction over all tests of one kind; one without a p-value counts too.
fn correct(pairs: &mut [PairOfRuns]) {
    let p: Vec<f64> = pairs.iter().map(|pair| pair.test.p.unwrap_or(f64::NAN)).collect();
    for (pair, adjusted) in pairs.iter_mut().zip(holm(&p).adjusted) {
        pair.test.p_holm = defined(adjusted);
    }
}

fn defined(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
