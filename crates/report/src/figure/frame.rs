//! The frame of a plot: axes, ticks, grid, and where a value lies.

use std::ops::Range;

use plotters::coord::ranged1d::{BoldPoints, Ranged as _};
use plotters::coord::types::RangedCoordf64;

use super::palette::{GRID, MUTED, TEXT};
use super::pen::{BODY, Drawn, Pen, Point, SMALL, middle, right};
use super::text_width::text_width;
use crate::wording::percent;

/// An axis: its range, its ticks, and its title with the unit.
pub(crate) struct Axis {
    range: Range<f64>,
    ticks: Vec<(f64, String)>,
    title: String,
}

impl Axis {
    /// Of shares from 0 to `top`, in per cent.
    pub(crate) fn percent(top: f64, title: &str) -> Self {
        Self::percent_between(0.0..top, title)
    }

    /// Of shares in a range that need not begin at 0, in per cent; not for bars.
    pub(crate) fn percent_between(range: Range<f64>, title: &str) -> Self {
        let ticks = RangedCoordf64::from(range.clone()).key_points(BoldPoints(10));
        let label = |share: f64| {
            let text = percent(share);
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        };
        Self {
            range,
            ticks: ticks.into_iter().map(|share| (share, label(share))).collect(),
            title: format!("{title} (%)"),
        }
    }

    /// Of sizes in billions, each doubling as wide as the next, wide enough for all of them.
    pub(crate) fn doublings(values: impl Iterator<Item = f64>, title: &str) -> Self {
        let powers = (-4..16).map(|power| (f64::from(power), 2_f64.powi(power)));
        let (low, high) = values.fold((1.0_f64, 8.0_f64), |(low, high), v| (low.min(v), high.max(v)));
        let from = low.log2().max(-4.0) - 0.4;
        let to = high.log2().min(15.0) + 0.4;
        let ticks = powers.filter(|(power, _)| (from..=to).contains(power));
        Self {
            range: from..to,
            ticks: ticks.map(|(power, size)| (power, size.to_string())).collect(),
            title: title.to_owned(),
        }
    }
}

/// The top of an axis for these shares: the next ten per cent, with some room, at least 20 %.
pub(crate) fn top(shares: impl Iterator<Item = f64>) -> f64 {
    let highest = shares.fold(0.0, f64::max);
    (((highest + 0.02) * 10.0).ceil() / 10.0).clamp(0.2, 1.0)
}

/// Where an axis for these shares may begin: the ten per cent below them, with some room.
pub(crate) fn bottom(shares: impl Iterator<Item = f64>) -> f64 {
    let lowest = shares.fold(1.0, f64::min);
    (((lowest - 0.02) * 10.0).floor() / 10.0).clamp(0.0, 0.8)
}

/// A plot's frame, in the figure's units.
pub(crate) struct Frame {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
    x: Axis,
    y: Option<Axis>,
}

impl Frame {
    /// With both axes.
    pub(crate) fn new((left, top): Point, (right, bottom): Point, x: Axis, y: Axis) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
            x,
            y: Some(y),
        }
    }

    /// With an axis across only; down are rows of names.
    pub(crate) fn across((left, top): Point, (right, bottom): Point, x: Axis) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
            x,
            y: None,
        }
    }

    /// The place of a value on the axis across.
    pub(crate) fn x(&self, value: f64) -> i32 {
        RangedCoordf64::from(self.x.range.clone()).map(&value, (self.left, self.right))
    }

    /// The place of a value on the axis down; the middle where there is none.
    pub(crate) fn y(&self, value: f64) -> i32 {
        match &self.y {
            Some(axis) => RangedCoordf64::from(axis.range.clone()).map(&value, (self.bottom, self.top)),
            None => (self.top + self.bottom) / 2,
        }
    }

    /// The place of a point.
    pub(crate) fn at(&self, x: f64, y: f64) -> Point {
        (self.x(x), self.y(y))
    }

    /// The place of a point, in fractions of a unit.
    pub(crate) fn precise(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |value: f64, range: &Range<f64>| (value - range.start) / (range.end - range.start);
        let across = share(x, &self.x.range) * f64::from(self.right - self.left);
        let up =
            self.y.as_ref().map_or(0.5, |axis| share(y, &axis.range)) * f64::from(self.bottom - self.top);
        (f64::from(self.left) + across, f64::from(self.bottom) - up)
    }

    /// Grid, axes, ticks and titles; the axis across is titled below it.
    pub(crate) fn draw(&self, pen: &Pen) -> Drawn {
        for (value, label) in &self.x.ticks {
            let x = self.x(*value);
            pen.line(&[(x, self.top), (x, self.bottom)], GRID, 1)?;
            pen.text(label, (x, self.bottom + 20), middle(SMALL).colour(MUTED))?;
        }
        let center = (self.left + self.right) / 2;
        pen.text(&self.x.title, (center, self.bottom + 54), middle(BODY))?;
        if let Some(axis) = &self.y {
            for (value, label) in &axis.ticks {
                let y = self.y(*value);
                pen.line(&[(self.left, y), (self.right, y)], GRID, 1)?;
                pen.text(label, (self.left - 10, y), right(SMALL).colour(MUTED))?;
            }
            let widest = axis
                .ticks
                .iter()
                .map(|(_, label)| text_width(label, f64::from(SMALL)));
            let room = widest.fold(0.0, f64::max).ceil() as i32 + 34;
            let at = (self.left - room, (self.top + self.bottom) / 2);
            pen.text(&axis.title, at, middle(BODY).up())?;
        }
        pen.line(
            &[
                (self.left, self.top),
                (self.left, self.bottom),
                (self.right, self.bottom),
            ],
            TEXT,
            2,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_in_per_cent_and_wide_enough() {
        let axis = Axis::percent(0.5, "F1");
        let labels: Vec<_> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels.first(), Some(&"0"));
        assert_eq!(labels.last(), Some(&"50"));
        assert_eq!(top([0.339].into_iter()), 0.4);
        assert_eq!(top([0.99].into_iter()), 1.0);
        assert_eq!(top(std::iter::empty()), 0.2);
        assert_eq!(bottom([0.71, 0.56].into_iter()), 0.5);
        assert_eq!(bottom([0.03].into_iter()), 0.0);
        let labels = Axis::percent_between(0.5..0.8, "F1").ticks;
        assert_eq!(labels.first().map(|(_, label)| label.as_str()), Some("50"));
    }

    #[test]
    fn every_size_lies_inside() {
        let frame = Frame::across(
            (100, 0),
            (900, 100),
            Axis::doublings([0.8, 38.0].into_iter(), "parameters"),
        );
        assert!(frame.x(0.8_f64.log2()) > 100 && frame.x(38_f64.log2()) < 900);
        assert!(frame.x(2.0) - frame.x(1.0) >= frame.x(3.0) - frame.x(2.0) - 1);
    }
}
