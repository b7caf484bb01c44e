//! Whether a class is there, how sure, and the regions that show it.

use groundscope_model::{Finding, Findings, Verdict};

use crate::{Draft, Subject, grammar};

/// One sentence about one class.
pub(crate) fn say(draft: &mut Draft, finding: &Finding) {
    let (words, class) = (draft.words, finding.class);
    let Some(present) = finding.present else {
        draft.say(words.unmeasured(class));
        return;
    };
    let verdict = finding.verdict();
    let head = format!(
        "{} ({})",
        words.verdict(class, verdict),
        words.confidence(finding)
    );
    let regions = grammar::by_size(finding);
    let ids: Vec<&str> = regions.iter().map(|region| region.id.as_str()).collect();
    let cited = || words.cite(ids.len(), grammar::cited(&ids));
    let probable = matches!(verdict, Verdict::Present | Verdict::Likely);
    draft.say(if !present && (probable || verdict == Verdict::Uncertain) {
        format!("{head}; {}.", words.below_threshold())
    } else if !present {
        format!("{head}.")
    } else if ids.is_empty() {
        format!("{head}; {}.", words.not_outlined())
    } else if probable {
        format!("{head}: {}.", cited())
    } else {
        // A class with a low threshold: shown, but not called present.
        format!("{head}; {}: {}.", words.reaches_threshold(), cited())
    });
    draft.rest_on(ids);
}

/// The lead sentence about fluid of either kind.
pub(crate) fn fluid(draft: &mut Draft, findings: &Findings) {
    let (verdict, probability) = Subject::Fluid.verdict(findings);
    if verdict != Verdict::NoAnswer {
        draft.say(draft.words.fluid(verdict, probability));
    }
}
