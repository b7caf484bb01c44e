//! German names of the classes, and how German words lose their endings so that they can be compared.

use crate::Class;

/// How a name takes its article and its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Something that is not counted, with no article: fluid.
    Mass,
    /// One of a kind, feminine: "eine".
    Feminine,
    /// One of a kind, masculine or neuter: "ein".
    Other,
    /// Several.
    Plural,
}

/// A class in German.
pub(crate) struct German {
    /// Inside a sentence, without article; adjectives in lower case.
    pub name: &'static str,
    /// The label beside a box.
    pub short: &'static str,
    pub form: Form,
    /// Accepted names beyond the others, of either language. Endings and hyphens do not matter.
    pub synonyms: &'static [&'static str],
}

/// The German names of a class.
pub(crate) const fn german(class: Class) -> German {
    let (name, short, form, synonyms): (_, _, _, &[&str]) = match class {
        Class::Drusen => (
            "Drusen",
            "Drusen",
            Form::Plural,
            &["weiche Drusen", "harte Drusen", "drusenoide Ablagerung"],
        ),
        Class::EzDisruption => (
            "Unterbrechung der Ellipsoidzone",
            "EZ",
            Form::Feminine,
            &[
                "Ellipsoidzone",
                "ellipsoide Zone",
                "Unterbrechung der ellipsoiden Zone",
                "Verlust der Ellipsoidzone",
                "Defekt der Ellipsoidzone",
                "Störung der Ellipsoidzone",
                "Ellipsoidzonenunterbrechung",
                "Ellipsoidzonenverlust",
                "Ellipsoidzonendefekt",
                "EZ-Unterbrechung",
                "EZ-Verlust",
                "EZ-Defekt",
                "Unterbrechung der Photorezeptorschicht",
                "Photorezeptorverlust",
            ],
        ),
        Class::Erm => (
            "epiretinale Membran",
            "ERM",
            Form::Feminine,
            &["epiretinale Gliose", "Gliose", "Makula-Pucker", "Makulapucker"],
        ),
        Class::Fibrosis => (
            "Fibrose",
            "Fibrose",
            Form::Feminine,
            &["subretinale Fibrose", "fibrotische Narbe", "disziforme Narbe"],
        ),
        Class::HardExudates => (
            "harte Exsudate",
            "HE",
            Form::Plural,
            &["Exsudat", "Lipidexsudat", "Fettexsudat"],
        ),
        Class::Hrf => (
            "hyperreflektive Foci",
            "HRF",
            Form::Plural,
            &["hyperreflektive Punkte", "hyperreflektive Herde"],
        ),
        Class::Irf => (
            "intraretinale Flüssigkeit",
            "IRF",
            Form::Mass,
            &[
                "intraretinale Flüssigkeitsansammlung",
                "intraretinale Zyste",
                "Zyste",
                "zystoide Flüssigkeit",
                "zystoides Makulaödem",
                "CMÖ",
            ],
        ),
        Class::MacularHole => (
            "Makulaforamen",
            "MH",
            Form::Other,
            &["Makulaloch", "durchgreifendes Makulaforamen"],
        ),
        Class::Ped => (
            "Pigmentepithelabhebung",
            "PED",
            Form::Feminine,
            &[
                "Abhebung des Pigmentepithels",
                "Abhebung des retinalen Pigmentepithels",
                "RPE-Abhebung",
            ],
        ),
        Class::RpeLoss => (
            "Verlust des retinalen Pigmentepithels",
            "RPE-Verlust",
            Form::Other,
            &[
                "Verlust des Pigmentepithels",
                "Pigmentepithelverlust",
                "RPE-Atrophie",
                "Pigmentepithelatrophie",
                "Atrophie des Pigmentepithels",
                "Atrophie des retinalen Pigmentepithels",
                "geographische Atrophie",
                "geografische Atrophie",
            ],
        ),
        Class::Sdd => (
            "subretinale drusenoide Ablagerungen",
            "SDD",
            Form::Plural,
            &["retikuläre Pseudodrusen"],
        ),
        Class::Srf => (
            "subretinale Flüssigkeit",
            "SRF",
            Form::Mass,
            &[
                "subretinale Flüssigkeitsansammlung",
                "neurosensorische Abhebung",
                "Abhebung der neurosensorischen Netzhaut",
                "seröse Netzhautabhebung",
            ],
        ),
        Class::Vmt => (
            "vitreomakuläre Traktion",
            "VMT",
            Form::Feminine,
            &["vitreomakuläres Traktionssyndrom"],
        ),
        Class::LamellarHole => (
            "Schichtforamen",
            "LH",
            Form::Other,
            &[
                "lamelläres Makulaforamen",
                "lamelläres Foramen",
                "Makulaschichtforamen",
            ],
        ),
        Class::Shrm => (
            "subretinales hyperreflektives Material",
            "SHRM",
            Form::Mass,
            &["hyperreflektives subretinales Material"],
        ),
        Class::VitreousDetachment => (
            "Glaskörperabhebung",
            "PVD",
            Form::Feminine,
            &["hintere Glaskörperabhebung"],
        ),
        Class::Cnvm => (
            "choroidale neovaskuläre Membran",
            "CNVM",
            Form::Feminine,
            &[
                "choroidale Neovaskularisation",
                "choroidale Neovaskularisationsmembran",
                "CNV-Membran",
            ],
        ),
        Class::Excavation => (
            "fokale choroidale Exkavation",
            "FCE",
            Form::Feminine,
            &["choroidale Exkavation", "Exkavation der Aderhaut"],
        ),
    };
    German {
        name,
        short,
        form,
        synonyms,
    }
}

