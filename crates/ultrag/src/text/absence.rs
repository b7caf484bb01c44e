//! Whether a text says that something is there, that nothing is, or neither (specification 5.6).

use groundscope_readers::tokens;

use super::words::contains_term;
use crate::Profile;

/// What a text says of presence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is there.
    Absent,
    /// Something is there.
    Present,
    /// It says neither.
    Unknown,
}

/// The nouns of one record: its terms, its organ, and what stands for them.
#[derive(Clone, Debug, Default)]
pub struct Nouns {
    /// Terms of the record (K) and of its organ (O), as tokens.
    own: Vec<Vec<String>>,
    /// More nouns for the test of absence alone.
    more: Vec<Vec<String>>,
}

const MENTIONED: [&str; 7] = [
    "lesion",
    "mass",
    "tumor",
    "abnormality",
    "nodule",
    "target",
    "structure",
];
const DENIED: [&str; 8] = [
    "lesion",
    "mass",
    "tumor",
    "abnormality",
    "nodule",
    "target",
    "structure",
    "organ",
];
/// The nouns that the public evaluator knows before "not visible".
const GONE: [&str; 7] = [
    "target",
    "structure",
    "organ",
    "lesion",
    "mass",
    "tumor",
    "nodule",
];
const QUALIFIERS: [&str; 7] = [
    "discrete", "definite", "focal", "visible", "labeled", "labelled", "supplied",
];
const OTHERS: [&str; 3] = ["other", "additional", "further"];
const VERBS: [&str; 4] = ["is", "are", "was", "were"];
const SEEN: [&str; 6] = [
    "visible",
    "present",
    "seen",
    "identified",
    "available",
    "detected",
];

impl Nouns {
    /// The nouns of a record with these categories and this organ.
    pub fn of<'a>(categories: impl IntoIterator<Item = &'a str>, organ: &'a str) -> Self {
        let all = categories.into_iter().chain([organ]).map(tokens);
        Self {
            own: all.filter(|term| !term.is_empty()).collect(),
            more: Vec::new(),
        }
    }

    /// The same with `boundary` and `extent`: what answers without a target speak of.
    #[must_use]
    pub fn with_outlines(&self) -> Self {
        Self {
            own: self.own.clone(),
            more: ["boundary", "extent"].map(tokens).into(),
        }
    }

    fn is_mentioned(&self, text: &[String], profile: Profile) -> bool {
        let inflected = profile.is_strict();
        let listed = |noun: &str| contains_term(text, &[noun.to_owned()], inflected);
        self.own.iter().any(|term| contains_term(text, term, inflected))
            || MENTIONED.iter().any(|noun| listed(noun))
    }

    /// Every noun that strict absence is told of.
    fn strict(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let listed = DENIED
            .iter()
            .chain(&["tumour"])
            .map(|noun| vec![(*noun).to_owned()]);
        listed
            .chain(self.own.iter().cloned())
            .chain(self.more.iter().cloned())
    }
}

/// What texts say of presence: absence first, then any noun (specification 5.6, presence state).
pub fn presence(texts: &[&str], nouns: &Nouns, profile: Profile) -> State {
    if denies(texts, nouns, profile) {
        return State::Absent;
    }
    let all = tokens(&texts.join(" "));
    if nouns.is_mentioned(&all, profile) {
        State::Present
    } else {
        State::Unknown
    }
}

/// Whether texts say that nothing is there: the absence test.
///
/// ```
/// use groundscope_ultrag::{Profile, text::{Nouns, denies}};
/// let nouns = Nouns::of(["liver lesion"], "liver");
/// assert!(denies(&["No focal liver lesion is seen."], &nouns, Profile::Strict));
/// assert!(!denies(&["There is no shadowing. A liver lesion is seen."], &nouns, Profile::Strict));
/// assert!(denies(&["There is no shadowing. A liver lesion is seen."], &nouns, Profile::Reference));
/// ```
pub fn denies(texts: &[&str], nouns: &Nouns, profile: Profile) -> bool {
    match profile {
        Profile::Reference => reference(Words(&tokens(&texts.join(" "))), nouns),
        Profile::Strict => {
            let all: Vec<Vec<String>> = nouns.strict().collect();
            texts
                .iter()
                .flat_map(|text| sentences(text))
                .any(|sentence| strict(Words(&tokens(sentence)), &all))
        }
    }
}

/// A text at its full stops, semicolons, marks and line breaks; a decimal point is none.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |at: usize, c: char| match c {
        ';' | '!' | '?' | '\n' => true,
        '.' => text
            .get(at + 1..)
            .is_none_or(|rest| rest.chars().next().is_none_or(char::is_whitespace)),
        _ => false,
    };
    let mut from = 0;
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        if ends(at, c) {
            cuts.push((from, at));
            from = at + c.len_utf8();
        }
    }
    cuts.push((from, text.len()));
    cuts.into_iter().filter_map(|(from, to)| text.get(from..to))
}

