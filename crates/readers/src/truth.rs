//! Yes or no, true or false, in a response.

use crate::Read;
use crate::marked::marked;
use crate::phrases::{FALSE, NO_PLAIN, TRUE, YES_PLAIN};
use crate::words::words;

/// Whether a response says yes: by the first word of what it marks as its answer, else by words of one kind alone.
///
/// ```
/// use groundscope_readers::{Read, read_truth};
/// assert_eq!(read_truth("Yes, there is no doubt."), Read::Answered(true));
/// assert_eq!(read_truth("The statement is false."), Read::Answered(false));
/// assert_eq!(read_truth("Yes and no"), Read::Answered(true));
/// assert_eq!(read_truth("It could be true or false."), Read::Unreadable);
/// ```
pub fn read_truth(response: &str) -> Read<bool> {
    let marked = marked(response);
    let words = words(&marked);
    let said = |word: &crate::words::Word| match () {
        () if word.is_one_of(YES_PLAIN) || word.is_one_of(TRUE) => Some(true),
        () if word.is_one_of(NO_PLAIN) || word.is_one_of(FALSE) => Some(false),
        () => None,
    };
    let first = words.first().and_then(said);
    let found = first.or_else(|| {
        let mut kinds = words.iter().enumerate().filter_map(|(at, word)| {
            let denied = at
                .checked_sub(1)
                .and_then(|at| words.get(at))
                .is_some_and(|before| before.is_one_of(&["not", "nicht"]));
            said(word).map(|said| said != denied)
        });
        let kind = kinds.next()?;
        kinds.all(|other| other == kind).then_some(kind)
    });
    Read::of(response, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_kinds() {
        for (text, expected) in [
            ("No.", Read::Answered(false)),
            ("**True**", Read::Answered(true)),
            ("Answer: False", Read::Answered(false)),
            ("{\"answer\": true}", Read::Answered(true)),
            ("The statement is not correct.", Read::Answered(false)),
            ("Nein, das stimmt nicht.", Read::Answered(false)),
            ("Drusen are visible.", Read::Unreadable),
            ("", Read::Empty),
            ("I'm unable to assess this image.", Read::Refused),
        ] {
            assert_eq!(read_truth(text), expected, "{text}");
        }
    }
}
