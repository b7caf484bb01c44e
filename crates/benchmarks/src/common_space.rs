//! The space in which two files meet, reached from either without rounding.

use groundscope_geometry::{Decimal, DecimalBox};

use crate::annotations::{CoordinateSpace, ImageBoxes, LabelledBox};

/// The scales of one image's boxes. Files in one space meet there; otherwise in thousandths of a pixel, where every
/// space comes by a whole factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonSpace {
    references: [i64; 2],
    predictions: [i64; 2],
    /// Pixels of the image in one millionth of this space, as numerator and denominator for x and y.
    pixels: [(f64, f64); 2],
    /// Square pixels in one square millionth of this space: a whole number over a power of ten.
    square_pixels: (i128, u32),
}

/// The largest image whose boxes can be brought from one space to another within the range of [`DecimalBox`].
pub(crate) const LARGEST_MIXED: u32 = 1_000_000;

impl CommonSpace {
    pub(crate) fn of(image: &ImageBoxes, references: CoordinateSpace, predictions: CoordinateSpace) -> Self {
        let (width, height) = (image.width, image.height);
        if references == predictions {
            let extent = references.extent(width, height);
            let [x, y] = extent.map(|far| far as f64);
            let whole = i128::from(width) * i128::from(height);
            return Self {
                references: [1; 2],
                predictions: [1; 2],
                pixels: [(f64::from(width), x), (f64::from(height), y)],
                square_pixels: match references {
                    CoordinateSpace::Pixel => (1, 12),
                    CoordinateSpace::Norm1000 => (whole, 18),
                    CoordinateSpace::Unit => (whole, 12),
                },
            };
        }
        Self {
            references: references.factors(width, height),
            predictions: predictions.factors(width, height),
            pixels: [(1.0, 1000.0 * Decimal::ONE as f64); 2],
            square_pixels: (1, 18),
        }
    }

    /// A reference box in this space.
    pub(crate) fn reference(&self, labelled: &LabelledBox) -> Option<DecimalBox> {
        scaled(labelled, self.references)
    }

    /// A predicted box in this space.
    pub(crate) fn prediction(&self, labelled: &LabelledBox) -> Option<DecimalBox> {
        scaled(labelled, self.predictions)
    }

    /// A point of this space in pixels.
    pub(crate) fn point_in_pixels(&self, [x, y]: [i64; 2]) -> [f64; 2] {
        let [(width, far_x), (height, far_y)] = self.pixels;
        [x as f64 * width / far_x, y as f64 * height / far_y]
    }

    /// A box of this space in pixels.
    pub(crate) fn box_in_pixels(&self, corners: &DecimalBox) -> [f64; 4] {
        let [x1, y1, x2, y2] = corners.micros();
        let ([x1, y1], [x2, y2]) = (self.point_in_pixels([x1, y1]), self.point_in_pixels([x2, y2]));
        [x1, y1, x2, y2]
    }

    /// An area of this space in square pixels.
    pub(crate) fn area_in_pixels(&self, area: i128) -> f64 {
        let [(width, far_x), (height, far_y)] = self.pixels;
        area as f64 * (width * height) / (far_x * far_y)
    }

    /// The same exactly, as a decimal number in text. Areas lie within the image, so that nothing overflows.
    pub(crate) fn area_text(&self, area: i128) -> String {
        let (factor, decimals) = self.square_pixels;
        let (scaled, one) = (area.saturating_mul(factor), 10_i128.pow(decimals));
        let (whole, rest) = (scaled / one, scaled % one);
        let digits = format!("{whole}.{rest:0width$}", width = decimals as usize);
        digits.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn scaled(labelled: &LabelledBox, [x, y]: [i64; 2]) -> Option<DecimalBox> {
    let [x1, y1, x2, y2] = labelled.corners.micros();
    let scaled = [
        x1.checked_mul(x)?,
        y1.checked_mul(y)?,
        x2.checked_mul(x)?,
        y2.checked_mul(y)?,
    ];
    DecimalBox::from_micros(scaled).ok()
}
