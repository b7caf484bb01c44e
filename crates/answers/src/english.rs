//! Answers in English.

use groundscope_model::{Evidence, Finding, Verdict};
use groundscope_ontology::{Class, Language};

use crate::comparison::{Claim, Measure};
use crate::extreme::Extreme;
use crate::grammar::{capital, join};
use crate::question::{Asked, Subject};
use crate::wording::Wording;

pub(crate) struct English;

/// True where the name is a plural, so that the verb follows it.
fn is_plural(class: Class) -> bool {
    matches!(
        class,
        Class::Drusen | Class::HardExudates | Class::Hrf | Class::Sdd
    )
}

/// The verb that follows a subject: "covers" or "cover".
fn verb(subject: Subject, one: &'static str, several: &'static str) -> &'static str {
    match subject {
        Subject::Class(class) if is_plural(class) => several,
        _ => one,
    }
}

/// The class as the subject of a sentence, with its article and its capital: "A macular hole".
fn with_article(class: Class) -> String {
    match class {
        Class::Erm => format!("An {}", class.name()),
        Class::MacularHole
        | Class::Ped
        | Class::LamellarHole
        | Class::VitreousDetachment
        | Class::Cnvm
        | Class::Excavation => format!("A {}", class.name()),
        _ => capital(class.name()),
    }
}

impl Wording for English {
    fn language(&self) -> Language {
        Language::En
    }

    fn list(&self, items: &[&str]) -> String {
        join(items, "and")
    }

    fn either(&self, items: &[&str]) -> String {
        join(items, "or")
    }

    fn regions(&self, count: usize) -> String {
        if count == 1 {
            "1 region".to_owned()
        } else {
            format!("{count} regions")
        }
    }

    fn percent(&self, probability: f64) -> String {
        let whole = (probability * 100.0).round();
        if whole < 1.0 {
            "below 1%".to_owned()
        } else if whole > 99.0 {
            "above 99%".to_owned()
        } else {
            format!("{whole}%")
        }
    }

    fn probability(&self, probability: f64) -> String {
        format!("probability {}", self.percent(probability))
    }

    fn probability_of_presence(&self, probability: f64) -> String {
        format!("probability of presence {}", self.percent(probability))
    }

