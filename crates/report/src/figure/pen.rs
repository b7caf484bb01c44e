//! Strokes, shapes and text in the units of a figure (1200 across, shown 600 pixels wide).

use std::cell::RefCell;
use std::io::Error;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color as _, FontFamily, FontStyle, FontTransform, IntoFont as _, RGBColor, ShapeStyle, TextStyle,
};

use super::ink::Ink;
use super::palette::{TEXT, shape};

/// The width of every figure.
pub(crate) const WIDTH: i32 = 1200;
/// Text sizes: at 600 pixels they are half of it.
pub(crate) const TITLE: u32 = 30;
pub(crate) const BODY: u32 = 24;
pub(crate) const SMALL: u32 = 21;

/// What the drawing library said when it failed.
#[derive(Debug)]
pub(crate) struct DrawError(pub(crate) String);

impl From<DrawingAreaErrorKind<Error>> for DrawError {
    fn from(error: DrawingAreaErrorKind<Error>) -> Self {
        Self(error.to_string())
    }
}

pub(crate) type Drawn = Result<(), DrawError>;
pub(crate) type Point = (i32, i32);

/// A point for what is drawn in fractions of a unit.
pub(crate) fn precise((x, y): Point) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// How text is set: size, colour, where its anchor is, whether bold.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    size: u32,
    colour: RGBColor,
    h: HPos,
    v: VPos,
    bold: bool,
    up: bool,
}

/// Text that starts at its anchor, vertically centred.
pub(crate) fn left(size: u32) -> Type {
    Type {
        size,
        colour: TEXT,
        h: HPos::Left,
        v: VPos::Center,
        bold: false,
        up: false,
    }
}

/// Text that ends at its anchor.
pub(crate) fn right(size: u32) -> Type {
    Type {
        h: HPos::Right,
        ..left(size)
    }
}

/// Text centred on its anchor.
pub(crate) fn middle(size: u32) -> Type {
    Type {
        h: HPos::Center,
        ..left(size)
    }
}

impl Type {
    pub(crate) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) fn colour(self, colour: RGBColor) -> Self {
        Self { colour, ..self }
    }

    /// Read from bottom to top.
    pub(crate) fn up(self) -> Self {
        Self { up: true, ..self }
    }
}