/// "Fluid" as one class, as [`crate::normalise`] leaves it.
pub(crate) const FLUID: [&str; 6] = [
    "fluessigkeit",
    "fluessigkeitsansammlung",
    "retinal fluessigkeit",
    "netzhautoedem",
    "makulaoedem",
    "oedem",
];

/// Adjectives of the names, spelt as everywhere in this crate: only these lose their endings.
const ADJECTIVES: [&str; 26] = [
    "choroidal",
    "disziform",
    "drusenoid",
    "durchgreifend",
    "ellipsoid",
    "epiretinal",
    "fibrotisch",
    "fokal",
    "geografisch",
    "geographisch",
    "hart",
    "hinter",
    "hyperreflektiv",
    "intraretinal",
    "lamellaer",
    "neovaskulaer",
    "neurosensorisch",
    "reflektiv",
    "retikulaer",
    "retinal",
    "sensorisch",
    "seroes",
    "subretinal",
    "vitreomakulaer",
    "weich",
    "zystoid",
];

/// Endings of nouns in plural and cases, and what stands without them; no English word ends so.
const NOUNS: [(&str, &str); 22] = [
    ("ungen", "ung"),
    ("keiten", "keit"),
    ("ionen", "ion"),
    ("membranen", "membran"),
    ("foramina", "foramen"),
    ("loecher", "loch"),
    ("exsudate", "exsudat"),
    ("exsudaten", "exsudat"),
    ("zysten", "zyste"),
    ("zonen", "zone"),
    ("punkte", "punkt"),
    ("punkten", "punkt"),
    ("herde", "herd"),
    ("herden", "herd"),
    ("narben", "narbe"),
    ("fibrosen", "fibrose"),
    ("gliosen", "gliose"),
    ("verluste", "verlust"),
    ("defekte", "defekt"),
    ("oedeme", "oedem"),
    ("materialien", "material"),
    ("atrophien", "atrophie"),
];

/// Other spellings of a word as a whole.
const SPELLINGS: [(&str, &str); 8] = [
    ("fokus", "focus"),
    ("foki", "focus"),
    ("fokusse", "focus"),
    ("cyste", "zyste"),
    ("cysten", "zyste"),
    ("cystoid", "zystoid"),
    ("chorioidal", "choroidal"),
    ("fibroes", "fibrotisch"),
];

