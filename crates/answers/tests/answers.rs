//! Whole answers to whole questions.

mod support;

use groundscope_answers::{Answer, answer};
use groundscope_model::{Evidence, Eye, Findings, Gate, GateVerdict, RetinaBand, Verdict};
use groundscope_ontology::Class;
use proptest::prelude::*;
use support::{finding, findings, region};

#[track_caller]
fn ask(question: &str) -> Answer {
    answer(question, &findings())
}

#[test]
fn presence_with_its_regions() {
    let answer = ask("Is there intraretinal fluid?");
    assert_eq!(
        answer.text,
        "Intraretinal fluid is present (probability 93%, measured on real patients): 2 regions, irf-2 and irf-1."
    );
    assert_eq!(
        answer.understood.as_deref(),
        Some("presence of intraretinal fluid")
    );
    assert_eq!(answer.verdict, Some(Verdict::Present));
    assert_eq!(answer.confidence, Some(0.931));
    assert_eq!(answer.evidence, ["irf-2", "irf-1"]);
    assert!(answer.suggestions.is_empty());
}

#[test]
fn presence_in_every_word_of_confidence() {
    for (question, text, verdict) in [
        (
            "drusen?",
            "Drusen are likely (probability 72%, measured on real patients): 5 regions, the largest drusen-2, drusen-1, drusen-3 and drusen-4.",
            Verdict::Likely,
        ),
        (
            "EZ loss",
            "Ellipsoid zone disruption is uncertain (probability 45%, resting on few real scans); it stays below its threshold, so no region is shown.",
            Verdict::Uncertain,
        ),
        (
            "any ERM",
            "An epiretinal membrane is unlikely (probability of presence 25%, checked on synthetic scans only).",
            Verdict::Unlikely,
        ),
        (
            "macular hole",
            "A macular hole is unlikely (probability of presence below 1%, checked on synthetic scans only).",
            Verdict::Unlikely,
        ),
    ] {
        let answer = ask(question);
        assert_eq!(answer.text, text);
        assert_eq!(answer.verdict, Some(verdict), "{question}");
    }
}

#[test]
fn a_threshold_away_from_the_words_is_explained() {
    let mut low = findings();
    low.findings[6] = finding(
        Class::Irf,
        Evidence::Real,
        0.35,
        true,
        vec![region("irf-1", [0, 0, 9, 9], 60)],
    );
    assert_eq!(
        answer("IRF", &low).text,
        "Intraretinal fluid is uncertain (probability 35%, measured on real patients); it reaches its threshold: 1 region, irf-1."
    );
    low.findings[6] = finding(Class::Irf, Evidence::Real, 0.7, false, vec![]);
    assert!(answer("IRF", &low).text.contains("it stays below its threshold"));
    low.findings[6] = finding(Class::Irf, Evidence::Real, 0.9, true, vec![]);
    assert!(
        answer("IRF", &low)
            .text
            .ends_with("; no region could be outlined.")
    );
}

#[test]
fn fluid_is_as_certain_as_its_surer_kind() {
    let mut rare = findings();
    rare.findings[6] = finding(Class::Irf, Evidence::Real, 0.35, false, vec![]);
    rare.findings[11] = finding(
        Class::Srf,
        Evidence::Real,
        0.12,
        true,
        vec![region("srf-1", [0, 0, 9, 9], 60)],
    );
    let told = answer("Any fluid?", &rare);
    assert!(
        told.text
            .starts_with("Fluid of either kind is uncertain (probability at least 35%)."),
        "{}",
        told.text
    );
    assert_eq!(
        (told.verdict, told.confidence),
        (Some(Verdict::Uncertain), Some(0.35))
    );
}

#[test]
fn a_class_without_training_has_no_answer() {
    for question in [
        "Is there fibrosis?",
        "how many fibrotic scars",
        "where is fibrosis",
        "how large is the fibrosis",
    ] {
        let answer = ask(question);
        assert_eq!(
            answer.text,
            "Nothing measured how well this model finds fibrosis, so it gives no answer: look for yourself."
        );
        assert_eq!(answer.verdict, Some(Verdict::NoAnswer));
        assert_eq!((answer.confidence, answer.evidence.len()), (None, 0));
    }
    let nothing = Findings {
        findings: Vec::new(),
        ..findings()
    };
    assert_eq!(answer("SRF", &nothing).verdict, Some(Verdict::NoAnswer));
}