/// Draws on a figure. `under` keeps raw SVG that lies below everything else.
pub(crate) struct Pen<'a> {
    area: DrawingArea<Ink<'a>, Shift>,
    under: RefCell<String>,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(svg: &'a mut String, size: (u32, u32)) -> Self {
        Self {
            area: Ink::into(svg, size).into_drawing_area(),
            under: RefCell::default(),
        }
    }

    /// Ends the drawing; returns what lies below.
    pub(crate) fn finish(self) -> Result<String, DrawError> {
        self.area.present()?;
        Ok(self.under.into_inner())
    }

    /// Raw SVG below everything else, for what plotters cannot draw: dashes, hatches and images.
    pub(crate) fn under(&self, svg: &str) {
        let mut under = self.under.borrow_mut();
        under.push_str(svg);
        under.push('\n');
    }

    /// A dashed line below everything else.
    pub(crate) fn dashed(&self, points: &[(f64, f64)], colour: RGBColor, width: u32, dash: &str) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let RGBColor(r, g, b) = colour;
        self.under(&format!(
            "<polyline fill=\"none\" stroke=\"#{r:02X}{g:02X}{b:02X}\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{}\" points=\"{}\"/>",
            if dash.is_empty() { "none" } else { dash },
            points.join(" ")
        ));
    }

    /// A dashed line above what was drawn before it; each dash is an element, so only for a few short ones.
    pub(crate) fn dashed_above(&self, points: &[Point], colour: RGBColor, width: u32) -> Drawn {
        let style = ShapeStyle::from(&colour).stroke_width(width);
        let line = DashedPathElement::new(points.to_vec(), 10, 6, style);
        Ok(self.area.draw(&line)?)
    }

    pub(crate) fn line(&self, points: &[Point], colour: RGBColor, width: u32) -> Drawn {
        let style = ShapeStyle::from(&colour).stroke_width(width);
        Ok(self.area.draw(&PathElement::new(points.to_vec(), style))?)
    }

    /// A rectangle from one corner to the other.
    pub(crate) fn fill(&self, from: Point, to: Point, colour: RGBColor) -> Drawn {
        Ok(self.area.draw(&Rectangle::new([from, to], colour.filled()))?)
    }

    /// Makes what lies below a name paler, so that the name can be read.
    pub(crate) fn veil(&self, from: Point, to: Point) -> Drawn {
        Ok(self.area.draw(&Rectangle::new(
            [from, to],
            super::palette::WHITE.mix(0.75).filled(),
        ))?)
    }

    pub(crate) fn outline(&self, (x0, y0): Point, (x1, y1): Point, colour: RGBColor, width: u32) -> Drawn {
        self.line(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], colour, width)
    }

    /// A translucent disc with a rim.
    pub(crate) fn bubble(&self, at: Point, radius: i32, colour: RGBColor) -> Drawn {
        self.area
            .draw(&Circle::new(at, radius, colour.mix(0.55).filled()))?;
        let rim = ShapeStyle::from(&TEXT).stroke_width(1);
        Ok(self.area.draw(&Circle::new(at, radius, rim))?)
    }

    pub(crate) fn disc(&self, at: Point, radius: i32, colour: RGBColor) -> Drawn {
        Ok(self.area.draw(&Circle::new(at, radius, colour.filled()))?)
    }

    pub(crate) fn ring(&self, at: Point, radius: i32, colour: RGBColor) -> Drawn {
        let rim = ShapeStyle::from(&colour).stroke_width(3);
        Ok(self.area.draw(&Circle::new(at, radius, rim))?)
    }

    /// The marker of the n-th series: filled with a thin dark rim, so that pale colours show, or hollow.
    pub(crate) fn marker(
        &self,
        (x, y): Point,
        radius: i32,
        series: usize,
        colour: RGBColor,
        filled: bool,
    ) -> Drawn {
        let points = shape(series);
        if points.is_empty() {
            return match filled {
                true => {
                    self.disc((x, y), radius, colour)?;
                    let rim = ShapeStyle::from(&TEXT).stroke_width(1);
                    Ok(self.area.draw(&Circle::new((x, y), radius, rim))?)
                }
                false => {
                    self.disc((x, y), radius, super::palette::WHITE)?;
                    self.ring((x, y), radius, colour)
                }
            };
        }
        let to = |share: f64| (share * f64::from(radius)).round() as i32;
        let mut corners: Vec<Point> = points.iter().map(|(dx, dy)| (x + to(*dx), y + to(*dy))).collect();
        let ground = if filled { colour } else { super::palette::WHITE };
        self.area.draw(&Polygon::new(corners.clone(), ground.filled()))?;
        corners.extend(corners.first().copied());
        match filled {
            true => self.line(&corners, TEXT, 1),
            false => self.line(&corners, colour, 3),
        }
    }

    pub(crate) fn text(&self, text: &str, at: Point, set: Type) -> Drawn {
        let style = if set.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let font = (FontFamily::SansSerif, Ink::font_size(set.size), style).into_font();
        let font = if set.up {
            font.transform(FontTransform::Rotate270)
        } else {
            font
        };
        let style = TextStyle::from(font)
            .color(&set.colour)
            .pos(Pos::new(set.h, set.v));
        Ok(self.area.draw(&Text::new(text.to_owned(), at, style))?)
    }

    /// Lines of text, one below the other, centred vertically on the anchor.
    pub(crate) fn lines(&self, lines: &[String], (x, y): Point, set: Type) -> Drawn {
        let step = set.size as i32 * 6 / 5;
        let top = y - step * (lines.len() as i32 - 1) / 2;
        for (line, y) in lines.iter().zip((top..).step_by(step as usize)) {
            self.text(line, (x, y), set)?;
        }
        Ok(())
    }
}
