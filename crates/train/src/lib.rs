//! Datasets, training and evaluation (native only).
//!
//! The network is trained in PyTorch (`python/`), measured here by the reader that ships: the figures of the model
//! card come from the same code that runs in the page.

pub mod calibration;
pub mod card;
pub mod datasets;
mod error;
pub mod evaluate;
pub mod own;
pub mod perturb;
mod python;
pub mod ranks;
pub mod recipe;
mod scripts;
mod shipped;
pub mod training_folder;

pub use error::TrainError;

/// `1 scan`, `2 scans`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
