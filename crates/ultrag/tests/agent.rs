//! The pipeline with a planner, a segmenter and a composer of the test's own: what comes out is what the benchmark scores as right.

use groundscope_geometry::RowRuns;
use groundscope_ultrag::agent::{
    AgentOptions, Candidate, CategoryOption, Composer, Plan, PlannedTarget, Planner, ReportSentence,
    Segmenter, check_report, geometric_answer, plain_report, replaces, run, targets,
};
use groundscope_ultrag::score::Task;
use groundscope_ultrag::{Decoded, Frame, Profile, decode_mask};
use serde_json::Value;

const FRAME: Frame = Frame {
    width: 90,
    height: 60,
};

struct Silent;

impl Planner for Silent {
    fn plan(&mut self, _: &str, _: &[CategoryOption], _: usize) -> Option<Plan> {
        None
    }
}

impl Composer for Silent {
    fn answer(&mut self, _: &str, _: &Value) -> Option<(String, Vec<String>)> {
        None
    }

    fn report(&mut self, _: &str, _: &Value, _: &[String]) -> Option<Vec<ReportSentence>> {
        None
    }
}

/// Finds a box for one phrase.
struct Boxes(&'static str, [u32; 4]);

impl Segmenter for Boxes {
    fn segment(&mut self, prompt: &str) -> Vec<Candidate> {
        let of = |bounds, score| Candidate {
            pixels: RowRuns::from_box(90, 60, bounds),
            score,
        };
        if prompt == self.0 {
            vec![of([0, 0, 90, 60], 0.99), of(self.1, 0.7), of([0, 0, 1, 1], 0.1)]
        } else {
            Vec::new()
        }
    }
}

/// Writes a wrong report first, then what it is told to.
struct Stubborn(usize);

impl Composer for Stubborn {
    fn answer(&mut self, _: &str, _: &Value) -> Option<(String, Vec<String>)> {
        Some(("There are nine of them.".to_owned(), vec!["target_1".to_owned()]))
    }

    fn report(&mut self, _: &str, _: &Value, wrong: &[String]) -> Option<Vec<ReportSentence>> {
        self.0 += 1;
        assert_eq!(wrong.is_empty(), self.0 == 1);
        Some(vec![ReportSentence {
            text: "Fine.".to_owned(),
            finding_type: "poem".to_owned(),
            ..ReportSentence::default()
        }])
    }
}

fn options() -> Vec<CategoryOption> {
    [
        ("a", "liver lesion", "dark focal lesion"),
        ("b", "liver", "whole liver"),
    ]
    .map(|(id, name, meaning)| CategoryOption {
        option_id: id.to_owned(),
        name: name.to_owned(),
        meaning: meaning.to_owned(),
    })
    .into()
}

fn how(task: Option<Task>) -> AgentOptions {
    AgentOptions {
        frame: FRAME,
        limit: 4,
        most_ratio: 0.9,
        task,
    }
}

fn area(value: &Value) -> u64 {
    match decode_mask(Some(value), FRAME, Profile::Strict) {
        Decoded::Pixels(pixels) => pixels.area(),
        _ => 0,
    }
}

#[test]
fn without_a_model_masks_still_answer() {
    let boxes = || Boxes("dark focal lesion", [60, 40, 80, 50]);
    let ask = |text: &str, task| {
        run(
            text,
            &options(),
            how(task),
            &mut Silent,
            &mut boxes(),
            &mut Silent,
        )
    };
    let segmented = ask("Segment the liver lesion.", None);
    assert_eq!(segmented["answer"], "The segmented region is [SEG] liver lesion.");
    assert_eq!(area(&segmented["predicted_mask"]), 200);
    assert_eq!(
        ask("Where is the liver lesion?", None)["answer"],
        "The liver lesion is centered in the lower-right image region."
    );
    let none = ask("Segment the spleen.", None);
    assert!(none["predicted_mask"].is_null() && !none["answer"].as_str().unwrap().contains("[SEG]"));
    let report = ask("Report on the liver lesion.", None);
    let sentences = report["report"].as_array().unwrap();
    assert_eq!((sentences.len(), area(&sentences[2]["predicted_mask"])), (6, 200));
    assert_eq!(
        sentences[2]["text"],
        "Its visible extent is approximately 20.0 x 10.0 pixels."
    );
}

#[test]
fn numbers_of_a_model_give_way_to_geometry() {
    let mut boxes = Boxes("dark focal lesion", [0, 0, 9, 6]);
    let answer = run(
        "How many liver lesions are visible?",
        &options(),
        how(Some(Task::Vqa)),
        &mut Silent,
        &mut boxes,
        &mut Stubborn(0),
    );
    assert_eq!(answer["answer"], "There is one visible target.");
    // One retry, then the plain report.
    let mut composer = Stubborn(0);
    let report = run(
        "Liver lesion",
        &options(),
        how(Some(Task::Report)),
        &mut Silent,
        &mut boxes,
        &mut composer,
    );
    assert_eq!((composer.0, report["report"].as_array().unwrap().len()), (2, 6));
}

#[test]
fn targets_are_cut_then_told_apart() {
    let planned = |id: &str, name: &str, prompt: &str| PlannedTarget {
        chosen_option_id: id.to_owned(),
        chosen_category_name: name.to_owned(),
        sam3_prompt: prompt.to_owned(),
        reason: String::new(),
    };
    let all = [
        planned("b", "", ""),
        planned("", "Liver Lesion", "Lesion"),
        planned("", "", "lesion"),
        planned("x", "whole liver", "edge"),
        planned("", "", "fifth"),
    ];
    let found = targets(&all, &options(), 4, "");
    let told: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|one| {
            (
                one.target_id.as_str(),
                one.chosen_option_id.as_str(),
                one.sam3_prompt.as_str(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("target_1", "b", "whole liver"),
            ("target_2", "a", "Lesion"),
            ("target_3", "b", "edge")
        ]
    );
    assert_eq!(
        targets(&[], &options(), 4, "Please outline the dark cyst")[0].sam3_prompt,
        "dark cyst"
    );
}

#[test]
fn plain_reports_hold() {
    for (phrase, sentences) in [("whole liver", 6), ("nothing", 5)] {
        let mut boxes = Boxes(phrase, [3, 5, 50, 31]);
        let report = run(
            "Report on the liver.",
            &options(),
            how(None),
            &mut Silent,
            &mut boxes,
            &mut Silent,
        );
        assert_eq!(report["report"].as_array().unwrap().len(), sentences);
    }
    assert!(check_report(&plain_report(&[]), &[]).is_empty());
    assert!(replaces("Is it round?", &[]) && geometric_answer("Is a target visible?", &[]).starts_with("No"));
}
