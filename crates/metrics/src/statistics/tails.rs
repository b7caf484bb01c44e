//! Tails of the normal, chi-square and Student distributions, with full relative precision.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// P(Z <= z) of a standard normal Z: `erfc(-z / sqrt 2) / 2`.
pub(super) fn normal_at_most(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// P(X >= x) of a chi-square X with one degree of freedom: `erfc(sqrt(x / 2))`.
pub(super) fn chi_square_one_at_least(x: f64) -> f64 {
    libm::erfc((0.5 * x).sqrt())
}

/// P(|T| >= |t|) of a Student T that comes from a correlation r: t = r sqrt(freedom / (1 - r^2)).
///
/// It is the regularised incomplete beta function `I(1 - r^2; freedom / 2, 1/2)` (Abramowitz and Stegun 26.7.1). Taking
/// both r^2 and 1 - r^2 keeps the digits of a correlation near 1. `freedom` is at least 1.
pub(super) fn student_from_correlation(freedom: f64, explained: f64, unexplained: f64) -> f64 {
    if unexplained <= 0.0 {
        return 0.0;
    }
    if explained <= 0.0 {
        return 1.0;
    }
    let a = 0.5 * freedom;
    // x^a y^(1/2) / B(a, 1/2), where B(a, 1/2) = Gamma(a) sqrt(pi) / Gamma(a + 1/2).
    let front = libm::exp(a * libm::log(unexplained)) * (explained / PI).sqrt() * gamma_half_step(a);
    let p = if unexplained < (a + 1.0) / (a + 2.5) {
        front * beta_fraction(a, 0.5, unexplained) / a
    } else {
        1.0 - front * beta_fraction(0.5, a, explained) / 0.5
    };
    p.clamp(0.0, 1.0)
}

/// Gamma(a + 1/2) / Gamma(a); from 20 on by its asymptotic series, which keeps digits that lgamma would lose.
fn gamma_half_step(a: f64) -> f64 {
    if a < 20.0 {
        return libm::tgamma(a + 0.5) / libm::tgamma(a);
    }
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    let series = -1.0 / 8.0 + square * (1.0 / 192.0 - square * (1.0 / 640.0 - square * (17.0 / 14_336.0)));
    a.sqrt() * libm::exp(inverse * series)
}

/// The continued fraction of the incomplete beta function (Numerical Recipes 6.4, modified Lentz).
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, wanted: f64) {
        assert!(
            (value - wanted).abs() <= 4e-15 * wanted,
            "{value:e} instead of {wanted:e}"
        );
    }

    #[test]
    fn tails_have_their_textbook_values() {
        close(normal_at_most(-1.959963984540054), 0.025);
        assert_eq!(normal_at_most(0.0), 0.5);
        close(chi_square_one_at_least(3.841458820694124), 0.05);
    }

    #[test]
    fn student_has_closed_forms_for_one_and_two_degrees_of_freedom() {
        for r in [0.01, 0.3, 0.6, 0.8, 0.96, 0.999] {
            // One: 1 - 2 atan(t) / pi, where tan of the angle is t = r / sqrt(1 - r^2). Two: 1 - r.
            let (explained, unexplained) = (r * r, (1.0 - r) * (1.0 + r));
            let angle = libm::acos(r);
            close(
                student_from_correlation(1.0, explained, unexplained),
                2.0 * angle / PI,
            );
            assert!((student_from_correlation(2.0, explained, unexplained) - (1.0 - r)).abs() < 1e-15);
        }
    }

    #[test]
    fn the_gamma_ratio_is_continuous_where_the_series_takes_over() {
        // Gamma(20.5) / Gamma(20) by Gamma's own recurrence from Gamma(1/2) = sqrt(pi).
        let mut ratio = PI.sqrt();
        for k in 0..20 {
            ratio *= f64::from(k) + 0.5;
        }
        for k in 1..20 {
            ratio /= f64::from(k);
        }
        close(gamma_half_step(20.0), ratio);
        close(gamma_half_step(19.0), ratio / 19.5 * 19.0);
    }
}
