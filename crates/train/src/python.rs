//! The Python that trains: one of the user's, or an environment of the run's own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::scripts::REQUIREMENTS;
use crate::{TrainError, recipe};

/// Written once everything is installed: an environment without it was interrupted.
const MARKER: &str = "installed.txt";

/// The interpreter to use: `given` if it has the packages, otherwise that of an environment in the run's folder, which is made, or
/// made anew where installing it was interrupted.
pub(crate) fn interpreter(given: Option<&Path>, run: &Path, scripts: &Path) -> Result<PathBuf, TrainError> {
    match given {
        Some(python) => checked(python),
        None => own(&run.join("python"), &scripts.join("requirements.txt")),
    }
}

fn checked(python: &Path) -> Result<PathBuf, TrainError> {
    let packages = "import cv2, numpy, PIL, safetensors, scipy, torch, tqdm";
    let mut command = Command::new(python);
    command.args(["-c", packages]).stdout(Stdio::null());
    let output = command.output().map_err(|error| TrainError::Python {
        python: python.to_path_buf(),
        problem: format!("it cannot be started ({error})"),
    })?;
    if output.status.success() {
        return Ok(python.to_path_buf());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or("it ended with an error");
    Err(TrainError::Python {
        python: python.to_path_buf(),
        problem: last.trim().to_owned(),
    })
}

fn own(home: &Path, requirements: &Path) -> Result<PathBuf, TrainError> {
    let python = home.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let marker = home.join(MARKER);
    if std::fs::read_to_string(&marker).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Ok(python);
    }
    if home.exists() {
        println!(
            "{}: an unfinished or older environment is made anew",
            home.display()
        );
        std::fs::remove_dir_all(home).map_err(TrainError::file(home))?;
    }
    let base = if cfg!(windows) { "python" } else { "python3" };
    recipe::step(
        "making a Python environment",
        Command::new(base).args(["-m", "venv"]).arg(home),
    )?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "-r"]).arg(requirements);
    recipe::step("installing PyTorch", &mut install)?;
    std::fs::write(&marker, REQUIREMENTS).map_err(TrainError::file(&marker))?;
    Ok(python)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_python_is_told_what_to_install() {
        let text = recipe::step("trying", &mut Command::new("no-such-python"))
            .unwrap_err()
            .to_string();
        assert!(text.starts_with("no-such-python cannot be started ("), "{text}");
        assert!(text.contains("Install Python 3.10 or newer"), "{text}");
    }

    #[test]
    fn a_python_that_is_none_is_named() {
        let error =
            interpreter(Some(Path::new("no-such-python")), Path::new("."), Path::new(".")).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("no-such-python: it cannot be started"), "{text}");
        assert!(text.contains("--python"), "{text}");
    }

    #[test]
    fn an_environment_with_its_marker_is_kept() {
        let run = tempfile::tempdir().unwrap();
        let home = run.path().join("python");
        std::fs::create_dir(&home).unwrap();
        std::fs::write(home.join(MARKER), REQUIREMENTS).unwrap();
        std::fs::write(home.join("kept"), "").unwrap();
        let found = interpreter(None, run.path(), Path::new("unused")).unwrap();
        assert!(found.starts_with(&home) && home.join("kept").exists());
    }
}
