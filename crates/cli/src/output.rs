//! Files that commands write: whole, or not at all.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Refuse an output that would replace what is read.
pub fn spare<'a>(
    option: &str,
    out: &'a Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    spare_all(option, [out], inputs)
}

/// The same for several outputs.
pub fn spare_all<'a>(
    option: &str,
    outs: impl IntoIterator<Item = &'a Path>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    // What does not exist overwrites nothing.
    let mut outs = outs
        .into_iter()
        .filter_map(|out| Some((out, out.canonicalize().ok()?)))
        .peekable();
    if outs.peek().is_none() {
        return Ok(());
    }
    let inputs: BTreeSet<PathBuf> = inputs
        .into_iter()
        .filter_map(|input| input.canonicalize().ok())
        .collect();
    match outs.find(|(_, real)| inputs.contains(real)) {
        Some((out, _)) => Err(Failure::of(
            out,
            format_args!("{option} would overwrite what is read"),
            "Name another place to write to.",
        )),
        None => Ok(()),
    }
}

/// Whether two paths lead to one file, through links too.
pub fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Write a file under a name of its own beside it and move it there, so that a full disk never leaves half of one in place of
/// what was there before. Devices and pipes are written to as they are.
pub fn write(out: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::writing(out, &error);
    // A link stays one: what it leads to is written.
    let place = out.canonicalize().unwrap_or_else(|_| led_to(out));
    if place.exists() && !place.is_file() {
        return std::fs::write(out, bytes).map_err(failed);
    }
    let (part, mut file) = beside(&place, |part| {
        OpenOptions::new().write(true).create_new(true).open(part)
    })
    .map_err(failed)?;
    let written = file.write_all(bytes).and_then(|()| {
        // Some systems move no file that is open.
        drop(file);
        std::fs::rename(&part, &place)
    });
    if written.is_err() {
        // What is left of it helps nobody.
        let _ = std::fs::remove_file(&part);
    }
    written.map_err(failed)
}

/// Where a link leads to whose target is not there yet.
fn led_to(out: &Path) -> PathBuf {
    match (std::fs::read_link(out), out.parent()) {
        (Ok(target), Some(folder)) => folder.join(target),
        _ => out.to_path_buf(),
    }
}

/// Make something under a hidden name in the folder of `place`. The name is short, however long the other is, and taken by no
/// other process, on this machine or on one that shares the disk.
pub fn beside<T>(place: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let process = std::process::id();
    let mut taken = io::Error::from(ErrorKind::AlreadyExists);
    for at in 0..1000 {
        let part = place.with_file_name(format!(".groundscope-{process}-{at}.part"));
        match make(&part) {
            Ok(made) => return Ok((part, made)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("boxes.json");
        write(&out, b"first and longer").unwrap();
        write(&out, b"second").unwrap();
        assert_eq!(std::fs::read(&out).unwrap(), b"second");
        // A name as long as names may be.
        let long = folder.path().join("n".repeat(255));
        write(&long, b"x").unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(write(&folder.path().join("n".repeat(256)), b"").is_err());
        assert!(write(&folder.path().join("no/such/folder"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_one_even_to_what_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.json");
        std::os::unix::fs::symlink("not-yet.json", &link).unwrap();
        write(&link, b"through").unwrap();
        assert!(link.is_symlink());
        let target = folder.path().join("not-yet.json");
        assert_eq!(std::fs::read(target).unwrap(), b"through");
    }

    #[test]
    fn a_name_that_is_taken_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("boxes.json");
        let make = |part: &Path| OpenOptions::new().write(true).create_new(true).open(part);
        let (taken, _) = beside(&out, make).unwrap();
        write(&out, b"x").unwrap();
        assert_eq!(std::fs::read(&taken).unwrap(), b"");
        assert_eq!(std::fs::read(&out).unwrap(), b"x");
    }
}
