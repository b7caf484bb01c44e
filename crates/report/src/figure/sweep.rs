//! Heat maps over the two thresholds: macro F1 of the best model, and how stable the ranking is.

use super::heading::Heading;
use plotters::style::RGBColor;

use super::palette::{BLACK, GRID, MUTED, diverging, heat, on};
use super::pen::{BODY, Drawn, Pen, SMALL, WIDTH, middle, right};
use super::text_width::text_width;
use super::{Figure, Sheet};
use crate::data::{Run, Sweep};
use crate::wording::{decimals, percent};
use crate::{Evaluation, ReportError, Topic};

/// A grid to draw: what each cell says, and its ground.
struct Grid<'a> {
    id: &'a str,
    title: String,
    caption: String,
    cells: Vec<Vec<(String, RGBColor)>>,
}

/// F1 of the best model, and the rankings against the default's.
pub(super) fn figures(evaluation: &Evaluation) -> Result<Vec<Figure>, ReportError> {
    let Some(sweep) = &evaluation.sweep else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    let ranked = evaluation.ranked(Run::f1);
    let of_best = ranked
        .iter()
        .find_map(|(run, _)| sweep.f1.iter().find(|of| of.run == run.name));
    if let Some(of) = of_best.or(sweep.f1.first()) {
        let highest = of.f1.iter().flatten().copied().fold(0.0, f64::max);
        let cells = |row: &Vec<f64>| {
            row.iter()
                .map(|f1| (percent(*f1), heat(f1 / highest.max(1e-9))))
                .collect()
        };
        let grid = Grid {
            id: "sweep_f1",
            title: format!("Macro F1 (%) of {} over both thresholds", of.run),
            caption: format!(
                "Macro F1 of {}, the best model that was swept, %, over t1 (gather) and t2 (detect). Framed: the report's own \
                 thresholds. The other models are in evaluation.json.",
                of.run
            ),
            cells: of.f1.iter().map(cells).collect(),
        };
        all.push(grid.draw(sweep)?);
    }
    if sweep.spearman.iter().flatten().any(Option::is_some) {
        let cells = |row: &Vec<Option<f64>>| {
            row.iter()
                .map(|rho| (signed(*rho), rho.map_or(GRID, diverging)))
                .collect()
        };
        let grid = Grid {
            id: "sweep_ranking",
            title: "Stability of the ranking over both thresholds".to_owned(),
            caption: "Spearman's ρ between the ranking of all models by macro F1 at each pair of thresholds and at the report's \
                      own (framed). 1 (blue): the same ranking; 0 (white): unrelated; −1 (orange): reversed. A dash on grey: not \
                      defined, as where all models are level."
                .to_owned(),
            cells: sweep.spearman.iter().map(cells).collect(),
        };
        all.push(grid.draw(sweep)?);
    }
    Ok(all)
}

impl Grid<'_> {
    fn draw(self, sweep: &Sweep) -> Result<Figure, ReportError> {
        let heading = Heading::new(&self.title, Vec::new());
        let start = heading.bottom() + 10;
        let label = |t: &f64| t.to_string();
        let widest = sweep
            .t1
            .iter()
            .map(|t| text_width(&label(t), f64::from(SMALL)))
            .fold(0.0, f64::max);
        let left = 24 + 50 + widest.ceil() as i32;
        let columns = (sweep.t2.len() as i32).max(1);
        let width = ((WIDTH - 24 - left) / columns).min(170);
        let height = 56;
        let bottom = start + height * sweep.t1.len() as i32;
        let told = self.cells.iter().zip(&sweep.t1).map(|(row, t1)| {
            let cells: Vec<_> = row
                .iter()
                .zip(&sweep.t2)
                .map(|((text, _), t2)| format!("t2 {t2}: {text}"))
                .collect();
            format!("t1 {t1}: {}", cells.join(", "))
        });
        let told: Vec<_> = told.collect();
        let sheet = Sheet {
            id: self.id.to_owned(),
            topic: Topic::Thresholds,
            title: self.title.clone(),
            caption: self.caption.clone(),
            description: format!("{}. {}.", self.title, told.join("; ")),
            height: bottom + 80,
        };
        sheet.draw(|pen| {
            heading.draw(pen)?;
            let corner = |row: i32, column: i32| (left + width * column, start + height * row);
            for ((row, t1), r) in self.cells.iter().zip(&sweep.t1).zip(0_i32..) {
                pen.text(
                    &label(t1),
                    (left - 10, start + height * r + height / 2),
                    right(SMALL).colour(MUTED),
                )?;
                for ((text, ground), c) in row.iter().zip(0_i32..) {
                    cell(pen, corner(r, c), corner(r + 1, c + 1), text, *ground)?;
                }
            }
            for (t2, c) in sweep.t2.iter().zip(0_i32..) {
                let x = left + width * c + width / 2;
                pen.text(&label(t2), (x, bottom + 20), middle(SMALL).colour(MUTED))?;
            }
            let center = left + width * columns / 2;
            pen.text(
                "t2: AggIoU above which a reference is detected",
                (center, bottom + 54),
                middle(BODY),
            )?;
            pen.text("t1: gather above", (30, (start + bottom) / 2), middle(BODY).up())?;
            let [t1, t2] = sweep.default;
            let at = |values: &[f64], value| values.iter().position(|v| *v == value).map(|at| at as i32);
            match (at(&sweep.t1, t1), at(&sweep.t2, t2)) {
                (Some(r), Some(c)) => pen.outline(corner(r, c), corner(r + 1, c + 1), BLACK, 5),
                _ => Ok(()),
            }
        })
    }
}

/// Two decimals after a minus sign as wide as a plus, which no hyphen is.
fn signed(rho: Option<f64>) -> String {
    decimals(rho, 2).replace('-', "−")
}

fn cell(pen: &Pen, from: (i32, i32), to: (i32, i32), text: &str, ground: RGBColor) -> Drawn {
    pen.fill(from, to, ground)?;
    pen.outline(from, to, super::palette::WHITE, 2)?;
    let center = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    pen.text(text, center, middle(BODY).colour(on(ground)))
}
