//! EyeVQA: questions read, made and paired with images; answers scored and compared.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod answers;
pub mod compare;
mod compare_text;
pub mod composite;
pub mod describe;
mod judge;
mod kinds;
pub mod make;
pub mod pair;
pub mod prompts;
mod questions;
mod score;
pub mod terms;

pub use answers::{Answers, AnswersError};
pub use judge::{Coordinates, Judged};
pub use kinds::{Group, Kind};
pub use questions::{Gold, Question, Questions, QuestionsError, Record};
pub use score::{Cells, Item, Mean, Report, SettingsReport, TypeScore, report_of, score};
