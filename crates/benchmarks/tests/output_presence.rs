//! Yes and no in model output.

use groundscope_benchmarks::ClassLabel;
use groundscope_benchmarks::output::PresenceStatus::{Both, Neither, No, Refused, Yes};
use groundscope_benchmarks::output::{PresenceStatus, read_presence};

fn check(class: &str, cases: &[(&str, PresenceStatus)]) {
    let asked = ClassLabel::from_name(class);
    for (response, wanted) in cases {
        assert_eq!(read_presence(response, &asked).status, *wanted, "{response}");
    }
}

#[test]
fn answers_that_are_marked_as_such() {
    check(
        "srf",
        &[
            ("Answer: **No**", No),
            ("**Answer:** Yes", Yes),
            ("Final answer:\nNo.", No),
            ("The answer is yes.", Yes),
            ("Looking at the layers, they are intact.\n\n**No**", No),
            ("There seems to be a dark space below the fovea. So: yes", Yes),
            ("<answer>Yes</answer>", Yes),
            ("It looks flat. <|begin_of_box|>No<|end_of_box|>", No),
            ("$\\boxed{Yes}$", Yes),
            ("{\"answer\": \"yes\"}", Yes),
            ("```json\n{'answer': 'No', 'confidence': 0.9}\n```", No),
            ("{\"present\": false}", No),
            ("{\"drusen\": \"yes\", \"subretinal fluid\": \"no\"}", No),
            (
                "{\"answer\": \"Yes, below the fovea\", \"reason\": \"no doubt\"}",
                Yes,
            ),
            ("{\"presence\": \"not present\"}", No),
            ("{\"subretinal fluid\": \"no\", \"result\": \"positive\"}", No),
            ("- Drusen: Yes\n- Subretinal fluid: No\n- ERM: Yes", No),
            ("Drusen: present, SRF: absent, ERM: present", No),
            ("Antwort: Nein", No),
        ],
    );
}

#[test]
fn answers_that_begin_with_the_word() {
    check(
        "srf",
        &[
            ("Yes", Yes),
            ("no", No),
            ("YES.", Yes),
            ("Yes, there is subretinal fluid beneath the fovea.", Yes),
            ("Yes there is a dark space.", Yes),
            ("No, there is no evidence of subretinal fluid.", No),
            ("**No**. The retina is attached; drusen are present.", No),
            ("Ja, unter der Fovea.", Yes),
            ("Nein.", No),
            ("Yes or no? Yes.", Yes),
            ("\"No\"", No),
        ],
    );
}

#[test]
fn answers_in_sentences() {
    check(
        "srf",
        &[
            ("There is no evidence of subretinal fluid.", No),
            ("No subretinal fluid is seen.", No),
            ("Subretinal fluid is present under the fovea.", Yes),
            ("The scan shows subretinal fluid.", Yes),
            (
                "There is no intraretinal fluid, but subretinal fluid is visible.",
                Yes,
            ),
            (
                "Intraretinal fluid is visible, but there is no subretinal fluid.",
                No,
            ),
            ("There is intraretinal fluid.", Neither),
            ("I do not see any SRF.", No),
            ("Neurosensory detachment is not visible.", No),
            ("I'm sorry for the wait. No SRF is visible.", No),
            ("Keine subretinal fluid sichtbar.", No),
            ("Absent.", No),
        ],
    );
}

#[test]
fn what_says_neither_both_or_refuses() {
    check(
        "srf",
        &[
            ("", Neither),
            ("The image shows a retinal OCT scan.", Neither),
            ("It is unclear whether subretinal fluid is present.", Neither),
            ("Subretinal fluid may be present.", Neither),
            ("No haemorrhage is visible.", Neither),
            ("Yes and no.", Both),
            ("Yes/No", Both),
            ("Yes. On reflection:\nNo.", Both),
            ("Yes, there is no evidence of subretinal fluid.", Both),
            ("No.\nAnswer: Yes", Both),
            (
                "Subretinal fluid is visible. No subretinal fluid is visible.",
                Both,
            ),
            ("I'm sorry, I can\u{2019}t help with medical images.", Refused),
            ("I cannot determine whether subretinal fluid is present.", Refused),
            ("As an AI, I am unable to diagnose. Consult a doctor.", Refused),
            ("I cannot see the image.", Refused),
        ],
    );
}

#[test]
fn thoughts_are_no_answer() {
    check(
        "srf",
        &[
            ("<think>Yes, it looks so. Answer: Yes</think>No", No),
            ("Perhaps yes.\n</think>\n\nNo.", No),
            ("<think>Yes, it looks", Neither),
        ],
    );
    let asked = ClassLabel::from_name("srf");
    assert!(read_presence("<think>Yes, it looks", &asked).truncated);
    let response = "<think>\u{e9}</think>Answer: **No**";
    let place = read_presence(response, &asked).bytes.unwrap();
    assert_eq!(&response[place], "No");
}
