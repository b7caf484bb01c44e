//! A whole file of responses as read: row by row and in total, for programs and for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use groundscope_geometry::{Decimal, DecimalBox};
use serde::Serialize;

use super::boxes::{BoxReader, BoxesRead, BoxesStatus, FoundBox, OtherClass};
use super::declared::{ImageSize, OutputSpace, Sizes};
use super::presence::{PresenceRead, PresenceStatus, read_presence};
use super::rows::{Row, RowsError};
use crate::report_text::count;
use crate::{Annotations, BoxTally};

/// A row and what was read from its response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadRow<T> {
    /// The line of the file, from 1.
    pub line: usize,
    /// The image's name.
    pub image: String,
    /// The class that was asked about.
    pub class: String,
    /// What was read.
    #[serde(flatten)]
    pub read: T,
    /// The same in words.
    pub words: String,
}

/// How boxes were read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxSettings {
    /// The family.
    pub family: &'static str,
    /// The space of the boxes.
    pub space: &'static str,
    /// The order of their numbers in the responses; in this report x comes first.
    pub order: &'static str,
    /// The size of the resized images, where the run declares one.
    pub resized: Option<String>,
    /// What was done with boxes of another class.
    pub other_class: OtherClass,
}

/// Sums over the rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BoxTotals {
    /// Responses by what became of them.
    pub responses: BTreeMap<BoxesStatus, u64>,
    /// Responses that were cut off.
    pub truncated: u64,
    /// Boxes kept.
    pub boxes: u64,
    /// Boxes dropped, clipped or rounded, by reason.
    pub tally: BoxTally,
    /// Boxes labelled with another class, kept or dropped.
    pub other_class: u64,
}

/// Boxes of a whole file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxesReport {
    /// How they were read.
    pub settings: BoxSettings,
    /// Row by row, in the order of the file.
    pub rows: Vec<ReadRow<BoxesRead>>,
    /// In total.
    pub totals: BoxTotals,
}

/// Yes and no of a whole file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PresenceReport {
    /// Row by row, in the order of the file.
    pub rows: Vec<ReadRow<PresenceRead>>,
    /// Responses by what became of them.
    pub totals: BTreeMap<PresenceStatus, u64>,
}

/// Reads the boxes of every row. Sizes of the original images come from the references, where they are given.
///
/// # Errors
/// [`RowsError::Image`] for an image that the references lack, [`RowsError::NoResizedSize`] where the space needs a size
/// that neither run nor row declares.
pub fn read_boxes(
    rows: &[Row],
    reader: &BoxReader,
    references: Option<&Annotations>,
) -> Result<BoxesReport, RowsError> {
    let declared = &reader.declared;
    let index = references.map(|references| (references, references.image_index()));
    let mut totals = BoxTotals::default();
    let mut read_rows = Vec::new();
    for row in rows {
        let line = row.line;
        let original = match &index {
            Some((references, index)) => {
                let found = index.find(&row.image);
                let at = found.map_err(|failure| RowsError::Image {
                    line,
                    source: failure.of(&row.image),
                })?;
                let image = references.images.get(at);
                image.and_then(|image| ImageSize::new(image.width, image.height).ok())
            }
            None => None,
        };
        let resized = row.resized.or(declared.resized);
        if declared.space == OutputSpace::Resized && resized.is_none() {
            return Err(RowsError::NoResizedSize { line });
        }
        let read = reader.read(&row.response, &row.class, Sizes { original, resized });
        totals.add(&read);
        let words = read.words();
        read_rows.push(ReadRow::of(row, read, words));
    }
    Ok(BoxesReport {
        settings: BoxSettings {
            family: declared.family.id(),
            space: declared.space.id(),
            order: declared.order.id(),
            resized: declared.resized.map(|size| size.to_string()),
            other_class: reader.other_class,
        },
        rows: read_rows,
        totals,
    })
}

/// Reads yes or no of every row.
pub fn read_presences(rows: &[Row]) -> PresenceReport {
    let mut totals = BTreeMap::new();
    let read = rows.iter().map(|row| {
        let read = read_presence(&row.response, &row.class);
        *totals.entry(read.status).or_insert(0) += 1;
        let words = read.words();
        ReadRow::of(row, read, words)
    });
    let rows = read.collect();
    PresenceReport { rows, totals }
}

impl<T> ReadRow<T> {
    fn of(row: &Row, read: T, words: String) -> Self {
        Self {
            line: row.line,
            image: row.image.clone(),
            class: row.class.id().to_owned(),
            read,
            words,
        }
    }

    fn heading(&self) -> String {
        format!(
            "line {}: {}, {}: {}\n",
            self.line, self.image, self.class, self.words
        )
    }
}

impl BoxTotals {
    fn add(&mut self, read: &BoxesRead) {
        *self.responses.entry(read.status).or_insert(0) += 1;
        self.truncated += u64::from(read.truncated);
        self.boxes += read.boxes.len() as u64;
        self.other_class += read.other_class;
        self.tally += read.tally;
    }
}

