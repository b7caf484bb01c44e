//! Bytes of a picture file to a scan, with every limit checked on the header before pixels are allocated.

use std::io::Cursor;

use image::codecs::{bmp::BmpDecoder, jpeg::JpegDecoder, png::PngDecoder};
use image::{ColorType, ImageDecoder, ImageError, Limits};

use crate::error::DecodeError;
use crate::samples::{Channels, Samples, Values};
use crate::scan::{Colour, Format, Scan, ScanInfo};
use crate::{MAX_PIXELS, jpeg, png, sniff, tiff};

/// Bytes that a decoder may allocate: the largest scan with four 16-bit channels, and room to work.
pub(crate) const MAX_DECODER_BYTES: u64 = MAX_PIXELS * 8 + (64 << 20);

/// What a format's decoder hands over.
pub(crate) struct Decoded {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: Samples,
    pub(crate) colour: Colour,
    pub(crate) bit_depth: u8,
    pub(crate) orientation: Option<u8>,
}

/// Decodes a PNG, JPEG, TIFF or BMP file, grey or colour, 1 to 16 bits a sample. The format is told by the first bytes alone.
/// Of a TIFF file with many pages the first is read: [`decode_page`] reads the others.
///
/// # Errors
/// Each failure has its own [`DecodeError`], with a hint. Pictures over [`MAX_PIXELS`] are refused before their pixels are allocated.
///
/// ```
/// let file = groundscope_imaging::encode_png_rgba(1, 1, &[255, 255, 255, 255])?;
/// let scan = groundscope_imaging::decode(&file)?;
/// assert_eq!((scan.width, scan.height, scan.grey), (1, 1, vec![1.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(bytes: &[u8]) -> Result<Scan, DecodeError> {
    decode_page(bytes, 0)
}

/// Decodes one page, counted from 0, of a TIFF file with many: the B-scans of a volume. [`ScanInfo::pages`] tells how many there are;
/// files of the other formats have one.
///
/// # Errors
/// As [`decode`], and [`DecodeError::NoPage`] for a page that the file does not have.
///
/// ```
/// use groundscope_imaging::{DecodeError, decode_page, encode_png_grey};
/// let file = encode_png_grey(1, 1, &[255])?;
/// assert_eq!(decode_page(&file, 0)?.info.pages, 1);
/// assert!(matches!(decode_page(&file, 1), Err(DecodeError::NoPage { page: 1, pages: 1 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode_page(bytes: &[u8], page: u32) -> Result<Scan, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty);
    }
    let format = sniff::sniff(bytes).map_err(|looks_like| DecodeError::UnknownFormat { looks_like })?;
    if page > 0 && format != Format::Tiff {
        return Err(DecodeError::NoPage { page, pages: 1 });
    }
    let (decoded, pages) = match format {
        Format::Png => (decode_png(bytes)?, 1),
        Format::Jpeg => (decode_jpeg(bytes)?, 1),
        Format::Bmp => (decode_bmp(bytes)?, 1),
        Format::Tiff => tiff::decode(bytes, page)?,
    };
    // The colours of a table are what they are; only samples may leave a part of their range unused.
    let significant_bits = match decoded.colour {
        Colour::Palette => decoded.samples.stored_bits(),
        _ => decoded.samples.significant_bits(),
    };
    let grey = decoded.samples.luminance(significant_bits);
    if grey.len() as u64 != u64::from(decoded.width) * u64::from(decoded.height) {
        return Err(DecodeError::Truncated { format });
    }
    Ok(Scan {
        width: decoded.width,
        height: decoded.height,
        grey,
        info: ScanInfo {
            format: Some(format),
            colour: decoded.colour,
            bit_depth: decoded.bit_depth,
            significant_bits: significant_bits.min(decoded.bit_depth),
            orientation: decoded.orientation,
            page,
            pages,
        },
    })
}

/// Refuses a picture by the size in its header.
pub(crate) fn check_size(format: Format, width: u32, height: u32) -> Result<(), DecodeError> {
    if width == 0 || height == 0 {
        return Err(DecodeError::ZeroSize { format });
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(DecodeError::TooLarge { width, height });
    }
    Ok(())
}

