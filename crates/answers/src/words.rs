//! The words by which a question is understood, English and German, as [`groundscope_ontology::normalise`] leaves them.

use groundscope_ontology::Class;

/// Asks for a number.
pub(crate) const COUNT: &[&str] = &[
    "how many",
    "number of",
    "count",
    "how often",
    "wie viele",
    "wieviele",
    "wie oft",
    "anzahl",
    "zahl der",
];
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
    "wo",
    "lage",
    "ort",
    "lokalisation",
    "zeige",
    "zeig mir",
    "markiere",
    "an welcher stelle",
    "welche stelle",
    "welche seite",
    "welcher seite",
    "welchem drittel",
    "welche schicht",
    "welcher schicht",
    "wie tief",
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
    "wie gross",
    "wie klein",
    "wie viel",
    "wieviel",
    "wie breit",
    "wie hoch",
    "wie dick",
    "wie lang",
    "wie ausgedehnt",
    "groesse",
    "ausdehnung",
    "ausmass",
    "flaeche",
    "breite",
    "hoehe",
    "groesste",
    "groessten",
    "groesster",
    "volumen",
    "messe",
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
    "was siehst du",
    "was sehen sie",
    "was sieht man",
    "was ist zu sehen",
    "was findest du",
    "was wurde gefunden",
    "ueberblick",
    "uebersicht",
    "zusammenfassung",
    "fasse",
    "beschreibe",
    "beschreibung",
    "alle befunde",
    "alle",
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
    "was ist",
    "was hast",
    "was gibt",
    "was zeigt",
    "was fehlt",
    "welche",
    "befund",
    "befunde",
    "laesion",
    "auffaellig",
    "auffaellige",
    "auffaelligkeit",
    "pathologisch",
    "pathologische",
    "diagnose",
    "krank",
    "krankhaft",
    "krankhafte",
    "gesund",
    "unauffaellig",
    "irgendetwa",
    "etwa",
    "ordnung",
];

/// Asks whether something is there.
pub(crate) const PRESENCE: &[&str] = &[
    "is",
    "are",
    "any",
    "does",
    "do",
    "has",
    "have",
    "see",
    "show",
    "there",
    "present",
    "gibt",
    "ist",
    "sind",
    "hat",
    "haben",
    "sieht",
    "siehst",
    "sehen",
    "zeigt",
    "liegt",
    "liegen",
    "vorhanden",
    "vorliegend",
    "findet",
    "finden",
    "kein",
    "keine",
    "keinen",
];
/// Asks which of several is more, or less, of an area.
pub(crate) const LARGER: &[&str] = &[
    "larger",
    "bigger",
    "greater",
    "more extensive",
    "groesser",
    "groessere",
    "groesseren",
    "groesserer",
    "ausgedehnter",
];
pub(crate) const SMALLER: &[&str] = &[
    "smaller",
    "less extensive",
    "kleiner",
    "kleinere",
    "kleineren",
    "kleinerer",
];
/// The same of a number.
pub(crate) const MORE: &[&str] = &["more", "more numerous", "mehr", "zahlreicher"];
pub(crate) const FEWER: &[&str] = &["fewer", "less", "weniger"];
/// Stands between what is compared.
pub(crate) const THAN: &[&str] = &["than", "als"];
/// Compares whatever else is said.
pub(crate) const COMPARE: &[&str] = &[
    "compare",
    "compared",
    "comparison",
    "versu",
    "vs",
    "as large as",
    "as big as",
    "as many",
    "difference between",
    "vergleiche",
    "vergleichen",
    "vergleich",
    "verglichen",
    "so gross wie",
    "so viele",
    "unterschied",
    "gleich gross",
    "unterschiede",
    "unterscheiden",
];
/// "As many drusen as HRF."
pub(crate) const AS_MUCH: &[&str] = &["as large as", "as big as", "as many", "so gross wie", "so viele"];
/// Asks for one of several, or for an amount: nothing to be answered with yes or no.
pub(crate) const WHICH: &[&str] = &[
    "which", "what", "how", "where", "who", "why", "welche", "welcher", "welchem", "welchen", "was", "wer",
    "wie", "wo", "warum",
];
/// Turns a question round.
pub(crate) const NOT: &[&str] = &[
    "no", "not", "never", "isn", "aren", "doesn", "don", "without", "nicht", "kein", "keine", "keinen",
    "keiner", "nie", "ohne",
];
/// Stands for what was named before.
pub(crate) const PRONOUN: &[&str] = &[
    "it", "they", "this", "these", "those", "es", "sie", "er", "diese", "dieser", "dies",
];
/// Asks for the one region that stands out.
pub(crate) const LARGEST: &[&str] = &["largest", "biggest", "groesste", "groessten", "groesster"];
pub(crate) const SMALLEST: &[&str] = &["smallest", "kleinste", "kleinsten", "kleinster"];
pub(crate) const CLOSEST: &[&str] = &[
    "closest",
    "nearest",
    "naechsten",
    "naechste",
    "naechstgelegene",
    "naechstgelegenen",
];
/// The same where the fovea is named.
pub(crate) const CLOSER: &[&str] = &["closer", "nearer", "naeher"];
pub(crate) const FOVEA: &[&str] = &["fovea"];
/// All that may stand around a comparison that can be answered with yes or no.
pub(crate) const PLAIN: &[&str] = &[
    "between",
    "difference",
    "unterschied",
    "unterschiede",
    "zwischen",
    "a",
    "an",
    "are",
    "as",
    "any",
    "bigger",
    "do",
    "does",
    "fewer",
    "greater",
    "has",
    "have",
    "here",
    "image",
    "in",
    "is",
    "larger",
    "less",
    "more",
    "of",
    "or",
    "picture",
    "scan",
    "see",
    "show",
    "smaller",
    "than",
    "that",
    "the",
    "there",
    "this",
    "we",
    "you",
    "als",
    "an",
    "auf",
    "bild",
    "das",
    "dem",
    "den",
    "der",
    "des",
    "die",
    "dieser",
    "diesem",
    "ein",
    "eine",
    "einen",
    "es",
    "gibt",
    "groesser",
    "hat",
    "hier",
    "im",
    "in",
    "ist",
    "kleiner",
    "man",
    "mehr",
    "sieht",
    "sind",
    "weniger",
    "zahlreicher",
];

