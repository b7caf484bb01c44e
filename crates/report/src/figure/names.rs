//! Writes names beside points, or numbers with a key below the plot where there is no room for names.

use plotters::style::RGBColor;

use super::labels::{Label, Placed, Room, TOLERABLE, place};
use super::palette::MUTED;
use super::pen::{Drawn, Pen, Point, SMALL, WIDTH, left, precise};
use super::text_width::{cut, text_width};

const KEY_STEP: i32 = 32;
const KEY_MARGIN: i32 = 40;

/// A point and its name.
pub(super) struct Named<'a> {
    pub(super) at: Point,
    pub(super) radius: i32,
    pub(super) name: &'a str,
    pub(super) colour: RGBColor,
}

/// Where the names of points go.
pub(super) struct Names<'a> {
    points: Vec<Named<'a>>,
    /// What stands beside each point: its name or its number.
    texts: Vec<String>,
    placed: Vec<Placed>,
    /// Numbers and names, from the top of the plot down; empty where names stand beside the points.
    key: Vec<(String, RGBColor)>,
}

fn placed(points: &[Named], texts: &[String], bounds: [i32; 4]) -> Vec<Placed> {
    let labels = points.iter().zip(texts).map(|(point, text)| Label {
        at: precise(point.at),
        radius: f64::from(point.radius),
        size: (text_width(text, f64::from(SMALL)) + 6.0, 26.0),
    });
    place(&labels.collect::<Vec<_>>(), Room(bounds.map(f64::from)))
}

impl<'a> Names<'a> {
    /// Inside `bounds` (left, top, right, bottom).
    pub(super) fn new(points: Vec<Named<'a>>, bounds: [i32; 4]) -> Self {
        let names: Vec<_> = points
            .iter()
            .map(|point| cut(point.name, f64::from(SMALL), 420.0))
            .collect();
        let with_names = placed(&points, &names, bounds);
        if with_names.iter().all(|placed| placed.cost < TOLERABLE) {
            return Self {
                points,
                texts: names,
                placed: with_names,
                key: Vec::new(),
            };
        }
        let mut order: Vec<_> = points.iter().enumerate().collect();
        order.sort_by_key(|(_, point)| (point.at.1, point.at.0));
        let mut numbers = vec![String::new(); order.len()];
        let mut key = Vec::new();
        for (number, (at, point)) in (1_usize..).zip(order) {
            if let Some(text) = numbers.get_mut(at) {
                *text = number.to_string();
            }
            let room = f64::from(WIDTH - 2 * KEY_MARGIN);
            key.push((
                cut(&format!("{number}  {}", point.name), f64::from(SMALL), room),
                point.colour,
            ));
        }
        Self {
            placed: placed(&points, &numbers, bounds),
            points,
            texts: numbers,
            key,
        }
    }

    pub(super) fn points(&self) -> &[Named<'a>] {
        &self.points
    }

    /// The height of the key below the plot.
    pub(super) fn key_height(&self) -> i32 {
        match self.key.is_empty() {
            true => 0,
            false => KEY_STEP * self.key_rows() + 20,
        }
    }

    /// A sentence for the caption.
    pub(super) fn remark(&self) -> &'static str {
        if self.key.is_empty() {
            ""
        } else {
            " Models are numbered from the top of the plot down."
        }
    }

    fn key_columns(&self) -> i32 {
        let widest = self
            .key
            .iter()
            .map(|(text, _)| text_width(text, f64::from(SMALL)));
        let column = widest.fold(1.0, f64::max).ceil() as i32 + 30;
        ((WIDTH - 2 * KEY_MARGIN) / column).clamp(1, 4)
    }

    fn key_rows(&self) -> i32 {
        let columns = self.key_columns();
        (self.key.len() as i32 + columns - 1) / columns
    }

    /// Writes them; the key begins at `top`.
    pub(super) fn draw(&self, pen: &Pen, top: i32) -> Drawn {
        let whole = |(x, y): (f64, f64)| (x.round() as i32, y.round() as i32);
        for placed in &self.placed {
            let Room([x0, y0, x1, y1]) = placed.room;
            pen.veil(whole((x0, y0)), whole((x1, y1)))?;
        }
        for ((point, text), placed) in self.points.iter().zip(&self.texts).zip(&self.placed) {
            if let Some(leader) = placed.leader {
                pen.line(&leader.map(whole), MUTED, 1)?;
            }
            let Room([x0, y0, _, y1]) = placed.room;
            pen.text(
                text,
                whole((x0 + 3.0, (y0 + y1) / 2.0)),
                left(SMALL).colour(point.colour),
            )?;
        }
        let (columns, rows) = (self.key_columns(), self.key_rows().max(1));
        let width = (WIDTH - 2 * KEY_MARGIN) / columns;
        for ((text, colour), at) in self.key.iter().zip(0_i32..) {
            let place = (
                KEY_MARGIN + width * (at / rows),
                top + KEY_STEP * (at % rows) + KEY_STEP / 2,
            );
            pen.text(text, place, left(SMALL).colour(*colour))?;
        }
        Ok(())
    }
}
