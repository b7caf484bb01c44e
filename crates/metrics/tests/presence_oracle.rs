//! Presence figures against vectors from scikit-learn (tests/vectors/presence/make.py).

use groundscope_metrics::{MacroPresence, PresenceAnswer, PresenceCounts, Spread};
use serde_json::Value;

const ANSWERS: [PresenceAnswer; 5] = [
    PresenceAnswer::Yes,
    PresenceAnswer::No,
    PresenceAnswer::Refused,
    PresenceAnswer::Unreadable,
    PresenceAnswer::Unanswered,
];

fn counted(class: &Value) -> PresenceCounts {
    let mut counts = PresenceCounts::default();
    let (truth, answers) = (
        class["truth"].as_array().unwrap(),
        class["answers"].as_array().unwrap(),
    );
    assert_eq!(truth.len(), answers.len());
    for (truth, answer) in truth.iter().zip(answers) {
        let answer = ANSWERS
            .iter()
            .find(|known| known.id() == answer.as_str().unwrap());
        counts.count(truth == 1, *answer.unwrap());
    }
    counts
}

fn near(ours: f64, theirs: &Value, what: &str) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() <= 1e-14, "{what}: {ours} and {theirs}");
}

#[test]
fn every_vector_agrees_with_scikit_learn() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/presence/scores.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut classes = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let all: Vec<PresenceCounts> = case["classes"].as_array().unwrap().iter().map(counted).collect();
        for (counts, class) in all.iter().zip(case["classes"].as_array().unwrap()) {
            let cells = [
                counts.true_positives,
                counts.false_positives,
                counts.true_negatives,
                counts.false_negatives,
            ];
            assert_eq!(Value::from(cells.to_vec()), class["cells"]);
            near(counts.sensitivity(), &class["sensitivity"], "sensitivity");
            near(counts.specificity(), &class["specificity"], "specificity");
            near(
                counts.balanced_accuracy(),
                &class["balanced_accuracy"],
                "balanced accuracy",
            );
            near(counts.precision(), &class["precision"], "precision");
            near(counts.f1(), &class["f1"], "f1");
            classes += 1;
        }
        let over = MacroPresence::over(&all);
        let spreads: [(&str, Spread); 5] = [
            ("sensitivity", over.sensitivity),
            ("specificity", over.specificity),
            ("balanced_accuracy", over.balanced_accuracy),
            ("precision", over.precision),
            ("f1", over.f1),
        ];
        for (name, spread) in spreads {
            near(spread.mean, &case["macro"][name][0], name);
            near(spread.sd, &case["macro"][name][1], name);
        }
        assert_eq!(
            Value::from(vec![over.classes, over.classes_with_negatives]),
            case["with"]
        );
    }
    assert!(classes > 800, "only {classes} classes: are the vectors complete?");
}
