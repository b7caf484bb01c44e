//! Questions in German, or in both languages at once, and answers in German.

mod support;

use groundscope_answers::{Answer, answer, answer_in};
use groundscope_model::{Findings, Gate, GateVerdict, Verdict};
use groundscope_ontology::{Class, Language};
use proptest::prelude::*;
use support::{findings, with, with_fovea};

const UNITS: &str = "Größen sind in Pixeln angegeben: Die Datei sagt nicht, wie groß ein Pixel auf der Netzhaut ist. Ist der Maßstab angegeben, kommen Mikrometer dazu.";

fn ask(question: &str) -> Answer {
    of(question, &findings())
}

/// The answer with plain spaces before the per cent signs.
fn of(question: &str, findings: &Findings) -> Answer {
    let mut told = answer_in(question, findings, Language::De);
    told.text = told.text.replace('\u{a0}', " ");
    told
}

#[test]
fn presence() {
    for (question, text) in [
        (
            "Gibt es intraretinale Flüssigkeit?",
            "Intraretinale Flüssigkeit ist vorhanden (Wahrscheinlichkeit 93 %, an echten Patienten gemessen): 2 Regionen, irf-2 und irf-1.",
        ),
        (
            "Drusen?",
            "Drusen sind wahrscheinlich (Wahrscheinlichkeit 72 %, an echten Patienten gemessen): 5 Regionen, die größten drusen-2, drusen-1, drusen-3 und drusen-4.",
        ),
        (
            "Ist die Ellipsoidzone unterbrochen?",
            "Eine Unterbrechung der Ellipsoidzone ist unsicher (Wahrscheinlichkeit 45 %, auf wenigen echten Scans beruhend); die Schwelle wird nicht erreicht, deshalb ist keine Region eingezeichnet.",
        ),
        (
            "Liegt eine epiretinale Membran vor?",
            "Eine epiretinale Membran ist unwahrscheinlich (Wahrscheinlichkeit des Vorhandenseins 25 %, nur an synthetischen Scans geprüft).",
        ),
        (
            "Ist ein Makulaforamen zu sehen?",
            "Ein Makulaforamen ist unwahrscheinlich (Wahrscheinlichkeit des Vorhandenseins unter 1 %, nur an synthetischen Scans geprüft).",
        ),
        (
            "Zeigt der Scan eine Fibrose?",
            "Wie gut dieses Modell Fibrose findet, wurde nicht gemessen, deshalb gibt es keine Antwort: Bitte sehen Sie selbst nach.",
        ),
        (
            "Flüssigkeit?",
            "Flüssigkeit der einen oder anderen Art ist vorhanden (Wahrscheinlichkeit mindestens 93 %). \
             Intraretinale Flüssigkeit ist vorhanden (Wahrscheinlichkeit 93 %, an echten Patienten gemessen): 2 Regionen, irf-2 und irf-1. \
             Subretinale Flüssigkeit ist nicht vorhanden (Wahrscheinlichkeit des Vorhandenseins 4 %, an echten Patienten gemessen).",
        ),
    ] {
        assert_eq!(ask(question).text, text, "{question}");
    }
    assert_eq!(
        of("SRF", &with(Class::Srf, 0.12, &[60])).text,
        "Subretinale Flüssigkeit ist unsicher (Wahrscheinlichkeit 12 %, an echten Patienten gemessen); die Schwelle wird erreicht: 1 Region, srf-1."
    );
    let told = ask("Gibt es subretinale Flüssigkeit?");
    assert_eq!(
        told.understood.as_deref(),
        Some("Vorhandensein: subretinale Flüssigkeit")
    );
    assert_eq!(
        (told.verdict, told.confidence),
        (Some(Verdict::Absent), Some(0.04))
    );
}

