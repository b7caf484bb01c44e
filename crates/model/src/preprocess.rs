//! From a scan to what the network sees.

use std::ops::Range;

use groundscope_imaging::{Contrast, FrameSize, Letterbox, Scan};

use crate::ReadError;

/// A scan placed in the network's frame.
pub(crate) struct Framed {
    /// Where the scan lies in the frame.
    pub letterbox: Letterbox,
    /// `[1, 4, height, width]` of the half frame, row-major, values 0..1.
    pub input: Vec<f32>,
    /// Width of the half frame.
    pub width: usize,
    /// Height of the half frame.
    pub height: usize,
}

/// Place a scan in a frame of `[width, height]` pixels and fold it for the network.
pub(crate) fn prepare(scan: &Scan, [width, height]: [usize; 2]) -> Result<Framed, ReadError> {
    let pixels = scan.grey.len();
    if pixels == 0 || pixels as u64 != u64::from(scan.width) * u64::from(scan.height) {
        return Err(ReadError::ScanSize {
            pixels,
            width: scan.width,
            height: scan.height,
        });
    }
    let contrast = Contrast::of(scan).ok_or(ReadError::Blank)?;
    let frame = FrameSize {
        width: width as u32,
        height: height as u32,
    };
    let letterbox = Letterbox::fit(scan.width, scan.height, frame);
    let image = contrast.frame_image(scan, &letterbox);
    Ok(Framed {
        letterbox,
        input: space_to_depth(&image, width),
        width: width / 2,
        height: height / 2,
    })
}

/// Columns and rows of the half frame that hold the scan: at least one of each.
pub(crate) fn scan_cells(letterbox: &Letterbox) -> (Range<usize>, Range<usize>) {
    let half = |start: u32, length: u32| {
        let first = start as usize / 2;
        first..((start + length) as usize / 2).max(first + 1)
    };
    (
        half(letterbox.left(), letterbox.inner_width()),
        half(letterbox.top(), letterbox.inner_height()),
    )
}

/// `[h, w]` to `[4, h / 2, w / 2]`: channel dy * 2 + dx holds pixel (2y + dy, 2x + dx).
fn space_to_depth(image: &[f32], width: usize) -> Vec<f32> {
    let mut folded = Vec::with_capacity(image.len());
    for (dy, dx) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for row in image.chunks_exact(width.max(1)).skip(dy).step_by(2) {
            folded.extend(row.iter().skip(dx).step_by(2));
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_by_two_pixels_become_four_channels() {
        let image: Vec<f32> = (0..16).map(|v| v as f32).collect();
        let expected = [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15].map(|v| v as f32);
        assert_eq!(space_to_depth(&image, 4), expected);
    }

    #[test]
    fn a_scan_without_pixels_is_an_error() {
        let mut scan = Scan::from_grey(2, 2, vec![0.0; 4]).unwrap();
        scan.grey.pop();
        let error = prepare(&scan, [64, 32]).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), "scan_size");
    }

    #[test]
    fn the_input_has_the_size_of_the_half_frame() {
        let grey = (0..30_000).map(|i| (i % 200) as f32 / 255.0).collect();
        let scan = Scan::from_grey(300, 100, grey).unwrap();
        let framed = prepare(&scan, [64, 32]).unwrap();
        assert_eq!(
            (framed.width, framed.height, framed.input.len()),
            (32, 16, 4 * 32 * 16)
        );
    }

    #[test]
    fn a_blank_picture_is_an_error_not_a_healthy_eye() {
        for level in [0.0, 0.5, 1.0] {
            let scan = Scan::from_grey(30, 10, vec![level; 300]).unwrap();
            let error = prepare(&scan, [64, 32]).map(|_| ()).unwrap_err();
            assert_eq!(error, ReadError::Blank);
        }
    }
}
