//! Files that commands read.

use std::path::Path;

use groundscope_benchmarks::{Annotations, FileError, read_predictions, read_references};

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

/// A file of predicted boxes that belongs to the references.
pub fn predictions(path: &Path, references: &Annotations) -> Result<Annotations, Failure> {
    read_predictions(&bytes(path)?, references).map_err(|error| damaged(path, &error))
}

/// Whether a file holds responses, a JSON object a line, by its name.
pub fn is_rows(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("jsonl") || end.eq_ignore_ascii_case("ndjson"))
}
