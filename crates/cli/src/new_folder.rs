//! A folder of files that a command writes: all of them, or none.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use groundscope_benchmarks::formats::NamedBytes;

use crate::failure::Failure;
use crate::output::beside;

/// Write the files of a data set into a folder of their own, where none of another is left among them: a new folder, or an empty
/// one. They are written under a hidden name first and moved into place when complete.
pub fn write(out: &Path, files: &[NamedBytes]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::writing(out, &error);
    check_names(out, files)?;
    if fs::symlink_metadata(out).is_ok() {
        let empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
        if !empty {
            return Err(Failure::of(
                out,
                "--out is not an empty folder",
                "Name a new folder to write to.",
            ));
        }
        // The folder stays the one that it is, be it a link, a mounted disk or where the user stands.
        return staged(&out.join("x"), |part| {
            fill(part, files)?;
            for file in files {
                if let Some(Component::Normal(first)) = Path::new(&file.path).components().next()
                    && part.join(first).exists()
                {
                    fs::rename(part.join(first), out.join(first))?;
                }
            }
            fs::remove_dir(part)
        })
        .map_err(failed);
    }
    let (top, below) = first_missing(out).ok_or_else(|| {
        Failure::of(
            out,
            "--out leads through a folder that does not exist",
            "Name a new folder to write to.",
        )
    })?;
    staged(&top, |part| {
        fill(&part.join(&below), files)?;
        fs::rename(part, &top)
    })
    .map_err(failed)
}

/// Work in a hidden folder beside `place`, of which nothing is left when the work fails.
fn staged(place: &Path, work: impl Fn(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let (part, ()) = beside(place, |part| fs::create_dir(part))?;
    let worked = work(&part);
    if worked.is_err() {
        // What is left of it helps nobody.
        let _ = fs::remove_dir_all(&part);
    }
    worked
}

fn fill(folder: &Path, files: &[NamedBytes]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &file.bytes)?;
    }
    Ok(())
}

/// The first folder of a path that does not exist, and the rest of the path below it; none where that leads upwards again.
fn first_missing(out: &Path) -> Option<(PathBuf, PathBuf)> {
    let missing = out
        .ancestors()
        .take_while(|part| !part.as_os_str().is_empty() && fs::symlink_metadata(part).is_err());
    let top = missing.last()?;
    let below = out.strip_prefix(top).ok()?;
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    (top.file_name().is_some() && below.components().all(plain))
        .then(|| (top.to_path_buf(), below.to_path_buf()))
}

/// Longer names of files are refused by nearly every file system.
const LONGEST: usize = 255;

fn check_names(out: &Path, files: &[NamedBytes]) -> Result<(), Failure> {
    let length = |name: &OsStr| match name.to_str() {
        // Windows and macOS count in other units, and never more of them than bytes.
        Some(text) if cfg!(windows) => text.encode_utf16().count(),
        _ => name.len(),
    };
    let mut all = files.iter().flat_map(|file| Path::new(&file.path).components());
    match all.find(|part| length(part.as_os_str()) > LONGEST) {
        Some(part) => Err(Failure::of(
            out,
            format_args!(
                "nothing is written: this name of a file is longer than {LONGEST} bytes: {}",
                part.as_os_str().to_string_lossy()
            ),
            "Give the image a shorter name, or write boxes, COCO or CSV, which are one file.",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> NamedBytes {
        NamedBytes {
            path: path.to_owned(),
            bytes: b"x".to_vec(),
        }
    }

    fn entries(folder: &Path) -> Vec<String> {
        let found = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = found
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_is_written_whole() {
        let top = tempfile::tempdir().unwrap();
        let files = [
            file("data.yaml"),
            file("labels/a.txt"),
            file("labels/train/b.txt"),
        ];
        write(&top.path().join("new/inner"), &files).unwrap();
        fs::create_dir(top.path().join("empty")).unwrap();
        write(&top.path().join("empty"), &files).unwrap();
        assert_eq!(entries(top.path()), ["empty", "new"]);
        for folder in ["new/inner", "empty"] {
            assert_eq!(entries(&top.path().join(folder)), ["data.yaml", "labels"]);
            assert_eq!(
                entries(&top.path().join(folder).join("labels")),
                ["a.txt", "train"]
            );
        }
    }

    #[test]
    fn nothing_is_left_of_a_folder_that_cannot_be_whole() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("empty")).unwrap();
        // A file cannot be a folder too.
        let clash = [file("a"), file("a/b")];
        let long = [file("ok"), file(&format!("labels/{}", "n".repeat(256)))];
        for files in [&clash, &long] {
            for out in ["new/inner", "empty"] {
                assert!(write(&top.path().join(out), files).is_err());
                assert_eq!(entries(top.path()), ["empty"]);
                assert!(entries(&top.path().join("empty")).is_empty());
            }
        }
        assert!(write(&top.path().join("gone/../other"), &[file("a")]).is_err());
        assert_eq!(entries(top.path()), ["empty"]);
    }
}
