//! What a question asks for, told by its words.

use groundscope_model::{Finding, Findings, Verdict};
use groundscope_ontology::{Class, Match, find_terms, normalise, other_words};

use crate::words::{COUNT, GENERAL, OVERVIEW, PLACE, SIZE, is_small, narrows};

/// A question as understood.
#[derive(Debug, PartialEq)]
pub(crate) enum Question {
    /// No words at all.
    Empty,
    /// No class, but something that may have been meant as one.
    Unknown(String),
    /// Everything that was found.
    Overview,
    /// Classes, and what is asked of them.
    About {
        subjects: Vec<Subject>,
        asked: Vec<Asked>,
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

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Class(class) => class.name(),
            Self::Fluid => "fluid (intraretinal or subretinal)",
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Presence,
    Count,
    Place,
    Size,
}

impl Asked {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Presence => "presence",
            Self::Count => "number",
            Self::Place => "place",
            Self::Size => "size",
        }
    }
}

/// More than any question; what follows is not read.
const MOST_CHARS: usize = 1000;

/// Reads a question.
pub(crate) fn read(question: &str) -> Question {
    let question: String = question.chars().take(MOST_CHARS).collect();
    let words = format!(" {} ", normalise(&question)).replace(" what s ", " what is ");
    if words.trim().is_empty() {
        return Question::Empty;
    }
    let says = |phrases: &[&str]| {
        phrases
            .iter()
            .any(|phrase| words.contains(&format!(" {phrase} ")))
    };
    let subjects = subjects(&question);
    if subjects.is_empty() {
        let rest = content(&question);
        return if says(OVERVIEW) || (rest.is_empty() && says(GENERAL)) {
            Question::Overview
        } else if rest.is_empty() {
            Question::Empty
        } else {
            Question::Unknown(rest)
        };
    }
    let asked: Vec<Asked> = [(Asked::Count, COUNT), (Asked::Place, PLACE), (Asked::Size, SIZE)]
        .into_iter()
        .filter_map(|(what, phrases)| says(phrases).then_some(what))
        .collect();
    let unknown = unknown(&question);
    let asked = if asked.is_empty() {
        vec![Asked::Presence]
    } else {
        asked
    };
    Question::About {
        unused: unused(&question, &asked, &unknown),
        unknown,
        subjects,
        asked,
    }
}

/// Words that the answer leaves aside: all that are not small and, where only presence is answered, those that narrow it.
fn unused(question: &str, asked: &[Asked], unknown: &[String]) -> Vec<String> {
    let told: Vec<String> = unknown.iter().map(|term| normalise(term)).collect();
    let presence = asked == [Asked::Presence];
    let mut words: Vec<String> = Vec::new();
    for word in other_words(question) {
        let matters = !is_small(&word) || (presence && narrows(&word));
        let named = told.iter().any(|term| term.split(' ').any(|part| part == word));
        if matters && !named && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The classes named, in the order of the sentence. "Fluid" beside one of its kinds adds nothing.
fn subjects(question: &str) -> Vec<Subject> {
    let found = find_terms(question);
    let kind = |what: &Match| matches!(what, Match::Class(Class::Irf | Class::Srf));
    let named = found.iter().any(kind);
    found
        .iter()
        .filter_map(|what| match what {
            Match::Class(class) => Some(Subject::Class(*class)),
            Match::Fluid => (!named).then_some(Subject::Fluid),
            Match::Unknown => None,
        })
        .collect()
}

/// Members of an enumeration that name no class though they are more than small words: "SRF or glaucoma".
fn unknown(question: &str) -> Vec<String> {
    let spaced = format!(" {question} ");
    let mut terms: Vec<String> = Vec::new();
    for part in spaced
        .split([',', ';', '/', '?', '.', '!'])
        .flat_map(|part| part.split(" or "))
        .flat_map(|part| part.split(" and "))
    {
        let term = content(part);
        let short = term.split(' ').count() <= 3;
        // "Nasal or temporal?" names no class and is no term that lacks one.
        let place = PLACE.contains(&normalise(&term).as_str());
        if !term.is_empty() && short && !place && find_terms(part).is_empty() && !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// A sentence without its small words and signs, as it was written.
fn content(sentence: &str) -> String {
    let words = sentence
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(|word| word.trim_matches('-'))
        .filter(|word| {
            let plain = normalise(word);
            !plain.is_empty() && !is_small(&plain)
        });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str) -> Vec<Asked> {
        match read(question) {
            Question::About { asked, .. } => asked,
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
        let subjects = |question: &str| match read(question) {
            Question::About { subjects, .. } => subjects,
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