    fn evidence(&self, level: Evidence) -> &'static str {
        match level {
            Evidence::Real => "measured on real patients",
            Evidence::Few => "resting on few real scans",
            Evidence::Synthetic => "checked on synthetic scans only",
            Evidence::None => "not validated",
        }
    }

    fn share(&self, part: u64, whole: u64) -> String {
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

    fn fluid_name(&self) -> &'static str {
        "fluid (intraretinal or subretinal)"
    }

    fn fluid_word(&self) -> &'static str {
        "fluid"
    }

    fn asked(&self, what: Asked) -> &'static str {
        match what {
            Asked::Presence => "presence",
            Asked::Count => "number",
            Asked::Place => "place",
            Asked::Size => "size",
        }
    }

    fn understood(&self, whats: &str, names: &str) -> String {
        format!("{whats} of {names}")
    }

    fn understood_comparison(&self, by: Measure, names: &str) -> String {
        match by {
            Measure::Area => format!("comparison by size: {names}"),
            Measure::Number => format!("comparison by number: {names}"),
        }
    }

    fn understood_extreme(&self, what: Extreme, names: Option<&str>) -> String {
        let of = names.map_or(String::new(), |names| format!(": {names}"));
        match what {
            Extreme::Largest => format!("largest region{of}"),
            Extreme::Smallest => format!("smallest region{of}"),
            Extreme::Closest => format!("region closest to the fovea{of}"),
        }
    }

    fn understood_overview(&self) -> &'static str {
        "overview of all findings"
    }

    fn is_plural(&self, subject: Subject) -> bool {
        matches!(subject, Subject::Class(class) if is_plural(class))
    }

    fn verdict(&self, class: Class, verdict: Verdict) -> String {
        let subject = with_article(class);
        match verdict {
            Verdict::NoAnswer => format!("{subject}: no answer"),
            _ if is_plural(class) => format!("{subject} are {verdict}"),
            _ => format!("{subject} is {verdict}"),
        }
    }

    fn unmeasured(&self, class: Class) -> String {
        format!(
            "Nothing measured how well this model finds {}, so it gives no answer: look for yourself.",
            class.name()
        )
    }

    fn below_threshold(&self) -> &'static str {
        "it stays below its threshold, so no region is shown"
    }

    fn not_outlined(&self) -> &'static str {
        "no region could be outlined"
    }

    fn reaches_threshold(&self) -> &'static str {
        "it reaches its threshold"
    }

    fn cite(&self, count: usize, shown: &[&str]) -> String {
        let largest = if shown.len() < count { "the largest " } else { "" };
        format!("{}, {largest}{}", self.regions(count), self.list(shown))
    }

    fn fluid(&self, verdict: Verdict, probability: Option<f64>) -> String {
        let probability =
            probability.map_or(String::new(), |p| format!(" ({})", either_kind(self, verdict, p)));
        format!("Fluid of either kind is {verdict}{probability}.")
    }

    fn count(&self, finding: &Finding, ids: &[&str]) -> String {
        let verb = if ids.len() == 1 { "is" } else { "are" };
        format!(
            "There {verb} {} of {} ({}): {}; lesions that lie close together count as one.",
            self.regions(ids.len()),
            finding.class.name(),
            self.told(finding),
            self.list(ids)
        )
    }

    fn lies(&self, finding: &Finding) -> String {
        let verb = verb(Subject::Class(finding.class), "lies", "lie");
        format!(
            "{} ({}) {verb}",
            capital(finding.class.name()),
            self.told(finding)
        )
    }

    fn lies_in_regions(&self, lies: &str, count: usize, told: &[String], more: usize) -> String {
        let more = match more {
            0 => String::new(),
            more => format!("; {} more, smaller", self.regions(more)),
        };
        format!(
            "{lies} in {}: the largest {}{more}.",
            self.regions(count),
            told.join("; ")
        )
    }

    fn covers(&self, finding: &Finding) -> String {
        let verb = verb(Subject::Class(finding.class), "covers", "cover");
        format!(
            "{} ({}) {verb}",
            capital(finding.class.name()),
            self.told(finding)
        )
    }

    fn of_scan(&self, share: &str) -> String {
        format!("{share} of the scan")
    }

    fn in_one_region(&self, extent: &str, id: &str) -> String {
        format!("in one region {extent} ({id})")
    }

    fn in_regions(&self, count: usize, id: &str, covered: &str, extent: &str) -> String {
        format!(
            "in {}; the largest ({id}) covers {covered} and is {extent}",
            self.regions(count)
        )
    }

    fn unit_note(&self) -> &'static str {
        "Sizes are in pixels: the file does not tell how large a pixel is on the retina. With the scale given they come in micrometres, too."
    }

    fn nothing_reached(&self) -> &'static str {
        "Nothing reached its threshold; that does not prove the eye healthy."
    }

    fn uncertain_ones(&self, names: &str) -> String {
        format!("Uncertain, below threshold: {names}.")
    }

    fn not_seen(&self, names: &str) -> String {
        format!("Not seen: {names}.")
    }

    fn no_answer(&self, names: &str) -> String {
        format!("No answer, since nothing measured how well this model finds them: {names}.")
    }

    fn not_read(&self) -> &'static str {
        "This scan has no findings yet: read it first."
    }

    fn ask_about(&self, names: &[&str]) -> String {
        format!("Ask about a finding, such as {}.", self.either(names))
    }

    fn unknown_term(&self, term: &str) -> String {
        format!("I don't know the term {}.", self.quoted(term))
    }

    fn could_ask(&self, names: &[&str]) -> String {
        format!("You could ask about {}.", self.either(names))
    }

    fn did_you_mean(&self, names: &[&str]) -> String {
        format!("Did you mean {}?", self.either(names))
    }

    fn left_aside(&self, quoted: &[String]) -> String {
        format!(
            "Left aside, since only presence, place, number and size in this picture are answered: {}.",
            quoted.join(", ")
        )
    }

    fn quoted(&self, word: &str) -> String {
        format!("'{word}'")
    }

    fn claim(&self, claim: Claim) -> &'static str {
        match claim {
            Claim::Yes => "Yes",
            Claim::No => "No",
            Claim::ProbablyYes => "Probably yes",
            Claim::ProbablyNo => "Probably no",
        }
    }

    fn covers_more(&self, subject: Subject, more: &str, times: Option<f64>) -> String {
        let times = times.map_or(String::new(), |times| {
            format!(" and {} times as much", crate::grammar::times(times))
        });
        let verb = verb(subject, "covers", "cover");
        format!(
            "{} {verb} the larger area, {more} more{times}.",
            self.side_name(subject)
        )
    }

    fn has_more(&self, subject: Subject, [more, fewer]: [usize; 2]) -> String {
        let verb = verb(subject, "has", "have");
        format!(
            "{} {verb} more regions: {more} against {fewer}.",
            self.side_name(subject)
        )
    }

    fn about_equal(&self, difference: &str) -> String {
        format!(
            "About equal: the areas differ by {difference}, less than a tenth, which is too little to tell which is larger."
        )
    }

    fn equally_many(&self, count: usize) -> String {
        format!("equally many, {} each.", self.regions(count))
    }

    fn ranked(&self, by: Measure, items: &[String]) -> String {
        let items = items.join("; ");
        match by {
            Measure::Area => format!("By area as outlined, largest first: {items}."),
            Measure::Number => format!("By number of regions, most first: {items}."),
        }
    }

    fn undecided(&self, uncertain: &str, many: bool, then: &str) -> String {
        let is = if many { "are" } else { "is" };
        format!("Not certain, since {uncertain} {is} uncertain; as outlined: {then}")
    }

    fn not_comparable(&self, without: &[Subject]) -> String {
        let names: Vec<&str> = without.iter().map(|subject| self.side_name(*subject)).collect();
        let has = match without {
            [only] => verb(*only, "has", "have"),
            _ => "have",
        };
        format!(
            "They cannot be compared: {} {has} no outlined region.",
            self.list(&names)
        )
    }

    fn covered_by(&self, subject: Subject, told: &str, covered: &str, cited: &str) -> String {
        let verb = verb(subject, "covers", "cover");
        format!(
            "{} ({told}) {verb} {covered} in {cited}.",
            self.capital_name(subject)
        )
    }

    fn counted(&self, subject: Subject, told: &str, cited: &str) -> String {
        format!("{} ({told}): {cited}.", self.capital_name(subject))
    }

    fn joined_note(&self) -> &'static str {
        "Lesions that lie close together count as one region."
    }

    fn extreme(&self, what: Extreme, id: &str, finding: &Finding, size: &str, place: &str) -> String {
        let most = match what {
            Extreme::Smallest => "smallest",
            _ => "largest",
        };
        format!(
            "The {most} outlined region is {id}: {} ({}), {size}, {place}.",
            finding.class.name(),
            self.told(finding)
        )
    }

    fn next(&self, id: &str, name: &str, covered: &str) -> String {
        format!("Next: {id} ({name}), {covered}.")
    }

    fn nothing_outlined(&self) -> &'static str {
        "No region is outlined in this scan."
    }

    fn no_fovea(&self) -> &'static str {
        "The fovea was not found beyond doubt in this scan, so it cannot be told what lies closest to it."
    }

    fn at_fovea(&self, regions: &[String], more: usize) -> String {
        let more = match more {
            0 => String::new(),
            more => format!("; {} more", self.regions(more)),
        };
        format!("At the fovea itself: {}{more}.", regions.join("; "))
    }

    fn nearest_fovea(&self, region: &str, distance: &str, left: bool) -> String {
        let side = if left { "left" } else { "right" };
        format!("Closest to the fovea: {region}, {distance} to the {side} of it.")
    }

    fn distance_note(&self) -> &'static str {
        "Distances are measured across the scan, from the fovea's column to the box."
    }
}

