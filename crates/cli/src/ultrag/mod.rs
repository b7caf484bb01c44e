//! Commands of UltraG-Bench: make, validate, review, describe and score; all of it done by the crate of that name.

pub mod args;
mod cases;
mod describe;
mod make;
mod predictions;
mod prompts;
mod review;
mod score;
mod sources;
mod validate;

pub use cases::cases;
pub use describe::describe;
pub use make::make;
pub use prompts::prompts;
pub use review::review;
pub use score::score;
pub use validate::validate;

use std::path::Path;

use groundscope_ultrag::record::{Record, read_records};

use crate::failure::Failure;
use crate::input;

/// The records of a file.
fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    read_records(&input::bytes(path)?).map_err(|error| Failure::told(path, error))
}
