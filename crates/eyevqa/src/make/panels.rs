//! Four images side by side: which show something, which shows the most, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use super::case::{Case, burden};
use super::draft::{Answer, Context, Draft, LeftOut, Subject, draft};
use crate::Kind;
use crate::terms::{disease, target};

const PANELS: usize = 4;
/// How much larger each must be than the next.
const CLEAR: f64 = 1.1;

pub(super) fn drafts(context: &Context<'_>, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let sized: Vec<&Case> = context
        .cases
        .iter()
        .filter(|case| case.width > 0 && case.height > 0)
        .collect();
    shows(context, &sized, drafts, left_out);
    rankings(context, &sized, drafts, left_out);
}

/// Which of four panels show a target.
fn shows(context: &Context<'_>, cases: &[&Case], drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let mut with: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    let mut without: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        for id in case.by_target().keys() {
            with.entry(id).or_default().push(case);
        }
        for target in case.absent() {
            without.entry(&target.id).or_default().push(case);
        }
    }
    for (id, with) in with {
        let Some(target) = target(id).filter(|target| !target.disease.is_empty()) else {
            continue;
        };
        let without = without.remove(id).unwrap_or_default();
        if without.is_empty() {
            left_out.add("a target that every image shows");
            continue;
        }
        let with = context.shuffled(id, with, |case| case.image.clone());
        let without = context.shuffled(id, without, |case| case.image.clone());
        for n in 0..with.len() {
            for (kind, right) in [(Kind::Sc, 1..=1), (Kind::Ms, 2..=3), (Kind::Vs, 1..=3)] {
                let least = PANELS.saturating_sub(without.len()).max(*right.start());
                let most = with.len().min(*right.end());
                if least > most {
                    continue;
                }
                let name = n.to_string();
                let count = least + context.below(&["panels", id, &name, kind.short()], most - least + 1);
                // Windows that go round: every image comes first once.
                let from = |list: &[&'_ Case], at: usize, count: usize| -> Vec<usize> {
                    (0..count).map(|step| (at + step) % list.len().max(1)).collect()
                };
                let chosen: Vec<&Case> = from(&with, n, count)
                    .into_iter()
                    .filter_map(|at| with.get(at))
                    .chain(
                        from(&without, n * 3, PANELS - count)
                            .into_iter()
                            .filter_map(|at| without.get(at)),
                    )
                    .copied()
                    .collect();
                let text = match kind {
                    Kind::Sc => format!(
                        "Four panels, each a {}. Which one shows {}?",
                        context.modality, target.name
                    ),
                    _ => format!(
                        "Four panels, each a {}. Which of them show {}?",
                        context.modality, target.name
                    ),
                };
                drafts.push(draft(
                    kind,
                    "panels",
                    target,
                    text,
                    &chosen,
                    Answer::Panels {
                        right: (0..count).collect(),
                    },
                ));
            }
        }
    }
}

/// A measure by which images are ordered, and how it is asked for.
struct Scale<'a> {
    about: &'static str,
    subject: Subject,
    text: String,
    /// Which of the four is the first.
    most: String,
    /// Grades have steps; everything else must differ clearly.
    steps: bool,
    values: Vec<(f64, &'a Case)>,
}

fn rankings<'a>(context: &Context<'_>, cases: &[&'a Case], drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let what = &context.modality;
    let mut scales: BTreeMap<String, Scale<'a>> = BTreeMap::new();
    for case in cases {
        for (id, (target, regions)) in case.by_target() {
            if target.disease.is_empty() {
                continue;
            }
            if let Some(burden) = burden(case, &regions) {
                let scale = || Scale {
                    about: "burden",
                    subject: target.into(),
                    text: format!(
                        "Four panels, each a {what}. Order them by the share of the image that {} cover, the largest first.",
                        target.name
                    ),
                    most: format!(
                        "Four panels, each a {what}. In which one do {} cover the largest share of the image?",
                        target.name
                    ),
                    steps: false,
                    values: Vec::new(),
                };
                scales
                    .entry(format!("burden {id}"))
                    .or_insert_with(scale)
                    .values
                    .push((burden, case));
            }
        }
        if let (Some(disease), Some(grade)) = (case.disease(), case.grade) {
            let scale = || Scale {
                about: "severity",
                subject: disease.into(),
                text: format!(
                    "Four panels, each a {what}. Order them by the severity of {}, the most severe first.",
                    disease.name
                ),
                most: format!(
                    "Four panels, each a {what}. In which one is {} most severe?",
                    disease.name
                ),
                steps: true,
                values: Vec::new(),
            };
            scales
                .entry(format!("grade {}", disease.id))
                .or_insert_with(scale)
                .values
                .push((grade as f64, case));
        }
        if let Some(ratio) = case.cup_disc_ratio {
            let Some(glaucoma) = disease("glaucoma") else {
                continue;
            };
            let scale = || Scale {
                about: "cup_disc_ratio",
                subject: glaucoma.into(),
                text: format!(
                    "Four panels, each a {what}. Order them by the ratio of cup to disc, the largest first."
                ),
                most: format!("Four panels, each a {what}. Which one has the largest ratio of cup to disc?"),
                steps: false,
                values: Vec::new(),
            };
            scales
                .entry("cup".to_owned())
                .or_insert_with(scale)
                .values
                .push((ratio, case));
        }
    }
    for (name, scale) in scales {
        ranked(context, &name, scale, drafts, left_out);
    }
}

/// Sets of four in which the order is strict.
fn ranked(
    context: &Context<'_>,
    name: &str,
    scale: Scale<'_>,
    drafts: &mut Vec<Draft>,
    left_out: &mut LeftOut,
) {
    if scale.values.len() < PANELS {
        left_out.add("fewer than four images to order");
        return;
    }
    let clear = |more: f64, less: f64| {
        if scale.steps {
            more > less
        } else {
            more >= CLEAR * less && more > less
        }
    };
    let values = context.shuffled(name, scale.values, |(_, case)| case.image.clone());
    let mut seen: BTreeSet<Vec<&str>> = BTreeSet::new();
    for first in 0..values.len() {
        // From this image on, each that differs clearly from all that were taken.
        let mut taken: Vec<(f64, &Case)> = Vec::new();
        for step in 0..values.len() {
            let Some((value, case)) = values.get((first + step) % values.len()) else {
                continue;
            };
            let apart = taken
                .iter()
                .all(|(other, _)| clear(*value, *other) || clear(*other, *value));
            if apart && taken.len() < PANELS {
                taken.push((*value, case));
            }
        }
        if taken.len() < PANELS {
            left_out.add("no strict order of four");
            continue;
        }
        taken.sort_by(|a, b| b.0.total_cmp(&a.0));
        if !seen.insert(taken.iter().map(|(_, case)| case.image.as_str()).collect()) {
            continue;
        }
        let cases: Vec<&Case> = taken.iter().map(|(_, case)| *case).collect();
        let draft =
            |kind, text, answer| draft(kind, scale.about, scale.subject.clone(), text, &cases, answer);
        drafts.push(draft(Kind::Rk, scale.text.clone(), Answer::Order));
        drafts.push(draft(
            Kind::Sc,
            scale.most.clone(),
            Answer::Panels {
                right: BTreeSet::from([0]),
            },
        ));
    }
}
