//! Exact ratios of areas, from 0 to 1.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::Threshold;

/// A share of an area: numerator over denominator, 0 to 1. Equal by value, whatever the terms.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    // As computed: most ratios are only compared and added up, for which a common divisor need not be found.
    numerator: u128,
    denominator: u128,
}

/// Numerators and denominators are at most this, so that products with millionths fit 128 bits.
const LIMIT: u128 = 1 << 107;

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };

    /// `part / whole`; `None` unless `0 <= part <= whole`, `whole > 0` and `whole <= 2^107`, which the
    /// areas of two [`DecimalBox`](groundscope_geometry::DecimalBox)es always are.
    pub fn new(part: i128, whole: i128) -> Option<Self> {
        let (part, whole) = (u128::try_from(part).ok()?, u128::try_from(whole).ok()?);
        if whole == 0 || whole > LIMIT || part > whole {
            return None;
        }
        Some(Self {
            numerator: part,
            denominator: whole,
        })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> u128 {
        self.numerator / gcd(self.numerator, self.denominator)
    }

    /// The denominator in lowest terms.
    pub fn denominator(self) -> u128 {
        self.denominator / gcd(self.numerator, self.denominator)
    }

    /// Whether the ratio is strictly more than a threshold.
    pub fn exceeds(self, threshold: Threshold) -> bool {
        threshold.compare_share(self.numerator, self.denominator).is_gt()
    }

    /// Whether the ratio is the threshold or more.
    pub fn reaches(self, threshold: Threshold) -> bool {
        threshold.compare_share(self.numerator, self.denominator).is_ge()
    }

    /// The nearest binary number, rounded once (half to even).
    pub fn to_f64(self) -> f64 {
        if self.numerator == 0 {
            return 0.0;
        }
        // Long division, one bit a step: 53 bits from the first that is set, one more and whether anything is left.
        let mut rest = self.numerator;
        let mut scale = 0i32;
        while rest < self.denominator {
            rest <<= 1;
            scale += 1;
        }
        let mut bits = 0u64;
        for _ in 0..54 {
            bits <<= 1;
            if rest >= self.denominator {
                rest -= self.denominator;
                bits |= 1;
            }
            rest <<= 1;
        }
        let half = bits & 1 == 1;
        let mut rounded = bits >> 1;
        if half && (rest > 0 || rounded & 1 == 1) {
            rounded += 1;
        }
        // At most 107 + 52 halvings, far from the subnormal numbers: both factors are exact.
        rounded as f64 * f64::from_bits(u64::from(1023u32.saturating_sub((scale + 52).unsigned_abs())) << 52)
    }

    /// The ratio in units of 2^-63, rounded down: at most 2^63.
    pub fn in_2_63rds(self) -> u64 {
        u64::try_from(self.fixed() >> 1).unwrap_or(u64::MAX)
    }

    /// The ratio in units of 2^-64, rounded down: whole numbers, whose sum does not depend on their order.
    pub(crate) fn fixed(self) -> u128 {
        if let (Ok(numerator), Ok(denominator)) =
            (u64::try_from(self.numerator), u64::try_from(self.denominator))
        {
            return match numerator.cmp(&denominator) {
                Ordering::Less => u128::from(fraction(numerator, denominator)),
                _ => 1 << 64,
            };
        }
        let mut rest = self.numerator;
        let mut bits = 0u128;
        for _ in 0..65 {
            bits <<= 1;
            if rest >= self.denominator {
                rest -= self.denominator;
                bits |= 1;
            }
            rest <<= 1;
        }
        bits
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ratio {}

impl Hash for Ratio {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numerator(), self.denominator()).hash(state);
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    /// By value, exactly: whole parts are compared and the remainders' reciprocals in turn (continued fractions).
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (
            (self.numerator, self.denominator),
            (other.numerator, other.denominator),
        );
        loop {
            let whole = (a.0 / a.1).cmp(&(b.0 / b.1));
            if whole.is_ne() {
                return whole;
            }
            match (a.0 % a.1, b.0 % b.1) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // The larger reciprocal is the smaller number: sides change places.
                (left, right) => (a, b) = ((b.1, right), (a.1, left)),
            }
        }
    }
}

/// The first 64 bits of a fraction below 1, by long division in digits of 32 bits (Knuth, volume 2, algorithm D): a 128-bit
/// division is a slow function call in a browser.
fn fraction(numerator: u64, denominator: u64) -> u64 {
    const DIGIT: u64 = 1 << 32;
    // With the divisor's first bit set, two digits of the dividend guess a digit that is at most two too large.
    let shift = denominator.leading_zeros();
    let (divisor, mut rest) = (denominator << shift, numerator << shift);
    let (high, low) = (divisor >> 32, divisor & (DIGIT - 1));
    let mut digit = || {
        let (mut guess, mut left) = (rest / high, rest % high);
        while guess >= DIGIT || guess * low > left << 32 {
            guess -= 1;
            left += high;
            if left >= DIGIT {
                break;
            }
        }
        rest = (rest << 32).wrapping_sub(guess.wrapping_mul(divisor));
        guess
    };
    let first = digit();
    first << 32 | digit()
}

