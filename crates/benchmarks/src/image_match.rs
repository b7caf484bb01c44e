//! Which reference image a name means: the same name, then the same file name, then the same stem.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use groundscope_metrics::bootstrap::hash;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::{Annotations, ImageBoxes, ScoreError};

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
    images: &'a [ImageBoxes],
    names: ByName<'a>,
    /// Made when the first name is not found as written: most files name images alike.
    file_names: OnceCell<ByName<'a>>,
    stems: OnceCell<ByName<'a>>,
}

type ByName<'a> = HashMap<Cow<'a, str>, Vec<usize>>;

fn by_name(images: &[ImageBoxes], key: fn(&str) -> &str) -> ByName<'_> {
    let mut map = ByName::with_capacity(images.len());
    for (at, image) in images.iter().enumerate() {
        map.entry(composed(key(&image.id))).or_default().push(at);
    }
    map
}

impl ImageIndex<'_> {
    pub(crate) fn find(&self, id: &str) -> Result<usize, MatchFailure> {
        let file_names = || self.file_names.get_or_init(|| by_name(self.images, file_name));
        let stems = || self.stems.get_or_init(|| by_name(self.images, stem));
        let id = composed(id);
        let found = (self.names.get(&id))
            .or_else(|| file_names().get(file_name(&id)))
            .or_else(|| stems().get(stem(&id)));
        match found.map(Vec::as_slice) {
            Some([image]) => Ok(*image),
            Some(_) => Err(MatchFailure::Ambiguous),
            None => Err(MatchFailure::Unknown),
        }
    }
}

/// The same rules for more names than are worth keeping: 48 bytes an image.
#[derive(Default)]
pub(crate) struct HashedIndex([Vec<(u64, u32)>; 3]);

impl HashedIndex {
    pub(crate) fn insert(&mut self, id: &str, at: u32) {
        for (map, key) in self.0.iter_mut().zip(keys(id)) {
            map.push((key, at));
        }
    }

    /// To be called before anything is looked up. Gives the place of an image whose name came before, if there is one.
    pub(crate) fn sort(&mut self) -> Option<usize> {
        self.0.iter_mut().for_each(|map| map.sort_unstable());
        let [names, ..] = &self.0;
        names.windows(2).find_map(|pair| match pair {
            [(a, _), (b, at)] if a == b => Some(*at as usize),
            _ => None,
        })
    }

    pub(crate) fn find(&self, id: &str) -> Result<usize, MatchFailure> {
        for (map, key) in self.0.iter().zip(keys(id)) {
            let from = map.partition_point(|(other, _)| *other < key);
            let mut found = map.iter().skip(from).take_while(|(other, _)| *other == key);
            match (found.next(), found.next()) {
                (Some((_, at)), None) => return Ok(*at as usize),
                (Some(_), Some(_)) => return Err(MatchFailure::Ambiguous),
                (None, _) => {}
            }
        }
        Err(MatchFailure::Unknown)
    }
}

fn keys(id: &str) -> [u64; 3] {
    let id = composed(id);
    [&id, file_name(&id), stem(&id)].map(|name| hash(name.bytes()))
}

impl Annotations {
    pub(crate) fn image_index(&self) -> ImageIndex<'_> {
        ImageIndex {
            images: &self.images,
            names: by_name(&self.images, |id| id),
            file_names: OnceCell::new(),
            stems: OnceCell::new(),
        }
    }

    /// The images in the order in which COCO's evaluation takes them: by their numbers in a COCO file, otherwise as they stand.
    pub(crate) fn in_coco_order(&self) -> Vec<usize> {
        let numbered = self.coco.as_ref().and_then(|keys| {
            let number = |(id, at): (&String, &usize)| Some((id.parse::<i64>().ok()?, *at));
            keys.images
                .iter()
                .map(number)
                .collect::<Option<Vec<(i64, usize)>>>()
        });
        match numbered {
            Some(mut numbered) => {
                numbered.sort_unstable();
                numbered.into_iter().map(|(_, at)| at).collect()
            }
            None => (0..self.images.len()).collect(),
        }
    }

    /// The index of the image that a scan's name means: the same name, then the same file name, then the same stem.
    ///
    /// # Errors
    /// [`ScoreError::UnknownImage`] and [`ScoreError::AmbiguousImage`].
    pub fn find_image(&self, id: &str) -> Result<usize, ScoreError> {
        self.image_index().find(id).map_err(|failure| failure.of(id))
    }

    /// The same for many names, in their order, without looking through all images for each.
    pub fn find_images<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Vec<Result<usize, ScoreError>> {
        let index = self.image_index();
        let find = |id: &str| index.find(id).map_err(|failure| failure.of(id));
        ids.into_iter().map(find).collect()
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
        assert_eq!(files.find_images(["3.dcm", "a/1.png"]), [Ok(3), Ok(0)]);
        let mut hashed = HashedIndex::default();
        for (at, image) in files.images.iter().enumerate() {
            hashed.insert(&image.id, at as u32);
        }
        assert_eq!(hashed.sort(), None);
        for name in [
            "a/1.png",
            "c:\\x\\2.png",
            "2.JPEG",
            "3.dcm",
            "scan.5",
            "1.png",
            "scan.6",
            "1",
        ] {
            assert_eq!(hashed.find(name), files.image_index().find(name), "{name}");
        }
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
