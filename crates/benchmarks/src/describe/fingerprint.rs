//! A picture as a hash and a thumbnail, by which copies of it are found however they were compressed or resized.

/// Cells of the thumbnail, each way.
const SIDE: usize = 64;
/// Levels of 255 by which a cell must be brighter than the one before it: less is noise, as in a dark vitreous.
const MARGIN: f64 = 1.0;

/// What is kept of a picture: a difference hash of 128 bits and a thumbnail of 64 x 64 grey levels.
///
/// The thumbnail holds the means of the picture's cells, rounded to 255 levels. The hash compares neighbouring means of 9 x 8
/// cells of it (a bit is set where the right one is brighter by more than a level) and of 8 x 9 (where the lower one is).
/// Source: dHash, as described by Krawetz (2013), with both directions and a margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    hash: u128,
    thumbnail: Vec<u8>,
}

impl Fingerprint {
    /// Of grey values 0..1, row-major, `width * height` of them; `None` where their number does not fit or is 0.
    ///
    /// ```
    /// use groundscope_benchmarks::describe::Fingerprint;
    /// let ramp: Vec<f32> = (0..100 * 50).map(|i| (i % 100) as f32 / 100.0).collect();
    /// let twice: Vec<f32> = (0..200 * 100).map(|i| (i % 200 / 2) as f32 / 100.0).collect();
    /// let (small, large) = (Fingerprint::of(100, 50, &ramp).unwrap(), Fingerprint::of(200, 100, &twice).unwrap());
    /// assert_eq!((small.differing_bits(&large), small.mean_difference(&large)), (0, 0.0));
    /// ```
    pub fn of(width: u32, height: u32, grey: &[f32]) -> Option<Self> {
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 || grey.len() as u64 != pixels {
            return None;
        }
        let sums = cell_sums(grey, [width as usize, height as usize], [SIDE, SIDE]);
        // A cast to an integer saturates, and not-a-number becomes 0.
        let level = |sum: f64| (sum / pixels as f64 * 255.0 + 0.5) as u8;
        let thumbnail: Vec<u8> = sums.into_iter().map(level).collect();
        let hash = hash(&thumbnail);
        Some(Self { hash, thumbnail })
    }

    /// The hash.
    pub const fn hash(&self) -> u128 {
        self.hash
    }

    /// The grey levels of the thumbnail, row-major.
    pub fn thumbnail(&self) -> &[u8] {
        &self.thumbnail
    }

    /// In how many of the 128 bits the hashes differ.
    pub const fn differing_bits(&self, other: &Self) -> u32 {
        (self.hash ^ other.hash).count_ones()
    }

    /// By how many of 255 grey levels the thumbnails differ on average.
    pub fn mean_difference(&self, other: &Self) -> f64 {
        f64::from(self.difference(other)) / (SIDE * SIDE) as f64
    }

    /// Whether at most `bits` bits of the hashes differ and the thumbnails by at most `levels` levels on average.
    pub fn looks_like(&self, other: &Self, bits: u32, levels: u32) -> bool {
        let most = u64::from(levels) * (SIDE * SIDE) as u64;
        self.differing_bits(other) <= bits && u64::from(self.difference(other)) <= most
    }

    fn difference(&self, other: &Self) -> u32 {
        let cells = self.thumbnail.iter().zip(&other.thumbnail);
        cells.map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
    }
}

fn hash(thumbnail: &[u8]) -> u128 {
    // Sums over the thumbnail weigh 64 x 64: whole numbers, so that comparing them is exact.
    let step = MARGIN * (SIDE * SIDE) as f64;
    let brighter = |(a, b): (&f64, &f64)| b - a > step;
    let across = cell_sums(thumbnail, [SIDE, SIDE], [9, 8]);
    let across = across
        .chunks_exact(9)
        .flat_map(|row| row.iter().zip(row.iter().skip(1)).map(brighter));
    let down = cell_sums(thumbnail, [SIDE, SIDE], [8, 9]);
    let down = down.iter().zip(down.iter().skip(8)).map(brighter);
    across
        .chain(down)
        .fold(0, |bits, bit| bits << 1 | u128::from(bit))
}

