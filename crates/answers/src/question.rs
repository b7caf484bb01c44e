//! What a question asks for, told by its words.

use groundscope_model::{Finding, Findings, Verdict};
use groundscope_ontology::{Class, Match, find_terms, normalise, other_words};

use crate::clauses::JOINS;
use crate::extreme::Extreme;
use crate::parts::{self, Part};
use crate::small::is_small;
use crate::words::{CLOSEST, GENERAL, LARGEST, OTHER_TIMES, OVERVIEW, PLACE, SMALLEST, THAN, compares, says};

/// A question as understood.
#[derive(Debug, PartialEq)]
pub(crate) enum Question {
    /// No words at all.
    Empty,
    /// No class, but something that may have been meant as one.
    Unknown(String),
    /// Everything that was found.
    Overview,
    /// Classes or regions, and what is asked of them.
    About {
        /// At least one, in the order of the sentence.
        parts: Vec<Part>,
        /// Parts of an enumeration that are no class.
        unknown: Vec<String>,
        /// Words that may narrow the question and are not understood.
        unused: Vec<String>,
    },
}

/// One thing that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Class(Class),
    /// Intraretinal or subretinal fluid.
    Fluid,
}

impl Subject {
    /// The classes that the subject stands for.
    pub(crate) fn classes(&self) -> &[Class] {
        match self {
            Self::Class(class) => std::slice::from_ref(class),
            Self::Fluid => &[Class::Irf, Class::Srf],
        }
    }

    /// What a term stands for.
    pub(crate) fn of(term: &Match) -> Option<Self> {
        match term {
            Match::Class(class) => Some(Self::Class(*class)),
            Match::Fluid => Some(Self::Fluid),
            Match::Unknown => None,
        }
    }

    /// Verdict and probability. Fluid is at least as probable, and as certain, as its likelier kind.
    pub(crate) fn verdict(&self, findings: &Findings) -> (Verdict, Option<f64>) {
        let known = || self.classes().iter().filter_map(|class| findings.get(*class));
        let verdict = known().map(Finding::verdict).min();
        let probability = known()
            .filter_map(|finding| finding.probability)
            .max_by(f64::total_cmp);
        (verdict.unwrap_or(Verdict::NoAnswer), probability)
    }
}

/// What is asked of a subject, in the order in which it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asked {
    Presence,
    Count,
    Place,
    Size,
}

/// More than any question; what follows is not read.
const MOST_CHARS: usize = 1000;

/// Reads a question.
pub(crate) fn read(question: &str) -> Question {
    let question = spelt_out(&question.chars().take(MOST_CHARS).collect::<String>());
    let words = format!(" {} ", normalise(&question)).replace(" what s ", " what is ");
    if words.trim().is_empty() {
        return Question::Empty;
    }
    if find_terms(&question).is_empty() {
        let rest = content(&question);
        return if says(&words, OVERVIEW) {
            Question::Overview
        } else if let (true, Some(what)) = (rest.is_empty(), extreme(&words)) {
            let part = Part::Extreme {
                what,
                subjects: Vec::new(),
            };
            Question::About {
                unused: parts::unused(&question, Some(&part), &[]),
                parts: vec![part],
                unknown: Vec::new(),
            }
        } else if rest.is_empty() && says(&words, GENERAL) {
            Question::Overview
        } else if rest.is_empty() {
            Question::Empty
        } else {
            Question::Unknown(rest)
        };
    }
    let unknown = unknown(&question);
    let (parts, unused) = parts::read(&question, &unknown);
    Question::About {
        parts,
        unknown,
        unused,
    }
}

/// The region that is asked for where no class is named.
fn extreme(words: &str) -> Option<Extreme> {
    [
        (Extreme::Closest, CLOSEST),
        (Extreme::Largest, LARGEST),
        (Extreme::Smallest, SMALLEST),
    ]
    .into_iter()
    .find_map(|(what, phrases)| says(words, phrases).then_some(what))
}

/// The question with umlauts in one piece, and with the fluids of "intra- and subretinal fluid" spelt out.
fn spelt_out(question: &str) -> String {
    let mut composed = question.to_owned();
    for (apart, whole) in [
        ("a\u{308}", "ä"),
        ("o\u{308}", "ö"),
        ("u\u{308}", "ü"),
        ("A\u{308}", "Ä"),
        ("O\u{308}", "Ö"),
        ("U\u{308}", "Ü"),
    ] {
        composed = composed.replace(apart, whole);
    }
    let tokens: Vec<&str> = composed.split(' ').collect();
    let spelt = tokens.iter().enumerate().map(|(at, token)| {
        let lower = |away: usize| tokens.get(at + away).map(|token| token.to_lowercase());
        let joined =
            lower(1).is_some_and(|word| ["and", "or", "und", "oder", "bzw."].contains(&word.as_str()));
        let other = |start: &str| lower(2).is_some_and(|word| word.starts_with(start));
        match token.to_lowercase().as_str() {
            "intra-" if joined && other("subretinal") => "IRF",
            "sub-" if joined && other("intraretinal") => "SRF",
            _ => token,
        }
    });
    spelt.collect::<Vec<_>>().join(" ")
}

