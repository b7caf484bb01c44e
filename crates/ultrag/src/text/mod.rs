//! What the texts of answers and reports say, by fixed rules (specification 5.3 to 5.6).

mod absence;
mod cells;
mod extent;
mod pixel_pair;
mod python;
mod words;

pub use absence::{Nouns, State, denies, presence};
pub use cells::{Cell, cells};
pub use extent::{ExtentClass, area_share, extent_class};
pub use pixel_pair::{pair_matches, pixel_pair};
pub(crate) use python::{python_text, strict_text};
pub use words::{Count, token_rule};
pub(crate) use words::{contains_term, count_said, polarity, yes_or_no};