#[test]
fn place_number_and_size() {
    let place = ask("Wo ist das IRF?");
    assert_eq!(
        place.text,
        "Intraretinale Flüssigkeit (vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen) liegt in 2 Regionen: \
         die größte im mittleren Drittel, auf halber Höhe des Scans (irf-2); im linken Drittel, im oberen Teil des Scans (irf-1)."
    );
    assert_eq!(
        place.understood.as_deref(),
        Some("Ort: intraretinale Flüssigkeit")
    );
    assert!(
        ask("Wo liegen die Drusen?")
            .text
            .ends_with("(drusen-3); 2 weitere, kleinere Regionen.")
    );
    assert_eq!(
        ask("Wie viele Drusen gibt es?").text,
        "Drusen (wahrscheinlich, Wahrscheinlichkeit 72 %, an echten Patienten gemessen): 5 Regionen, \
         drusen-1, drusen-2, drusen-3, drusen-4 und drusen-5; Läsionen, die nah beieinanderliegen, zählen als eine."
    );
    assert_eq!(
        ask("Wie groß ist das IRF?").text,
        format!(
            "Intraretinale Flüssigkeit (vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen) bedeckt 13000 px, 2,9 % des Scans, \
             in 2 Regionen; die größte (irf-2) bedeckt 9000 px und ist 250 px breit und 100 px hoch. {UNITS}"
        )
    );
    let mut scaled = with(Class::Srf, 0.9, &[1600]);
    scaled.scale = Some("11.5,3.87".parse().unwrap());
    assert_eq!(
        of("Größe der subretinalen Flüssigkeit?", &scaled).text,
        "Subretinale Flüssigkeit (vorhanden, Wahrscheinlichkeit 90 %, an echten Patienten gemessen) bedeckt 1600 px (0,0712 mm²), \
         0,4 % des Scans, in einer Region, 40 px breit und 40 px hoch (460 µm mal 155 µm) (srf-1)."
    );
}

#[test]
fn comparison() {
    let sides = "Intraretinale Flüssigkeit (vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen) bedeckt 13000 px in 2 Regionen, irf-2 und irf-1. \
                 Drusen (wahrscheinlich, Wahrscheinlichkeit 72 %, an echten Patienten gemessen) bedecken 2670 px in 5 Regionen, die größten drusen-2, drusen-1, drusen-3 und drusen-4.";
    let larger = "Intraretinale Flüssigkeit bedeckt die größere Fläche, 10330 px mehr und 4,9-mal so viel.";
    assert_eq!(
        ask("Ist das IRF größer als die Drusen?").text,
        format!("Wahrscheinlich ja: {larger} {sides} {UNITS}")
    );
    for question in [
        "Was ist größer, IRF oder Drusen?",
        "Vergleiche IRF und Drusen",
        "Sind IRF oder Drusen groesser?",
    ] {
        assert_eq!(
            ask(question).text,
            format!("{larger} {sides} {UNITS}"),
            "{question}"
        );
    }
    for question in [
        "Ist das Makulaödem größer als die Drusen?",
        "Ist das Makulaoedem groesser als die Drusen",
    ] {
        let told = ask(question);
        assert!(
            told.text
                .starts_with("Wahrscheinlich ja: Flüssigkeit bedeckt die größere Fläche"),
            "{}",
            told.text
        );
        assert_eq!(
            told.understood.as_deref(),
            Some("Vergleich der Größe: Flüssigkeit (intraretinal oder subretinal) und Drusen")
        );
    }
    let srf = with(Class::Srf, 0.9, &[5000]);
    for (question, lead) in [
        ("Ist das SRF größer als das IRF?", "Nein: "),
        ("Ist das SRF kleiner als das IRF?", "Ja: "),
        ("Gibt es mehr SRF als IRF?", "Nein: "),
        ("Ist das SRF nicht kleiner als das IRF?", "Intraretinale"),
        ("Ist das SRF viel kleiner als das IRF?", "Intraretinale"),
    ] {
        let text = of(question, &srf).text;
        assert!(text.starts_with(lead), "{question} {text}");
    }
    assert!(
        ask("Ist das SRF größer als das IRF?").text.starts_with(
            "Ein Vergleich ist nicht möglich; ohne eingezeichnete Region: subretinale Flüssigkeit. Subretinale Flüssigkeit ist nicht vorhanden"
        )
    );
    assert!(of("Ist das IRF größer als das SRF?", &with(Class::Srf, 0.3, &[500])).text.starts_with(
        "Nicht sicher zu sagen (unsicher: subretinale Flüssigkeit); nach den Umrissen gilt: Intraretinale Flüssigkeit bedeckt die größere Fläche"
    ));
    assert!(of("Ist das IRF größer als das SRF?", &with(Class::Srf, 0.9, &[12500])).text.starts_with(
        "Etwa gleich: Die Flächen unterscheiden sich um 500 px, weniger als ein Zehntel; das ist zu wenig, um zu sagen, welche größer ist."
    ));
    assert!(
        of(
            "Mehr Drusen als hyperreflektive Foci?",
            &with(Class::Hrf, 0.9, &[9, 8])
        )
        .text
        .starts_with("Wahrscheinlich ja: Drusen haben mehr Regionen: 5 gegenüber 2. Drusen (wahrscheinlich")
    );
    assert!(of("Vergleiche SRF, IRF und Drusen", &srf).text.starts_with(
        "Nach umrissener Fläche, die größte zuerst: intraretinale Flüssigkeit, 13000 px; subretinale Flüssigkeit, 5000 px; Drusen, 2670 px."
    ));
}

