//! Which reference image a name means: the same name, then the same file name, then the same stem.

use std::borrow::Cow;
use std::collections::BTreeMap;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::{Annotations, ScoreError};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MatchFailure {
    Unknown,
    Ambiguous,
}

impl MatchFailure {
    pub(crate) fn of(self, id: &str) -> ScoreError {
        let id = id.to_owned();
        match self {
            Self::Unknown => ScoreError::UnknownImage { id },
            Self::Ambiguous => ScoreError::AmbiguousImage { id },
        }
    }
}

/// The images of a file by name, file name and stem.
pub(crate) struct ImageIndex<'a> {
    names: BTreeMap<Cow<'a, str>, Vec<usize>>,
    file_names: BTreeMap<Cow<'a, str>, Vec<usize>>,
    stems: BTreeMap<Cow<'a, str>, Vec<usize>>,
}

impl ImageIndex<'_> {
    pub(crate) fn find(&self, id: &str) -> Result<usize, MatchFailure> {
        let id = composed(id);
        let found = (self.names.get(&id))
            .or_else(|| self.file_names.get(file_name(&id)))
            .or_else(|| self.stems.get(stem(&id)));
        match found.map(Vec::as_slice) {
            Some([image]) => Ok(*image),
            Some(_) => Err(MatchFailure::Ambiguous),
            None => Err(MatchFailure::Unknown),
        }
    }
}

impl Annotations {
    pub(crate) fn image_index(&self) -> ImageIndex<'_> {
        let by = |key: fn(&str) -> &str| {
            let mut map: BTreeMap<Cow<'_, str>, Vec<usize>> = BTreeMap::new();
            for (at, image) in self.images.iter().enumerate() {
                map.entry(composed(key(&image.id))).or_default().push(at);
            }
            map
        };
        ImageIndex {
            names: by(|id| id),
            file_names: by(file_name),
            stems: by(stem),
        }
    }

    /// The index of the image that a scan's name means: the same name, then the same file name, then the same stem.
    ///
    /// # Errors
    /// [`ScoreError::UnknownImage`] and [`ScoreError::AmbiguousImage`].
    pub fn find_image(&self, id: &str) -> Result<usize, ScoreError> {
        self.image_index().find(id).map_err(|failure| failure.of(id))
    }
}

/// The text with its accents composed (NFC): macOS writes file names with the accents apart.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

pub(crate) fn file_name(id: &str) -> &str {
    id.rsplit(['/', '\\']).next().unwrap_or(id)
}

/// The file name without its extension. `scan.1` has none: an extension is up to five letters and digits, a letter first.
pub(crate) fn stem(id: &str) -> &str {
    let name = file_name(id);
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty()
                && extension.len() <= 5
                && extension.starts_with(|c: char| c.is_ascii_alphabetic())
                && extension.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            stem
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelImage;

    fn images(names: &[&str]) -> Annotations {
        let image = |id: &&str| PixelImage {
            id: (*id).to_owned(),
            width: 4,
            height: 4,
            boxes: Vec::new(),
        };
        Annotations::in_pixels(names.iter().map(image)).unwrap()
    }

    #[test]
    fn name_then_file_name_then_stem() {
        let files = images(&["a/1.png", "b/1.png", "b/2.png", "3", "scan.4", "scan.5"]);
        assert_eq!(files.find_image("a/1.png"), Ok(0));
        assert_eq!(files.find_image("c:\\x\\2.png"), Ok(2));
        assert_eq!(files.find_image("2.JPEG"), Ok(2));
        assert_eq!(files.find_image("3.dcm"), Ok(3));
        assert_eq!(files.find_image("scan.5"), Ok(5));
        assert_eq!(
            files.find_image("1.png"),
            Err(ScoreError::AmbiguousImage { id: "1.png".into() })
        );
        assert_eq!(
            files.find_image("scan.6"),
            Err(ScoreError::UnknownImage { id: "scan.6".into() })
        );
    }

    #[test]
    fn accents_apart_are_the_same_name() {
        let files = images(&["Prüfling.png", "e\u{301}.png"]);
        assert_eq!(files.find_image("scans/Pru\u{308}fling.png"), Ok(0));
        assert_eq!(files.find_image("\u{e9}.tif"), Ok(1));
    }
}
