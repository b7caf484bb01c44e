//! Which kind of annotation file this is, told from what it holds.

use crate::json_text::{self, Object};
use crate::{Annotations, FileError, boxes_file, coco};

/// Reads references: `groundscope-boxes/1` or a COCO file.
///
/// # Errors
/// [`FileError`].
pub fn read_references(bytes: &[u8]) -> Result<Annotations, FileError> {
    let text = json_text::decode(bytes)?;
    let file = json_text::parse(&text)?;
    if file.is_array() {
        return Err(FileError::ResultsAsReferences);
    }
    if !file.is_object() {
        return Err(FileError::UnknownKind);
    }
    from_object(&file.object()?)
}

/// Reads predictions: `groundscope-boxes/1`, a COCO file, or a COCO results list that belongs to the references.
///
/// # Errors
/// [`FileError`].
pub fn read_predictions(bytes: &[u8], references: &Annotations) -> Result<Annotations, FileError> {
    let text = json_text::decode(bytes)?;
    let file = json_text::parse(&text)?;
    if file.is_array() {
        return coco::from_results(&file, references);
    }
    if !file.is_object() {
        return Err(FileError::UnknownKind);
    }
    from_object(&file.object()?)
}

fn from_object(file: &Object<'_>) -> Result<Annotations, FileError> {
    if file.optional("format").is_some() {
        boxes_file::from_object(file)
    } else if file.optional("annotations").is_some() || file.optional("categories").is_some() {
        coco::from_object(file)
    } else {
        Err(FileError::UnknownKind)
    }
}