fn decode_png(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let format = Format::Png;
    let header = png::header(bytes)?;
    check_size(format, header.width, header.height)?;
    let decoder =
        PngDecoder::with_limits(Cursor::new(bytes), limits()).map_err(|error| from_image(format, error))?;
    let mut decoded = read(format, decoder)?;
    decoded.colour = header.colour;
    decoded.bit_depth = header.bit_depth;
    Ok(decoded)
}

fn decode_jpeg(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let format = Format::Jpeg;
    let header = jpeg::header(bytes)?;
    check_size(format, header.width, header.height)?;
    let mut decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(|error| from_image(format, error))?;
    let orientation = decoder
        .orientation()
        .map_err(|error| from_image(format, error))?
        .to_exif();
    let mut decoded = read(format, decoder)?;
    decoded.colour = header.colour;
    decoded.orientation = (orientation != 1).then_some(orientation);
    Ok(decoded)
}

fn decode_bmp(bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let format = Format::Bmp;
    let decoder = BmpDecoder::new(Cursor::new(bytes)).map_err(|error| from_image(format, error))?;
    // Bits a pixel stand at 24 of the short header and at 28 of the others.
    let at = if bytes.get(14) == Some(&12) { 24 } else { 28 };
    let indexed = bytes.get(at).copied().filter(|bits| *bits <= 8);
    let mut decoded = read(format, decoder)?;
    if let Some(bits) = indexed {
        decoded.colour = Colour::Palette;
        decoded.bit_depth = bits;
    }
    Ok(decoded)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    limits
}

/// Reads all pixels through the image crate, whose 16-bit samples come in native byte order.
fn read(format: Format, mut decoder: impl ImageDecoder) -> Result<Decoded, DecodeError> {
    let (width, height) = decoder.dimensions();
    check_size(format, width, height)?;
    decoder
        .set_limits(limits())
        .map_err(|error| from_image(format, error))?;
    let (channels, bit_depth) = match decoder.color_type() {
        ColorType::L8 => (Channels::Grey, 8),
        ColorType::La8 => (Channels::GreyAlpha, 8),
        ColorType::Rgb8 => (Channels::Rgb, 8),
        ColorType::Rgba8 => (Channels::Rgba, 8),
        ColorType::L16 => (Channels::Grey, 16),
        ColorType::La16 => (Channels::GreyAlpha, 16),
        ColorType::Rgb16 => (Channels::Rgb, 16),
        ColorType::Rgba16 => (Channels::Rgba, 16),
        other => {
            return Err(DecodeError::Unsupported {
                format,
                variant: format!("pixels of kind {other:?}"),
            });
        }
    };
    // At most MAX_PIXELS * 8 bytes after the check of the size.
    let mut bytes = vec![0; decoder.total_bytes() as usize];
    decoder
        .read_image(&mut bytes)
        .map_err(|error| from_image(format, error))?;
    let values = if bit_depth == 16 {
        let words = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok());
        Values::Sixteen(words.map(u16::from_ne_bytes).collect())
    } else {
        Values::Eight(bytes)
    };
    Ok(Decoded {
        width,
        height,
        samples: Samples {
            channels,
            values,
            premultiplied: false,
        },
        colour: channels.colour(),
        bit_depth,
        orientation: None,
    })
}

fn from_image(format: Format, error: ImageError) -> DecodeError {
    match error {
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            DecodeError::Truncated { format }
        }
        ImageError::Limits(_) => DecodeError::Memory { format },
        ImageError::Unsupported(error) => DecodeError::Unsupported {
            format,
            variant: error.to_string(),
        },
        other => DecodeError::Corrupt {
            format,
            detail: plain(&other.to_string()),
        },
    }
}

/// The decoder's words without the values that only its authors understand.
fn plain(detail: &str) -> String {
    let (_, own) = detail
        .split_once(": ")
        .filter(|(start, _)| start.starts_with("Format error"))
        .unwrap_or(("", detail));
    let end = own.find([':', '{', '[', '(']).unwrap_or(own.len());
    own.get(..end)
        .unwrap_or(own)
        .trim_end_matches([' ', '.'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_decoder_speaks_plainly() {
        let crc = "Format error decoding Png: CRC error: expected 0x24e8d19e have 0x1 while decoding ChunkType { type: IDAT }.";
        assert_eq!(plain(crc), "CRC error");
        assert_eq!(
            plain("Corrupt deflate stream. DistanceTooFarBack"),
            "Corrupt deflate stream. DistanceTooFarBack"
        );
        assert_eq!(plain(""), "");
    }
}
