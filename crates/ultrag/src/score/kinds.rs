//! One response of each kind against its reference (specification 5.2 to 5.6).

use groundscope_geometry::RowRuns;

use crate::answer::answer_is_right;
use crate::overlap::{MaskScore, score_mask};
use crate::report_text::ReportScore;
use crate::response::{PredictedSentence, Response};
use crate::text::Nouns;
use crate::{Frame, Profile};

/// What a failed sample scores: 0 strictly, nothing in the reference profile.
pub(crate) fn failed(profile: Profile) -> Option<f64> {
    profile.is_strict().then_some(0.0)
}

pub(crate) fn figure(right: bool) -> f64 {
    f64::from(u8::from(right))
}

/// A response to an instruction to segment.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentationScore {
    /// Whether the response could be read.
    pub format_ok: bool,
    /// IoU, 0..1.
    pub iou: Option<f64>,
    /// Dice, 0..1.
    pub dice: Option<f64>,
    /// 1 where `[SEG]` stands in the answer exactly where there is a target.
    pub seg_token_ok: Option<f64>,
    /// The mask, where it could be decoded.
    pub mask: Option<MaskScore>,
}

/// Scores a response to an instruction; `None` for one that cannot be read.
pub fn segmentation(
    response: Option<&Response>,
    reference: &RowRuns,
    frame: Frame,
    profile: Profile,
) -> SegmentationScore {
    let scored = response.and_then(|response| {
        let mask = score_mask(response.mask(), reference, frame, profile)?;
        Some((mask, response.answer(profile).contains("[SEG]")))
    });
    let blank = failed(profile);
    match scored {
        None => SegmentationScore {
            format_ok: false,
            iou: blank,
            dice: blank,
            seg_token_ok: blank,
            mask: None,
        },
        Some((mask, token)) => SegmentationScore {
            format_ok: true,
            iou: Some(mask.iou),
            dice: Some(mask.dice),
            seg_token_ok: Some(figure(token != reference.is_empty())),
            mask: Some(mask),
        },
    }
}

/// What is asked, and what is right.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What kind of answer.
    pub answer_type: &'a str,
    /// The right answer.
    pub answer: &'a str,
    /// Whether the answer counts only with its evidence.
    pub requires_grounding: bool,
    /// The record's nouns.
    pub nouns: &'a Nouns,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerScore {
    /// Whether the response could be read.
    pub format_ok: bool,
    /// 1 where the answer is right.
    pub answer: Option<f64>,
    /// 1 where the evidence is, too; only where it is wanted.
    pub grounded: Option<f64>,
    /// The mask, where it is wanted and could be decoded.
    pub mask: Option<MaskScore>,
    /// IoU where evidence is wanted.
    pub iou: Option<f64>,
    /// Dice where evidence is wanted.
    pub dice: Option<f64>,
}

/// Scores an answer; `None` for a response that cannot be read.
pub fn question(
    response: Option<&Response>,
    asked: Asked<'_>,
    reference: &RowRuns,
    frame: Frame,
    profile: Profile,
) -> AnswerScore {
    let mask = response.and_then(|response| {
        if asked.requires_grounding {
            score_mask(response.mask(), reference, frame, profile).map(Some)
        } else {
            Some(None)
        }
    });
    let (Some(response), Some(mask)) = (response, mask) else {
        let blank = failed(profile);
        let grounded = blank.filter(|_| asked.requires_grounding);
        return AnswerScore {
            format_ok: false,
            answer: blank,
            grounded,
            mask: None,
            iou: grounded,
            dice: grounded,
        };
    };
    let answer = response.answer(profile);
    let right = answer_is_right(asked.answer_type, asked.answer, &answer, asked.nouns, profile);
    let grounded = mask
        .as_ref()
        .map(|mask| figure(right && mask.iou > 0.5 && (mask.valid || !profile.is_strict())));
    AnswerScore {
        format_ok: true,
        answer: Some(figure(right)),
        grounded,
        iou: mask.as_ref().map(|mask| mask.iou),
        dice: mask.as_ref().map(|mask| mask.dice),
        mask,
    }
}

/// Scores a report; `None` for one that cannot be read. `categories` are the record's terms (K), `organ` its organ (O).
pub fn report(
    sentences: Option<&[PredictedSentence]>,
    reference: &[&str],
    categories: &[&str],
    organ: &str,
    profile: Profile,
) -> ReportScore {
    sentences.map_or_else(
        || ReportScore::failed(profile),
        |sentences| {
            let predicted: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
            ReportScore::of(&predicted, reference, categories, organ, profile)
        },
    )
}
