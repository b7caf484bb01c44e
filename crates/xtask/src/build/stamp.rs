//! Whether a step's inputs are those of its last run: a hash over their names and contents, kept beside the results.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{files, work_folder};
use crate::test::tools;

/// The inputs of a step, hashed.
pub struct Stamp {
    path: PathBuf,
    hash: String,
}

impl Stamp {
    /// Hashes files and folders (paths from the root of the workspace) and `settings`, which are not files.
    pub fn of(step: &str, inputs: &[&str], settings: &[&str]) -> Result<Self, String> {
        let root = tools::root();
        let mut hasher = Sha256::new();
        for setting in settings {
            hasher.update(setting.as_bytes());
            hasher.update([0]);
        }
        for input in inputs {
            for file in files::list(&root.join(input))? {
                let name = file.strip_prefix(&root).unwrap_or(&file);
                hasher.update(name.to_string_lossy().as_bytes());
                hasher.update([0]);
                hasher.update(Sha256::digest(files::read(&file)?));
            }
        }
        let hash = hasher
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Ok(Self {
            path: work_folder().join(format!("{step}.stamp")),
            hash,
        })
    }

    /// True when the step ran with the same inputs and all its `results` are still there.
    pub fn is_current(&self, results: &[&Path]) -> bool {
        results.iter().all(|result| result.exists())
            && fs::read_to_string(&self.path).is_ok_and(|old| old == self.hash)
    }

    /// Remembers that the step ran.
    pub fn keep(&self) -> Result<(), String> {
        files::write(&self.path, self.hash.as_bytes())
    }
}