impl BoxesRead {
    /// What became of the response, in words.
    pub fn words(&self) -> String {
        let boxes = count(self.boxes.len() as u64, "box", "boxes");
        let mut parts = vec![match self.status {
            BoxesStatus::Read => format!("{boxes} read"),
            BoxesStatus::Empty => "says that there is nothing".to_owned(),
            BoxesStatus::Salvaged => format!("{boxes} salvaged"),
            BoxesStatus::Refused => "refuses to answer".to_owned(),
            BoxesStatus::Unreadable => "gives no usable box and does not say that there is none".to_owned(),
        }];
        if self.truncated {
            parts.push("output cut off".to_owned());
        }
        parts.extend(tally_words(&self.tally));
        if self.other_class > 0 {
            parts.push(format!("{} labelled with another class", self.other_class));
        }
        parts.join(", ")
    }
}

impl PresenceRead {
    /// What became of the response, in words.
    pub fn words(&self) -> String {
        let said = match self.status {
            PresenceStatus::Yes => "yes",
            PresenceStatus::No => "no",
            PresenceStatus::Both => "says both yes and no",
            PresenceStatus::Neither => "says neither yes nor no",
            PresenceStatus::Refused => "refuses to answer",
        };
        let cut = if self.truncated { ", output cut off" } else { "" };
        let place = self.bytes.as_ref().map_or(String::new(), |span| {
            format!(", bytes {}..{}", span.start, span.end)
        });
        format!("{said}{cut}{place}")
    }
}

impl BoxesReport {
    /// What became of all responses, in one line; dropped and clipped boxes are in the tally.
    pub fn in_words(&self) -> String {
        let totals = &self.totals;
        let of = |status| totals.responses.get(&status).copied().unwrap_or_default();
        let parts = [
            count(self.rows.len() as u64, "response", "responses"),
            count(totals.boxes, "box", "boxes"),
            format!("{} salvaged", of(BoxesStatus::Salvaged)),
            format!("{} refused", of(BoxesStatus::Refused)),
            format!("{} unreadable", of(BoxesStatus::Unreadable)),
        ];
        parts.join(", ")
    }

    /// Every row with its boxes and where they stand, then the totals; lines ended by `\n`.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            out += &row.heading();
            row.read.boxes.iter().for_each(|found| out += &box_line(found));
        }
        let settings = &self.settings;
        let resized = settings
            .resized
            .as_ref()
            .map_or(String::new(), |size| format!(" {size}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n{}, read as {} {} {}{resized}",
            count(self.rows.len() as u64, "response", "responses"),
            settings.family,
            settings.space,
            settings.order
        );
        let totals = &self.totals;
        for (status, name) in [
            (BoxesStatus::Read, "read"),
            (BoxesStatus::Empty, "empty"),
            (BoxesStatus::Salvaged, "salvaged"),
            (BoxesStatus::Refused, "refused"),
            (BoxesStatus::Unreadable, "unreadable"),
        ] {
            let _ = writeln!(
                out,
                "  {name:<12} {}",
                totals.responses.get(&status).unwrap_or(&0)
            );
        }
        let mut parts = vec![count(totals.boxes, "box", "boxes")];
        parts.extend(tally_words(&totals.tally));
        if totals.other_class > 0 {
            parts.push(format!("{} labelled with another class", totals.other_class));
        }
        if totals.truncated > 0 {
            parts.push(format!(
                "{} cut off",
                count(totals.truncated, "response", "responses")
            ));
        }
        out + &parts.join(", ") + "\n"
    }
}

impl PresenceReport {
    /// Every row, then the totals; lines ended by `\n`.
    pub fn to_text(&self) -> String {
        let mut out: String = self.rows.iter().map(ReadRow::heading).collect();
        let _ = writeln!(
            out,
            "\n{}",
            count(self.rows.len() as u64, "response", "responses")
        );
        for (status, name) in [
            (PresenceStatus::Yes, "yes"),
            (PresenceStatus::No, "no"),
            (PresenceStatus::Both, "both"),
            (PresenceStatus::Neither, "neither"),
            (PresenceStatus::Refused, "refused"),
        ] {
            let _ = writeln!(out, "  {name:<12} {}", self.totals.get(&status).unwrap_or(&0));
        }
        out
    }
}

fn box_line(found: &FoundBox) -> String {
    let corners = |corners: &DecimalBox| {
        let numbers = corners
            .micros()
            .map(|v| Decimal::from_micros(v).unwrap_or_default());
        numbers.map(|number| number.to_string()).join(", ")
    };
    let pixels = found
        .pixels
        .as_ref()
        .map_or(String::new(), |pixels| format!(", pixels {}", corners(pixels)));
    let label = found.label.as_ref().map_or(String::new(), |label| {
        let other = if found.other_class { " (another class)" } else { "" };
        format!(
            ", {}{other}",
            label.split_whitespace().collect::<Vec<_>>().join(" ")
        )
    });
    let (start, end) = (found.bytes.start, found.bytes.end);
    format!(
        "  {}{pixels}, bytes {start}..{end}{label}\n",
        corners(&found.corners)
    )
}

fn tally_words(tally: &BoxTally) -> Vec<String> {
    let reasons = tally.reasons().into_iter();
    reasons.map(|(number, what)| format!("{number} {what}")).collect()
}
