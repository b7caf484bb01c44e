//! What a file is by its first bytes; names and extensions are never asked.

use std::fmt;

use crate::scan::Format;

/// What a file that is not read looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LooksLike {
    /// A PDF document.
    Pdf,
    /// A DICOM object.
    Dicom,
    /// A Heidelberg export (E2E or VOL).
    Heidelberg,
    /// A Topcon FDA file.
    Topcon,
    /// An HDF5 or MATLAB data file.
    Data,
    /// A NIfTI volume.
    Nifti,
    /// A ZIP archive, which office documents are too.
    Zip,
    /// Another archive (gzip, 7-Zip, RAR).
    Archive,
    /// HEIC or HEIF, as phones write it.
    Heic,
    /// AVIF.
    Avif,
    /// WebP.
    Webp,
    /// GIF.
    Gif,
    /// JPEG 2000.
    Jpeg2000,
    /// JPEG XL.
    JpegXl,
    /// A Photoshop document.
    Photoshop,
    /// A film.
    Video,
    /// A web page, XML or SVG.
    Markup,
    /// Text.
    Text,
    /// Nothing known.
    Unknown,
}

impl fmt::Display for LooksLike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdf => "a PDF document",
            Self::Dicom => "a DICOM file",
            Self::Heidelberg => "a Heidelberg E2E or VOL file",
            Self::Topcon => "a Topcon FDA file",
            Self::Data => "an HDF5 or MATLAB data file",
            Self::Nifti => "a NIfTI volume",
            Self::Zip => "a ZIP archive or office document",
            Self::Archive => "a packed archive",
            Self::Heic => "a HEIC photo",
            Self::Avif => "an AVIF picture",
            Self::Webp => "a WebP picture",
            Self::Gif => "a GIF picture",
            Self::Jpeg2000 => "a JPEG 2000 picture",
            Self::JpegXl => "a JPEG XL picture",
            Self::Photoshop => "a Photoshop document",
            Self::Video => "a film",
            Self::Markup => "a web page or XML text",
            Self::Text => "text",
            Self::Unknown => "none of the formats known",
        })
    }
}