/// A German word without its ending; any other word as it is.
pub(crate) fn without_ending(word: &str) -> Option<String> {
    let adjective = ["e", "er", "es", "en", "em"].iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        let spelt = SPELLINGS.iter().find(|(other, _)| *other == stem);
        let stem = spelt.map_or(stem, |(_, spelling)| *spelling);
        ADJECTIVES.contains(&stem).then(|| stem.to_owned())
    });
    let spelt = || {
        let found = SPELLINGS.iter().find(|(other, _)| *other == word);
        // The bare word may be English: "cystoid fluid" keeps its c.
        found
            .filter(|(other, _)| *other != "cystoid")
            .map(|(_, spelling)| (*spelling).to_owned())
    };
    let noun = || {
        NOUNS
            .iter()
            .find_map(|(ending, bare)| word.strip_suffix(ending).map(|stem| format!("{stem}{bare}")))
    };
    adjective.or_else(spelt).or_else(noun)
}

#[cfg(test)]
mod tests {
    use super::without_ending;
    use crate::{Class, Match, find_terms, resolve};

    #[test]
    fn endings_go_and_english_words_stay() {
        for (word, bare) in [
            ("subretinaler", "subretinal"),
            ("hyperreflektiven", "hyperreflektiv"),
            ("cystoides", "zystoid"),
            ("chorioidale", "choroidal"),
            ("membranen", "membran"),
            ("pigmentepithelabhebungen", "pigmentepithelabhebung"),
            ("exsudaten", "exsudat"),
            ("foki", "focus"),
        ] {
            assert_eq!(without_ending(word).as_deref(), Some(bare), "{word}");
        }
        for word in [
            "cystoid",
            "membrane",
            "hyperreflective",
            "choroidal",
            "zone",
            "drusen",
            "detachment",
        ] {
            assert_eq!(without_ending(word), None, "{word}");
        }
    }

    #[test]
    fn a_term_is_known_in_every_case_and_spelling() {
        for (text, class) in [
            ("Wo ist die subretinale Flüssigkeit?", Class::Srf),
            ("mit subretinaler Fluessigkeit", Class::Srf),
            ("die Fläche der SUBRETINALEN FLÜSSIGKEIT", Class::Srf),
            ("epiretinale Membranen", Class::Erm),
            ("der epiretinalen Membran", Class::Erm),
            ("Anzahl hyperreflektiver Foci", Class::Hrf),
            ("hyperreflektive Foki", Class::Hrf),
            ("ein hyperreflektiver Fokus", Class::Hrf),
            ("ein zystoides Makulaödem", Class::Irf),
            ("cystoides Makulaoedem", Class::Irf),
            ("Zysten", Class::Irf),
            ("intra-retinale Flüssigkeit", Class::Irf),
            ("Makulaforamina", Class::MacularHole),
            ("ein lamelläres Makulaforamen", Class::LamellarHole),
            ("retikulären Pseudodrusen", Class::Sdd),
            ("subretinalen drusenoiden Ablagerungen", Class::Sdd),
            ("harten Exsudaten", Class::HardExudates),
            ("Abhebungen des Pigmentepithels", Class::Ped),
            ("Verlust des retinalen Pigmentepithels", Class::RpeLoss),
            ("einer chorioidalen Neovaskularisation", Class::Cnvm),
            ("Ist die Ellipsoidzone unterbrochen?", Class::EzDisruption),
            ("des subretinalen hyperreflektiven Materials", Class::Shrm),
        ] {
            assert_eq!(find_terms(text), [Match::Class(class)], "{text}");
        }
        assert_eq!(find_terms("ein Makulaödem"), [Match::Fluid]);
        assert_eq!(resolve("Flüssigkeit"), Match::Fluid);
    }
}
