//! What an answer is worded with: one table of sentences a language.

use groundscope_model::{Evidence, Finding, Findings, Verdict};
use groundscope_ontology::{Class, Language};

use crate::comparison::{Claim, Measure};
use crate::english::English;
use crate::extreme::Extreme;
use crate::german::German;
use crate::grammar::capital;
use crate::question::{Asked, Subject};

/// The sentences of one language. Names of classes stand in them without article, in the case in which they are looked up.
pub(crate) trait Wording: Sync {
    fn language(&self) -> Language;

    /// "a", "a and b", "a, b and c".
    fn list(&self, items: &[&str]) -> String;
    /// The same with "or".
    fn either(&self, items: &[&str]) -> String;
    /// "3 regions".
    fn regions(&self, count: usize) -> String;
    /// "93%"; never 0% or 100%, which no probability from a scan deserves.
    fn percent(&self, probability: f64) -> String;
    /// "probability 93%".
    fn probability(&self, probability: f64) -> String;
    /// The same beside a verdict that says no, where "probability" alone could be that of absence.
    fn probability_of_presence(&self, probability: f64) -> String;
    /// The evidence level.
    fn evidence(&self, level: Evidence) -> &'static str;
    /// The share of a scan: one significant decimal below ten per cent.
    fn share(&self, part: u64, whole: u64) -> String;

    /// Fluid of either kind, as it is asked about.
    fn fluid_name(&self) -> &'static str;
    /// The same as one side of a comparison.
    fn fluid_word(&self) -> &'static str;
    /// A thing that is asked.
    fn asked(&self, what: Asked) -> &'static str;
    /// What a question was understood as.
    fn understood(&self, whats: &str, names: &str) -> String;
    fn understood_comparison(&self, by: Measure, names: &str) -> String;
    fn understood_extreme(&self, what: Extreme, names: Option<&str>) -> String;
    fn understood_overview(&self) -> &'static str;

    /// Whether the verb that follows is one of several.
    fn is_plural(&self, subject: Subject) -> bool;
    /// "Subretinal fluid is likely".
    fn verdict(&self, class: Class, verdict: Verdict) -> String;
    fn unmeasured(&self, class: Class) -> String;
    fn below_threshold(&self) -> &'static str;
    fn not_outlined(&self) -> &'static str;
    fn reaches_threshold(&self) -> &'static str;
    /// Identifiers of regions after their number; `shown` are the largest where there are more.
    fn cite(&self, count: usize, shown: &[&str]) -> String;
    /// The lead sentence about fluid of either kind.
    fn fluid(&self, verdict: Verdict, probability: Option<f64>) -> String;

    fn count(&self, finding: &Finding, ids: &[&str]) -> String;
    /// "Subretinal fluid (...) lies", or "lie".
    fn lies(&self, finding: &Finding) -> String;
    /// Where several regions lie: the largest first, `more` of them left out.
    fn lies_in_regions(&self, lies: &str, count: usize, told: &[String], more: usize) -> String;
    /// "Subretinal fluid (...) covers", or "cover".
    fn covers(&self, finding: &Finding) -> String;
    fn of_scan(&self, share: &str) -> String;
    fn in_one_region(&self, extent: &str, id: &str) -> String;
    fn in_regions(&self, count: usize, id: &str, covered: &str, extent: &str) -> String;
    /// Stands once at the end of an answer with sizes.
    fn unit_note(&self) -> &'static str;

    fn nothing_reached(&self) -> &'static str;
    fn uncertain_ones(&self, names: &str) -> String;
    fn not_seen(&self, names: &str) -> String;
    fn no_answer(&self, names: &str) -> String;
    fn not_read(&self) -> &'static str;

    fn ask_about(&self, names: &[&str]) -> String;
    fn unknown_term(&self, term: &str) -> String;
    fn could_ask(&self, names: &[&str]) -> String;
    fn did_you_mean(&self, names: &[&str]) -> String;
    fn left_aside(&self, quoted: &[String]) -> String;
    fn quoted(&self, word: &str) -> String;

    /// Yes or no, or probably so.
    fn claim(&self, claim: Claim) -> &'static str;
    /// Which of two covers more, by how much, and how many times as much.
    fn covers_more(&self, subject: Subject, more: &str, times: Option<f64>) -> String;
    fn has_more(&self, subject: Subject, counts: [usize; 2]) -> String;
    fn about_equal(&self, difference: &str) -> String;
    fn equally_many(&self, count: usize) -> String;
    fn ranked(&self, by: Measure, items: &[String]) -> String;
    /// What holds only as far as the outlines of uncertain findings go.
    fn undecided(&self, uncertain: &str, many: bool, then: &str) -> String;
    fn not_comparable(&self, without: &[Subject]) -> String;
    /// One side: "Subretinal fluid (...) covers 900 px in 2 regions, srf-1 and srf-2."
    fn covered_by(&self, subject: Subject, told: &str, covered: &str, cited: &str) -> String;
    fn counted(&self, subject: Subject, told: &str, cited: &str) -> String;
    fn joined_note(&self) -> &'static str;

    fn extreme(&self, what: Extreme, id: &str, finding: &Finding, size: &str, place: &str) -> String;
    fn next(&self, id: &str, name: &str, covered: &str) -> String;
    fn nothing_outlined(&self) -> &'static str;
    fn no_fovea(&self) -> &'static str;
    fn at_fovea(&self, regions: &[String], more: usize) -> String;
    fn nearest_fovea(&self, region: &str, distance: &str, left: bool) -> String;
    fn distance_note(&self) -> &'static str;

    /// The class, inside a sentence.
    fn name(&self, class: Class) -> &'static str {
        class.name_in(self.language())
    }

    /// What is asked about, inside a sentence.
    fn subject_name(&self, subject: Subject) -> &'static str {
        match subject {
            Subject::Class(class) => self.name(class),
            Subject::Fluid => self.fluid_name(),
        }
    }

    /// One side of a comparison, inside a sentence.
    fn side_name(&self, subject: Subject) -> &'static str {
        match subject {
            Subject::Class(class) => self.name(class),
            Subject::Fluid => self.fluid_word(),
        }
    }

    /// The same at the start of a sentence.
    fn capital_name(&self, subject: Subject) -> String {
        capital(self.side_name(subject))
    }

    /// How sure, and on what ground: "probability 93%, measured on real patients".
    fn confidence(&self, finding: &Finding) -> String {
        let evidence = self.evidence(finding.evidence);
        finding.probability.map_or_else(
            || evidence.to_owned(),
            |p| {
                let told = match finding.verdict() {
                    Verdict::Unlikely | Verdict::Absent => self.probability_of_presence(p),
                    _ => self.probability(p),
                };
                format!("{told}, {evidence}")
            },
        )
    }

    /// The verdict and how sure it is: "present, probability 93%, measured on real patients".
    fn told(&self, finding: &Finding) -> String {
        format!(
            "{}, {}",
            finding.verdict().word_in(self.language()),
            self.confidence(finding)
        )
    }

    /// "9000 px", or with a scale "9000 px (0.4005 mm\u{b2})".
    fn covered(&self, area_px: u64, findings: &Findings) -> String {
        findings.scale.map_or_else(
            || format!("{area_px} px"),
            |scale| {
                let area = self.language().number(scale.area_mm2(area_px));
                format!("{area_px} px ({area} mm\u{b2})")
            },
        )
    }
}

/// The sentences of a language.
pub(crate) fn of(language: Language) -> &'static dyn Wording {
    match language {
        Language::En => &English,
        Language::De => &German,
    }
}
