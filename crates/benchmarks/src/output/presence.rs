//! One response to the question whether a class is there: yes, no, neither, both, or a refusal.
//!
//! What is marked as the answer (a JSON field, tags, "Answer: ..", a line that is only "No") and the word the response
//! begins with decide, and contradict each other at their own risk. Sentences count only where neither is there.

use groundscope_readers::phrases::{
    ANSWER_FIELDS, ANSWER_WORDS, BETWEEN, NO_PLAIN, NOT_THERE, PRESENCE_FIELDS, THERE, YES_PLAIN,
};
use groundscope_readers::words::{Word, clauses, words};
use groundscope_readers::{refuses, without_thoughts};
use serde::{Serialize, Serializer};

use super::forest::{Kind, Span};
use super::scan::scan;
use super::statements::{Names, statements};
use super::tags;
use crate::ClassLabel;

/// What became of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PresenceStatus {
    /// It says that the class is there.
    Yes,
    /// It says that the class is not there.
    No,
    /// It says both.
    Both,
    /// It says neither.
    Neither,
    /// It refuses to answer.
    Refused,
}

/// A response as read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PresenceRead {
    /// What became of it.
    pub status: PresenceStatus,
    /// Whether it ends in the middle of a thought.
    pub truncated: bool,
    /// The bytes of the response that decided.
    #[serde(serialize_with = "ends_if_any")]
    pub bytes: Option<Span>,
}

impl PresenceRead {
    /// The answer, if it is one.
    pub const fn answer(&self) -> Option<bool> {
        match self.status {
            PresenceStatus::Yes => Some(true),
            PresenceStatus::No => Some(false),
            _ => None,
        }
    }
}

/// An answer and where it stands.
pub(super) type Said = (bool, Span);

/// Words that mean nothing else.
fn is_plain(word: &Word) -> bool {
    word.is_one_of(YES_PLAIN) || word.is_one_of(NO_PLAIN)
}

/// Reads a response to the question whether `asked` is there. No text is an error.
pub fn read_presence(response: &str, asked: &ClassLabel) -> PresenceRead {
    let answer = without_thoughts(response);
    let mut all = words(&answer.text);
    let offered = drop_alternatives(&answer.text, &mut all);
    let mut said = explicit(&answer.text, &all, asked);
    let sentences = statements(&all, asked);
    if let Some(first) = leading(&answer.text, &all) {
        // "Yes, there is no evidence of .."
        let denied = first.0
            && clauses(&all).next().is_some_and(|clause| {
                clause.last().is_some_and(|last| {
                    let within = |s: &&super::statements::Statement| s.span.end <= last.span.end;
                    sentences
                        .iter()
                        .filter(within)
                        .any(|s| s.names_class && !s.present)
                })
            });
        if denied {
            said.push((false, first.1.clone()));
        }
        said.push(first);
    }
    if said.is_empty() {
        said.extend(
            sentences
                .into_iter()
                .map(|sentence| (sentence.present, sentence.span)),
        );
    }
    let yes = said.iter().any(|(present, _)| *present);
    let no = said.iter().any(|(present, _)| !*present);
    let status = match (yes, no) {
        (true, false) => PresenceStatus::Yes,
        (false, true) => PresenceStatus::No,
        (true, true) => PresenceStatus::Both,
        (false, false) if refuses(&all) => PresenceStatus::Refused,
        (false, false) if offered => PresenceStatus::Both,
        (false, false) => PresenceStatus::Neither,
    };
    PresenceRead {
        status,
        truncated: answer.cut,
        bytes: said.into_iter().next().map(|(_, span)| span),
    }
}

/// The yes or no that a response begins with. "No drusen .." begins with a sentence, not with a no.
pub(super) fn leading(text: &str, words: &[Word]) -> Option<Said> {
    let first = words.first()?;
    let present = yes_or_no(first)?;
    let certain = (present && is_plain(first)) || stands_alone(text, first);
    certain.then(|| (present, first.span.clone()))
}

fn yes_or_no(word: &Word) -> Option<bool> {
    if word.is_one_of(YES_PLAIN) || word.is_one_of(THERE) {
        Some(true)
    } else {
        (word.is_one_of(NO_PLAIN) || word.is_one_of(NOT_THERE)).then_some(false)
    }
}

/// Whether no further word follows in the same breath. "Present: no" is a field.
fn stands_alone(text: &str, word: &Word) -> bool {
    let rest = text.get(word.span.end..).unwrap_or_default();
    let next = rest
        .chars()
        .find(|c| *c == '\n' || !(c.is_whitespace() || is_markup(*c)));
    next.is_none_or(|c| !(c.is_alphanumeric() || (c == ':' && !is_plain(word))))
}

fn is_markup(letter: char) -> bool {
    ['*', '_', '`', '"', '\'', '~'].contains(&letter)
}

