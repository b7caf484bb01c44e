//! Run-length masks as COCO's compressed text: six bits a byte.

use super::{Rle, RleError};

/// Bytes start here: `0` is the number 0.
const ZERO: u8 = 48;
/// More bytes of this number follow.
const MORE: u8 = 0x20;
/// In the last byte: the number is negative.
const SIGN: u8 = 0x10;
/// 35 bits; pycocotools writes counts of 32.
const MAX_BYTES: usize = 7;

impl Rle {
    /// A mask from the compressed text of pycocotools, as in `"counts": "Zk1..."`.
    ///
    /// Each byte less 48 holds five bits of a number, the lowest first, and one that says that more follow; the fourth
    /// number and those after it are the change from the count two before.
    ///
    /// # Errors
    /// [`RleError::TooLarge`]; [`RleError::Byte`], [`RleError::CutOff`], [`RleError::TooLong`] or [`RleError::Negative`]
    /// for a text that no writer makes; [`RleError::Sum`] where the counts do not cover the scan.
    pub fn from_compressed(width: u32, height: u32, text: &[u8]) -> Result<Self, RleError> {
        Self::checked_pixels(width, height)?;
        let mut counts: Vec<u64> = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (change, next) = number(text, at)?;
            let index = counts.len();
            let before = index
                .checked_sub(2)
                .filter(|before| *before > 0)
                .and_then(|before| counts.get(before))
                .copied()
                .unwrap_or(0);
            let count = before
                .checked_add_signed(change)
                .ok_or(RleError::Negative { index })?;
            counts.push(count);
            at = next;
        }
        Self::from_counts(width, height, &counts)
    }

    /// The compressed text that pycocotools writes for the mask.
    pub fn to_compressed(&self) -> String {
        let counts: Vec<i64> = self.counts().map(i64::from).collect();
        let before = [0; 3].iter().chain(counts.iter().skip(1));
        let mut text = String::with_capacity(counts.len() * 2);
        for (count, before) in counts.iter().zip(before) {
            write(&mut text, count - before);
        }
        text
    }
}

/// The number that begins at a byte, and where the next one does.
fn number(text: &[u8], at: usize) -> Result<(i64, usize), RleError> {
    let mut value = 0i64;
    for i in 0..MAX_BYTES {
        let place = at + i;
        let byte = *text.get(place).ok_or(RleError::CutOff { at })?;
        let six = byte
            .checked_sub(ZERO)
            .filter(|six| *six < 64)
            .ok_or(RleError::Byte { at: place, byte })?;
        value |= i64::from(six & 0x1f) << (5 * i);
        if six & MORE == 0 {
            if six & SIGN != 0 {
                value |= -1 << (5 * (i + 1));
            }
            return Ok((value, place + 1));
        }
    }
    Err(RleError::TooLong { at })
}

fn write(text: &mut String, mut value: i64) {
    loop {
        let five = (value & 0x1f) as u8;
        value >>= 5;
        let last = value == if five & SIGN != 0 { -1 } else { 0 };
        text.push(char::from(ZERO + if last { five } else { five | MORE }));
        if last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_that_no_writer_makes_are_refused_with_the_place() {
        let read = |text: &[u8]| Rle::from_compressed(4, 3, text);
        assert_eq!(read(b"15 6"), Err(RleError::Byte { at: 2, byte: b' ' }));
        assert_eq!(read(b"15p"), Err(RleError::Byte { at: 2, byte: b'p' }));
        assert_eq!(read(b"15Q"), Err(RleError::CutOff { at: 2 }));
        assert_eq!(read(b"1ooooooo"), Err(RleError::TooLong { at: 1 }));
        // `O` is -1: below zero as a first count, and 1 - 2 as the fourth.
        assert_eq!(read(b"O"), Err(RleError::Negative { index: 0 }));
        assert_eq!(read(b"113N"), Err(RleError::Negative { index: 3 }));
        assert!(matches!(
            read(b"15"),
            Err(RleError::Sum {
                found: 6,
                expected: 12,
                ..
            })
        ));
        assert!(matches!(
            Rle::from_compressed(9000, 9000, b""),
            Err(RleError::TooLarge { .. })
        ));
    }

    #[test]
    fn a_number_with_bytes_to_spare_is_still_that_number() {
        // 5 as `5`, and as `U0`: five bits of it, more to follow, and five bits of zero.
        assert_eq!(
            Rle::from_compressed(4, 3, b"1U06"),
            Rle::from_compressed(4, 3, b"156")
        );
    }

    proptest! {
        #[test]
        fn texts_and_counts_give_back_their_mask(
            (w, h) in (0u32..40, 0u32..40),
            cuts in prop::collection::vec(0u64..1600, 0..30),
        ) {
            let pixels = u64::from(w * h);
            let mut ends: Vec<u64> = cuts.iter().map(|cut| *cut.min(&pixels)).chain([pixels]).collect();
            ends.sort_unstable();
            let starts = [0].iter().chain(&ends);
            let counts: Vec<u64> = ends.iter().zip(starts).map(|(end, start)| end - start).collect();
            let rle = Rle::from_counts(w, h, &counts).unwrap();
            let again: Vec<u64> = rle.counts().map(u64::from).collect();
            prop_assert_eq!(&Rle::from_counts(w, h, &again).unwrap(), &rle);
            prop_assert!(again.iter().skip(1).all(|count| *count > 0));
            prop_assert_eq!(&Rle::from_compressed(w, h, rle.to_compressed().as_bytes()).unwrap(), &rle);
        }

        #[test]
        fn any_bytes_are_a_mask_that_covers_the_scan_or_an_error(
            (w, h) in (0u32..20, 0u32..20),
            text in prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                prop::collection::vec(48u8..112, 0..40),
                prop::collection::vec(48u8..64, 0..12),
            ],
        ) {
            if let Ok(rle) = Rle::from_compressed(w, h, &text) {
                prop_assert_eq!(rle.counts().map(u64::from).sum::<u64>(), u64::from(w * h));
                prop_assert_eq!(rle.to_mask().area(), rle.area());
                prop_assert_eq!(rle.to_mask().bounds(), rle.bounds());
            }
        }
    }
}
