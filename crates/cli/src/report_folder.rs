//! The folder of a report: what may be written there, and what an earlier report left.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::failure::Failure;
use crate::output;

/// What tells a report from another `evaluation.json`.
#[derive(Deserialize)]
struct Earlier {
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "runs")]
    _runs: Vec<IgnoredAny>,
}

/// Refuse a folder of something else, which is not to be filled with a report's files.
pub fn check(out: &Path, force: bool) -> Result<(), Failure> {
    let holds_other =
        fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) && !holds_report(out);
    if holds_other && !force {
        return Err(Failure::of(
            out,
            "the folder holds other files",
            "Name an empty or new folder, or add --force.",
        ));
    }
    Ok(())
}

fn holds_report(out: &Path) -> bool {
    let path = out.join("evaluation.json");
    // A pipe of that name would be waited for.
    let bytes = path.is_file().then(|| fs::read(&path).unwrap_or_default());
    bytes.is_some_and(|bytes| serde_json::from_slice::<Earlier>(&bytes).is_ok())
}

/// Folders of a report, and the endings of the files that it has there.
const PARTS: [(&str, &[&str]); 2] = [
    ("tables", &["md", "csv", "tex", "json"]),
    ("figures", &["svg", "png"]),
];

/// Write a report's files, and remove those of an earlier report that this one does not have.
///
/// # Errors
/// [`Failure`] before anything is written, where a file that is read, a link or a folder stands in the place of a file.
pub fn write(out: &Path, files: &[(String, Vec<u8>)], inputs: &[PathBuf]) -> Result<usize, Failure> {
    let stale = stale(out, files);
    for (folder, _) in PARTS {
        let place = out.join(folder);
        if let Ok(about) = fs::symlink_metadata(&place)
            && !about.is_dir()
        {
            return Err(no_file(&place, "the folder of the report's files"));
        }
    }
    let places: Vec<PathBuf> = files.iter().map(|(path, _)| out.join(path)).collect();
    for place in &places {
        if let Ok(about) = fs::symlink_metadata(place)
            && !about.is_file()
        {
            return Err(no_file(place, "a file of the report"));
        }
    }
    let changed = places.iter().chain(&stale).map(PathBuf::as_path);
    output::spare_all("--out", changed, inputs)?;
    for (path, bytes) in files {
        let place = out.join(path);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
        }
        output::write(&place, bytes)?;
    }
    for place in &stale {
        fs::remove_file(place).map_err(|error| {
            Failure::of(
                place,
                format_args!("a file of the earlier report cannot be removed ({error})"),
                "Remove it by hand: it is none of the new report.",
            )
        })?;
    }
    Ok(stale.len())
}

fn no_file(place: &Path, what: &str) -> Failure {
    Failure::of(
        place,
        format_args!(
            "{what} would be written here, but it is a link or of another kind; nothing was written"
        ),
        "Remove it, or name another folder.",
    )
}

/// Files of the earlier report that the new one does not have.
fn stale(out: &Path, files: &[(String, Vec<u8>)]) -> Vec<PathBuf> {
    if !holds_report(out) {
        return Vec::new();
    }
    let written: BTreeSet<OsString> = files
        .iter()
        .map(|(path, _)| out.join(path).into_os_string())
        .collect();
    let mut stale = Vec::new();
    for (folder, endings) in PARTS {
        let folder = out.join(folder);
        // What a link leads to is not the report's.
        if !fs::symlink_metadata(&folder).is_ok_and(|about| about.is_dir()) {
            continue;
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        stale.extend(entries.map(|entry| entry.path()).filter(|path| {
            let of_report = path
                .extension()
                .is_some_and(|end| endings.iter().any(|known| end == *known));
            of_report
                && fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
                && !written.contains(path.as_os_str())
        }));
    }
    stale.sort();
    stale
}
