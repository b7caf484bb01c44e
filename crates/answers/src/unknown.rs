//! Questions that are not understood: said plainly, with what could be asked instead.

use groundscope_model::{Findings, Verdict};
use groundscope_ontology::{Class, suggest};

use crate::{Answer, grammar};

/// Suggestions given at most.
pub(crate) const SUGGESTIONS: usize = 3;

/// Words left aside that are repeated at most.
const QUOTED_WORDS: usize = 6;

/// Letters of an unknown term that are repeated to the reader.
const QUOTED: usize = 60;

/// Nothing was asked.
pub(crate) fn empty(findings: &Findings) -> Answer {
    let names = known(findings);
    not_understood(
        format!("Ask about a finding, such as {}.", grammar::either(&names)),
        &names,
    )
}

/// A term that is no class of the ontology.
pub(crate) fn term(term: &str, findings: &Findings) -> Answer {
    let near = near(term);
    let names: Vec<&str> = near.iter().map(String::as_str).collect();
    if near.is_empty() {
        let names = known(findings);
        let text = format!(
            "{} You could ask about {}.",
            sentence(term),
            grammar::either(&names)
        );
        return not_understood(text, &names);
    }
    let text = format!("{} Did you mean {}?", sentence(term), grammar::either(&names));
    not_understood(text, &names)
}

/// "I don't know the term 'zebra'."
pub(crate) fn sentence(term: &str) -> String {
    let mut quoted: String = term.chars().take(QUOTED).collect();
    if quoted.len() < term.len() {
        quoted.push('\u{2026}');
    }
    format!("I don't know the term '{quoted}'.")
}

/// "Left aside, since only presence, place, number and size are answered: 'increased', 'visit'."
pub(crate) fn left_aside(words: &[String]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .take(QUOTED_WORDS)
        .map(|word| format!("'{word}'"))
        .collect();
    format!(
        "Left aside, since only presence, place, number and size in this picture are answered: {}.",
        quoted.join(", ")
    )
}

/// Names of the classes nearest to a term.
pub(crate) fn near(term: &str) -> Vec<String> {
    let classes = suggest(term, SUGGESTIONS);
    classes.iter().map(|class| class.name().to_owned()).collect()
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
fn known(findings: &Findings) -> Vec<&'static str> {
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
    names.map(|(_, class)| class.name()).collect()
}
