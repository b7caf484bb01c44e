//! Bytes of a scan file to pixels, and the transform to the network's frame.
//!
//! [`decode`] turns a PNG, JPEG, TIFF or BMP file into a [`Scan`]; [`Letterbox`] places a scan of any size in the network's
//! frame and maps points and boxes both ways; [`frame_image`] makes the values that the network sees.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod decode;
mod error;
mod frame;
mod jpeg;
mod letterbox;
mod png;
mod resize;
mod samples;
mod scan;
mod sniff;
mod tiff;

/// Pixels of the largest picture that is read.
pub const MAX_PIXELS: u64 = 64_000_000;

pub use decode::{decode, decode_page};
pub use error::DecodeError;
pub use frame::{Contrast, frame_image, normalise};
pub use letterbox::{FrameSize, Letterbox};
pub use png::{EncodeError, encode_png_grey, encode_png_rgb, encode_png_rgba};
pub use scan::{Colour, Format, Scan, ScanError, ScanInfo};
pub use sniff::LooksLike;
