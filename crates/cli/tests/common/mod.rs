//! Runs the program on files of its own making.

#![allow(dead_code)] // every test file takes what it needs

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use groundscope_model::weights::sample::{SampleFile, small_config};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with phantoms, their boxes, and random weights of a small network that finds something everywhere.
pub struct Bench {
    pub dir: TempDir,
}

/// What a run left behind.
pub struct Ran {
    pub success: bool,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn json(&self) -> Value {
        assert!(self.success, "{}", self.stderr);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// A failed run says one line of error and, unless that says what to do, one line of hint, per failure.
    pub fn failures(&self) -> Vec<&str> {
        self.told().into_iter().map(|(error, _)| error).collect()
    }

    /// Each failure and its hint.
    pub fn told(&self) -> Vec<(&str, Option<&str>)> {
        assert_eq!(self.code, 1, "{}", self.stderr);
        let mut failures: Vec<(&str, Option<&str>)> = Vec::new();
        for line in self.stderr.lines() {
            match (line.strip_prefix("hint: "), failures.last_mut()) {
                (Some(hint), Some((_, none @ None))) => *none = Some(hint),
                _ => {
                    assert!(line.starts_with("error: "), "{}", self.stderr);
                    failures.push((line, None));
                }
            }
        }
        assert!(!failures.is_empty());
        failures
    }
}

impl Bench {
    /// An empty folder.
    pub fn empty() -> Self {
        Self {
            dir: TempDir::new().unwrap(),
        }
    }

    pub fn new() -> Self {
        let bench = Self::empty();
        let mut file = SampleFile::random(&small_config(), 3);
        for class in file.manifest["classes"].as_array_mut().unwrap() {
            class["presence_threshold"] = json!(0.0);
            class["map_threshold"] = json!(0.2);
            class["peak_threshold"] = json!(0.2);
        }
        // Random weights have no values to be compared with.
        file.manifest["self_check"]["tolerance"] = json!(1e9);
        std::fs::write(bench.path("weights.safetensors"), file.bytes()).unwrap();
        bench.run(&["make", "phantom", "--count", "2", "--seed", "5", "--out", "scans"]);
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = Command::cargo_bin("groundscope").unwrap();
        let output = command.current_dir(self.dir.path()).args(args).output().unwrap();
        Ran {
            success: output.status.success(),
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// `score grounding` of two files.
    pub fn score(&self, references: &str, predictions: &str, more: &[&str]) -> Ran {
        let fixed = [
            "score",
            "grounding",
            "--references",
            references,
            "--predictions",
            predictions,
        ];
        self.run(&[&fixed, more].concat())
    }

    /// `read` with the random weights.
    pub fn read(&self, args: &[&str]) -> Ran {
        self.run(&[&["read", "--weights", "weights.safetensors"], args].concat())
    }
}

/// A readable file.
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}
