//! The card's pictures, as SVG: F1 by class, and the reliability of presence.

use std::error::Error;
use std::path::Path;

use groundscope_ontology::Class;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::patients::floor;
use super::{Card, in_order};
use crate::TrainError;
use crate::calibration::Calibration;
use crate::evaluate::Figure;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const BLUE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(150, 150, 150);
const FONT: &str = "sans-serif";

/// Draw F1 by class (`validation-f1.svg`) and the reliability of presence (`reliability.svg`) into a folder; the second only
/// where there is a cross-validation.
///
/// # Errors
///
/// A picture that can't be written.
pub fn plot(card: &Card, folder: &Path) -> Result<(), TrainError> {
    let path = folder.join("validation-f1.svg");
    let rows: Vec<_> = in_order(card.real_figures())
        .filter(|(_, f)| f.boxes > 0)
        .collect();
    f1(&rows, &path).map_err(|error| TrainError::content(&path, error))?;
    let path = folder.join("reliability.svg");
    match &card.evaluation.cross_validation {
        Some(crossed) => {
            reliability(&crossed.pooled_calibration, &path).map_err(|error| TrainError::content(&path, error))
        }
        None => Ok(()),
    }
}

fn f1(rows: &[(&Class, &Figure)], path: &Path) -> Result<(), Box<dyn Error>> {
    let height = 60 + 40 * rows.len() as u32;
    let root = SVGBackend::new(path, (640, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let left = 210;
    let across = |value: f64| left + (value * 300.0) as i32;
    for (k, (class, figure)) in rows.iter().enumerate() {
        let y = 20 + 40 * k as i32;
        root.draw(&Text::new(class.name(), (8, y + 4), (FONT, 15)))?;
        let bar = |value: f64, top: i32, bottom: i32| [(left, y + top), (across(value), y + bottom)];
        root.draw(&Rectangle::new(bar(figure.f1, 0, 16), BLUE.filled()))?;
        let interval = figure.intervals.map(|intervals| intervals.f1);
        if let Some(ends) = interval {
            root.draw(&PathElement::new(ends.map(|end| (across(end), y + 8)), BLACK))?;
            for end in ends {
                root.draw(&PathElement::new(
                    [(across(end), y + 4), (across(end), y + 12)],
                    BLACK,
                ))?;
            }
        }
        let boxes = if figure.boxes == 1 { "box" } else { "boxes" };
        let end = interval.map_or(figure.f1, |[_, high]| high.max(figure.f1));
        root.draw(&Text::new(
            format!("{:.2}  ({} {boxes})", figure.f1, figure.boxes),
            (across(end) + 6, y + 1),
            (FONT, 14),
        ))?;
        if let Some(value) = floor(class.id()) {
            root.draw(&Rectangle::new(bar(value, 18, 24), GREY.filled()))?;
        }
    }
    root.draw(&Text::new(
        "F1 (0 to 1) on patients not trained on (blue), its 95 % interval (black), and of the plain U-Net (grey)",
        (8, height as i32 - 24),
        (FONT, 13),
    ))?;
    root.present()?;
    Ok(())
}

/// Side of the square in which probabilities lie, its left and its lower edge.
const SIDE: f64 = 300.0;
const LEFT: i32 = 70;
const BOTTOM: i32 = 320;

fn reliability(figure: &Calibration, path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (640, 380)).into_drawing_area();
    root.fill(&WHITE)?;
    let at = |x: f64, y: f64| (LEFT + (x * SIDE) as i32, BOTTOM - (y * SIDE) as i32);
    axes(&root, at)?;
    root.draw(&PathElement::new([at(0.0, 0.0), at(1.0, 1.0)], GREY))?;
    let points = || {
        figure
            .bins
            .iter()
            .map(|bin| at(bin.mean_probability, bin.share_present))
    };
    root.draw(&PathElement::new(
        points().collect::<Vec<_>>(),
        BLUE.stroke_width(2),
    ))?;
    for (bin, point) in figure.bins.iter().zip(points()) {
        // The area of a point goes with its answers; the smallest stays visible.
        let share = bin.answers as f64 / figure.answers.max(1) as f64;
        root.draw(&Circle::new(
            point,
            3 + (9.0 * share.sqrt()) as i32,
            BLUE.filled(),
        ))?;
    }
    let lines = [
        format!("{} answers, {} of them present", figure.answers, figure.positives),
        format!("expected calibration error {:.3}", figure.expected_error),
        format!(
            "the same, bins of equal mass {:.3}",
            figure.expected_error_equal_mass
        ),
        format!("Brier score {:.3}", figure.brier),
        "larger points hold more answers;".to_owned(),
        "on the grey line, probabilities are right".to_owned(),
    ];
    for (line, y) in lines.iter().zip((40..).step_by(22)) {
        root.draw(&Text::new(line.as_str(), (395, y), (FONT, 14)))?;
    }
    root.present()?;
    Ok(())
}

fn axes(root: &Area, at: impl Fn(f64, f64) -> (i32, i32)) -> Result<(), Box<dyn Error>> {
    root.draw(&Rectangle::new([at(0.0, 1.0), at(1.0, 0.0)], BLACK))?;
    for k in 0..=5 {
        let value = f64::from(k) / 5.0;
        let ((x, y), (left, across)) = (at(value, 0.0), at(0.0, value));
        root.draw(&PathElement::new([(x, y), (x, y + 5)], BLACK))?;
        root.draw(&PathElement::new([(left - 5, across), (left, across)], BLACK))?;
        root.draw(&Text::new(format!("{value:.1}"), (x - 9, y + 9), (FONT, 13)))?;
        root.draw(&Text::new(
            format!("{value:.1}"),
            (left - 28, across - 7),
            (FONT, 13),
        ))?;
    }
    root.draw(&Text::new(
        "probability of presence",
        (LEFT + 70, BOTTOM + 32),
        (FONT, 14),
    ))?;
    let upright = (FONT, 14).into_font().transform(FontTransform::Rotate270);
    root.draw(&Text::new(
        "share of scans with the class",
        (12, BOTTOM - 50),
        upright,
    ))?;
    Ok(())
}
