//! The head of a figure: its title and its legend.

use plotters::style::RGBColor;

use super::palette::{CONTEXT, TEXT};
use super::pen::{Drawn, Pen, Point, SMALL, TITLE, WIDTH, left, precise};
use super::text_width::{cut, text_width, wrap};

const MARGIN: i32 = 24;
const TITLE_STEP: i32 = 38;
const LEGEND_STEP: i32 = 34;

/// What stands before a name in the legend.
#[derive(Clone)]
pub(crate) enum Sample {
    /// A filled square, and a letter that stands beside its bars.
    Bar(RGBColor, Option<char>),
    /// A marker of a series, filled or hollow, on a line with this dash pattern if there is one.
    Marker {
        series: usize,
        colour: RGBColor,
        filled: bool,
        dash: Option<&'static str>,
    },
    /// A bubble.
    Bubble(RGBColor),
    /// The ring of what was published, not measured here.
    Context,
    /// A dashed line.
    Dashed(RGBColor, &'static str),
}

impl Sample {
    /// The room it takes before its text.
    fn width(&self) -> i32 {
        match self {
            Self::Bar(_, Some(_)) => 54,
            Self::Marker { dash: Some(_), .. } => 74,
            Self::Bar(_, None) | Self::Marker { .. } | Self::Bubble(_) | Self::Context => 36,
            Self::Dashed(..) => 48,
        }
    }
}

/// The title and the legend of a figure.
pub(crate) struct Heading {
    title: Vec<String>,
    /// Sample, text and where it starts.
    entries: Vec<(Sample, String, Point)>,
    bottom: i32,
}

impl Heading {
    /// Lays the entries out in rows below the title.
    pub(crate) fn new(title: &str, entries: Vec<(Sample, String)>) -> Self {
        let title = wrap(title, f64::from(TITLE) * 1.12, f64::from(WIDTH - 2 * MARGIN));
        let top = MARGIN + TITLE_STEP * title.len() as i32;
        let (mut x, mut y) = (MARGIN, top + LEGEND_STEP / 2);
        let any = !entries.is_empty();
        let mut placed = Vec::new();
        for (sample, text) in entries {
            let text = cut(
                &text,
                f64::from(SMALL),
                f64::from(WIDTH - 2 * MARGIN - sample.width()),
            );
            let width = sample.width() + text_width(&text, f64::from(SMALL)).ceil() as i32 + 28;
            if x > MARGIN && x + width > WIDTH - MARGIN + 28 {
                (x, y) = (MARGIN, y + LEGEND_STEP);
            }
            placed.push((sample, text, (x, y)));
            x += width;
        }
        let bottom = if any { y + LEGEND_STEP / 2 } else { top };
        Self {
            title,
            entries: placed,
            bottom: bottom + 10,
        }
    }

    /// Where the rest of the figure may begin.
    pub(crate) fn bottom(&self) -> i32 {
        self.bottom
    }

    pub(crate) fn draw(&self, pen: &Pen) -> Drawn {
        for (line, at) in self.title.iter().zip(0_i32..) {
            pen.text(line, (MARGIN, MARGIN + 12 + TITLE_STEP * at), left(TITLE).bold())?;
        }
        for (sample, text, (x, y)) in &self.entries {
            let (x, y) = (*x, *y);
            match sample {
                Sample::Bar(colour, letter) => {
                    pen.fill((x, y - 11), (x + 22, y + 11), *colour)?;
                    pen.outline((x, y - 11), (x + 22, y + 11), TEXT, 1)?;
                    if let Some(letter) = letter {
                        pen.text(&letter.to_string(), (x + 26, y), left(SMALL).bold())?;
                    }
                }
                Sample::Marker {
                    series,
                    colour,
                    filled,
                    dash,
                } => {
                    let middle = if dash.is_some() { x + 32 } else { x + 14 };
                    if let Some(dash) = dash {
                        pen.dashed(&[(x, y), (x + 64, y)].map(precise), *colour, 3, dash);
                    }
                    pen.marker((middle, y), 10, *series, *colour, *filled)?;
                }
                Sample::Bubble(colour) => pen.bubble((x + 14, y), 12, *colour)?,
                Sample::Context => pen.ring((x + 14, y), 10, CONTEXT)?,
                Sample::Dashed(colour, dash) => {
                    pen.dashed(&[(x, y), (x + 38, y)].map(precise), *colour, 3, dash)
                }
            }
            pen.text(text, (x + sample.width(), y), left(SMALL))?;
        }
        Ok(())
    }
}
