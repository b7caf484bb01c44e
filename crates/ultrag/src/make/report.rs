//! Reports from masks: category by category, or one target in six sentences (specification 3, both layouts).

use super::Layout;
use super::targets::{Group, Targets, cells, counted, ids, joined};
use crate::facts::printed;
use crate::organ::letters;
use crate::record::{GroundedReport, Mask, Sentence};

/// The most sentences that the paper allows.
const MOST: usize = 7;

pub(super) fn report(targets: &Targets<'_>, layout: Layout) -> GroundedReport {
    let sentences = match (targets.groups.as_slice(), targets.largest(), layout) {
        ([], ..) | (_, None, _) => without_targets(),
        ([only], Some(largest), Layout::Auto) => one_target(targets, only, largest),
        (_, Some(largest), _) => by_category(targets, largest, layout),
    };
    GroundedReport {
        prompt: Some("Write a structured ultrasound report of this image.".to_owned()),
        sentences,
    }
}

fn sentence(section: &str, finding_type: impl Into<String>, text: String, masks: &[&Mask]) -> Sentence {
    Sentence {
        section: section.to_owned(),
        text,
        evidence_mask_ids: ids(masks),
        finding_type: finding_type.into(),
        evidence_source: Some(if masks.is_empty() { "none" } else { "mask_geometry" }.to_owned()),
    }
}

fn without_targets() -> Vec<Sentence> {
    [
        (
            "Findings",
            "absence",
            "No labeled ultrasound target is available in this image.",
        ),
        (
            "Assessment",
            "no_target",
            "No target region is available for localization or delineation.",
        ),
        (
            "Impression",
            "no_target_impression",
            "No ultrasound target is available for segmentation.",
        ),
    ]
    .map(|(section, kind, text)| sentence(section, kind, text.to_owned(), &[]))
    .into()
}

fn presence(group: &Group<'_>) -> String {
    let (name, n) = (group.category.display(), group.masks.len());
    let is = if n == 1 { "is" } else { "are" };
    format!("{} {is} centered in {}.", counted(n, name), cells(&group.masks))
}

/// Sentences that repeat the labels that the source supplies.
fn labelled(targets: &Targets<'_>) -> Vec<Sentence> {
    targets
        .labels
        .iter()
        .map(|(label, masks)| {
            let name = masks.first().map_or("", |mask| targets.display(mask));
            let text = if masks.len() == 1 {
                format!("The supplied label of the visible {name} is {label}.")
            } else {
                format!("The supplied label of {} is {label}.", counted(masks.len(), name))
            };
            sentence("Findings", format!("supplied_{label}_nodule_label"), text, masks)
        })
        .collect()
}

fn by_category(targets: &Targets<'_>, largest: &Mask, layout: Layout) -> Vec<Sentence> {
    let auto = layout == Layout::Auto;
    let (apart, together) = if auto && targets.groups.len() > 4 {
        targets.groups.split_at(3)
    } else {
        (targets.groups.as_slice(), [].as_slice())
    };
    let mut sentences: Vec<Sentence> = apart
        .iter()
        .map(|group| {
            let kind = format!(
                "{}_presence_location",
                letters(&group.category.name).replace(' ', "_")
            );
            sentence("Findings", kind, presence(group), &group.masks)
        })
        .collect();
    if !together.is_empty() {
        let masks: Vec<&Mask> = together
            .iter()
            .flat_map(|group| group.masks.iter().copied())
            .collect();
        let names = joined(together.iter().map(|group| group.category.display()));
        let text = format!(
            "{} are centered in {}.",
            counted(masks.len(), &names),
            cells(&masks)
        );
        sentences.push(sentence("Findings", "further_presence_location", text, &masks));
    }
    let labels = labelled(targets);
    let extent = || {
        let facts = &largest.facts;
        let name = targets.display(largest);
        let text = format!(
            "The largest visible target, {name}, has an extent of {} x {} pixels.",
            printed(facts.long_axis_px),
            printed(facts.short_axis_px)
        );
        sentence("Findings", "largest_target_extent", text, &[largest])
    };
    if auto {
        // Extent, assessment and impression always stand; labels as long as there is room.
        let room = MOST.saturating_sub(sentences.len() + 3);
        sentences.extend(labels.into_iter().take(room));
        sentences.push(extent());
    } else {
        sentences.extend(labels);
        if sentences.len() < 4 {
            sentences.push(extent());
        }
    }
    let names = targets.names();
    let assessment = format!("Visible anatomy in this image: {names}.");
    sentences.push(sentence(
        "Assessment",
        "anatomic_summary",
        assessment,
        &targets.all,
    ));
    let impression = format!("Visible ultrasound targets available for segmentation: {names}.");
    sentences.push(sentence(
        "Impression",
        "segmentation_impression",
        impression,
        &targets.all,
    ));
    sentences
}

fn one_target(targets: &Targets<'_>, group: &Group<'_>, largest: &Mask) -> Vec<Sentence> {
    let (name, facts) = (group.category.display(), &largest.facts);
    let mut sentences = vec![sentence(
        "Findings",
        "organ_presence",
        presence(group),
        &group.masks,
    )];
    sentences.extend(labelled(targets).into_iter().take(1));
    let one = [largest];
    sentences.push(sentence(
        "Findings",
        "organ_location",
        format!("The {name} is centered in {}.", cells(&one)),
        &one,
    ));
    sentences.push(sentence(
        "Findings",
        "organ_size",
        format!(
            "Its visible extent is approximately {:.1} x {:.1} pixels.",
            facts.long_axis_px, facts.short_axis_px
        ),
        &one,
    ));
    sentences.push(sentence(
        "Findings",
        "organ_extent",
        format!(
            "The {name} occupies approximately {}% of the image.",
            facts.percent()
        ),
        &one,
    ));
    sentences.push(sentence(
        "Assessment",
        "grounding_scope",
        format!("The visible {name} region supports localization and delineation only."),
        &group.masks,
    ));
    sentences.push(sentence(
        "Impression",
        "segmentation_impression",
        format!("Visible {name} target for segmentation."),
        &group.masks,
    ));
    sentences
}
