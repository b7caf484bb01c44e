//! The Python side of training, built into the program so that an installed one finds it.

use std::path::{Path, PathBuf};

use crate::TrainError;

macro_rules! scripts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../python/", $name)))),*]
    };
}

/// What a run needs, by name.
const SCRIPTS: &[(&str, &str)] = scripts![
    "augment.py",
    "backend.py",
    "calibrate.py",
    "crossval.py",
    "figures.py",
    "finish.py",
    "frame.py",
    "gate.py",
    "groundnet.py",
    "manifest.py",
    "paint.py",
    "postprocess.py",
    "predict.py",
    "readings.py",
    "refit.py",
    "sources.py",
    "train.py",
    "warm_start.py",
    "weights_file.py",
];

/// The packages that they need, as pip reads it.
pub(crate) const REQUIREMENTS: &str = include_str!("../python/requirements.txt");

/// Write the scripts into a folder of the run, in place of those of an older program, and say where they are.
pub(crate) fn write(run: &Path) -> Result<PathBuf, TrainError> {
    let folder = run.join("scripts");
    std::fs::create_dir_all(&folder).map_err(TrainError::file(&folder))?;
    for (name, text) in SCRIPTS.iter().chain(&[("requirements.txt", REQUIREMENTS)]) {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(TrainError::file(&path))?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_that_another_one_imports_is_there() {
        let names: Vec<&str> = SCRIPTS
            .iter()
            .filter_map(|(name, _)| name.strip_suffix(".py"))
            .collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
        let all = std::fs::read_dir(folder).unwrap();
        let all: Vec<String> = all
            .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".py")?.to_owned()))
            .collect();
        for (script, text) in SCRIPTS {
            let lines = text.lines().map(str::trim_start);
            for line in lines.filter(|line| line.starts_with("import ") || line.starts_with("from ")) {
                let module = line.split_whitespace().nth(1).unwrap();
                let own = all.iter().any(|name| name == module);
                assert!(!own || names.contains(&module), "{script} imports {module}");
            }
        }
    }
}
