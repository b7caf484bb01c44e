//! Figures in words: per cent with one decimal, a dash where there is none.

/// What stands for a figure that is missing; never a 0.
pub(crate) const MISSING: &str = "–";

/// What stands beside figures of the paper.
pub(crate) const PUBLISHED: &str = "published, not measured here";

/// A share in thousandths, as it is printed: figures that read the same compare equal.
pub(crate) fn thousandths(share: f64) -> i64 {
    (share * 1000.0).round() as i64
}

/// A share as per cent with one decimal, without the sign: `33.9`.
pub(crate) fn percent(share: f64) -> String {
    let tenths = thousandths(share);
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// A share as per cent with one decimal, or the dash.
pub(crate) fn percent_or_missing(share: Option<f64>) -> String {
    share.map_or_else(|| MISSING.to_owned(), percent)
}

/// A number with a few decimals, or the dash; never a negative zero.
pub(crate) fn decimals(value: Option<f64>, digits: usize) -> String {
    let Some(value) = value else {
        return MISSING.to_owned();
    };
    let text = format!("{value:.digits$}");
    let zero = text
        .strip_prefix('-')
        .filter(|rest| rest.chars().all(|c| matches!(c, '0' | '.')));
    zero.map(str::to_owned).unwrap_or(text)
}

/// A p-value: three decimals, or that it is below 0.001.
pub(crate) fn p_value(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        p => decimals(p, 3),
    }
}

/// Parameters in billions: `0.8 B`, `30 B`, `30 B, 3 B active`.
pub(crate) fn size(params: Option<f64>, active: Option<f64>) -> String {
    match (params, active) {
        (None, _) => MISSING.to_owned(),
        (Some(all), Some(active)) if active < all => format!("{all} B, {active} B active"),
        (Some(all), _) => format!("{all} B"),
    }
}

/// Items in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_printed_as_per_cent_with_one_decimal() {
        assert_eq!(percent(0.339), "33.9");
        assert_eq!(percent(0.0), "0.0");
        assert_eq!(percent(1.0), "100.0");
        assert_eq!(percent(-0.0004), "0.0");
        assert_eq!(percent(-0.0226), "-2.3");
        assert_eq!(percent_or_missing(None), "–");
    }

    #[test]
    fn small_p_values_are_not_printed_as_zero() {
        assert_eq!(p_value(Some(0.000_999)), "< 0.001");
        assert_eq!(p_value(Some(0.0415)), "0.042");
        assert_eq!(p_value(None), "–");
    }

    #[test]
    fn sizes_and_lists_read_well() {
        assert_eq!(size(Some(30.0), Some(3.0)), "30 B, 3 B active");
        assert_eq!(size(Some(0.8), None), "0.8 B");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(decimals(Some(-0.0001), 2), "0.00");
    }
}
