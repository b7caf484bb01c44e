//! What can go wrong around training, and what to do about it.

use std::path::{Path, PathBuf};

use crate::own::OwnError;

/// An error of the training and evaluation tools.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file that can't be read or written.
    #[error("{path}: {source}. Check that it is there and can be read or written; docs/training.md says what belongs in which folder.", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file whose content is not what the data set promises.
    #[error("{path}: {problem}. Fix the file or take it out of the folder.", path = path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A step whose Python is not there.
    #[error(
        "{program} cannot be started ({source}). Install Python 3.10 or newer with venv (Debian, Ubuntu: python3-venv), or name an interpreter with --python."
    )]
    NoPython {
        /// How it is called.
        program: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A Python that cannot train.
    #[error(
        "{python}: {problem}. Give a Python with the packages of requirements.txt (in the run's folder, under scripts) to --python, or leave --python out to have one made.",
        python = python.display()
    )]
    Python {
        /// The interpreter.
        python: PathBuf,
        /// Why not.
        problem: String,
    },
    /// Figures that nobody measured yet.
    #[error("{path} is not there. Run `groundscope-train evaluate` with the same --data and --run first.", path = path.display())]
    NotMeasured {
        /// The file with the figures.
        path: PathBuf,
    },
    /// Scans of one's own that cannot be trained on as they are.
    #[error(transparent)]
    Own(#[from] OwnError),
    /// A step of the recipe that ended with an error.
    #[error(
        "{step} failed ({status}). Its own message stands above; once that is put right, the same command goes on from there."
    )]
    Step {
        /// The step, in words.
        step: &'static str,
        /// How it ended.
        status: String,
    },
}

impl TrainError {
    /// An error of the file system at `path`.
    pub fn file(path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.as_ref().to_path_buf();
        move |source| Self::File { path, source }
    }

    /// Content that can't be used.
    pub fn content(path: impl AsRef<Path>, problem: impl ToString) -> Self {
        Self::Content {
            path: path.as_ref().to_path_buf(),
            problem: problem.to_string(),
        }
    }
}
