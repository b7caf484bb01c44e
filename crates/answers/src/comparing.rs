//! Clauses that hold classes side by side, or ask which of them is nearest.

use groundscope_ontology::{Form, find_terms, normalise, other_words};

use crate::clauses::Clause;
use crate::comparison::{Comparison, Measure, Says};
use crate::parts::{Part, each_once};
use crate::question::{Asked, Subject};
use crate::words::{
    AS_MUCH, COMPARE, COUNT, FEWER, LARGER, LARGEST, MORE, NOT, PLAIN, PRONOUN, SMALLER, SMALLEST, THAN,
    WHICH, says,
};

/// A comparison, and where it was found.
pub(crate) struct Found {
    pub(crate) comparison: Comparison,
    /// Clauses that it takes.
    pub(crate) clauses: usize,
    /// Whether the part before it is its first member.
    pub(crate) takes_last: bool,
}

/// The comparison that begins with a clause, if there is one.
pub(crate) fn compared(clauses: &[Clause], at: usize, last: Option<&Part>) -> Option<Found> {
    let clause = clauses.get(at)?;
    let superlative = clause.says(WHICH) && (clause.says(LARGEST) || clause.says(SMALLEST));
    if (!clause.compares() && !superlative) || clause.asked.contains(&Asked::Place) {
        return None;
    }
    let rest = clauses.get(at + 1..)?;
    let following: Vec<&Clause> = rest.iter().take_while(|next| next.is_bare()).collect();
    let than = clause.says(THAN) || clause.says(AS_MUCH);
    let choice = clause.or || following.iter().any(|next| next.or);
    // "A larger PED and SRF?" compares nothing.
    if !(than || choice || superlative || clause.says(COMPARE) || clause.says(WHICH)) {
        return None;
    }
    let before: &[Subject] = match last {
        Some(Part::Asked { subjects, .. }) => subjects,
        _ => &[],
    };
    let mut named = clause.subjects.clone();
    named.extend(following.iter().flat_map(|next| &next.subjects));
    let mut takes_last = false;
    if each_once(&named).len() < 2 {
        takes_last = clause.or && last.is_some_and(Part::is_presence);
        let pronoun = clause.says(PRONOUN) && before.len() == 1;
        if takes_last || pronoun {
            named = before.iter().chain(&named).copied().collect();
        }
    }
    let subjects = each_once(&named);
    if subjects.len() < 2 {
        return None;
    }
    let number = (clause.says(MORE) || clause.says(FEWER)) && subjects.iter().all(is_counted);
    let alone = following.is_empty() && !takes_last && subjects.len() == 2;
    Some(Found {
        comparison: Comparison {
            by: if number || clause.says(COUNT) {
                Measure::Number
            } else {
                Measure::Area
            },
            says: alone.then(|| claim(clause)).flatten(),
            subjects,
        },
        clauses: 1 + following.len(),
        takes_last,
    })
}

/// Something of which there are several, rather than more or less.
fn is_counted(subject: &Subject) -> bool {
    matches!(subject, Subject::Class(class) if class.german_form() != Form::Mass)
}

/// What a clause says of its first subject beside its second, where it says so in so many words: "is A larger than B?"
fn claim(clause: &Clause) -> Option<Says> {
    if clause.says(NOT) || clause.says(WHICH) || clause.says(COMPARE) {
        return None;
    }
    let than = |word: &str| THAN.contains(&normalise(word).as_str());
    let mut sides = clause.text.split_whitespace();
    let first: Vec<&str> = sides.by_ref().take_while(|word| !than(word)).collect();
    let second: Vec<&str> = sides.collect();
    let (first, second) = (first.join(" "), second.join(" "));
    if find_terms(&first).len() != 1 || find_terms(&second).len() != 1 || second.split(' ').any(than) {
        return None;
    }
    let first = format!(" {} ", normalise(&first));
    let plain = |text: &str| {
        other_words(text)
            .iter()
            .all(|word| PLAIN.contains(&word.as_str()))
    };
    if !plain(&clause.text) {
        return None;
    }
    match [LARGER, MORE, SMALLER, FEWER].map(|phrases| says(&first, phrases)) {
        [true, false, false, false] | [false, true, false, false] => Some(Says::More),
        [false, false, true, false] | [false, false, false, true] => Some(Says::Less),
        _ => None,
    }
}

/// Whose regions are looked for by their distance, and how many clauses say so: "closest to the fovea, IRF or SRF?", "is IRF or SRF
/// closer?", of which the first lies in the part before, or all that was named before.
pub(crate) fn nearest(clauses: &[Clause], at: usize, parts: &mut Vec<Part>) -> (Vec<Subject>, usize) {
    let here = clauses.get(at..).unwrap_or_default();
    let following = here.iter().skip(1).take_while(|next| next.is_bare()).count();
    let named = here.iter().take(1 + following);
    let mut subjects: Vec<Subject> = named.flat_map(|clause| &clause.subjects).copied().collect();
    let or = here.first().is_some_and(|clause| clause.or);
    match parts.last() {
        Some(part @ Part::Asked { subjects: before, .. }) if or && part.is_presence() => {
            subjects.splice(0..0, before.iter().copied());
            parts.pop();
        }
        Some(Part::Asked { subjects: before, .. }) if subjects.is_empty() => subjects.clone_from(before),
        _ => {}
    }
    (subjects, 1 + following)
}
