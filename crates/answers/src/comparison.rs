//! Classes side by side: what each covers, or how many regions it has, and which is more.

use groundscope_model::{Finding, Findings, Verdict};

use crate::question::Subject;
use crate::{Draft, finding_of, grammar, presence};

/// What classes are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Area,
    Number,
}

/// What a yes-or-no question says of its first subject beside its second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    More,
    Less,
}

/// A comparison as understood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    /// Two or more.
    pub subjects: Vec<Subject>,
    pub by: Measure,
    /// Only where the question is so plain that it can be answered with yes or no.
    pub says: Option<Says>,
}

/// The answer to a yes-or-no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    Yes,
    No,
    ProbablyYes,
    ProbablyNo,
}

/// Areas that differ by less than this share of the larger one count as equal: outlines are no finer.
const CLOSE: f64 = 0.1;

/// One subject with what was found of it.
struct Side {
    subject: Subject,
    /// Of its classes, those with regions.
    findings: Vec<Finding>,
    area_px: u64,
    regions: usize,
    verdict: Verdict,
}

impl Side {
    fn of(subject: Subject, all: &Findings) -> Self {
        let known = subject.classes().iter().map(|class| finding_of(*class, all));
        let findings: Vec<Finding> = known.filter(|finding| !finding.regions.is_empty()).collect();
        Self {
            subject,
            area_px: findings.iter().map(Finding::area_px).sum(),
            regions: findings.iter().map(|finding| finding.regions.len()).sum(),
            // As certain as the least certain of what is outlined.
            verdict: findings
                .iter()
                .map(Finding::verdict)
                .max()
                .unwrap_or(Verdict::NoAnswer),
            findings,
        }
    }

    fn amount(&self, by: Measure) -> u64 {
        match by {
            Measure::Area => self.area_px,
            Measure::Number => self.regions as u64,
        }
    }

    /// Identifiers of its regions, the largest first.
    fn ids(&self) -> Vec<&str> {
        let mut regions: Vec<_> = self.findings.iter().flat_map(grammar::by_size).collect();
        regions.sort_by_key(|region| std::cmp::Reverse(region.area_px));
        regions.iter().map(|region| region.id.as_str()).collect()
    }

    fn is_uncertain(&self) -> bool {
        !matches!(self.verdict, Verdict::Present | Verdict::Likely)
    }
}

/// The lead sentence, one for each side, and what a region is where regions are counted.
pub(crate) fn say(draft: &mut Draft, comparison: &Comparison, findings: &Findings) {
    let sides: Vec<Side> = comparison
        .subjects
        .iter()
        .map(|subject| Side::of(*subject, findings))
        .collect();
    let without: Vec<Subject> = sides
        .iter()
        .filter(|side| side.regions == 0)
        .map(|side| side.subject)
        .collect();
    if without.is_empty() {
        let lead = lead(draft, comparison, &sides, findings);
        draft.say(lead);
    } else {
        draft.say(draft.words.not_comparable(&without));
    }
    for side in &sides {
        say_side(draft, side, comparison.by, findings);
    }
    match comparison.by {
        Measure::Area => draft.sized = true,
        Measure::Number if without.len() < sides.len() => draft.say(draft.words.joined_note().to_owned()),
        Measure::Number => {}
    }
}

fn lead(draft: &Draft, comparison: &Comparison, sides: &[Side], findings: &Findings) -> String {
    let words = draft.words;
    let amount = |side: &Side| side.amount(comparison.by);
    let mut sorted: Vec<&Side> = sides.iter().collect();
    sorted.sort_by_key(|side| std::cmp::Reverse(amount(side)));
    let [more, less] = match sorted.as_slice() {
        [more, less] => [*more, *less],
        several => {
            let items: Vec<String> = several
                .iter()
                .map(|side| {
                    let amount = match comparison.by {
                        Measure::Area => words.covered(side.area_px, findings),
                        Measure::Number => words.regions(side.regions),
                    };
                    format!("{}, {amount}", words.side_name(side.subject))
                })
                .collect();
            return words.ranked(comparison.by, &items);
        }
    };
    let difference = amount(more) - amount(less);
    let close = match comparison.by {
        Measure::Area => (difference as f64) < CLOSE * amount(more) as f64,
        Measure::Number => difference == 0,
    };
    let told = match comparison.by {
        Measure::Area if close => return words.about_equal(&words.covered(difference, findings)),
        Measure::Area => {
            let times = (less.area_px > 0).then(|| more.area_px as f64 / less.area_px as f64);
            words.covers_more(more.subject, &words.covered(difference, findings), times)
        }
        Measure::Number if close => words.equally_many(more.regions),
        Measure::Number => words.has_more(more.subject, [more.regions, less.regions]),
    };
    let uncertain: Vec<&str> = sides
        .iter()
        .filter(|side| side.is_uncertain())
        .map(|side| words.side_name(side.subject))
        .collect();
    if !uncertain.is_empty() {
        let plural = uncertain.len() > 1
            || sides
                .iter()
                .any(|side| side.is_uncertain() && words.is_plural(side.subject));
        return words.undecided(&words.list(&uncertain), plural, &told);
    }
    let claim = comparison.says.zip(sides.first()).map(|(says, first)| {
        let first_has_more = !close && first.subject == more.subject;
        let first_has_less = !close && first.subject == less.subject;
        let holds = match says {
            Says::More => first_has_more,
            Says::Less => first_has_less,
        };
        let sure = sides.iter().all(|side| side.verdict == Verdict::Present);
        match (holds, sure) {
            (true, true) => Claim::Yes,
            (true, false) => Claim::ProbablyYes,
            (false, true) => Claim::No,
            (false, false) => Claim::ProbablyNo,
        }
    });
    match claim {
        Some(claim) => format!("{}: {told}", words.claim(claim)),
        None => grammar::capital(&told),
    }
}

/// What was found of one side; of a class without regions, whether it is there.
fn say_side(draft: &mut Draft, side: &Side, by: Measure, findings: &Findings) {
    let words = draft.words;
    if side.findings.is_empty() {
        for class in side.subject.classes() {
            presence::say(draft, &finding_of(*class, findings));
        }
        return;
    }
    let ids = side.ids();
    let cited = words.cite(ids.len(), grammar::cited(&ids));
    let told: Vec<String> = match side.findings.as_slice() {
        [only] if side.subject.classes().len() == 1 => vec![words.told(only)],
        several => several
            .iter()
            .map(|finding| format!("{}: {}", words.name(finding.class), words.told(finding)))
            .collect(),
    };
    let told = told.join("; ");
    draft.say(match by {
        Measure::Area => {
            let covered = words.covered(side.area_px, findings);
            words.covered_by(side.subject, &told, &covered, &cited)
        }
        Measure::Number => words.counted(side.subject, &told, &cited),
    });
    draft.rest_on(ids);
}
