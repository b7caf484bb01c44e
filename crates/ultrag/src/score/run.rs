//! A run: samples of records in order, each with its prediction, scored (specification 1.3, 5.7).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use groundscope_geometry::RowRuns;
use serde::Serialize;

use super::kinds::{self, Asked};
use super::plan::{Job, Planned, plan};
use super::predictions::{Matched, Name, Prediction, PredictionsError, Row, Task, matched};
use super::report::Report;
use super::tags::{Tag, tags};
use super::{kinds::failed, side};
use crate::overlap::{MaskScore, score_pixels};
use crate::record::Record;
use crate::report_text::ReportScore;
use crate::source::{MaskError, Masks};
use crate::text::Nouns;
use crate::{Frame, Profile};

/// Which samples are scored, and how.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The profile.
    pub profile: Profile,
    /// The split; `None` for all.
    pub split: Option<String>,
    /// The tasks; empty for all.
    pub tasks: Vec<Task>,
    /// So many images at most.
    pub limit_images: Option<usize>,
    /// So many samples of a task at most.
    pub max_per_task: Option<usize>,
}

/// Why a run cannot be scored.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A mask has no pixels.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// Predictions do not fit.
    #[error(transparent)]
    Predictions(#[from] PredictionsError),
    /// No record is of the split.
    #[error("no record is of the split {0}; name another one, or all of them with \"all\"")]
    NoRecord(String),
    /// A mask of another size than its image.
    #[error(
        "the mask for {id} has {width} x {height} pixels, its image {wanted_width} x {wanted_height}; write masks at the size of the image"
    )]
    Size {
        /// The sample.
        id: String,
        /// Width of the mask.
        width: u32,
        /// Height of the mask.
        height: u32,
        /// Width of the image.
        wanted_width: u32,
        /// Height of the image.
        wanted_height: u32,
    },
    /// Too large an image.
    #[error("record {0} has an image that is too large; check its size")]
    TooLarge(String),
}

/// What became of a sample's prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Read.
    Answered,
    /// There is none.
    Missing,
    /// The model gave an error.
    Error,
    /// It cannot be read.
    Unreadable,
}

/// One sample, scored.
#[derive(Clone, Debug, Serialize)]
pub struct SampleScore {
    /// The task's id.
    pub sample_id: String,
    /// The record's id.
    pub image: String,
    /// The task.
    pub task: &'static str,
    /// What became of the prediction.
    pub status: Status,
    /// Whether the mask could be decoded, where one counts.
    pub mask_valid: Option<bool>,
    /// Figures by name; blanks are `null`.
    pub figures: BTreeMap<&'static str, Option<f64>>,
    /// Kinds of mistakes.
    pub tags: Vec<Tag>,
    #[serde(skip)]
    pub(super) dataset: String,
    #[serde(skip)]
    pub(super) organ: String,
    #[serde(skip)]
    pub(super) kind: Task,
    #[serde(skip)]
    pub(super) grounds: bool,
}

/// The masks of the record at hand, decoded once each.
struct Decoded<'a> {
    masks: &'a Masks,
    known: HashMap<String, Rc<RowRuns>>,
    frame: Frame,
}

impl Decoded<'_> {
    fn each(&mut self, ids: &[String]) -> Result<Vec<Rc<RowRuns>>, MaskError> {
        ids.iter()
            .map(|id| {
                if let Some(pixels) = self.known.get(id) {
                    return Ok(Rc::clone(pixels));
                }
                let (pixels, _) = self.masks.pixels(id)?;
                let pixels = Rc::new(pixels);
                self.known.insert(id.clone(), Rc::clone(&pixels));
                Ok(pixels)
            })
            .collect()
    }

    fn union(&self, parts: &[Rc<RowRuns>]) -> RowRuns {
        match parts {
            [only] => RowRuns::clone(only),
            parts => RowRuns::union(self.frame.width, self.frame.height, parts.iter().map(Rc::as_ref)),
        }
    }
}

