//! Words that decide an answer: yes and no, numbers, terms, shared tokens.

use std::collections::BTreeSet;

/// The public evaluator's polarity of a text: yes, no, or neither. "Nodule", "none" and "not" count as no.
pub(crate) fn polarity(normal: &str) -> Option<bool> {
    let has = |word: &str| normal.split(' ').any(|token| token == word);
    if normal.starts_with("yes") || has("yes") {
        Some(true)
    } else if normal.starts_with("no") || has("no") {
        Some(false)
    } else {
        None
    }
}

/// The first token that is exactly `yes` or `no`.
pub(crate) fn yes_or_no(tokens: &[String]) -> Option<bool> {
    tokens.iter().find_map(|token| match token.as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

/// Whether at least half of the reference's different tokens occur in the prediction; an empty reference is not met.
pub fn token_rule(predicted: &[String], reference: &[String]) -> bool {
    let wanted: BTreeSet<&String> = reference.iter().collect();
    let found = wanted.iter().filter(|token| predicted.contains(token)).count();
    !wanted.is_empty() && 2 * found >= wanted.len()
}

/// A number that a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(u64),
    /// Several: any number from two.
    Several,
}

impl Count {
    /// Whether two texts say the same number.
    pub fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exactly(a), Self::Exactly(b)) => a == b,
            (Self::Several, Self::Several) => true,
            (Self::Several, Self::Exactly(n)) | (Self::Exactly(n), Self::Several) => n >= 2,
        }
    }
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// The first number that tokens say: digits, zero to twelve, single, none, or a word for several (specification 5.4).
pub(crate) fn count_said(tokens: &[String]) -> Option<Count> {
    tokens.iter().find_map(|token| {
        let word = token.as_str();
        let named = NUMBERS.iter().zip(0..).find(|(name, _)| **name == word);
        match word {
            "single" => Some(Count::Exactly(1)),
            "none" => Some(Count::Exactly(0)),
            "multiple" | "several" | "many" => Some(Count::Several),
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok().map(Count::Exactly),
            _ => named.map(|(_, number)| Count::Exactly(number)),
        }
    })
}

/// Whether a term occurs as whole words. `inflected`: its last word may take -s or -es, and a final -y may be -ies.
pub(crate) fn contains_term(tokens: &[String], term: &[String], inflected: bool) -> bool {
    let Some((last, head)) = term.split_last() else {
        return false;
    };
    tokens.windows(term.len()).any(|window| {
        window.split_last().is_some_and(|(own, before)| {
            before == head && (own == last || (inflected && is_plural_of(own, last)))
        })
    })
}

fn is_plural_of(word: &str, singular: &str) -> bool {
    let ends = |stem: &str, ending: &str| word.strip_prefix(stem) == Some(ending);
    ends(singular, "s")
        || ends(singular, "es")
        || singular.strip_suffix('y').is_some_and(|stem| ends(stem, "ies"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_readers::tokens;

    #[test]
    fn polarity_of_the_reference_takes_nodule_for_no() {
        assert_eq!(polarity("nodule clearly seen"), Some(false));
        assert_eq!(polarity("it is yes"), Some(true));
        assert_eq!(polarity("seen"), None);
        assert_eq!(yes_or_no(&tokens("Nodule: yes")), Some(true));
        assert_eq!(yes_or_no(&tokens("Nodule clearly seen.")), None);
    }

    #[test]
    fn numbers_in_words_and_digits() {
        let said = |text: &str| count_said(&tokens(text));
        assert_eq!(said("There are twelve, not 3"), Some(Count::Exactly(12)));
        assert_eq!(said("a single one"), Some(Count::Exactly(1)));
        assert_eq!(said("12.5 percent"), Some(Count::Exactly(12)));
        assert!(Count::Several.agrees(Count::Exactly(4)) && !Count::Several.agrees(Count::Exactly(1)));
        assert_eq!(said("no number here"), None);
    }

    #[test]
    fn terms_are_whole_words() {
        let has = |text: &str, term: &str, inflected| contains_term(&tokens(text), &tokens(term), inflected);
        assert!(has("Two thyroid nodules", "thyroid nodule", true));
        assert!(!has("Two thyroid nodules", "thyroid nodule", false));
        assert!(has("cavities", "cavity", true) && has("masses", "mass", true));
        assert!(!has("nodulesque", "nodule", true) && !has("anything", "", true));
    }

    #[test]
    fn half_of_the_different_tokens_is_enough() {
        let rule = |predicted: &str, reference: &str| token_rule(&tokens(predicted), &tokens(reference));
        assert!(rule("3 targets", "2 targets targets"));
        assert!(!rule("one", "two targets here"));
        assert!(!rule("anything", ""));
    }
}