/// Members of an enumeration that name no class though they are more than small words: "SRF or glaucoma".
fn unknown(question: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let others = other_words(question);
    for part in question.split([',', ';', '/', '?', '.', '!']).flat_map(members) {
        let term = content(&part);
        let words = normalise(&term);
        // A piece of a longer name, an amount or another visit: "larger than 100 microns", "more than last time".
        let none = words
            .split(' ')
            .all(|word| !others.iter().any(|other| other == word))
            || words.starts_with(|c: char| c.is_ascii_digit())
            || words.split(' ').any(|word| OTHER_TIMES.contains(&word));
        if none {
            continue;
        }
        let part = part.as_str();
        let short = term.split(' ').count() <= 3;
        // "Nasal or temporal?" names no class and is no term that lacks one.
        let place = PLACE.contains(&normalise(&term).as_str());
        if !term.is_empty() && short && !place && find_terms(part).is_empty() && !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// A part of a sentence between the words that join or compare.
fn members(part: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    for word in part.split_whitespace() {
        let plain = normalise(word);
        if JOINS.contains(&plain.as_str()) || THAN.contains(&plain.as_str()) {
            members.push(String::new());
        } else if let Some(last) = members.last_mut() {
            last.push_str(word);
            last.push(' ');
        }
    }
    members
}

/// A sentence without its small words and signs, as it was written.
fn content(sentence: &str) -> String {
    let words = sentence
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(|word| word.trim_matches('-'))
        .filter(|word| {
            let plain = normalise(word);
            !plain.is_empty() && !is_small(&plain) && !compares(&plain)
        });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only part of a question.
    fn part(question: &str) -> Part {
        match read(question) {
            Question::About { mut parts, .. } if parts.len() == 1 => parts.remove(0),
            other => panic!("{question}: {other:?}"),
        }
    }

    fn asked(question: &str) -> Vec<Asked> {
        match part(question) {
            Part::Asked { asked, .. } => asked,
            other => panic!("{question}: {other:?}"),
        }
    }

    #[test]
    fn what_is_asked() {
        for (question, expected) in [
            ("Is there subretinal fluid?", vec![Asked::Presence]),
            ("drusen?", vec![Asked::Presence]),
            ("Does this scan show SRF?", vec![Asked::Presence]),
            ("an area of RPE loss?", vec![Asked::Presence]),
            ("any IRF", vec![Asked::Presence]),
            ("where is the IRF", vec![Asked::Place]),
            ("Show me the PED", vec![Asked::Place]),
            ("Is the SRF nasal or temporal?", vec![Asked::Place]),
            ("In which layer is the IRF?", vec![Asked::Place]),
            ("how many drusen", vec![Asked::Count]),
            ("how large is the SRF?", vec![Asked::Size]),
            (
                "How many drusen are there, and where?",
                vec![Asked::Count, Asked::Place],
            ),
        ] {
            assert_eq!(asked(question), expected, "{question}");
        }
    }

    #[test]
    fn who_is_asked_about() {
        let subjects = |question: &str| match part(question) {
            Part::Asked { subjects, .. } => subjects,
            other => panic!("{question}: {other:?}"),
        };
        assert_eq!(subjects("any fluid?"), [Subject::Fluid]);
        assert_eq!(subjects("fluid, e.g. SRF"), [Subject::Class(Class::Srf)]);
        assert_eq!(
            subjects("SRF, IRF or an ERM?"),
            [Class::Srf, Class::Irf, Class::Erm].map(Subject::Class)
        );
    }

    #[test]
    fn overviews() {
        for question in [
            "What do you see?",
            "findings",
            "What's wrong here?",
            "Summarise this scan",
            "Is this scan normal?",
            "anything?",
            "Describe the macula of this B-scan",
            "Anything abnormal in the retina?",
            "describe the image",
        ] {
            assert_eq!(read(question), Question::Overview, "{question}");
        }
    }

    #[test]
    fn unknown_terms_come_back_as_written() {
        for (question, term) in [
            ("Is there a zebra?", "zebra"),
            (
                "Any Coats-like exudation in the left half?",
                "Coats-like exudation",
            ),
            ("glaucoma", "glaucoma"),
            ("Is there anything like glaucoma?", "glaucoma"),
            ("What is a zebra?", "zebra"),
        ] {
            assert_eq!(read(question), Question::Unknown(term.to_owned()), "{question}");
        }
        match read("Is there SRF or glaucoma?") {
            Question::About { unknown, .. } => assert_eq!(unknown, ["glaucoma"]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_plain_question_has_no_unknown_part() {
        for question in [
            "Is there any subretinal fluid in this scan?",
            "Where is the IRF, left or right?",
            "How big is the largest PED, please?",
            "Does he have drusen?",
        ] {
            match read(question) {
                Question::About { unknown, .. } => assert!(unknown.is_empty(), "{unknown:?}"),
                other => panic!("{question}: {other:?}"),
            }
        }
    }

    #[test]
    fn nothing_is_asked() {
        for question in ["", "   ", "?!", "is there", "please"] {
            assert_eq!(read(question), Question::Empty, "{question:?}");
        }
    }
}
