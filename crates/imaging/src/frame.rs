//! The image a network sees: contrast-normalised luminance, resized into its frame.

use crate::letterbox::Letterbox;
use crate::resize::resize_triangle;
use crate::scan::{Scan, level};

/// Levels from this one on are margins and burnt-in white, and tell nothing of the tissue's contrast.
const WHITE: u8 = 250;

/// The two levels that become black and white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Level (of 255) of the 1st percentile; becomes 0.
    pub low: u8,
    /// Level (of 255) of the 99.5th percentile; becomes 1.
    pub high: u8,
}

impl Contrast {
    /// Measures a scan: a histogram of the levels `floor(255 v + 0.5)` below 250, `n` pixels in all. `low` is the
    /// smallest level whose cumulative count is at least 1 % of `n` (`100 count >= n`), `high` the smallest with at least 99.5 %
    /// (`1000 count >= 995 n`). `None` when there are no such pixels or both levels are the same: such a scan has no contrast.
    pub fn of(scan: &Scan) -> Option<Self> {
        let mut histogram = [0_u64; 256];
        for value in &scan.grey {
            if let Some(count) = histogram.get_mut(usize::from(level(*value))) {
                *count += 1;
            }
        }
        let tissue = || (0..WHITE).zip(histogram.iter().copied());
        let total: u64 = tissue().map(|(_, count)| count).sum();
        if total == 0 {
            return None;
        }
        let percentile = |per_mille: u64| {
            let mut below = 0;
            tissue().find_map(|(level, count)| {
                below += count;
                (1000 * below >= per_mille * total).then_some(level)
            })
        };
        let (low, high) = (percentile(10)?, percentile(995)?);
        (low < high).then_some(Self { low, high })
    }

    /// The normalised value, `clamp((255 v - low) / (high - low), 0, 1)`.
    pub fn apply(self, value: f32) -> f32 {
        let (low, high) = (f32::from(self.low), f32::from(self.high));
        ((value * 255.0 - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// [`frame_image`] of a scan whose contrast this is.
    pub fn frame_image(self, scan: &Scan, letterbox: &Letterbox) -> Vec<f32> {
        place(&self.normalise(scan), scan, letterbox)
    }

    fn normalise(self, scan: &Scan) -> Vec<f32> {
        scan.grey.iter().map(|v| self.apply(*v)).collect()
    }
}

/// The scan's luminance with its contrast normalised, 0..1, row-major, as large as the scan. All zeros where there is no contrast.
pub fn normalise(scan: &Scan) -> Vec<f32> {
    match Contrast::of(scan) {
        Some(contrast) => contrast.normalise(scan),
        None => vec![0.0; scan.grey.len()],
    }
}

/// The frame image, row-major, `frame.width * frame.height` values 0..1: [`normalise`], resized to the letterbox's inner size
/// by a triangle filter with antialiasing, placed at its left and top margin, 0 elsewhere.
///
/// A letterbox made for another scan size still gives an image of the frame's size, stretched to its inner rectangle.
pub fn frame_image(scan: &Scan, letterbox: &Letterbox) -> Vec<f32> {
    place(&normalise(scan), scan, letterbox)
}

/// Resizes the values of a scan and places them in its frame.
fn place(values: &[f32], scan: &Scan, letterbox: &Letterbox) -> Vec<f32> {
    let frame = letterbox.frame();
    let inner_width = letterbox.inner_width() as usize;
    let inner = resize_triangle(
        values,
        [scan.width as usize, scan.height as usize],
        [inner_width, letterbox.inner_height() as usize],
    );
    let mut image = vec![0.0; frame.width as usize * frame.height as usize];
    let (left, top) = (letterbox.left() as usize, letterbox.top() as usize);
    let rows = image
        .chunks_exact_mut(frame.width as usize)
        .skip(top)
        .zip(inner.chunks_exact(inner_width));
    for (row, source) in rows {
        if let Some(place) = row.get_mut(left..left + inner_width) {
            place.copy_from_slice(source);
        }
    }
    image
}
