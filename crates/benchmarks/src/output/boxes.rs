//! One response to the question where a class is: its boxes, what was lost of them, and why.

use std::collections::BTreeMap;

use groundscope_geometry::DecimalBox;
use groundscope_readers::words::words;
use groundscope_readers::{refuses, without_thoughts};
use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use super::candidates::{self, Candidate};
use super::declared::{Declared, Sizes};
use super::forest::Span;
use super::statements::statements;
use crate::boxes_file::exact_numbers;
use crate::corners;
use crate::{BoxTally, ClassLabel};

/// What became of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxesStatus {
    /// Every box it gives was read.
    Read,
    /// It says that there is nothing.
    Empty,
    /// Some boxes were read, others were broken or cut off.
    Salvaged,
    /// It refuses to answer.
    Refused,
    /// It neither gives a usable box nor says that there is none.
    Unreadable,
}

/// What to do with a box whose label is another class than the one asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OtherClass {
    /// Keep and count it: the question named the class.
    #[default]
    Keep,
    /// Drop and count it.
    Drop,
}

/// A box of a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundBox {
    /// The corners in the declared space, x first, clipped to the image.
    #[serde(rename = "box", serialize_with = "exact")]
    pub corners: DecimalBox,
    /// The same in pixels of the original image, where its size is known.
    #[serde(serialize_with = "exact_if_known")]
    pub pixels: Option<DecimalBox>,
    /// The label as written, its first 200 bytes.
    pub label: Option<String>,
    /// Whether the label names another class of the ontology than the one asked about.
    pub other_class: bool,
    /// The bytes of the response that it was read from.
    #[serde(serialize_with = "ends")]
    pub bytes: Span,
}

/// A response as read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxesRead {
    /// What became of it.
    pub status: BoxesStatus,
    /// Whether it ends in the middle of a list or of a thought.
    pub truncated: bool,
    /// The boxes, in the order of the response.
    pub boxes: Vec<FoundBox>,
    /// Boxes dropped, clipped or rounded, by reason.
    pub tally: BoxTally,
    /// Boxes labelled with another class, kept or dropped.
    pub other_class: u64,
}

/// Reads responses of one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxReader {
    /// What the run declares.
    pub declared: Declared,
    /// What to do with boxes of another class.
    pub other_class: OtherClass,
}

impl BoxReader {
    /// Reads one response to a question about `asked`. No text is an error: what cannot be read is said to be so.
    pub fn read(&self, response: &str, asked: &ClassLabel, sizes: Sizes) -> BoxesRead {
        let answer = without_thoughts(response);
        let found = candidates::find(&answer.text);
        let mut read = BoxesRead {
            status: BoxesStatus::Unreadable,
            truncated: answer.cut || found.cut,
            boxes: Vec::new(),
            tally: BoxTally::default(),
            other_class: 0,
        };
        let extent = self.declared.extent(sizes);
        // One label for hundreds of boxes is looked up once.
        let mut other_labels: BTreeMap<&str, bool> = BTreeMap::new();
        for candidate in &found.candidates {
            let Some(corners) = self.place(&answer.text, candidate, extent, &mut read.tally) else {
                continue;
            };
            let label = candidate
                .label
                .as_ref()
                .and_then(|span| label_of(&answer.text, span));
            let other_class = label.is_some_and(|label| {
                *other_labels
                    .entry(label)
                    .or_insert_with(|| is_another_class(label, asked))
            });
            read.other_class += u64::from(other_class);
            if other_class && self.other_class == OtherClass::Drop {
                continue;
            }
            read.boxes.push(FoundBox {
                corners,
                pixels: self.declared.in_pixels(&corners, sizes),
                label: label.map(str::to_owned),
                other_class,
                bytes: candidate.span.clone(),
            });
        }
        let said_nothing = found.nothing && found.candidates.is_empty();
        read.status = read.judge(&answer.text, asked, said_nothing);
        read
    }

    fn place(
        &self,
        text: &str,
        candidate: &Candidate,
        extent: [i64; 2],
        tally: &mut BoxTally,
    ) -> Option<DecimalBox> {
        let number = |span: &Span| text.get(span.clone()).unwrap_or_default();
        let [a, b, c, d] = candidate.numbers.as_slice() else {
            tally.wrong_arity += 1;
            return None;
        };
        let (numbers, form) = self.declared.order.arrange([a, b, c, d].map(number));
        corners::place(numbers, form, extent, tally)
    }
}

impl BoxesRead {
    fn judge(&self, answer: &str, asked: &ClassLabel, said_nothing: bool) -> BoxesStatus {
        let broken = self.dropped();
        if !self.boxes.is_empty() {
            return if broken > 0 || self.truncated {
                BoxesStatus::Salvaged
            } else {
                BoxesStatus::Read
            };
        }
        if broken > 0 || self.truncated {
            return BoxesStatus::Unreadable;
        }
        if said_nothing || self.other_class > 0 {
            return BoxesStatus::Empty;
        }
        let words = words(answer);
        let said = statements(&words, asked);
        let leading_no = super::presence::leading(answer, &words).is_some_and(|(present, _)| !present);
        let absent = !said.is_empty() && said.iter().all(|statement| !statement.present);
        if absent || (leading_no && said.is_empty()) {
            BoxesStatus::Empty
        } else if said.is_empty() && refuses(&words) {
            BoxesStatus::Refused
        } else {
            BoxesStatus::Unreadable
        }
    }

    /// Boxes that could not be used.
    pub fn dropped(&self) -> u64 {
        let BoxTally {
            wrong_arity,
            not_finite,
            no_area,
            outside_image,
            ..
        } = self.tally;
        wrong_arity + not_finite + no_area + outside_image
    }
}

/// A label in bytes; no class has a longer name, and a longer text may be repeated with every box.
const LONGEST_LABEL: usize = 200;

fn label_of<'a>(text: &'a str, span: &Span) -> Option<&'a str> {
    let label = text.get(span.clone())?.trim();
    let label = label.get(..label.floor_char_boundary(LONGEST_LABEL))?;
    (!label.is_empty()).then_some(label)
}

fn is_another_class(label: &str, asked: &ClassLabel) -> bool {
    let named = ClassLabel::from_name(label);
    matches!(named, ClassLabel::Known(_)) && !named.answers(asked)
}

/// Corners as JSON numbers with exactly their decimals.
fn exact<S: Serializer>(corners: &DecimalBox, serializer: S) -> Result<S::Ok, S::Error> {
    exact_numbers(corners)
        .map_err(S::Error::custom)?
        .serialize(serializer)
}

fn exact_if_known<S: Serializer>(corners: &Option<DecimalBox>, serializer: S) -> Result<S::Ok, S::Error> {
    match corners {
        Some(corners) => exact(corners, serializer),
        None => serializer.serialize_none(),
    }
}

/// Bytes as `[first, one past the last]`.
pub(super) fn ends<S: Serializer>(span: &Span, serializer: S) -> Result<S::Ok, S::Error> {
    [span.start, span.end].serialize(serializer)
}
