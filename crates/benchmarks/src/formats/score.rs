//! Confidences of boxes: finite numbers. Any other text is noted and left out, and its box kept, since AggIoU needs none.

use super::{Note, Notes};

/// The confidence that a text says, if it says one; an empty text says none.
pub(crate) fn read(text: &str, notes: &mut Notes, place: impl FnOnce() -> String) -> Option<f64> {
    let text = text.trim();
    let score = text.parse().ok().filter(|score: &f64| score.is_finite());
    if score.is_none() && !text.is_empty() {
        notes.add(Note::ScoreLeftOut, place);
    }
    score
}

/// Whether a text is a number with a comma for its point, which is refused rather than guessed at.
pub(super) fn has_decimal_comma(text: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit() || "+-,eE.".contains(c);
    text.contains(',') && text.chars().all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_noted() {
        let mut notes = Notes::default();
        let mut score = |text: &str| read(text, &mut notes, || text.to_owned());
        assert_eq!(score(" 0.5 "), Some(0.5));
        assert_eq!(score(""), None);
        for text in ["high", "90%", "nan", "1e999", "\"0.5\""] {
            assert_eq!(score(text), None, "{text}");
        }
        assert_eq!(
            notes.lines().collect::<Vec<_>>(),
            ["scores are no numbers and are left out: 5 (first: high)"]
        );
        assert!(has_decimal_comma("0,9") && !has_decimal_comma("0.9") && !has_decimal_comma("a,b"));
    }
}
