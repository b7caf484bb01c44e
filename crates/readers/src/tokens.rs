//! A text as tokens: lower-case letters and digits of ASCII, as the scorers of benchmarks count them.

/// The text in lower case, every run of other characters than `a`-`z` and `0`-`9` as one space, none at the ends.
///
/// Hyphens and decimals split; letters beyond ASCII vanish (UltraG-Bench, specification 5.3).
///
/// ```
/// use groundscope_readers::normalised;
/// assert_eq!(normalised("  Upper-left: 12.5 %, Größe"), "upper left 12 5 gr e");
/// ```
pub fn normalised(text: &str) -> String {
    tokens(text).join(" ")
}

/// The tokens of [`normalised`].
///
/// ```
/// use groundscope_readers::tokens;
/// assert_eq!(tokens("A-line, 3x"), ["a", "line", "3x"]);
/// ```
pub fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower
        .split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}
