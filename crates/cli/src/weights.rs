//! The weights: built into the program, or a file of the user's.

use std::path::Path;

use groundscope_model::{Weights, WeightsFile};

use crate::failure::Failure;
use crate::input;

/// The released weights.
pub const BUILT_IN: &[u8] = include_bytes!("../../../weights/groundscope-oct-1.safetensors");

/// The weights of a file, or the built-in ones.
pub fn load(path: Option<&Path>) -> Result<Weights, Failure> {
    match path {
        None => {
            WeightsFile::parse(BUILT_IN).map_err(|error| Failure::new(&error, "Install the program again."))
        }
        Some(path) => {
            let bytes = input::bytes_up_to(path, groundscope_model::weights::MAX_FILE as u64)?;
            WeightsFile::parse(&bytes).map_err(|error| Failure::of(path, &error, error.hint()))
        }
    }
}
