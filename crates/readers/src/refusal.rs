//! Whether a response refuses to answer.

use crate::phrases::{ANSWER, CANNOT, NOT, PICTURE, REFUSALS, SEE};
use crate::words::{Word, clauses, has, near};

/// Whether some clause refuses to answer.
///
/// ```
/// use groundscope_readers::{refuses, words::words};
/// assert!(refuses(&words("I'm sorry, but I cannot help with that.")));
/// assert!(refuses(&words("Das kann ich nicht beurteilen.")));
/// assert!(!refuses(&words("There is no fluid.")));
/// ```
pub fn refuses(words: &[Word]) -> bool {
    clauses(words).any(|clause| cannot_answer(clause) || REFUSALS.iter().any(|phrase| has(clause, phrase)))
}

/// Whether one clause says that its speaker cannot answer, or see the picture.
pub fn cannot_answer(clause: &[Word]) -> bool {
    let not_able = has(clause, &["not", "able"]) || has(clause, &["not", "possible"]);
    near(clause, CANNOT, ANSWER, 4)
        || (not_able && near(clause, &["able", "possible"], ANSWER, 3))
        || (has(clause, &["can", "not"]) && near(clause, &["not"], ANSWER, 2))
        || has(clause, &["must", "decline"])
        || ((near(clause, CANNOT, SEE, 3) || near(clause, NOT, SEE, 3)) && near(clause, SEE, PICTURE, 2))
}
