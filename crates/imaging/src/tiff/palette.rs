//! Palette TIFFs: the decoder refuses them, so it is shown their indices as grey and the colours are looked up here.

use crate::error::DecodeError;
use crate::samples::Values;
use crate::tiff::FORMAT;

const PHOTOMETRIC: u16 = 262;
const SHORT: u16 = 3;
const BLACK_IS_ZERO: u16 = 1;

/// The file with the photometric interpretation of the directory at this offset set to grey; `None` where there is no such entry.
pub(super) fn as_grey(bytes: &[u8], directory: u64) -> Option<Vec<u8>> {
    let little = bytes.starts_with(b"II");
    let read = |at: usize, length: usize| -> Option<u64> {
        let field = bytes.get(at..at.checked_add(length)?)?;
        let join = |value: u64, byte: &u8| (value << 8) | u64::from(*byte);
        Some(if little {
            field.iter().rev().fold(0, join)
        } else {
            field.iter().fold(0, join)
        })
    };
    // Sizes of the number of entries and of an entry, and the place of the value in it: TIFF 6.0 and BigTIFF.
    let (count_size, entry_size, value_at) = if read(2, 2)? == 43 {
        (8, 20, 12)
    } else {
        (2, 12, 8)
    };
    let directory = usize::try_from(directory).ok()?;
    let entries = read(directory, count_size)?.min(u64::from(u16::MAX)) as usize;
    for entry in 0..entries {
        let at = directory.checked_add(count_size + entry * entry_size)?;
        if read(at, 2)? == u64::from(PHOTOMETRIC) && read(at + 2, 2)? == u64::from(SHORT) {
            let grey = if little {
                BLACK_IS_ZERO.to_le_bytes()
            } else {
                BLACK_IS_ZERO.to_be_bytes()
            };
            let mut file = bytes.to_vec();
            let value = at + value_at;
            file.get_mut(value..value + 2)?.copy_from_slice(&grey);
            return Some(file);
        }
    }
    None
}

/// Indices to interleaved RGB. The table holds all reds, then greens, then blues, 16 bits each (TIFF 6.0, section 5).
///
/// # Errors
/// When the table is shorter than `bits` bits of index need.
pub(super) fn look_up(table: &[u16], bits: u8, indices: Values) -> Result<Values, DecodeError> {
    let corrupt = || DecodeError::Corrupt {
        format: FORMAT,
        detail: "the colour table is missing or too short".to_owned(),
    };
    let entries = 1_usize << bits;
    let (reds, rest) = table.split_at_checked(entries).ok_or_else(corrupt)?;
    let (greens, blues) = rest.split_at_checked(entries).ok_or_else(corrupt)?;
    // Some writers put 8-bit colours into the 16-bit table.
    let scale = if table.iter().all(|v| *v < 256) { 257 } else { 1 };
    let colours: Vec<[u16; 3]> = reds
        .iter()
        .zip(greens)
        .zip(blues)
        .map(|((r, g), b)| [r * scale, g * scale, b * scale])
        .collect();
    let colour = |index: usize| colours.get(index).copied().unwrap_or_default();
    Ok(Values::Sixteen(match indices {
        Values::Eight(indices) => indices.iter().flat_map(|i| colour(usize::from(*i))).collect(),
        Values::Sixteen(indices) => indices.iter().flat_map(|i| colour(usize::from(*i))).collect(),
    }))
}