/// Pixels that a cell covers along one axis, from `first` on, and how much of each.
struct Cover {
    first: usize,
    weights: Vec<f64>,
}

/// Cell `i` of `cells` covers `i / cells` to `(i + 1) / cells` of the axis. Weights are whole and add up to `pixels` a cell.
fn covers(pixels: usize, cells: usize) -> Vec<Cover> {
    let cover = |cell: usize| {
        let (start, end) = (cell * pixels, (cell + 1) * pixels);
        let first = start / cells;
        let covered = first..end.div_ceil(cells);
        let weigh = |pixel: usize| ((pixel + 1) * cells).min(end) - (pixel * cells).max(start);
        Cover {
            first,
            weights: covered.map(|pixel| weigh(pixel) as f64).collect(),
        }
    };
    (0..cells).map(cover).collect()
}

/// Weighted sums of a row-major image over a grid of cells; the weights of a cell add up to the number of pixels.
fn cell_sums<T: Copy + Into<f64>>(
    image: &[T],
    [width, height]: [usize; 2],
    [columns, rows]: [usize; 2],
) -> Vec<f64> {
    let across = covers(width, columns);
    let mut narrow: Vec<f64> = Vec::with_capacity(columns * height);
    for row in image.chunks_exact(width) {
        narrow.extend(across.iter().map(|cover| {
            let covered = row.iter().skip(cover.first).zip(&cover.weights);
            covered
                .map(|(value, weight)| (*value).into() * weight)
                .sum::<f64>()
        }));
    }
    let mut out = Vec::with_capacity(columns * rows);
    for cover in covers(height, rows) {
        let mut line = vec![0.0; columns];
        for (row, weight) in narrow.chunks_exact(columns).skip(cover.first).zip(&cover.weights) {
            line.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += value * weight);
        }
        out.extend(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_weigh_pixels_by_what_a_cell_covers_of_them() {
        assert_eq!(
            cell_sums(&[1u8, 2, 3], [3, 1], [2, 1]),
            [1.0 * 2.0 + 2.0, 2.0 + 3.0 * 2.0]
        );
        assert_eq!(cell_sums(&[1u8, 2], [1, 2], [1, 4]), [2.0, 2.0, 4.0, 4.0]);
    }

    #[test]
    fn a_bit_says_where_the_next_cell_is_brighter_by_more_than_a_level() {
        let steps =
            |level: fn(usize, usize) -> u8| (0..64 * 64).map(|i| level(i % 64, i / 64)).collect::<Vec<_>>();
        assert_eq!(hash(&steps(|x, _| 2 * x as u8)), u128::MAX << 64);
        assert_eq!(hash(&steps(|_, y| 2 * y as u8)), u128::MAX >> 64);
        assert_eq!(hash(&steps(|x, y| 250 - x as u8 - y as u8)), 0);
        // Nine cells rise by one level or less a cell.
        assert_eq!(hash(&steps(|x, _| (x / 8) as u8)), 0);
    }

    #[test]
    fn what_does_not_fill_a_picture_has_no_fingerprint() {
        assert_eq!(Fingerprint::of(2, 2, &[0.0; 3]), None);
        assert_eq!(Fingerprint::of(0, 2, &[]), None);
        let odd = Fingerprint::of(1, 1, &[f32::NAN]).unwrap();
        assert_eq!((odd.hash(), odd.thumbnail()), (0, [0; 4096].as_slice()));
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_picture_with_every_pixel_cut_into_cells(
            width in 1usize..20, height in 1usize..20, columns in 1usize..12, rows in 1usize..12,
        ) {
            let image: Vec<u8> = (0..width * height).map(|i| (i * 31 % 251) as u8).collect();
            let mut cut = vec![0.0; columns * rows];
            for y in 0..height * rows {
                for x in 0..width * columns {
                    cut[y / height * columns + x / width] += f64::from(image[y / rows * width + x / columns]);
                }
            }
            prop_assert_eq!(cell_sums(&image, [width, height], [columns, rows]), cut);
        }
    }
}
