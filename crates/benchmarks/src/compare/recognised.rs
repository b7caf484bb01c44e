//! Recognised against localised: answers to presence questions beside the boxes of the same model.

use std::collections::BTreeMap;

use groundscope_metrics::{AggIouSettings, ImageScore, Recognised};

use crate::pairs::{Matched, PairScore};
use crate::presence::JudgedPair;
use crate::{Annotations, ClassLabel, ScoreError};

/// For each class the 2x2 of "answered right" by "found by its boxes", with the images that stand out by their place in the
/// references. Only questions whose class the boxes were asked about count.
///
/// `answers` come in order of images, as [`crate::presence::judge`] gives them.
///
/// # Errors
/// [`ScoreError`] as for [`crate::grounding::score`].
pub fn recognised(
    references: &Annotations,
    predictions: &Annotations,
    answers: &[JudgedPair],
    settings: &AggIouSettings,
) -> Result<BTreeMap<ClassLabel, Recognised>, ScoreError> {
    let matched = Matched::new(references, predictions)?;
    let mut tables: BTreeMap<ClassLabel, Recognised> = BTreeMap::new();
    let nothing = ImageScore::default();
    let mut scored: (Option<usize>, Vec<PairScore>) = (None, Vec::new());
    for answer in answers {
        if !matched.asked.contains(answer.image, &answer.class) {
            continue;
        }
        if scored.0 != Some(answer.image) {
            scored = (Some(answer.image), matched.score_image(answer.image, settings));
        }
        let pair = scored.1.iter().find(|pair| pair.label == answer.class);
        tables.entry(answer.class.clone()).or_default().add_image(
            answer.image,
            answer.answer.said(),
            pair.map_or(0, |pair| pair.predictions.len()),
            pair.map_or(&nothing, |pair| &pair.score),
        );
    }
    Ok(tables)
}
