//! Figures against the size of the model: families by colour and marker, generations by line, dense filled. A model without a
//! family stands alone.

use super::frame::{Axis, Frame, bottom, top};
use super::heading::{Heading, Sample};
use super::looks::Looks;
use super::names::{Named, Names};
use super::palette::{CONTEXT, TEXT, colour, dash};
use super::pen::{Drawn, Pen, WIDTH};
use super::{Figure, Sheet};
use crate::data::{Kind, Run};
use crate::published::PublishedModel;
use crate::wording::{PUBLISHED, list, percent, size};
use crate::{Evaluation, ReportError, Topic};

/// A model with a size and a figure.
struct Dot<'a> {
    name: &'a str,
    params: f64,
    figure: f64,
    series: Member<'a>,
    generation: &'a str,
    kind: Option<Kind>,
    published: bool,
}

/// What a model shares its colour and marker with.
#[derive(Clone, Copy, PartialEq)]
enum Member<'a> {
    /// The others of its family.
    Family(&'a str),
    /// Nobody: nothing is known that would join it, by its name, to another model.
    Alone(&'a str),
}

impl<'a> Member<'a> {
    fn of(family: Option<&'a str>, name: &'a str) -> Self {
        family.map_or(Self::Alone(name), Self::Family)
    }
}

/// Macro F1 and balanced accuracy against size.
pub(super) fn figures(
    evaluation: &Evaluation,
    published: &[PublishedModel],
    looks: &Looks,
) -> Result<Vec<Figure>, ReportError> {
    type OfRun = fn(&Run) -> Option<f64>;
    type OfPaper = fn(&PublishedModel) -> Option<f64>;
    let kinds: [(_, _, OfRun, OfPaper); 2] = [
        ("size_f1", "F1 of grounding", Run::f1, |model| model.f1),
        (
            "size_balanced_accuracy",
            "Balanced accuracy of presence",
            Run::balanced_accuracy,
            |model| model.balanced_accuracy,
        ),
    ];
    let mut all = Vec::new();
    for (id, what, of, of_paper) in kinds {
        let mut dots: Vec<Dot> = evaluation
            .runs
            .iter()
            .filter_map(|run| own(run, of(run)?))
            .collect();
        if dots.is_empty() {
            continue;
        }
        let unknown = evaluation
            .runs
            .iter()
            .filter(|run| run.params.is_none() && of(run).is_some());
        let unknown: Vec<_> = unknown.map(|run| run.name.as_str()).collect();
        dots.extend(
            published
                .iter()
                .filter_map(|model| of_the_paper(model, of_paper(model)?)),
        );
        all.push(plot(
            (id, what),
            &dots,
            &unknown,
            &Series::of(evaluation, looks, &dots),
        )?);
    }
    Ok(all)
}

fn own(run: &Run, figure: f64) -> Option<Dot<'_>> {
    Some(Dot {
        name: &run.name,
        params: run.params?,
        figure,
        series: Member::of(run.family.as_deref(), &run.name),
        generation: run.generation.as_deref().unwrap_or_default(),
        kind: run.kind,
        published: false,
    })
}

fn of_the_paper(model: &PublishedModel, figure: f64) -> Option<Dot<'_>> {
    Some(Dot {
        name: &model.name,
        params: model.params?,
        figure,
        series: Member::of(model.family.as_deref(), &model.name),
        generation: model.generation.as_deref().unwrap_or_default(),
        kind: model.kind,
        published: true,
    })
}

/// How families and generations look, those measured here only, and which lines the figure has.
struct Series<'a> {
    looks: &'a Looks<'a>,
    /// In the order in which the runs of the report first name them, also those that are not drawn here.
    generations: Vec<&'a str>,
    /// Family and generation.
    lines: Vec<(&'a str, &'a str)>,
}

impl<'a> Series<'a> {
    fn of(evaluation: &'a Evaluation, looks: &'a Looks<'a>, dots: &[Dot<'a>]) -> Self {
        let mut series = Self {
            looks,
            generations: Vec::new(),
            lines: Vec::new(),
        };
        for run in evaluation.runs.iter().filter(|run| run.family.is_some()) {
            let generation = run.generation.as_deref().unwrap_or_default();
            if !series.generations.contains(&generation) {
                series.generations.push(generation);
            }
        }
        for dot in dots.iter().filter(|dot| !dot.published) {
            let Member::Family(family) = dot.series else {
                continue;
            };
            if !series.lines.contains(&(family, dot.generation)) {
                series.lines.push((family, dot.generation));
            }
        }
        series
    }

    fn member(&self, member: Member<'_>) -> usize {
        let look = match member {
            Member::Family(family) => self.looks.family(family),
            Member::Alone(name) => self.looks.get(name),
        };
        look.map_or(0, |look| look.series)
    }

    fn generation(&self, name: &str) -> usize {
        self.generations
            .iter()
            .position(|generation| *generation == name)
            .unwrap_or(0)
    }

    fn legend(&self, dots: &[Dot]) -> Vec<(Sample, String)> {
        let lines = self.lines.iter().map(|(family, generation)| {
            let series = self.member(Member::Family(family));
            let sample = Sample::Marker {
                series,
                colour: colour(series),
                filled: true,
                dash: Some(dash(self.generation(generation))),
            };
            (sample, format!("{family} {generation}").trim_end().to_owned())
        });
        let mut entries: Vec<_> = lines.collect();
        let kind = |filled, name: &str| {
            let sample = Sample::Marker {
                series: 0,
                colour: TEXT,
                filled,
                dash: None,
            };
            (sample, name.to_owned())
        };
        entries.push(kind(true, "filled: dense"));
        entries.push(kind(false, "hollow: mixture of experts"));
        if dots.iter().any(|dot| dot.published) {
            entries.push((Sample::Context, PUBLISHED.to_owned()));
        }
        entries
    }
}

