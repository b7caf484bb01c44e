//! The words by which models affirm, deny, hedge and refuse, in English and German, as [`crate::words`] writes them.

/// Denies what follows.
pub const NO: &[&str] = &[
    "no",
    "kein",
    "keine",
    "keinen",
    "keinem",
    "keiner",
    "keines",
    "keinerlei",
];
/// Denies a verb or an adjective.
pub const NOT: &[&str] = &[
    "not", "isnt", "arent", "wasnt", "werent", "doesnt", "dont", "didnt", "nicht",
];
/// That something cannot be done.
pub const CANNOT: &[&str] = &["cannot", "cant", "unable", "couldnt", "wont", "impossible"];
/// That something is seen, in a word that says no more than that.
pub const SEEN: &[&str] = &[
    "present",
    "visible",
    "seen",
    "observed",
    "detected",
    "evident",
    "identified",
    "apparent",
    "found",
    "detectable",
    "noted",
    "vorhanden",
    "sichtbar",
    "erkennbar",
    "nachweisbar",
];
/// Verbs and adjectives that say the same together with others.
pub const SEEN_TOO: &[&str] = &[
    "appreciable",
    "discernible",
    "show",
    "contain",
    "appear",
    "exhibit",
    "demonstrate",
    "reveal",
    "display",
    "sehen",
    "erkennen",
];
/// Verbs by which a picture shows something.
pub const SHOWS: &[&str] = &[
    "shows",
    "contains",
    "exhibits",
    "demonstrates",
    "reveals",
    "displays",
    "indicates",
    "confirmed",
    "zeigt",
    "zeigen",
];
/// Verbs by which a reader sees something.
pub const SEE: &[&str] = &[
    "see",
    "detect",
    "find",
    "identify",
    "locate",
    "observe",
    "discern",
    "appreciate",
    "visualize",
    "visualise",
    "spot",
    "recognize",
];
/// What a reader does who answers.
pub const ANSWER: &[&str] = &[
    "assist",
    "help",
    "provide",
    "interpret",
    "diagnose",
    "analyze",
    "analyse",
    "comply",
    "fulfill",
    "fulfil",
    "answer",
    "evaluate",
    "assess",
    "determine",
    "process",
    "offer",
    "give",
    "comment",
    "perform",
    "access",
    "view",
    "open",
    "say",
    "tell",
    "confirm",
];
/// Words for the picture.
pub const PICTURE: &[&str] = &[
    "image",
    "images",
    "picture",
    "pictures",
    "photo",
    "attachment",
    "file",
    "upload",
];
/// That something is left open.
pub const HEDGES: &[&str] = &[
    "whether",
    "if",
    "unclear",
    "uncertain",
    "maybe",
    "might",
    "may",
    "possible",
    "possibly",
    "perhaps",
    "inconclusive",
    "indeterminate",
    "unsure",
];
/// Phrases before what is not there.
pub const DENIALS: &[&[&str]] = &[
    &["absence", "of"],
    &["lack", "of"],
    &["negative", "for"],
    &["free", "of"],
    &["without"],
    &["ohne"],
];
/// Phrases before what is there.
pub const AFFIRMATIONS: &[&[&str]] = &[
    &["evidence", "of"],
    &["there", "is"],
    &["there", "are"],
    &["consistent", "with"],
    &["suggestive", "of"],
    &["positive", "for"],
    &["can", "see"],
    &["es", "gibt"],
];
/// Phrases of refusals.
pub const REFUSALS: &[&[&str]] = &[
    &["im", "sorry"],
    &["i", "am", "sorry"],
    &["sorry"],
    &["i", "apologize"],
    &["i", "apologise"],
    &["as", "an", "ai"],
    &["im", "an", "ai"],
    &["not", "a", "doctor"],
    &["not", "a", "medical"],
    &["not", "a", "substitute"],
    &["medical", "advice"],
    &["medical", "professional"],
    &["healthcare", "professional"],
    &["not", "comfortable"],
    &["tut", "mir", "leid"],
    &["kann", "ich", "nicht"],
];
/// Nouns and pronouns that stand for whatever was asked about, singular and plural.
pub const WHAT_IS_ASKED: &[&str] = &[
    "lesion",
    "lesions",
    "finding",
    "findings",
    "abnormality",
    "abnormalities",
    "biomarker",
    "biomarkers",
    "instance",
    "instances",
    "box",
    "boxes",
    "bounding",
    "region",
    "regions",
    "area",
    "areas",
    "object",
    "objects",
    "pathology",
    "it",
    "they",
    "such",
    "none",
    "nothing",
    "anything",
    "feature",
    "features",
    "condition",
    "requested",
    "befund",
    "läsion",
];
/// Words that, beside those of [`SEEN`], say nothing but whether.
pub const EMPTY_WORDS: &[&str] = &[
    "not",
    "no",
    "none",
    "nothing",
    "absent",
    "is",
    "are",
    "was",
    "were",
    "it",
    "they",
    "there",
    "clearly",
    "definitely",
    "in",
    "on",
    "the",
    "this",
    "here",
    "image",
    "scan",
    "b",
    "oct",
    "any",
    "such",
    "nicht",
    "ist",
    "sind",
    "finding",
];
/// Yes, and nothing else.
pub const YES_PLAIN: &[&str] = &["yes", "ja", "yep", "yeah"];
/// No, and nothing else.
pub const NO_PLAIN: &[&str] = &["no", "nein", "nope"];
/// That a statement is so.
pub const TRUE: &[&str] = &["true", "correct", "wahr", "richtig", "stimmt"];
/// That a statement is not so.
pub const FALSE: &[&str] = &["false", "incorrect", "falsch", "untrue", "wrong"];
/// That something is there, as a whole answer.
pub const THERE: &[&str] = &["true", "present", "positive"];
/// That something is not there, as a whole answer.
pub const NOT_THERE: &[&str] = &["none", "false", "absent", "negative"];
/// Fields of JSON that hold an answer, letters in lower case.
pub const ANSWER_FIELDS: &[&str] = &[
    "answer",
    "finalanswer",
    "response",
    "result",
    "prediction",
    "choice",
    "ranking",
    "antwort",
    "bboxd",
];
/// Fields of JSON that hold a yes or no to a question of presence, besides [`ANSWER_FIELDS`].
pub const PRESENCE_FIELDS: &[&str] = &[
    "present",
    "presence",
    "ispresent",
    "detected",
    "visible",
    "exists",
    "label",
    "verdict",
    "conclusion",
    "vorhanden",
];
/// Words before a yes or no.
pub const ANSWER_WORDS: &[&str] = &["answer", "antwort", "conclusion", "verdict", "boxed"];
/// Words that may stand between those and the answer.
pub const BETWEEN: &[&str] = &[
    "is", "would", "be", "the", "final", "a", "to", "your", "question", "ist", "lautet", "text",
];
/// What stands before an answer; it follows a colon, one of [`MARK_VERBS`], or at once.
pub const MARKS: &[&str] = &[
    "final answer",
    "correct answers",
    "correct answer",
    "correct options",
    "correct option",
    "answers are",
    "answer",
    "correct ranking",
    "correct order",
    "richtige antwort",
    "richtigen antworten",
    "richtige reihenfolge",
    "antworten",
    "antwort",
];
/// Verbs between a mark and the answer.
pub const MARK_VERBS: &[&str] = &[
    "is",
    "are",
    "would be",
    "should be",
    "ist",
    "lautet",
    "sind",
    "lauten",
];