#[test]
fn fluid_is_either_kind() {
    let answer = ask("Any fluid?");
    assert_eq!(
        answer.text,
        "Fluid of either kind is present (probability at least 93%). \
         Intraretinal fluid is present (probability 93%, measured on real patients): 2 regions, irf-2 and irf-1. \
         Subretinal fluid is absent (probability of presence 4%, measured on real patients)."
    );
    assert_eq!(answer.verdict, Some(Verdict::Present));
    assert_eq!(answer.evidence, ["irf-2", "irf-1"]);
    let where_ = ask("Where is the fluid?");
    assert!(
        where_.text.starts_with("Intraretinal fluid (present"),
        "{}",
        where_.text
    );
    assert!(where_.text.contains("Subretinal fluid is absent"));
}

#[test]
fn place_in_words_of_the_picture() {
    let answer = ask("where is the IRF");
    assert_eq!(
        answer.text,
        "Intraretinal fluid (present, probability 93%, measured on real patients) lies in 2 regions: \
         the largest in the centre third, at mid-height of the scan (irf-2); \
         in the left third, in the upper part of the scan (irf-1)."
    );
    assert_eq!(answer.understood.as_deref(), Some("place of intraretinal fluid"));
    let drusen = ask("Where are the drusen?");
    assert_eq!(
        drusen.text,
        "Drusen (likely, probability 72%, measured on real patients) lie in 5 regions: \
         the largest in the centre third, in the lower part of the scan (drusen-2); \
         in the left third, in the lower part of the scan (drusen-1); \
         in the right third, in the lower part of the scan (drusen-3); 2 regions more, smaller."
    );
    assert_eq!(drusen.evidence.len(), 5);
}

#[test]
fn place_by_layer_and_fovea_where_they_are_known() {
    // A retina from row 180 to row 330 with its pit in the middle of the scan.
    let top = |at: i32| 180 + (50.0 * (-(f64::from(at - 56) / 7.0).powi(2)).exp()) as u32;
    let mut known = findings();
    known.retina = Some(RetinaBand {
        step: 8,
        top: (0..113).map(|at| Some(top(at))).collect(),
        bottom: vec![Some(330); 113],
    });
    let square = |[x1, y1, x2, y2]: [u32; 4]| vec![vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]];
    for region in &mut known.findings[6].regions {
        region.outline = square(region.bounds);
    }
    known.findings[6].regions[0].bounds = [30, 280, 130, 310];
    known.findings[6].regions[0].outline = square([30, 280, 130, 310]);
    let place = |known: &Findings| answer("Is the IRF nasal or temporal?", known);
    let head = "Intraretinal fluid (present, probability 93%, measured on real patients) lies in 2 regions: the largest";
    assert_eq!(
        place(&known).text,
        format!(
            "{head} from the inner retina to the outer retina, in the centre third (irf-2); \
             in the outer retina, in the left third (irf-1). {}",
            "Left aside, since only presence, place, number and size in this picture are answered: 'nasal', 'temporal'."
        )
    );
    known.eye = Some(Eye::Left);
    assert_eq!(
        place(&known).text,
        format!(
            "{head} from the inner retina to the outer retina, at the fovea and nasal to it (irf-2); \
             in the outer retina, nasal to the fovea (irf-1)."
        )
    );
}

#[test]
fn a_wide_region_spans_thirds() {
    let mut wide = findings();
    for (bounds, place) in [
        ([10, 0, 890, 40], "across the whole width, in the upper part"),
        (
            [150, 480, 450, 500],
            "across the left and centre thirds, in the lower part",
        ),
        ([597, 240, 601, 260], "in the centre third"),
        ([600, 240, 604, 260], "in the right third, at mid-height"),
    ] {
        wide.findings[6].regions = vec![region("irf-1", bounds, 900)];
        let text = answer("where is the IRF", &wide).text;
        assert!(text.contains(place), "{text}");
    }
}

#[test]
fn numbers_of_regions() {
    let answer = ask("How many drusen are there?");
    assert_eq!(
        answer.text,
        "There are 5 regions of drusen (likely, probability 72%, measured on real patients): \
         drusen-1, drusen-2, drusen-3, drusen-4 and drusen-5; lesions that lie close together count as one."
    );
    let none = ask("how many macular holes");
    assert!(
        none.text.starts_with("A macular hole is unlikely"),
        "{}",
        none.text
    );
}

