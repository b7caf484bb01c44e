//! A text as lower-case words with their places, in clauses: what statements and refusals are read from.

use crate::Span;
use crate::phrases::NO;

/// A word.
#[derive(Debug)]
pub struct Word {
    /// Lower case, without apostrophes: "can't" is `cant`.
    pub text: String,
    /// The bytes of the text that it stands in.
    pub span: Span,
    clause: usize,
}

impl Word {
    /// Whether it is among these.
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        words.contains(&self.text.as_str())
    }
}

/// Words that begin a statement of their own.
const BREAKS: &[&str] = &[
    "but", "however", "although", "though", "whereas", "while", "because", "since", "without", "aber",
    "jedoch", "sondern", "ohne",
];

/// "Fluid below and no fluid inside", "with no cysts": the no begins a statement, too.
const JOINS: &[&str] = &["and", "with", "und", "mit"];

/// The words of a text.
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut clause = 0;
    let mut open: Option<Word> = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next_in_word = letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if letter.is_alphanumeric() {
            let word = open.get_or_insert_with(|| Word {
                text: String::new(),
                span: at..at,
                clause,
            });
            word.text.extend(letter.to_lowercase());
            word.span.end = at + letter.len_utf8();
            continue;
        }
        if ['\'', '\u{2019}'].contains(&letter) && open.is_some() && next_in_word {
            continue;
        }
        finish(&mut words, &mut clause, open.take());
        match letter {
            ';' | '\n' => clause += 1,
            '.' | '!' | '?' if !next_in_word => clause += 1,
            _ => {}
        }
    }
    finish(&mut words, &mut clause, open);
    words
}

fn finish(words: &mut Vec<Word>, clause: &mut usize, word: Option<Word>) {
    if let Some(mut word) = word {
        let joined = words.last().is_some_and(|last| last.is_one_of(JOINS));
        if word.is_one_of(BREAKS) || (joined && word.is_one_of(NO)) {
            *clause += 1;
            word.clause = *clause;
        }
        words.push(word);
    }
}

/// The clauses, in order.
pub fn clauses(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.chunk_by(|a, b| a.clause == b.clause)
}

/// Whether these words follow each other somewhere.
pub fn has(clause: &[Word], phrase: &[&str]) -> bool {
    clause.windows(phrase.len().max(1)).any(|window| {
        window
            .iter()
            .map(|word| word.text.as_str())
            .eq(phrase.iter().copied())
    })
}

/// Whether one of `first` is followed by one of `then` within `reach` words.
pub fn near(clause: &[Word], first: &[&str], then: &[&str], reach: usize) -> bool {
    clause.iter().enumerate().any(|(at, word)| {
        word.is_one_of(first)
            && clause
                .iter()
                .skip(at + 1)
                .take(reach)
                .any(|word| word.is_one_of(then))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places_and_clauses() {
        let text = "I can\u{2019}t say 3.5. **No**, but it's\nfine";
        let words = words(text);
        let shown: Vec<String> = clauses(&words)
            .map(|clause| {
                clause
                    .iter()
                    .map(|w| w.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(shown, ["i cant say 3 5", "no", "but its", "fine"]);
        let no = words.iter().find(|word| word.text == "no").unwrap();
        assert_eq!(&text[no.span.clone()], "No");
    }
}
