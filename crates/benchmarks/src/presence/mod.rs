//! Yes and no scored end to end: references and a file of responses in, a report out.
//!
//! ```
//! use groundscope_benchmarks::output::read_rows;
//! use groundscope_benchmarks::{presence, read_references};
//! let references = read_references(br#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
//!     {"id": "a.png", "width": 768, "height": 496, "boxes": [{"class": "irf", "box": [0, 0, 100, 100]}]},
//!     {"id": "b.png", "width": 768, "height": 496, "boxes": []}]}"#)?;
//! let rows = read_rows(br#"{"image": "a.png", "class": "IRF", "response": "Yes, there is."}
//!     {"image": "b.png", "class": "IRF", "response": "I cannot help with that."}"#)?;
//! let report = presence::score(&references, &rows, false)?;
//! let irf = report.class("irf").unwrap();
//! assert_eq!((irf.sensitivity, irf.specificity, irf.refused), (1.0, 0.0, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod intervals;
mod judge;
mod report;
mod report_text;

use std::collections::BTreeMap;

use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{MacroPresence, PresenceCounts};

pub use intervals::{PresenceFigureIntervals, PresenceIntervals};
pub use judge::{Judged, JudgedPair, PresenceError, judge};
pub use report::{AnswerReport, ClassReport, Dropped, MacroReport, Report, SettingsReport};

use crate::output::Row;
use crate::{Annotations, ClassLabel};

/// Scores responses against references: figures per class, pooled and macro; with `details` every answer is listed.
///
/// Questions are judged by [`judge`]; a response that is neither yes nor no is wrong and always listed.
///
/// # Errors
/// As [`judge`].
pub fn score(references: &Annotations, rows: &[Row], details: bool) -> Result<Report, PresenceError> {
    let none = Resampling {
        replicates: 0,
        ..Resampling::default()
    };
    Ok(report(references, &judge(references, rows)?, details, &none))
}

/// The report of judged questions, with intervals by the bootstrap over images.
pub fn report(references: &Annotations, judged: &Judged, details: bool, resampling: &Resampling) -> Report {
    let pooled = pool(&judged.pairs);
    let all: PresenceCounts = pooled.values().copied().sum();
    let described = |pair: &JudgedPair| AnswerReport::of(references, pair);
    let silent = judged.pairs.iter().filter(|pair| pair.answer.said().is_none());
    Report {
        settings: SettingsReport::of(references, judged),
        per_class: pooled
            .iter()
            .map(|(label, counts)| (label.id().to_owned(), ClassReport::of(counts)))
            .collect(),
        pooled: ClassReport::of(&all),
        macro_figures: MacroReport::of(&MacroPresence::over(pooled.values())),
        dropped: Dropped {
            references: references.tally,
            not_exhaustive: in_words(&judged.not_exhaustive),
            not_asked: judged.not_asked,
        },
        intervals: PresenceIntervals::of(references, &judged.pairs, resampling),
        without_answer: silent.filter_map(described).collect(),
        answers: details.then(|| judged.pairs.iter().filter_map(described).collect()),
    }
}

/// Counts judged pairs class by class, in the order of classes.
pub fn pool<'a>(pairs: impl IntoIterator<Item = &'a JudgedPair>) -> BTreeMap<ClassLabel, PresenceCounts> {
    let mut pooled: BTreeMap<ClassLabel, PresenceCounts> = BTreeMap::new();
    for pair in pairs {
        pooled
            .entry(pair.class.clone())
            .or_default()
            .count(pair.present, pair.answer);
    }
    pooled
}

fn in_words(classes: &BTreeMap<ClassLabel, u64>) -> Vec<(String, u64)> {
    classes
        .iter()
        .map(|(label, rows)| (label.id().to_owned(), *rows))
        .collect()
}
