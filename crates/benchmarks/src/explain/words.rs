//! The verdicts of an explanation: which case a box is, and the case in English. German is in `german`.

use groundscope_geometry::Decimal;
use groundscope_metrics::{AggIouSettings, ReferenceScore, Threshold};
use groundscope_ontology::Language;

use super::german;
use super::one_to_one::Best;

/// What AggIoU says of a reference.
pub(super) enum Verdict {
    /// It gathered nothing.
    NothingGathered {
        t1: String,
    },
    Hit {
        boxes: usize,
        value: f64,
        t2: Threshold,
    },
    Missed {
        boxes: usize,
        value: f64,
        t2: Threshold,
        lost: Lost,
    },
}

/// Where the area of a missed reference went.
pub(super) enum Lost {
    /// One box destroys the hit; AggIoU without it.
    Stray(f64),
    /// Most of it lies outside the reference.
    Beyond,
    /// Most of it is reference left uncovered.
    Uncovered,
}

/// What one-to-one matching says of a reference beside AggIoU. `iou` is that of its partner, or of the best box where it has none.
pub(super) enum Difference {
    /// Nothing overlaps: missed by both.
    NothingThere,
    /// Hit by both.
    Agrees { iou: f64, boxes: usize },
    /// Missed by both; `taken`: its best box is another reference's partner.
    MissesToo { iou: f64, taken: bool },
    /// A hit for AggIoU alone: its best box is another reference's partner.
    Taken { iou: f64 },
    /// A hit for AggIoU alone, which joins several boxes; the share of the reference that they cover.
    Joined { iou: f64, boxes: usize, covered: f64 },
    /// A hit for AggIoU alone, which asks for less.
    AsksLess { iou: f64, t2: Threshold },
    /// A hit for one-to-one matching alone: AggIoU does not gather its partner.
    NotGathered { iou: f64, t1: String },
    /// A hit for one-to-one matching alone: all gathered boxes together do worse than one.
    Spoiled { iou: f64, boxes: usize, value: f64 },
    /// A hit for one-to-one matching alone: AggIoU asks for more.
    AsksMore { iou: f64, t2: Threshold },
}

/// What became of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PredictionVerdict {
    NotAsked,
    NotGathered,
    OfMissed,
    Forgiven,
    ServesOne,
    ServesSeveral,
}

impl Verdict {
    /// `beyond`: more area is lost outside the reference than inside; `without`: AggIoU without the stray box, where one alone
    /// destroys the hit.
    pub(super) fn of(
        score: &ReferenceScore,
        beyond: bool,
        without: Option<f64>,
        settings: &AggIouSettings,
        language: Language,
    ) -> Self {
        let (boxes, value, t2) = (score.gathered.len(), score.agg_iou.to_f64(), settings.t2);
        if boxes == 0 {
            let t1 = percent(settings.t1, language);
            return Self::NothingGathered { t1 };
        }
        if score.detected {
            return Self::Hit { boxes, value, t2 };
        }
        let lost = match without {
            Some(without) => Lost::Stray(without),
            None if beyond => Lost::Beyond,
            None => Lost::Uncovered,
        };
        Self::Missed {
            boxes,
            value,
            t2,
            lost,
        }
    }

    pub(super) fn text(&self, language: Language) -> String {
        if language == Language::De {
            return german::verdict(self);
        }
        let reach = |boxes: &usize| match boxes {
            1 => "one predicted box reaches".to_owned(),
            n => format!("{n} predicted boxes together reach"),
        };
        match self {
            Self::NothingGathered { t1 } => {
                format!("Missed: no predicted box overlaps it by more than {t1} of the smaller of the two.")
            }
            Self::Hit { boxes, value, t2 } => {
                format!("Hit: {} AggIoU {value:.3}, more than {t2}.", reach(boxes))
            }
            Self::Missed {
                boxes,
                value,
                t2,
                lost,
            } => {
                let missed = format!(
                    "Missed: {} only AggIoU {value:.3}, not more than {t2}",
                    reach(boxes)
                );
                match lost {
                    Lost::Stray(without) => format!(
                        "{missed}. One stray box destroys the hit: without it AggIoU would be {without:.3}."
                    ),
                    Lost::Beyond => format!("{missed}: most of the difference lies outside the reference."),
                    Lost::Uncovered => {
                        format!("{missed}: most of the difference is reference left uncovered.")
                    }
                }
            }
        }
    }
}

