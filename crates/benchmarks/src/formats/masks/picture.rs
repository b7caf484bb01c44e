//! The pixel values of a PNG: grey levels or palette places as stored, never scaled.

use std::collections::BTreeMap;
use std::io::Cursor;

use groundscope_geometry::Run;
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

use crate::FileError;
use crate::formats::output_files::WriteError;

/// Pixels of the largest picture that is read, as for scans.
pub(super) const MAX_PIXELS: u64 = 64_000_000;

/// The values of a picture, row by row.
pub(super) struct Values {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) values: Vec<u16>,
}

impl Values {
    /// The runs of every value but 0, row by row.
    pub(super) fn runs(&self) -> BTreeMap<u16, Vec<Run>> {
        let mut runs: BTreeMap<u16, Vec<Run>> = BTreeMap::new();
        let rows = self.values.chunks_exact(self.width.max(1) as usize);
        for (y, row) in (0..self.height).zip(rows) {
            let mut x1 = 0;
            for alike in row.chunk_by(|a, b| a == b) {
                let x2 = x1 + alike.len() as u32;
                if let Some(value) = alike.first().filter(|value| **value != 0) {
                    runs.entry(*value).or_default().push(Run { y, x1, x2 });
                }
                x1 = x2;
            }
        }
        runs
    }
}

/// Decodes a grey or palette PNG of any depth, or one in colours whose channels agree, as grey saved in colour has.
pub(super) fn decode(path: &str, bytes: &[u8]) -> Result<Values, FileError> {
    let wrong = |what: String| FileError::Mask {
        path: path.to_owned(),
        what,
    };
    let broken = |error: png::DecodingError| wrong(error.to_string());
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::IDENTITY);
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(wrong(format!(
            "{width} x {height} pixels are too many, at most {MAX_PIXELS} are read"
        )));
    }
    let too_large = || wrong("its rows are too long".to_owned());
    let mut buffer = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let frame = reader.next_frame(&mut buffer).map_err(broken)?;
    let rows = buffer.chunks_exact(frame.line_size.max(1)).take(height as usize);
    let samples = frame.color_type.samples();
    let bits = frame.bit_depth as usize;
    let mut values = Vec::with_capacity(width as usize * height as usize);
    for row in rows {
        let pixels = unpacked(row, bits);
        match frame.color_type {
            ColorType::Grayscale | ColorType::Indexed => values.extend(pixels.take(width as usize)),
            ColorType::GrayscaleAlpha | ColorType::Rgb | ColorType::Rgba => {
                let pixels: Vec<u16> = pixels.collect();
                for pixel in pixels.chunks_exact(samples).take(width as usize) {
                    let value = match *pixel {
                        [grey, _] => Some(grey),
                        [r, g, b] | [r, g, b, _] => (r == g && g == b).then_some(r),
                        _ => None,
                    };
                    let value =
                        value.ok_or_else(|| wrong("it is in colours, not in class numbers".to_owned()))?;
                    values.push(value);
                }
            }
        }
    }
    Ok(Values {
        width,
        height,
        values,
    })
}

/// The samples of a row, the first in the highest bits of a byte.
fn unpacked(row: &[u8], bits: usize) -> Box<dyn Iterator<Item = u16> + '_> {
    match bits {
        16 => {
            let (pairs, _) = row.as_chunks();
            Box::new(pairs.iter().map(|pair| u16::from_be_bytes(*pair)))
        }
        8 => Box::new(row.iter().map(|byte| u16::from(*byte))),
        bits => {
            let mask = (1u16 << bits) - 1;
            let shifts = (0..8 / bits).rev().map(move |at| at * bits);
            Box::new(
                row.iter()
                    .flat_map(move |byte| shifts.clone().map(move |by| (u16::from(*byte) >> by) & mask)),
            )
        }
    }
}

/// Encodes values as a grey PNG of 8 bits, or of 16 where a value needs them.
pub(super) fn encode(picture: &Values) -> Result<Vec<u8>, WriteError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(ColorType::Grayscale);
    let wide = picture.values.iter().any(|value| *value > 255);
    encoder.set_depth(if wide { BitDepth::Sixteen } else { BitDepth::Eight });
    let mut writer = encoder.write_header().map_err(WriteError::encoder)?;
    let data: Vec<u8> = if wide {
        picture
            .values
            .iter()
            .flat_map(|value| value.to_be_bytes())
            .collect()
    } else {
        picture
            .values
            .iter()
            .filter_map(|value| u8::try_from(*value).ok())
            .collect()
    };
    writer.write_image_data(&data).map_err(WriteError::encoder)?;
    writer.finish().map_err(WriteError::encoder)?;
    Ok(bytes)
}
