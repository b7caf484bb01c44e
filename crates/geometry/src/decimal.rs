//! Decimal numbers as written in files, held as whole millionths so that no comparison is ever rounded.

use std::fmt;
use std::str::FromStr;

/// A decimal number with six decimals, from -10^9 to 10^9.
///
/// ```
/// use groundscope_geometry::Decimal;
/// let a: Decimal = "0.1".parse().unwrap();
/// let b: Decimal = "0.2".parse().unwrap();
/// assert_eq!(a.micros() + b.micros(), "0.3".parse::<Decimal>().unwrap().micros());
/// assert_eq!("1e-1".parse::<Decimal>().unwrap(), a);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    micros: i64,
}

/// A decimal read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedDecimal {
    /// The number, rounded half to even where the text had more than six decimals.
    pub value: Decimal,
    /// Whether rounding changed it.
    pub rounded: bool,
}

/// Why a text is not a [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// The text is no number at all, NaN included.
    #[error("this is not a decimal number; write digits, as in 12.5")]
    NotANumber,
    /// The number is infinite.
    #[error("the number is infinite; write a finite decimal number")]
    Infinite,
    /// The number is beyond ±10^9.
    #[error("the number is beyond 1000000000 in size; check the unit of the coordinates")]
    OutOfRange {
        /// Whether it is too small rather than too large.
        negative: bool,
    },
    /// More than six decimals where an exact number is needed.
    #[error("the number has more than 6 decimals; round it to 6")]
    TooPrecise,
}

impl Decimal {
    /// The largest number: 10^9.
    pub const MAX: Self = Self {
        micros: 1_000_000_000_000_000,
    };
    /// The smallest number: -10^9.
    pub const MIN: Self = Self {
        micros: -Self::MAX.micros,
    };
    /// Zero.
    pub const ZERO: Self = Self { micros: 0 };
    /// Millionths in one.
    pub const ONE: i64 = 1_000_000;

    /// A number from whole millionths.
    ///
    /// # Errors
    /// [`DecimalError::OutOfRange`] beyond ±10^9.
    pub const fn from_micros(micros: i64) -> Result<Self, DecimalError> {
        if micros > Self::MAX.micros || micros < Self::MIN.micros {
            return Err(DecimalError::OutOfRange { negative: micros < 0 });
        }
        Ok(Self { micros })
    }

    /// The number in millionths.
    pub const fn micros(self) -> i64 {
        self.micros
    }

    /// The nearest binary number, for display.
    pub fn to_f64(self) -> f64 {
        // Both sides are whole and below 2^53, so the quotient is rounded once.
        self.micros as f64 / Self::ONE as f64
    }

    /// The product with a whole number.
    ///
    /// # Errors
    /// [`DecimalError::OutOfRange`] beyond ±10^9.
    pub fn times(self, factor: i64) -> Result<Self, DecimalError> {
        match self.micros.checked_mul(factor).map(Self::from_micros) {
            Some(result) => result,
            None => Err(DecimalError::OutOfRange {
                negative: (self.micros < 0) != (factor < 0),
            }),
        }
    }

    /// Reads the text of a JSON number (an optional plus sign, leading zeros and bare points are accepted too).
    ///
    /// The text decides, never its nearest binary number: `0.1` is one tenth.
    ///
    /// # Errors
    /// [`DecimalError::NotANumber`], [`DecimalError::Infinite`] or [`DecimalError::OutOfRange`].
    pub fn parse(text: &str) -> Result<ParsedDecimal, DecimalError> {
        let text = text.trim();
        let (negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, text.get(1..).unwrap_or_default()),
            Some(b'+') => (false, text.get(1..).unwrap_or_default()),
            _ => (false, text),
        };
        if ["inf", "infinity"]
            .iter()
            .any(|word| unsigned.eq_ignore_ascii_case(word))
        {
            return Err(DecimalError::Infinite);
        }
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = || whole.bytes().chain(fraction.bytes());
        if digits().next().is_none() || !digits().all(|b| b.is_ascii_digit()) {
            return Err(DecimalError::NotANumber);
        }
        // The digits are a whole number; `shift` more of them make it one of millionths.
        let shift = exponent
            .saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX))
            .saturating_add(6);
        let (magnitude, rounded) = scaled(digits(), shift).ok_or(DecimalError::OutOfRange { negative })?;
        let value = Self::from_micros(if negative { -magnitude } else { magnitude })?;
        Ok(ParsedDecimal { value, rounded })
    }
}

fn parse_exponent(text: &str) -> Result<i64, DecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    // Only its size matters once it is beyond any digits a file can hold.
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Ok(if text.starts_with('-') { -size } else { size })
}