fn plot(
    (id, what): (&str, &str),
    dots: &[Dot],
    unknown: &[&str],
    series: &Series,
) -> Result<Figure, ReportError> {
    let title = format!("{what} against model size");
    let heading = Heading::new(&title, series.legend(dots));
    let start = heading.bottom() + 10;
    let figures = || dots.iter().map(|dot| dot.figure);
    let (low, high) = (bottom(figures()), top(figures()));
    let frame = Frame::new(
        (110, start),
        (WIDTH - 30, start + 640),
        Axis::doublings(
            dots.iter().map(|dot| dot.params),
            "parameters (billions, logarithmic)",
        ),
        Axis::percent_between(low..high, &format!("{what}, macro")),
    );
    let names = names(&frame, dots);
    let told: Vec<_> = dots.iter().map(told).collect();
    let mut caption = format!(
        "{what}, macro over classes, against the number of parameters (all of them, also in mixtures of experts). Colour and \
         marker are those of the family's best model and tell the family, the line's dashes its generation; lines join models of one generation."
    );
    if dots
        .iter()
        .any(|dot| !dot.published && matches!(dot.series, Member::Alone(_)))
    {
        caption.push_str(" A model whose family is not given has a colour and marker of its own and is joined to no other.");
    }
    if low > 0.0 {
        caption.push_str(&format!(" The axis begins at {} %.", percent(low)));
    }
    caption.push_str(names.remark());
    if !unknown.is_empty() {
        caption.push_str(&format!(" Not drawn, size unknown: {}.", list(unknown)));
    }
    let sheet = Sheet {
        id: id.to_owned(),
        topic: Topic::Size,
        description: format!("{title}: {}.", told.join("; ")),
        title,
        caption,
        height: start + 640 + 80 + names.key_height(),
    };
    sheet.draw(|pen| {
        heading.draw(pen)?;
        frame.draw(pen)?;
        lines(pen, &frame, dots, series);
        markers(pen, dots, series, &names)?;
        names.draw(pen, frame.bottom + 80)
    })
}

fn told(dot: &Dot) -> String {
    let kind = match dot.kind {
        Some(Kind::Moe) => ", mixture of experts",
        _ => "",
    };
    let remark = if dot.published {
        format!(" ({PUBLISHED})")
    } else {
        String::new()
    };
    let of = size(Some(dot.params), None);
    format!("{}{remark}: {of}{kind}, {} %", dot.name, percent(dot.figure))
}

fn lines(pen: &Pen, frame: &Frame, dots: &[Dot], series: &Series) {
    for (family, generation) in &series.lines {
        let mut of_line: Vec<_> = dots
            .iter()
            .filter(|dot| {
                !dot.published && dot.series == Member::Family(family) && dot.generation == *generation
            })
            .collect();
        of_line.sort_by(|a, b| a.params.total_cmp(&b.params));
        if of_line.len() > 1 {
            let points: Vec<_> = of_line
                .iter()
                .map(|dot| frame.precise(dot.params.log2(), dot.figure))
                .collect();
            pen.dashed(
                &points,
                colour(series.member(Member::Family(family))),
                3,
                dash(series.generation(generation)),
            );
        }
    }
}

fn names<'a>(frame: &Frame, dots: &'a [Dot]) -> Names<'a> {
    let points = dots.iter().map(|dot| Named {
        at: frame.at(dot.params.log2(), dot.figure),
        radius: 13,
        name: dot.name,
        colour: if dot.published { CONTEXT } else { TEXT },
    });
    let bounds = [frame.left + 4, frame.top - 10, frame.right + 24, frame.bottom - 4];
    Names::new(points.collect(), bounds)
}

fn markers(pen: &Pen, dots: &[Dot], series: &Series, names: &Names) -> Drawn {
    for (dot, point) in dots.iter().zip(names.points()) {
        if dot.published {
            pen.ring(point.at, 9, CONTEXT)?;
        } else {
            let at = series.member(dot.series);
            let filled = dot.kind != Some(Kind::Moe);
            pen.marker(point.at, 11, at, colour(at), filled)?;
        }
    }
    Ok(())
}
