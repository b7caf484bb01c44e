//! Changes that scans meet outside the laboratory (noise, blur, contrast, crop, flip, JPEG), and the way back for boxes.

use std::fmt;

use groundscope_geometry::PixelBox;
use groundscope_imaging::{Scan, ScanError, decode};
use groundscope_metrics::bootstrap::hash;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageBuffer, Luma, imageops};

/// A change of a scan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Perturbation {
    /// Gaussian noise of this standard deviation, where black is 0 and white is 1.
    Noise(f32),
    /// Gaussian blur of this standard deviation in pixels.
    Blur(f32),
    /// Distances from middle grey times this factor; what leaves 0..1 is clipped.
    Contrast(f32),
    /// This share of each side's length cut off at both of its ends.
    Crop(f64),
    /// Left and right exchanged.
    Flip,
    /// Written as JPEG of this quality (1 to 100) and read again.
    Jpeg(u8),
}

impl fmt::Display for Perturbation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Noise(sd) => write!(f, "noise {sd}"),
            Self::Blur(sd) => write!(f, "blur {sd} px"),
            Self::Contrast(factor) => write!(f, "contrast x {factor}"),
            Self::Crop(share) => write!(f, "crop {:.0} % a side", share * 100.0),
            Self::Flip => f.write_str("flip"),
            Self::Jpeg(quality) => write!(f, "JPEG quality {quality}"),
        }
    }
}

/// Why a scan can't be changed.
#[derive(Debug, thiserror::Error)]
pub enum PerturbError {
    /// Nothing that makes a scan is left.
    #[error("{change} leaves no scan: {source}")]
    Scan {
        /// The change.
        change: Perturbation,
        /// What is wrong with the pixels.
        source: ScanError,
    },
    /// The JPEG can't be written or read.
    #[error("{change} failed: {problem}")]
    Jpeg {
        /// The change.
        change: Perturbation,
        /// What the encoder or decoder says.
        problem: String,
    },
}

impl Perturbation {
    /// Those of the evaluation, mild ones of a kind first.
    pub const ALL: [Self; 15] = [
        Self::Noise(0.03),
        Self::Noise(0.06),
        Self::Noise(0.12),
        Self::Blur(0.7),
        Self::Blur(1.5),
        Self::Blur(3.0),
        Self::Contrast(0.7),
        Self::Contrast(0.4),
        Self::Contrast(1.5),
        Self::Crop(0.05),
        Self::Crop(0.1),
        Self::Flip,
        Self::Jpeg(75),
        Self::Jpeg(40),
        Self::Jpeg(15),
    ];

    /// The scan as the change leaves it; `seed` decides the noise.
    ///
    /// # Errors
    /// [`PerturbError`]: a crop that leaves nothing, or an encoder that fails.
    pub fn apply(self, scan: &Scan, seed: u64) -> Result<Scan, PerturbError> {
        let (width, height) = (scan.width, scan.height);
        let values = |change: &dyn Fn(usize, f32) -> f32| {
            let changed = |(at, grey): (usize, &f32)| change(at, *grey).clamp(0.0, 1.0);
            (width, height, scan.grey.iter().enumerate().map(changed).collect())
        };
        let (width, height, grey) = match self {
            Self::Noise(sd) => values(&|at, grey| grey + sd * normal(seed, at)),
            Self::Contrast(factor) => values(&|_, grey| 0.5 + (grey - 0.5) * factor),
            Self::Blur(sd) => {
                // `from_raw` is `None` only for too few values, and an empty picture is no scan.
                let picture = ImageBuffer::<Luma<f32>, _>::from_raw(width, height, scan.grey.clone());
                let blurred = picture.map(|picture| imageops::blur(&picture, sd).into_raw());
                let clamp = |grey: Vec<f32>| grey.into_iter().map(|value| value.clamp(0.0, 1.0)).collect();
                (width, height, blurred.map(clamp).unwrap_or_default())
            }
            Self::Crop(_) | Self::Flip => {
                let [x1, y1, x2, y2] = self.window(width, height);
                let source = |x: u32| if self == Self::Flip { width - 1 - x } else { x };
                let pixel = |x: u32, y: u32| scan.grey.get(y as usize * width as usize + source(x) as usize);
                let rows = (y1..y2).flat_map(|y| (x1..x2).filter_map(move |x| pixel(x, y).copied()));
                (x2 - x1, y2 - y1, rows.collect())
            }
            Self::Jpeg(quality) => return self.jpeg(scan, quality),
        };
        Scan::from_grey(width, height, grey).map_err(|source| PerturbError::Scan { change: self, source })
    }

