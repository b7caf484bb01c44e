//! Groups of bars across, a bar for each series, each with its letter and its figure.

use plotters::style::RGBColor;

use super::frame::{Axis, Frame, top};
use super::heading::{Heading, Sample};
use super::looks::Look;
use super::palette::{COLOURS, TEXT, colour};
use super::pen::{BODY, Drawn, Pen, SMALL, WIDTH, left, right};
use super::text_width::{text_width, wrap};
use super::{Figure, Sheet};
use crate::wording::percent_or_missing;
use crate::{ReportError, Topic};

const BAR: i32 = 24;
const GAP: i32 = 26;
/// Names of groups are wrapped to this.
const NAMES: f64 = 290.0;

/// How many series a figure can tell apart.
pub(super) const MOST_SERIES: usize = COLOURS.len() - 1;

/// The bars of one colour.
pub(super) struct Series<'a> {
    pub(super) name: &'a str,
    pub(super) colour: RGBColor,
    /// What stands beside each of its bars.
    pub(super) letter: char,
}

impl<'a> Series<'a> {
    pub(super) fn of(name: &'a str, look: Look) -> Self {
        Self {
            name,
            colour: look.colour(),
            letter: look.letter,
        }
    }

    /// Of what is no model: with capitals, since small letters are the models'.
    pub(super) fn numbered(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let named = names.into_iter().enumerate().zip('A'..);
        named
            .map(|((at, name), letter)| Self {
                name,
                colour: colour(at),
                letter,
            })
            .collect()
    }
}

/// Bars to draw, in per cent.
pub(super) struct Bars<'a> {
    pub(super) id: &'a str,
    pub(super) topic: Topic,
    pub(super) title: String,
    /// The axis's title, without the unit.
    pub(super) axis: &'a str,
    pub(super) caption: String,
    /// At most [`MOST_SERIES`].
    pub(super) series: Vec<Series<'a>>,
    /// The groups: a name and a share for each series.
    pub(super) groups: Vec<(&'a str, Vec<Option<f64>>)>,
}

impl Bars<'_> {
    pub(super) fn draw(self) -> Result<Figure, ReportError> {
        let sample = |series: &Series| Sample::Bar(series.colour, Some(series.letter));
        let entries = self
            .series
            .iter()
            .map(|series| (sample(series), series.name.to_owned()));
        let heading = Heading::new(&self.title, entries.collect());
        let names: Vec<_> = self
            .groups
            .iter()
            .map(|(name, _)| wrap(name, f64::from(BODY), NAMES))
            .collect();
        let widest = names
            .iter()
            .flatten()
            .map(|line| text_width(line, f64::from(BODY)));
        let room = widest.fold(0.0, f64::max).ceil() as i32;
        let lines = names.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let group = (BAR * self.series.len() as i32).max(lines * BODY as i32 * 6 / 5) + GAP;
        let start = heading.bottom() + 10;
        let bottom = start + group * self.groups.len() as i32;
        let highest = top(self
            .groups
            .iter()
            .flat_map(|(_, shares)| shares.iter().flatten().copied()));
        // Figures stand to the right of the longest bar.
        let frame = Frame::across(
            (24 + room + 20, start),
            (WIDTH - 110, bottom),
            Axis::percent(highest, self.axis),
        );
        let told: Vec<_> = self
            .groups
            .iter()
            .map(|(name, shares)| self.told(name, shares))
            .collect();
        let sheet = Sheet {
            id: self.id.to_owned(),
            topic: self.topic,
            title: self.title.clone(),
            caption: self.caption.clone(),
            description: format!("{}: {}.", self.title, told.join("; ")),
            height: bottom + 80,
        };
        sheet.draw(|pen| {
            heading.draw(pen)?;
            frame.draw(pen)?;
            for (((_, shares), lines), at) in self.groups.iter().zip(&names).zip(0_i32..) {
                let middle = start + group * at + group / 2;
                pen.lines(lines, (frame.left - 14, middle), right(BODY))?;
                bars(pen, &frame, &self.series, shares, middle)?;
            }
            Ok(())
        })
    }

    fn told(&self, name: &str, shares: &[Option<f64>]) -> String {
        let figures = self.series.iter().zip(shares);
        let told: Vec<_> = figures
            .map(|(series, share)| format!("{} {}", series.name, percent_or_missing(*share)))
            .collect();
        format!("{name} (%): {}", told.join(", "))
    }
}

fn bars(pen: &Pen, frame: &Frame, series: &[Series], shares: &[Option<f64>], middle: i32) -> Drawn {
    let first = middle - BAR * shares.len() as i32 / 2;
    for ((series, share), row) in series.iter().zip(shares).zip(0_i32..) {
        let y = first + BAR * row;
        let end = frame.x(share.unwrap_or(0.0));
        if share.is_some() {
            pen.fill((frame.left, y + 1), (end, y + BAR - 2), series.colour)?;
            pen.outline((frame.left, y + 1), (end, y + BAR - 2), TEXT, 1)?;
        }
        let text = format!("{} {}", series.letter, percent_or_missing(*share));
        pen.text(&text, (end + 8, y + BAR / 2), left(SMALL - 1))?;
    }
    Ok(())
}
