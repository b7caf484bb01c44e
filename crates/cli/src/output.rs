//! Files that commands write: whole, or not at all.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Refuse an output that would replace what is read.
pub fn spare<'a>(
    option: &str,
    out: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if inputs.into_iter().any(|input| same_file(input, out)) {
        return Err(Failure::of(
            out,
            format_args!("{option} would overwrite what is read"),
            "Name another file to write to.",
        ));
    }
    Ok(())
}

/// Whether two paths lead to one file, through links too.
pub fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Write a file under a name of its own beside it and move it there, so that a full disk never leaves half of one in place of
/// what was there before. Devices and pipes are written to as they are.
pub fn write(out: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::writing(out, &error);
    // A link stays one: what it leads to is written.
    let place = out.canonicalize().unwrap_or_else(|_| out.to_path_buf());
    if place.exists() && !place.is_file() {
        return std::fs::write(out, bytes).map_err(failed);
    }
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = place.with_file_name(name);
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, &place));
    if written.is_err() {
        // What is left of it helps nobody.
        let _ = std::fs::remove_file(&part);
    }
    written.map_err(failed)
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
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("no/such/folder"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
    }
}