/// Scores a run. Records that reviewers rejected are left out; a mask that a task names must have pixels in `masks`.
///
/// # Errors
/// [`RunError`], before anything is scored where an id has no pixels.
pub fn score_run(
    records: &[Record],
    masks: &Masks,
    rows: Vec<Row>,
    options: &RunOptions,
) -> Result<Report, RunError> {
    let planned = plan(records, options);
    if planned.is_empty() {
        return Err(RunError::NoRecord(
            options.split.clone().unwrap_or_else(|| "any".to_owned()),
        ));
    }
    let names: Vec<Name<'_>> = planned
        .iter()
        .map(|sample| Name {
            id: &sample.id,
            image: &sample.record.sample_id,
            task: sample.task(),
        })
        .collect();
    let Matched { by_sample, unmatched } = matched(rows, &names)?;
    let mut samples = Vec::with_capacity(planned.len());
    let mut decoded: Option<(&str, Decoded<'_>)> = None;
    for (at, sample) in planned.iter().enumerate() {
        let record = sample.record;
        let frame = Frame {
            width: record.image.width,
            height: record.image.height,
        };
        if u64::from(frame.width) * u64::from(frame.height) > Frame::MOST {
            return Err(RunError::TooLarge(record.sample_id.clone()));
        }
        let known = match decoded.take() {
            Some((id, known)) if id == record.sample_id => known,
            _ => Decoded {
                masks,
                known: HashMap::new(),
                frame,
            },
        };
        let (_, known) = decoded.insert((&record.sample_id, known));
        samples.push(score_sample(sample, by_sample.get(&at), known, options.profile)?);
    }
    Ok(Report::of(samples, unmatched, options))
}

fn score_sample(
    sample: &Planned<'_>,
    prediction: Option<&Prediction>,
    known: &mut Decoded<'_>,
    profile: Profile,
) -> Result<SampleScore, RunError> {
    let mut scored = SampleScore {
        sample_id: sample.id.clone(),
        image: sample.record.sample_id.clone(),
        task: sample.task().id(),
        status: match prediction {
            None => Status::Missing,
            Some(Prediction::Error(_)) => Status::Error,
            Some(_) => Status::Answered,
        },
        mask_valid: None,
        figures: BTreeMap::new(),
        tags: Vec::new(),
        dataset: sample.record.dataset.clone(),
        organ: sample.record.image.organ.clone(),
        kind: sample.task(),
        grounds: false,
    };
    match sample.job {
        Job::Segmentation(task) => {
            let parts = known.each(&task.target_mask_ids)?;
            segmentation(&mut scored, &parts, prediction, known, profile)?;
        }
        Job::Vqa(question) => {
            let wanted: &[String] = if question.requires_grounding {
                &question.evidence_mask_ids
            } else {
                &[]
            };
            let parts = known.each(wanted)?;
            vqa(
                &mut scored,
                question,
                sample.record,
                &parts,
                prediction,
                known,
                profile,
            );
        }
        Job::Report => report(&mut scored, sample.record, prediction, known, profile)?,
    }
    Ok(scored)
}

fn unread(scored: &mut SampleScore) {
    if scored.status == Status::Answered {
        scored.status = Status::Unreadable;
    }
}

fn tagged(
    scored: &mut SampleScore,
    mask: &MaskScore,
    reference: &RowRuns,
    parts: &[Rc<RowRuns>],
    words: bool,
    frame: Frame,
) {
    scored.mask_valid = Some(mask.valid);
    let parts: Vec<&RowRuns> = parts.iter().map(Rc::as_ref).collect();
    scored.tags = tags(mask, reference, &parts, words, frame);
}

fn segmentation(
    scored: &mut SampleScore,
    parts: &[Rc<RowRuns>],
    prediction: Option<&Prediction>,
    known: &Decoded<'_>,
    profile: Profile,
) -> Result<(), RunError> {
    let (reference, frame) = (known.union(parts), known.frame);
    if let Some(Prediction::Mask(pixels, size)) = prediction {
        if *size != frame {
            return Err(RunError::Size {
                id: scored.sample_id.clone(),
                width: size.width,
                height: size.height,
                wanted_width: frame.width,
                wanted_height: frame.height,
            });
        }
        // A segmenter without words is scored by its pixels alone.
        let mask = score_pixels(pixels.clone(), &reference);
        scored.figures.extend([
            ("iou", Some(mask.iou)),
            ("dice", Some(mask.dice)),
            ("empty_prediction", Some(kinds::figure(mask.predicted == 0))),
        ]);
        tagged(scored, &mask, &reference, parts, true, frame);
        scored.tags.retain(|tag| *tag != Tag::TextWithoutMask);
        return Ok(());
    }
    let response = prediction.and_then(|prediction| prediction.response(profile));
    let score = kinds::segmentation(response.as_ref(), &reference, frame, profile);
    if !score.format_ok {
        unread(scored);
    }
    let empty = score.mask.as_ref().map(|mask| kinds::figure(mask.predicted == 0));
    scored.figures.extend([
        ("iou", score.iou),
        ("dice", score.dice),
        ("seg_token_ok", score.seg_token_ok),
        ("empty_prediction", empty),
    ]);
    if let Some(mask) = &score.mask {
        tagged(
            scored,
            mask,
            &reference,
            parts,
            score.seg_token_ok == Some(1.0),
            frame,
        );
    }
    Ok(())
}

fn vqa(
    scored: &mut SampleScore,
    question: &crate::record::Question,
    record: &Record,
    parts: &[Rc<RowRuns>],
    prediction: Option<&Prediction>,
    known: &Decoded<'_>,
    profile: Profile,
) {
    let (reference, frame) = (known.union(parts), known.frame);
    let terms = terms(record);
    let nouns = Nouns::of(terms.iter().copied(), &record.image.organ);
    let asked = Asked {
        answer_type: &question.answer_type,
        answer: &question.answer,
        requires_grounding: question.requires_grounding,
        nouns: &nouns,
    };
    let response = prediction.and_then(|prediction| prediction.response(profile));
    let score = kinds::question(response.as_ref(), asked, &reference, frame, profile);
    if !score.format_ok {
        unread(scored);
    }
    scored.grounds = question.requires_grounding;
    scored.figures.extend([
        ("answer_accuracy", score.answer),
        ("grounded_accuracy", score.grounded),
    ]);
    if question.requires_grounding {
        scored.figures.extend([("iou", score.iou), ("dice", score.dice)]);
    }
    if let Some(mask) = &score.mask {
        tagged(scored, mask, &reference, parts, score.answer == Some(1.0), frame);
    }
}

/// The record's terms (K): the categories of its masks.
fn terms(record: &Record) -> Vec<&str> {
    let both = record
        .masks
        .iter()
        .flat_map(|mask| [mask.category.as_str(), mask.canonical_region.as_str()]);
    let mut terms: Vec<&str> = both.filter(|term| !term.is_empty()).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

fn report(
    scored: &mut SampleScore,
    record: &Record,
    prediction: Option<&Prediction>,
    known: &mut Decoded<'_>,
    profile: Profile,
) -> Result<(), RunError> {
    let sentences = record
        .annotation
        .grounded_report
        .as_ref()
        .map_or(&[][..], |report| &report.sentences);
    // What a report cites must have pixels, whether or not it is looked at.
    for sentence in sentences {
        known.each(&sentence.evidence_mask_ids)?;
    }
    let reference: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    let response = prediction.and_then(|prediction| prediction.response(profile));
    let predicted = response.and_then(|response| response.sentences(profile));
    let ReportScore {
        presence,
        category,
        location,
        size,
        sem_acc,
        rouge_l,
    } = kinds::report(
        predicted.as_deref(),
        &reference,
        &terms(record),
        &record.image.organ,
        profile,
    );
    scored.figures.extend([
        ("rouge_l", rouge_l),
        ("sem_acc", sem_acc),
        ("presence", presence),
        ("category", category),
        ("location", location),
        ("size", size),
    ]);
    match predicted {
        None => {
            unread(scored);
            // Counts of words have no worst value.
            let grounded = failed(profile).filter(|_| !sentences.is_empty());
            scored
                .figures
                .extend([("report_iou", grounded), ("report_grounded", grounded)]);
        }
        Some(predicted) => {
            let frame = known.frame;
            let pixels = |ids: &[String]| known.each(ids).ok().map(|parts| known.union(&parts));
            scored
                .figures
                .extend(side::figures(&predicted, sentences, pixels, frame, profile));
        }
    }
    Ok(())
}
