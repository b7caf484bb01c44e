//! Everything that was found, in one answer.

use groundscope_model::{Finding, Findings, Verdict};

use crate::{Answer, Draft, grammar};

/// The findings in words: what reached its threshold, what is uncertain, what was looked for in vain, what has no answer.
pub(crate) fn answer(findings: &Findings) -> Answer {
    let mut draft = Draft::default();
    let answered = || findings.findings.iter().filter(|f| f.present.is_some());
    let mut found: Vec<&Finding> = answered().filter(|f| f.present == Some(true)).collect();
    found.sort_by(|a, b| {
        let p = |finding: &Finding| finding.probability.unwrap_or(0.0);
        p(b).total_cmp(&p(a))
    });
    for finding in &found {
        crate::presence::say(&mut draft, finding);
    }
    if found.is_empty() && answered().next().is_some() {
        draft.say("Nothing reached its threshold; that does not prove the eye healthy.".to_owned());
    }
    let names = |wanted: &dyn Fn(&Finding) -> bool| -> Vec<&'static str> {
        let listed = findings.findings.iter().filter(|f| wanted(f));
        listed.map(Finding::name).collect()
    };
    let open = |f: &Finding| {
        matches!(
            f.verdict(),
            Verdict::Likely | Verdict::Uncertain | Verdict::Present
        )
    };
    let uncertain = names(&|f| f.present == Some(false) && open(f));
    if !uncertain.is_empty() {
        draft.say(format!(
            "Uncertain, below threshold: {}.",
            grammar::list(&uncertain)
        ));
    }
    let absent = names(&|f| f.present == Some(false) && !open(f));
    if !absent.is_empty() {
        draft.say(format!("Not seen: {}.", grammar::list(&absent)));
    }
    let silent = names(&|f| f.present.is_none());
    if !silent.is_empty() {
        draft.say(format!(
            "No answer, since nothing measured how well this model finds them: {}.",
            grammar::list(&silent)
        ));
    }
    if draft.sentences.is_empty() {
        draft.say("This scan has no findings yet: read it first.".to_owned());
    }
    Answer {
        text: draft.text(),
        understood: Some("overview of all findings".to_owned()),
        verdict: None,
        confidence: None,
        evidence: draft.evidence,
        suggestions: Vec::new(),
    }
}
