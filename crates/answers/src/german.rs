//! Answers in German. Names of classes stand in the nominative or accusative without article, which need no endings of their own.

use groundscope_model::{Evidence, Finding, Verdict};
use groundscope_ontology::{Class, Form, Language};

use crate::comparison::{Claim, Measure};
use crate::extreme::Extreme;
use crate::grammar::{capital, join};
use crate::question::{Asked, Subject};
use crate::wording::Wording;

pub(crate) struct German;

/// The verb that follows a subject: "bedeckt" or "bedecken".
fn verb(subject: Subject, one: &'static str, several: &'static str) -> &'static str {
    match subject {
        Subject::Class(class) if class.german_form() == Form::Plural => several,
        _ => one,
    }
}

/// The class as the subject of a sentence, with its article and its capital: "Eine epiretinale Membran".
fn with_article(class: Class) -> String {
    let name = class.name_in(Language::De);
    match class.german_form() {
        Form::Feminine => format!("Eine {name}"),
        Form::Other => format!("Ein {name}"),
        Form::Mass | Form::Plural => capital(name),
    }
}

impl Wording for German {
    fn language(&self) -> Language {
        Language::De
    }

    fn list(&self, items: &[&str]) -> String {
        join(items, "und")
    }

    fn either(&self, items: &[&str]) -> String {
        join(items, "oder")
    }

    fn regions(&self, count: usize) -> String {
        if count == 1 {
            "1 Region".to_owned()
        } else {
            format!("{count} Regionen")
        }
    }

    fn percent(&self, probability: f64) -> String {
        let whole = (probability * 100.0).round();
        if whole < 1.0 {
            format!("unter {}", Language::De.percent(1))
        } else if whole > 99.0 {
            format!("über {}", Language::De.percent(99))
        } else {
            Language::De.percent(whole)
        }
    }

    fn probability(&self, probability: f64) -> String {
        format!("Wahrscheinlichkeit {}", self.percent(probability))
    }

    fn probability_of_presence(&self, probability: f64) -> String {
        format!(
            "Wahrscheinlichkeit des Vorhandenseins {}",
            self.percent(probability)
        )
    }