impl Difference {
    /// `covered` is the share of the reference under the gathered boxes.
    pub(super) fn of(
        score: &ReferenceScore,
        covered: f64,
        best: Option<&Best>,
        settings: &AggIouSettings,
        language: Language,
    ) -> Self {
        let (boxes, t2) = (score.gathered.len(), settings.t2);
        let Some(best) = best else {
            // A union needs a box, so that AggIoU misses it as well.
            return Self::NothingThere;
        };
        let (iou, taken) = (best.iou.to_f64(), best.taken);
        match (score.detected, best.matched) {
            (true, true) => Self::Agrees { iou, boxes },
            (false, false) => Self::MissesToo { iou, taken },
            (true, false) if taken => Self::Taken { iou },
            (true, false) if boxes > 1 => Self::Joined { iou, boxes, covered },
            (true, false) => Self::AsksLess { iou, t2 },
            (false, true) if !score.gathered.contains(&best.position) => Self::NotGathered {
                iou,
                t1: percent(settings.t1, language),
            },
            (false, true) if boxes > 1 => Self::Spoiled {
                iou,
                boxes,
                value: score.agg_iou.to_f64(),
            },
            (false, true) => Self::AsksMore { iou, t2 },
        }
    }

    /// In words; `name` is what the box is called.
    pub(super) fn text(&self, name: &str, language: Language) -> String {
        if language == Language::De {
            return german::difference(self, name);
        }
        let at = format!("One-to-one matching at IoU {}", Threshold::DEFAULT_IOU);
        match self {
            Self::NothingThere => format!("{at} misses it too: no box of its class overlaps it."),
            Self::Agrees { iou, boxes: ..=1 } => {
                format!("{at} agrees: it pairs this box with {name}, IoU {iou:.3}.")
            }
            Self::Agrees { iou, boxes } => format!(
                "{at} agrees: it pairs this box with {name} alone, IoU {iou:.3}. AggIoU counts all {boxes} gathered boxes \
                 together."
            ),
            Self::MissesToo { iou, taken: true } => {
                format!(
                    "{at} misses it too: its best box, {name} (IoU {iou:.3}), goes to another expert box."
                )
            }
            Self::MissesToo { iou, .. } => {
                format!("{at} misses it too: its best box, {name}, reaches IoU {iou:.3}.")
            }
            Self::Taken { iou } => format!(
                "{at} gives its best box, {name} (IoU {iou:.3}), to another expert box: missed. AggIoU lets one box serve \
                 several: hit."
            ),
            Self::Joined { iou, boxes, covered } => format!(
                "{at} looks at one box at a time, and the best, {name}, reaches IoU {iou:.3}: missed. AggIoU gathers {boxes} \
                 boxes that cover {}% of it: hit.",
                (covered * 100.0).round()
            ),
            Self::AsksLess { iou, t2 } => {
                format!(
                    "{at} misses it: {name} reaches IoU {iou:.3}. AggIoU asks only for more than {t2}: hit."
                )
            }
            Self::NotGathered { iou, t1 } => format!(
                "{at} pairs this box with {name}, IoU {iou:.3}: hit. AggIoU does not gather {name}: they share no more than {t1} \
                 of the smaller of the two."
            ),
            Self::Spoiled { iou, boxes, value } => format!(
                "{at} pairs this box with {name} alone, IoU {iou:.3}: hit. AggIoU joins all {boxes} gathered boxes, and together \
                 they reach only {value:.3}: missed."
            ),
            Self::AsksMore { iou, t2 } => {
                format!(
                    "{at} pairs this box with {name}, IoU {iou:.3}: hit. AggIoU asks for more than {t2}: missed."
                )
            }
        }
    }
}

impl PredictionVerdict {
    pub(super) const fn text(self, language: Language) -> &'static str {
        match language {
            Language::De => german::prediction(self),
            Language::En => match self {
                Self::NotAsked => {
                    "Not counted: the references do not say whether this image has more of this class."
                }
                Self::NotGathered => "False: no reference box gathers it.",
                Self::OfMissed => "False: the reference it overlaps is not detected.",
                Self::Forgiven => {
                    "Not false by the setting: a reference gathers it, though that one is missed."
                }
                Self::ServesOne => "Hit: it counts for one reference box.",
                Self::ServesSeveral => "Hit: it counts for several reference boxes.",
            },
        }
    }
}

/// A threshold as a percentage.
fn percent(threshold: Threshold, language: Language) -> String {
    // Six decimals of a share are four of a percentage.
    match Decimal::from_micros(threshold.micros() * 100) {
        Ok(percent) => language.percent(percent),
        Err(_) => language.number(threshold),
    }
}
