//! TIFF files: first page, grey, colour or palette, 1 to 16 bits, strips or tiles, chunky or planar.

use std::io::{Cursor, ErrorKind};

use tiff::decoder::{BufferLayoutPreference, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use crate::decode::{Decoded, MAX_DECODER_BYTES, check_size};
use crate::error::DecodeError;
use crate::samples::{Channels, Samples, Values};
use crate::scan::{Colour, Format};

const FORMAT: Format = Format::Tiff;

pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(from_tiff)?;
    let (width, height) = decoder.dimensions().map_err(from_tiff)?;
    check_size(FORMAT, width, height)?;
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_DECODER_BYTES as usize;
    limits.intermediate_buffer_size = MAX_DECODER_BYTES as usize;
    let mut decoder = decoder.with_limits(limits);
    let stored = Stored::of(&mut decoder)?;
    check_strips(&mut decoder, bytes.len() as u64)?;

    let mut pixels = DecodingResult::U8(Vec::new());
    let layout = decoder.read_image_to_buffer(&mut pixels).map_err(from_tiff)?;
    let size = [width as usize, height as usize];
    let (channels, values) = stored.expand(&mut decoder, pixels, &layout, size)?;
    let alpha = unsigned(&mut decoder, Tag::ExtraSamples)?;
    let orientation = unsigned(&mut decoder, Tag::Orientation)?.unwrap_or(1);
    Ok(Decoded {
        width,
        height,
        samples: Samples {
            channels,
            values,
            premultiplied: alpha == Some(1),
        },
        colour: stored.colour,
        bit_depth: stored.bits,
        orientation: u8::try_from(orientation)
            .ok()
            .filter(|turn| (2..=8).contains(turn)),
        more_pages: decoder.more_images(),
    })
}

type File<'a> = Decoder<Cursor<&'a [u8]>>;

/// How the file stores a pixel.
struct Stored {
    /// Samples a pixel that the decoder gives.
    samples: usize,
    channels: Channels,
    colour: Colour,
    bits: u8,
}

impl Stored {
    fn of(decoder: &mut File<'_>) -> Result<Self, DecodeError> {
        let kind = decoder.colortype().map_err(from_tiff)?;
        let formats = decoder
            .find_tag_unsigned_vec::<u16>(Tag::SampleFormat)
            .map_err(from_tiff)?
            .unwrap_or_default();
        if let Some(format) = formats.iter().find(|format| !matches!(format, 1 | 4)) {
            return Err(unsupported(match format {
                2 => "signed samples".to_owned(),
                3 => "floating-point samples".to_owned(),
                other => format!("sample format {other}"),
            }));
        }
        let bits = kind.bit_depth();
        let alpha = unsigned(decoder, Tag::ExtraSamples)?.is_some_and(|kind| kind == 1 || kind == 2);
        let grey = if alpha {
            Channels::GreyAlpha
        } else {
            Channels::Grey
        };
        let (channels, colour) = match kind {
            ColorType::Gray(_) => (Channels::Grey, Colour::Grey),
            ColorType::GrayA(_) => (Channels::GreyAlpha, Colour::GreyAlpha),
            // Grey with more samples than one: what follows the first is opacity only where the file says so.
            ColorType::Multiband { .. } => (grey, grey.colour()),
            ColorType::Palette(_) => (Channels::Rgb, Colour::Palette),
            ColorType::RGB(_) => (Channels::Rgb, Colour::Rgb),
            ColorType::RGBA(_) => (Channels::Rgba, Colour::Rgba),
            ColorType::CMYK(_) => (Channels::Cmyk, Colour::Cmyk),
            other => return Err(unsupported(format!("pixels of kind {other:?}"))),
        };
        let packed = matches!(kind, ColorType::Gray(_) | ColorType::Palette(_));
        if !matches!(bits, 8 | 16) && !(packed && matches!(bits, 1 | 2 | 4)) {
            return Err(unsupported(format!("{bits} bits a sample")));
        }
        Ok(Self {
            samples: usize::from(kind.num_samples()),
            channels,
            colour,
            bits,
        })
    }

    /// The decoder's buffer to interleaved samples of 8 or 16 bits.
    fn expand(
        &self,
        decoder: &mut File<'_>,
        pixels: DecodingResult,
        layout: &BufferLayoutPreference,
        [width, height]: [usize; 2],
    ) -> Result<(Channels, Values), DecodeError> {
        let plane = layout.plane_stride.map(|bytes| bytes.get());
        let keep = self.channels.count();
        let values = match pixels {
            DecodingResult::U8(bytes) if self.bits < 8 => {
                Values::Eight(unpack(&bytes, self.bits, width, height))
            }
            DecodingResult::U8(bytes) if self.colour == Colour::Palette => Values::Eight(bytes),
            DecodingResult::U8(bytes) => Values::Eight(interleave(bytes, plane, self.samples, keep)),
            DecodingResult::U16(words) if self.colour == Colour::Palette => Values::Sixteen(words),
            DecodingResult::U16(words) => {
                let plane = plane.map(|bytes| bytes / 2);
                Values::Sixteen(interleave(words, plane, self.samples, keep))
            }
            _ => return Err(unsupported("samples that are not whole numbers".to_owned())),
        };
        if self.colour == Colour::Palette {
            return Ok((Channels::Rgb, self.look_up(decoder, values)?));
        }
        if self.bits < 8 {
            // Grey of few bits: the largest value is white.
            let white = (1_u16 << self.bits) - 1;
            let Values::Eight(mut bytes) = values else {
                return Err(unsupported(format!("{} bits a sample", self.bits)));
            };
            for byte in &mut bytes {
                *byte = (u16::from(*byte) * 255 / white) as u8;
            }
            return Ok((Channels::Grey, Values::Eight(bytes)));
        }
        Ok((self.channels, values))
    }

