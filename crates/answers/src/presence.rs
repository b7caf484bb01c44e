//! Whether a class is there, how sure, and the regions that show it.

use groundscope_model::{Finding, Findings, Verdict};

use crate::{Draft, Subject, grammar};

/// Regions cited by name in one sentence; more are only counted, and stand in the evidence.
const CITED: usize = 4;

/// One sentence about one class.
pub(crate) fn say(draft: &mut Draft, finding: &Finding) {
    let class = finding.class;
    let Some(present) = finding.present else {
        draft.say(format!(
            "Nothing measured how well this model finds {}, so it gives no answer: look for yourself.",
            class.name()
        ));
        return;
    };
    let verdict = finding.verdict();
    let head = format!(
        "{} ({})",
        grammar::verdict(class, verdict),
        grammar::confidence(finding)
    );
    let regions = grammar::by_size(finding);
    let ids: Vec<&str> = regions.iter().map(|region| region.id.as_str()).collect();
    let probable = matches!(verdict, Verdict::Present | Verdict::Likely);
    draft.say(if !present && (probable || verdict == Verdict::Uncertain) {
        format!("{head}; it stays below its threshold, so no region is shown.")
    } else if !present {
        format!("{head}.")
    } else if ids.is_empty() {
        format!("{head}; no region could be outlined.")
    } else if probable {
        format!("{head}: {}.", cite(&ids))
    } else {
        // A class with a low threshold: shown, but not called present.
        format!("{head}; it reaches its threshold: {}.", cite(&ids))
    });
    draft.rest_on(ids);
}

/// The lead sentence about fluid of either kind.
pub(crate) fn fluid(draft: &mut Draft, findings: &Findings) {
    let (verdict, probability) = Subject::Fluid.verdict(findings);
    if verdict == Verdict::NoAnswer {
        return;
    }
    let probability = probability.map_or(String::new(), |p| format!(" ({})", either(p)));
    draft.say(format!("Fluid of either kind is {verdict}{probability}."));
}

/// How probable it is that one of two kinds is there, from the larger probability: a lower bound.
fn either(larger: f64) -> String {
    let percent = grammar::percent(larger);
    if percent.starts_with("below") {
        format!("probability {percent} for each kind")
    } else if percent.starts_with("above") {
        format!("probability {percent}")
    } else {
        format!("probability at least {percent}")
    }
}

/// "2 regions, irf-1 and irf-2".
fn cite(ids: &[&str]) -> String {
    let named = ids.get(..CITED).unwrap_or(ids);
    let count = grammar::regions(ids.len());
    match named.len() {
        n if n < ids.len() => format!("{count}, the largest {}", grammar::list(named)),
        _ => format!("{count}, {}", grammar::list(named)),
    }
}

#[cfg(test)]
mod tests {
    use super::either;

    #[test]
    fn a_lower_bound_reads_as_one_at_both_ends() {
        assert_eq!(either(0.93), "probability at least 93%");
        assert_eq!(either(0.999), "probability above 99%");
        assert_eq!(either(0.001), "probability below 1% for each kind");
    }
}
