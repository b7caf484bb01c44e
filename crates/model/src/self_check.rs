//! The self-check: a fixed tile whose outputs are stored in the weights file.

use crate::weights::SelfCheck;

impl SelfCheck {
    /// Input of the check, `[1, 4, h/2, w/2]` row-major, values 0..1.
    ///
    /// Channel k of pixel (x, y) of the half frame is ((7x + 13y + 29k + 5((x*y) mod 31)) mod 256) / 255.
    pub fn input(&self) -> Vec<f32> {
        let [width, height] = self.half_frame();
        let mut input = Vec::with_capacity(4 * width * height);
        for k in 0..4 {
            for y in 0..height {
                for x in 0..width {
                    let level = (7 * x + 13 * y + 29 * k + 5 * ((x * y) % 31)) % 256;
                    input.push(level as f32 / 255.0);
                }
            }
        }
        input
    }

    /// Width and height of the map.
    pub fn half_frame(&self) -> [usize; 2] {
        self.frame.map(|side| side / 2)
    }

    /// Indices into one map of the stored points, row by row.
    pub fn points(&self) -> impl Iterator<Item = usize> {
        let [width, height] = self.half_frame();
        let stride = self.stride.max(1);
        let along = move |side| (stride / 2..side).step_by(stride);
        along(height).flat_map(move |y| along(width).map(move |x| y * width + x))
    }

    /// The stored points of full maps, output by output.
    pub fn sample(&self, map_logits: &[f32]) -> Vec<f32> {
        let [width, height] = self.half_frame();
        map_logits
            .chunks(width * height)
            .flat_map(|map| self.points().filter_map(|point| map.get(point).copied()))
            .collect()
    }
}

/// What the self-check found.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SelfCheckReport {
    /// Largest absolute difference of any logit from the stored value.
    pub max_abs_difference: f32,
    /// Largest difference allowed.
    pub tolerance: f32,
}

impl SelfCheckReport {
    pub(crate) fn compare(check: &SelfCheck, map_logits: &[f32], presence_logits: &[f32]) -> Self {
        let sampled = check.sample(map_logits);
        let complete =
            sampled.len() == check.map_logits.len() && presence_logits.len() == check.presence_logits.len();
        let pairs = sampled.iter().zip(&check.map_logits);
        let pairs = pairs.chain(presence_logits.iter().zip(&check.presence_logits));
        // A NaN must not pass for agreement, and f32::max drops it.
        let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, |worst: f32, d| {
            if d.is_nan() { f32::INFINITY } else { worst.max(d) }
        });
        Self {
            max_abs_difference: if complete { worst } else { f32::INFINITY },
            tolerance: check.tolerance,
        }
    }

    /// True when the device computes what the weights file says.
    pub fn agrees(&self) -> bool {
        self.max_abs_difference <= self.tolerance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check() -> SelfCheck {
        SelfCheck {
            frame: [64, 32],
            stride: 8,
            map_logits: (0..8).map(|v| v as f32).collect(),
            presence_logits: vec![1.0],
            tolerance: 0.5,
        }
    }

    #[test]
    fn the_input_follows_the_formula() {
        let input = check().input();
        assert_eq!(input.len(), 4 * 32 * 16);
        // k = 2, y = 5, x = 9: (63 + 65 + 58 + 5 * (45 % 31)) % 256 = 0
        assert_eq!(input[2 * 512 + 5 * 32 + 9], 0.0);
        assert_eq!(input[1], 7.0 / 255.0);
    }

    #[test]
    fn points_are_the_middles_of_the_strides() {
        let points: Vec<_> = check().points().collect();
        assert_eq!(points, [132, 140, 148, 156, 388, 396, 404, 412]);
    }

    #[test]
    fn the_largest_difference_is_reported_and_nan_never_agrees() {
        let check = check();
        let mut map = vec![0.0; 512];
        for (value, point) in check.points().enumerate() {
            map[point] = value as f32;
        }
        assert_eq!(
            SelfCheckReport::compare(&check, &map, &[1.25]).max_abs_difference,
            0.25
        );
        assert!(SelfCheckReport::compare(&check, &map, &[1.5]).agrees());
        assert!(!SelfCheckReport::compare(&check, &map, &[1.75]).agrees());
        map[132] = f32::NAN;
        assert!(!SelfCheckReport::compare(&check, &map, &[1.0]).agrees());
        assert!(!SelfCheckReport::compare(&check, &map, &[]).agrees());
    }
}
