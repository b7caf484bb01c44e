//! Box grounding scored end to end: two annotation files in, a report out.

use groundscope_metrics::AggIouSettings;
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::breakdown::Breakdown;

use crate::beside::Ranking;
use crate::errors::{self, ErrorReport};
use crate::mask_gap::MaskSums;
use crate::pairs::{Matched, PairScore};
use crate::report::{ClassReport, ImageReport, Number, ReferenceReport, Report};
use crate::{Annotations, LabelledBox, Partial, ScoreError};

/// How to score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The settings of AggIoU.
    pub agg_iou: AggIouSettings,
    /// How images are drawn for intervals; by default there are none.
    pub resampling: Resampling,
    /// Whether the report says where the errors come from and, where predictions have scores, gives average precision.
    pub beside: bool,
    /// Whether the report lists every image.
    pub details: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            agg_iou: AggIouSettings::default(),
            resampling: Resampling {
                replicates: 0,
                ..Resampling::default()
            },
            beside: false,
            details: false,
        }
    }
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
    scored(references, predictions, settings).map(|(report, _)| report)
}

/// The report together with the sums behind it, whose boxes pair this run with another.
///
/// # Errors
/// As [`score`].
pub fn scored(
    references: &Annotations,
    predictions: &Annotations,
    settings: &Settings,
) -> Result<(Report, Partial), ScoreError> {
    let matched = Matched::new(references, predictions)?;
    let mut partial = empty(&matched, settings);
    let (mut errors, mut ranking, mut masks) =
        (Breakdown::default(), Ranking::default(), MaskSums::default());
    let have_scores = settings.beside && predictions.any_box(|b| b.score.is_some());
    let has_shape = |b: &LabelledBox| b.shape.is_some();
    let have_masks = settings.beside && references.any_box(has_shape) && predictions.any_box(has_shape);
    let mut images = Vec::new();
    // The order matters to average precision alone, and to the list of images, which gets its own back.
    for at in references.in_coco_order() {
        let Some(pair) = matched.pair(at) else {
            continue;
        };
        let scores = matched.score_image(at, &settings.agg_iou);
        partial.add_scored(&pair, &scores, matched.asked.fluid, |label| {
            matched.asked.lists(at, label)
        });
        if settings.beside {
            errors += errors::of_image(&scores, &settings.agg_iou);
        }
        if have_scores {
            let crowds = references.crowds.get(&at).map_or(&[][..], Vec::as_slice);
            ranking.add_image(&pair, &scores, crowds);
        }
        if have_masks {
            masks.add_image(&pair, &scores);
        }
        if settings.details {
            images.extend(describe_image(&matched, at, &scores).map(|image| (at, image)));
        }
    }
    images.sort_by_key(|(at, _)| *at);
    let mut report = Report::of(&partial);
    if settings.beside {
        report.left_out.clear();
        report.errors = Some(ErrorReport::of(&errors));
        report.average_precision = ranking.report();
        report.masks = masks.report();
    }
    report.images = settings
        .details
        .then(|| images.into_iter().map(|(_, image)| image).collect());
    Ok((report, partial.sorted(None)))
}

/// The same before it becomes a report, to be merged with other images or paired with another run.
///
/// # Errors
/// As [`score`].
pub fn partial(
    references: &Annotations,
    predictions: &Annotations,
    settings: &Settings,
) -> Result<Partial, ScoreError> {
    let matched = Matched::new(references, predictions)?;
    let mut partial = empty(&matched, settings);
    for at in 0..references.images.len() {
        if let Some(pair) = matched.pair(at) {
            partial.add_image(&pair, |label| matched.asked.lists(at, label));
        }
    }
    Ok(partial.sorted(None))
}

fn empty(matched: &Matched<'_>, settings: &Settings) -> Partial {
    let (references, predictions) = (matched.references, matched.predictions);
    let mut partial = Partial::new(
        settings,
        [references.space, predictions.space],
        matched.asked.looked_for.clone(),
        (matched.asked.listed(), matched.asked.about.clone()),
    );
    partial.dropped_references = references.tally;
    partial.dropped_predictions = predictions.tally;
    partial
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
        figures: ClassReport::of(&pairs.iter().map(PairScore::counts).sum()),
        references: references.into_iter().map(|(_, report)| report).collect(),
        false_positives,
    })
}

impl Annotations {
    fn any_box(&self, is: impl Fn(&LabelledBox) -> bool) -> bool {
        self.images.iter().flat_map(|image| &image.boxes).any(is)
    }
}
