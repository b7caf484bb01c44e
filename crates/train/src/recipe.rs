//! The whole training as one resumable sequence: phantoms, network, thresholds and weights.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::TrainError;

/// Settings of a training run; the same settings give the same batches.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Folder with the data sets (`oct-lesions`, `oct-masks`, ...).
    pub data: PathBuf,
    /// Folder of this run: phantoms, checkpoint, logs.
    pub run: PathBuf,
    /// Where the weights file goes.
    pub weights: PathBuf,
    /// Optimiser steps; a finished run goes on when they are raised.
    pub steps: u32,
    /// Seed of batches and first weights.
    pub seed: u64,
    /// Phantoms to train on; a twentieth as many, of other seeds, are kept for validation.
    pub phantoms: u32,
    /// Threads of the network; fewer than the cores, since one core makes batches.
    pub threads: u32,
}

impl Recipe {
    /// Run every step that is not done; each prints its progress.
    ///
    /// # Errors
    ///
    /// The first step that fails.
    pub fn run(&self) -> Result<(), TrainError> {
        std::fs::create_dir_all(&self.run).map_err(TrainError::file(&self.run))?;
        let python = self.python()?;
        let phantoms = self.make_phantoms("phantoms", self.phantoms, 1)?;
        let kept = self.make_phantoms("validation-phantoms", (self.phantoms / 20).max(20), 1_000_001)?;
        let scripts = scripts();
        let common = [("--data", self.data.as_path()), ("--phantoms", &phantoms)];
        let number = |n: u64| PathBuf::from(n.to_string());
        let (seed, threads) = (number(self.seed), number(self.threads.into()));
        let mut train = Command::new(&python);
        train
            .arg(scripts.join("train.py"))
            .args(common.iter().flat_map(|(flag, path)| [Path::new(flag), path]));
        train
            .arg("--out")
            .arg(&self.run)
            .arg("--seed")
            .arg(&seed)
            .arg("--threads")
            .arg(&threads);
        train.arg("--steps").arg(self.steps.to_string());
        step("training the network", &mut train)?;
        let mut finish = Command::new(&python);
        finish
            .arg(scripts.join("finish.py"))
            .args(common.iter().flat_map(|(flag, path)| [Path::new(flag), path]));
        finish
            .arg("--validation-phantoms")
            .arg(&kept)
            .arg("--run")
            .arg(&self.run)
            .arg("--out")
            .arg(&self.weights);
        finish.arg("--seed").arg(&seed).arg("--threads").arg(&threads);
        step("choosing thresholds and writing the weights", &mut finish)?;
        let mut gate = Command::new(&python);
        gate.arg(scripts.join("gate.py"))
            .args(common.iter().flat_map(|(flag, path)| [Path::new(flag), path]))
            .arg("--weights")
            .arg(&self.weights)
            .arg("--threads")
            .arg(&threads);
        step("fitting the input gate", &mut gate)
    }

    /// Puts the figures of the shipping reader into the weights file.
    ///
    /// # Errors
    /// A script that fails.
    pub fn figures(&self) -> Result<(), TrainError> {
        let mut figures = Command::new(self.python()?);
        figures
            .arg(scripts().join("figures.py"))
            .arg(self.run.join("evaluation.json"))
            .arg(&self.weights);
        step("figures into the weights", &mut figures)
    }

    /// A Python of its own with PyTorch, made on the first run.
    fn python(&self) -> Result<PathBuf, TrainError> {
        let home = self.run.join("python");
        let python = home.join("bin/python");
        if !python.exists() {
            step(
                "making a Python environment",
                Command::new("python3").args(["-m", "venv"]).arg(&home),
            )?;
            let mut install = Command::new(&python);
            install
                .args(["-m", "pip", "install", "-r"])
                .arg(scripts().join("requirements.txt"));
            step("installing PyTorch", &mut install)?;
        }
        Ok(python)
    }

    fn make_phantoms(&self, name: &str, count: u32, seed: u64) -> Result<PathBuf, TrainError> {
        let out = self.run.join(name);
        let done = out.join("index.json");
        if !done.exists() {
            let mut export = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            export.args([
                "run",
                "--release",
                "-p",
                "groundscope-phantom",
                "--example",
                "export",
                "--",
            ]);
            export
                .args([
                    "--count",
                    &count.to_string(),
                    "--seed",
                    &seed.to_string(),
                    "--out",
                ])
                .arg(&out);
            step("drawing phantoms", &mut export)?;
        }
        Ok(out)
    }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

fn step(name: &'static str, command: &mut Command) -> Result<(), TrainError> {
    println!("== {name}");
    let status = command
        .status()
        .map_err(TrainError::file(command.get_program()))?;
    if status.success() {
        Ok(())
    } else {
        Err(TrainError::Step {
            step: name,
            status: status.to_string(),
        })
    }
}
