//! Stacked bars of what each model's errors come from.

use super::frame::{Axis, Frame};
use super::heading::{Heading, Sample};
use super::palette::{TEXT, colour, on};
use super::pen::{Drawn, Pen, SMALL, WIDTH, left, middle, right};
use super::text_width::{cut, text_width};
use super::{Figure, Sheet};
use crate::data::Run;
use crate::tables::causes;
use crate::{Evaluation, ReportError, Topic};

const ROW: i32 = 44;

/// Shares of all errors by cause, a bar for each model, the number of errors beside it.
pub(super) fn figure(evaluation: &Evaluation) -> Result<Option<Figure>, ReportError> {
    let causes = causes(evaluation);
    let runs: Vec<_> = evaluation.runs.iter().filter(|run| total(run) > 0).collect();
    if runs.is_empty() {
        return Ok(None);
    }
    let title = "Errors in grounding by cause";
    let legend = causes.iter().enumerate().zip('A'..);
    let entries =
        legend.map(|((at, name), letter)| (Sample::Bar(colour(at), Some(letter)), (*name).to_owned()));
    let heading = Heading::new(title, entries.collect());
    let names: Vec<_> = runs
        .iter()
        .map(|run| cut(&run.name, f64::from(SMALL), 480.0))
        .collect();
    let widest = names.iter().map(|name| text_width(name, f64::from(SMALL)));
    let room = widest.fold(0.0, f64::max).ceil() as i32;
    let start = heading.bottom() + 10;
    let bottom = start + ROW * runs.len() as i32;
    let frame = Frame::across(
        (24 + room + 18, start),
        (WIDTH - 130, bottom),
        Axis::percent(1.0, "share of the model's errors"),
    );
    let told: Vec<_> = runs.iter().map(|run| told(run)).collect();
    let sheet = Sheet {
        id: "breakdown".to_owned(),
        topic: Topic::Diagnosis,
        title: title.to_owned(),
        caption: "What each model's errors come from, as shares of its errors; the number of errors stands beside the bar."
            .to_owned(),
        description: format!("{title}: {}.", told.join("; ")),
        height: bottom + 80,
    };
    let figure = sheet.draw(|pen| {
        heading.draw(pen)?;
        frame.draw(pen)?;
        for ((run, name), at) in runs.iter().zip(&names).zip(0_i32..) {
            let y = start + ROW * at + ROW / 2;
            pen.text(name, (frame.left - 14, y), right(SMALL))?;
            bar(pen, &frame, run, &causes, y)?;
        }
        Ok(())
    });
    figure.map(Some)
}

fn total(run: &Run) -> u64 {
    run.breakdown.iter().flatten().map(|cause| cause.count).sum()
}

fn told(run: &Run) -> String {
    let causes: Vec<_> = run
        .breakdown
        .iter()
        .flatten()
        .map(|cause| format!("{} {}", cause.cause, cause.count))
        .collect();
    format!("{}: {}", run.name, causes.join(", "))
}

fn bar(pen: &Pen, frame: &Frame, run: &Run, causes: &[&str], y: i32) -> Drawn {
    let total = total(run);
    let mut before = 0_u64;
    for ((at, name), letter) in causes.iter().enumerate().zip('A'..) {
        let own = run.breakdown.iter().flatten().find(|cause| cause.cause == *name);
        let Some(cause) = own.filter(|cause| cause.count > 0) else {
            continue;
        };
        let place = |count: u64| frame.x(count as f64 / total as f64);
        let (from, to) = (place(before), place(before + cause.count));
        before += cause.count;
        let ground = colour(at);
        pen.fill((from, y - 17), (to, y + 17), ground)?;
        pen.outline((from, y - 17), (to, y + 17), TEXT, 1)?;
        let (long, short) = (format!("{letter} {}", cause.count), letter.to_string());
        let fits = |text: &String| text_width(text, f64::from(SMALL - 1)) + 8.0 < f64::from(to - from);
        if let Some(text) = [long, short].iter().find(|text| fits(text)) {
            pen.text(text, ((from + to) / 2, y), middle(SMALL - 1).colour(on(ground)))?;
        }
    }
    pen.text(&total.to_string(), (frame.right + 14, y), left(SMALL))
}
