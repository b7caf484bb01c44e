//! Questions from annotations: all seven types, always the same for the same cases and seed (specification 3).

mod case;
mod deal;
mod draft;
mod grades;
mod lesions;
mod panels;
mod spatial;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Kind;
use crate::composite::Composite;
use crate::questions::Record;

pub use case::{Case, Eye, Region};
use draft::{Draft, LeftOut};

/// What is made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MakeOptions {
    /// How many questions, spread over the types as far as the cases give them.
    pub count: usize,
    /// The seed.
    pub seed: u64,
    /// The name of the set, `dataset_source` of its questions.
    pub dataset: String,
    /// What the images are, as questions call them; by the targets where it is left out.
    pub modality: Option<String>,
}

/// Questions, the pictures that they need, and what became of the cases.
#[derive(Clone, Debug)]
pub struct Made {
    /// The questions.
    pub records: Vec<Record>,
    /// Composites to draw.
    pub composites: Vec<Composite>,
    /// Counts.
    pub report: MakeReport,
}

/// What was made, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MakeReport {
    /// Cases.
    pub cases: usize,
    /// Questions.
    pub questions: usize,
    /// Questions asked for.
    pub asked_for: usize,
    /// Questions of each type.
    pub types: BTreeMap<&'static str, usize>,
    /// Questions that the cases could have given, by type.
    pub possible: BTreeMap<&'static str, usize>,
    /// How often each letter is right in questions of one letter.
    pub letters: BTreeMap<char, usize>,
    /// Candidates that were left out because their answer would be ambiguous, by reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Questions with several images.
    pub several_images: usize,
}

/// A key by which things are put in an order that only the seed and their names decide.
pub(crate) fn key(seed: u64, parts: &[&str]) -> u64 {
    let mut bytes = seed.to_le_bytes().to_vec();
    for part in parts {
        bytes.extend(part.bytes());
        bytes.push(0);
    }
    groundscope_metrics::bootstrap::hash(bytes)
}

/// A name for identifiers: every run of other signs than letters and digits as one `_`.
pub(crate) fn slug(text: &str) -> String {
    let parts = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    let slug = parts.collect::<Vec<_>>().join("_").to_lowercase();
    if slug.is_empty() { "set".to_owned() } else { slug }
}

/// Makes questions. Fewer than asked for come out where the cases do not give more.
pub fn make(cases: &[Case], options: &MakeOptions) -> Made {
    let mut left_out = LeftOut::default();
    let context = draft::Context::of(cases, options);
    let mut drafts: Vec<Draft> = Vec::new();
    lesions::drafts(&context, &mut drafts, &mut left_out);
    spatial::drafts(&context, &mut drafts, &mut left_out);
    grades::drafts(&context, &mut drafts, &mut left_out);
    panels::drafts(&context, &mut drafts, &mut left_out);
    let mut possible: BTreeMap<&'static str, usize> = BTreeMap::new();
    for draft in &drafts {
        *possible.entry(draft.kind.short()).or_default() += 1;
    }
    let chosen = deal::deal(drafts, options);
    let mut composites = Vec::new();
    let mut report = MakeReport {
        cases: cases.len(),
        asked_for: options.count,
        possible,
        left_out: left_out.counts,
        ..MakeReport::default()
    };
    let mut letters = deal::Letters::default();
    let mut records = Vec::new();
    for (draft, n) in chosen.into_iter().zip(1..) {
        *report.types.entry(draft.kind.short()).or_default() += 1;
        report.several_images += usize::from(draft.images.len() > 1);
        let (record, composite) = draft.record(n, options, &mut letters);
        if draft.kind == Kind::Sc
            && let Some(letter) = record.answer.chars().next()
        {
            *report.letters.entry(letter).or_default() += 1;
        }
        records.push(record);
        composites.extend(composite);
    }
    report.questions = records.len();
    Made {
        records,
        composites,
        report,
    }
}
