//! Commands of EyeVQA: describe, pair, make, prompts and score; all of it done by the crate of that name.

pub mod args;
mod composites;
mod describe;
mod labels;
mod make;
mod pair;
mod prompts;
mod score;

pub use describe::describe;
pub use make::make;
pub use pair::pair;
pub use prompts::prompts;
pub use score::score;

use std::path::Path;

use groundscope_eyevqa::Questions;

use crate::failure::Failure;
use crate::input;

/// The questions of a file.
fn questions(path: &Path) -> Result<Questions, Failure> {
    Questions::parse(&input::bytes(path)?).map_err(|error| Failure::told(path, error))
}
