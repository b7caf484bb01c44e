//! Files that commands read.

use std::path::Path;

use groundscope_benchmarks::{Annotations, FileError, read_references};

use crate::failure::Failure;

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, &error))
}

/// A file of expert boxes.
pub fn references(path: &Path) -> Result<Annotations, Failure> {
    read_references(&bytes(path)?).map_err(|error| damaged(path, &error))
}

/// A file of boxes that cannot be used.
pub fn damaged(path: &Path, error: &FileError) -> Failure {
    Failure::of(
        path,
        error,
        "Give a groundscope-boxes/1 or a COCO file with boxes of the original images.",
    )
}
