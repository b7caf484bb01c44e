//! The clauses of a question, each with the classes that it names and what it asks.

use groundscope_ontology::{find_terms, normalise};

use crate::question::{Asked, Subject};
use crate::words::{COMPARE, COUNT, FEWER, LARGER, MORE, PLACE, PRESENCE, SIZE, SMALLER, says};

/// Words that join clauses or members of a list.
pub(crate) const JOINS: &[&str] = &["and", "or", "und", "oder", "sowie", "bzw"];

/// A piece of a question between commas, stops and the words that join.
pub(crate) struct Clause {
    pub(crate) text: String,
    /// The same, normalised, with a space on either side.
    words: String,
    /// Whether "or" stands before it.
    pub(crate) or: bool,
    /// Whether a sentence begins with it.
    pub(crate) first: bool,
    pub(crate) subjects: Vec<Subject>,
    /// Number, place or size, as far as it asks for them.
    pub(crate) asked: Vec<Asked>,
    /// Whether it asks if something is there.
    pub(crate) presence: bool,
}

impl Clause {
    fn of(text: String, or: bool, first: bool) -> Self {
        let words = format!(" {} ", normalise(&text));
        let asked = [(Asked::Count, COUNT), (Asked::Place, PLACE), (Asked::Size, SIZE)];
        Self {
            subjects: subjects(&text),
            asked: asked
                .into_iter()
                .filter_map(|(what, phrases)| says(&words, phrases).then_some(what))
                .collect(),
            presence: says(&words, PRESENCE),
            text,
            words,
            or,
            first,
        }
    }

    pub(crate) fn says(&self, phrases: &[&str]) -> bool {
        says(&self.words, phrases)
    }

    /// Names classes and asks nothing of its own.
    pub(crate) fn is_bare(&self) -> bool {
        !self.subjects.is_empty() && self.asked.is_empty() && !self.presence && !self.compares()
    }

    pub(crate) fn compares(&self) -> bool {
        [LARGER, SMALLER, MORE, FEWER, COMPARE]
            .iter()
            .any(|phrases| self.says(phrases))
    }
}

/// The classes named in a text, in its order.
fn subjects(text: &str) -> Vec<Subject> {
    find_terms(text).iter().filter_map(Subject::of).collect()
}

/// The clauses of a question; all of it is one where its terms do not survive being taken apart.
pub(crate) fn clauses(question: &str) -> Vec<Clause> {
    let mut pieces: Vec<(String, bool)> = vec![(String::new(), false)];
    for word in question.replace(',', ", ").split_whitespace() {
        let plain = normalise(word);
        if JOINS.contains(&plain.as_str()) {
            pieces.push((String::new(), ["or", "oder"].contains(&plain.as_str())));
            continue;
        }
        if let Some((text, _)) = pieces.last_mut() {
            text.push_str(word);
            text.push(' ');
        }
        if word.ends_with([',', ';', ':', '.', '?', '!']) {
            pieces.push((String::new(), false));
        }
    }
    let (mut or, mut first) = (false, true);
    let mut clauses: Vec<Clause> = Vec::new();
    for (text, joined) in pieces {
        or |= joined;
        let ends = text.trim_end().ends_with([';', '.', '?', '!']);
        if !normalise(&text).is_empty() {
            clauses.push(Clause::of(
                text,
                std::mem::take(&mut or),
                std::mem::take(&mut first),
            ));
        }
        first |= ends;
    }
    let whole = subjects(question);
    let mut kept = clauses.iter().flat_map(|clause| &clause.subjects);
    let known = |subject: &Subject| whole.contains(subject);
    if kept.all(known)
        && whole
            .iter()
            .all(|s| clauses.iter().any(|c| c.subjects.contains(s)))
    {
        clauses
    } else {
        vec![Clause::of(question.to_owned(), false, true)]
    }
}