#[test]
fn sizes_in_pixels_and_share() {
    let answer = ask("How large is the IRF?");
    assert_eq!(
        answer.text,
        "Intraretinal fluid (present, probability 93%, measured on real patients) covers 13000 px, 2.9% of the scan, in 2 regions; \
         the largest (irf-2) covers 9000 px and is 250 px wide and 100 px high. \
         Sizes are in pixels: the file does not tell how large a pixel is on the retina. With the scale given they come in micrometres, too."
    );
    let mut scaled = findings();
    scaled.scale = Some("11.5,3.87".parse().unwrap());
    assert_eq!(
        groundscope_answers::answer("How large is the IRF?", &scaled).text,
        "Intraretinal fluid (present, probability 93%, measured on real patients) covers 13000 px (0.5786 mm\u{b2}), 2.9% of the scan, \
         in 2 regions; the largest (irf-2) covers 9000 px (0.4005 mm\u{b2}) and is 250 px wide and 100 px high (2.88 mm by 387 \u{b5}m)."
    );
    let absent = ask("How large is the SRF?");
    assert_eq!(
        absent.text,
        "Subretinal fluid is absent (probability of presence 4%, measured on real patients)."
    );
}

#[test]
fn several_classes_and_several_questions_at_once() {
    let answer = ask("Is there SRF, a PED or drusen?");
    assert_eq!(
        answer.understood.as_deref(),
        Some("presence of subretinal fluid, pigment epithelial detachment and drusen")
    );
    assert_eq!((answer.verdict, answer.confidence), (None, None));
    assert!(
        answer
            .text
            .contains("how well this model finds pigment epithelial detachment")
    );
    let both = ask("How many cysts... I mean IRF, and where?");
    assert!(
        both.text.contains("There are 2 regions of intraretinal fluid"),
        "{}",
        both.text
    );
    assert!(both.text.contains("in the left third"), "{}", both.text);
}

#[test]
fn an_overview_names_everything_once() {
    let answer = ask("What do you see?");
    assert_eq!(answer.understood.as_deref(), Some("overview of all findings"));
    assert!(
        answer.text.starts_with("Intraretinal fluid is present"),
        "{}",
        answer.text
    );
    assert!(
        answer
            .text
            .contains("Uncertain, below threshold: ellipsoid zone disruption.")
    );
    assert!(
        answer
            .text
            .contains("Not seen: epiretinal membrane, macular hole and subretinal fluid.")
    );
    assert_eq!(answer.evidence.len(), 7);
    for class in Class::ALL {
        let name = class.name();
        assert!(
            answer.text.to_lowercase().contains(name),
            "{name}: {}",
            answer.text
        );
    }
}

#[test]
fn an_overview_of_nothing_does_not_call_the_eye_healthy() {
    let mut nothing = findings();
    nothing.findings.retain(|finding| finding.present != Some(true));
    let text = answer("Is this normal?", &nothing).text;
    assert!(
        text.starts_with("Nothing reached its threshold; that does not prove the eye healthy."),
        "{text}"
    );
    nothing.findings.clear();
    assert_eq!(
        answer("findings", &nothing).text,
        "This scan has no findings yet: read it first."
    );
}

#[test]
fn unknown_terms_are_named_and_neighbours_suggested() {
    let zebra = ask("Is there a zebra?");
    assert_eq!(
        zebra.text,
        "I don't know the term 'zebra'. You could ask about intraretinal fluid, drusen or ellipsoid zone disruption."
    );
    assert_eq!(
        zebra.suggestions,
        ["intraretinal fluid", "drusen", "ellipsoid zone disruption"]
    );
    assert_eq!((zebra.understood, zebra.verdict), (None, None));
    let typo = ask("Where is the epirretinal membrame?");
    assert_eq!(
        typo.suggestions.first().map(String::as_str),
        Some("epiretinal membrane")
    );
    assert!(
        typo.text.contains("Did you mean epiretinal membrane"),
        "{}",
        typo.text
    );
    let half = ask("SRF or glaucoma?");
    assert!(
        half.text.ends_with("I don't know the term 'glaucoma'."),
        "{}",
        half.text
    );
    assert_eq!(half.verdict, Some(Verdict::Absent));
}

#[test]
fn an_empty_question_offers_some() {
    let answer = ask("  ");
    assert_eq!(
        answer.text,
        "Ask about a finding, such as intraretinal fluid, drusen or ellipsoid zone disruption."
    );
    assert_eq!(answer.suggestions.len(), 3);
}

#[test]
fn the_json_has_the_fields_of_the_page() {
    let json = serde_json::to_value(ask("SRF")).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "text": "Subretinal fluid is absent (probability of presence 4%, measured on real patients).",
            "understood": "presence of subretinal fluid", "verdict": "absent", "confidence": 0.04,
            "evidence": [], "suggestions": []
        })
    );
}

