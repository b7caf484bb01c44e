//! Everything that was found, in one answer.

use groundscope_model::{Finding, Findings, Verdict};

use crate::wording::Wording;
use crate::{Answer, Draft};

/// The findings in words: what reached its threshold, what is uncertain, what was looked for in vain, what has no answer.
pub(crate) fn answer(findings: &Findings, words: &'static dyn Wording) -> Answer {
    let mut draft = Draft::new(words);
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
        draft.say(words.nothing_reached().to_owned());
    }
    let names = |wanted: &dyn Fn(&Finding) -> bool| -> Vec<&'static str> {
        let listed = findings.findings.iter().filter(|f| wanted(f));
        listed.map(|finding| words.name(finding.class)).collect()
    };
    let open = |f: &Finding| {
        matches!(
            f.verdict(),
            Verdict::Likely | Verdict::Uncertain | Verdict::Present
        )
    };
    let uncertain = names(&|f| f.present == Some(false) && open(f));
    if !uncertain.is_empty() {
        draft.say(words.uncertain_ones(&words.list(&uncertain)));
    }
    let absent = names(&|f| f.present == Some(false) && !open(f));
    if !absent.is_empty() {
        draft.say(words.not_seen(&words.list(&absent)));
    }
    let silent = names(&|f| f.present.is_none());
    if !silent.is_empty() {
        draft.say(words.no_answer(&words.list(&silent)));
    }
    if draft.sentences.is_empty() {
        draft.say(words.not_read().to_owned());
    }
    Answer {
        text: draft.text(),
        understood: Some(words.understood_overview().to_owned()),
        verdict: None,
        confidence: None,
        evidence: draft.evidence,
        suggestions: Vec::new(),
    }
}
