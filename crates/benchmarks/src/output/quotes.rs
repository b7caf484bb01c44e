//! Strings as models quote them: with single, double or typographic quotes, apostrophes inside, or no end.

/// The bytes of a string after its opening quote.
#[derive(Debug, PartialEq)]
pub(super) struct Quoted {
    /// Of the string itself.
    pub(super) length: usize,
    /// With its closing quote.
    pub(super) used: usize,
    /// Whether that quote is there.
    pub(super) closed: bool,
}

/// Reads what follows an opening quote. A string ends at its line's end at the latest, so that a lost quote spoils one line.
pub(super) fn read(quote: char, rest: &str) -> Quoted {
    let ended = |length, used, closed| Quoted { length, used, closed };
    let mut escaped = false;
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        // The apostrophe of "patient's" is no closing quote.
        let apostrophe = quote == '\'' && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if escaped {
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else if letter == '\n' {
            return ended(at, at, false);
        } else if closes(quote, letter) && !apostrophe {
            return ended(at, at + letter.len_utf8(), true);
        }
    }
    ended(rest.len(), rest.len(), false)
}

/// Whether this is one of the quotes that word processors write.
pub(super) fn is_smart(letter: char) -> bool {
    ['\u{201c}', '\u{201d}', '\u{201e}'].contains(&letter)
}

fn closes(opened: char, letter: char) -> bool {
    letter == opened || (is_smart(opened) && is_smart(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_where_they_should() {
        let cases = [
            ('"', "a\" b", (1, 2, true)),
            ('"', "a\\\" b\"", (5, 6, true)),
            ('\'', "patient's'", (9, 10, true)),
            ('\u{201e}', "\u{e9}\u{201c}", (2, 5, true)),
            ('"', "lost\n\"", (4, 4, false)),
            ('"', "cut", (3, 3, false)),
        ];
        for (quote, rest, (length, used, closed)) in cases {
            assert_eq!(read(quote, rest), Quoted { length, used, closed }, "{rest}");
        }
    }
}
