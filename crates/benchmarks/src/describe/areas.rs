//! Sums of areas that are exact whatever the space of the boxes, and means rounded once.

use std::ops::AddAssign;

use groundscope_geometry::{Decimal, DecimalBox};

use crate::{CoordinateSpace, ImageBoxes};

/// Units in one: 10^18, the square of the millionths of thousandths of a pixel in which all spaces meet.
const UNITS: u128 = 1_000_000_000_000_000_000;

/// The area of a box in units of 10^-18 square pixels; at most 10^36.
pub(super) fn area_units(corners: &DecimalBox, space: CoordinateSpace, image: &ImageBoxes) -> u128 {
    let [x, y] = space.factors(image.width, image.height);
    let area = corners.area() * i128::from(x) * i128::from(y);
    area.unsigned_abs()
}

/// Square pixels in the same units.
pub(super) fn pixels_in_units(pixels: u32) -> u128 {
    u128::from(pixels) * UNITS
}

/// A part of an image in units of 10^-18 percent, rounded down.
pub(super) fn percent_units(area_units: u128, image: &ImageBoxes) -> u128 {
    let whole = u128::from(image.width) * u128::from(image.height);
    (100 * area_units).checked_div(whole).unwrap_or(0)
}

/// A sum of numbers in units of 10^-18: whole and rest apart, so that nothing overflows, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ExactSum {
    whole: u128,
    rest: u128,
}

impl ExactSum {
    pub(super) fn of(units: u128) -> Self {
        Self {
            whole: units / UNITS,
            rest: units % UNITS,
        }
    }

    /// The mean of `n` numbers, rounded half to even to six decimals; 0 of none.
    pub(super) fn mean(&self, n: u64) -> f64 {
        if n == 0 {
            return 0.0;
        }
        let n = u128::from(n);
        // What the whole numbers leave over is below n, so that it fits with eighteen decimals.
        let rest = self.whole % n * UNITS + self.rest;
        let step = n * (UNITS / Decimal::ONE.unsigned_abs() as u128);
        let (down, left) = (rest / step, rest % step);
        let up = 2 * left > step || (2 * left == step && down % 2 == 1);
        let millionths = self.whole / n * Decimal::ONE.unsigned_abs() as u128 + down + u128::from(up);
        millionths as f64 / Decimal::ONE as f64
    }
}

impl AddAssign for ExactSum {
    fn add_assign(&mut self, other: Self) {
        let carried = Self::of(self.rest + other.rest);
        self.whole += other.whole + carried.whole;
        self.rest = carried.rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(units: &[u128]) -> ExactSum {
        let mut sum = ExactSum::default();
        units.iter().for_each(|one| sum += ExactSum::of(*one));
        sum
    }

    #[test]
    fn means_are_rounded_once_half_to_even() {
        let micro = UNITS / 1_000_000;
        assert_eq!(sum(&[micro, 2 * micro]).mean(2), 0.000_002);
        assert_eq!(sum(&[0, micro]).mean(2), 0.0);
        assert_eq!(sum(&[0, micro, 1]).mean(2), 0.000_001);
        assert_eq!(sum(&[UNITS, UNITS, UNITS * 2]).mean(3), 1.333_333);
        assert_eq!(ExactSum::default().mean(0), 0.0);
    }

    #[test]
    fn the_largest_areas_add_up() {
        let image = ImageBoxes {
            id: String::new(),
            width: 1_000_000_000,
            height: 1_000_000_000,
            boxes: Vec::new(),
        };
        for space in [
            CoordinateSpace::Pixel,
            CoordinateSpace::Norm1000,
            CoordinateSpace::Unit,
        ] {
            let [right, bottom] = space.extent(image.width, image.height);
            let whole = DecimalBox::from_micros([0, 0, right, bottom]).unwrap();
            let units = area_units(&whole, space, &image);
            assert_eq!(units, 10u128.pow(36), "{space:?}");
            assert_eq!(percent_units(units, &image), 100 * UNITS, "{space:?}");
            assert_eq!(sum(&[units; 1000]).mean(1000), 1e18, "{space:?}");
        }
    }

    proptest! {
        #[test]
        fn a_sum_is_that_of_whole_numbers_in_any_order(parts in prop::collection::vec(0..1u128 << 90, 1..30)) {
            let total: u128 = parts.iter().sum();
            let backwards: Vec<u128> = parts.iter().rev().copied().collect();
            prop_assert_eq!(sum(&parts), ExactSum::of(total));
            prop_assert_eq!(sum(&backwards), ExactSum::of(total));
        }
    }
}
