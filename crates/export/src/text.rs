//! Text from outside, made harmless for a terminal, a page and a picture.

use groundscope_model::moves_text;

/// A name from outside without what would move a cursor, colour a terminal, turn text around or break an XML file.
///
/// ```
/// use groundscope_export::printable;
/// assert_eq!(printable("a\u{1b}[31m\nb.png"), "a\u{fffd}[31m\u{fffd}b.png");
/// ```
pub fn printable(name: &str) -> String {
    let shown = |c: char| {
        if moves_text(c) || matches!(c, '\u{fffe}' | '\u{ffff}') {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    name.chars().map(shown).collect()
}

/// The first letter as a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number with at most two decimals, none of them a trailing zero.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_text_is_replaced() {
        assert_eq!(
            printable("a\u{202e}gnp.b\u{2066}\u{9b}\u{ffff}"),
            "a\u{fffd}gnp.b\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(printable("Müller <b> 視.png"), "Müller <b> 視.png");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.5, -0.001, 12.345, 100.0].map(number),
            ["1", "0.5", "0", "12.35", "100"]
        );
    }
}
