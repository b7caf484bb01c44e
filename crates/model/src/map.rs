//! One probability map, read at the pixels of the scan.

use groundscope_imaging::Letterbox;

/// 1 / (1 + e^-x), the same bits on every platform.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// Probabilities of one class on the half frame, sampled bilinearly at the centres of the scan's pixels.
pub(crate) struct ScanMap {
    probabilities: Vec<f32>,
    width: usize,
    columns: Vec<Tap>,
    rows: Vec<Tap>,
}

/// The two map cells between which a pixel centre lies, along one axis.
#[derive(Clone, Copy)]
struct Tap {
    first: usize,
    second: usize,
    /// Weight of the second cell, 0..1.
    weight: f32,
}

impl ScanMap {
    /// From map logits `[height, width]` of the half frame.
    pub fn new(logits: &[f32], width: usize, letterbox: &Letterbox) -> Self {
        let height = logits.len() / width.max(1);
        let (scan, (scale_x, scale_y)) = (letterbox.scan(), letterbox.scale());
        Self {
            probabilities: logits.iter().map(|logit| sigmoid(*logit)).collect(),
            width,
            columns: taps(scan.width, scale_x, letterbox.left(), width),
            rows: taps(scan.height, scale_y, letterbox.top(), height),
        }
    }

    /// The probability at pixel (x, y) of the scan; 0 outside.
    pub fn at(&self, x: u32, y: u32) -> f32 {
        match (self.columns.get(x as usize), self.rows.get(y as usize)) {
            (Some(column), Some(row)) => self.sample(*column, *row),
            _ => 0.0,
        }
    }

    fn sample(&self, column: Tap, row: Tap) -> f32 {
        let cell = |x, y| {
            let at: usize = y * self.width + x;
            self.probabilities.get(at).copied().unwrap_or(0.0)
        };
        let along = |y| lerp(cell(column.first, y), cell(column.second, y), column.weight);
        lerp(along(row.first), along(row.second), row.weight)
    }

    /// The smallest rectangle `[x1, y1, x2, y2]` of scan pixels outside which no probability reaches `threshold`.
    ///
    /// A bilinear value never exceeds the largest of its four cells, so whole rows and columns are ruled out at once.
    pub fn reach(&self, threshold: f64) -> Option<[u32; 4]> {
        let reaches = |p: &f32| f64::from(*p) >= threshold;
        let rows = self.probabilities.chunks(self.width.max(1));
        let row_hit: Vec<bool> = rows.clone().map(|row| row.iter().any(reaches)).collect();
        let mut column_hit = vec![false; self.width];
        for row in rows {
            for (hit, p) in column_hit.iter_mut().zip(row) {
                *hit |= reaches(p);
            }
        }
        let (x1, x2) = span(&self.columns, &column_hit)?;
        let (y1, y2) = span(&self.rows, &row_hit)?;
        Some([x1, y1, x2, y2])
    }
}

fn lerp(a: f32, b: f32, weight: f32) -> f32 {
    a + (b - a) * weight
}

/// Taps of every pixel along one axis: `scale` frame pixels a scan pixel, starting at `margin`; a cell is two frame pixels.
fn taps(pixels: u32, scale: f64, margin: u32, cells: usize) -> Vec<Tap> {
    let last = cells.saturating_sub(1);
    let tap = |pixel: u32| {
        let centre = ((f64::from(pixel) + 0.5) * scale + f64::from(margin)) / 2.0 - 0.5;
        let centre = centre.clamp(0.0, last as f64);
        let first = centre as usize;
        Tap {
            first,
            second: (first + 1).min(last),
            weight: (centre - first as f64) as f32,
        }
    };
    (0..pixels).map(tap).collect()
}

/// First and one past the last pixel that touches a hit cell.
fn span(taps: &[Tap], hit: &[bool]) -> Option<(u32, u32)> {
    let touches = |tap: &Tap| {
        [tap.first, tap.second]
            .iter()
            .any(|cell| hit.get(*cell) == Some(&true))
    };
    let first = taps.iter().position(touches)?;
    let last = taps.iter().rposition(touches)?;
    Some((first as u32, last as u32 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_imaging::FrameSize;
    use proptest::prelude::*;

    fn letterbox(width: u32, height: u32) -> Letterbox {
        let frame = FrameSize { width: 16, height: 8 };
        Letterbox::fit(width, height, frame)
    }

    fn logit(p: f32) -> f32 {
        (p / (1.0 - p)).ln()
    }

    #[test]
    fn sigmoid_at_known_points() {
        assert_eq!(sigmoid(0.0), 0.5);
        assert_eq!(sigmoid(f32::INFINITY), 1.0);
        assert_eq!(sigmoid(f32::NEG_INFINITY), 0.0);
        assert!((sigmoid(2.0) - 0.880_797_1).abs() < 1e-7);
    }

    #[test]
    fn a_scan_of_frame_size_lies_between_cells_with_half_pixel_centres() {
        // Cells 0 and 1 hold 0.2 and 0.6; pixel 1 is a quarter of the way from cell 0 to cell 1.
        let mut logits = vec![logit(0.2); 32];
        for row in logits.chunks_mut(8) {
            row[1] = logit(0.6);
        }
        let map = ScanMap::new(&logits, 8, &letterbox(16, 8));
        let expected = [0.2, 0.3, 0.5, 0.5, 0.3, 0.2];
        let expected = [
            expected[0],
            expected[1],
            expected[2],
            expected[3],
            expected[4],
            expected[5],
        ];
        for (x, p) in expected.into_iter().enumerate() {
            assert!(
                (map.at(x as u32, 3) - p).abs() < 1e-6,
                "{x}: {}",
                map.at(x as u32, 3)
            );
        }
        assert_eq!(map.at(16, 0), 0.0);
    }

    #[test]
    fn margins_shift_the_map() {
        // A scan of 8 x 8 sits in the middle of the 16 x 8 frame, from cell 2 on.
        let mut logits = vec![logit(0.1); 32];
        logits[8 + 2] = logit(0.9);
        let map = ScanMap::new(&logits, 8, &letterbox(8, 8));
        let peak = (0..8).max_by(|a, b| map.at(*a, 3).total_cmp(&map.at(*b, 3)));
        assert!(peak == Some(0) || peak == Some(1), "{peak:?}");
        assert!(map.at(7, 7) < 0.11);
    }

    proptest! {
        #[test]
        fn nothing_outside_the_reach_reaches_the_threshold(
            logits in prop::collection::vec(-3.0f32..3.0, 32),
            width in 1u32..40, height in 1u32..40, threshold in 0.05f64..0.95,
        ) {
            let map = ScanMap::new(&logits, 8, &letterbox(width, height));
            let reach = map.reach(threshold);
            for y in 0..height {
                for x in 0..width {
                    let inside = reach.is_some_and(|[x1, y1, x2, y2]| (x1..x2).contains(&x) && (y1..y2).contains(&y));
                    prop_assert!(inside || f64::from(map.at(x, y)) < threshold + 1e-6);
                }
            }
        }
    }
}