#[test]
fn the_region_that_stands_out() {
    assert_eq!(
        ask("Was ist die größte Läsion?").text,
        format!(
            "Die größte eingezeichnete Region ist irf-2: intraretinale Flüssigkeit (vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen), \
             9000 px, 250 px breit und 100 px hoch, im mittleren Drittel, auf halber Höhe des Scans. Danach: irf-1 (intraretinale Flüssigkeit), 4000 px. {UNITS}"
        )
    );
    assert_eq!(
        ask("Was liegt der Fovea am nächsten?").text,
        "Die Fovea wurde in diesem Scan nicht zweifelsfrei gefunden; was ihr am nächsten liegt, lässt sich nicht sagen."
    );
    assert_eq!(
        of("Was liegt der Fovea am nächsten?", &with_fovea()).text,
        "Direkt an der Fovea: irf-2 (intraretinale Flüssigkeit; vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen); \
         drusen-2 (Drusen; wahrscheinlich, Wahrscheinlichkeit 72 %, an echten Patienten gemessen)."
    );
    let mut one = with_fovea();
    one.findings.retain(|finding| finding.class == Class::Irf);
    one.findings[0].regions.truncate(1);
    let away = one.fovea().unwrap() + 1 - 130;
    assert_eq!(
        of("Am nächsten an der Fovea?", &one).text,
        format!(
            "Der Fovea am nächsten: irf-1 (intraretinale Flüssigkeit; vorhanden, Wahrscheinlichkeit 93 %, an echten Patienten gemessen), \
             {away} px links von ihr. Abstände gelten quer über den Scan, von der Spalte der Fovea bis zur Box."
        )
    );
}

#[test]
fn several_questions_and_both_languages_at_once() {
    let told = ask("Gibt es SRF, wo ist das IRF und wie viele Drusen?");
    assert_eq!(
        told.understood.as_deref(),
        Some("Vorhandensein: subretinale Flüssigkeit; Ort: intraretinale Flüssigkeit; Anzahl: Drusen")
    );
    assert_eq!(told.evidence.len(), 7);
    // The same question in any mixture has the same answer, in the language that is asked for.
    for question in [
        "Is there subretinale Flüssigkeit, where is the intraretinal fluid und wie viele Drusen?",
        "Gibt es SRF? Wo ist das IRF? How many drusen?",
    ] {
        assert_eq!(ask(question), told, "{question}");
        assert_eq!(
            answer(question, &findings()),
            answer("Is there SRF, where is the IRF and how many drusen?", &findings())
        );
    }
    for (question, understood) in [
        ("Kein IRF?", "Vorhandensein: intraretinale Flüssigkeit"),
        (
            "Weder IRF noch SRF?",
            "Vorhandensein: intraretinale Flüssigkeit und subretinale Flüssigkeit",
        ),
        (
            "Intra- oder subretinale Fluessigkeit?",
            "Vorhandensein: intraretinale Flüssigkeit und subretinale Flüssigkeit",
        ),
        (
            "Wo und wie groß ist das SRF?",
            "Ort und Größe: subretinale Flüssigkeit",
        ),
        (
            "Zeig mir die Pigmentepithelabhebung!",
            "Ort: Pigmentepithelabhebung",
        ),
        (
            "Wie viel Flu\u{308}ssigkeit?",
            "Größe: Flüssigkeit (intraretinal oder subretinal)",
        ),
        ("Was siehst du?", "Überblick über alle Befunde"),
        ("Ist das normal?", "Überblick über alle Befunde"),
        ("Was ist das?", "Überblick über alle Befunde"),
        ("Beschreibe das Bild", "Überblick über alle Befunde"),
    ] {
        let told = ask(question);
        assert_eq!(told.understood.as_deref(), Some(understood), "{question}");
        for words in ["Nicht berücksichtigt", "kenne ich nicht"] {
            assert!(!told.text.contains(words), "{question} {}", told.text);
        }
    }
}

