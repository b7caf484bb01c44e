//! TIFF files: one page of any number, grey, colour or palette, 1 to 16 bits, strips or tiles, chunky or planar.

mod palette;

use std::io::{Cursor, ErrorKind};

use tiff::decoder::{BufferLayoutPreference, Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError, TiffFormatError};

use crate::decode::{Decoded, MAX_DECODER_BYTES, check_size};
use crate::error::DecodeError;
use crate::samples::{Channels, Samples, Values};
use crate::scan::{Colour, Format};

const FORMAT: Format = Format::Tiff;

/// Decodes a page, counted from 0, and tells how many there are.
pub(crate) fn decode(bytes: &[u8], page: u32) -> Result<(Decoded, u32), DecodeError> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(from_tiff)?;
    let pages = count(&mut decoder);
    if page >= pages {
        return Err(DecodeError::NoPage { page, pages });
    }
    turn_to(&mut decoder, page)?;
    let directory = decoder.ifd_pointer().map_or(0, |pointer| pointer.0);
    let decoded = if unsigned(&mut decoder, Tag::PhotometricInterpretation)? == Some(PALETTE)
        && let Some(grey) = palette::as_grey(bytes, directory)
    {
        let mut decoder = Decoder::new(Cursor::new(grey.as_slice())).map_err(from_tiff)?;
        turn_to(&mut decoder, page)?;
        let table = decoder
            .find_tag_unsigned_vec::<u16>(Tag::ColorMap)
            .map_err(from_tiff)?;
        decode_current(decoder, bytes.len(), Some(table.unwrap_or_default()))
    } else {
        decode_current(decoder, bytes.len(), None)
    }?;
    Ok((decoded, pages))
}

const PALETTE: u16 = 3;

/// Pages that are counted at most: what goes on and on is no volume.
const MOST_PAGES: u32 = 10_000;

/// Pages up to the first that cannot be read: a broken one takes none of those before it away.
fn count(decoder: &mut File<'_>) -> u32 {
    let mut pages = 1;
    while pages < MOST_PAGES && decoder.more_images() && decoder.next_image().is_ok() {
        pages += 1;
    }
    pages
}

fn turn_to(decoder: &mut File<'_>, page: u32) -> Result<(), DecodeError> {
    decoder.seek_to_image(page as usize).map_err(from_tiff)
}

/// Decodes the page that the decoder stands at; with a colour table its values are indices.
fn decode_current(
    mut decoder: File<'_>,
    length: usize,
    table: Option<Vec<u16>>,
) -> Result<Decoded, DecodeError> {
    let (width, height) = decoder.dimensions().map_err(from_tiff)?;
    check_size(FORMAT, width, height)?;
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_DECODER_BYTES as usize;
    limits.intermediate_buffer_size = MAX_DECODER_BYTES as usize;
    let mut decoder = decoder.with_limits(limits);
    let stored = Stored::of(&mut decoder)?;
    if table.is_some() && stored.channels != Channels::Grey {
        return Err(unsupported("a palette with opacity".to_owned()));
    }
    check_strips(&mut decoder, length as u64)?;

    let mut pixels = DecodingResult::U8(Vec::new());
    let layout = decoder.read_image_to_buffer(&mut pixels).map_err(from_tiff)?;
    let values = stored.values(pixels, &layout, [width as usize, height as usize])?;
    let (channels, colour, values) = match table {
        Some(table) => {
            let values = palette::look_up(&table, stored.bits, values)?;
            (Channels::Rgb, Colour::Palette, values)
        }
        None => (stored.channels, stored.channels.colour(), stored.widen(values)),
    };
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
        colour,
        bit_depth: stored.bits,
        orientation: u8::try_from(orientation)
            .ok()
            .filter(|turn| (2..=8).contains(turn)),
    })
}

type File<'a> = Decoder<Cursor<&'a [u8]>>;

/// How the file stores a pixel.
struct Stored {
    /// Samples a pixel that the decoder gives.
    samples: usize,
    channels: Channels,
    bits: u8,
}

impl Stored {
    fn of(decoder: &mut File<'_>) -> Result<Self, DecodeError> {
        let kind = decoder.colortype().map_err(from_tiff)?;
        let formats = decoder
            .find_tag_unsigned_vec::<u16>(Tag::SampleFormat)
            .map_err(from_tiff)?
            .unwrap_or_default();
        // 1 is unsigned, 4 undefined, which writers use for unsigned too.
        if let Some(format) = formats.iter().find(|format| !matches!(format, 1 | 4)) {
            return Err(unsupported(match format {
                2 => "signed samples".to_owned(),
                3 => "floating-point samples".to_owned(),
                other => format!("sample format {other}"),
            }));
        }
        let alpha = matches!(unsigned(decoder, Tag::ExtraSamples)?, Some(1 | 2));
        let channels = match kind {
            ColorType::Gray(_) => Channels::Grey,
            ColorType::GrayA(_) => Channels::GreyAlpha,
            // Grey with more samples than one: what follows the first is opacity only where the file says so.
            ColorType::Multiband { .. } if alpha => Channels::GreyAlpha,
            ColorType::Multiband { .. } => Channels::Grey,
            ColorType::RGB(_) => Channels::Rgb,
            ColorType::RGBA(_) => Channels::Rgba,
            ColorType::CMYK(_) => Channels::Cmyk,
            other => return Err(unsupported(format!("pixels of kind {other:?}"))),
        };
        let bits = kind.bit_depth();
        let packed = matches!(kind, ColorType::Gray(1 | 2 | 4));
        if !packed && !matches!(bits, 8 | 16) {
            return Err(unsupported(format!("{bits} bits a sample")));
        }
        Ok(Self {
            samples: usize::from(kind.num_samples()),
            channels,
            bits,
        })
    }

    /// The decoder's buffer to interleaved samples, one value each.
    fn values(
        &self,
        pixels: DecodingResult,
        layout: &BufferLayoutPreference,
        [width, height]: [usize; 2],
    ) -> Result<Values, DecodeError> {
        let plane = layout.plane_stride.map(|bytes| bytes.get());
        let keep = self.channels.count();
        match pixels {
            DecodingResult::U8(bytes) if self.bits < 8 => {
                Ok(Values::Eight(unpack(&bytes, self.bits, width, height)))
            }
            DecodingResult::U8(bytes) => Ok(Values::Eight(interleave(bytes, plane, self.samples, keep))),
            DecodingResult::U16(words) => {
                let plane = plane.map(|bytes| bytes / 2);
                Ok(Values::Sixteen(interleave(words, plane, self.samples, keep)))
            }
            _ => Err(unsupported("samples that are not whole numbers".to_owned())),
        }
    }

    /// Grey of few bits to 8 bits: the largest value is white.
    fn widen(&self, values: Values) -> Values {
        match values {
            Values::Eight(mut bytes) if self.bits < 8 => {
                let white = (1_u16 << self.bits) - 1;
                for byte in &mut bytes {
                    *byte = (u16::from(*byte) * 255 / white) as u8;
                }
                Values::Eight(bytes)
            }
            other => other,
        }
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
        TiffError::FormatError(TiffFormatError::InvalidDimensions(width, height))
            if width == 0 || height == 0 =>
        {
            DecodeError::ZeroSize { format }
        }
        TiffError::LimitsExceeded | TiffError::IntSizeError => DecodeError::Memory { format },
        TiffError::UnsupportedError(error) => unsupported(error.to_string()),
        other => DecodeError::Corrupt {
            format,
            detail: other.to_string(),
        },
    }
}
