//! What sentences say about one class: that it is there, that it is not, nothing; and which sentences refuse.

use groundscope_ontology::{Class, normalise};
use groundscope_readers::cannot_answer;
use groundscope_readers::phrases::{
    AFFIRMATIONS, CANNOT, DENIALS, EMPTY_WORDS, HEDGES, NO, NOT, SEE, SEEN, SEEN_TOO, SHOWS, WHAT_IS_ASKED,
};
use groundscope_readers::words::{Word, clauses, has, near};

use super::forest::Span;
use crate::ClassLabel;

/// A clause that says yes or no.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Statement {
    pub(super) present: bool,
    pub(super) span: Span,
    /// Whether it names the class that was asked about.
    pub(super) names_class: bool,
}

/// The statements about a class. Those that name it outrank those that only say "no lesions".
pub(super) fn statements(words: &[Word], class: &ClassLabel) -> Vec<Statement> {
    let names = Names::of(class);
    let mut found: Vec<Statement> = clauses(words)
        .filter_map(|clause| judge(clause, &names))
        .collect();
    if found.iter().any(|statement| statement.names_class) {
        found.retain(|statement| statement.names_class);
    }
    found
}

/// Every way to name a class, as [`normalise`] writes it, a space on either side.
pub(super) struct Names {
    own: Vec<String>,
    /// Names of other classes with one of its own inside: "intraretinal fluid" is not the fluid below the retina.
    longer: Vec<String>,
}

impl Names {
    pub(super) fn of(class: &ClassLabel) -> Self {
        let padded = |name: &str| format!(" {} ", normalise(name));
        let mut own: Vec<String> = match class {
            ClassLabel::Known(known) => all_names(*known).map(padded).collect(),
            ClassLabel::Other(name) => vec![padded(name)],
        };
        if class.answers(&ClassLabel::fluid()) {
            own.push(padded("fluid"));
        }
        let others = Class::ALL
            .iter()
            .filter(|other| ClassLabel::Known(**other) != *class);
        let longer = others
            .flat_map(|other| all_names(*other).map(padded))
            .filter(|name| {
                own.iter()
                    .any(|own| name.len() > own.len() && name.contains(own.as_str()))
            })
            .collect();
        Self { own, longer }
    }

    /// Whether a clause names the class.
    pub(super) fn stand_in(&self, clause: &[Word]) -> bool {
        let text: Vec<&str> = clause.iter().map(|word| word.text.as_str()).collect();
        let text = format!(" {} ", normalise(&text.join(" ")));
        let text = self
            .longer
            .iter()
            .fold(text, |text, name| text.replace(name.as_str(), " # "));
        self.own.iter().any(|name| text.contains(name.as_str()))
    }
}

fn all_names(class: Class) -> impl Iterator<Item = &'static str> {
    let fixed = [class.id(), class.name(), class.short()];
    fixed.into_iter().chain(class.synonyms().iter().copied())
}

fn judge(clause: &[Word], names: &Names) -> Option<Statement> {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else {
        return None;
    };
    // "One is visible, the other is not": of which of them it speaks is not told by words alone.
    let unclear = last.is_one_of(&["not"]) || clause.iter().any(|word| word.is_one_of(HEDGES));
    if unclear || cannot_answer(clause) {
        return None;
    }
    let absent = denies(clause);
    if !absent && !affirms(clause) {
        return None;
    }
    let names_class = names.stand_in(clause);
    // Other words may be about anything: "no haemorrhage", "the image shows a retina".
    let about_it = clause
        .iter()
        .all(|word| word.is_one_of(EMPTY_WORDS) || word.is_one_of(SEEN))
        || (absent && clause.iter().any(|word| word.is_one_of(WHAT_IS_ASKED)));
    (names_class || about_it).then_some(Statement {
        present: !absent,
        span: first.span.start..last.span.end,
        names_class,
    })
}

