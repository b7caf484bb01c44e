//! Files to be written: their names are safe under any folder, and no two of them are the same.

use std::collections::BTreeMap;

use super::NamedBytes;
use super::known_images::without_extension;
use crate::image_match::composed;

/// Why annotations cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Two images would be one file.
    #[error(
        "two images would be written to one file, {path}; give them names that differ in more than the extension: {id}"
    )]
    SameFile {
        /// The file.
        path: String,
        /// The second image.
        id: String,
    },
    /// An image whose name leaves nothing for a file's name.
    #[error("the image has no name that a file can have; give it one: {id}")]
    NoFileName {
        /// The image as named.
        id: String,
    },
    /// A mask picture that is larger than any that is read.
    #[error(
        "an image of {width} x {height} pixels is too large for a mask picture; write boxes instead: {id}"
    )]
    TooLarge {
        /// The image.
        id: String,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// More classes than a mask picture has values.
    #[error("there are {count} classes, and a mask picture holds 65535; write COCO instead")]
    TooManyClasses {
        /// How many.
        count: usize,
    },
    /// An encoder refused.
    #[error("the file cannot be encoded ({what}); report this as a fault of the program")]
    Encoder {
        /// What it said.
        what: String,
    },
}

impl WriteError {
    pub(super) fn encoder(error: impl std::fmt::Display) -> Self {
        Self::Encoder {
            what: error.to_string(),
        }
    }
}

/// Files in the order they were added.
#[derive(Debug, Default)]
pub(super) struct OutputFiles {
    files: Vec<NamedBytes>,
    /// As the least careful file system compares names: letters of either case, accents apart or not.
    taken: BTreeMap<String, ()>,
}

impl OutputFiles {
    /// One file alone.
    pub(super) fn single(path: &str, bytes: Vec<u8>) -> Self {
        let path = path.to_owned();
        Self {
            files: vec![NamedBytes { path, bytes }],
            taken: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), WriteError> {
        let key = composed(path).to_lowercase();
        if self.taken.insert(key, ()).is_some() {
            let path = path.to_owned();
            return Err(WriteError::SameFile {
                id: path.clone(),
                path,
            });
        }
        self.files.push(NamedBytes {
            path: path.to_owned(),
            bytes,
        });
        Ok(())
    }

    /// The file of an image, under its name with another extension.
    pub(super) fn add_for_image(
        &mut self,
        folder: &str,
        id: &str,
        extension: &str,
        bytes: Vec<u8>,
    ) -> Result<(), WriteError> {
        let stem = path_of(id).ok_or_else(|| WriteError::NoFileName { id: id.to_owned() })?;
        let slash = if folder.is_empty() { "" } else { "/" };
        let added = self.add(&format!("{folder}{slash}{stem}.{extension}"), bytes);
        added.map_err(|error| match error {
            WriteError::SameFile { path, .. } => WriteError::SameFile {
                path,
                id: id.to_owned(),
            },
            other => other,
        })
    }

    pub(super) fn list(self) -> Vec<NamedBytes> {
        self.files
    }
}

/// Folders that a name may have; `groundscope` follows sixteen.
const DEEPEST: usize = 12;

/// An image's name as a path inside any folder, without its extension: roots, drives and steps upwards are left out,
/// characters that some file systems refuse become underscores, and so does the dot of hidden names, which readers of
/// folders pass over. Folders nested deeper than such readers go are joined into one name.
pub(super) fn path_of(id: &str) -> Option<String> {
    let parts = without_extension(id)
        .split(['/', '\\'])
        .map(|part| part.trim_end_matches(['.', ' ']))
        .filter(|part| !part.is_empty() && !part.ends_with(':'));
    let cleaned = parts.map(|part| {
        let refused = |c: char| c.is_control() || "<>:\"|?*".contains(c);
        let part = part.replace(refused, "_");
        match part.strip_prefix('.') {
            Some(shown) => format!("_{shown}"),
            None => part,
        }
    });
    let parts: Vec<String> = cleaned.collect();
    let (folders, name) = parts.split_at(parts.len().min(DEEPEST));
    let joined = [folders.join("/"), name.join("_")];
    let parts = joined.iter().filter(|part| !part.is_empty());
    (!folders.is_empty()).then(|| parts.map(String::as_str).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_folder() {
        for (id, path) in [
            ("eye.png", Some("eye")),
            ("../../etc/passwd", Some("etc/passwd")),
            ("C:\\scans\\a b.tif", Some("scans/a b")),
            ("/a//./b.c.png", Some("a/b.c")),
            ("x\n?.png", Some("x__")),
            ("scan.1", Some("scan.1")),
            (".b.png", Some("_b")),
            ("a/.cache/b.png", Some("a/_cache/b")),
            (
                "1/2/3/4/5/6/7/8/9/a/b/c/d/e.png",
                Some("1/2/3/4/5/6/7/8/9/a/b/c/d_e"),
            ),
            ("..", None),
            ("/", None),
        ] {
            assert_eq!(path_of(id).as_deref(), path, "{id}");
        }
    }

    #[test]
    fn no_file_is_written_twice() {
        let mut files = OutputFiles::default();
        files.add_for_image("labels", "a.png", "txt", Vec::new()).unwrap();
        let again = files.add_for_image("labels", "A.tif", "txt", Vec::new());
        assert_eq!(
            again,
            Err(WriteError::SameFile {
                path: "labels/A.txt".into(),
                id: "A.tif".into()
            })
        );
        assert!(files.add_for_image("", "..", "txt", Vec::new()).is_err());
        assert_eq!(files.list().len(), 1);
    }
}
