//! A walk over a JPEG's markers: its size before anything is decoded, and whether the file is complete.

use crate::error::DecodeError;
use crate::scan::{Colour, Format};

pub(crate) struct Header {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) colour: Colour,
}

/// Reads the frame header (ITU-T T.81, B.2.2) and looks for the end marker. A decoder fills a missing end with grey, which
/// must not pass for tissue.
///
/// # Errors
/// When a marker, the frame header or the end of the image is missing.
pub(crate) fn header(bytes: &[u8]) -> Result<Header, DecodeError> {
    let format = Format::Jpeg;
    let truncated = || DecodeError::Truncated { format };
    let corrupt = |detail: &str| DecodeError::Corrupt {
        format,
        detail: detail.to_owned(),
    };
    let mut found: Option<Header> = None;
    let mut rest = bytes.get(2..).ok_or_else(truncated)?;
    loop {
        // Between segments any number of fill bytes FF may stand.
        let (marker, after) = match rest {
            [0xff, 0xff, ..] => {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            [0xff, marker, after @ ..] => (*marker, after),
            [] | [_] => return Err(truncated()),
            _ => return Err(corrupt("a marker is missing")),
        };
        rest = match marker {
            0xd9 => return found.ok_or_else(|| corrupt("no picture inside")),
            // Markers without a segment.
            0x01 | 0xd0..=0xd8 => after,
            _ => {
                let &[high, low, ..] = after else {
                    return Err(truncated());
                };
                let length = usize::from(u16::from_be_bytes([high, low]));
                let segment = after.get(2..length.max(2)).ok_or_else(truncated)?;
                if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
                    found = Some(frame(segment).ok_or_else(|| corrupt("short frame header"))?);
                }
                let after = after.get(length.max(2)..).unwrap_or_default();
                if marker == 0xda { skip_coded(after) } else { after }
            }
        };
    }
}

/// Precision, rows, columns, number of components.
fn frame(segment: &[u8]) -> Option<Header> {
    let &[_, y1, y0, x1, x0, components, ..] = segment else {
        return None;
    };
    Some(Header {
        width: u32::from(u16::from_be_bytes([x1, x0])),
        height: u32::from(u16::from_be_bytes([y1, y0])),
        colour: match components {
            1 => Colour::Grey,
            4 => Colour::Cmyk,
            _ => Colour::Rgb,
        },
    })
}

/// Entropy-coded bytes end at the first marker that is neither a stuffed zero nor a restart.
fn skip_coded(bytes: &[u8]) -> &[u8] {
    let end = bytes
        .windows(2)
        .position(|pair| matches!(pair, [0xff, next] if !matches!(next, 0 | 0xd0..=0xd7 | 0xff)));
    end.and_then(|at| bytes.get(at..)).unwrap_or_default()
}
