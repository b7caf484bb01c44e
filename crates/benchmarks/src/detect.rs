//! Which kind of JSON annotation file this is, told from what it holds.

use crate::formats::{Format, KnownImages, Notes, text};
use crate::json_text::{self, Object};
use crate::{Annotations, FileError, boxes_file, coco};

/// Reads references: `groundscope-boxes/1` or a COCO file. [`crate::formats::read`] reads every other format, too.
///
/// # Errors
/// [`FileError`].
pub fn read_references(bytes: &[u8]) -> Result<Annotations, FileError> {
    let mut notes = Notes::default();
    let text = text::decode(bytes, "the file", &mut notes)?;
    Ok(json(&text, None, &KnownImages::none(), &mut notes)?.1)
}

/// Reads predictions: `groundscope-boxes/1`, a COCO file, or a COCO results list that belongs to the references.
///
/// # Errors
/// [`FileError`].
pub fn read_predictions(bytes: &[u8], references: &Annotations) -> Result<Annotations, FileError> {
    let mut notes = Notes::default();
    let text = text::decode(bytes, "the file", &mut notes)?;
    Ok(json(&text, Some(references), &KnownImages::none(), &mut notes)?.1)
}

/// Reads JSON of either kind; a results list needs the references that it belongs to.
pub(crate) fn json(
    text: &str,
    references: Option<&Annotations>,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<(Format, Annotations), FileError> {
    let text = json_text::decode(text.as_bytes())?;
    let file = json_text::parse(&text)?;
    if file.is_array() {
        let references = references.ok_or(FileError::ResultsAsReferences)?;
        return Ok((Format::Coco, coco::from_results(&file, references, notes)?));
    }
    if !file.is_object() {
        return Err(FileError::UnknownKind);
    }
    from_object(&file.object()?, known, notes)
}

fn from_object(
    file: &Object<'_>,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<(Format, Annotations), FileError> {
    if file.optional("format").is_some() {
        Ok((Format::Boxes, boxes_file::from_noted_object(file, notes)?))
    } else if file.optional("annotations").is_some() || file.optional("categories").is_some() {
        Ok((Format::Coco, coco::from_object(file, known, notes)?))
    } else {
        Err(FileError::UnknownKind)
    }
}
