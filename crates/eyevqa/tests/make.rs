//! Questions that are made can be read back, are right by the cases that they come from, and have balanced letters.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_eyevqa::make::{Case, Eye, Made, MakeOptions, Region, make};
use groundscope_eyevqa::{Answers, Gold, Kind, Questions, score};

const TARGETS: [&str; 5] = ["optic disc", "MA", "haemorrhage", "EX", "soft exudates"];

/// Cases with regions, grades, two eyes and two visits, all from their number.
fn cases(n: usize) -> Vec<Case> {
    (0..n)
        .map(|at| {
            let mut regions = Vec::new();
            for (which, target) in TARGETS.iter().enumerate() {
                // The disc always once; of the others some, one to four times.
                let count = if which == 0 { 1 } else { (at * 7 + which * 3) % 5 };
                for k in 0..count {
                    let (x, y) = (
                        (at * 37 + which * 90 + k * 61) % 500,
                        (at * 53 + which * 70 + k * 83) % 400,
                    );
                    let (w, h) = (20 + (at * 11 + which * 5 + k) % 60, 15 + (at * 5 + k * 13) % 50);
                    let bounds = [x, y, x + w, y + h].map(|value| value as f64);
                    regions.push(Region {
                        target: (*target).to_owned(),
                        bounds,
                        area: Some((w * h) as f64 * 0.7),
                    });
                }
            }
            Case {
                image: format!("case_{at:03}.jpg"),
                width: 640,
                height: 480,
                patient: Some(format!("p{}", at / 4)),
                eye: Some(if at % 2 == 0 { Eye::Right } else { Eye::Left }),
                visit: Some(format!("20{:02}", at / 2 % 2)),
                disease: Some("DR".to_owned()),
                grade: Some(at * 3 % 5),
                cup_disc_ratio: Some(0.2 + 0.6 * ((at * 29 % 100) as f64 / 100.0)),
                landmarks: BTreeMap::from([("fovea".to_owned(), [300.0 + at as f64 / 7.0, 250.5])]),
                regions,
                looked_for: TARGETS.iter().map(|target| (*target).to_owned()).collect(),
            }
        })
        .collect()
}

fn options(count: usize, seed: u64) -> MakeOptions {
    MakeOptions {
        count,
        seed,
        dataset: "My set".to_owned(),
        modality: None,
    }
}

fn read(made: &Made) -> Questions {
    Questions::parse(serde_json::to_string(&made.records).unwrap().as_bytes()).unwrap()
}

#[test]
fn all_seven_types_come_out_and_gold_answers_score_everything() {
    let made = make(&cases(60), &options(700, 3));
    let questions = read(&made);
    assert_eq!(questions.all.len(), 700);
    for kind in Kind::ALL {
        let n = questions
            .all
            .iter()
            .filter(|question| question.kind == kind)
            .count();
        assert_eq!(n, made.report.types[kind.short()], "{}", kind.short());
        assert!(n >= 60, "{}: {n}, of {:?}", kind.short(), made.report.possible);
    }
    let rows: String = made
        .records
        .iter()
        .map(|record| {
            format!(
                "{}\n",
                serde_json::json!({"question_id": record.question_id, "response": record.answer})
            )
        })
        .collect();
    let report = score(&questions, &Answers::parse(rows.as_bytes()).unwrap(), false);
    assert_eq!((report.total, report.macro_mean), (100.0, 100.0));
}

#[test]
fn letters_and_truths_are_balanced() {
    let made = make(&cases(80), &options(1200, 5));
    let total: usize = made.report.letters.values().sum();
    assert!(total > 150);
    for letter in "ABCD".chars() {
        let share = 100.0 * made.report.letters[&letter] as f64 / total as f64;
        assert!((share - 25.0).abs() <= 2.0, "{letter}: {share} % of {total}");
    }
    let truths: Vec<bool> = read(&made)
        .all
        .iter()
        .filter_map(|q| {
            if let Gold::Truth(truth) = q.gold {
                Some(truth)
            } else {
                None
            }
        })
        .collect();
    let yes = truths.iter().filter(|truth| **truth).count() as f64 / truths.len() as f64;
    assert!((0.4..0.6).contains(&yes), "{yes} of {} are yes", truths.len());
}

#[test]
fn the_same_seed_gives_the_same_questions() {
    let one = make(&cases(20), &options(100, 1));
    let mut turned = cases(20);
    turned.reverse();
    let again = make(&turned, &options(100, 1));
    assert_eq!(one.records, again.records, "whatever the order of the cases");
    assert_ne!(one.records, make(&cases(20), &options(100, 2)).records);
}