    /// The part of a scan that is left, in pixels of the scan: `[x1, y1, x2, y2]`, right and bottom exclusive.
    pub fn window(self, width: u32, height: u32) -> [u32; 4] {
        let Self::Crop(share) = self else {
            return [0, 0, width, height];
        };
        let cut = |side: u32| ((f64::from(side) * share).floor() as u32).min(side / 2);
        let (x, y) = (cut(width), cut(height));
        [x, y, width - x, height - y]
    }

    /// A box found in the changed scan, in pixels of the scan of `width` columns and `height` rows before the change.
    ///
    /// ```
    /// use groundscope_geometry::PixelBox;
    /// use groundscope_train::perturb::Perturbation;
    /// let found = PixelBox::from_array([10.0, 20.0, 30.0, 40.0]);
    /// assert_eq!(Perturbation::Flip.map_back(found, 100, 50).to_array(), [70.0, 20.0, 90.0, 40.0]);
    /// assert_eq!(Perturbation::Crop(0.1).map_back(found, 100, 50).to_array(), [20.0, 25.0, 40.0, 45.0]);
    /// ```
    pub fn map_back(self, found: PixelBox, width: u32, height: u32) -> PixelBox {
        let [left, top, ..] = self.window(width, height).map(f64::from);
        let [x1, y1, x2, y2] = found.to_array();
        let width = f64::from(width);
        PixelBox::from_array(match self {
            Self::Flip => [width - x2, y1, width - x1, y2],
            _ => [x1 + left, y1 + top, x2 + left, y2 + top],
        })
    }

    /// The part of a reference box (pixels of the scan before the change) that the changed scan still shows.
    pub fn shown(self, reference: PixelBox, width: u32, height: u32) -> Option<PixelBox> {
        let [left, top, right, bottom] = self.window(width, height).map(f64::from);
        let [x1, y1, x2, y2] = reference.to_array();
        let clipped = [x1.max(left), y1.max(top), x2.min(right), y2.min(bottom)];
        let [x1, y1, x2, y2] = clipped;
        (x1 < x2 && y1 < y2).then(|| PixelBox::from_array(clipped))
    }

    fn jpeg(self, scan: &Scan, quality: u8) -> Result<Scan, PerturbError> {
        let failed = |problem: String| PerturbError::Jpeg {
            change: self,
            problem,
        };
        let levels: Vec<u8> = scan.to_rgba8().into_iter().step_by(4).collect();
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, quality)
            .encode(&levels, scan.width, scan.height, ExtendedColorType::L8)
            .map_err(|error| failed(error.to_string()))?;
        decode(&bytes).map_err(|error| failed(error.to_string()))
    }
}

