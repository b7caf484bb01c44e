//! SVG to PNG, with a font of its own: the same picture on every machine, whatever fonts it has.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::{Figure, ReportError};

/// Pixels for each pixel at which the SVG is shown.
const SCALE: f32 = 2.0;

/// Renders figures. Setting it up parses the fonts, so one renderer serves all figures of a report.
pub struct Renderer {
    options: Options<'static>,
}

impl Default for Renderer {
    fn default() -> Self {
        let mut fonts = fontdb::Database::new();
        // DejaVu Sans (Bitstream Vera licence): the font that the figures' room for text is measured with.
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::bold())));
        fonts.set_sans_serif_family("DejaVu Sans");
        Self {
            options: Options {
                font_family: "DejaVu Sans".to_owned(),
                fontdb: Arc::new(fonts),
                ..Options::default()
            },
        }
    }
}

impl Renderer {
    /// The figure as PNG, 1200 pixels wide.
    ///
    /// # Errors
    /// [`ReportError::Png`] if the SVG is too large or cannot be rendered.
    pub fn png(&self, figure: &Figure) -> Result<Vec<u8>, ReportError> {
        let failed = |what: String| ReportError::Png {
            figure: figure.id.clone(),
            what,
        };
        let tree = Tree::from_str(&figure.svg, &self.options).map_err(|error| failed(error.to_string()))?;
        let size = tree.size().to_int_size();
        let scaled = size
            .scale_by(SCALE)
            .ok_or_else(|| failed("it has no size".to_owned()))?;
        let mut picture = Pixmap::new(scaled.width(), scaled.height()).ok_or_else(|| {
            failed(format!(
                "{} x {} pixels are too many",
                scaled.width(),
                scaled.height()
            ))
        })?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
        picture.encode_png().map_err(|error| failed(error.to_string()))
    }
}