impl LooksLike {
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Self::Pdf | Self::Photoshop => "Save the B-scan alone as PNG and open that.",
            Self::Dicom | Self::Heidelberg | Self::Topcon | Self::Data | Self::Nifti => {
                "Export the B-scan from the viewer as PNG, TIFF, BMP or JPEG."
            }
            Self::Zip | Self::Archive => "Unpack it and open the scan inside.",
            Self::Heic
            | Self::Avif
            | Self::Webp
            | Self::Gif
            | Self::Jpeg2000
            | Self::JpegXl
            | Self::Video => "Save the picture as PNG and open that.",
            Self::Markup => "A download may have given an error page: download the scan again.",
            Self::Text | Self::Unknown => "Choose a scan saved as PNG, TIFF, BMP or JPEG.",
        }
    }
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const TIFF: [&[u8]; 4] = [b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"];

/// The format by the first bytes, or what else the file looks like. A file cut off inside its first bytes still counts as its format.
pub(crate) fn sniff(bytes: &[u8]) -> Result<Format, LooksLike> {
    let begins = |magic: &[u8]| bytes.starts_with(magic) || (bytes.len() >= 2 && magic.starts_with(bytes));
    if begins(PNG) {
        Ok(Format::Png)
    } else if begins(b"\xff\xd8\xff") {
        Ok(Format::Jpeg)
    } else if TIFF.iter().any(|magic| begins(magic)) {
        Ok(Format::Tiff)
    } else if is_bmp(bytes) {
        Ok(Format::Bmp)
    } else {
        Err(looks_like(bytes))
    }
}

/// "BM" alone also begins words, so the size of the header that follows is checked too.
fn is_bmp(bytes: &[u8]) -> bool {
    const HEADERS: [u8; 8] = [12, 16, 40, 52, 56, 64, 108, 124];
    bytes.starts_with(b"BM")
        && match bytes.get(14..18) {
            Some([size, 0, 0, 0]) => HEADERS.contains(size),
            Some(_) => false,
            None => !is_text(bytes),
        }
}

fn looks_like(bytes: &[u8]) -> LooksLike {
    let at = |offset: usize, magic: &[u8]| bytes.get(offset..).is_some_and(|rest| rest.starts_with(magic));
    let starts = |magics: &[&[u8]]| magics.iter().any(|magic| bytes.starts_with(magic));
    if starts(&[b"%PDF"]) {
        LooksLike::Pdf
    } else if at(128, b"DICM") {
        LooksLike::Dicom
    } else if starts(&[b"CMDb", b"HSF-OCT-"]) {
        LooksLike::Heidelberg
    } else if starts(&[b"FOCTFDA"]) {
        LooksLike::Topcon
    } else if starts(&[b"\x89HDF\r\n\x1a\n", b"MATLAB 5.0"]) {
        LooksLike::Data
    } else if at(344, b"n+1\0") || at(344, b"ni1\0") {
        LooksLike::Nifti
    } else if starts(&[b"PK\x03\x04", b"PK\x05\x06"]) {
        LooksLike::Zip
    } else if starts(&[b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!"]) {
        LooksLike::Archive
    } else if at(4, b"ftyp") {
        match bytes.get(8..12) {
            Some(b"avif" | b"avis") => LooksLike::Avif,
            Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"mif1" | b"msf1") => LooksLike::Heic,
            _ => LooksLike::Video,
        }
    } else if starts(&[b"RIFF"]) && at(8, b"WEBP") {
        LooksLike::Webp
    } else if starts(&[b"RIFF", b"\x1a\x45\xdf\xa3"]) {
        LooksLike::Video
    } else if starts(&[b"GIF8"]) {
        LooksLike::Gif
    } else if starts(&[b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51"]) {
        LooksLike::Jpeg2000
    } else if starts(&[b"\0\0\0\x0cJXL ", b"\xff\x0a"]) {
        LooksLike::JpegXl
    } else if starts(&[b"8BPS"]) {
        LooksLike::Photoshop
    } else if is_text(bytes) {
        match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'<') => LooksLike::Markup,
            _ => LooksLike::Text,
        }
    } else {
        LooksLike::Unknown
    }
}

/// UTF-8 without control characters in the first 512 bytes.
fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..512).unwrap_or(bytes);
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        // The cut may have split the last character.
        Err(error) => error.error_len().is_none(),
    };
    valid
        && head
            .iter()
            .all(|byte| *byte >= b' ' || byte.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_other_files_are_named() {
        let mut dicom = vec![0; 128];
        dicom.extend_from_slice(b"DICM\x02\0");
        for (bytes, expected) in [
            (&b"%PDF-1.7"[..], LooksLike::Pdf),
            (&dicom, LooksLike::Dicom),
            (b"PK\x03\x04\x14\0", LooksLike::Zip),
            (b"\0\0\0\x18ftypheic\0\0\0\0", LooksLike::Heic),
            (b"\0\0\0\x18ftypavif\0\0\0\0", LooksLike::Avif),
            (b"\0\0\0\x18ftypisom\0\0\0\0", LooksLike::Video),
            (b"RIFF\x10\0\0\0WEBPVP8 ", LooksLike::Webp),
            (b"GIF89a", LooksLike::Gif),
            (b" <!DOCTYPE html>", LooksLike::Markup),
            (
                "Befund: trockene Makula, unauff\u{e4}llig".as_bytes(),
                LooksLike::Text,
            ),
            (b"BMI;age\n24;61\n25;44\n", LooksLike::Text),
            (b"\x01\x02\x03\x04", LooksLike::Unknown),
        ] {
            assert_eq!(sniff(bytes), Err(expected), "{bytes:?}");
        }
    }

    #[test]
    fn the_format_does_not_hang_on_the_end_of_the_file() {
        assert_eq!(sniff(b"\x89PNG"), Ok(Format::Png));
        assert_eq!(sniff(b"\xff\xd8"), Ok(Format::Jpeg));
        assert_eq!(sniff(b"II*\0"), Ok(Format::Tiff));
        assert_eq!(sniff(b"MM\0+"), Ok(Format::Tiff));
        assert_eq!(sniff(b"BM\x01\0"), Ok(Format::Bmp));
    }
}
