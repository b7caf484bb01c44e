//! A question taken apart: which classes each of its clauses asks about, and what it asks of them.

use groundscope_ontology::{Class, normalise, other_words};

use crate::clauses::{Clause, clauses};
use crate::comparing::{compared, nearest};
use crate::comparison::Comparison;
use crate::extreme::Extreme;
use crate::question::{Asked, Subject};
use crate::small::{is_small, narrows};
use crate::wording::Wording;
use crate::words::{AS_MUCH, CLOSER, CLOSEST, FOVEA, LARGEST, PICKS, PLAIN, SMALLEST, WHICH, compares, says};

/// One thing that a question asks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Asked {
        asked: Vec<Asked>,
        subjects: Vec<Subject>,
    },
    Compare(Comparison),
    Extreme {
        what: Extreme,
        /// All where none is named.
        subjects: Vec<Subject>,
    },
}

impl Part {
    /// What it was understood as.
    pub(crate) fn understood(&self, words: &dyn Wording) -> String {
        let names = |subjects: &[Subject]| {
            let names: Vec<&str> = subjects.iter().map(|s| words.subject_name(*s)).collect();
            words.list(&names)
        };
        match self {
            Self::Asked { asked, subjects } => {
                let whats: Vec<&str> = asked.iter().map(|what| words.asked(*what)).collect();
                words.understood(&words.list(&whats), &names(subjects))
            }
            Self::Compare(comparison) => {
                words.understood_comparison(comparison.by, &names(&comparison.subjects))
            }
            Self::Extreme { what, subjects } if subjects.is_empty() => words.understood_extreme(*what, None),
            Self::Extreme { what, subjects } => words.understood_extreme(*what, Some(&names(subjects))),
        }
    }

    /// Whether it asks for presence alone.
    pub(crate) fn is_presence(&self) -> bool {
        matches!(self, Self::Asked { asked, .. } if *asked == [Asked::Presence])
    }
}

/// What a question with classes in it asks, and the words that this leaves aside; `unknown` are terms told elsewhere.
pub(crate) fn read(question: &str, unknown: &[String]) -> (Vec<Part>, Vec<String>) {
    let clauses = clauses(question);
    let mut parts: Vec<Part> = Vec::new();
    // Which part each clause went into.
    let mut owners: Vec<usize> = Vec::new();
    let mut state = State::default();
    let mut at = 0;
    while let Some(clause) = clauses.get(at) {
        if let Some(found) = compared(&clauses, at, parts.last()) {
            if found.takes_last {
                parts.pop();
                for owner in &mut owners {
                    *owner = (*owner).min(parts.len());
                }
            }
            parts.push(Part::Compare(found.comparison));
            at += found.clauses;
            owners.resize(at, parts.len() - 1);
            continue;
        }
        if clause.says(CLOSEST) || (clause.says(CLOSER) && clause.says(FOVEA)) {
            let (subjects, takes) = nearest(&clauses, at, &mut parts);
            for owner in &mut owners {
                *owner = (*owner).min(parts.len());
            }
            at += takes;
            parts.push(Part::Extreme {
                what: Extreme::Closest,
                subjects,
            });
        } else {
            at += 1;
            place_clause(clause, &mut parts, &mut state);
        }
        let last = parts.len().saturating_sub(1);
        owners.resize(at, last);
        for owner in &mut owners {
            *owner = (*owner).min(last);
        }
    }
    if parts.is_empty() {
        let all = clauses.iter().flat_map(|clause| clause.subjects.clone());
        join(&mut parts, vec![Asked::Presence], all.collect());
    }
    parts.iter_mut().for_each(tidy);
    let mut left: Vec<String> = Vec::new();
    for (clause, owner) in clauses.iter().zip(&owners) {
        let words = unused(&clause.text, parts.get(*owner), unknown);
        if let (false, Some(Part::Compare(comparison))) = (words.is_empty(), parts.get_mut(*owner)) {
            comparison.says = None;
        }
        for word in words {
            if !left.contains(&word) {
                left.push(word);
            }
        }
    }
    (parts, left)
}