/// Whether one of the phrases stands in normalised words with a space on either side.
pub(crate) fn says(words: &str, phrases: &[&str]) -> bool {
    phrases
        .iter()
        .any(|phrase| words.contains(&format!(" {phrase} ")))
}

/// True for a word by which things are compared or picked out; it names nothing either.
pub(crate) fn compares(plain: &str) -> bool {
    [
        LARGER, SMALLER, MORE, FEWER, COMPARE, LARGEST, SMALLEST, CLOSEST, CLOSER,
    ]
    .iter()
    .any(|words| words.contains(&plain))
}

/// With which a visit or a rule is compared, and no finding: these are left aside, not unknown terms.
pub(crate) const OTHER_TIMES: &[&str] = &[
    "last",
    "before",
    "previous",
    "previously",
    "earlier",
    "ago",
    "usual",
    "normal",
    "average",
    "expected",
    "visit",
    "time",
    "letzte",
    "letzten",
    "vorher",
    "frueher",
    "zuvor",
    "damal",
    "besuch",
    "ueblich",
    "erwartet",
];

/// Words that say what is looked for where one region is picked out.
pub(crate) const PICKS: &[&str] = &[
    "than", "als", "closer", "nearer", "fovea", "foveal", "near", "most", "large", "small", "largest",
];

/// Terms of the clinic that are no class of the ontology, and the classes by which they show on a B-scan.
pub(crate) const RELATED: &[(&[&str], &[Class])] = &[
    (
        &[
            "oedema",
            "edema",
            "oedem",
            "makulaoedem",
            "cme",
            "cmo",
            "dme",
            "dmo",
            "csme",
        ],
        &[Class::Irf, Class::Srf],
    ),
    (
        &["rpe", "pigment epithelium", "pigmentepithel"],
        &[Class::RpeLoss, Class::Ped],
    ),
    (
        &["amd", "armd", "macular degeneration", "makuladegeneration"],
        &[Class::Drusen, Class::RpeLoss, Class::Ped],
    ),
    (&["traction", "traktion", "pucker"], &[Class::Vmt, Class::Erm]),
    (
        &["hole", "foramen", "loch"],
        &[Class::MacularHole, Class::LamellarHole],
    ),
    (&["scar", "narbe"], &[Class::Fibrosis]),
    (
        &[
            "neovascularisation",
            "neovascularization",
            "neovaskularisation",
            "mnv",
        ],
        &[Class::Cnvm, Class::Ped],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::{NARROWING, SMALL};
    use groundscope_ontology::normalise;

    #[test]
    fn every_word_stands_as_it_is_looked_for() {
        let lists: [&[&str]; 25] = [
            OTHER_TIMES,
            PICKS,
            COUNT,
            PLACE,
            SIZE,
            OVERVIEW,
            GENERAL,
            PRESENCE,
            LARGER,
            SMALLER,
            MORE,
            FEWER,
            THAN,
            COMPARE,
            AS_MUCH,
            WHICH,
            NOT,
            PRONOUN,
            LARGEST,
            SMALLEST,
            CLOSEST,
            CLOSER,
            FOVEA,
            PLAIN,
            NARROWING,
        ];
        // Small English words that stand with their plural beside them, or are never cut in a question.
        let kept = ["signs", "thanks"];
        let related = RELATED.iter().flat_map(|(terms, _)| *terms).copied();
        let phrases = lists
            .into_iter()
            .flatten()
            .copied()
            .chain(SMALL.split(' '))
            .chain(related);
        let wrong: Vec<&str> = phrases
            .filter(|phrase| normalise(phrase) != **phrase && !kept.contains(phrase))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
