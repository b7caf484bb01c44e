//! Words around a class: article, plural, verdict, evidence level, numbers.

use groundscope_model::{Evidence, Finding, Region, Verdict};
use groundscope_ontology::Class;

/// "a", "a and b", "a, b and c".
pub(crate) fn list(items: &[&str]) -> String {
    join(items, "and")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn either(items: &[&str]) -> String {
    join(items, "or")
}

fn join(items: &[&str], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// The class as the subject of a sentence, with its article and its capital: "A macular hole".
pub(crate) fn subject(class: Class) -> String {
    let article = match class {
        Class::Erm => "An ",
        Class::MacularHole
        | Class::Ped
        | Class::LamellarHole
        | Class::VitreousDetachment
        | Class::Cnvm
        | Class::Excavation => "A ",
        _ => "",
    };
    if article.is_empty() {
        capital(class.name())
    } else {
        format!("{article}{}", class.name())
    }
}

/// True where the name is a plural, so that the verb follows it.
fn is_plural(class: Class) -> bool {
    matches!(
        class,
        Class::Drusen | Class::HardExudates | Class::Hrf | Class::Sdd
    )
}

/// "is" or "are".
pub(crate) fn is(class: Class) -> &'static str {
    if is_plural(class) { "are" } else { "is" }
}

/// The sentence's middle: "Subretinal fluid is likely present".
pub(crate) fn verdict(class: Class, verdict: Verdict) -> String {
    let (subject, is) = (subject(class), is(class));
    match verdict {
        Verdict::Present => format!("{subject} {is} present"),
        Verdict::Likely => format!("{subject} {is} likely"),
        Verdict::Uncertain => format!("{subject} {is} uncertain"),
        Verdict::Unlikely => format!("{subject} {is} unlikely"),
        Verdict::Absent => format!("{subject} {is} absent"),
        Verdict::NoAnswer => format!("{subject}: no answer"),
    }
}

/// How sure, and on what ground: "probability 93%, measured on real patients".
pub(crate) fn confidence(finding: &Finding) -> String {
    let probability = finding
        .probability
        .map_or(String::new(), |p| format!("probability {}, ", percent(p)));
    format!("{probability}{}", evidence(finding.evidence))
}

/// The evidence level in words.
pub(crate) fn evidence(level: Evidence) -> &'static str {
    match level {
        Evidence::Real => "measured on real patients",
        Evidence::Few => "resting on few real scans",
        Evidence::Synthetic => "checked on synthetic scans only",
        Evidence::None => "not validated",
    }
}

/// "93%"; never 0% or 100%, which no probability from a scan deserves.
pub(crate) fn percent(probability: f64) -> String {
    let whole = (probability * 100.0).round();
    if whole < 1.0 {
        "below 1%".to_owned()
    } else if whole > 99.0 {
        "above 99%".to_owned()
    } else {
        format!("{whole}%")
    }
}

/// The share of a scan: one significant decimal below ten per cent.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "an unknown share".to_owned();
    }
    let percent = part as f64 * 100.0 / whole as f64;
    if percent < 0.1 {
        "less than 0.1%".to_owned()
    } else if percent < 10.0 {
        format!("{percent:.1}%")
    } else {
        format!("{percent:.0}%")
    }
}

/// "1 region", "3 regions".
pub(crate) fn regions(count: usize) -> String {
    if count == 1 {
        "1 region".to_owned()
    } else {
        format!("{count} regions")
    }
}

/// Regions of a finding, the largest first; equal ones in the order of the findings.
pub(crate) fn by_size(finding: &Finding) -> Vec<&Region> {
    let mut regions: Vec<&Region> = finding.regions.iter().collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.area_px));
    regions
}

/// First letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_numbers() {
        assert_eq!(list(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(either(&["a", "b"]), "a or b");
        assert_eq!(percent(0.931), "93%");
        assert_eq!(percent(0.9951), "above 99%");
        assert_eq!(percent(0.0), "below 1%");
        assert_eq!(share(1234, 768 * 496), "0.3%");
        assert_eq!(share(1, 1_000_000), "less than 0.1%");
        assert_eq!(share(1, 4), "25%");
    }

    #[test]
    fn verbs_follow_their_subject() {
        assert_eq!(
            verdict(Class::Hrf, Verdict::Likely),
            "Hyperreflective foci are likely"
        );
        assert_eq!(
            verdict(Class::Erm, Verdict::Absent),
            "An epiretinal membrane is absent"
        );
        assert_eq!(
            verdict(Class::Srf, Verdict::Present),
            "Subretinal fluid is present"
        );
    }
}