#[test]
fn what_is_not_understood() {
    let zebra = ask("Gibt es ein Zebra?");
    assert_eq!(
        zebra.text,
        "Den Begriff „Zebra“ kenne ich nicht. Bekannt sind zum Beispiel: intraretinale Flüssigkeit, Drusen und Unterbrechung der Ellipsoidzone."
    );
    assert_eq!(
        zebra.suggestions,
        [
            "intraretinale Flüssigkeit",
            "Drusen",
            "Unterbrechung der Ellipsoidzone"
        ]
    );
    let near = ask("Wo ist das Makulaforame?");
    assert!(
        near.text
            .starts_with("Den Begriff „Makulaforame“ kenne ich nicht. Meinten Sie Makulaforamen"),
        "{}",
        near.text
    );
    for suggestion in near.suggestions.iter().chain(&zebra.suggestions) {
        assert!(ask(suggestion).understood.is_some(), "{suggestion}");
    }
    assert!(
        ask("SRF oder Glaukom?")
            .text
            .ends_with("Den Begriff „Glaukom“ kenne ich nicht.")
    );
    assert_eq!(
        ask("").text,
        "Fragen Sie nach einem Befund, zum Beispiel: intraretinale Flüssigkeit, Drusen oder Unterbrechung der Ellipsoidzone."
    );
    assert!(ask("Ist das SRF seit dem letzten Besuch größer?").text.ends_with(
        "Nicht berücksichtigt, da nur Vorhandensein, Ort, Anzahl und Größe in diesem Bild beantwortet werden: „seit“, „letzten“, „besuch“, „größer“."
    ));
}

#[test]
fn what_is_no_scan_says_so() {
    let gate = Gate {
        probability: 0.03,
        verdict: GateVerdict::NotBScan,
        signal: None,
    };
    let refused = Findings {
        gate: Some(gate),
        ..findings()
    };
    let told = of("Flüssigkeit?", &refused);
    assert_eq!(
        told.text,
        "Das sieht nicht wie ein OCT-B-Scan aus, deshalb wurde nichts darin gelesen."
    );
    assert_eq!(told.verdict, Some(Verdict::NoAnswer));
}

#[test]
fn an_overview_names_everything() {
    let text = ask("Was siehst du?").text;
    for class in Class::ALL {
        let name = class.name_in(Language::De);
        assert!(
            text.to_lowercase().contains(&name.to_lowercase()),
            "{name}: {text}"
        );
    }
    let mut nothing = findings();
    nothing.findings.retain(|finding| finding.present != Some(true));
    assert!(
        of("Befund?", &nothing)
            .text
            .starts_with("Nichts erreicht seine Schwelle; das beweist nicht, dass das Auge gesund ist. Unsicher, unter der Schwelle:")
    );
}

/// Words of both languages, and signs.
const WORDS: [&str; 44] = [
    "where",
    "is",
    "the",
    "IRF",
    "SRF",
    "drusen",
    "how many",
    "how large",
    "fluid",
    "or",
    ",",
    "and",
    "than",
    "larger",
    "smaller",
    "more",
    "compare",
    "which",
    "largest",
    "lesion",
    "closest",
    "fovea",
    "not",
    "zebra",
    "?",
    "wo",
    "ist",
    "die",
    "Flüssigkeit",
    "Makulaödem",
    "größer",
    "kleiner",
    "mehr",
    "als",
    "oder",
    "und",
    "wie viele",
    "Drusen",
    "subretinale",
    "kein",
    "vergleiche",
    "es",
    "Fibrose",
    ".",
];

proptest! {
    #[test]
    fn any_question_is_answered_from_regions_that_exist(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..14),
        fovea: bool,
        srf: bool,
    ) {
        let question = words.join(" ");
        let mut all = if srf { with(Class::Srf, 0.3, &[500, 12_900]) } else { findings() };
        if fovea {
            all.retina = with_fovea().retina;
        }
        let [english, german] = Language::ALL.map(|language| answer_in(&question, &all, language));
        prop_assert_eq!(&answer(&question, &all), &english);
        // Both say the same of the same regions.
        prop_assert_eq!(&english.evidence, &german.evidence);
        prop_assert_eq!(english.verdict, german.verdict);
        prop_assert_eq!(english.understood.is_some(), german.understood.is_some());
        for told in [&english, &german] {
            prop_assert!(!told.text.trim().is_empty(), "{question}");
            for (at, id) in told.evidence.iter().enumerate() {
                prop_assert!(all.region(id).is_some(), "{question}: {id}");
                prop_assert!(!told.evidence[..at].contains(id));
            }
            for region in all.findings.iter().flat_map(|finding| &finding.regions) {
                prop_assert!(!told.text.contains(&region.id) || told.evidence.contains(&region.id), "{question}: {}", told.text);
            }
        }
        // A yes is only said of two that are outlined and likely.
        let yes_or_no = ["Yes", "No:", "Probably"].iter().any(|word| english.text.contains(word));
        prop_assert!(!yes_or_no || english.understood.as_deref().unwrap_or_default().contains("comparison"));
    }

    #[test]
    fn any_text_has_an_answer_in_german(question in ".{0,300}") {
        prop_assert!(!ask(&question).text.trim().is_empty());
    }
}