/// The digits as a whole number times 10^shift, rounded half to even, and whether that changed it; `None` beyond the range.
fn scaled(digits: impl Iterator<Item = u8>, shift: i64) -> Option<(i64, bool)> {
    let digits: Vec<u8> = digits.map(|b| b - b'0').skip_while(|d| *d == 0).collect();
    if digits.is_empty() {
        return Some((0, false));
    }
    let length = i64::try_from(digits.len()).ok()?;
    let kept = length.saturating_add(shift);
    if kept > 16 {
        return None;
    }
    if kept < 0 {
        return Some((0, true));
    }
    let (head, tail) = digits.split_at((kept as usize).min(digits.len()));
    let padding = kept - length;
    let mut value = head.iter().fold(0i64, |sum, d| sum * 10 + i64::from(*d));
    for _ in 0..padding.max(0) {
        value *= 10;
    }
    let half = match tail.first() {
        None | Some(0..=4) => std::cmp::Ordering::Less,
        Some(5) if tail.iter().skip(1).all(|d| *d == 0) => std::cmp::Ordering::Equal,
        Some(_) => std::cmp::Ordering::Greater,
    };
    if half.is_gt() || (half.is_eq() && value % 2 == 1) {
        value += 1;
    }
    Some((value, tail.iter().any(|d| *d != 0)))
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// As [`Decimal::parse`], refusing what would be rounded.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let parsed = Self::parse(text)?;
        if parsed.rounded {
            return Err(DecimalError::TooPrecise);
        }
        Ok(parsed.value)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.micros.unsigned_abs();
        let sign = if self.micros < 0 { "-" } else { "" };
        let (whole, part) = (size / 1_000_000, size % 1_000_000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:06}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn micros(text: &str) -> (i64, bool) {
        let parsed = Decimal::parse(text).unwrap();
        (parsed.value.micros(), parsed.rounded)
    }

    #[test]
    fn the_text_decides() {
        assert_eq!(micros("0.1"), (100_000, false));
        assert_eq!(micros("-12.5"), (-12_500_000, false));
        assert_eq!(micros("1e3"), (1_000_000_000, false));
        assert_eq!(micros("1.25E-2"), (12_500, false));
        assert_eq!(micros("0012.500000000"), (12_500_000, false));
        assert_eq!(micros("0e999999999999999999999"), (0, false));
        assert_eq!(micros("-0"), (0, false));
        assert_eq!(micros("1000000000"), (Decimal::MAX.micros(), false));
    }

    #[test]
    fn more_than_six_decimals_are_rounded_half_to_even() {
        assert_eq!(micros("0.0000005"), (0, true));
        assert_eq!(micros("0.0000015"), (2, true));
        assert_eq!(micros("0.0000025"), (2, true));
        assert_eq!(micros("0.00000250000000000000000000000000000001"), (3, true));
        assert_eq!(micros("-0.0000015"), (-2, true));
        assert_eq!(micros("0.9999995"), (1_000_000, true));
        assert_eq!(micros("4.9e-7"), (0, true));
        assert_eq!(micros("5.1e-7"), (1, true));
        assert_eq!(micros("1e-400"), (0, true));
    }

    #[test]
    fn what_is_no_bounded_number_is_named() {
        for text in [
            "", "-", ".", "e5", "1e", "1.2.3", "0x10", "NaN", "1 2", "١", "--1", "1e+-2",
        ] {
            assert_eq!(Decimal::parse(text), Err(DecimalError::NotANumber), "{text}");
        }
        assert_eq!(Decimal::parse("-Infinity"), Err(DecimalError::Infinite));
        for text in [
            "1000000000.000001",
            "1e300",
            "1e99999999999999999999",
            "1000000000.0000005000001",
        ] {
            assert_eq!(
                Decimal::parse(text),
                Err(DecimalError::OutOfRange { negative: false }),
                "{text}"
            );
        }
        assert_eq!(
            Decimal::parse("-1e10"),
            Err(DecimalError::OutOfRange { negative: true })
        );
        assert_eq!("0.1234567".parse::<Decimal>(), Err(DecimalError::TooPrecise));
    }

    proptest! {
        #[test]
        fn printing_and_reading_give_the_number_back(micros in Decimal::MIN.micros()..=Decimal::MAX.micros()) {
            let number = Decimal::from_micros(micros).unwrap();
            prop_assert_eq!(number.to_string().parse::<Decimal>().unwrap(), number);
        }

        #[test]
        fn the_nearest_binary_number_reads_back_to_the_same_decimal(micros in -1_000_000_000_000i64..1_000_000_000_000) {
            let number = Decimal::from_micros(micros).unwrap();
            prop_assert_eq!(number.to_f64(), number.to_string().parse::<f64>().unwrap());
            prop_assert_eq!(Decimal::parse(&number.to_f64().to_string()).unwrap().value, number);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = Decimal::parse(&text);
        }

        #[test]
        fn any_number_text_is_read_or_refused(text in "[-+]?[0-9]{0,30}(\\.[0-9]{0,30})?([eE][-+]?[0-9]{0,25})?") {
            if let (Ok(parsed), Ok(binary)) = (Decimal::parse(&text), text.parse::<f64>()) {
                prop_assert!((parsed.value.to_f64() - binary).abs() <= 5e-7 + binary.abs() * 1e-15);
            }
        }
    }
}
