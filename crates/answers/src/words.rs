//! The words by which a question is understood, as [`groundscope_ontology::normalise`] leaves them.

/// Asks for a number.
pub(crate) const COUNT: &[&str] = &["how many", "number of", "count", "how often"];
/// Asks for a place.
pub(crate) const PLACE: &[&str] = &[
    "where",
    "location",
    "locate",
    "located",
    "localise",
    "localize",
    "position",
    "point to",
    "point out",
    "show me",
    "show the",
    "show where",
    "highlight",
    "mark the",
    "which side",
    "which part",
    "which third",
    "which layer",
    "what layer",
    "how deep",
    "nasal",
    "temporal",
];
/// Asks for a size.
pub(crate) const SIZE: &[&str] = &[
    "how large",
    "how big",
    "how small",
    "how much",
    "how wide",
    "how tall",
    "how high",
    "how thick",
    "how extensive",
    "how long",
    "size",
    "what area",
    "extent",
    "width",
    "height",
    "largest",
    "biggest",
    "measure",
    "volume",
];
/// Asks for everything, whatever else is said. As [`normalise`] leaves it, so plurals have lost their s.
pub(crate) const OVERVIEW: &[&str] = &[
    "what do you see",
    "what can you see",
    "what did you see",
    "what do you find",
    "what did you find",
    "overview",
    "summary",
    "summarise",
    "summarize",
    "describe",
    "description",
    "report",
    "everything",
];

/// Words that ask for everything when no other term stands beside them: "anything wrong?", but not "anything like glaucoma?".
pub(crate) const GENERAL: &[&str] = &[
    "what",
    "which",
    "list",
    "see",
    "seen",
    "found",
    "anything",
    "something",
    "wrong",
    "finding",
    "biomarker",
    "lesion",
    "abnormal",
    "abnormality",
    "abnormalitie",
    "pathology",
    "pathologie",
    "pathological",
    "disease",
    "diagnosis",
    "normal",
    "healthy",
    "ok",
    "okay",
];

/// Words that carry no term of their own, normalised. What is left of a question without them may be a term.
const SMALL: &str = "\
    a about all also an and any are area aren at b be below between big biggest bottom bscan by can \
    case center central centre certain check clear confidence confident contain could count deep detect \
    detected did do does doesn don else evidence exist extensive extent eye false few find for found \
    fovea foveal from full give had half has hasn have he height hello here hi high highlight how i \
    if image in inside is isn it just kind large largest layer left like likely list little localise \
    localize locate located location long look lot lower macula macular many mark marked may me mean \
    measure might more most much my near no not now number oct of often on one only or our part \
    patient picture place please point position possible presence present probability probable \
    question really region retina retinal right s scan see seen she show side sign signs size slice \
    small so some spectralis spot sure t tall tell than thank thanks that the their them then there \
    these they thick thing third this those tissue to too top total true type under up upper us \
    visible volume was we were what when where wherein whether which who why wide width will with \
    would yes you your";

/// Words that narrow a question to what presence alone does not answer: a side, a comparison, a change.
const NARROWING: &[&str] = &[
    "above", "below", "bottom", "center", "central", "centre", "fovea", "foveal", "inside", "large",
    "largest", "left", "lower", "more", "most", "near", "outside", "patient", "right", "small", "than",
    "thick", "top", "under", "upper",
];

/// True for a word that narrows a question about presence.
pub(crate) fn narrows(plain: &str) -> bool {
    NARROWING.contains(&plain)
}

/// True for a word, or words joined by signs, that names nothing.
pub(crate) fn is_small(plain: &str) -> bool {
    let small = |part: &str| SMALL.split(' ').any(|word| word == part) || GENERAL.contains(&part);
    plain.split(' ').all(small)
}
