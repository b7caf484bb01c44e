//! Figures: SVG with the text left as text, the same bytes everywhere.

mod ablation;
mod breakdown;
mod class_bars;
mod explained;
mod frame;
mod gallery;
mod grouped_bars;
mod heading;
mod ink;
mod labels;
mod leaderboard;
mod looks;
mod names;
mod palette;
mod pen;
mod plane;
mod readers;
mod size_plot;
mod sweep;
pub mod text_width;

use looks::Looks;
use maud::html;
use pen::{Drawn, Pen, WIDTH};

use crate::published::Published;
use crate::{Evaluation, ReportError, Topic};

/// A figure of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The stem of its files, lower case.
    pub id: String,
    /// What it is about.
    pub topic: Topic,
    /// Its title, also inside the SVG.
    pub title: String,
    /// What it shows, how to read it, and what it leaves out.
    pub caption: String,
    /// Its figures in words, for those who cannot see it; also inside the SVG.
    pub description: String,
    /// The SVG, 1200 units wide, shown at 600 pixels or more.
    pub svg: String,
}

/// The figures of a report in its order; those without data are left out.
///
/// # Errors
/// [`ReportError::Figure`] if the drawing library fails, [`ReportError::Published`] if the paper's figures are damaged.
pub fn figures(evaluation: &Evaluation) -> Result<Vec<Figure>, ReportError> {
    let published = Published::context(evaluation)?;
    let looks = Looks::of(evaluation);
    let mut all = Vec::new();
    all.extend(leaderboard::figures(evaluation, &published, &looks)?);
    all.extend(plane::figures(evaluation, &published, &looks)?);
    all.extend(class_bars::figures(evaluation, &looks)?);
    all.extend(size_plot::figures(evaluation, &published, &looks)?);
    all.extend(sweep::figures(evaluation)?);
    all.extend(readers::figure(evaluation, &looks)?);
    all.extend(breakdown::figure(evaluation)?);
    all.extend(ablation::figures(evaluation)?);
    all.extend(explained::figure(evaluation)?);
    all.extend(gallery::figures(evaluation)?);
    all.sort_by_key(|figure| figure.topic);
    Ok(all)
}

/// A figure before it is drawn.
struct Sheet {
    id: String,
    topic: Topic,
    title: String,
    caption: String,
    description: String,
    height: i32,
}

impl Sheet {
    /// Draws it. The SVG's head is ours: title and description for screen readers, and what lies below the drawing.
    fn draw(self, draw: impl FnOnce(&Pen) -> Drawn) -> Result<Figure, ReportError> {
        let height = u32::try_from(self.height).unwrap_or(1);
        let mut drawing = String::new();
        let pen = Pen::new(&mut drawing, (WIDTH.unsigned_abs(), height));
        let drawn = draw(&pen).and_then(|()| pen.finish());
        let under = drawn.map_err(|error| ReportError::Figure {
            figure: self.id.clone(),
            what: error.0,
        })?;
        let body = drawing.split_once('>').map_or("", |(_, body)| body);
        let [title, description] = ["title", "desc"].map(|part| format!("{}-{part}", self.id));
        let words = html! {
            title id=(title) { (self.title) }
        };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{shown}\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-labelledby=\"{title} {description}\">\n{}\n<desc id=\"{description}\">{}</desc>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n{under}{}\n",
            words.into_string(),
            html! { (self.description) }.into_string(),
            body.trim_start(),
            width = WIDTH / 2,
            shown = f64::from(height) / 2.0,
        );
        Ok(Figure {
            id: self.id,
            topic: self.topic,
            title: self.title,
            caption: self.caption,
            description: self.description,
            svg: svg.trim_end().to_owned() + "\n",
        })
    }
}
