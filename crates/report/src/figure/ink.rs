//! The drawing backend: plotters' SVG, with text measured by our own widths.
//!
//! plotters measures text with the fonts of the system or, in a browser, with the document, which a worker does not
//! have; either would make the bytes depend on the machine.

use std::io::Error;

use plotters::backend::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::text_width::text_width;

/// plotters writes the font size divided by this.
const FONT_SCALE: f64 = 1.24;

/// Draws into a string.
pub(crate) struct Ink<'a>(SVGBackend<'a>);

impl<'a> Ink<'a> {
    pub(crate) fn into(svg: &'a mut String, size: (u32, u32)) -> Self {
        Self(SVGBackend::with_string(svg, size))
    }

    /// The size to give to plotters for text of this size in the file.
    pub(crate) fn font_size(size: u32) -> f64 {
        f64::from(size) * FONT_SCALE
    }
}

type Drawn = Result<(), DrawingErrorKind<Error>>;

impl DrawingBackend for Ink<'_> {
    type ErrorType = Error;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.0.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        self.0.draw_pixel(at, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.0.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.0.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.0.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.0.draw_text(text, style, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Error>> {
        let size = style.size() / FONT_SCALE;
        Ok((text_width(text, size).ceil() as u32, size.ceil() as u32))
    }
}
