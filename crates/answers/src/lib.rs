//! A question in words to a grounded answer: every sentence about a finding cites the regions it rests on.
//!
//! Questions are about presence, place, number or size of classes of the ontology, compare them, look for the largest region or the
//! one closest to the fovea, or are about everything that was found; several may stand in one sentence. They are understood in English
//! and German, mixed as they come, and answered in the language that is asked for. The vocabulary is closed: a term that the ontology
//! lacks, or a class that the model gives no answer for, is said to be so.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod clauses;
mod comparing;
mod comparison;
mod count;
mod english;
mod extreme;
mod german;
mod grammar;
mod overview;
mod parts;
mod place;
mod presence;
mod question;
mod size;
mod small;
mod unknown;
mod wording;
mod words;

use groundscope_model::{Finding, Findings, Verdict};
use groundscope_ontology::{Class, Language};
use serde::{Deserialize, Serialize};

use parts::Part;
use question::{Asked, Question, Subject};
use wording::Wording;

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
/// assert_eq!(answer.text, "Subretinal fluid is absent (probability of presence 4%, measured on real patients).");
/// ```
pub fn answer(question: &str, findings: &Findings) -> Answer {
    answer_in(question, findings, Language::En)
}

/// [`answer`] in a language. The question may be in any.
///
/// ```
/// use groundscope_answers::answer_in;
/// use groundscope_ontology::Language;
/// # use groundscope_model::{DeviceChoice, Evidence, Finding, Findings};
/// # use groundscope_ontology::Class;
/// # let srf = Finding { class: Class::Srf, evidence: Evidence::Real, figure: None, present: Some(false),
/// #     probability: Some(0.04), regions: vec![] };
/// # let findings = Findings { width: 768, height: 496, device: DeviceChoice::Cpu, model: "m".into(), gate: None,
/// #     retina: None, scale: None, eye: None,
/// #     findings: vec![srf] };
/// let answer = answer_in("Gibt es subretinale Flüssigkeit?", &findings, Language::De);
/// assert_eq!(
///     answer.text,
///     "Subretinale Flüssigkeit ist nicht vorhanden (Wahrscheinlichkeit des Vorhandenseins 4\u{a0}%, an echten Patienten gemessen)."
/// );
/// ```
pub fn answer_in(question: &str, findings: &Findings, language: Language) -> Answer {
    let words = wording::of(language);
    if let Some(gate) = findings.gate.filter(|gate| !gate.lets_in()) {
        return Answer {
            text: gate.verdict.sentence_in(language).unwrap_or_default().to_owned(),
            understood: None,
            verdict: Some(Verdict::NoAnswer),
            confidence: None,
            evidence: Vec::new(),
            suggestions: Vec::new(),
        };
    }
    match question::read(question) {
        Question::Empty => unknown::empty(findings, words),
        Question::Unknown(term) => unknown::term(&term, findings, words),
        Question::Overview => overview::answer(findings, words),
        Question::About {
            parts,
            unknown,
            unused,
        } => about(&parts, &unknown, &unused, findings, words),
    }
}

/// Sentences on their way to an answer, with the regions they cite.
struct Draft {
    words: &'static dyn Wording,
    sentences: Vec<String>,
    evidence: Vec<String>,
    /// Whether it tells sizes.
    sized: bool,
}

impl Draft {
    fn new(words: &'static dyn Wording) -> Self {
        Self {
            words,
            sentences: Vec::new(),
            evidence: Vec::new(),
            sized: false,
        }
    }

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
    parts: &[Part],
    unknown: &[String],
    unused: &[String],
    findings: &Findings,
    words: &'static dyn Wording,
) -> Answer {
    let mut draft = Draft::new(words);
    for part in parts {
        match part {
            Part::Asked { asked, subjects } => say_asked(&mut draft, asked, subjects, findings),
            Part::Compare(comparison) => comparison::say(&mut draft, comparison, findings),
            Part::Extreme { what, subjects } => extreme::say(&mut draft, *what, subjects, findings),
        }
    }
    if draft.sized && findings.scale.is_none() && !draft.evidence.is_empty() {
        draft.say(words.unit_note().to_owned());
    }
    let mut suggestions: Vec<&str> = Vec::new();
    for term in unknown {
        draft.say(unknown::sentence(term, words));
        suggestions.extend(unknown::near(term, words));
    }
    suggestions.truncate(unknown::SUGGESTIONS);
    let unused: Vec<String> = unused
        .iter()
        .filter(|word| !place::tells(word, findings))
        .cloned()
        .collect();
    if !unused.is_empty() {
        draft.say(unknown::left_aside(&unused, words));
    }
    let (verdict, confidence) = match parts {
        [Part::Asked { subjects, .. } | Part::Extreme { subjects, .. }] => match subjects.as_slice() {
            [subject] => {
                let (verdict, probability) = subject.verdict(findings);
                (Some(verdict), probability)
            }
            _ => (None, None),
        },
        _ => (None, None),
    };
    let understood: Vec<String> = parts.iter().map(|part| part.understood(words)).collect();
    Answer {
        text: draft.text(),
        understood: Some(understood.join("; ")),
        verdict,
        confidence,
        evidence: draft.evidence,
        suggestions: suggestions.into_iter().map(str::to_owned).collect(),
    }
}

fn say_asked(draft: &mut Draft, asked: &[Asked], subjects: &[Subject], findings: &Findings) {
    for subject in subjects {
        if *subject == Subject::Fluid && asked == [Asked::Presence] {
            presence::fluid(draft, findings);
        }
        for class in subject.classes() {
            let finding = finding_of(*class, findings);
            for what in asked {
                match what {
                    Asked::Presence => presence::say(draft, &finding),
                    // Where there is nothing to point at, count or measure, the answer is whether it is there.
                    _ if finding.regions.is_empty() => {
                        presence::say(draft, &finding);
                        break;
                    }
                    Asked::Place => place::say(draft, &finding, findings),
                    Asked::Count => count::say(draft, &finding),
                    Asked::Size => size::say(draft, &finding, findings),
                }
            }
        }
    }
}

/// The finding of a class; a class that the findings do not list has no answer.
fn finding_of(class: Class, findings: &Findings) -> Finding {
    findings
        .get(class)
        .cloned()
        .unwrap_or_else(|| Finding::no_answer(class))
}
