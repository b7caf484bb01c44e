//! Precision and recall of every model in one plane, bubbles by size, dashed contours of equal F1.

use super::frame::{Axis, Frame, top};
use super::heading::{Heading, Sample};
use super::looks::{Look, Looks};
use super::names::{Named, Names};
use super::palette::{CONTEXT, MUTED, TEXT};
use super::pen::{Drawn, Pen, SMALL, WIDTH, left};
use super::{Figure, Sheet};
use crate::published::PublishedModel;
use crate::wording::{PUBLISHED, percent, size};
use crate::{Evaluation, ReportError, Topic};

/// A model in the plane.
struct Dot {
    name: String,
    precision: f64,
    recall: f64,
    params: Option<f64>,
    /// None for what was published.
    look: Option<Look>,
}

/// Of grounding and of presence questions.
pub(super) fn figures(
    evaluation: &Evaluation,
    published: &[PublishedModel],
    looks: &Looks,
) -> Result<Vec<Figure>, ReportError> {
    let runs = &evaluation.runs;
    let mut grounding: Vec<Dot> = Vec::new();
    let mut presence: Vec<Dot> = Vec::new();
    for run in runs {
        let dot = |precision, recall| Dot {
            name: run.name.clone(),
            precision,
            recall,
            params: run.params,
            look: looks.get(&run.name),
        };
        grounding.extend(
            run.macro_grounding()
                .map(|f| dot(f.precision.mean, f.recall.mean)),
        );
        presence.extend(run.macro_presence().map(|f| dot(f.precision.mean, f.recall.mean)));
    }
    let own = [grounding.len(), presence.len()];
    for model in published {
        let dot = |(precision, recall)| Dot {
            name: model.name.clone(),
            precision,
            recall,
            params: model.params,
            look: None,
        };
        grounding.extend(model.precision.zip(model.recall).map(dot));
        presence.extend(model.presence_precision.zip(model.presence_recall).map(dot));
    }
    let kinds = [
        (
            "grounding_plane",
            Topic::Grounding,
            "Precision and recall of grounding",
            grounding,
        ),
        (
            "presence_plane",
            Topic::Presence,
            "Precision and recall of presence answers",
            presence,
        ),
    ];
    let drawn = kinds.into_iter().zip(own).filter(|(_, own)| *own > 0);
    drawn
        .map(|((id, topic, title, dots), _)| plane(id, topic, title, dots))
        .collect()
}

fn plane(id: &str, topic: Topic, title: &str, mut dots: Vec<Dot>) -> Result<Figure, ReportError> {
    // Large bubbles first, so that small ones lie on them.
    dots.sort_by(|a, b| b.params.unwrap_or(0.0).total_cmp(&a.params.unwrap_or(0.0)));
    let largest = dots.iter().filter_map(|dot| dot.params).fold(1.0, f64::max);
    let mut entries = vec![
        (
            Sample::Bubble(MUTED),
            format!(
                "model, area by parameters (largest {})",
                size(Some(largest), None)
            ),
        ),
        (Sample::Dashed(MUTED, "8 6"), "equal F1".to_owned()),
    ];
    if dots.iter().any(|dot| dot.look.is_none()) {
        entries.push((Sample::Context, PUBLISHED.to_owned()));
    }
    let heading = Heading::new(title, entries);
    let y_top = top(dots.iter().map(|dot| dot.precision));
    let x_top = top(dots.iter().map(|dot| dot.recall));
    let start = heading.bottom() + 10;
    let frame = Frame::new(
        (110, start),
        (WIDTH - 130, start + 760),
        Axis::percent(x_top, "recall, macro"),
        Axis::percent(y_top, "precision, macro"),
    );
    let names = names(&frame, &dots, largest);
    let told: Vec<_> = dots.iter().map(told).collect();
    let sheet = Sheet {
        id: id.to_owned(),
        topic,
        title: title.to_owned(),
        caption: format!(
            "Macro precision against macro recall, %. The area of a bubble grows with the number of parameters; models of \
             unknown size have the smallest one. Dashed: equal harmonic mean of the two axes; macro F1 itself is the mean of \
             the classes' F1 and may lie off its contour.{}",
            names.remark()
        ),
        description: format!("{title}: {}.", told.join("; ")),
        height: start + 760 + 80 + names.key_height(),
    };
    sheet.draw(|pen| {
        heading.draw(pen)?;
        frame.draw(pen)?;
        contours(pen, &frame, x_top, y_top)?;
        bubbles(pen, &dots, &names)?;
        names.draw(pen, frame.bottom + 80)
    })
}

fn told(dot: &Dot) -> String {
    let remark = if dot.look.is_none() {
        format!(" ({PUBLISHED})")
    } else {
        String::new()
    };
    let (p, r) = (percent(dot.precision), percent(dot.recall));
    format!("{}{remark}: precision {p} %, recall {r} %", dot.name)
}

/// P = F R / (2 R - F), each contour named where it leaves the frame on the right.
fn contours(pen: &Pen, frame: &Frame, x_top: f64, y_top: f64) -> Drawn {
    for tenths in 1..=9_u8 {
        let f1 = f64::from(tenths) / 10.0;
        let from = f1 * y_top / (2.0 * y_top - f1);
        if 2.0 * y_top <= f1 || from >= x_top {
            continue;
        }
        let steps = 64_u8;
        let points: Vec<_> = (0..=steps)
            .map(|step| {
                let recall = from + (x_top - from) * (f64::from(step) / f64::from(steps)).powi(2);
                frame.precise(recall, (f1 * recall / (2.0 * recall - f1)).min(y_top))
            })
            .collect();
        pen.dashed(&points, MUTED, 2, "8 6");
        let end = f1 * x_top / (2.0 * x_top - f1);
        pen.text(
            &format!("F1 {tenths}0 %"),
            (frame.right + 8, frame.y(end)),
            left(SMALL).colour(MUTED),
        )?;
    }
    Ok(())
}

fn names<'a>(frame: &Frame, dots: &'a [Dot], largest: f64) -> Names<'a> {
    let radius = |params: Option<f64>| 9.0 + 27.0 * (params.unwrap_or(0.0) / largest).sqrt();
    let points = dots.iter().map(|dot| Named {
        at: frame.at(dot.recall, dot.precision),
        radius: radius(dot.params).round() as i32,
        name: &dot.name,
        colour: if dot.look.is_none() { CONTEXT } else { TEXT },
    });
    let bounds = [frame.left + 4, frame.top - 10, frame.right - 2, frame.bottom - 4];
    Names::new(points.collect(), bounds)
}

fn bubbles(pen: &Pen, dots: &[Dot], names: &Names) -> Drawn {
    for (dot, point) in dots.iter().zip(names.points()) {
        match dot.look {
            None => pen.ring(point.at, point.radius, CONTEXT)?,
            Some(look) => pen.bubble(point.at, point.radius, look.colour())?,
        }
    }
    Ok(())
}
