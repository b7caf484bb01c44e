//! What else is told of reports: other text overlaps, finding types, and the masks of their sentences (specification 5.6).

use std::collections::BTreeSet;

use groundscope_metrics::{bleu, meteor};
use groundscope_readers::tokens;

use crate::organ::letters;
use crate::overlap::score_mask;
use crate::record::Sentence;
use crate::response::PredictedSentence;
use crate::validate::words::descriptors;
use crate::{Frame, Profile};
use groundscope_geometry::RowRuns;

/// Parts of a finding type that say where or how large.
const SPATIAL: [&str; 8] = [
    "presence", "location", "size", "extent", "area", "pixel", "boundary", "count",
];
/// Parts that take that back.
const NOT_SPATIAL: [&str; 9] = [
    "not_applicable",
    "scope",
    "impression",
    "summary",
    "label",
    "status",
    "distribution",
    "unavailable",
    "absence",
];
/// Words of how data are kept, looked for anywhere.
const BANNED: [&str; 5] = ["annotation", "annotated", "dataset", "mask id", "metadata"];

/// Names and values of the side metrics of one report, 0..1 but for the counts.
pub(super) fn figures(
    predicted: &[PredictedSentence],
    reference: &[Sentence],
    mut pixels: impl FnMut(&[String]) -> Option<RowRuns>,
    frame: Frame,
    profile: Profile,
) -> Vec<(&'static str, Option<f64>)> {
    let texts: Vec<&str> = predicted.iter().map(|sentence| sentence.text.as_str()).collect();
    let given = tokens(&texts.join(" "));
    let wanted: Vec<&str> = reference.iter().map(|sentence| sentence.text.as_str()).collect();
    let wanted = tokens(&wanted.join(" "));
    let [one, two, three, four] = bleu(&given, &wanted);
    let mut figures = vec![
        ("bleu_1", Some(one)),
        ("bleu_2", Some(two)),
        ("bleu_3", Some(three)),
        ("bleu_4", Some(four)),
        ("meteor", Some(meteor(&given, &wanted))),
    ];
    let own: BTreeSet<&str> = predicted
        .iter()
        .filter_map(|sentence| sentence.finding_type.as_deref())
        .collect();
    let types: BTreeSet<&str> = reference
        .iter()
        .map(|sentence| sentence.finding_type.as_str())
        .filter(|kind| !kind.is_empty())
        .collect();
    let both = own.intersection(&types).count() as f64;
    let share = |of: usize| (of > 0).then(|| both / of as f64);
    let all = own.len() + types.len();
    figures.extend([
        ("finding_precision", share(own.len())),
        ("finding_recall", share(types.len())),
        ("finding_f1", (all > 0).then(|| 2.0 * both / all as f64)),
    ]);
    let mut ious = Vec::new();
    for sentence in reference.iter().filter(|sentence| is_grounded(sentence)) {
        let Some(target) = pixels(&sentence.evidence_mask_ids) else {
            continue;
        };
        // The last sentence of the type counts; without one the mask is empty.
        let own = predicted
            .iter()
            .rev()
            .find(|own| own.finding_type.as_deref() == Some(sentence.finding_type.as_str()));
        let mask = own.and_then(|own| own.mask.as_ref());
        if let Some(score) = score_mask(mask, &target, frame, profile) {
            ious.push(score.iou);
        }
    }
    let n = ious.len() as f64;
    let mean = |sum: f64| (n > 0.0).then(|| sum / n);
    let above = ious.iter().filter(|iou| **iou > 0.5).count() as f64;
    figures.extend([
        ("report_iou", mean(ious.iter().sum())),
        ("report_grounded", mean(above)),
    ]);
    let count = |n: usize| Some(n as f64);
    let lower = texts.join(" ").to_lowercase();
    figures.extend([
        (
            "banned_words",
            count(BANNED.iter().filter(|word| lower.contains(*word)).count()),
        ),
        (
            "unsupported_descriptors",
            count(descriptors(&texts.join(" "), false).len()),
        ),
    ]);
    figures
}

fn is_grounded(sentence: &Sentence) -> bool {
    let kind = letters_and_digits(&sentence.finding_type);
    let has = |parts: &[&str]| parts.iter().any(|part| kind.contains(part));
    !sentence.evidence_mask_ids.is_empty()
        && has(&SPATIAL)
        && !has(&NOT_SPATIAL)
        && !kind.contains("no_target")
}

fn letters_and_digits(kind: &str) -> String {
    letters(kind).replace(' ', "_")
}
