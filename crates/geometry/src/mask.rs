//! A set of pixels of a scan, one bit a pixel.

/// The pixels of one class on a scan of `width` x `height`, row-major.
///
/// Pixels outside the scan are never in the mask: reading one gives `false`, setting one does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

impl Mask {
    /// An empty mask.
    pub fn new(width: u32, height: u32) -> Self {
        let pixels = u64::from(width) * u64::from(height);
        Self {
            width,
            height,
            words: vec![0; usize::try_from(pixels.div_ceil(64)).unwrap_or(usize::MAX)],
        }
    }

    /// The mask of the pixels for which `inside(x, y)` is true.
    pub fn from_fn(width: u32, height: u32, mut inside: impl FnMut(u32, u32) -> bool) -> Self {
        let mut mask = Self::new(width, height);
        for y in 0..height {
            for x in 0..width {
                if inside(x, y) {
                    mask.set(x, y, true);
                }
            }
        }
        mask
    }

    /// Width of the scan in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height of the scan in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    fn index(&self, x: u32, y: u32) -> Option<(usize, u64)> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = u64::from(y) * u64::from(self.width) + u64::from(x);
        Some(((at / 64) as usize, 1 << (at % 64)))
    }

    /// Whether the pixel is in the mask.
    pub fn get(&self, x: u32, y: u32) -> bool {
        self.index(x, y)
            .is_some_and(|(word, bit)| self.words.get(word).is_some_and(|w| w & bit != 0))
    }

    /// Puts a pixel in or takes it out.
    pub fn set(&mut self, x: u32, y: u32, inside: bool) {
        if let Some((word, bit)) = self.index(x, y)
            && let Some(w) = self.words.get_mut(word)
        {
            if inside {
                *w |= bit;
            } else {
                *w &= !bit;
            }
        }
    }

    /// Puts the pixels `x1..x2` of row `y` in, cut at the edge of the scan.
    ///
    /// ```
    /// use groundscope_geometry::Mask;
    /// let mut mask = Mask::new(100, 2);
    /// mask.set_run(90, 200, 1);
    /// assert_eq!(mask.bounds(), Some([90, 1, 100, 2]));
    /// ```
    pub fn set_run(&mut self, x1: u32, x2: u32, y: u32) {
        let x2 = x2.min(self.width);
        if y >= self.height || x1 >= x2 {
            return;
        }
        let row = u64::from(y) * u64::from(self.width);
        let (first, last) = (row + u64::from(x1), row + u64::from(x2) - 1);
        let (from, to) = ((first / 64) as usize, (last / 64) as usize);
        let words = self.words.get_mut(from..=to).unwrap_or_default();
        for (i, word) in words.iter_mut().enumerate() {
            let head = if i == 0 {
                u64::MAX << (first % 64)
            } else {
                u64::MAX
            };
            let tail = if from + i == to {
                u64::MAX >> (63 - last % 64)
            } else {
                u64::MAX
            };
            *word |= head & tail;
        }
    }

    /// 64 pixels of row `y` from column `x` on, the lowest bit first; those beyond the row are 0.
    pub(crate) fn bits(&self, x: u32, y: u32) -> u64 {
        let Some((at, shift, kept)) = self.window(x, y) else {
            return 0;
        };
        let word = |i: usize| self.words.get(i).copied().unwrap_or_default();
        // Two shifts, since one by 64 would overflow.
        (word(at) >> shift | word(at + 1) << 1 << (63 - shift)) & kept
    }

    /// Inverts those of the 64 pixels of row `y` from column `x` on whose bit is set.
    pub(crate) fn toggle_bits(&mut self, x: u32, y: u32, bits: u64) {
        let Some((at, shift, kept)) = self.window(x, y) else {
            return;
        };
        let bits = bits & kept;
        for (i, part) in [(at, bits << shift), (at + 1, bits >> 1 >> (63 - shift))] {
            if let Some(word) = self.words.get_mut(i) {
                *word ^= part;
            }
        }
    }

    /// The word and the bit where 64 pixels of a row begin, and which of them the row has.
    fn window(&self, x: u32, y: u32) -> Option<(usize, u64, u64)> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = u64::from(y) * u64::from(self.width) + u64::from(x);
        let kept = u64::MAX >> (64 - (self.width - x).min(64));
        Some(((at / 64) as usize, at % 64, kept))
    }

    /// The number of pixels in the mask.
    pub fn area(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// True when no pixel is in the mask.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The pixels in the mask, row by row.
    pub fn pixels(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let width = u64::from(self.width.max(1));
        self.words.iter().enumerate().flat_map(move |(i, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let at = i as u64 * 64 + u64::from(left.trailing_zeros());
                left &= left - 1;
                Some(((at % width) as u32, (at / width) as u32))
            })
        })
    }

    /// The extent `[min x, min y, max x + 1, max y + 1]`, or `None` when empty.
    pub fn bounds(&self) -> Option<[u32; 4]> {
        let mut bounds: Option<[u32; 4]> = None;
        for y in 0..self.height {
            for x in (0..self.width).step_by(64) {
                let bits = self.bits(x, y);
                if bits == 0 {
                    continue;
                }
                let (first, end) = (x + bits.trailing_zeros(), x + 64 - bits.leading_zeros());
                let [x1, y1, x2, _] = bounds.unwrap_or([first, y, end, y + 1]);
                bounds = Some([x1.min(first), y1, x2.max(end), y + 1]);
            }
        }
        bounds
    }

    /// Pixels in either mask. A mask of another size contributes the pixels that both sizes have.
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    /// Pixels in both masks.
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    /// Pixels in this mask and not in the other.
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }

    fn combine(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        if (self.width, self.height) == (other.width, other.height) {
            let words = self.words.iter().zip(&other.words);
            return Self {
                words: words.map(|(a, b)| op(*a, *b)).collect(),
                ..*self
            };
        }
        Self::from_fn(self.width, self.height, |x, y| {
            op(u64::from(self.get(x, y)), u64::from(other.get(x, y))) & 1 == 1
        })
    }

    /// Shared pixels over pixels in either, 0 when both are empty.
    pub fn iou(&self, other: &Self) -> f64 {
        let union = self.union(other).area();
        if union == 0 {
            return 0.0;
        }
        self.intersection(other).area() as f64 / union as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pixels_outside_the_scan_are_never_inside() {
        let mut mask = Mask::new(3, 2);
        mask.set(3, 0, true);
        mask.set(0, 2, true);
        assert!(mask.is_empty());
        assert!(!mask.get(u32::MAX, u32::MAX));
        assert_eq!(mask.bounds(), None);
        assert_eq!(Mask::new(0, 5).area(), 0);
    }

    #[test]
    fn masks_of_different_sizes_combine_on_the_first_ones_grid() {
        let small = Mask::from_fn(2, 2, |_, _| true);
        let large = Mask::from_fn(5, 5, |_, _| true);
        assert_eq!(small.union(&large).area(), 4);
        assert_eq!(large.difference(&small).area(), 21);
    }

    proptest! {
        #[test]
        fn runs_of_64_and_bounds_agree_with_single_pixels(
            (w, h) in (1u32..150, 1u32..6),
            runs in prop::collection::vec((0u32..160, 0u32..160, 0u32..7), 0..6),
            (x, y, flipped) in (0u32..160, 0u32..7, any::<u64>()),
        ) {
            let mut mask = Mask::new(w, h);
            for (x1, x2, y) in &runs {
                mask.set_run(*x1, *x2, *y);
            }
            let inside = |x: u32, y: u32| runs.iter().any(|(x1, x2, row)| *row == y && (*x1..*x2).contains(&x));
            prop_assert_eq!(&mask, &Mask::from_fn(w, h, inside));
            let bounds = mask.pixels().fold(None, |bounds: Option<[u32; 4]>, (x, y)| {
                let [x1, y1, x2, y2] = bounds.unwrap_or([x, y, x + 1, y + 1]);
                Some([x1.min(x), y1.min(y), x2.max(x + 1), y2.max(y + 1)])
            });
            prop_assert_eq!(mask.bounds(), bounds);
            let bits = mask.bits(x, y);
            prop_assert!((0..64).all(|i| (bits >> i & 1 == 1) == mask.get(x + i, y)));
            let before = mask.clone();
            mask.toggle_bits(x, y, flipped);
            prop_assert_eq!(mask, Mask::from_fn(w, h, |px, py| {
                let hit = py == y && px >= x && px - x < 64 && flipped >> (px - x) & 1 == 1;
                before.get(px, py) != hit
            }));
        }

        #[test]
        fn set_operations_agree_with_a_pixel_by_pixel_definition(
            (w, h) in (1u32..20, 1u32..20),
            a in prop::collection::vec(any::<bool>(), 400),
            b in prop::collection::vec(any::<bool>(), 400),
        ) {
            let at = |bits: &[bool], x: u32, y: u32| bits[(y * 20 + x) as usize];
            let first = Mask::from_fn(w, h, |x, y| at(&a, x, y));
            let second = Mask::from_fn(w, h, |x, y| at(&b, x, y));
            prop_assert_eq!(first.union(&second), Mask::from_fn(w, h, |x, y| at(&a, x, y) || at(&b, x, y)));
            prop_assert_eq!(first.intersection(&second), Mask::from_fn(w, h, |x, y| at(&a, x, y) && at(&b, x, y)));
            prop_assert_eq!(first.difference(&second), Mask::from_fn(w, h, |x, y| at(&a, x, y) && !at(&b, x, y)));
            let listed: Vec<_> = first.pixels().collect();
            prop_assert_eq!(listed.len() as u64, first.area());
            prop_assert!(listed.iter().all(|(x, y)| first.get(*x, *y)));
            prop_assert!(listed.windows(2).all(|p| (p[0].1, p[0].0) < (p[1].1, p[1].0)));
        }
    }
}