/// Close to a standard normal, of the seed and the place alone: four 16-bit uniforms, summed and scaled.
fn normal(seed: u64, at: usize) -> f32 {
    let bits = hash(seed.to_le_bytes().into_iter().chain((at as u64).to_le_bytes()));
    let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
    // Four uniforms have a variance of a third.
    (sum as f32 / 65_536.0 - 2.0) * 3.0f32.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ramp(width: u32, height: u32) -> Scan {
        let count = width * height;
        let grey = (0..count).map(|k| ((k * 37) % 256) as f32 / 255.0).collect();
        Scan::from_grey(width, height, grey).unwrap()
    }

    fn mean(scan: &Scan) -> f64 {
        scan.grey.iter().map(|v| f64::from(*v)).sum::<f64>() / scan.grey.len() as f64
    }

    #[test]
    fn noise_has_its_standard_deviation_and_follows_from_its_seed() {
        let grey = Scan::from_grey(200, 200, vec![0.5; 40_000]).unwrap();
        let noisy = Perturbation::Noise(0.06).apply(&grey, 1).unwrap();
        let spread = noisy.grey.iter().map(|v| f64::from(v - 0.5).powi(2)).sum::<f64>() / 40_000.0;
        assert!((spread.sqrt() - 0.06).abs() < 0.001, "{}", spread.sqrt());
        assert!((mean(&noisy) - 0.5).abs() < 0.002);
        assert_eq!(noisy, Perturbation::Noise(0.06).apply(&grey, 1).unwrap());
        assert_ne!(noisy, Perturbation::Noise(0.06).apply(&grey, 2).unwrap());
    }

    #[test]
    fn blur_spreads_a_point_and_keeps_its_sum() {
        let mut grey = vec![0.0; 41 * 41];
        grey[20 * 41 + 20] = 1.0;
        let blurred = Perturbation::Blur(1.5)
            .apply(&Scan::from_grey(41, 41, grey).unwrap(), 0)
            .unwrap();
        assert!((blurred.grey.iter().sum::<f32>() - 1.0).abs() < 0.01);
        // A Gaussian of this width has 1 / (2 pi 1.5^2) at its centre.
        assert!(
            (blurred.grey[20 * 41 + 20] - 0.0707).abs() < 0.004,
            "{}",
            blurred.grey[20 * 41 + 20]
        );
    }

    #[test]
    fn contrast_is_about_middle_grey_and_clips() {
        let scan = Scan::from_grey(3, 1, vec![0.25, 0.5, 1.0]).unwrap();
        let of = |factor| Perturbation::Contrast(factor).apply(&scan, 0).unwrap().grey;
        assert_eq!(of(0.5), [0.375, 0.5, 0.75]);
        assert_eq!(of(2.0), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn jpeg_loses_more_at_a_lower_quality() {
        let scan = ramp(64, 48);
        let loss = |quality| {
            let read = Perturbation::Jpeg(quality).apply(&scan, 0).unwrap();
            assert_eq!((read.width, read.height), (64, 48));
            let pairs = read.grey.iter().zip(&scan.grey);
            pairs.map(|(a, b)| (a - b).abs()).sum::<f32>()
        };
        assert!(loss(95) < loss(15) && loss(15) > 0.0);
    }

    #[test]
    fn a_crop_that_leaves_nothing_says_so() {
        let error = Perturbation::Crop(0.5).apply(&ramp(4, 4), 0).unwrap_err();
        assert!(
            error.to_string().contains("crop 50 % a side leaves no scan"),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn flipped_twice_is_the_scan(width in 1u32..30, height in 1u32..30) {
            let scan = ramp(width, height);
            let once = Perturbation::Flip.apply(&scan, 0).unwrap();
            prop_assert_eq!(Perturbation::Flip.apply(&once, 0).unwrap().grey, scan.grey);
        }

        /// A bright box is where the change put it, and comes back to where it was.
        #[test]
        fn boxes_come_back_to_their_pixels(
            x in 0u32..30, y in 0u32..20, w in 1u32..10, h in 1u32..10, change in 0usize..3,
        ) {
            let change = [Perturbation::Flip, Perturbation::Crop(0.07), Perturbation::Crop(0.2)][change];
            let (width, height) = (40u32, 30u32);
            let inside = |k: u32| (x..x + w).contains(&(k % width)) && (y..y + h).contains(&(k / width));
            let grey = (0..width * height).map(|k| f32::from(u8::from(inside(k)))).collect();
            let changed = change.apply(&Scan::from_grey(width, height, grey).unwrap(), 0).unwrap();
            let lit = |k: &u32| changed.grey[*k as usize] > 0.5;
            let bright: Vec<u32> = (0..changed.width * changed.height).filter(lit).collect();
            let reference = PixelBox::from_array([x, y, x + w, y + h].map(f64::from));
            let shown = change.shown(reference, width, height);
            prop_assert_eq!(bright.is_empty(), shown.is_none());
            if let Some(shown) = shown {
                let columns = bright.iter().map(|k| k % changed.width);
                let rows = bright.iter().map(|k| k / changed.width);
                let found = [columns.clone().min().unwrap(), rows.clone().min().unwrap(),
                             columns.max().unwrap() + 1, rows.max().unwrap() + 1];
                let found = PixelBox::from_array(found.map(f64::from));
                prop_assert_eq!(change.map_back(found, width, height), shown);
            }
        }

        #[test]
        fn mapped_back_twice_a_flip_moves_nothing(x in 0u32..50, w in 1u32..50) {
            let found = PixelBox::from_array([x, 3, x + w, 9].map(f64::from));
            let twice = Perturbation::Flip.map_back(Perturbation::Flip.map_back(found, 120, 20), 120, 20);
            prop_assert_eq!(twice, found);
        }
    }
}