    fn evidence(&self, level: Evidence) -> &'static str {
        match level {
            Evidence::Real => "an echten Patienten gemessen",
            Evidence::Few => "auf wenigen echten Scans beruhend",
            Evidence::Synthetic => "nur an synthetischen Scans geprüft",
            Evidence::None => "nicht validiert",
        }
    }

    fn share(&self, part: u64, whole: u64) -> String {
        if whole == 0 {
            return "ein unbekannter Anteil".to_owned();
        }
        let percent = part as f64 * 100.0 / whole as f64;
        if percent < 0.1 {
            format!("weniger als {}", Language::De.percent(0.1))
        } else if percent < 10.0 {
            Language::De.percent(format!("{percent:.1}"))
        } else {
            Language::De.percent(format!("{percent:.0}"))
        }
    }

    fn fluid_name(&self) -> &'static str {
        "Flüssigkeit (intraretinal oder subretinal)"
    }

    fn fluid_word(&self) -> &'static str {
        "Flüssigkeit"
    }

    fn asked(&self, what: Asked) -> &'static str {
        match what {
            Asked::Presence => "Vorhandensein",
            Asked::Count => "Anzahl",
            Asked::Place => "Ort",
            Asked::Size => "Größe",
        }
    }

    fn understood(&self, whats: &str, names: &str) -> String {
        format!("{whats}: {names}")
    }

    fn understood_comparison(&self, by: Measure, names: &str) -> String {
        match by {
            Measure::Area => format!("Vergleich der Größe: {names}"),
            Measure::Number => format!("Vergleich der Anzahl: {names}"),
        }
    }

    fn understood_extreme(&self, what: Extreme, names: Option<&str>) -> String {
        let of = names.map_or(String::new(), |names| format!(": {names}"));
        match what {
            Extreme::Largest => format!("größte Region{of}"),
            Extreme::Smallest => format!("kleinste Region{of}"),
            Extreme::Closest => format!("Region am nächsten an der Fovea{of}"),
        }
    }

    fn understood_overview(&self) -> &'static str {
        "Überblick über alle Befunde"
    }

    fn is_plural(&self, subject: Subject) -> bool {
        matches!(subject, Subject::Class(class) if class.german_form() == Form::Plural)
    }

    fn verdict(&self, class: Class, verdict: Verdict) -> String {
        let subject = with_article(class);
        let word = verdict.word_in(Language::De);
        match verdict {
            Verdict::NoAnswer => format!("{subject}: {word}"),
            _ => format!("{subject} {} {word}", verb(Subject::Class(class), "ist", "sind")),
        }
    }

    fn unmeasured(&self, class: Class) -> String {
        format!(
            "Wie gut dieses Modell {} findet, wurde nicht gemessen, deshalb gibt es keine Antwort: Bitte sehen Sie selbst nach.",
            self.name(class)
        )
    }

    fn below_threshold(&self) -> &'static str {
        "die Schwelle wird nicht erreicht, deshalb ist keine Region eingezeichnet"
    }

    fn not_outlined(&self) -> &'static str {
        "keine Region ließ sich umreißen"
    }

    fn reaches_threshold(&self) -> &'static str {
        "die Schwelle wird erreicht"
    }

    fn cite(&self, count: usize, shown: &[&str]) -> String {
        let largest = if shown.len() < count { "die größten " } else { "" };
        format!("{}, {largest}{}", self.regions(count), self.list(shown))
    }

    fn fluid(&self, verdict: Verdict, probability: Option<f64>) -> String {
        let probability =
            probability.map_or(String::new(), |p| format!(" ({})", either_kind(self, verdict, p)));
        let word = verdict.word_in(Language::De);
        format!("Flüssigkeit der einen oder anderen Art ist {word}{probability}.")
    }

    fn count(&self, finding: &Finding, ids: &[&str]) -> String {
        format!(
            "{} ({}): {}, {}; Läsionen, die nah beieinanderliegen, zählen als eine.",
            capital(self.name(finding.class)),
            self.told(finding),
            self.regions(ids.len()),
            self.list(ids)
        )
    }

    fn lies(&self, finding: &Finding) -> String {
        let verb = verb(Subject::Class(finding.class), "liegt", "liegen");
        format!(
            "{} ({}) {verb}",
            capital(self.name(finding.class)),
            self.told(finding)
        )
    }

    fn lies_in_regions(&self, lies: &str, count: usize, told: &[String], more: usize) -> String {
        let more = match more {
            0 => String::new(),
            1 => "; 1 weitere, kleinere Region".to_owned(),
            more => format!("; {more} weitere, kleinere Regionen"),
        };
        format!(
            "{lies} in {}: die größte {}{more}.",
            self.regions(count),
            told.join("; ")
        )
    }

    fn covers(&self, finding: &Finding) -> String {
        let verb = verb(Subject::Class(finding.class), "bedeckt", "bedecken");
        format!(
            "{} ({}) {verb}",
            capital(self.name(finding.class)),
            self.told(finding)
        )
    }

    fn of_scan(&self, share: &str) -> String {
        format!("{share} des Scans")
    }

    fn in_one_region(&self, extent: &str, id: &str) -> String {
        format!("in einer Region, {extent} ({id})")
    }

    fn in_regions(&self, count: usize, id: &str, covered: &str, extent: &str) -> String {
        format!(
            "in {}; die größte ({id}) bedeckt {covered} und ist {extent}",
            self.regions(count)
        )
    }

    fn unit_note(&self) -> &'static str {
        "Größen sind in Pixeln angegeben: Die Datei sagt nicht, wie groß ein Pixel auf der Netzhaut ist. Ist der Maßstab angegeben, kommen Mikrometer dazu."
    }

    fn nothing_reached(&self) -> &'static str {
        "Nichts erreicht seine Schwelle; das beweist nicht, dass das Auge gesund ist."
    }

    fn uncertain_ones(&self, names: &str) -> String {
        format!("Unsicher, unter der Schwelle: {names}.")
    }

    fn not_seen(&self, names: &str) -> String {
        format!("Nicht gesehen: {names}.")
    }

    fn no_answer(&self, names: &str) -> String {
        format!("Keine Antwort, da nicht gemessen wurde, wie gut dieses Modell sie findet: {names}.")
    }

    fn not_read(&self) -> &'static str {
        "Dieser Scan hat noch keine Befunde: Lesen Sie ihn zuerst."
    }

    fn ask_about(&self, names: &[&str]) -> String {
        format!(
            "Fragen Sie nach einem Befund, zum Beispiel: {}.",
            self.either(names)
        )
    }

    fn unknown_term(&self, term: &str) -> String {
        format!("Den Begriff {} kenne ich nicht.", self.quoted(term))
    }

    fn could_ask(&self, names: &[&str]) -> String {
        format!("Bekannt sind zum Beispiel: {}.", self.list(names))
    }

    fn did_you_mean(&self, names: &[&str]) -> String {
        format!("Meinten Sie {}?", self.either(names))
    }

    fn left_aside(&self, quoted: &[String]) -> String {
        format!(
            "Nicht berücksichtigt, da nur Vorhandensein, Ort, Anzahl und Größe in diesem Bild beantwortet werden: {}.",
            quoted.join(", ")
        )
    }

    fn quoted(&self, word: &str) -> String {
        format!("\u{201e}{word}\u{201c}")
    }

    fn claim(&self, claim: Claim) -> &'static str {
        match claim {
            Claim::Yes => "Ja",
            Claim::No => "Nein",
            Claim::ProbablyYes => "Wahrscheinlich ja",
            Claim::ProbablyNo => "Wahrscheinlich nein",
        }
    }

    fn covers_more(&self, subject: Subject, more: &str, times: Option<f64>) -> String {
        let times = times.map_or(String::new(), |times| {
            let times = Language::De.number(crate::grammar::times(times));
            format!(" und {times}-mal so viel")
        });
        let verb = verb(subject, "bedeckt", "bedecken");
        format!(
            "{} {verb} die größere Fläche, {more} mehr{times}.",
            self.capital_name(subject)
        )
    }

    fn has_more(&self, subject: Subject, [more, fewer]: [usize; 2]) -> String {
        let verb = verb(subject, "hat", "haben");
        format!(
            "{} {verb} mehr Regionen: {more} gegenüber {fewer}.",
            self.capital_name(subject)
        )
    }

    fn about_equal(&self, difference: &str) -> String {
        format!(
            "Etwa gleich: Die Flächen unterscheiden sich um {difference}, weniger als ein Zehntel; das ist zu wenig, um zu sagen, welche größer ist."
        )
    }

    fn equally_many(&self, count: usize) -> String {
        format!("Gleich viele, je {}.", self.regions(count))
    }

    fn ranked(&self, by: Measure, items: &[String]) -> String {
        let items = items.join("; ");
        match by {
            Measure::Area => format!("Nach umrissener Fläche, die größte zuerst: {items}."),
            Measure::Number => format!("Nach Anzahl der Regionen, die größte zuerst: {items}."),
        }
    }

    fn undecided(&self, uncertain: &str, _: bool, then: &str) -> String {
        format!("Nicht sicher zu sagen (unsicher: {uncertain}); nach den Umrissen gilt: {then}")
    }

    fn not_comparable(&self, without: &[Subject]) -> String {
        let names: Vec<&str> = without.iter().map(|subject| self.side_name(*subject)).collect();
        format!(
            "Ein Vergleich ist nicht möglich; ohne eingezeichnete Region: {}.",
            self.list(&names)
        )
    }

    fn covered_by(&self, subject: Subject, told: &str, covered: &str, cited: &str) -> String {
        let verb = verb(subject, "bedeckt", "bedecken");
        format!(
            "{} ({told}) {verb} {covered} in {cited}.",
            self.capital_name(subject)
        )
    }

    fn counted(&self, subject: Subject, told: &str, cited: &str) -> String {
        format!("{} ({told}): {cited}.", self.capital_name(subject))
    }

    fn joined_note(&self) -> &'static str {
        "Läsionen, die nah beieinanderliegen, zählen als eine Region."
    }

    fn extreme(&self, what: Extreme, id: &str, finding: &Finding, size: &str, place: &str) -> String {
        let most = match what {
            Extreme::Smallest => "kleinste",
            _ => "größte",
        };
        format!(
            "Die {most} eingezeichnete Region ist {id}: {} ({}), {size}, {place}.",
            self.name(finding.class),
            self.told(finding)
        )
    }

    fn next(&self, id: &str, name: &str, covered: &str) -> String {
        format!("Danach: {id} ({name}), {covered}.")
    }

    fn nothing_outlined(&self) -> &'static str {
        "In diesem Scan ist keine Region eingezeichnet."
    }

    fn no_fovea(&self) -> &'static str {
        "Die Fovea wurde in diesem Scan nicht zweifelsfrei gefunden; was ihr am nächsten liegt, lässt sich nicht sagen."
    }

    fn at_fovea(&self, regions: &[String], more: usize) -> String {
        let more = match more {
            0 => String::new(),
            1 => "; 1 weitere Region".to_owned(),
            more => format!("; {more} weitere Regionen"),
        };
        format!("Direkt an der Fovea: {}{more}.", regions.join("; "))
    }

    fn nearest_fovea(&self, region: &str, distance: &str, left: bool) -> String {
        let side = if left { "links" } else { "rechts" };
        format!("Der Fovea am nächsten: {region}, {distance} {side} von ihr.")
    }

    fn distance_note(&self) -> &'static str {
        "Abstände gelten quer über den Scan, von der Spalte der Fovea bis zur Box."
    }
}

