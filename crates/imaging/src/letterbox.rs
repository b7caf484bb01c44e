//! A scan of any size and aspect placed in a frame of fixed size, and the way back.

use groundscope_geometry::PixelBox;

/// Size of the network's frame in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Where a scan lies inside a frame: as large as fits with its aspect kept, centred, whole frame pixels.
///
/// Coordinates are continuous with the origin at the upper left corner of the upper left pixel, so pixel `i` covers `i..i + 1`.
///
/// ```
/// use groundscope_imaging::{FrameSize, Letterbox};
/// let frame = FrameSize { width: 768, height: 512 };
/// let letterbox = Letterbox::fit(1536, 512, frame);
/// assert_eq!((letterbox.inner_width(), letterbox.inner_height()), (768, 256));
/// assert_eq!(letterbox.to_frame(0.0, 0.0), (0.0, 128.0));
/// assert_eq!(letterbox.to_scan(768.0, 384.0), (1536.0, 512.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letterbox {
    scan: FrameSize,
    frame: FrameSize,
    inner: FrameSize,
    left: u32,
    top: u32,
}

impl Letterbox {
    /// Fits a scan of `width` x `height` pixels into `frame`. With `s = min(frame.width / width, frame.height / height)` the inner
    /// size is `floor(side * s + 0.5)`, at least 1 and at most the frame; the left and top margin are the smaller halves.
    ///
    /// A side of 0 counts as 1, so that the transform is always defined.
    pub fn fit(width: u32, height: u32, frame: FrameSize) -> Self {
        let scan = FrameSize {
            width: width.max(1),
            height: height.max(1),
        };
        let frame = FrameSize {
            width: frame.width.max(1),
            height: frame.height.max(1),
        };
        let scale = (f64::from(frame.width) / f64::from(scan.width))
            .min(f64::from(frame.height) / f64::from(scan.height));
        let side = |length: u32, most: u32| ((f64::from(length) * scale + 0.5) as u32).clamp(1, most);
        let inner = FrameSize {
            width: side(scan.width, frame.width),
            height: side(scan.height, frame.height),
        };
        Self {
            scan,
            frame,
            inner,
            left: (frame.width - inner.width) / 2,
            top: (frame.height - inner.height) / 2,
        }
    }

    /// The frame's size.
    pub fn frame(&self) -> FrameSize {
        self.frame
    }

    /// The scan's size in its own pixels.
    pub fn scan(&self) -> FrameSize {
        self.scan
    }

    /// Columns of the frame that the scan covers.
    pub fn inner_width(&self) -> u32 {
        self.inner.width
    }

    /// Rows of the frame that the scan covers.
    pub fn inner_height(&self) -> u32 {
        self.inner.height
    }

    /// Empty frame columns to the left of the scan.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Empty frame rows above the scan.
    pub fn top(&self) -> u32 {
        self.top
    }

    /// A point of the scan (scan pixels) in the frame (frame pixels).
    pub fn to_frame(&self, x: f64, y: f64) -> (f64, f64) {
        let (sx, sy) = self.scale();
        (x * sx + f64::from(self.left), y * sy + f64::from(self.top))
    }

    /// A point of the frame (frame pixels) in the scan (scan pixels). Points on the margins come out outside the scan.
    pub fn to_scan(&self, x: f64, y: f64) -> (f64, f64) {
        let (sx, sy) = self.scale();
        ((x - f64::from(self.left)) / sx, (y - f64::from(self.top)) / sy)
    }

    /// A box of the scan as `[x1, y1, x2, y2]` in frame pixels.
    pub fn box_to_frame(&self, bounds: &PixelBox) -> [f64; 4] {
        let (x1, y1) = self.to_frame(bounds.x1, bounds.y1);
        let (x2, y2) = self.to_frame(bounds.x2, bounds.y2);
        [x1, y1, x2, y2]
    }

    /// A box `[x1, y1, x2, y2]` in frame pixels as a box of the scan, not clipped to it.
    pub fn box_to_scan(&self, [x1, y1, x2, y2]: [f64; 4]) -> PixelBox {
        let (x1, y1) = self.to_scan(x1, y1);
        let (x2, y2) = self.to_scan(x2, y2);
        PixelBox::new(x1, y1, x2, y2)
    }

    /// Frame pixels a scan pixel, across and down. Both are the same but for rounding to whole frame pixels.
    pub fn scale(&self) -> (f64, f64) {
        (
            f64::from(self.inner.width) / f64::from(self.scan.width),
            f64::from(self.inner.height) / f64::from(self.scan.height),
        )
    }
}
