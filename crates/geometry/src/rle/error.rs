//! What can be wrong with a run-length mask.

use super::Rle;

/// Why counts or a text are not a run-length mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RleError {
    /// More pixels than [`Rle::MAX_PIXELS`].
    #[error(
        "a mask of {width} x {height} pixels is too large; at most {} million pixels are read, check the size",
        Rle::MAX_PIXELS / 1_000_000
    )]
    TooLarge {
        /// Width of the scan in pixels.
        width: u32,
        /// Height of the scan in pixels.
        height: u32,
    },
    /// The counts cover more or fewer pixels than the scan has.
    #[error(
        "the counts add up to {found} pixels, a scan of {width} x {height} has {expected}; check that size is \
         [height, width], and that the last run is written, too"
    )]
    Sum {
        /// What the counts add up to.
        found: u64,
        /// Width times height.
        expected: u64,
        /// Width of the scan in pixels.
        width: u32,
        /// Height of the scan in pixels.
        height: u32,
    },
    /// A byte that the compressed text never has.
    #[error(
        "byte {at} of the counts is {byte}, which a compressed mask never has (48 to 111); check that they are copied whole"
    )]
    Byte {
        /// Its place in the text, from 0.
        at: usize,
        /// Its value.
        byte: u8,
    },
    /// The text ends inside a number.
    #[error("the counts end inside the number that begins at byte {at}; copy them whole")]
    CutOff {
        /// Where the number begins, from 0.
        at: usize,
    },
    /// A number of the text has more than 35 bits, more than any count needs.
    #[error(
        "the number that begins at byte {at} of the counts is too long for any mask; check that they are copied whole"
    )]
    TooLong {
        /// Where the number begins, from 0.
        at: usize,
    },
    /// A count below zero.
    #[error("count {index} is negative; write the mask again with pycocotools")]
    Negative {
        /// Which count, from 0.
        index: usize,
    },
    /// Two masks of different scans.
    #[error("one mask is {} x {}, the other {} x {} pixels; give masks of one scan", first[0], first[1], second[0], second[1])]
    SizesDiffer {
        /// Width and height of the one.
        first: [u32; 2],
        /// Width and height of the other.
        second: [u32; 2],
    },
}
