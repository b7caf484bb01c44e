//! Letters of options in a response: one, a set, or an order.
//!
//! What the response marks as its answer decides. There, letters that stand alone ("A, C and D", "ACD", "(D)") are the answer;
//! in prose a letter is an option where it stands as a word that is no article ("A retina with drusen") and is not denied
//! ("B is wrong", "not B").

use crate::Read;
use crate::marked::marked;

/// A set of options, the first letter the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letters(u32);

impl Letters {
    /// The options of these letters; others are left out.
    ///
    /// ```
    /// use groundscope_readers::Letters;
    /// let letters = Letters::of("DB");
    /// assert_eq!((letters.len(), letters.to_string().as_str()), (2, "BD"));
    /// ```
    pub fn of(letters: &str) -> Self {
        letters
            .chars()
            .filter_map(bit)
            .fold(Self(0), |set, bit| Self(set.0 | bit))
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::fmt::Display for Letters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut set = ('A'..='Z').filter(|letter| Self::of(&letter.to_string()).and(*self).0 != 0);
        set.try_for_each(|letter| write!(f, "{letter}"))
    }
}

fn bit(letter: char) -> Option<u32> {
    let at = u32::from(letter.to_ascii_uppercase()).checked_sub(u32::from('A'))?;
    letter.is_ascii_alphabetic().then(|| 1 << at)
}

/// The options that a response chooses, among the first `options` letters.
///
/// ```
/// use groundscope_readers::{Letters, Read, read_letters};
/// let read = |text| read_letters(text, 4);
/// assert_eq!(read("The answer is (D)."), Read::Answered(Letters::of("D")));
/// assert_eq!(read("A, C and D"), Read::Answered(Letters::of("ACD")));
/// assert_eq!(read("A retina with drusen"), Read::Unreadable);
/// ```
pub fn read_letters(response: &str, options: usize) -> Read<Letters> {
    let found = chosen(&marked(response), options);
    let letters: String = found.into_iter().collect();
    let letters = Letters::of(&letters);
    Read::of(response, (!letters.is_empty()).then_some(letters))
}

/// The order into which a response puts the first `options` letters: each of them once.
///
/// ```
/// use groundscope_readers::{Read, read_order};
/// let expected = Read::Answered(vec!['D', 'B', 'C', 'A']);
/// for text in ["D,B,C,A", "DBCA", "D > B > C > A", "1. D\n2. B\n3. C\n4. A"] {
///     assert_eq!(read_order(text, 4), expected, "{text}");
/// }
/// assert_eq!(read_order("D, B, C", 4), Read::Unreadable);
/// ```
pub fn read_order(response: &str, options: usize) -> Read<Vec<char>> {
    // A list with a letter a line goes on below the line that is marked.
    let in_order = |text: &str| {
        let order = chosen(text, options);
        let letters: String = order.iter().collect();
        (order.len() == options && Letters::of(&letters).len() as usize == options).then_some(order)
    };
    let order = in_order(&marked(response)).or_else(|| in_order(&crate::without_thoughts(response).text));
    Read::of(response, order)
}

/// Words that join letters.
const JOINS: [&str; 9] = [
    "and", "und", "or", "oder", "then", "dann", "option", "options", "letters",
];
/// Words after "A" that show it to be a letter.
const AFTER_LETTER: [&str; 16] = [
    "and", "und", "or", "oder", "is", "are", "ist", "sind", "because", "since", "seems", "appears", "looks",
    "correct", "then", "but",
];
const DENIED_AFTER: [&str; 10] = [
    "wrong",
    "incorrect",
    "false",
    "not",
    "isnt",
    "excluded",
    "falsch",
    "nicht",
    "ruled",
    "unlikely",
];
const VERBS: [&str; 5] = ["is", "are", "ist", "sind", "was"];
const NOT: [&str; 2] = ["not", "nicht"];
const DENIED_BEFORE: [&str; 5] = ["not", "nicht", "except", "außer", "neither"];

