//! Stored samples to luminance: Rec. 601 weights, opacity on black.

use crate::scan::Colour;

/// Samples as stored, channels interleaved.
pub(crate) enum Values {
    Eight(Vec<u8>),
    Sixteen(Vec<u16>),
}

/// Order and meaning of the channels of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channels {
    Grey,
    GreyAlpha,
    Rgb,
    Rgba,
    Cmyk,
}

impl Channels {
    pub(crate) const fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::GreyAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }

    pub(crate) const fn colour(self) -> Colour {
        match self {
            Self::Grey => Colour::Grey,
            Self::GreyAlpha => Colour::GreyAlpha,
            Self::Rgb => Colour::Rgb,
            Self::Rgba => Colour::Rgba,
            Self::Cmyk => Colour::Cmyk,
        }
    }

    /// Channels that carry brightness, without opacity.
    const fn bright(self) -> usize {
        match self {
            Self::Grey | Self::GreyAlpha => 1,
            Self::Rgb | Self::Rgba => 3,
            Self::Cmyk => 4,
        }
    }
}

/// Decoded samples on their way to luminance.
pub(crate) struct Samples {
    pub(crate) channels: Channels,
    pub(crate) values: Values,
    /// Brightness is already multiplied by opacity (TIFF's associated alpha).
    pub(crate) premultiplied: bool,
}

impl Samples {
    /// Bits of a sample in memory.
    pub(crate) fn stored_bits(&self) -> u8 {
        match self.values {
            Values::Eight(_) => 8,
            Values::Sixteen(_) => 16,
        }
    }

    /// Bits that the samples use: 8 for 8-bit samples; for 16-bit ones the smallest of 8, 10, 12, 14 and 16 that holds the largest brightness.
    /// Cameras and exporters write 10- or 12-bit data into 16-bit files without scaling it up.
    pub(crate) fn significant_bits(&self) -> u8 {
        let Values::Sixteen(values) = &self.values else {
            return 8;
        };
        let largest = values
            .chunks_exact(self.channels.count())
            .flat_map(|pixel| pixel.iter().take(self.channels.bright()))
            .copied()
            .max()
            .unwrap_or(0);
        if largest == 0 || self.channels == Channels::Cmyk {
            return 16;
        }
        [8, 10, 12, 14]
            .into_iter()
            .find(|bits| largest >> bits == 0)
            .unwrap_or(16)
    }

    /// Luminance 0..1 of each pixel, with the brightness that `bits` bits can hold as 1.
    pub(crate) fn luminance(&self, bits: u8) -> Vec<f32> {
        let white = ((1_u32 << bits.min(16)) - 1) as f32;
        match &self.values {
            Values::Eight(values) => self.each(values, white, 255.0),
            Values::Sixteen(values) => self.each(values, white, 65535.0),
        }
    }

    fn each<T: Copy + Into<f32>>(&self, values: &[T], white: f32, opaque: f32) -> Vec<f32> {
        let unit = |v: T| v.into() / white;
        let opacity = |a: T| {
            if self.premultiplied {
                1.0
            } else {
                a.into() / opaque
            }
        };
        let pixels = values.chunks_exact(self.channels.count());
        let grey = pixels.map(|pixel| match (self.channels, pixel) {
            (Channels::Grey, [v]) => unit(*v),
            (Channels::GreyAlpha, [v, a]) => unit(*v) * opacity(*a),
            (Channels::Rgb, [r, g, b]) => rec601(unit(*r), unit(*g), unit(*b)),
            (Channels::Rgba, [r, g, b, a]) => rec601(unit(*r), unit(*g), unit(*b)) * opacity(*a),
            // Ink takes light away: R = (1 - C)(1 - K).
            (Channels::Cmyk, [c, m, y, k]) => {
                let light = 1.0 - unit(*k);
                let lit = |ink: T| (1.0 - unit(ink)) * light;
                rec601(lit(*c), lit(*m), lit(*y))
            }
            // `chunks_exact` gives as many samples as there are channels.
            _ => 0.0,
        });
        grey.map(|v| v.clamp(0.0, 1.0)).collect()
    }
}

/// Luma of gamma-coded RGB (ITU-R BT.601): `0.299 R + 0.587 G + 0.114 B`. Grey stored as RGB keeps its exact value.
fn rec601(r: f32, g: f32, b: f32) -> f32 {
    if r == g && g == b {
        return g;
    }
    0.299 * r + 0.587 * g + 0.114 * b
}
