//! Why a file could not be read, and what its owner can do.

use crate::scan::Format;
use crate::sniff::LooksLike;

/// Why bytes did not become a scan. The message says what happened, [`DecodeError::hint`] what to do now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// The first bytes belong to no format that is read.
    #[error("this is not a PNG, JPEG, TIFF or BMP file; it looks like {looks_like}")]
    UnknownFormat {
        /// What the first bytes look like.
        looks_like: LooksLike,
    },
    /// The file ends before its picture does.
    #[error("the {format} file ends before its picture is complete")]
    Truncated {
        /// The format by its first bytes.
        format: Format,
    },
    /// The file breaks the rules of its format.
    #[error("the {format} file is damaged ({detail})")]
    Corrupt {
        /// The format by its first bytes.
        format: Format,
        /// What the decoder tripped over.
        detail: String,
    },
    /// The header announces more pixels than are read.
    #[error(
        "the picture is too large: {width} x {height} pixels, at most {} million are read",
        crate::MAX_PIXELS / 1_000_000
    )]
    TooLarge {
        /// Columns announced.
        width: u32,
        /// Rows announced.
        height: u32,
    },
    /// The decoder would need more memory than it may have.
    #[error("decoding the {format} file needs more memory than is allowed")]
    Memory {
        /// The format by its first bytes.
        format: Format,
    },
    /// The header announces a picture without area.
    #[error("the {format} file holds a picture without any pixels")]
    ZeroSize {
        /// The format by its first bytes.
        format: Format,
    },
    /// A valid file of a variant that is not read.
    #[error("this {format} variant is not supported: {variant}")]
    Unsupported {
        /// The format by its first bytes.
        format: Format,
        /// The variant in the decoder's words.
        variant: String,
    },
    /// The file has fewer pages.
    #[error("the file has no page {}: it has {pages}", page + 1)]
    NoPage {
        /// The page asked for, counted from 0.
        page: u32,
        /// Pages of the file.
        pages: u32,
    },
}

impl DecodeError {
    /// A stable identifier of the kind of error, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "scan_empty",
            Self::UnknownFormat { .. } => "scan_unknown_format",
            Self::Truncated { .. } => "scan_truncated",
            Self::Corrupt { .. } => "scan_corrupt",
            Self::TooLarge { .. } => "scan_too_large",
            Self::Memory { .. } => "scan_memory",
            Self::ZeroSize { .. } => "scan_zero_size",
            Self::Unsupported { .. } => "scan_unsupported",
            Self::NoPage { .. } => "scan_no_page",
        }
    }

    /// What to do now, one sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty => "Export or copy the scan again.",
            Self::UnknownFormat { looks_like } => looks_like.hint(),
            Self::Truncated { .. } => "The copy or download broke off: copy the file again from its source.",
            Self::Corrupt { .. } => "Export the scan again, best as PNG.",
            Self::TooLarge { .. } => "Crop or shrink the picture; one B-scan is enough.",
            Self::Memory { .. } => "Save the scan as a plain PNG, one B-scan a file.",
            Self::ZeroSize { .. } => "Export the scan again; this file holds no picture.",
            Self::Unsupported { .. } => "Save the scan as an 8- or 16-bit PNG.",
            Self::NoPage { .. } => "Open the file again; it may have changed.",
        }
    }
}
