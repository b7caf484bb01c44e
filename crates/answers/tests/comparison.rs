//! Comparisons, the region that stands out, and several questions in one sentence, answered in English.

mod support;

use groundscope_answers::{Answer, answer};
use groundscope_model::{Findings, Verdict};
use groundscope_ontology::Class;
use support::{findings, with, with_fovea};

const IRF: &str = "Intraretinal fluid (present, probability 93%, measured on real patients) covers 13000 px in 2 regions, irf-2 and irf-1.";
const DRUSEN: &str = "Drusen (likely, probability 72%, measured on real patients) cover 2670 px in 5 regions, the largest drusen-2, drusen-1, drusen-3 and drusen-4.";
const UNITS: &str = "Sizes are in pixels: the file does not tell how large a pixel is on the retina. With the scale given they come in micrometres, too.";
const LARGER: &str = "ntraretinal fluid covers the larger area, 10330 px more and 4.9 times as much.";

#[track_caller]
fn ask(question: &str) -> Answer {
    answer(question, &findings())
}

#[test]
fn both_sizes_and_which_is_larger() {
    let told = ask("Is the IRF larger than the drusen?");
    assert_eq!(
        told.text,
        format!("Probably yes: i{LARGER} {IRF} {DRUSEN} {UNITS}")
    );
    assert_eq!(
        told.understood.as_deref(),
        Some("comparison by size: intraretinal fluid and drusen")
    );
    assert_eq!((told.verdict, told.confidence), (None, None));
    assert_eq!(told.evidence.len(), 7);
    for question in [
        "Which is larger, IRF or drusen?",
        "Is IRF or drusen larger?",
        "compare IRF and drusen",
        "What is bigger? The IRF or the drusen?",
        "IRF vs drusen",
        "Is the IRF as large as the drusen?",
    ] {
        assert_eq!(
            ask(question).text,
            format!("I{LARGER} {IRF} {DRUSEN} {UNITS}"),
            "{question}"
        );
    }
}

#[test]
fn yes_and_no_follow_the_question() {
    let sure = with(Class::Srf, 0.9, &[5000]);
    for (question, word) in [
        ("Is the SRF larger than the IRF?", "No: "),
        ("Is the SRF smaller than the IRF?", "Yes: "),
        ("Is the IRF larger than the SRF?", "Yes: "),
        ("Is the IRF smaller than SRF", "No: "),
        ("more SRF than IRF?", "No: "),
        ("Is there less SRF than IRF?", "Yes: "),
        ("Is the drusen smaller than the IRF?", "Probably yes: "),
        // Neither is plain enough for a yes or a no.
        ("Isn't the SRF larger than the IRF?", "Intraretinal fluid covers"),
        (
            "Is the SRF not smaller than the IRF?",
            "Intraretinal fluid covers",
        ),
        (
            "Is the SRF much smaller than the IRF?",
            "Intraretinal fluid covers",
        ),
        (
            "Is the SRF smaller than the IRF on the left?",
            "Intraretinal fluid covers",
        ),
        (
            "Is the largest SRF smaller than the IRF?",
            "Intraretinal fluid covers",
        ),
        (
            "How much smaller is the SRF than the IRF?",
            "Intraretinal fluid covers",
        ),
        (
            "Has the SRF grown larger than the IRF?",
            "Intraretinal fluid covers",
        ),
    ] {
        let text = answer(question, &sure).text;
        assert!(text.starts_with(word), "{question} {text}");
    }
    let side = answer("Is the SRF smaller than the IRF on the left?", &sure).text;
    assert!(side.ends_with("are answered: 'left'."), "{side}");
    let largest = answer("Is the largest SRF smaller than the IRF?", &sure).text;
    assert!(largest.ends_with("are answered: 'largest'."), "{largest}");
}

#[test]
fn what_cannot_be_told_is_said() {
    assert_eq!(
        ask("is the SRF larger than the PED?").text,
        "They cannot be compared: subretinal fluid and pigment epithelial detachment have no outlined region. \
         Subretinal fluid is absent (probability of presence 4%, measured on real patients). \
         Nothing measured how well this model finds pigment epithelial detachment, so it gives no answer: look for yourself."
    );
    assert_eq!(
        ask("is the SRF larger than the IRF?").text,
        format!(
            "They cannot be compared: subretinal fluid has no outlined region. \
             Subretinal fluid is absent (probability of presence 4%, measured on real patients). {IRF} {UNITS}"
        )
    );
    // A class that is shown at a low probability.
    assert_eq!(
        answer("Is the IRF larger than the SRF?", &with(Class::Srf, 0.3, &[500])).text,
        format!(
            "Not certain, since subretinal fluid is uncertain; as outlined: intraretinal fluid covers the larger area, \
             12500 px more and 26 times as much. {IRF} \
             Subretinal fluid (uncertain, probability 30%, measured on real patients) covers 500 px in 1 region, srf-1. {UNITS}"
        )
    );
    let close = answer(
        "Is the IRF larger than the SRF?",
        &with(Class::Srf, 0.9, &[12000]),
    )
    .text;
    assert!(
        close.starts_with("About equal: the areas differ by 1000 px, less than a tenth, which is too little to tell which is larger."),
        "{close}"
    );
    // A tenth is told.
    let told = answer(
        "Is the IRF larger than the SRF?",
        &with(Class::Srf, 0.9, &[11700]),
    )
    .text;
    assert!(told.starts_with("Yes: "), "{told}");
}

