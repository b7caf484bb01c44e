//! Each question with its truth and its answer: what figures, significance and the comparison with boxes start from.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_metrics::PresenceAnswer;

use crate::asked::{self, LookedFor, Pairs};
use crate::output::{PresenceRead, PresenceStatus, Row, RowsError, read_presence};
use crate::{Annotations, ClassLabel, ScoreError};

/// Why answers cannot be scored against references.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresenceError {
    /// A row is about an image that the references lack, or answers a question again.
    #[error(transparent)]
    Answers(#[from] RowsError),
    /// The references list no image, or ask about one that they lack.
    #[error(transparent)]
    References(#[from] ScoreError),
}

/// One question and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPair {
    /// The image's place in the references.
    pub image: usize,
    /// The class that was asked about.
    pub class: ClassLabel,
    /// Whether the references have a box of the class on the image.
    pub present: bool,
    /// What was answered.
    pub answer: PresenceAnswer,
    /// Whether the answer is the truth.
    pub right: bool,
    /// The line of the response, from 1; `None` where there is none.
    pub line: Option<usize>,
}

/// All questions of a file of responses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// By image in the order of the references, then by class in the order of classes.
    pub pairs: Vec<JudgedPair>,
    /// Rows that are not scored because nobody looked for their class in every image, by class.
    pub not_exhaustive: BTreeMap<ClassLabel, u64>,
    /// Rows that are not scored because the references list the pairs that were asked, and not this one.
    pub not_asked: u64,
    /// The classes whose absence the references vouch for.
    pub looked_for: BTreeSet<ClassLabel>,
}

/// Judges every response by the references.
///
/// A class is there when the image has a box of it; fluid as one class when it has a box of fluid or of either kind. The
/// questions are those of the rows, of classes that the references looked for in every image. Where the references list
/// `asked`, the questions are those pairs: one without a row is unanswered, and a row outside the list is counted only.
/// Images match as for boxes: the same name, then the same file name, then the same stem.
///
/// # Errors
/// [`PresenceError::Answers`] with [`RowsError::Image`] for an image that the references lack, with [`RowsError::Repeated`]
/// for two answers to one question under two names of the image; [`PresenceError::References`] with
/// [`ScoreError::NoImages`] or [`ScoreError::AskedUnknownImage`].
pub fn judge(references: &Annotations, rows: &[Row]) -> Result<Judged, PresenceError> {
    if references.images.is_empty() {
        return Err(ScoreError::NoImages.into());
    }
    let index = references.image_index();
    let asked = asked::resolve(references, |id| index.find(id), "references")?;
    let looked_for = looked_for(references, asked.as_ref());
    let mut judged = Judged::default();
    let mut lines: BTreeMap<(usize, ClassLabel), (usize, PresenceAnswer)> = BTreeMap::new();
    for row in rows {
        let line = row.line;
        let image = index.find(&row.image).map_err(|failure| RowsError::Image {
            line,
            source: failure.of(&row.image),
        })?;
        let pair = (image, row.class.clone());
        let answer = answer(&read_presence(&row.response, &row.class));
        if let Some((first, _)) = lines.insert(pair, (line, answer)) {
            return Err(RowsError::Repeated { line, first }.into());
        }
    }
    let mut questions: BTreeMap<(usize, ClassLabel), (Option<usize>, PresenceAnswer)> = BTreeMap::new();
    for ((image, class), (line, answer)) in lines {
        let pair = (image, class);
        if !looked_for.contains(&pair.1) {
            *judged.not_exhaustive.entry(pair.1).or_default() += 1;
        } else if asked.as_ref().is_some_and(|asked| !asked.contains(&pair)) {
            judged.not_asked += 1;
        } else {
            questions.insert(pair, (Some(line), answer));
        }
    }
    for pair in asked.into_iter().flatten() {
        if looked_for.contains(&pair.1) {
            questions
                .entry(pair)
                .or_insert((None, PresenceAnswer::Unanswered));
        }
    }
    judged.pairs = questions
        .into_iter()
        .map(|((image, class), (line, answer))| {
            let present = is_present(references, image, &class);
            let right = answer.is_right(present);
            JudgedPair {
                image,
                class,
                present,
                answer,
                right,
                line,
            }
        })
        .collect();
    judged.looked_for = looked_for;
    Ok(judged)
}

/// The classes whose absence the references vouch for.
fn looked_for(references: &Annotations, asked: Option<&Pairs>) -> BTreeSet<ClassLabel> {
    let about = asked::classes_of(asked.into_iter().flatten());
    let mut classes = LookedFor::of(references).classes(&about);
    asked::add_fluid(&mut classes);
    classes
}

fn is_present(references: &Annotations, image: usize, class: &ClassLabel) -> bool {
    let image = references.images.get(image);
    image.is_some_and(|image| image.boxes.iter().any(|b| b.label.answers(class)))
}

fn answer(read: &PresenceRead) -> PresenceAnswer {
    match read.status {
        PresenceStatus::Yes => PresenceAnswer::Yes,
        PresenceStatus::No => PresenceAnswer::No,
        PresenceStatus::Both | PresenceStatus::Neither => PresenceAnswer::Unreadable,
        PresenceStatus::Refused => PresenceAnswer::Refused,
    }
}
