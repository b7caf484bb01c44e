//! One box of a file: its numbers checked, rounded, clipped, or dropped and counted.

use std::ops::AddAssign;

use groundscope_geometry::{Decimal, DecimalBox, DecimalError};
use serde::{Deserialize, Serialize};

use crate::json_text::Node;

/// What happened to the boxes of one file, counted by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxTally {
    /// Dropped: not four numbers.
    pub wrong_arity: u64,
    /// Dropped: a coordinate is NaN, infinite or no number.
    pub not_finite: u64,
    /// Dropped: right not beyond left, or bottom not beyond top.
    pub no_area: u64,
    /// Dropped: wholly outside the image.
    pub outside_image: u64,
    /// Dropped: a COCO crowd region, which stands for no single lesion.
    pub crowd: u64,
    /// Kept: the part inside the image.
    pub clipped: u64,
    /// Kept: a coordinate had more than six decimals and was rounded half to even.
    pub rounded: u64,
}

impl AddAssign for BoxTally {
    fn add_assign(&mut self, other: Self) {
        // Taken apart, so that a new reason is not forgotten here.
        let Self {
            wrong_arity,
            not_finite,
            no_area,
            outside_image,
            crowd,
            clipped,
            rounded,
        } = other;
        self.wrong_arity += wrong_arity;
        self.not_finite += not_finite;
        self.no_area += no_area;
        self.outside_image += outside_image;
        self.crowd += crowd;
        self.clipped += clipped;
        self.rounded += rounded;
    }
}

/// How four numbers make a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// x1, y1, x2, y2.
    Corners,
    /// x, y, width, height.
    Sized,
}

/// Reads a box; `extent` is the far corner of the image in the box's space, in millionths.
pub(crate) fn read(
    node: Option<Node<'_>>,
    form: Form,
    extent: [i64; 2],
    tally: &mut BoxTally,
) -> Option<DecimalBox> {
    let numbers = node.and_then(|node| node.array().ok()).unwrap_or_default();
    let [a, b, c, d] = numbers.as_slice() else {
        tally.wrong_arity += 1;
        return None;
    };
    place([a.text(), b.text(), c.text(), d.text()], form, extent, tally)
}

/// The same for the texts of four numbers.
pub(crate) fn place(
    numbers: [&str; 4],
    form: Form,
    extent: [i64; 2],
    tally: &mut BoxTally,
) -> Option<DecimalBox> {
    let (mut values, rounded) = parse(numbers, tally)?;
    if form == Form::Sized {
        let [x1, y1, width, height] = values;
        // All are within 10^15 of zero.
        values = [x1, y1, x1 + width, y1 + height];
    }
    fit(values, rounded, extent, tally)
}

/// Four numbers in millionths, and whether any of them had more digits.
pub(crate) fn parse(numbers: [&str; 4], tally: &mut BoxTally) -> Option<([i64; 4], bool)> {
    let mut values = [0i64; 4];
    let mut rounded = false;
    for (slot, text) in values.iter_mut().zip(numbers) {
        *slot = match Decimal::parse(text) {
            Ok(parsed) => {
                rounded |= parsed.rounded;
                parsed.value.micros()
            }
            // So far beyond the image that the limit serves as well.
            Err(DecimalError::OutOfRange { negative: true }) => Decimal::MIN.micros(),
            Err(DecimalError::OutOfRange { negative: false }) => Decimal::MAX.micros(),
            Err(_) => {
                tally.not_finite += 1;
                return None;
            }
        };
    }
    Some((values, rounded))
}

/// The same for corners in millionths, `rounded` where they had more digits.
pub(crate) fn fit(
    [x1, y1, x2, y2]: [i64; 4],
    rounded: bool,
    extent: [i64; 2],
    tally: &mut BoxTally,
) -> Option<DecimalBox> {
    if x1 >= x2 || y1 >= y2 {
        tally.no_area += 1;
        return None;
    }
    let [right, bottom] = extent;
    let inside = [x1.max(0), y1.max(0), x2.min(right), y2.min(bottom)];
    let Ok(kept) = DecimalBox::from_micros(inside) else {
        tally.outside_image += 1;
        return None;
    };
    tally.clipped += u64::from(inside != [x1, y1, x2, y2]);
    tally.rounded += u64::from(rounded);
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: [i64; 2] = [100_000_000, 50_000_000];

    fn placed(numbers: [&str; 4], form: Form) -> (Option<[i64; 4]>, BoxTally) {
        let mut tally = BoxTally::default();
        let kept = place(numbers, form, EXTENT, &mut tally);
        (kept.map(|b| b.micros()), tally)
    }

    #[test]
    fn bad_boxes_are_counted_by_reason() {
        type Reason = fn(&BoxTally) -> u64;
        let cases: [([&str; 4], Reason); 6] = [
            (["1", "2", "\"N\"", "4"], |t| t.not_finite),
            (["1", "2", "null", "4"], |t| t.not_finite),
            (["1", "2", "true", "4"], |t| t.not_finite),
            (["5", "2", "5", "4"], |t| t.no_area),
            (["5", "9", "6", "4"], |t| t.no_area),
            (["100", "9", "101", "10"], |t| t.outside_image),
        ];
        for (numbers, reason) in cases {
            let (kept, tally) = placed(numbers, Form::Corners);
            assert_eq!((kept, reason(&tally)), (None, 1), "{numbers:?}");
        }
        assert_eq!(placed(["5", "9", "-1", "4"], Form::Sized).1.no_area, 1);
    }

    #[test]
    fn boxes_beyond_the_image_are_clipped_however_large() {
        let (kept, tally) = placed(["-1e300", "10", "1e300", "60"], Form::Corners);
        assert_eq!(kept, Some([0, 10_000_000, 100_000_000, 50_000_000]));
        assert_eq!(
            tally,
            BoxTally {
                clipped: 1,
                ..BoxTally::default()
            }
        );
        let (kept, tally) = placed(["1", "2", "1e300", "3"], Form::Sized);
        assert_eq!(kept, Some([1_000_000, 2_000_000, 100_000_000, 5_000_000]));
        assert_eq!(tally.clipped, 1);
    }

    #[test]
    fn more_than_six_decimals_are_rounded_and_counted_once_a_box() {
        let (kept, tally) = placed(["0.1", "0.0000005", "3.00000150", "4"], Form::Corners);
        assert_eq!(kept, Some([100_000, 0, 3_000_002, 4_000_000]));
        assert_eq!(
            tally,
            BoxTally {
                rounded: 1,
                ..BoxTally::default()
            }
        );
    }
}
