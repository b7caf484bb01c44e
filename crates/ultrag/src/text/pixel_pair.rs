//! The first pair of extents in pixels that a text names: "200.0 x 150.0 pixels".

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::Profile;

/// Units behind a pair that is not of pixels.
const LENGTHS: [&str; 14] = [
    "mm",
    "cm",
    "ml",
    "cc",
    "inch",
    "inches",
    "millimeter",
    "millimeters",
    "millimetre",
    "millimetres",
    "centimeter",
    "centimeters",
    "centimetre",
    "centimetres",
];

/// The first pair of extents in pixels, or `None` (specification 5.3).
///
/// `strict` knows `x`, `\u{d7}` and `by` between the numbers, separators of thousands, `px` after either number, and passes over
/// pairs of millimetres and the like; `reference` is the public evaluator's pattern.
///
/// ```
/// use groundscope_ultrag::{Profile, text::pixel_pair};
/// let text = "Extent of about 1,024 x 768 pixels.";
/// assert_eq!(pixel_pair(text, Profile::Strict), Some([1024.0, 768.0]));
/// assert_eq!(pixel_pair(text, Profile::Reference), Some([24.0, 768.0]));
/// ```
pub fn pixel_pair(text: &str, profile: Profile) -> Option<[f64; 2]> {
    let lower = text.to_lowercase();
    match profile {
        Profile::Strict => strict(&lower),
        Profile::Reference => reference(&lower),
    }
}

/// Whether a predicted pair matches: in one of the two orders each number is within `max(1, 0.2 d)` of the other's, bounds included.
pub fn pair_matches(predicted: [f64; 2], reference: [f64; 2]) -> bool {
    let near = |p: f64, d: f64| (p - d).abs() <= (0.2 * d).max(1.0);
    let ([p1, p2], [d1, d2]) = (predicted, reference);
    (near(p1, d1) && near(p2, d2)) || (near(p1, d2) && near(p2, d1))
}

fn reference(lower: &str) -> Option<[f64; 2]> {
    static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"\b([0-9]+(?:\.[0-9]+)?)\s*(?:x|by)\s*([0-9]+(?:\.[0-9]+)?)(?:\s*(?:px|pixels?))?\b").ok()
    });
    let found = PAIR.as_ref()?.captures(lower)?;
    Some([number(found.get(1)?.as_str())?, number(found.get(2)?.as_str())?])
}

fn number(text: &str) -> Option<f64> {
    text.replace(',', "").parse().ok()
}

fn strict(lower: &str) -> Option<[f64; 2]> {
    lower
        .char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && begins(lower.get(..*at).unwrap_or_default()))
        .find_map(|(at, _)| pair_at(lower.get(at..)?))
}

/// Whether a number may begin behind this text: not inside a word or another number.
fn begins(before: &str) -> bool {
    let mut back = before.chars().rev();
    match back.next() {
        Some(c) if c.is_alphanumeric() => false,
        Some('.' | ',') => !back.next().is_some_and(|c| c.is_ascii_digit()),
        _ => true,
    }
}

fn pair_at(text: &str) -> Option<[f64; 2]> {
    let (first, rest) = read_number(text)?;
    let rest = separated(without_unit(rest)).or_else(|| separated(rest))?;
    let (second, rest) = read_number(rest)?;
    let mut after = rest.chars();
    let goes_on = match after.next() {
        Some(c) if c.is_ascii_digit() => true,
        Some('.' | ',') => after.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    };
    let word: String = rest
        .trim_start()
        .chars()
        .take_while(|c| c.is_alphabetic())
        .collect();
    let is_length = LENGTHS.contains(&word.as_str());
    (!goes_on && !is_length).then_some([first, second])
}

/// The number at the start, read greedily, and what follows it.
fn read_number(text: &str) -> Option<(f64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(text);
    if end == 0 {
        return None;
    }
    if end <= 3 {
        while text.get(end..)?.starts_with(',') && digits(text.get(end + 1..)?) == 3 {
            end += 4;
        }
    }
    if text.get(end..)?.starts_with('.') {
        let decimals = digits(text.get(end + 1..)?);
        if decimals > 0 {
            end += 1 + decimals;
        }
    }
    Some((number(text.get(..end)?)?, text.get(end..)?))
}

/// The text behind `px`, `pixel` or `pixels`, where one stands there.
fn without_unit(text: &str) -> &str {
    let trimmed = text.trim_start();
    let unit = ["pixels", "pixel", "px"];
    unit.iter()
        .find_map(|unit| trimmed.strip_prefix(unit))
        .unwrap_or(text)
}

/// The text behind a separator.
fn separated(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let rest = ["x", "\u{d7}", "by"]
        .iter()
        .find_map(|sign| text.strip_prefix(sign))?;
    Some(rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> [Option<[f64; 2]>; 2] {
        Profile::ALL.map(|profile| pixel_pair(text, profile))
    }

    #[test]
    fn the_worked_pairs() {
        let some = |a: f64, b: f64| Some([a, b]);
        for (text, expected) in [
            (
                "Extent of about 1,024 x 768 pixels.",
                [some(1024.0, 768.0), some(24.0, 768.0)],
            ),
            ("Extent 120 px \u{d7} 80 px.", [some(120.0, 80.0), None]),
            ("Measures 50x40x30.", [some(50.0, 40.0), None]),
            (
                "Measures 50 x 40 mm, i.e. 200 by 160 pixels.",
                [some(200.0, 160.0), some(50.0, 40.0)],
            ),
            ("It spans 120 X 240.5 pixels", [some(120.0, 240.5); 2]),
            ("a2x3", [None, None]),
            ("No size.", [None, None]),
        ] {
            assert_eq!(both(text), expected, "{text}");
        }
    }

    #[test]
    fn strict_numbers_are_whole() {
        let strict = |text| pixel_pair(text, Profile::Strict);
        assert_eq!(strict("12 x 80.5.3"), None);
        assert_eq!(strict("12 x 1,2345"), None);
        assert_eq!(strict("0.5 x 0.25"), Some([0.5, 0.25]));
        assert_eq!(strict("v1.20 x 30, then 7 by 8 px"), Some([7.0, 8.0]));
        assert_eq!(strict("30 x 20 centimetres"), None);
        assert_eq!(strict("1,024.5px by 10,000pixels"), Some([1024.5, 10_000.0]));
    }

    #[test]
    fn twenty_percent_is_inside_in_either_order() {
        assert!(pair_matches([120.0, 240.0], [200.0, 150.0]));
        assert!(!pair_matches([119.9, 240.0], [200.0, 150.0]));
        assert!(pair_matches([3.0, 1.0], [2.0, 2.0]));
    }
}
