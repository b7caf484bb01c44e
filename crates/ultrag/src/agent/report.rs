//! Reports of the pipeline: which sentences there must be, whether they hold, and the plain ones (specification 6, report hybrid).

use std::collections::BTreeSet;

use groundscope_readers::tokens;
use serde::{Deserialize, Serialize};

use super::Found;
use crate::Profile;
use crate::text::{area_share, cells, pixel_pair};

/// A sentence before its mask.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportSentence {
    /// `Findings`, `Assessment` or `Impression`.
    pub section: String,
    /// The text.
    pub text: String,
    /// What it tells.
    pub finding_type: String,
    /// The targets that it cites.
    pub target_ids: Vec<String>,
}

const WITH: [&str; 6] = [
    "organ_presence",
    "organ_location",
    "organ_size",
    "organ_extent",
    "grounding_scope",
    "segmentation_impression",
];
const WITHOUT: [&str; 5] = [
    "absence",
    "location_not_applicable",
    "size_not_applicable",
    "no_target",
    "no_target_impression",
];

fn seen(found: &[Found]) -> Vec<&Found> {
    found.iter().filter(|one| one.facts.has_mask).collect()
}

/// What is wrong with a report: types that are missing, twice or not asked for, unknown targets, and numbers and cells that are not
/// those of the first found target.
pub fn check_report(report: &[ReportSentence], found: &[Found]) -> Vec<String> {
    let seen = seen(found);
    let wanted: &[&str] = if seen.is_empty() { &WITHOUT } else { &WITH };
    let mut wrong = Vec::new();
    let mut kinds = BTreeSet::new();
    for sentence in report {
        let kind = sentence.finding_type.as_str();
        if !wanted.contains(&kind) {
            wrong.push(format!("{kind} is not asked for"));
        } else if !kinds.insert(kind) {
            wrong.push(format!("{kind} stands twice"));
        }
        for id in &sentence.target_ids {
            if !found.iter().any(|one| one.target.target_id == *id) {
                wrong.push(format!("there is no {id}"));
            }
        }
    }
    wrong.extend(
        wanted
            .iter()
            .filter(|kind| !kinds.contains(*kind))
            .map(|kind| format!("{kind} is missing")),
    );
    if let Some(first) = seen.first() {
        let facts = &first.facts;
        for sentence in report {
            let text = &sentence.text;
            match sentence.finding_type.as_str() {
                "organ_presence" | "organ_location" => {
                    let named = cells(&tokens(text), Profile::Strict);
                    if !named.iter().any(|cell| cell.to_string() == facts.location_grid) {
                        wrong.push(format!(
                            "{} must name {}",
                            sentence.finding_type, facts.location_grid
                        ));
                    }
                }
                "organ_size" => {
                    let (long, short) = (f64::from(facts.long_axis_px), f64::from(facts.short_axis_px));
                    let near = |a: f64, b: f64| (a - b).abs() <= 0.05;
                    let fits = pixel_pair(text, Profile::Strict).is_some_and(|[a, b]| {
                        (near(a, long) && near(b, short)) || (near(a, short) && near(b, long))
                    });
                    if !fits {
                        wrong.push(format!("organ_size must name {long} x {short} pixels"));
                    }
                }
                "organ_extent" => {
                    let percent = facts.area_ratio * 100.0;
                    if !area_share(text).is_some_and(|share| (share * 100.0 - percent).abs() <= 0.01) {
                        wrong.push(format!("organ_extent must name {percent:.2}%"));
                    }
                }
                _ => {}
            }
        }
    }
    wrong
}

/// The report that always holds: six sentences of the first found target, or five where nothing was found.
pub fn plain_report(found: &[Found]) -> Vec<ReportSentence> {
    let seen = seen(found);
    let sentence =
        |section: &str, finding_type: &str, text: String, target_ids: Vec<String>| ReportSentence {
            section: section.to_owned(),
            text,
            finding_type: finding_type.to_owned(),
            target_ids,
        };
    let Some(first) = seen.first() else {
        return [
            ("Findings", "No target is visible in this image."),
            ("Findings", "Location does not apply, as no target is visible."),
            ("Findings", "Size does not apply, as no target is visible."),
            (
                "Assessment",
                "No target region is available for localization or delineation.",
            ),
            ("Impression", "No target is available for segmentation."),
        ]
        .into_iter()
        .zip(WITHOUT)
        .map(|((section, text), kind)| sentence(section, kind, text.to_owned(), Vec::new()))
        .collect();
    };
    let (name, facts) = (&first.target.chosen_category_name, &first.facts);
    let cell = &facts.location_grid;
    let ids = || vec![first.target.target_id.clone()];
    [
        (
            "Findings",
            format!("The {name} is visible in the {cell} image region."),
        ),
        (
            "Findings",
            format!("The {name} is centered in the {cell} image region."),
        ),
        (
            "Findings",
            format!(
                "Its visible extent is approximately {}.0 x {}.0 pixels.",
                facts.long_axis_px, facts.short_axis_px
            ),
        ),
        (
            "Findings",
            format!(
                "The {name} occupies approximately {:.2}% of the image.",
                facts.area_ratio * 100.0
            ),
        ),
        (
            "Assessment",
            format!("The visible {name} region supports localization and delineation only."),
        ),
        ("Impression", format!("Visible {name} target for segmentation.")),
    ]
    .into_iter()
    .zip(WITH)
    .map(|((section, text), kind)| sentence(section, kind, text, ids()))
    .collect()
}
