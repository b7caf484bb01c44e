//! The files of a folder that is read: every real folder once, and what was left out of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;

/// Folders inside folders that are followed: enough for any data set.
const DEEPEST: usize = 16;

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Listed {
    /// Every file by its path below the folder, parts separated by `/`, in order of name.
    pub files: Vec<(String, PathBuf)>,
    /// What is in it besides.
    pub left_out: LeftOut,
}

/// What of a folder was not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Files and folders whose names begin with a dot.
    pub hidden: u64,
    /// Folders below the deepest that is followed.
    pub too_deep: u64,
    /// Pipes, sockets, devices, and links that lead nowhere.
    pub no_files: u64,
}

impl LeftOut {
    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A line for each kind that is there.
    pub fn lines(&self) -> Vec<String> {
        let kinds = [
            (self.hidden, "hidden files or folders left out".to_owned()),
            (
                self.too_deep,
                format!("folders more than {DEEPEST} folders deep left out"),
            ),
            (
                self.no_files,
                "entries that are neither files nor folders left out".to_owned(),
            ),
        ];
        let there = kinds.into_iter().filter(|(count, _)| *count > 0);
        there.map(|(count, what)| format!("{what}: {count}")).collect()
    }
}

/// Every file of a folder and of the folders in it. Links are followed, but no real folder is entered twice, and none that the
/// folder itself lies in: so links may lead in circles.
///
/// # Errors
/// [`Failure`] for a folder that cannot be read.
pub fn list(folder: &Path) -> Result<Listed, Failure> {
    let mut walk = Walk {
        entered: real(folder)?.ancestors().map(Path::to_path_buf).collect(),
        links: Vec::new(),
        listed: Listed::default(),
    };
    walk.folder("", folder, 0)?;
    // Links come after all real folders, so that a file's name is the one without a link where it has both.
    while !walk.links.is_empty() {
        let mut links = std::mem::take(&mut walk.links);
        links.sort();
        for (prefix, path, depth) in links {
            if walk.entered.insert(real(&path)?) {
                walk.folder(&prefix, &path, depth)?;
            }
        }
    }
    walk.listed.files.sort();
    Ok(walk.listed)
}

fn real(folder: &Path) -> Result<PathBuf, Failure> {
    folder
        .canonicalize()
        .map_err(|error| Failure::reading(folder, &error))
}

struct Walk {
    /// Real folders that were entered, or that the folder lies in.
    entered: BTreeSet<PathBuf>,
    /// Links to folders that are still to be followed: the names' beginning, the path, its depth.
    links: Vec<(String, PathBuf, usize)>,
    listed: Listed,
}

impl Walk {
    fn folder(&mut self, prefix: &str, folder: &Path, depth: usize) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::reading(folder, &error);
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                self.listed.left_out.hidden += 1;
                continue;
            }
            let path = entry.path();
            let name = format!("{prefix}{name}");
            if path.is_file() {
                self.listed.files.push((name, path));
            } else if !path.is_dir() {
                self.listed.left_out.no_files += 1;
            } else if depth == DEEPEST {
                self.listed.left_out.too_deep += 1;
            } else if entry.file_type().map_err(failed)?.is_symlink() {
                self.links.push((format!("{name}/"), path, depth + 1));
            } else if self.entered.insert(real(&path)?) {
                self.folder(&format!("{name}/"), &path, depth + 1)?;
            }
        }
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn names(listed: &Listed) -> Vec<&str> {
        listed.files.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn links_in_circles_are_followed_once() {
        let top = tempfile::tempdir().unwrap();
        let root = top.path().join("root");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::create_dir(top.path().join("beside")).unwrap();
        for file in [
            "root/a/one.txt",
            "root/a/b/two.txt",
            "beside/three.txt",
            "outside.txt",
        ] {
            fs::write(top.path().join(file), "").unwrap();
        }
        symlink("..", root.join("a/b/back")).unwrap();
        symlink("../..", root.join("a/up")).unwrap();
        symlink("a", root.join("0-again")).unwrap();
        symlink("../beside", root.join("to-beside")).unwrap();
        symlink("../root", top.path().join("beside/home")).unwrap();
        let listed = list(&root).unwrap();
        assert_eq!(
            names(&listed),
            ["a/b/two.txt", "a/one.txt", "to-beside/three.txt"]
        );
        assert!(listed.left_out.is_empty());
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let top = tempfile::tempdir().unwrap();
        let deep = top.path().join(vec!["d"; DEEPEST + 1].join("/"));
        fs::create_dir_all(&deep).unwrap();
        fs::create_dir(top.path().join(".git")).unwrap();
        for file in [
            top.path().join("._a.xml"),
            top.path().join("a.xml"),
            deep.join("lost.xml"),
        ] {
            fs::write(file, "").unwrap();
        }
        symlink("nowhere", top.path().join("broken.xml")).unwrap();
        let listed = list(top.path()).unwrap();
        assert_eq!(names(&listed), ["a.xml"]);
        let left_out = LeftOut {
            hidden: 2,
            too_deep: 1,
            no_files: 1,
        };
        assert_eq!(listed.left_out, left_out);
        assert_eq!(left_out.lines().len(), 3);
        assert!(left_out.lines()[0].ends_with(": 2"));
    }
}
