//! Box grounding scored end to end: two annotation files in, a report out.

use groundscope_metrics::{AggIouSettings, Counts, Macro};

use crate::pairs::{Matched, PairScore};
use crate::report::{
    ClassReport, Dropped, ImageReport, MacroReport, Number, ReferenceReport, Report, SettingsReport,
};
use crate::{Annotations, ScoreError};

/// How to score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The settings of AggIoU.
    pub agg_iou: AggIouSettings,
    /// Whether the report lists every image.
    pub details: bool,
}

/// Scores predictions against references: AggIoU per box, counts pooled per class, macro figures.
///
/// The images scored are those of the references. False positives count on asked pairs only. Exact: the same bits on
/// every machine, whatever space each file uses.
///
/// # Errors
/// [`ScoreError`] when the files do not belong together.
pub fn score(
    references: &Annotations,
    predictions: &Annotations,
    settings: &Settings,
) -> Result<Report, ScoreError> {
    if references.images.is_empty() {
        return Err(ScoreError::NoImages);
    }
    let matched = Matched::new(references, predictions)?;
    let images: Vec<Vec<PairScore>> = (0..references.images.len())
        .map(|at| matched.score_image(at, &settings.agg_iou))
        .collect();
    let pooled = Matched::pool(images.iter().flatten());
    let not_asked = images.iter().flatten().filter(|pair| !pair.asked);
    let not_asked = not_asked
        .map(|pair| pair.score.false_positives.len() as u64)
        .sum();
    let all: Counts = pooled.values().copied().sum();
    let alone = (0..references.images.len()).filter(|at| matched.partner(*at).is_none());
    Ok(Report {
        pooled: ClassReport::of(&all),
        settings: SettingsReport::of(&matched, &settings.agg_iou),
        macro_figures: MacroReport::of(&Macro::over(pooled.values())),
        per_class: pooled
            .iter()
            .map(|(label, counts)| (label.id().to_owned(), ClassReport::of(counts)))
            .collect(),
        dropped: Dropped {
            references: references.tally,
            predictions: predictions.tally,
            predictions_not_asked: not_asked,
            images_without_predictions: alone.count() as u64,
        },
        images: settings.details.then(|| {
            let listed = images.iter().enumerate();
            listed
                .filter_map(|(at, pairs)| describe_image(&matched, at, pairs))
                .collect()
        }),
    })
}

fn describe_image(matched: &Matched<'_>, at: usize, pairs: &[PairScore]) -> Option<ImageReport> {
    let image = matched.references.images.get(at)?;
    let predicted = matched.partner(at);
    let as_given = |position: usize| predicted.and_then(|p| p.boxes.get(position)).map(|b| b.index);
    let mut references: Vec<(usize, ReferenceReport)> = Vec::new();
    let mut false_positives: Vec<usize> = Vec::new();
    for pair in pairs {
        for (position, score) in pair.references.iter().zip(&pair.score.references) {
            let labelled = image.boxes.get(*position)?;
            let gathered = score
                .gathered
                .iter()
                .filter_map(|i| pair.predictions.get(*i).copied());
            let report = ReferenceReport {
                class: pair.label.id().to_owned(),
                corners: Number::corners(&labelled.corners),
                agg_iou: score.agg_iou.to_f64(),
                detected: score.detected,
                gathered: gathered.filter_map(as_given).collect(),
            };
            references.push((*position, report));
        }
        false_positives.extend(pair.false_positives().filter_map(as_given));
    }
    references.sort_by_key(|(position, _)| *position);
    false_positives.sort_unstable();
    false_positives.dedup();
    Some(ImageReport {
        id: image.id.clone(),
        references: references.into_iter().map(|(_, report)| report).collect(),
        false_positives,
    })
}
