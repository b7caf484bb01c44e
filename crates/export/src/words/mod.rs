//! The sentences that exported files share, in the language of the page.

mod english;
mod german;

use groundscope_model::{DeviceChoice, Evidence, Eye, Finding, Findings, Region, Scale};
use groundscope_ontology::Language;

use crate::text::{capital, number};

/// One language's words; a pair is one and many, or what stands before and after.
pub(crate) struct Words {
    /// As `lang` has it.
    pub tag: &'static str,
    /// What every picture and page says of itself.
    pub not_a_device: &'static str,
    pub no_decision: &'static str,
    pub findings_of: &'static str,
    pub scan: &'static str,
    pub scans: &'static str,
    pub of: &'static str,
    pub note: &'static str,
    pub present: &'static str,
    pub uncertain: &'static str,
    pub unlikely: &'static str,
    pub no_answer: &'static str,
    pub no_answer_for: &'static str,
    pub none_present: &'static str,
    pub none_uncertain: &'static str,
    pub nothing_found: &'static str,
    pub finding: &'static str,
    pub verdict: &'static str,
    pub where_and_how_large: &'static str,
    pub below_threshold: &'static str,
    pub no_outline: &'static str,
    pub no_box: &'static str,
    pub boxes: [&'static str; 2],
    pub regions: [&'static str; 2],
    pub expert_boxes: [&'static str; 2],
    pub shown: &'static str,
    pub drawn: &'static str,
    pub others_hidden: &'static str,
    pub no_region: &'static str,
    pub depth_and_dash: &'static str,
    pub white_boxes: &'static str,
    pub expert: &'static str,
    pub expert_box: &'static str,
    pub drawn_by_expert: &'static str,
    pub hit: &'static str,
    pub missed: &'static str,
    pub not_scored: &'static str,
    pub is_false: &'static str,
    pub beside_experts: &'static str,
    pub count_as_false: [&'static str; 2],
    pub questions: &'static str,
    pub understood_as: &'static str,
    pub not_understood: &'static str,
    pub nothing_asked: &'static str,
    pub boxes_are: &'static str,
    pub to: &'static str,
    pub scale: &'static str,
    pub eye: &'static str,
    pub model: &'static str,
    pub read_on: &'static str,
    pub read_by: [&'static str; 2],
    pub looks_like: &'static str,
    pub score: &'static str,
    pub no_scale: &'static str,
    pub across_down: [&'static str; 2],
    pub eyes: [&'static str; 3],
    pub devices: [&'static str; 2],
    pub measured_f1: &'static str,
    pub measured: &'static str,
    pub few: &'static str,
    pub synthetic: &'static str,
    pub and: &'static str,
    pub what_it_means: &'static str,
    pub measured_figures: &'static str,
}

/// The words of a language.
pub(crate) const fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &english::ENGLISH,
        Language::De => &german::GERMAN,
    }
}

/// On what a class was validated, and with what success where that was on patients; empty where no answer is given.
pub fn evidence(finding: &Finding) -> String {
    evidence_in(finding, Language::En)
}

/// [`evidence`] in a language.
pub(crate) fn evidence_in(finding: &Finding, language: Language) -> String {
    let words = words(language);
    match (finding.evidence, finding.figure) {
        (Evidence::Real, Some(f1)) => {
            let f1 = language.number(format!("{f1:.2}"));
            format!("F1 {f1} {}", words.measured_f1)
        }
        (Evidence::Real, None) => words.measured.to_owned(),
        (Evidence::Few, _) => words.few.to_owned(),
        (Evidence::Synthetic, _) => words.synthetic.to_owned(),
        (Evidence::None, _) => String::new(),
    }
}

/// What a region is called beside its box: "IRF 2", or "IRF" where it is the only one.
pub(crate) fn region_label(finding: &Finding, index: usize, language: Language) -> String {
    let short = finding.class.short_in(language);
    if finding.regions.len() > 1 {
        format!("{short} {}", index + 1)
    } else {
        short.to_owned()
    }
}

/// A count with its noun, one or many.
pub(crate) fn counted(count: usize, [one, many]: [&str; 2]) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "11.5 µm across, 3.87 µm down a pixel", or that the scale is not known.
pub(crate) fn scale(scale: Option<Scale>, language: Language) -> String {
    let words = words(language);
    scale.map_or_else(
        || words.no_scale.to_owned(),
        |scale| {
            let [across, down] = [scale.lateral_um(), scale.axial_um()].map(|um| language.number(number(um)));
            let [horizontally, vertically] = words.across_down;
            format!("{across} \u{b5}m {horizontally}, {down} \u{b5}m {vertically}")
        },
    )
}

/// The eye in words.
pub(crate) fn eye(eye: Option<Eye>, language: Language) -> &'static str {
    let [right, left, not_given] = words(language).eyes;
    match eye {
        Some(Eye::Right) => right,
        Some(Eye::Left) => left,
        None => not_given,
    }
}

/// The device in words.
pub(crate) fn device(device: DeviceChoice, language: Language) -> &'static str {
    let [cpu, gpu] = words(language).devices;
    match device {
        DeviceChoice::Cpu => cpu,
        DeviceChoice::Gpu => gpu,
    }
}

/// Where a region lies and how large it is: "In the inner retina, in the left third. 50 px wide and 50 px high."
pub(crate) fn placed(findings: &Findings, region: &Region, language: Language) -> String {
    let extent = findings.extent_in(region, language);
    let area = extent.area_mm2.map_or_else(String::new, |area| {
        format!(", {} mm\u{b2}", language.number(area))
    });
    format!(
        "{}. {}{area}.",
        capital(&findings.place_in(region, language).text),
        extent.text
    )
}

/// Names in a sentence: "a, b and c".
pub(crate) fn list(names: &[String], language: Language) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {} {last}", most.join(", "), words(language).and),
    }
}
