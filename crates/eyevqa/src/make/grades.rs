//! Which disease, and how severe: options are neighbouring grades and what is mistaken for the disease.

use std::collections::BTreeSet;

use super::case::{Case, Eye};
use super::draft::{Answer, Context, Draft, LeftOut, draft};
use crate::Kind;
use crate::terms::{Disease, disease, diseases};

/// Options of a question.
const OPTIONS: usize = 4;

pub(super) fn drafts(context: &Context<'_>, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    for case in context.cases {
        if case.disease.is_none() {
            continue;
        }
        let Some(disease) = case.disease() else {
            left_out.add("a disease of an unknown name");
            continue;
        };
        which(context, case, disease, drafts);
        if let Some(grade) = case.grade {
            match disease.grades.get(grade) {
                Some(name) => graded(context, case, disease, grade, name, drafts),
                None => left_out.add("a grade that the disease does not have"),
            }
        }
    }
    pairs(context, drafts, left_out);
}

fn which(context: &Context<'_>, case: &Case, own: &Disease, drafts: &mut Vec<Draft>) {
    let related = own.related.iter().filter_map(|id| disease(id));
    let others = context.shuffled("other", diseases().iter().collect(), |other| {
        format!("{} {}", case.image, other.id)
    });
    let mut options: Vec<&Disease> = vec![own];
    for other in related.chain(others) {
        if options.len() < OPTIONS && options.iter().all(|one| one.id != other.id) {
            options.push(other);
        }
    }
    let texts: Vec<String> = options.iter().map(|one| one.name.clone()).collect();
    let text = format!("This is a {}. Which of these fits it best?", context.modality);
    let answer = Answer::Options {
        texts,
        right: BTreeSet::from([0]),
    };
    drafts.push(draft(Kind::Sc, "disease", own, text, &[case], answer));
    let truth = context.below(&["disease", &case.image], 2) == 0;
    let named = if truth {
        own
    } else {
        options.get(1).copied().unwrap_or(own)
    };
    let text = format!("This is a {}. Is its label {}?", context.modality, named.name);
    drafts.push(draft(
        Kind::Tf,
        "disease",
        own,
        text,
        &[case],
        Answer::Truth(named.id == own.id),
    ));
}

fn graded(
    context: &Context<'_>,
    case: &Case,
    disease: &Disease,
    grade: usize,
    name: &str,
    drafts: &mut Vec<Draft>,
) {
    // The nearest grades first.
    let mut others: Vec<usize> = (0..disease.grades.len())
        .filter(|other| *other != grade)
        .collect();
    others.sort_by_key(|other| (other.abs_diff(grade), *other));
    let mut texts = vec![name.to_owned()];
    texts.extend(
        others
            .iter()
            .filter_map(|other| disease.grades.get(*other))
            .take(OPTIONS - 1)
            .cloned(),
    );
    if texts.len() == OPTIONS {
        let text = format!(
            "This is a {}. How severe is {} here?",
            context.modality, disease.name
        );
        let answer = Answer::Options {
            texts,
            right: BTreeSet::from([0]),
        };
        drafts.push(draft(Kind::Sc, "grade", disease, text, &[case], answer));
    }
    let truth = context.below(&["grade", &case.image], 2) == 0;
    let other = others.first().and_then(|other| disease.grades.get(*other));
    let named = if truth {
        name
    } else {
        other.map_or(name, String::as_str)
    };
    let text = format!("This is a {}. Is its grade: {named}?", context.modality);
    drafts.push(draft(
        Kind::Tf,
        "grade",
        disease,
        text,
        &[case],
        Answer::Truth(named == name),
    ));
}

/// Both eyes of a visit, and two visits of an eye.
fn pairs(context: &Context<'_>, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    let graded: Vec<&Case> = context
        .cases
        .iter()
        .filter(|case| case.patient.is_some() && case.grade.is_some() && case.disease().is_some())
        .collect();
    for (n, first) in graded.iter().enumerate() {
        for second in graded
            .iter()
            .skip(n + 1)
            .filter(|second| second.patient == first.patient)
        {
            let (Some(own), Some(other)) = (first.disease(), second.disease()) else {
                continue;
            };
            if own.id != other.id {
                continue;
            }
            let both = matches!((first.eye, second.eye), (Some(a), Some(b)) if a != b)
                && first.visit == second.visit;
            let follow = first.eye == second.eye
                && first.visit.is_some()
                && second.visit.is_some()
                && first.visit != second.visit;
            let (a, b) = match (both, follow) {
                (true, _) if first.eye == Some(Eye::Right) => (*first, *second),
                (true, _) => (*second, *first),
                (_, true) if first.visit < second.visit => (*first, *second),
                (_, true) => (*second, *first),
                _ => continue,
            };
            if a.width == 0 || b.width == 0 {
                left_out.add("an image without a size");
                continue;
            }
            drafts.push(pair(context, own, a, b, both));
        }
    }
}

fn pair(context: &Context<'_>, disease: &Disease, a: &Case, b: &Case, both: bool) -> Draft {
    let what = &context.modality;
    let (about, text, texts) = if both {
        let text = format!(
            "Panel A is a {what} of a right eye, panel B of the left eye of the same patient. In which is {} more severe?",
            disease.name
        );
        let texts = [
            "in panel A",
            "in panel B",
            "equally severe in both",
            "present in neither",
        ];
        ("bilateral", text, texts)
    } else {
        let text = format!(
            "Panel A is a {what}, panel B one of the same eye at a later visit. How did {} change?",
            disease.name
        );
        let texts = [
            "it became less severe",
            "it became more severe",
            "it stayed the same",
            "it is present in neither",
        ];
        ("follow_up", text, texts)
    };
    let right = match (a.grade, b.grade) {
        (Some(0), Some(0)) => 3,
        (a, b) if a > b => 0,
        (a, b) if a < b => 1,
        _ => 2,
    };
    let answer = Answer::Options {
        texts: texts.map(str::to_owned).into(),
        right: BTreeSet::from([right]),
    };
    draft(Kind::Sc, about, disease, text, &[a, b], answer)
}