/// The letters that a text chooses, in order, each as often as it stands there.
fn chosen(text: &str, options: usize) -> Vec<char> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let is_option = |letter: char| {
        bit(letter).is_some_and(|bit| bit.trailing_zeros() < u32::try_from(options).unwrap_or(26))
    };
    let is_run = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        letters.len() <= options && letters.iter().all(|letter| is_option(*letter)) && all_differ(word)
    };
    // Nothing but letters, joins and numbers of a list.
    let is_plain = words.iter().all(|word| {
        let lower = word.to_lowercase();
        JOINS.contains(&lower.as_str()) || is_number(word) || is_run(word)
    });
    if is_plain && words.iter().any(|word| is_run(word)) {
        let runs = words
            .iter()
            .filter(|word| !JOINS.contains(&word.to_lowercase().as_str()) && is_run(word));
        return runs
            .flat_map(|word| word.chars().map(|c| c.to_ascii_uppercase()))
            .collect();
    }
    let lines = listed(text, &is_option);
    if !lines.is_empty() {
        return lines;
    }
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_capital = word.chars().all(|c| c.is_ascii_uppercase());
        let lower = |step: usize| {
            words
                .get(at + step)
                .map(|word| word.to_lowercase().replace('\'', ""))
        };
        if !is_capital || !is_run(word) {
            continue;
        }
        let next = lower(1).unwrap_or_default();
        let is_letter = *word != "A"
            || next.is_empty()
            || AFTER_LETTER.contains(&next.as_str())
            || next.chars().count() == 1
            || is_marked_letter(text, at, &words);
        let before = at
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .map(|word| word.to_lowercase());
        let denied = before.is_some_and(|before| DENIED_BEFORE.contains(&before.as_str()))
            || (1..=3).any(|step| {
                let is_verb = lower(1).is_some_and(|verb| VERBS.contains(&verb.as_str()));
                // "C, not B": the not is that of the next letter.
                let reaches = is_verb || step == 1;
                reaches
                    && lower(step).is_some_and(|word| {
                        DENIED_AFTER.contains(&word.as_str()) && (is_verb || !NOT.contains(&word.as_str()))
                    })
            });
        if is_letter && !denied {
            found.extend(word.chars());
        }
    }
    found
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

fn all_differ(word: &str) -> bool {
    Letters::of(word).len() as usize == word.chars().count()
}

/// Lines or answers that begin with an option's letter and a mark: "D. Subretinal fluid", "(B) text".
fn listed(text: &str, is_option: &impl Fn(char) -> bool) -> Vec<char> {
    let begins = |line: &str| {
        let line = line
            .trim_start_matches(|c: char| c.is_whitespace() || "-*#>([".contains(c) || c.is_ascii_digit());
        let line = line
            .strip_prefix(". ")
            .unwrap_or(line)
            .trim_start_matches(['(', '*', ' ']);
        let mut letters = line.chars();
        let letter = letters.next()?;
        let mark = letters.next()?;
        (letter.is_ascii_uppercase() && is_option(letter) && ".):]*-".contains(mark)).then_some(letter)
    };
    text.lines().filter_map(begins).collect()
}

/// Whether the word at this place stands in brackets or before a mark: "(A)", "A:", "option A".
fn is_marked_letter(text: &str, at: usize, words: &[&str]) -> bool {
    let named = at
        .checked_sub(1)
        .and_then(|at| words.get(at))
        .is_some_and(|word| {
            ["option", "choice", "letter", "antwort"].contains(&word.to_lowercase().as_str())
        });
    named
        || ["(A)", "A)", "A:", "\"A\"", "'A'", "**A**"]
            .iter()
            .any(|form| text.contains(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        match read_letters(text, 4) {
            Read::Answered(letters) => letters.to_string(),
            other => other.status().to_owned(),
        }
    }

    #[test]
    fn letters_in_every_form() {
        for (text, expected) in [
            ("D", "D"),
            ("D.", "D"),
            ("(D)", "D"),
            ("d", "D"),
            ("Answer: **D**", "D"),
            ("The answer is D", "D"),
            ("Option B", "B"),
            ("A, C and D", "ACD"),
            ("ACD", "ACD"),
            ("A and C are correct.", "AC"),
            ("\\boxed{D}", "D"),
            ("{\"answer\": \"D\"}", "D"),
            ("```json\n{\"answer\": [\"A\", \"C\"]}\n```", "AC"),
            ("<answer>D</answer>", "D"),
            ("<think>It may be A.</think>B", "B"),
            ("Antwort: B", "B"),
            ("A und C", "AC"),
            ("A is wrong, the correct answer is B", "B"),
            ("I think it is C, not B.", "C"),
            ("D. Subretinal fluid", "D"),
            ("**C) Drusen**", "C"),
            ("The best choice is B because A is wrong.", "B"),
            ("A. first\nC. third", "AC"),
            ("A retina with drusen", "unreadable"),
            ("I see drusen", "unreadable"),
            ("I'm sorry, I cannot help with that.", "refused"),
            ("  ", "empty"),
            ("E", "unreadable"),
        ] {
            assert_eq!(letters(text), expected, "{text}");
        }
    }

    #[test]
    fn an_order_has_every_letter_once() {
        let order = |text: &str| match read_order(text, 4) {
            Read::Answered(order) => order.into_iter().collect(),
            other => other.status().to_owned(),
        };
        for (text, expected) in [
            ("CDAB", "CDAB"),
            ("c, d, a, b", "CDAB"),
            ("The correct ranking is C > D > A > B.", "CDAB"),
            ("Answer:\n1. C\n2. D\n3. A\n4. B", "CDAB"),
            ("C, D, A", "unreadable"),
            ("C, D, A, A", "unreadable"),
            ("I cannot determine the order.", "refused"),
        ] {
            assert_eq!(order(text), expected, "{text}");
        }
    }
}
