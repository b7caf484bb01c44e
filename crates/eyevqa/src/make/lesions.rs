//! What one image shows: presence, several at once, number, the largest.

use std::collections::BTreeSet;

use super::case::{Case, burden};
use super::draft::{Answer, Context, Draft, LeftOut, draft};
use crate::Kind;
use crate::terms::Target;

/// Options of a question.
const OPTIONS: usize = 4;
/// How much larger the first of two must be.
const CLEAR: f64 = 1.1;

pub(super) fn drafts(context: &Context<'_>, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    for case in context.cases {
        presence(context, case, drafts);
        choices(context, case, drafts, left_out);
        counts(context, case, drafts, left_out);
        largest(context, case, drafts, left_out);
    }
}

/// One that is there, and one that is not, the nearest to those that are.
fn presence(context: &Context<'_>, case: &Case, drafts: &mut Vec<Draft>) {
    let there = case.by_target();
    let absent = case.absent();
    let asked = |target: &Target, truth: bool| {
        let text = format!("This is a {}. Does it show {}?", context.modality, target.name);
        draft(
            Kind::Tf,
            "lesion_presence",
            target,
            text,
            &[case],
            Answer::Truth(truth),
        )
    };
    let present: Vec<&Target> = there
        .values()
        .map(|(target, _)| *target)
        .filter(|target| !target.disease.is_empty())
        .collect();
    // As many of one as of the other, so that neither answer is the better guess.
    let n = present.len().min(absent.len());
    let present = context.shuffled("present", present, |target| {
        format!("{} {}", case.image, target.id)
    });
    let absent = context.shuffled("absent", absent, |target| format!("{} {}", case.image, target.id));
    let likes = |target: &&Target| there.values().any(|(own, _)| own.likes.contains(&target.id));
    let (near, far): (Vec<&Target>, Vec<&Target>) = absent.into_iter().partition(likes);
    drafts.extend(present.into_iter().take(n).map(|target| asked(target, true)));
    drafts.extend(
        near.into_iter()
            .chain(far)
            .take(n)
            .map(|target| asked(target, false)),
    );
}

/// Which of four are there: where one is, where several are.
fn choices(context: &Context<'_>, case: &Case, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let there = case.by_target();
    let present: Vec<&Target> = there.values().map(|(target, _)| *target).collect();
    let absent = case.absent();
    if present.is_empty() {
        return;
    }
    if present.len() + absent.len() < OPTIONS {
        left_out.add("fewer than four targets were looked for");
        return;
    }
    if absent.is_empty() {
        left_out.add("every option would be right");
        return;
    }
    let named = |target: &&Target| format!("{} {}", case.image, target.id);
    let present = context.shuffled("choice", present, named);
    let absent = context.shuffled("choice", absent, named);
    let likes = |target: &&Target| present.iter().any(|own| own.likes.contains(&target.id));
    let (near, far): (Vec<&Target>, Vec<&Target>) = absent.into_iter().partition(likes);
    let absent: Vec<&Target> = near.into_iter().chain(far).collect();
    for (kind, right) in [
        (Kind::Sc, 1..=1),
        (Kind::Ms, 2..=OPTIONS - 1),
        (Kind::Vs, 1..=OPTIONS),
    ] {
        let least = OPTIONS.saturating_sub(absent.len()).max(*right.start());
        let most = present.len().min(*right.end());
        if least > most {
            continue;
        }
        let n = least + context.below(&["options", &case.image, kind.short()], most - least + 1);
        let shown: Vec<&Target> = present
            .iter()
            .take(n)
            .chain(absent.iter().take(OPTIONS - n))
            .copied()
            .collect();
        let Some(first) = shown.first() else { continue };
        let text = match kind {
            Kind::Sc => format!("This is a {}. Which of these does it show?", context.modality),
            _ => format!("This is a {}. Select what it shows.", context.modality),
        };
        let texts = shown.iter().map(|target| target.name.clone()).collect();
        let answer = Answer::Options {
            texts,
            right: (0..n).collect(),
        };
        drafts.push(draft(kind, "lesion_recognition", *first, text, &[case], answer));
    }
}

fn counts(context: &Context<'_>, case: &Case, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    for (target, regions) in case.by_target().values() {
        let n = regions.len();
        if target.disease.is_empty() {
            continue;
        }
        if n > 9 {
            left_out.add("too many regions to count");
            continue;
        }
        // Three other numbers near it, none below one.
        let first = n
            .saturating_sub(context.below(&["count", &case.image, &target.id], OPTIONS))
            .max(1);
        let texts: Vec<String> = (first..first + OPTIONS).map(|n| n.to_string()).collect();
        let right = BTreeSet::from([n - first]);
        let text = format!(
            "This is a {}. How many separate regions of {} does it show?",
            context.modality, target.name
        );
        drafts.push(draft(
            Kind::Sc,
            "lesion_count",
            *target,
            text,
            &[case],
            Answer::Options { texts, right },
        ));
    }
}

fn largest(context: &Context<'_>, case: &Case, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let there = case.by_target();
    let mut areas: Vec<(f64, &Target)> = there
        .values()
        .filter_map(|(target, regions)| Some((burden(case, regions)?, *target)))
        .collect();
    if areas.len() < OPTIONS {
        return;
    }
    areas.sort_by(|a, b| b.0.total_cmp(&a.0));
    areas.truncate(OPTIONS);
    let [(first, target), (second, _), ..] = areas.as_slice() else {
        return;
    };
    if *first < CLEAR * second {
        left_out.add("two targets of nearly the same area");
        return;
    }
    let texts = areas.iter().map(|(_, target)| target.name.clone()).collect();
    let text = format!(
        "This is a {}. Which of these covers the largest area?",
        context.modality
    );
    let answer = Answer::Options {
        texts,
        right: BTreeSet::from([0]),
    };
    drafts.push(draft(Kind::Sc, "lesion_burden", *target, text, &[case], answer));
}