/// Words, looked at by their places.
#[derive(Clone, Copy)]
struct Words<'a>(&'a [String]);

impl Words<'_> {
    fn is(self, at: usize, wanted: &str) -> bool {
        self.0.get(at).is_some_and(|word| word == wanted)
    }

    fn among(self, at: usize, list: &[&str]) -> bool {
        self.0.get(at).is_some_and(|word| list.contains(&word.as_str()))
    }
}

fn reference(words: Words<'_>, nouns: &Nouns) -> bool {
    let is_denied = |at: usize| {
        words.among(at, &DENIED)
            || nouns
                .more
                .iter()
                .any(|noun| noun.iter().any(|noun| words.is(at, noun)))
    };
    let is_gone = |at: usize| {
        let verb = at + usize::from(words.is(at, "is"));
        (words.is(verb, "not") && words.is(verb + 1, "visible"))
            || words.among(verb, &["absent", "unavailable"])
    };
    (0..words.0.len()).any(|at| {
        if words.is(at, "appears") && words.is(at + 1, "normal") {
            return true;
        }
        if words.is(at, "no") {
            let qualified = (1..=3)
                .take_while(|step| words.among(at + step, &QUALIFIERS))
                .count();
            // As many qualifiers as there are may be passed over, or fewer, and then up to four words.
            return (1..=qualified + 5).any(|step| is_denied(at + step));
        }
        words.among(at, &GONE) && is_gone(at + 1)
    })
}

fn strict(words: Words<'_>, nouns: &[Vec<String>]) -> bool {
    // Where a noun begins, its length in words.
    let noun = |at: usize| {
        let fits = |term: &&Vec<String>| {
            words
                .0
                .get(at..at + term.len())
                .is_some_and(|window| contains_term(window, term, true))
        };
        nouns.iter().filter(fits).map(Vec::len).collect::<Vec<_>>()
    };
    let is_gone = |at: usize| {
        let verb = at + usize::from(words.among(at, &VERBS));
        (words.is(verb, "not") && words.among(verb + 1, &SEEN))
            || words.among(verb, &["absent", "unavailable"])
    };
    (0..words.0.len()).any(|at| {
        let normal = words.among(at, &["appears", "appear"]) && words.is(at + 1, "normal");
        let denied = words.is(at, "no")
            && !words.among(at + 1, &OTHERS)
            && (1..=8).any(|step| !noun(at + step).is_empty());
        normal || denied || noun(at).into_iter().any(|length| is_gone(at + length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> [bool; 2] {
        let nouns = Nouns::of(["thyroid nodule"], "thyroid");
        Profile::ALL.map(|profile| denies(&[text], &nouns, profile))
    }

    #[test]
    fn absence_in_both_profiles() {
        for (text, expected) in [
            ("No nodule.", [true, true]),
            ("No other nodule.", [false, true]),
            (
                "No labeled thyroid ultrasound target is available in this image.",
                [true, true],
            ),
            ("The gland appears normal.", [true, true]),
            ("Both lobes appear normal.", [true, false]),
            ("Nodules are not seen.", [true, false]),
            ("The nodule is not visible.", [true, true]),
            ("The nodule was not detected.", [true, false]),
            ("A nodule is unavailable", [true, true]),
            ("There is no shadowing. A thyroid nodule is seen.", [false, true]),
            ("There is no one two three four five nodule", [true, false]),
            (
                "There is no one two three four five six seven eight nodule",
                [false, false],
            ),
            ("Ratio 0.5 of no value; the nodule is large.", [false, true]),
            ("A nodule is seen.", [false, false]),
        ] {
            assert_eq!(both(text), expected, "{text}");
        }
    }

    #[test]
    fn a_denial_does_not_reach_from_one_report_sentence_to_the_next() {
        let nouns = Nouns::of([], "liver");
        assert!(!denies(&["there is no", "lesion here"], &nouns, Profile::Strict));
        assert!(denies(
            &["there is no", "lesion here"],
            &nouns,
            Profile::Reference
        ));
    }

    #[test]
    fn presence_needs_a_noun() {
        let nouns = Nouns::of(["liver lesion"], "liver");
        let state = |text| presence(&[text], &nouns, Profile::Strict);
        assert_eq!(state("The livers are large."), State::Present);
        assert_eq!(state("Something is seen."), State::Unknown);
        assert_eq!(state("Boundaries are unavailable."), State::Unknown);
        assert!(denies(
            &["Boundaries are unavailable."],
            &nouns.with_outlines(),
            Profile::Strict
        ));
    }
}