#[test]
fn a_comparison_needs_two() {
    let text = ask("Is the IRF larger than the zebra?").text;
    assert!(text.starts_with("Intraretinal fluid is present"), "{text}");
    assert!(text.contains("I don't know the term 'zebra'."), "{text}");
    let visit = ask("Is there more fluid than last time?").text;
    assert!(
        visit.ends_with("are answered: 'more', 'than', 'last', 'time'."),
        "{visit}"
    );
    let text = ask("What is the difference between IRF and drusen?").text;
    assert!(
        text.starts_with("Intraretinal fluid covers") && text.ends_with(UNITS),
        "{text}"
    );
    for question in ["Is there a larger IRF and drusen?", "more IRF, drusen"] {
        let told = ask(question);
        assert_eq!(
            told.understood.as_deref(),
            Some("presence of intraretinal fluid and drusen"),
            "{question}"
        );
    }
}

#[test]
fn numbers_are_compared_where_things_are_counted() {
    let many = with(Class::Hrf, 0.9, &[40, 30]);
    assert_eq!(
        answer("Are there more drusen than HRF?", &many).text,
        "Probably yes: drusen have more regions: 5 against 2. \
         Drusen (likely, probability 72%, measured on real patients): 5 regions, the largest drusen-2, drusen-1, drusen-3 and drusen-4. \
         Hyperreflective foci (present, probability 90%, measured on real patients): 2 regions, hrf-1 and hrf-2. \
         Lesions that lie close together count as one region."
    );
    let equal = with(Class::Hrf, 0.9, &[1, 2, 3, 4, 5]);
    let text = answer("Fewer HRF than drusen?", &equal).text;
    assert!(
        text.starts_with("Probably no: equally many, 5 regions each."),
        "{text}"
    );
    let number = ask("Compare the number of IRF and drusen");
    assert_eq!(
        number.understood.as_deref(),
        Some("comparison by number: intraretinal fluid and drusen")
    );
    assert!(number.text.starts_with("Drusen have more regions: 5 against 2."));
    // Fluid is more or less, not many or few.
    let fluid = answer("more SRF than IRF?", &with(Class::Srf, 0.9, &[100, 200, 300]));
    assert!(
        fluid.text.starts_with("No: intraretinal fluid covers"),
        "{}",
        fluid.text
    );
}

#[test]
fn three_are_ranked() {
    let text = answer("Compare drusen, SRF and IRF", &with(Class::Srf, 0.9, &[5000])).text;
    assert!(
        text.starts_with(
            "By area as outlined, largest first: intraretinal fluid, 13000 px; subretinal fluid, 5000 px; drusen, 2670 px. Drusen (likely"
        ),
        "{text}"
    );
}

#[test]
fn fluid_as_a_whole_is_compared_by_what_is_outlined() {
    let text = answer(
        "Is the fluid larger than the drusen?",
        &with(Class::Srf, 0.9, &[1000]),
    )
    .text;
    assert_eq!(
        text,
        format!(
            "Probably yes: fluid covers the larger area, 11330 px more and 5.2 times as much. \
             Fluid (intraretinal fluid: present, probability 93%, measured on real patients; \
             subretinal fluid: present, probability 90%, measured on real patients) covers 14000 px in 3 regions, irf-2, irf-1 and srf-1. \
             {DRUSEN} {UNITS}"
        )
    );
}

#[test]
fn areas_come_in_square_millimetres_where_the_scale_is_known() {
    let mut scaled = findings();
    scaled.scale = Some("11.5,3.87".parse().unwrap());
    let text = answer("Is the IRF larger than the drusen?", &scaled).text;
    assert!(
        text.starts_with(
            "Probably yes: intraretinal fluid covers the larger area, 10330 px (0.4597 mm\u{b2}) more"
        ),
        "{text}"
    );
    assert!(!text.contains("Sizes are in pixels"), "{text}");
}

#[test]
fn the_largest_and_the_smallest_region() {
    let largest = ask("largest lesion?");
    assert_eq!(
        largest.text,
        format!(
            "The largest outlined region is irf-2: intraretinal fluid (present, probability 93%, measured on real patients), 9000 px, \
             250 px wide and 100 px high, in the centre third, at mid-height of the scan. Next: irf-1 (intraretinal fluid), 4000 px. {UNITS}"
        )
    );
    assert_eq!(largest.evidence, ["irf-2", "irf-1"]);
    assert_eq!(largest.understood.as_deref(), Some("largest region"));
    assert_eq!(ask("What is the biggest region?").text, largest.text);
    let smallest = ask("Which is the smallest lesion?").text;
    assert!(
        smallest.starts_with("The smallest outlined region is drusen-5: drusen (likely"),
        "{smallest}"
    );
    let left = ask("largest lesion on the left?").text;
    assert!(left.ends_with("are answered: 'left'."), "{left}");
    let nothing = Findings {
        findings: Vec::new(),
        ..findings()
    };
    assert_eq!(
        answer("largest lesion?", &nothing).text,
        "No region is outlined in this scan."
    );
}