/// How probable it is that one of two kinds is there, from the larger probability: a lower bound, or, where both are unlikely, the
/// most that either has.
fn either_kind(words: &German, verdict: Verdict, larger: f64) -> String {
    let percent = words.percent(larger);
    let is_denied = matches!(verdict, Verdict::Unlikely | Verdict::Absent);
    if percent.starts_with("unter") {
        format!("Wahrscheinlichkeit des Vorhandenseins {percent} je Art")
    } else if is_denied {
        format!("Wahrscheinlichkeit des Vorhandenseins höchstens {percent} je Art")
    } else if percent.starts_with("über") {
        format!("Wahrscheinlichkeit {percent}")
    } else {
        format!("Wahrscheinlichkeit mindestens {percent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_comma_and_percent_a_space() {
        assert_eq!(German.percent(0.931), "93\u{a0}%");
        assert_eq!(German.percent(1.0), "über 99\u{a0}%");
        assert_eq!(German.percent(0.0), "unter 1\u{a0}%");
        assert_eq!(German.share(1234, 768 * 496), "0,3\u{a0}%");
        assert_eq!(German.share(1, 1_000_000), "weniger als 0,1\u{a0}%");
        assert_eq!(German.share(1, 4), "25\u{a0}%");
        let either = |verdict, p| either_kind(&German, verdict, p);
        assert_eq!(
            either(Verdict::Present, 0.93),
            "Wahrscheinlichkeit mindestens 93\u{a0}%"
        );
        assert_eq!(
            either(Verdict::Absent, 0.001),
            "Wahrscheinlichkeit des Vorhandenseins unter 1\u{a0}% je Art"
        );
        assert_eq!(
            either(Verdict::Unlikely, 0.3),
            "Wahrscheinlichkeit des Vorhandenseins höchstens 30\u{a0}% je Art"
        );
    }

    #[test]
    fn articles_and_verbs_follow_the_name() {
        let told = |class, verdict| German.verdict(class, verdict);
        for (class, verdict, text) in [
            (
                Class::Hrf,
                Verdict::Likely,
                "Hyperreflektive Foci sind wahrscheinlich",
            ),
            (
                Class::Erm,
                Verdict::Absent,
                "Eine epiretinale Membran ist nicht vorhanden",
            ),
            (
                Class::MacularHole,
                Verdict::Unlikely,
                "Ein Makulaforamen ist unwahrscheinlich",
            ),
            (
                Class::Srf,
                Verdict::Present,
                "Subretinale Flüssigkeit ist vorhanden",
            ),
            (
                Class::RpeLoss,
                Verdict::Uncertain,
                "Ein Verlust des retinalen Pigmentepithels ist unsicher",
            ),
        ] {
            assert_eq!(told(class, verdict), text);
        }
    }
}