fn denies(clause: &[Word]) -> bool {
    let mut after = clause.iter().skip(1);
    let no = clause.iter().any(|word| {
        let next = after.next();
        // "No doubt" and "no question" are a yes.
        word.is_one_of(NO) && !next.is_some_and(|next| next.is_one_of(&["doubt", "question"]))
    });
    no || [SEEN, SEEN_TOO, SEE]
        .iter()
        .any(|seen| near(clause, NOT, seen, 3))
        || near(clause, CANNOT, SEE, 3)
        || clause
            .iter()
            .any(|word| word.is_one_of(&["absent", "lacks", "none", "nothing"]))
        || DENIALS.iter().any(|phrase| has(clause, phrase))
}

fn affirms(clause: &[Word]) -> bool {
    clause
        .iter()
        .any(|word| [SEEN, SEEN_TOO, SHOWS].iter().any(|seen| word.is_one_of(seen)))
        || AFFIRMATIONS.iter().any(|phrase| has(clause, phrase))
}

/// "I cannot interpret ..", "not able to provide ..", "I don't see an image".
#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_readers::refuses;
    use groundscope_readers::words::words;

    /// `yes`, `no` or nothing for each statement that counts.
    fn said(text: &str, class: &str) -> String {
        let found = statements(&words(text), &ClassLabel::from_name(class));
        let said = found.iter().map(|s| if s.present { "yes" } else { "no" });
        said.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sentences_say_whether_the_class_is_there() {
        let cases = [
            (
                "There is no evidence of subretinal fluid in this B-scan.",
                "srf",
                "no",
            ),
            ("No drusen are visible.", "drusen", "no"),
            ("Drusen are not present.", "drusen", "no"),
            ("The scan does not show an epiretinal membrane.", "erm", "no"),
            ("I cannot see any drusen in this image.", "drusen", "no"),
            ("I was unable to identify any intraretinal fluid.", "irf", "no"),
            ("No fluid is seen.", "irf", "no"),
            ("No lesions were detected.", "vmt", "no"),
            ("Absent.", "vmt", "no"),
            ("Not visible in this image.", "vmt", "no"),
            ("Keine Drusen sichtbar.", "drusen", "no"),
            (
                "There is subretinal fluid below the fovea. There is no haemorrhage.",
                "srf",
                "yes",
            ),
            (
                "There is no intraretinal fluid, but subretinal fluid is visible.",
                "srf",
                "yes",
            ),
            ("There is no doubt that drusen are present.", "drusen", "yes"),
            ("A macular hole is clearly visible.", "macular_hole", "yes"),
            ("Present", "vmt", "yes"),
            (
                "Hyper-reflective foci are seen. No hyperreflective foci are seen.",
                "hrf",
                "yes no",
            ),
            (
                "There is subretinal fluid with no intraretinal fluid.",
                "srf",
                "yes",
            ),
            (
                "There is subretinal fluid and no intraretinal fluid.",
                "irf",
                "no",
            ),
            ("The retina is flat without subretinal fluid.", "srf", "no"),
            (
                "Subretinal fluid is present, intraretinal fluid is not.",
                "irf",
                "",
            ),
            (
                "Subretinal fluid is present. No other abnormality is seen.",
                "srf",
                "yes",
            ),
            ("There is no haemorrhage.", "drusen", ""),
            ("The image shows a retina.", "drusen", ""),
            ("It is unclear whether drusen are present.", "drusen", ""),
            ("Drusen may be present.", "drusen", ""),
            ("I cannot determine that drusen are present.", "drusen", ""),
            ("I cannot see the image.", "drusen", ""),
        ];
        for (text, class, wanted) in cases {
            assert_eq!(said(text, class), wanted, "{text}");
        }
    }

    #[test]
    fn refusals_are_told_from_findings() {
        for text in [
            "I'm sorry, but I can\u{2019}t assist with that.",
            "As an AI, I am not able to interpret medical images.",
            "I cannot provide a diagnosis.",
            "Unable to view the image",
            "I don't see an image. I cannot see any image.",
            "Please consult a healthcare professional.",
            "Das kann ich nicht beurteilen.",
        ] {
            assert!(refuses(&words(text)), "{text}");
        }
        for text in [
            "No drusen.",
            "I cannot see any drusen.",
            "Not detected",
            "[1, 2, 3, 4]",
            "",
        ] {
            assert!(!refuses(&words(text)), "{text}");
        }
    }
}