/// The greatest common divisor, at least 1: twos are shifted out and the smaller number is taken from the larger (Stein),
/// since a division of 128 bits costs dozens of these steps.
fn gcd(a: u128, b: u128) -> u128 {
    if a == 0 || b == 0 {
        return (a | b).max(1);
    }
    let twos = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(odd_gcd(a, b)) << twos;
        }
        let apart = a.abs_diff(b);
        (a, b) = (apart >> apart.trailing_zeros(), a.min(b));
    }
    a << twos
}

/// The same of two odd numbers in one register.
fn odd_gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while a != b {
        let apart = a.abs_diff(b);
        (a, b) = (apart >> apart.trailing_zeros(), a.min(b));
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(part: i128, whole: i128) -> Ratio {
        Ratio::new(part, whole).unwrap()
    }

    #[test]
    fn ratios_are_in_lowest_terms_and_bounded() {
        assert_eq!(ratio(50, 100), ratio(1, 2));
        assert_eq!(ratio(0, 7), Ratio::ZERO);
        assert_eq!(Ratio::new(2, 1), None);
        assert_eq!(Ratio::new(0, 0), None);
        assert_eq!(Ratio::new(-1, 3), None);
        assert!(!ratio(1, 10).exceeds(Threshold::DEFAULT_T1));
        assert!(ratio(10i128.pow(30) + 1, 10i128.pow(31)).exceeds(Threshold::DEFAULT_T1));
        assert!(ratio(1, 1).to_f64() == 1.0 && ratio(1, 1).fixed() == 1 << 64);
    }

    fn euclid(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { euclid(b, a % b) }
    }

    proptest! {
        #[test]
        fn the_divisor_is_euclids(a in 0u128..1 << 55, b in 0u128..1 << 55, factor in 1u128..1 << 52, power in 0u32..60) {
            for (a, b) in [(a, b), (a * factor, b * factor), (a << power, b * factor), (a * factor, b)] {
                prop_assert_eq!(gcd(a, b), euclid(a, b).max(1));
            }
        }

        #[test]
        fn small_ratios_are_the_quotient_of_two_binary_numbers(whole in 1i64..1 << 53, share in 0i64..1 << 53) {
            // Below 2^53 both are exact, and the processor's division rounds once.
            let part = share % (whole + 1);
            let exact = ratio(i128::from(part), i128::from(whole));
            prop_assert_eq!(exact.to_f64(), part as f64 / whole as f64);
        }

        #[test]
        fn the_fraction_is_that_of_a_wide_division(a in any::<u64>(), b in 1u64.., shift in 0u32..64) {
            let (a, b) = (a >> shift, (b >> shift).max(1));
            let (small, large) = (a.min(b), a.max(b));
            prop_assume!(small < large);
            prop_assert_eq!(u128::from(fraction(small, large)), (u128::from(small) << 64) / u128::from(large));
        }

        #[test]
        fn a_threshold_is_compared_exactly(whole in 1u64.., micros in 0i64..=1_000_000, near in -2i64..3) {
            let threshold = Threshold::try_from(groundscope_geometry::Decimal::from_micros(micros).unwrap()).unwrap();
            let exact = u128::from(whole) * micros.unsigned_abs() as u128 / 1_000_000;
            let part = exact.saturating_add_signed(i128::from(near)).min(u128::from(whole));
            let expected = (part * 1_000_000).cmp(&(u128::from(whole) * micros.unsigned_abs() as u128));
            prop_assert_eq!(threshold.compare_share(part, u128::from(whole)), expected);
        }

        #[test]
        fn scaling_changes_nothing(whole in 1i128..1 << 60, share in 0i128..1 << 60, factor in 1i128..1 << 46) {
            let part = share % (whole + 1);
            prop_assert_eq!(ratio(part, whole), ratio(part * factor, whole * factor));
        }

        #[test]
        fn order_and_fixed_point_agree_with_cross_products(
            (a, b) in (0i128..1 << 40, 1i128..1 << 40), (c, d) in (0i128..1 << 40, 1i128..1 << 40),
        ) {
            let (a, c) = (a % (b + 1), c % (d + 1));
            let (left, right) = (ratio(a, b), ratio(c, d));
            prop_assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
            prop_assert_eq!(left.fixed(), ((a as u128) << 64) / b as u128);
        }
    }
}