#[test]
fn answers_are_those_of_the_cases() {
    let cases = cases(60);
    let by_name: BTreeMap<&str, &Case> = cases.iter().map(|case| (case.image.as_str(), case)).collect();
    let made = make(&cases, &options(2000, 8));
    let mut seen = BTreeSet::new();
    for question in &read(&made).all {
        let record = &question.record;
        let text = record.question.as_str();
        seen.insert((question.kind, record.sub_question_type.clone()));
        let case = || by_name[record.image.as_str()];
        let panels = || -> Vec<&Case> {
            record
                .images
                .as_ref()
                .unwrap()
                .iter()
                .map(|name| by_name[name.as_str()])
                .collect()
        };
        match (question.kind, record.sub_question_type.as_str(), &question.gold) {
            (Kind::Tf, "lesion_presence", Gold::Truth(truth)) => {
                let names = [
                    ("microaneurysms", "MA"),
                    ("retinal haemorrhages", "haemorrhage"),
                    ("hard exudates", "EX"),
                    ("soft exudates", "soft exudates"),
                ];
                let (_, raw) = names
                    .iter()
                    .find(|(name, _)| text.contains(&format!("show {name}?")))
                    .unwrap();
                assert_eq!(
                    case().regions.iter().any(|region| region.target == *raw),
                    *truth,
                    "{text}"
                );
            }
            (Kind::Rk, about, Gold::Order(order)) => {
                let panels = panels();
                let value = |letter: &char| {
                    let case = panels[(*letter as u8 - b'A') as usize];
                    match about {
                        "severity" => case.grade.unwrap() as f64,
                        "cup_disc_ratio" => case.cup_disc_ratio.unwrap(),
                        _ => {
                            let raw = if text.contains("soft") {
                                "soft exudates"
                            } else if text.contains("hard") {
                                "EX"
                            } else if text.contains("micro") {
                                "MA"
                            } else {
                                "haemorrhage"
                            };
                            case.regions
                                .iter()
                                .filter(|region| region.target == raw)
                                .filter_map(|region| region.area)
                                .sum()
                        }
                    }
                };
                let values: Vec<f64> = order.iter().map(value).collect();
                assert!(
                    values.windows(2).all(|pair| pair[0] > pair[1]),
                    "{about} {values:?}"
                );
            }
            (Kind::Pl, "landmark", Gold::Point([x, y])) => {
                let [wx, wy] = case().landmarks["fovea"];
                assert!((x.to_f64() * 640.0 - wx).abs() < 1e-3 && (y.to_f64() * 480.0 - wy).abs() < 1e-3);
            }
            (Kind::Bb, _, Gold::Box(corners)) => {
                let [x1, y1, x2, y2] = corners.to_f64();
                let found = case().regions.iter().any(|region| {
                    let near = |a: f64, b: f64| (a - b).abs() < 1e-3;
                    let [a, b, c, d] = region.bounds;
                    near(a, x1 * 640.0) && near(b, y1 * 480.0) && near(c, x2 * 640.0) && near(d, y2 * 480.0)
                });
                assert!(found, "{text}");
                assert!(record.more["size_bin"].is_string());
            }
            (Kind::Sc | Kind::Ms | Kind::Vs, "panels", Gold::Letters(letters)) => {
                let raw = [
                    ("soft exudates", "soft exudates"),
                    ("hard exudates", "EX"),
                    ("microaneurysms", "MA"),
                    ("haemorrhages", "haemorrhage"),
                ];
                let (_, raw) = raw.iter().find(|(name, _)| text.contains(name)).unwrap();
                let showing: String = panels()
                    .iter()
                    .zip('A'..)
                    .filter(|(case, _)| case.regions.iter().any(|region| region.target == *raw))
                    .map(|(_, letter)| letter)
                    .collect();
                assert_eq!(letters.to_string().replace([',', ' '], ""), showing, "{text}");
            }
            (Kind::Sc, "bilateral", Gold::Letters(letters)) => {
                let panels = panels();
                assert_eq!(
                    (panels[0].eye, panels[1].eye),
                    (Some(Eye::Right), Some(Eye::Left))
                );
                let option = text.split(&format!("{}. ", letters)).nth(1).unwrap();
                let (a, b) = (panels[0].grade.unwrap(), panels[1].grade.unwrap());
                let expected = match (a, b) {
                    (0, 0) => "present in neither",
                    _ if a > b => "in panel A",
                    _ if a < b => "in panel B",
                    _ => "equally severe",
                };
                assert!(option.starts_with(expected), "{text} {a} {b} {letters}");
            }
            _ => {}
        }
    }
    let wanted = [
        "lesion_presence",
        "lesion_recognition",
        "lesion_count",
        "quadrant",
        "box",
        "centre",
        "landmark",
        "disease",
        "grade",
        "bilateral",
        "follow_up",
        "panels",
        "burden",
        "severity",
        "cup_disc_ratio",
    ];
    for about in wanted {
        assert!(seen.iter().any(|(_, one)| one == about), "{about}");
    }
    for composite in &made.composites {
        assert!((2..=4).contains(&composite.panels.len()) && composite.name.starts_with("merge_my_set_"));
    }
}

#[test]
fn what_is_ambiguous_is_left_out_and_counted() {
    let mut cases = cases(4);
    for case in &mut cases {
        case.grade = Some(2);
        case.cup_disc_ratio = Some(0.5);
        case.regions.retain(|region| region.target == "optic disc");
        case.regions.push(Region {
            target: "optic disc".to_owned(),
            bounds: [1.0, 1.0, 9.0, 9.0],
            area: None,
        });
        case.landmarks = BTreeMap::from([("unheard of".to_owned(), [1.0, 1.0])]);
    }
    let made = make(&cases, &options(500, 0));
    assert!(made.records.iter().all(|record| !matches!(
        record.question_type.as_str(),
        "ranking" | "bounding_box" | "localization"
    )));
    for why in [
        "no strict order of four",
        "several regions where one is asked for",
        "a landmark of an unknown name",
    ] {
        assert!(
            made.report.left_out[why] >= 4 || why == "no strict order of four",
            "{why}: {:?}",
            made.report.left_out
        );
    }
    assert!(make(&[], &options(10, 0)).records.is_empty());
}
