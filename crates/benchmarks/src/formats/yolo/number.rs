//! Numbers of YOLO files: parts of the image's size in trillionths, so that a corner in pixels is rounded once.

use groundscope_geometry::{Decimal, DecimalError};

use super::super::space::divided;

/// Trillionths in one.
pub(super) const ONE: i128 = 1_000_000_000_000;

/// A number in trillionths, rounded half to even; `None` if it is no finite number.
pub(super) fn parse(text: &str) -> Option<i64> {
    // A decimal has six digits: a million times the number has twelve of its own.
    let shifted = match text.split_once(['e', 'E']) {
        None => format!("{text}e6"),
        Some((digits, exponent)) => {
            let exponent: i64 = exponent.parse().ok()?;
            format!("{digits}e{}", exponent.saturating_add(6))
        }
    };
    match Decimal::parse(&shifted) {
        Ok(parsed) => Some(parsed.value.micros()),
        // A thousand images away: as far as needed.
        Err(DecimalError::OutOfRange { negative: true }) => Some(Decimal::MIN.micros()),
        Err(DecimalError::OutOfRange { negative: false }) => Some(Decimal::MAX.micros()),
        Err(_) => None,
    }
}

/// A number of `per` trillionths of an image `pixels` long, in millionths of a pixel, and whether rounding moved it by
/// more than a trillionth of the image: less is what twelve decimals cannot tell, as of numbers that were written here.
pub(super) fn to_pixels(value: i128, per: i128, pixels: u32) -> (i64, bool) {
    let (length, unit) = (value * i128::from(pixels), per * (ONE / 1_000_000));
    let (micros, _) = divided(length, unit);
    let moved = (length - micros * unit).abs() > per * i128::from(pixels);
    let (low, high) = (Decimal::MIN.micros(), Decimal::MAX.micros());
    let inside = micros.clamp(i128::from(low), i128::from(high));
    (i64::try_from(inside).unwrap_or_default(), moved)
}

/// Millionths of a pixel, `per` times over, as a part of an image `pixels` long with twelve decimals.
pub(super) fn to_text(micros: i64, per: i128, pixels: u32) -> String {
    let (parts, _) = divided(i128::from(micros) * (ONE / 1_000_000), i128::from(pixels) * per);
    let sign = if parts < 0 { "-" } else { "" };
    let size = parts.unsigned_abs();
    let one = ONE.unsigned_abs();
    let (whole, part) = (size / one, size % one);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let digits = format!("{part:012}");
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_digits_are_kept() {
        assert_eq!(parse("0.123456789012"), Some(123_456_789_012));
        assert_eq!(parse("5.0e-01"), Some(500_000_000_000));
        assert_eq!(parse("1e-13"), Some(0));
        assert_eq!(parse("-1e99"), Some(Decimal::MIN.micros()));
        assert_eq!(parse("nan"), None);
        assert_eq!(parse("0,5"), None);
        assert_eq!(to_pixels(ONE / 2, 1, 768), (384_000_000, false));
        // A third of 768 from sixteen digits is 256; from seven it is 0.0000256 pixels away.
        assert_eq!(to_pixels(333_333_333_333, 1, 768), (256_000_000, false));
        assert_eq!(to_pixels(333_333_300_000, 1, 768), (255_999_974, true));
        assert_eq!(to_text(384_000_000, 1, 768), "0.5");
        assert_eq!(to_text(1, 2, 768), "0.000000000651");
        assert_eq!(to_text(-768_000_000, 1, 768), "-1");
    }
}