/// Adds a clause that compares nothing: to the part before it, or as a part of its own.
fn place_clause(clause: &Clause, parts: &mut Vec<Part>, state: &mut State) {
    let before = parts.len();
    let last = parts.last_mut();
    match (clause.asked.is_empty(), clause.subjects.is_empty()) {
        // "... and where?": of what was named before, or is named next.
        (false, true) => match last {
            Some(Part::Asked { asked, .. }) => {
                asked.retain(|what| *what != Asked::Presence);
                asked.extend(&clause.asked);
            }
            _ => state.waiting.extend(&clause.asked),
        },
        (false, false) => {
            let mut asked = std::mem::take(&mut state.waiting);
            asked.extend(&clause.asked);
            let mut named = clause.subjects.clone();
            // "IRF and SRF size": names before, of which nothing was asked yet.
            if state.implied
                && !clause.first
                && last.is_some_and(|part| part.is_presence())
                && let Some(Part::Asked { subjects, .. }) = parts.pop()
            {
                named.splice(0..0, subjects);
            }
            join(parts, asked, named);
        }
        (true, false) if !state.waiting.is_empty() => {
            join(parts, std::mem::take(&mut state.waiting), clause.subjects.clone());
        }
        (true, false) => match last {
            Some(Part::Asked { subjects, .. }) if !clause.presence => subjects.extend(&clause.subjects),
            _ => join(parts, vec![Asked::Presence], clause.subjects.clone()),
        },
        (true, true) => {}
    }
    if parts.len() > before {
        state.implied = clause.is_bare();
    }
}

/// What earlier clauses leave open.
#[derive(Default)]
struct State {
    /// Asked of nothing yet.
    waiting: Vec<Asked>,
    /// Whether the last part asks for presence only since nothing was asked in so many words.
    implied: bool,
}

/// A new part, or more subjects of the last one where it asks the same.
fn join(parts: &mut Vec<Part>, mut wanted: Vec<Asked>, named: Vec<Subject>) {
    wanted.sort_unstable();
    wanted.dedup();
    match parts.last_mut() {
        Some(Part::Asked { asked, subjects }) if *asked == wanted => subjects.extend(named),
        _ => parts.push(Part::Asked {
            asked: wanted,
            subjects: named,
        }),
    }
}

/// Each thing once, in the order in which it is answered. "Fluid" beside one of its kinds adds nothing.
fn tidy(part: &mut Part) {
    let subjects = match part {
        Part::Asked { asked, subjects } => {
            asked.sort_unstable();
            asked.dedup();
            subjects
        }
        Part::Extreme { subjects, .. } => subjects,
        Part::Compare(_) => return,
    };
    *subjects = each_once(subjects);
}

pub(crate) fn each_once(named: &[Subject]) -> Vec<Subject> {
    let kind = |subject: &Subject| matches!(subject, Subject::Class(Class::Irf | Class::Srf));
    let kinds = named.iter().any(kind);
    let mut once: Vec<Subject> = Vec::new();
    for subject in named {
        let told = kinds && *subject == Subject::Fluid;
        if !told && !once.contains(subject) {
            once.push(*subject);
        }
    }
    once
}

/// Words of a text that the answer of its part leaves aside: all that are not small and, where the answer tells no places, those
/// that narrow it. As they were written where they have umlauts.
pub(crate) fn unused(text: &str, part: Option<&Part>, unknown: &[String]) -> Vec<String> {
    let told: Vec<String> = unknown.iter().map(|term| normalise(term)).collect();
    let strict = part.is_some_and(|part| part.is_presence() || !matches!(part, Part::Asked { .. }));
    // "The largest IRF" is not all of it; "which is the largest?" is.
    let which = says(&format!(" {} ", normalise(text)), WHICH);
    let picks = |word: &str| !which && (LARGEST.contains(&word) || SMALLEST.contains(&word));
    let as_much = says(&format!(" {} ", normalise(text)), AS_MUCH);
    let answered = |word: &str| match part {
        Some(Part::Compare(_)) if as_much && ["large", "gross", "many", "viele"].contains(&word) => true,
        Some(Part::Compare(_)) => PLAIN.contains(&word) || (compares(word) && !picks(word)),
        Some(Part::Extreme { .. }) => compares(word) || PICKS.contains(&word),
        _ => false,
    };
    let written = |plain: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        let found = words.find(|word| !word.is_ascii() && normalise(word) == plain);
        found.map_or_else(|| plain.to_owned(), str::to_owned)
    };
    let mut left: Vec<String> = Vec::new();
    for word in other_words(text) {
        let matters = !is_small(&word) || (strict && (narrows(&word) || picks(&word)));
        let named = told.iter().any(|term| term.split(' ').any(|part| part == word));
        if matters && !named && !answered(&word) {
            let word = written(&word);
            if !left.contains(&word) {
                left.push(word);
            }
        }
    }
    left
}
