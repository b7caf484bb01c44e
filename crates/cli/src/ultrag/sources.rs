//! COCO files as the benchmark lays them out: `<data set>/<train|test>/_annotations.coco.json`, or simpler (specification 1.1).

use std::fs;
use std::path::{Path, PathBuf};

use groundscope_ultrag::source::Source;

use crate::failure::Failure;
use crate::input;

/// How a file that stands alone is named.
pub struct Naming<'a> {
    pub dataset: Option<&'a str>,
    pub split: &'a str,
}

/// Folders below each other that are looked at: organ, `Datasets`, data set, split.
const DEEPEST: usize = 5;

/// Every COCO file at a place, and warnings about folders that were passed over.
pub fn read(place: &Path, naming: &Naming<'_>) -> Result<(Vec<Source>, Vec<String>), Failure> {
    let mut found = Vec::new();
    let mut warnings = Vec::new();
    if place.is_file() {
        let dataset = naming.dataset.map_or_else(|| stem(place), str::to_owned);
        found.push((place.to_path_buf(), dataset, naming.split.to_owned()));
    } else {
        look(place, naming, 0, &mut found, &mut warnings)?;
    }
    if found.is_empty() {
        return Err(Failure::of(
            place,
            "holds no COCO file",
            "Give a folder with _annotations.coco.json, or one of data sets with the folders train and test.",
        ));
    }
    found.sort();
    let mut sources = Vec::new();
    for (path, dataset, split) in found {
        let source = Source::parse(&dataset, &split, &input::bytes(&path)?);
        sources.push(source.map_err(|error| Failure::told(&path, error))?);
    }
    Ok((sources, warnings))
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn name(path: &Path) -> String {
    // `.` has a name only as a whole path.
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    whole
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

type Found = (PathBuf, String, String);

fn look(
    folder: &Path,
    naming: &Naming<'_>,
    depth: usize,
    found: &mut Vec<Found>,
    warnings: &mut Vec<String>,
) -> Result<(), Failure> {
    let failed = |error| Failure::reading(folder, &error);
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    let is_split = matches!(name(folder).as_str(), "train" | "test");
    let whole = folder.join("_annotations.coco.json");
    let json: Vec<&PathBuf> = entries
        .iter()
        .filter(|path| {
            path.is_file()
                && path
                    .extension()
                    .is_some_and(|end| end.eq_ignore_ascii_case("json"))
        })
        .collect();
    let own = match json.as_slice() {
        _ if whole.is_file() => Some(whole),
        [only] => Some((*only).clone()),
        [] => None,
        several => {
            warnings.push(format!(
                "{}: {} JSON files and none is _annotations.coco.json; passed over",
                folder.display(),
                several.len()
            ));
            None
        }
    };
    if let Some(path) = own {
        let (dataset, split) = if is_split {
            let dataset = folder
                .canonicalize()
                .ok()
                .and_then(|whole| whole.parent().map(name));
            (dataset.unwrap_or_default(), name(folder))
        } else {
            (
                naming.dataset.map_or_else(|| name(folder), str::to_owned),
                naming.split.to_owned(),
            )
        };
        found.push((path, dataset, split));
        return Ok(());
    }
    if is_split && json.is_empty() {
        warnings.push(format!("{}: no COCO file; passed over", folder.display()));
    }
    if depth < DEEPEST {
        for path in entries.iter().filter(|path| path.is_dir()) {
            look(path, naming, depth + 1, found, warnings)?;
        }
    }
    Ok(())
}
