//! The one region that stands out: the largest, the smallest, the one closest to the fovea.

use groundscope_model::{Finding, Findings, Region};

use crate::question::Subject;
use crate::{Draft, finding_of, grammar, presence};

/// What a region is looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extreme {
    Largest,
    Smallest,
    Closest,
}

/// The sentences about the region that stands out among those of the subjects, or among all where none is named.
pub(crate) fn say(draft: &mut Draft, what: Extreme, subjects: &[Subject], findings: &Findings) {
    let mut found: Vec<(&Finding, &Region)> = Vec::new();
    let asked = |finding: &Finding| {
        subjects.is_empty()
            || subjects
                .iter()
                .any(|subject| subject.classes().contains(&finding.class))
    };
    for finding in findings.findings.iter().filter(|finding| asked(finding)) {
        found.extend(
            grammar::by_size(finding)
                .into_iter()
                .map(|region| (finding, region)),
        );
    }
    for class in subjects.iter().flat_map(Subject::classes) {
        let finding = finding_of(*class, findings);
        if finding.regions.is_empty() {
            presence::say(draft, &finding);
        }
    }
    if found.is_empty() {
        if subjects.is_empty() {
            draft.say(draft.words.nothing_outlined().to_owned());
        }
        return;
    }
    match what {
        Extreme::Closest => closest(draft, found, findings),
        Extreme::Largest | Extreme::Smallest => by_area(draft, what, found, findings),
    }
}

fn by_area(draft: &mut Draft, what: Extreme, mut found: Vec<(&Finding, &Region)>, findings: &Findings) {
    let words = draft.words;
    found.sort_by_key(|(_, region)| region.area_px);
    if what == Extreme::Largest {
        found.reverse();
    }
    let mut found = found.into_iter();
    if let Some((finding, region)) = found.next() {
        let extent = findings.extent_in(region, words.language()).text;
        let size = format!("{}, {extent}", words.covered(region.area_px, findings));
        let place = findings.place_in(region, words.language()).text;
        draft.say(words.extreme(what, &region.id, finding, &size, &place));
        draft.rest_on([region.id.as_str()]);
    }
    if let Some((finding, region)) = found.next() {
        let covered = words.covered(region.area_px, findings);
        draft.say(words.next(&region.id, words.name(finding.class), &covered));
        draft.rest_on([region.id.as_str()]);
    }
    draft.sized = true;
}

/// Regions at the fovea that are named; more are only counted.
const NAMED: usize = 4;

fn closest(draft: &mut Draft, found: Vec<(&Finding, &Region)>, findings: &Findings) {
    let words = draft.words;
    let Some(fovea) = findings.fovea() else {
        draft.say(words.no_fovea().to_owned());
        return;
    };
    let mut found: Vec<(u32, bool, &Finding, &Region)> = found
        .into_iter()
        .map(|(finding, region)| {
            let [x1, _, x2, _] = region.bounds;
            let left = x2 <= fovea;
            let away = if left {
                fovea + 1 - x2
            } else {
                x1.saturating_sub(fovea)
            };
            (away, left, finding, region)
        })
        .collect();
    found.sort_by_key(|(away, _, _, region)| (*away, std::cmp::Reverse(region.area_px)));
    let told = |finding: &Finding, region: &Region| {
        format!(
            "{} ({}; {})",
            region.id,
            words.name(finding.class),
            words.told(finding)
        )
    };
    let here: Vec<_> = found.iter().filter(|(away, ..)| *away == 0).collect();
    if !here.is_empty() {
        let named: Vec<String> = here
            .iter()
            .take(NAMED)
            .map(|(_, _, finding, region)| told(finding, region))
            .collect();
        draft.say(words.at_fovea(&named, here.len().saturating_sub(NAMED)));
        draft.rest_on(here.iter().map(|(_, _, _, region)| region.id.as_str()));
    } else if let Some((away, left, finding, region)) = found.first() {
        let across = findings.scale.map_or(String::new(), |scale| {
            format!(" ({})", scale.across(*away, words.language()))
        });
        let distance = format!("{away} px{across}");
        draft.say(words.nearest_fovea(&told(finding, region), &distance, *left));
        draft.say(words.distance_note().to_owned());
        draft.rest_on([region.id.as_str()]);
    }
}