#[test]
fn the_region_closest_to_the_fovea() {
    assert_eq!(
        ask("What is closest to the fovea?").text,
        "The fovea was not found beyond doubt in this scan, so it cannot be told what lies closest to it."
    );
    let mut known = with_fovea();
    let fovea = known.fovea().unwrap();
    let here = answer("What is closest to the fovea?", &known);
    assert_eq!(
        here.text,
        "At the fovea itself: irf-2 (intraretinal fluid; present, probability 93%, measured on real patients); \
         drusen-2 (drusen; likely, probability 72%, measured on real patients)."
    );
    assert_eq!(here.evidence, ["irf-2", "drusen-2"]);
    for finding in &mut known.findings {
        finding
            .regions
            .retain(|region| region.id != "irf-2" && region.id != "drusen-2");
    }
    known.scale = Some("10,4".parse().unwrap());
    let away = 700 - fovea;
    let told = answer("Which region is nearest to the fovea?", &known);
    assert_eq!(
        told.text,
        format!(
            "Closest to the fovea: drusen-3 (drusen; likely, probability 72%, measured on real patients), {away} px ({:.2} mm) \
             to the right of it. Distances are measured across the scan, from the fovea's column to the box.",
            f64::from(away) / 100.0
        )
    );
    for question in [
        "Is IRF or SRF closer to the fovea?",
        "closest to the fovea, IRF or SRF?",
    ] {
        let told = answer(question, &known);
        assert_eq!(
            told.understood.as_deref(),
            Some("region closest to the fovea: intraretinal fluid and subretinal fluid"),
            "{question}"
        );
        assert_eq!(told.evidence, ["irf-1"], "{question}");
        assert!(
            told.text.starts_with("Subretinal fluid is absent"),
            "{}",
            told.text
        );
    }
    let only = answer("Which drusen are closest to the fovea?", &known);
    assert_eq!(
        (only.verdict, only.evidence),
        (Some(Verdict::Likely), vec!["drusen-3".to_owned()])
    );
}

#[test]
fn several_questions_are_answered_one_after_the_other() {
    let told = ask("Is there SRF, where is the IRF and how many drusen?");
    assert_eq!(
        told.text,
        "Subretinal fluid is absent (probability of presence 4%, measured on real patients). \
         Intraretinal fluid (present, probability 93%, measured on real patients) lies in 2 regions: \
         the largest in the centre third, at mid-height of the scan (irf-2); in the left third, in the upper part of the scan (irf-1). \
         There are 5 regions of drusen (likely, probability 72%, measured on real patients): \
         drusen-1, drusen-2, drusen-3, drusen-4 and drusen-5; lesions that lie close together count as one."
    );
    assert_eq!(
        told.understood.as_deref(),
        Some("presence of subretinal fluid; place of intraretinal fluid; number of drusen")
    );
    assert_eq!(told.evidence.len(), 7);
    assert_eq!(told.verdict, None);
    for (question, understood) in [
        (
            "Where is the IRF and is there SRF?",
            "place of intraretinal fluid; presence of subretinal fluid",
        ),
        (
            "Where are the IRF and the SRF?",
            "place of intraretinal fluid and subretinal fluid",
        ),
        ("Is there IRF and how large is it?", "size of intraretinal fluid"),
        (
            "Any SRF? Where is the IRF? And the drusen?",
            "presence of subretinal fluid; place of intraretinal fluid and drusen",
        ),
        (
            "How many, and where, are the drusen?",
            "number and place of drusen",
        ),
        (
            "Is there IRF and is it larger than the drusen?",
            "presence of intraretinal fluid; comparison by size: intraretinal fluid and drusen",
        ),
        (
            "any fluid, and how large is the IRF?",
            "presence of fluid (intraretinal or subretinal); size of intraretinal fluid",
        ),
        (
            "intra- and subretinal fluid?",
            "presence of intraretinal fluid and subretinal fluid",
        ),
        (
            "Is there IS/OS disruption?",
            "presence of ellipsoid zone disruption",
        ),
    ] {
        let told = ask(question);
        assert_eq!(told.understood.as_deref(), Some(understood), "{question}");
        assert!(!told.text.contains("don't know"), "{}", told.text);
    }
}

#[test]
fn a_negated_question_is_answered_by_what_is_there() {
    for question in ["no IRF?", "Is there no IRF?", "kein IRF?", "Isn't there IRF?"] {
        let told = ask(question);
        assert_eq!(
            told.text,
            "Intraretinal fluid is present (probability 93%, measured on real patients): 2 regions, irf-2 and irf-1.",
            "{question}"
        );
    }
}