/// How probable it is that one of two kinds is there, from the larger probability: a lower bound, or, where both are unlikely, the
/// most that either has.
fn either_kind(words: &English, verdict: Verdict, larger: f64) -> String {
    let percent = words.percent(larger);
    let is_denied = matches!(verdict, Verdict::Unlikely | Verdict::Absent);
    if percent.starts_with("below") {
        format!("probability of presence {percent} for each kind")
    } else if is_denied {
        format!("probability of presence at most {percent} for each kind")
    } else if percent.starts_with("above") {
        format!("probability {percent}")
    } else {
        format!("probability at least {percent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_numbers() {
        assert_eq!(English.list(&[]), "");
        assert_eq!(English.list(&["a"]), "a");
        assert_eq!(English.list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(English.either(&["a", "b"]), "a or b");
        assert_eq!(English.percent(0.931), "93%");
        assert_eq!(English.percent(0.9951), "above 99%");
        assert_eq!(English.percent(0.0), "below 1%");
        assert_eq!(English.share(1234, 768 * 496), "0.3%");
        assert_eq!(English.share(1, 1_000_000), "less than 0.1%");
        assert_eq!(English.share(1, 4), "25%");
    }

    #[test]
    fn verbs_follow_their_subject() {
        let told = |class, verdict| English.verdict(class, verdict);
        assert_eq!(
            told(Class::Hrf, Verdict::Likely),
            "Hyperreflective foci are likely"
        );
        assert_eq!(
            told(Class::Erm, Verdict::Absent),
            "An epiretinal membrane is absent"
        );
        assert_eq!(told(Class::Srf, Verdict::Present), "Subretinal fluid is present");
    }

    #[test]
    fn a_lower_bound_reads_as_one_at_both_ends() {
        let either = |verdict, p| either_kind(&English, verdict, p);
        assert_eq!(either(Verdict::Present, 0.93), "probability at least 93%");
        assert_eq!(either(Verdict::Present, 0.999), "probability above 99%");
        assert_eq!(
            either(Verdict::Absent, 0.001),
            "probability of presence below 1% for each kind"
        );
        assert_eq!(
            either(Verdict::Absent, 0.03),
            "probability of presence at most 3% for each kind"
        );
    }
}
