//! What a text from outside may do to the words around it.

/// Control characters, line separators, and the marks that set the direction of text.
///
/// ```
/// use groundscope_model::moves_text;
/// assert!(moves_text('\u{202e}') && !moves_text('\u{e4}'));
/// ```
pub fn moves_text(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}
