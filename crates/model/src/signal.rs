//! How far the retina stands out of the noise: its brightness above the vitreous in units of the noise in it.
//!
//! Layers run across the scan, so the difference of two pixels side by side in the retina is noise and hardly anything else.

use groundscope_imaging::Letterbox;

use crate::preprocess::scan_cells;

/// Pixels of each tissue from which on its mean means something.
const LEAST: usize = 400;
/// White of wedges and margins, which is no tissue.
const WHITE: f32 = 0.98;

/// Sum and number of brightnesses.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> Option<f64> {
        (self.count >= LEAST).then(|| self.sum / self.count as f64)
    }
}

/// The signal of a frame: `input` is `[4, h, w]` as the network takes it, `retina` the logits `[h, w]` of its map of the retina,
/// `width` is w. `None` where retina or vitreous is too small to measure.
pub(crate) fn of(input: &[f32], retina: &[f32], width: usize, letterbox: &Letterbox) -> Option<f64> {
    let (across, down) = scan_cells(letterbox);
    let mut pairs = input.chunks_exact(retina.len().max(1));
    let [a, b, c, d] = [pairs.next()?, pairs.next()?, pairs.next()?, pairs.next()?];
    let (mut tissue, mut vitreous, mut squares) = (Mean::default(), Mean::default(), Mean::default());
    for x in across {
        let column = || {
            down.clone()
                .filter_map(|y| Some((y * width + x, *retina.get(y * width + x)?)))
        };
        // A column without retina has no vitreous either: nothing tells where it would end.
        let Some((first, _)) = column().find(|(_, logit)| *logit > 0.0) else {
            continue;
        };
        for (at, logit) in column() {
            for row in [[a, b], [c, d]] {
                let [Some(left), Some(right)] = row.map(|channel| channel.get(at).copied()) else {
                    continue;
                };
                if left >= WHITE || right >= WHITE {
                    continue;
                }
                let [left, right] = [f64::from(left), f64::from(right)];
                let mean = 0.5 * (left + right);
                if logit > 0.0 {
                    tissue.add(mean);
                    squares.add((left - right) * (left - right) / 2.0);
                } else if at < first {
                    vitreous.add(mean);
                }
            }
        }
    }
    let noise = libm::sqrt(squares.value()?);
    // A picture without any noise is drawn, not scanned: the small constant keeps its signal finite.
    Some((tissue.value()? - vitreous.value()?) / (noise + 1e-3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_imaging::FrameSize;

    const W: usize = 64;
    const H: usize = 32;

    /// A frame of dark vitreous, a grey band in rows 12 to 20, and noise of this size in it.
    fn measured(noise: f32, white: bool) -> Option<f64> {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 0 { noise } else { -noise }
        };
        let band = |at: usize| (12..20).contains(&(at / W));
        let level = |at: usize| if band(at) { 0.5 } else { 0.1 };
        let mut input: Vec<f32> = (0..4 * W * H).map(|at| level(at % (W * H)) + random()).collect();
        if white {
            (0..4 * W * H)
                .filter(|at| at % W < 8)
                .for_each(|at| input[at] = 1.0);
        }
        let retina: Vec<f32> = (0..W * H).map(|at| if band(at) { 5.0 } else { -5.0 }).collect();
        let frame = FrameSize {
            width: 2 * W as u32,
            height: 2 * H as u32,
        };
        of(
            &input,
            &retina,
            W,
            &Letterbox::fit(2 * W as u32, 2 * H as u32, frame),
        )
    }

    #[test]
    fn the_signal_is_contrast_over_noise() {
        for noise in [0.05_f32, 0.1] {
            let found = measured(noise, false).unwrap();
            let expected = 0.4 / (f64::from(noise) + 1e-3);
            assert!(
                (found / expected - 1.0).abs() < 0.06,
                "{noise}: {found} for {expected}"
            );
        }
        assert!((measured(0.0, false).unwrap() - 400.0).abs() < 0.1);
    }

    #[test]
    fn white_wedges_do_not_count() {
        let (with, without) = (measured(0.1, true).unwrap(), measured(0.1, false).unwrap());
        assert!((with / without - 1.0).abs() < 0.06, "{with} {without}");
    }

    #[test]
    fn without_retina_or_vitreous_there_is_no_signal() {
        let frame = FrameSize {
            width: 128,
            height: 64,
        };
        let letterbox = Letterbox::fit(128, 64, frame);
        let input = vec![0.5; 4 * W * H];
        assert_eq!(of(&input, &vec![-5.0; W * H], W, &letterbox), None);
        assert_eq!(of(&input, &vec![5.0; W * H], W, &letterbox), None);
        assert_eq!(of(&[], &[], W, &letterbox), None);
    }
}
