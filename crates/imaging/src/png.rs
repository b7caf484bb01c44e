//! What a PNG header says that the decoder hides by expanding it.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};

use crate::error::DecodeError;
use crate::scan::{Colour, Format};

pub(crate) struct Header {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) colour: Colour,
    pub(crate) bit_depth: u8,
}

/// Reads the IHDR chunk: size, bit depth and colour type lie at fixed places behind the signature (PNG, section 11.2.1).
pub(crate) fn header(bytes: &[u8]) -> Result<Header, DecodeError> {
    let format = Format::Png;
    let Some(ihdr) = bytes.get(12..26) else {
        return Err(DecodeError::Truncated { format });
    };
    let corrupt = |detail: &str| DecodeError::Corrupt {
        format,
        detail: detail.to_owned(),
    };
    let &[
        b'I',
        b'H',
        b'D',
        b'R',
        w0,
        w1,
        w2,
        w3,
        h0,
        h1,
        h2,
        h3,
        bit_depth,
        colour,
    ] = ihdr
    else {
        return Err(corrupt("no header chunk"));
    };
    Ok(Header {
        width: u32::from_be_bytes([w0, w1, w2, w3]),
        height: u32::from_be_bytes([h0, h1, h2, h3]),
        bit_depth,
        colour: match colour {
            0 => Colour::Grey,
            2 => Colour::Rgb,
            3 => Colour::Palette,
            4 => Colour::GreyAlpha,
            6 => Colour::Rgba,
            _ => return Err(corrupt("unknown colour type")),
        },
    })
}

/// Pixels, 8 bits a channel, row-major, that do not fill their picture, or a picture that has no area.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The number of bytes does not fit the size.
    #[error("{found} bytes do not fill {width} x {height} pixels of {channels} bytes each")]
    Length {
        /// Bytes a pixel.
        channels: u8,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Bytes given.
        found: usize,
    },
    /// The encoder refused.
    #[error("the PNG could not be written ({0})")]
    Encoder(#[from] image::ImageError),
}

/// Encodes RGBA pixels, 8 bits a channel, row-major, as a PNG file.
///
/// # Errors
/// When `rgba` is not `width * height * 4` bytes, or a side is zero.
pub fn encode_png_rgba(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, EncodeError> {
    encode(width, height, rgba, ExtendedColorType::Rgba8)
}

/// Encodes RGB pixels, 8 bits a channel, row-major, as a PNG file.
///
/// # Errors
/// When `rgb` is not `width * height * 3` bytes, or a side is zero.
pub fn encode_png_rgb(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, EncodeError> {
    encode(width, height, rgb, ExtendedColorType::Rgb8)
}

/// Encodes grey pixels of 8 bits, row-major, as a PNG file.
///
/// # Errors
/// When `grey` is not `width * height` bytes, or a side is zero.
pub fn encode_png_grey(width: u32, height: u32, grey: &[u8]) -> Result<Vec<u8>, EncodeError> {
    encode(width, height, grey, ExtendedColorType::L8)
}

fn encode(width: u32, height: u32, pixels: &[u8], colour: ExtendedColorType) -> Result<Vec<u8>, EncodeError> {
    let channels = colour.channel_count();
    if pixels.is_empty() || pixels.len() as u64 != u64::from(width) * u64::from(height) * u64::from(channels)
    {
        return Err(EncodeError::Length {
            channels,
            width,
            height,
            found: pixels.len(),
        });
    }
    let mut file = Vec::new();
    PngEncoder::new(&mut file).write_image(pixels, width, height, colour)?;
    Ok(file)
}
