//! Run-length masks as COCO writes them: column by column, as counts or as a compressed text.

mod counts;
mod error;
mod mask;
mod rows;
mod sets;
mod text;

pub use error::RleError;

/// A mask as runs of pixels, column by column from the left, each column from the top.
///
/// Two of them are equal when they are the same set of pixels: runs of no pixels in a file are left out on reading.
/// Format: `size` `[height, width]` and `counts` of COCO's `segmentation`, as pycocotools reads and writes them.
///
/// ```
/// use groundscope_geometry::Rle;
/// // Three rows, four columns: one pixel outside, then five inside, then six outside.
/// let rle = Rle::from_counts(4, 3, &[1, 5, 6]).unwrap();
/// assert_eq!(rle.area(), 5);
/// assert_eq!(rle.bounds(), Some([0, 0, 2, 3]));
/// assert_eq!(rle.to_compressed(), "156");
/// assert_eq!(Rle::from_compressed(4, 3, b"156"), Ok(rle.clone()));
/// assert!(rle.to_mask().get(1, 0) && !rle.to_mask().get(0, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rle {
    width: u32,
    height: u32,
    /// The places in the order of columns where a run begins that the one before is not like: strictly ascending, below
    /// the number of pixels, the first of them into the mask.
    turns: Vec<u32>,
}

impl Rle {
    /// The most pixels a mask may have, inside or not: as many as the scans this project reads.
    pub const MAX_PIXELS: u64 = 64_000_000;

    /// Width of the scan in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height of the scan in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The number of pixels of a scan, if it is no larger than allowed.
    fn checked_pixels(width: u32, height: u32) -> Result<u32, RleError> {
        let pixels = u64::from(width) * u64::from(height);
        match u32::try_from(pixels) {
            Ok(checked) if pixels <= Self::MAX_PIXELS => Ok(checked),
            _ => Err(RleError::TooLarge { width, height }),
        }
    }

    /// The number of pixels of the scan.
    const fn pixels(&self) -> u32 {
        self.width * self.height
    }

    /// The runs inside the mask, from where to before where.
    fn runs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let end = self.pixels();
        self.turns.chunks(2).filter_map(move |turns| match turns {
            [from, to] => Some((*from, *to)),
            [from] => Some((*from, end)),
            _ => None,
        })
    }

    /// The number of pixels in the mask.
    pub fn area(&self) -> u64 {
        self.runs().map(|(from, to)| u64::from(to - from)).sum()
    }

    /// True when no pixel is in the mask.
    pub const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The extent `[min x, min y, max x + 1, max y + 1]` in pixels, or `None` when empty.
    pub fn bounds(&self) -> Option<[u32; 4]> {
        let mut bounds: Option<[u32; 4]> = None;
        for (from, to) in self.runs() {
            let (first, last) = (from / self.height, (to - 1) / self.height);
            // A run that goes on in the next column touches the bottom and the top.
            let (top, bottom) = if first == last {
                (from % self.height, (to - 1) % self.height + 1)
            } else {
                (0, self.height)
            };
            let [x1, y1, x2, y2] = bounds.unwrap_or([first, top, last + 1, bottom]);
            bounds = Some([x1, y1.min(top), x2.max(last + 1), y2.max(bottom)]);
        }
        bounds
    }
}
