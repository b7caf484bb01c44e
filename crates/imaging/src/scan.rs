//! A decoded scan: grey values and what the file said about them.

use std::fmt;

/// Kinds of image file that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Portable Network Graphics.
    Png,
    /// JPEG (baseline or progressive).
    Jpeg,
    /// TIFF or BigTIFF.
    Tiff,
    /// Windows bitmap.
    Bmp,
}

impl Format {
    /// The identifier in files and in the page: `png`, `jpeg`, `tiff`, `bmp`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Tiff => "tiff",
            Self::Bmp => "bmp",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Tiff => "TIFF",
            Self::Bmp => "BMP",
        })
    }
}

/// How the file stores a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// One grey sample.
    Grey,
    /// Grey and opacity.
    GreyAlpha,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue and opacity.
    Rgba,
    /// Indices into a colour table.
    Palette,
    /// Cyan, magenta, yellow, black.
    Cmyk,
}

impl Colour {
    /// True when the file could hold more than grey, whether or not it does.
    pub const fn is_colour(self) -> bool {
        !matches!(self, Self::Grey | Self::GreyAlpha)
    }
}

/// What is known about a scan beyond its pixels. A file name never enters it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ScanInfo {
    /// The file format; `None` for a scan made in memory.
    pub format: Option<Format>,
    /// How a pixel is stored.
    pub colour: Colour,
    /// Bits a sample as stored: 1, 2, 4, 8 or 16 (for palettes, the bits of an index).
    pub bit_depth: u8,
    /// Bits that the samples really use. Less than `bit_depth` only for 16-bit files whose largest sample would fit 8, 10, 12 or
    /// 14 bits: that smaller range was taken as 0..1.
    pub significant_bits: u8,
    /// The EXIF or TIFF orientation (2 to 8) when the file asks for a turned display. Pixels stay as stored, so that boxes
    /// drawn on the stored pixels still fit.
    pub orientation: Option<u8>,
    /// The page that was read, counted from 0.
    pub page: u32,
    /// Pages of the file; 1 but for TIFF.
    pub pages: u32,
}

impl ScanInfo {
    /// What a reader should know about the file, in plain sentences.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.significant_bits < self.bit_depth {
            notes.push(format!(
                "The pixels use {} of {} bits; this range was taken as black to white.",
                self.significant_bits, self.bit_depth
            ));
        }
        if let Some(orientation) = self.orientation {
            notes.push(format!(
                "The file asks for a turned display (orientation {orientation}); it is shown and read as stored."
            ));
        }
        if self.pages > 1 {
            notes.push(format!(
                "Page {} of the {} pages of the file.",
                self.page + 1,
                self.pages
            ));
        }
        notes
    }
}

/// One B-scan, or any other picture, as luminance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scan {
    /// Columns, at least 1.
    pub width: u32,
    /// Rows, at least 1.
    pub height: u32,
    /// Luminance 0..1, row-major, `width * height` values. Colour becomes luminance by
    /// `0.299 R + 0.587 G + 0.114 B` (Rec. 601), opacity is composited on black.
    pub grey: Vec<f32>,
    /// What the file said.
    pub info: ScanInfo,
}

/// Why grey values do not make a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScanError {
    /// A side is zero.
    #[error("a scan of {width} x {height} pixels has no area")]
    Empty {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The number of values does not fit the size.
    #[error("{found} grey values do not fill {width} x {height} pixels")]
    Length {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Values given.
        found: usize,
    },
    /// A value lies outside 0..1 or is not a number.
    #[error("grey value number {index} lies outside 0 to 1")]
    Range {
        /// Position in the values given.
        index: usize,
    },
}

impl Scan {
    /// A scan made in memory (a phantom, a test) from luminance 0..1, row-major.
    ///
    /// # Errors
    /// When a side is zero, the length does not fit, or a value lies outside 0..1.
    ///
    /// ```
    /// let scan = groundscope_imaging::Scan::from_grey(2, 1, vec![0.0, 1.0])?;
    /// assert_eq!(scan.to_rgba8(), [0, 0, 0, 255, 255, 255, 255, 255]);
    /// # Ok::<(), groundscope_imaging::ScanError>(())
    /// ```
    pub fn from_grey(width: u32, height: u32, grey: Vec<f32>) -> Result<Self, ScanError> {
        if width == 0 || height == 0 {
            return Err(ScanError::Empty { width, height });
        }
        if grey.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(ScanError::Length {
                width,
                height,
                found: grey.len(),
            });
        }
        if let Some(index) = grey.iter().position(|v| !(0.0..=1.0).contains(v)) {
            return Err(ScanError::Range { index });
        }
        let info = ScanInfo {
            format: None,
            colour: Colour::Grey,
            bit_depth: 32,
            significant_bits: 32,
            orientation: None,
            page: 0,
            pages: 1,
        };
        Ok(Self {
            width,
            height,
            grey,
            info,
        })
    }

    /// The luminance as opaque RGBA, 8 bits a channel, `width * height * 4` bytes: what a canvas shows.
    pub fn to_rgba8(&self) -> Vec<u8> {
        let mut rgba = Vec::with_capacity(self.grey.len() * 4);
        for value in &self.grey {
            let byte = level(*value);
            rgba.extend_from_slice(&[byte, byte, byte, 255]);
        }
        rgba
    }
}

/// Luminance 0..1 to the nearest of 256 levels, halves up: `floor(255 v + 0.5)`.
pub(crate) fn level(value: f32) -> u8 {
    // A float-to-integer cast saturates, so values outside 0..1 stay within a byte.
    (value * 255.0 + 0.5) as u8
}
