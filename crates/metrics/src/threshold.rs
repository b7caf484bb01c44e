//! Thresholds of overlap: decimal numbers from 0 to 1.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use groundscope_geometry::{Decimal, DecimalError};

/// A decimal number from 0 to 1 with at most six decimals, so that comparing an overlap with it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Threshold(Decimal);

/// Why a text is not a [`Threshold`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThresholdError {
    /// Not a decimal number with at most six decimals.
    #[error(transparent)]
    Number(#[from] DecimalError),
    /// Below 0 or above 1.
    #[error("a threshold of overlap lies between 0 and 1; give one such as 0.1")]
    OutsideUnit,
}

impl Threshold {
    /// t1 of the paper: what share of the smaller box must be covered (strictly more) for a prediction to be gathered.
    pub const DEFAULT_T1: Self = Self::tenths(1);
    /// t2 of the paper: what AggIoU a reference must exceed to count as detected.
    pub const DEFAULT_T2: Self = Self::tenths(3);
    /// The IoU at which one-to-one matching takes two boxes for the same.
    pub const DEFAULT_IOU: Self = Self::tenths(5);
    /// Nearly all: 0.9.
    pub const NINE_TENTHS: Self = Self::tenths(9);

    const fn tenths(tenths: i64) -> Self {
        match Decimal::from_micros(tenths * 100_000) {
            Ok(value) => Self(value),
            Err(_) => Self(Decimal::ZERO),
        }
    }

    /// The threshold in millionths, 0 to 1,000,000.
    pub const fn micros(self) -> i64 {
        self.0.micros()
    }

    /// How a share compares with the threshold, exactly; `whole` is at most 2^107.
    pub(crate) fn compare_share(self, part: u128, whole: u128) -> Ordering {
        let micros = self.micros().unsigned_abs();
        if let (Ok(part), Ok(whole)) = (u64::try_from(part), u64::try_from(whole)) {
            // Four roundings at most, of 2^-53 each: further apart than this the binary numbers tell, and 128-bit products,
            // which are function calls in a browser, are not needed.
            let (share, limit) = (part as f64 * 1e6, whole as f64 * micros as f64);
            if (share - limit).abs() > share.max(limit) * 1e-14 {
                return share.total_cmp(&limit);
            }
        }
        (part * 1_000_000).cmp(&(u128::from(micros) * whole))
    }

    /// The nearest binary number, for display.
    pub fn to_f64(self) -> f64 {
        self.0.to_f64()
    }
}

impl TryFrom<Decimal> for Threshold {
    type Error = ThresholdError;

    fn try_from(value: Decimal) -> Result<Self, ThresholdError> {
        if (0..=Decimal::ONE).contains(&value.micros()) {
            Ok(Self(value))
        } else {
            Err(ThresholdError::OutsideUnit)
        }
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Self, ThresholdError> {
        Self::try_from(text.parse::<Decimal>()?)
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_lie_between_zero_and_one() {
        assert_eq!("0.1".parse(), Ok(Threshold::DEFAULT_T1));
        assert_eq!(Threshold::DEFAULT_T2.to_string(), "0.3");
        assert_eq!("1.000001".parse::<Threshold>(), Err(ThresholdError::OutsideUnit));
        assert_eq!("-0.1".parse::<Threshold>(), Err(ThresholdError::OutsideUnit));
        assert_eq!(
            "0.1234567".parse::<Threshold>(),
            Err(ThresholdError::Number(DecimalError::TooPrecise))
        );
    }
}
