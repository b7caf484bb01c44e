//! Which class a pixel value, a folder or the end of a file name stands for.

use std::collections::BTreeMap;

use crate::formats::{Notes, text};
use crate::json_text;
use crate::{ClassLabel, FileError};

/// Pixel values and names, and the class of each. A value or name that stands for no class is the background.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassMap {
    pub(super) values: BTreeMap<u16, ClassLabel>,
    pub(super) names: BTreeMap<String, ClassLabel>,
    /// Values that were declared to be no class.
    pub(super) background: Vec<u16>,
}

impl ClassMap {
    /// Whether it maps nothing.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.names.is_empty()
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &ClassLabel> {
        self.values.values().chain(self.names.values())
    }
}

/// Reads a class map: `{"1": "irf", "2": "srf"}` for label pictures, `{"irf_mask": "irf"}` for folders and file names.
///
/// `null` says that a value is background.
///
/// # Errors
/// [`FileError`], naming the field.
pub fn class_map(bytes: &[u8]) -> Result<ClassMap, FileError> {
    let text = text::decode(bytes, "the class map", &mut Notes::default())?;
    let text = json_text::decode(text.as_bytes())?;
    let mut map = ClassMap::default();
    for (key, class) in json_text::parse(&text)?.object()?.entries() {
        let value = key.trim().parse::<u16>();
        match (value, class.is_null()) {
            (Ok(value), true) => map.background.push(value),
            (Err(_), true) => {}
            (Ok(value), false) => {
                map.values.insert(value, ClassLabel::from_name(&class.name()?));
            }
            (Err(_), false) => {
                map.names
                    .insert(key.to_owned(), ClassLabel::from_name(&class.name()?));
            }
        }
    }
    Ok(map)
}
