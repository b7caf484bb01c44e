//! Any file of questions: `cargo +nightly fuzz run questions` in crates/eyevqa. What is read is scored, described and paired to the end.

#![no_main]

use groundscope_eyevqa::describe::describe;
use groundscope_eyevqa::pair::pair;
use groundscope_eyevqa::{Answers, Questions, score};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(questions) = Questions::parse(bytes) else { return };
    let mut answers = Answers::parse(b"").unwrap_or_else(|error| panic!("{error}"));
    for question in &questions.all {
        answers.responses.insert(question.record.question_id.clone(), question.record.answer.clone());
    }
    let report = score(&questions, &answers, true);
    assert!((0.0..=100.0 + 1e-9).contains(&report.total));
    let _ = describe(&questions).to_text();
    let _ = pair(&questions, &["a/b.png".to_owned()]);
});
