//! Questions that are not understood: said plainly, with what could be asked instead.

use groundscope_model::{Findings, Verdict};
use groundscope_ontology::{Class, normalise, suggest};

use crate::Answer;
use crate::wording::Wording;
use crate::words::RELATED;

/// Suggestions given at most.
pub(crate) const SUGGESTIONS: usize = 3;

/// Words left aside that are repeated at most.
const QUOTED_WORDS: usize = 6;

/// Letters of an unknown term that are repeated to the reader.
const QUOTED: usize = 60;

/// Nothing was asked.
pub(crate) fn empty(findings: &Findings, words: &dyn Wording) -> Answer {
    let names = known(findings, words);
    not_understood(words.ask_about(&names), &names)
}

/// A term that is no class of the ontology.
pub(crate) fn term(term: &str, findings: &Findings, words: &dyn Wording) -> Answer {
    let unknown = sentence(term, words);
    let near = near(term, words);
    if near.is_empty() {
        let names = known(findings, words);
        return not_understood(format!("{unknown} {}", words.could_ask(&names)), &names);
    }
    not_understood(format!("{unknown} {}", words.did_you_mean(&near)), &near)
}

/// "I don't know the term 'zebra'."
pub(crate) fn sentence(term: &str, words: &dyn Wording) -> String {
    let mut quoted: String = term.chars().take(QUOTED).collect();
    if quoted.len() < term.len() {
        quoted.push('\u{2026}');
    }
    words.unknown_term(&quoted)
}

/// "Left aside, since only presence, place, number and size are answered: 'increased', 'visit'."
pub(crate) fn left_aside(unused: &[String], words: &dyn Wording) -> String {
    let quoted = unused.iter().take(QUOTED_WORDS);
    let quoted: Vec<String> = quoted.map(|word| words.quoted(word)).collect();
    words.left_aside(&quoted)
}

/// Names of the classes by which a term of the clinic shows, or else of those that are spelt most alike.
pub(crate) fn near(term: &str, words: &dyn Wording) -> Vec<&'static str> {
    let spaced = format!(" {} ", normalise(term));
    let is_meant = |terms: &[&str]| terms.iter().any(|one| spaced.contains(&format!(" {one} ")));
    let related = RELATED.iter().find(|(terms, _)| is_meant(terms));
    let classes = related.map_or_else(|| suggest(term, SUGGESTIONS), |(_, classes)| classes.to_vec());
    classes.into_iter().map(|class| words.name(class)).collect()
}

fn not_understood(text: String, suggestions: &[&str]) -> Answer {
    Answer {
        text,
        understood: None,
        verdict: None,
        confidence: None,
        evidence: Vec::new(),
        suggestions: suggestions.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Classes worth asking about: the likeliest that the model answers for, or the first of the ontology where it answers for none.
fn known(findings: &Findings, words: &dyn Wording) -> Vec<&'static str> {
    let mut answered: Vec<(f64, Class)> = findings
        .findings
        .iter()
        .filter(|finding| finding.verdict() != Verdict::NoAnswer)
        .map(|finding| (finding.probability.unwrap_or(0.0), finding.class))
        .collect();
    answered.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    if answered.is_empty() {
        answered = Class::ALL.iter().map(|class| (0.0, *class)).collect();
    }
    let names = answered.into_iter().take(SUGGESTIONS);
    names.map(|(_, class)| words.name(class)).collect()
}
