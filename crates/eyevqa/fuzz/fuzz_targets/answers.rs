//! Any file of answers: `cargo +nightly fuzz run answers` in crates/eyevqa.

#![no_main]

use groundscope_eyevqa::{Answers, Questions, score};
use libfuzzer_sys::fuzz_target;

const QUESTIONS: &[u8] = br#"[{"question_id": "1", "question_type": "bounding_box", "answer": "[0,0,0.5,0.5]"},
    {"question_id": "2", "question_type": "localization", "answer": "[0.5,0.5]"}, {"question_id": "3", "question_type": "ranking", "answer": "ABCD"}]"#;

fuzz_target!(|bytes: &[u8]| {
    let Ok(answers) = Answers::parse(bytes) else { return };
    let questions = Questions::parse(QUESTIONS).unwrap_or_else(|error| panic!("{error}"));
    let report = score(&questions, &answers, true);
    assert!((0.0..=100.0 + 1e-9).contains(&report.total));
});
