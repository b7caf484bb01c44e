//! Names and sizes of images that an annotation file may leave out: from image files, a list, or the references.

use std::collections::BTreeMap;

use super::notes::{Note, Notes};
use super::output_files::path_of;
use crate::image_match::{ImageIndex, MatchFailure, composed, stem};
use crate::{Annotations, FileError, ImageBoxes};

/// An image whose size is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    pub(crate) id: &'a str,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Images by name: those that belong to the annotations first, then those of the references.
pub(crate) struct KnownImages<'a> {
    lists: Vec<(ImageIndex<'a>, &'a [ImageBoxes])>,
    /// By path without extension; `None` where two images share it.
    by_path: BTreeMap<String, Option<usize>>,
}

impl<'a> KnownImages<'a> {
    pub(crate) fn of(own: &'a Annotations, references: Option<&'a Annotations>) -> Self {
        let lists = [Some(own), references].into_iter().flatten();
        let mut by_path = BTreeMap::new();
        for (at, image) in own.images.iter().enumerate() {
            let entry = by_path.entry(key(&image.id)).or_insert(Some(at));
            *entry = entry.filter(|first| *first == at);
        }
        Self {
            lists: lists.map(|of| (of.image_index(), of.images.as_slice())).collect(),
            by_path,
        }
    }

    pub(crate) fn none() -> Self {
        Self {
            lists: Vec::new(),
            by_path: BTreeMap::new(),
        }
    }

    /// The image that a name, or the name of its label file, means.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Known<'a>>, FileError> {
        let known = |image: &'a ImageBoxes| Known {
            id: &image.id,
            width: image.width,
            height: image.height,
        };
        // Folders tell `train/a` from `val/a`, which the stem alone does not.
        if let Some(Some(at)) = self.by_path.get(&key(name))
            && let Some((_, images)) = self.lists.first()
        {
            return Ok(images.get(*at).map(known));
        }
        for (index, images) in &self.lists {
            match index.find(name) {
                Ok(at) => return Ok(images.get(at).map(known)),
                Err(MatchFailure::Unknown) => {}
                Err(MatchFailure::Ambiguous) => {
                    return Err(FileError::AmbiguousImage { id: name.to_owned() });
                }
            }
        }
        Ok(None)
    }

    /// The size of an image whose annotations do not say it.
    pub(crate) fn size(&self, name: &str, notes: &mut Notes) -> Result<[u32; 2], FileError> {
        let Some(known) = self.find(name)? else {
            return Err(FileError::NoSize { id: name.to_owned() });
        };
        notes.add(Note::SizeFromElsewhere, || name.to_owned());
        Ok([known.width, known.height])
    }
}

/// What a picture's path and that of its label file have in common.
fn key(name: &str) -> String {
    let path = path_of(name).unwrap_or_else(|| without_extension(name).to_owned());
    composed(&without_role_folders(&path)).into_owned()
}

/// Folders that part pictures from annotations and say nothing about the image.
const ROLES: [&str; 8] = [
    "images",
    "labels",
    "masks",
    "jpegimages",
    "annotations",
    "obj_train_data",
    "segmentationclass",
    "labels_txt",
];

/// A file's path without folders such as `images` and `labels`, so that a picture and its label file meet.
pub(crate) fn without_role_folders(path: &str) -> String {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let kept = folders
        .split('/')
        .filter(|folder| !folder.is_empty() && !ROLES.contains(&folder.to_ascii_lowercase().as_str()));
    let parts: Vec<&str> = kept.chain([name]).collect();
    parts.join("/")
}

/// The path without the file's extension.
pub(crate) fn without_extension(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let folder = path.len() - name.len();
    path.get(..folder + stem(name).len()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PixelImage;

    #[test]
    fn pictures_and_label_files_meet() {
        let image = |id: &str| PixelImage {
            id: id.to_owned(),
            width: 7,
            height: 5,
            boxes: Vec::new(),
        };
        let own = Annotations::in_pixels(["train/a.png", "val/a.png", "b.1.png"].map(image)).unwrap();
        let known = KnownImages::of(&own, None);
        let found = |name: &str| {
            known
                .find(name)
                .map(|found| found.map(|image| image.id.to_owned()))
        };
        assert_eq!(found("val/a.txt"), Ok(Some("val/a.png".to_owned())));
        assert_eq!(found("b.1.txt"), Ok(Some("b.1.png".to_owned())));
        assert_eq!(found("c.txt"), Ok(None));
        assert_eq!(
            found("a.txt"),
            Err(FileError::AmbiguousImage { id: "a.txt".into() })
        );
        let mut notes = Notes::default();
        assert_eq!(known.size("b.1.tif", &mut notes), Ok([7, 5]));
        assert_eq!(notes.count(Note::SizeFromElsewhere), 1);
        assert_eq!(
            known.size("c.png", &mut notes),
            Err(FileError::NoSize { id: "c.png".into() })
        );
        assert_eq!(without_role_folders("train/labels/a.txt"), "train/a.txt");
        assert_eq!(without_role_folders("images/train/a.png"), "train/a.png");
    }
}