    /// Palette indices to colours. The table holds all reds, then greens, then blues, 16 bits each (TIFF 6.0, section 5).
    fn look_up(&self, decoder: &mut File<'_>, indices: Values) -> Result<Values, DecodeError> {
        let table = decoder
            .find_tag_unsigned_vec::<u16>(Tag::ColorMap)
            .map_err(from_tiff)?
            .unwrap_or_default();
        let entries = 1_usize << self.bits;
        let corrupt = || DecodeError::Corrupt {
            format: FORMAT,
            detail: "the colour table is missing or too short".to_owned(),
        };
        let (reds, rest) = table.split_at_checked(entries).ok_or_else(corrupt)?;
        let (greens, blues) = rest.split_at_checked(entries).ok_or_else(corrupt)?;
        // Some writers put 8-bit colours into the 16-bit table.
        let scale = if table.iter().all(|v| *v < 256) { 257 } else { 1 };
        let colour = |index: usize| -> Result<[u16; 3], DecodeError> {
            let of = |table: &[u16]| table.get(index).map(|v| v * scale).ok_or_else(corrupt);
            Ok([of(reds)?, of(greens)?, of(blues)?])
        };
        let mut out = Vec::new();
        match indices {
            Values::Eight(indices) => {
                for index in indices {
                    out.extend(colour(usize::from(index))?);
                }
            }
            Values::Sixteen(indices) => {
                for index in indices {
                    out.extend(colour(usize::from(index))?);
                }
            }
        }
        Ok(Values::Sixteen(out))
    }
}

/// Values of less than a byte, rows padded to whole bytes, most significant bits first.
fn unpack(bytes: &[u8], bits: u8, width: usize, height: usize) -> Vec<u8> {
    let per_byte = usize::from(8 / bits);
    let mask = u8::MAX >> (8 - bits);
    let mut out = Vec::with_capacity(width * height);
    for row in bytes.chunks_exact(width.div_ceil(per_byte)) {
        let values = row
            .iter()
            .flat_map(|byte| (1..=per_byte as u8).map(move |k| (byte >> (8 - bits * k)) & mask));
        out.extend(values.take(width));
    }
    out
}

/// Keeps the first `keep` of `samples` values a pixel, interleaved, from interleaved values or from planes of `plane` values.
fn interleave<T: Copy>(values: Vec<T>, plane: Option<usize>, samples: usize, keep: usize) -> Vec<T> {
    match plane {
        Some(length) if samples > 1 && length < values.len() => {
            let planes: Vec<&[T]> = values.chunks(length).take(keep).collect();
            (0..length)
                .flat_map(|i| planes.iter().filter_map(move |plane| plane.get(i).copied()))
                .collect()
        }
        _ if samples <= keep => values,
        _ => {
            let pixels = values.chunks_exact(samples);
            pixels
                .flat_map(|pixel| pixel.iter().take(keep).copied())
                .collect()
        }
    }
}

/// A strip or tile that reaches past the end of the file means that the file was cut off.
fn check_strips(decoder: &mut File<'_>, length: u64) -> Result<(), DecodeError> {
    for (offsets, counts) in [
        (Tag::StripOffsets, Tag::StripByteCounts),
        (Tag::TileOffsets, Tag::TileByteCounts),
    ] {
        let mut list = |tag| decoder.find_tag_unsigned_vec::<u64>(tag).map_err(from_tiff);
        let (offsets, counts) = (list(offsets)?, list(counts)?);
        let pairs = offsets.iter().flatten().zip(counts.iter().flatten());
        if pairs
            .into_iter()
            .any(|(at, count)| at.saturating_add(*count) > length)
        {
            return Err(DecodeError::Truncated { format: FORMAT });
        }
    }
    Ok(())
}

/// The first value of a tag, if the file has it.
fn unsigned(decoder: &mut File<'_>, tag: Tag) -> Result<Option<u16>, DecodeError> {
    let values = decoder.find_tag_unsigned_vec::<u16>(tag).map_err(from_tiff)?;
    Ok(values.and_then(|values| values.first().copied()))
}

fn unsupported(variant: String) -> DecodeError {
    DecodeError::Unsupported {
        format: FORMAT,
        variant,
    }
}

fn from_tiff(error: TiffError) -> DecodeError {
    let format = FORMAT;
    match error {
        TiffError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            DecodeError::Truncated { format }
        }
        TiffError::LimitsExceeded | TiffError::IntSizeError => DecodeError::Memory { format },
        TiffError::UnsupportedError(error) => unsupported(error.to_string()),
        other => DecodeError::Corrupt {
            format,
            detail: other.to_string(),
        },
    }
}
