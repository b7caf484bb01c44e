//! A question in words to a grounded answer: every sentence about a finding cites the regions it rests on.
//!
//! Questions are about presence, place, number or size of classes of the ontology, or about everything that was found. The
//! vocabulary is closed: a term that the ontology lacks, or a class that the model gives no answer for, is said to be so.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod count;
mod grammar;
mod overview;
mod place;
mod presence;
mod question;
mod size;
mod unknown;
mod words;

use groundscope_model::{Finding, Findings, Verdict};
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use question::{Asked, Question, Subject};

/// An answer and what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// One or more plain sentences, never empty. Regions are cited by their identifiers, such as `irf-1`.
    pub text: String,
    /// What the question was understood as; `None` when it was not understood.
    pub understood: Option<String>,
    /// The verdict, when the question is about one class, or about fluid.
    pub verdict: Option<Verdict>,
    /// The calibrated probability of the class, 0..1; of fluid, of its likelier kind.
    pub confidence: Option<f64>,
    /// Identifiers of the regions that the answer rests on, in the order of the answer.
    pub evidence: Vec<String>,
    /// What could be asked instead, each a question of its own.
    pub suggestions: Vec<String>,
}

/// Answers a question from the findings of one scan.
///
/// Left, right, upper and lower are those of the picture; layers, and nasal and temporal, come from the retina that was seen and the eye
/// that was named. Sizes are in pixels, and in micrometres where the findings have a scale.
///
/// ```
/// use groundscope_answers::answer;
/// use groundscope_model::{Finding, Findings, Verdict};
/// # use groundscope_model::{DeviceChoice, Evidence};
/// # use groundscope_ontology::Class;
/// # let srf = Finding { class: Class::Srf, evidence: Evidence::Real, figure: None, present: Some(false),
/// #     probability: Some(0.04), regions: vec![] };
/// # let findings = Findings { width: 768, height: 496, device: DeviceChoice::Cpu, model: "m".into(), gate: None,
/// #     retina: None, scale: None, eye: None,
/// #     findings: vec![srf] };
/// let answer = answer("Is there subretinal fluid?", &findings);
/// assert_eq!(answer.verdict, Some(Verdict::Absent));
/// assert_eq!(answer.text, "Subretinal fluid is absent (probability 4%, measured on real patients).");
/// ```
pub fn answer(question: &str, findings: &Findings) -> Answer {
    if let Some(gate) = findings.gate.filter(|gate| !gate.lets_in()) {
        return Answer {
            text: gate.verdict.sentence().unwrap_or_default().to_owned(),
            understood: None,
            verdict: Some(Verdict::NoAnswer),
            confidence: None,
            evidence: Vec::new(),
            suggestions: Vec::new(),
        };
    }
    match question::read(question) {
        Question::Empty => unknown::empty(findings),
        Question::Unknown(term) => unknown::term(&term, findings),
        Question::Overview => overview::answer(findings),
        Question::About {
            subjects,
            asked,
            unknown,
            unused,
        } => about(&subjects, &asked, &unknown, &unused, findings),
    }
}

/// Sentences on their way to an answer, with the regions they cite.
#[derive(Default)]
struct Draft {
    sentences: Vec<String>,
    evidence: Vec<String>,
}

impl Draft {
    fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// Notes that the answer rests on these regions, each once.
    fn rest_on<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        for id in ids {
            if !self.evidence.iter().any(|known| known == id) {
                self.evidence.push(id.to_owned());
            }
        }
    }

    fn text(&self) -> String {
        self.sentences.join(" ")
    }
}

fn about(
    subjects: &[Subject],
    asked: &[Asked],
    unknown: &[String],
    unused: &[String],
    findings: &Findings,
) -> Answer {
    let mut draft = Draft::default();
    for subject in subjects {
        if *subject == Subject::Fluid && asked == [Asked::Presence] {
            presence::fluid(&mut draft, findings);
        }
        for class in subject.classes() {
            let finding = finding_of(*class, findings);
            for what in asked {
                match what {
                    Asked::Presence => presence::say(&mut draft, &finding),
                    // Where there is nothing to point at, count or measure, the answer is whether it is there.
                    _ if finding.regions.is_empty() => {
                        presence::say(&mut draft, &finding);
                        break;
                    }
                    Asked::Place => place::say(&mut draft, &finding, findings),
                    Asked::Count => count::say(&mut draft, &finding),
                    Asked::Size => size::say(&mut draft, &finding, findings),
                }
            }
        }
    }
    if asked.contains(&Asked::Size) && findings.scale.is_none() && !draft.evidence.is_empty() {
        draft.say(size::UNIT_NOTE.to_owned());
    }
    let mut suggestions = Vec::new();
    for term in unknown {
        draft.say(unknown::sentence(term));
        suggestions.extend(unknown::near(term));
    }
    suggestions.truncate(unknown::SUGGESTIONS);
    let unused: Vec<String> = unused
        .iter()
        .filter(|word| !place::tells(word, findings))
        .cloned()
        .collect();
    if !unused.is_empty() {
        draft.say(unknown::left_aside(&unused));
    }
    let (verdict, confidence) = match subjects {
        [subject] => {
            let (verdict, probability) = subject.verdict(findings);
            (Some(verdict), probability)
        }
        _ => (None, None),
    };
    Answer {
        text: draft.text(),
        understood: Some(understood(subjects, asked)),
        verdict,
        confidence,
        evidence: draft.evidence,
        suggestions,
    }
}

/// The finding of a class; a class that the findings do not list has no answer.
fn finding_of(class: Class, findings: &Findings) -> Finding {
    findings
        .get(class)
        .cloned()
        .unwrap_or_else(|| Finding::no_answer(class))
}

fn understood(subjects: &[Subject], asked: &[Asked]) -> String {
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
    let whats: Vec<&str> = asked.iter().map(|what| what.name()).collect();
    format!("{} of {}", grammar::list(&whats), grammar::list(&names))
}