/// Takes "yes or no" and "yes/no" out: it is the question, not an answer. Returns whether it was there.
fn drop_alternatives(text: &str, words: &mut Vec<Word>) -> bool {
    let between = |a: &Word, b: &Word| text.get(a.span.end..b.span.start).unwrap_or_default();
    let opposite = |a: &Word, b: &Word| {
        a.is_one_of(&["yes", "no", "ja", "nein"])
            && b.is_one_of(&["yes", "no", "ja", "nein"])
            && a.text != b.text
    };
    let mut drop = vec![false; words.len()];
    let marks = |at: usize, count: usize, drop: &mut Vec<bool>| {
        drop.iter_mut().skip(at).take(count).for_each(|mark| *mark = true);
    };
    for (at, pair) in words.windows(2).enumerate() {
        if let [a, b] = pair
            && opposite(a, b)
            && between(a, b).contains('/')
        {
            marks(at, 2, &mut drop);
        }
    }
    for (at, three) in words.windows(3).enumerate() {
        if let [a, or, b] = three
            && or.is_one_of(&["or", "oder", "and", "und"])
            && opposite(a, b)
        {
            marks(at, 3, &mut drop);
        }
    }
    let mut marks = drop.iter();
    let before = words.len();
    words.retain(|_| !marks.next().copied().unwrap_or_default());
    words.len() < before
}

/// What is marked as the answer: fields and tags before anything in words.
fn explicit(text: &str, words: &[Word], asked: &ClassLabel) -> Vec<Said> {
    let names = Names::of(asked);
    let mut said = fields(text, &names);
    for region in tags::regions(text, &tags::ANSWERS) {
        let first = words.partition_point(|word| word.span.start < region.span.start);
        let first = words.get(first).filter(|word| word.span.end <= region.span.end);
        said.extend(first.and_then(|word| Some((yes_or_no(word)?, word.span.clone()))));
    }
    if said.is_empty() {
        said = in_words(text, words, &names);
    }
    said
}

/// JSON fields for the answer, or named like the class.
fn fields(text: &str, names: &Names) -> Vec<Said> {
    let forest = scan(text);
    let mut by_key = Vec::new();
    let mut by_class = Vec::new();
    for node in &forest.nodes {
        let (Kind::Scalar { .. }, Some(key), true) = (node.kind, &node.key, node.complete) else {
            continue;
        };
        let Some(present) = value(forest.text(&node.span)) else {
            continue;
        };
        let key = forest.text(key);
        let letters: String = key.chars().filter(|c| c.is_alphanumeric()).collect();
        let letters = letters.to_ascii_lowercase();
        if [ANSWER_FIELDS, PRESENCE_FIELDS]
            .iter()
            .any(|fields| fields.contains(&letters.as_str()))
        {
            by_key.push((present, node.span.clone()));
        } else if names.stand_in(&words(key)) {
            by_class.push((present, node.span.clone()));
        }
    }
    if by_class.is_empty() { by_key } else { by_class }
}

fn value(text: &str) -> Option<bool> {
    match words(text).as_slice() {
        [word] if word.is_one_of(&["1"]) => Some(true),
        [word] if word.is_one_of(&["0"]) => Some(false),
        [not, word, ..]
            if not.is_one_of(&["not"]) && word.is_one_of(&["present", "visible", "detected", "seen"]) =>
        {
            Some(false)
        }
        [word, ..] => yes_or_no(word),
        [] => None,
    }
}

/// "Answer: No", "Drusen: no", a line or sentence that is only "No"; those that name the class outrank the others.
fn in_words(text: &str, words: &[Word], names: &Names) -> Vec<Said> {
    let mut said: Vec<(Said, bool)> = Vec::new();
    let mut from = 0;
    for clause in clauses(words) {
        // "Drusen: yes, SRF: no": each answer goes with the words since the last.
        let mut part = 0;
        for (at, word) in clause.iter().enumerate() {
            let Some(present) = yes_or_no(word) else {
                continue;
            };
            let before = words.get(..from + at).unwrap_or_default();
            let lead = before.iter().rev().take(8).find(|word| !word.is_one_of(BETWEEN));
            let answered = lead.is_some_and(|lead| lead.is_one_of(ANSWER_WORDS));
            let alone = stands_alone(text, word);
            if answered || (alone && (clause.len() == 1 || after_colon(text, word))) {
                let named = names.stand_in(clause.get(part..=at).unwrap_or_default());
                said.push(((present, word.span.clone()), named));
                part = at + 1;
            }
        }
        from += clause.len();
    }
    if said.iter().any(|(_, named)| *named) {
        said.retain(|(_, named)| *named);
    }
    said.into_iter().map(|(said, _)| said).collect()
}

fn after_colon(text: &str, word: &Word) -> bool {
    let before = text.get(..word.span.start).unwrap_or_default();
    let last = before
        .chars()
        .rev()
        .find(|c| !(c.is_whitespace() || is_markup(*c)));
    last == Some(':')
}

fn ends_if_any<S: Serializer>(span: &Option<Span>, serializer: S) -> Result<S::Ok, S::Error> {
    match span {
        Some(span) => super::boxes::ends(span, serializer),
        None => serializer.serialize_none(),
    }
}
