//! The text of a file: UTF-8 or UTF-16, and what it is if it is no text at all.

use std::borrow::Cow;

use super::notes::{Note, Notes};
use crate::FileError;

/// First bytes of files that are taken for annotations by mistake.
const OTHER_KINDS: [(&[u8], &str); 12] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "a packed archive"),
    (b"7z\xbc\xaf", "a packed archive"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x80\x04\x95", "a Python pickle"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// The text of a file; `place` names it in notes.
pub(crate) fn decode<'a>(bytes: &'a [u8], place: &str, notes: &mut Notes) -> Result<Cow<'a, str>, FileError> {
    if let Some((_, found)) = OTHER_KINDS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(FileError::WrongKind { found });
    }
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes, place, notes)?),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes, place, notes)?),
        _ => {
            let text = std::str::from_utf8(bytes).map_err(|e| FileError::NotUtf8 { at: e.valid_up_to() })?;
            Cow::Borrowed(match text.strip_prefix('\u{feff}') {
                Some(text) => {
                    notes.add(Note::ByteOrderMark, || place.to_owned());
                    text
                }
                None => text,
            })
        }
    };
    if text.trim().is_empty() {
        return Err(FileError::Empty);
    }
    Ok(text)
}

/// The same text with a line feed wherever a line ends, as files of old Macs have carriage returns alone.
pub(crate) fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text
    }
}

fn utf16(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
    place: &str,
    notes: &mut Notes,
) -> Result<String, FileError> {
    let (pairs, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return Err(FileError::Utf16);
    }
    notes.add(Note::Utf16, || place.to_owned());
    let text = char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<String, _>>();
    text.map_err(|_| FileError::Utf16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<(String, Notes), FileError> {
        let mut notes = Notes::default();
        let text = decode(bytes, "f", &mut notes)?.into_owned();
        Ok((text, notes))
    }

    #[test]
    fn encodings_are_read_and_noted() {
        assert_eq!(text(b"{}").unwrap(), ("{}".to_owned(), Notes::default()));
        let (marked, notes) = text(b"\xef\xbb\xbf{}").unwrap();
        assert_eq!((marked.as_str(), notes.count(Note::ByteOrderMark)), ("{}", 1));
        let (wide, notes) = text(b"\xff\xfe\xe4\0\x3d\xd8\x00\xde").unwrap();
        assert_eq!((wide.as_str(), notes.count(Note::Utf16)), ("\u{e4}\u{1f600}", 1));
        assert_eq!(text(b"\xfe\xff\0{\0}").unwrap().0, "{}");
    }

    #[test]
    fn what_is_no_text_is_named() {
        assert_eq!(text(b""), Err(FileError::Empty));
        assert_eq!(text(b"\xef\xbb\xbf \r\n"), Err(FileError::Empty));
        assert_eq!(text(b"\xff\xfe{"), Err(FileError::Utf16));
        assert_eq!(text(b"\xff\xfe\0\xd8"), Err(FileError::Utf16));
        assert_eq!(text(b"a\xe9"), Err(FileError::NotUtf8 { at: 1 }));
        assert_eq!(
            text(b"\x89PNG\r\n\x1a\n\0\0").unwrap_err().to_string(),
            "the file is a PNG picture, not a file of boxes; give the annotations of the pictures"
        );
    }
}
