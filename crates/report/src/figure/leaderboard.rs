//! Every model's macro figure in order, with whiskers for its interval.

use super::frame::{Axis, Frame, top};
use super::heading::{Heading, Sample};
use super::looks::{Look, Looks};
use super::palette::{CONTEXT, MUTED, TEXT};
use super::pen::{Drawn, Pen, SMALL, WIDTH, left, right};
use super::text_width::{cut, text_width};
use super::{Figure, Sheet};
use crate::data::{Interval, Run, Spread};
use crate::published::PublishedModel;
use crate::wording::{PUBLISHED, percent};
use crate::{Evaluation, ReportError, Topic};

const ROW: i32 = 36;

struct Row<'a> {
    name: &'a str,
    figure: f64,
    interval: Option<Interval>,
    /// None for what was published.
    look: Option<Look>,
}

impl Row<'_> {
    fn printed(&self) -> String {
        match self.interval {
            Some(Interval { low, high }) => {
                format!("{} [{}, {}]", percent(self.figure), percent(low), percent(high))
            }
            None => percent(self.figure),
        }
    }
}

/// Of F1 and of balanced accuracy.
pub(super) fn figures(
    evaluation: &Evaluation,
    published: &[PublishedModel],
    looks: &Looks,
) -> Result<Vec<Figure>, ReportError> {
    type OfRun = fn(&Run) -> Option<Spread>;
    type OfPaper = fn(&PublishedModel) -> Option<f64>;
    let kinds: [(_, _, _, OfRun, OfPaper); 2] = [
        (
            "leaderboard_f1",
            Topic::Grounding,
            "F1 of grounding",
            |run| run.macro_grounding().map(|f| f.f1),
            |model| model.f1,
        ),
        (
            "leaderboard_balanced_accuracy",
            Topic::Presence,
            "Balanced accuracy of presence",
            |run| run.macro_presence().map(|f| f.balanced_accuracy),
            |model| model.balanced_accuracy,
        ),
    ];
    let mut all = Vec::new();
    for (id, topic, what, of_run, of_paper) in kinds {
        let mut rows: Vec<_> = evaluation
            .runs
            .iter()
            .filter_map(|run| own(run, looks, of_run(run)?))
            .collect();
        if rows.is_empty() {
            continue;
        }
        rows.extend(published.iter().filter_map(|model| {
            Some(Row {
                name: &model.name,
                figure: of_paper(model)?,
                interval: None,
                look: None,
            })
        }));
        rows.sort_by(|a, b| b.figure.total_cmp(&a.figure));
        all.push(board(id, topic, what, &rows)?);
    }
    Ok(all)
}

fn own<'a>(run: &'a Run, looks: &Looks, figure: Spread) -> Option<Row<'a>> {
    Some(Row {
        name: &run.name,
        figure: figure.mean,
        interval: figure.interval,
        look: Some(looks.get(&run.name)?),
    })
}

fn board(id: &str, topic: Topic, what: &str, rows: &[Row]) -> Result<Figure, ReportError> {
    let whiskers = rows.iter().any(|row| row.interval.is_some());
    let title = format!("{what}, all models");
    let entries = rows
        .iter()
        .any(|row| row.look.is_none())
        .then(|| (Sample::Context, PUBLISHED.to_owned()));
    let heading = Heading::new(&title, entries.into_iter().collect());
    let names: Vec<_> = rows
        .iter()
        .map(|row| cut(row.name, f64::from(SMALL), 480.0))
        .collect();
    let widest = |texts: &mut dyn Iterator<Item = f64>| texts.fold(0.0, f64::max).ceil() as i32;
    let room = widest(&mut names.iter().map(|name| text_width(name, f64::from(SMALL))));
    let figures = widest(
        &mut rows
            .iter()
            .map(|row| text_width(&row.printed(), f64::from(SMALL))),
    );
    let ends = rows
        .iter()
        .map(|row| row.interval.map_or(row.figure, |interval| interval.high));
    let start = heading.bottom() + 10;
    let bottom = start + ROW * rows.len() as i32;
    let frame = Frame::across(
        (24 + room + 18, start),
        (WIDTH - 24 - figures - 24, bottom),
        Axis::percent(top(ends), &format!("{what}, macro")),
    );
    let told = rows.iter().map(|row| {
        let remark = if row.look.is_none() {
            format!(" ({PUBLISHED})")
        } else {
            String::new()
        };
        format!("{}{remark} {}", row.name, row.printed())
    });
    let told = told.collect::<Vec<_>>();
    let sheet = Sheet {
        id: id.to_owned(),
        topic,
        caption: match whiskers {
            true => format!("{what}, macro over classes, %, with the intervals that the settings name."),
            false => format!("{what}, macro over classes, %."),
        },
        description: format!("{title} (%): {}.", told.join("; ")),
        title,
        height: bottom + 80,
    };
    sheet.draw(|pen| {
        heading.draw(pen)?;
        frame.draw(pen)?;
        for ((row, name), at) in rows.iter().zip(&names).zip(0_i32..) {
            let y = start + ROW * at + ROW / 2;
            line(pen, &frame, row, name, y)?;
        }
        Ok(())
    })
}

fn line(pen: &Pen, frame: &Frame, row: &Row, name: &str, y: i32) -> Drawn {
    let words = if row.look.is_none() { CONTEXT } else { TEXT };
    pen.text(name, (frame.left - 14, y), right(SMALL).colour(words))?;
    if let Some(Interval { low, high }) = row.interval {
        let (low, high) = (frame.x(low), frame.x(high));
        pen.line(&[(low, y), (high, y)], MUTED, 3)?;
        for end in [low, high] {
            pen.line(&[(end, y - 8), (end, y + 8)], MUTED, 3)?;
        }
    }
    let at = (frame.x(row.figure), y);
    match row.look {
        None => pen.ring(at, 8, CONTEXT)?,
        Some(look) => pen.marker(at, 9, look.series, look.colour(), true)?,
    }
    pen.text(&row.printed(), (frame.right + 24, y), left(SMALL).colour(words))
}