#[test]
fn every_suggestion_can_be_asked() {
    for question in [
        "",
        "zebra",
        "retina fluid",
        "hole",
        "membrane",
        "detachment",
        "atrophie",
    ] {
        for suggestion in ask(question).suggestions {
            let answer = ask(&suggestion);
            assert!(answer.understood.is_some(), "{question}: {suggestion}");
        }
    }
}

proptest! {
    #[test]
    fn any_question_has_an_answer(question in ".{0,300}") {
        let answer = ask(&question);
        prop_assert!(!answer.text.trim().is_empty());
        prop_assert!(answer.suggestions.len() <= 3);
    }

    #[test]
    fn cited_regions_exist_and_belong_to_the_classes_asked(
        words in prop::collection::vec(prop::sample::select(vec![
            "where", "is", "the", "IRF", "SRF", "drusen", "how many", "how large", "fluid", "or", ",", "ERM", "zebra", "HE", "fibrosis", "?", "what do you see",
        ]), 0..9),
    ) {
        let question = words.join(" ");
        let findings = findings();
        let answer = answer(&question, &findings);
        prop_assert!(!answer.text.is_empty());
        for id in &answer.evidence {
            let (finding, _) = findings.region(id).expect("cited region exists");
            prop_assert!(answer.text.to_lowercase().contains(finding.name()), "{question}: {id}");
        }
        let mut unique = answer.evidence.clone();
        unique.sort();
        unique.dedup();
        prop_assert_eq!(unique.len(), answer.evidence.len());
        // What the text cites stands in the evidence.
        for finding in &findings.findings {
            for region in &finding.regions {
                if answer.text.contains(&region.id) {
                    prop_assert!(answer.evidence.contains(&region.id));
                }
            }
        }
    }
}

#[test]
fn a_word_that_narrows_a_question_is_told_when_it_is_left_aside() {
    for (question, words) in [
        (
            "Has the fluid increased since last visit?",
            "'increased', 'since', 'last', 'visit'",
        ),
        ("Is there IRF in the left eye?", "'left'"),
        ("Any SRF nasal to the fovea?", "'nasal'"),
        (
            "Is the IRF larger than 100 microns?",
            "'larger', 'than', '100', 'micron'",
        ),
    ] {
        let text = ask(question).text;
        assert!(
            text.ends_with(&format!("are answered: {words}.")),
            "{question} {text}"
        );
    }
    for question in [
        "Is there subretinal fluid?",
        "Is there any sign of IRF in this scan?",
        "Where is the IRF, left or right?",
        "How large is the largest IRF?",
        "How many drusen are there?",
        "Can you see intraretinal fluid, please?",
    ] {
        let text = ask(question).text;
        assert!(!text.contains("Left aside"), "{question} {text}");
    }
}

#[test]
fn what_is_no_scan_has_no_answer_and_says_why() {
    let gate = |verdict| Findings {
        gate: Some(Gate {
            probability: 0.03,
            verdict,
            signal: None,
        }),
        ..findings()
    };
    for question in ["Is there intraretinal fluid?", "What is there?", ""] {
        let answer = answer(question, &gate(GateVerdict::NotBScan));
        assert!(
            answer.text.starts_with("This does not look like an OCT B-scan"),
            "{answer:?}"
        );
        assert_eq!(answer.verdict, Some(Verdict::NoAnswer));
    }
    let doubtful = answer("Is there intraretinal fluid?", &gate(GateVerdict::Doubtful));
    assert_eq!(doubtful.verdict, Some(Verdict::Present));
}

#[test]
fn terms_of_the_clinic_lead_to_the_classes_by_which_they_show() {
    for (question, expected) in [
        ("any CME?", ["intraretinal fluid", "subretinal fluid"]),
        (
            "Ist ein DME zu sehen?",
            ["intraretinal fluid", "subretinal fluid"],
        ),
        (
            "Is the RPE damaged?",
            ["retinal pigment epithelium loss", "pigment epithelial detachment"],
        ),
        ("Is there a hole?", ["macular hole", "lamellar hole"]),
    ] {
        let answer = ask(question);
        assert_eq!(answer.suggestions, expected, "{question}: {}", answer.text);
        assert!(answer.text.contains("Did you mean"), "{}", answer.text);
    }
    assert_eq!(
        ask("Is there macular edema?").understood.as_deref(),
        Some("presence of fluid (intraretinal or subretinal)")
    );
}
