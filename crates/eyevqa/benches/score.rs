//! How long 20,000 questions take to read, and as many answers to score: the size of the published file.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use groundscope_eyevqa::{Answers, Questions, score};

const QUESTIONS: usize = 20_000;

/// The types with a gold answer and responses as models write them.
const KINDS: [(&str, &str, [&str; 3]); 7] = [
    (
        "single_choice",
        "D",
        [
            "The answer is **D**.",
            "B",
            "Looking at the fundus image, the cup is enlarged, so the correct answer is (D).",
        ],
    ),
    (
        "fixed_multiple_choice",
        "CD",
        ["C, D", "A and C are correct.", "{\"answer\": [\"C\", \"D\"]}"],
    ),
    (
        "multiple_response",
        "ABD",
        ["ABD", "B", "<think>Maybe all.</think>A, B and D"],
    ),
    (
        "judgement",
        "Yes",
        [
            "Yes, there are haemorrhages.",
            "False",
            "I'm sorry, I cannot help with that.",
        ],
    ),
    (
        "ranking",
        "D,B,C,A",
        ["DBCA", "A > B > C > D", "1. D\n2. B\n3. C\n4. A"],
    ),
    (
        "localization",
        "[0.474623,0.515547]",
        ["[0.47, 0.52]", "The disc is at (0.9, 0.1).", "in the middle"],
    ),
    (
        "bounding_box",
        "[0.084354,0.367107,0.185674,0.498115]",
        ["[0.08, 0.36, 0.19, 0.5]", "{\"bbox_2d\": [0, 0, 1, 1]}", "none"],
    ),
];

fn files() -> (String, String) {
    let (mut questions, mut answers) = (Vec::new(), String::new());
    for at in 0..QUESTIONS {
        let (kind, gold, responses) = KINDS[at % KINDS.len()];
        let words = "Which of these statements describes what is seen best? A. one B. two C. three D. four "
            .repeat(5);
        questions.push(format!(
            r#"{{"question_id": "q{at}", "dataset_source": "IDRID", "question_type": "{kind}", "sub_question_type": "lesion", "disease": "dr", "question": "<image> {words}", "image": "i{at}.jpg", "answer": "{gold}", "disease_category": "diabetic_retinopathy", "curator": "c"}}"#
        ));
        let response = responses[(at / KINDS.len()) % responses.len()]
            .replace('\n', "\\n")
            .replace('"', "\\\"");
        answers += &format!("{{\"question_id\": \"q{at}\", \"response\": \"{response}\"}}\n");
    }
    (format!("[{}]", questions.join(",\n")), answers)
}

fn benches(criterion: &mut Criterion) {
    let (questions, answers) = files();
    criterion.bench_function("read 20,000 questions", |bench| {
        bench.iter(|| Questions::parse(black_box(questions.as_bytes())));
    });
    let questions = Questions::parse(questions.as_bytes()).expect("questions");
    criterion.bench_function("score 20,000 answers", |bench| {
        bench.iter(|| {
            let answers = Answers::parse(black_box(answers.as_bytes())).expect("answers");
            score(&questions, &answers, false)
        });
    });
}

criterion_group!(all, benches);
criterion_main!(all);
