//! Training as one resumable sequence of steps: of one's own scans here, of the weights that ship in `shipped`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use groundscope_phantom::Style;
use indicatif::{ProgressBar, ProgressFinish};

use crate::{TrainError, python, scripts, shipped, training_folder};

/// Settings of a training run; the same settings give the same batches.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What trains beside phantoms.
    pub data: Data,
    /// Folder of this run: scripts, phantoms, checkpoint, logs.
    pub run: PathBuf,
    /// Where the weights file goes.
    pub weights: PathBuf,
    /// A weights file or checkpoint that the network whose file is written starts from; none starts from chance, or from phantoms.
    pub start: Option<PathBuf>,
    /// A Python with PyTorch; none makes an environment in the run's folder.
    pub python: Option<PathBuf>,
    /// Optimiser steps; a finished run goes on when they are raised.
    pub steps: u32,
    /// Seed of batches and first weights.
    pub seed: u64,
    /// Phantoms to train on; some of other seeds are kept for validation.
    pub phantoms: u32,
    /// Threads of the network; fewer than the cores, since one core makes batches.
    pub threads: u32,
    /// Training stops after so many minutes, to be gone on with; none trains to the end.
    pub minutes: Option<u32>,
    /// Fuses the steps of a run by PyTorch's compiler, which wants a C++ compiler: faster after some minutes.
    pub compile: bool,
}

/// What trains beside phantoms.
#[derive(Clone, Debug)]
pub enum Data {
    /// Folder with the data sets of the weights that ship (`oct-lesions`, `oct-masks`, ...).
    Sets(PathBuf),
    /// A training folder of one's own scans.
    Own {
        /// The folder.
        folder: PathBuf,
        /// What the weights file says of itself, as JSON ([`crate::own::Label`]).
        label: PathBuf,
        /// How many scans are in it.
        scans: u32,
    },
}

/// How far a run came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The weights file is written.
    Done,
    /// The time was up; the same settings go on from the checkpoint.
    Paused,
}

/// How `train.py` ends when its time is up.
const TIME_UP: i32 = 3;

/// What every step of a run needs.
pub(crate) struct Tools<'a> {
    recipe: &'a Recipe,
    python: PathBuf,
    scripts: PathBuf,
    started: Instant,
}

impl Tools<'_> {
    /// A script of the run, with the options that all of them take.
    pub(crate) fn command(&self, script: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(self.scripts.join(script));
        command.arg("--threads").arg(self.recipe.threads.to_string());
        command
    }

    /// Run a step that trains, as long as there is time.
    pub(crate) fn train(&self, name: &'static str, command: &mut Command) -> Result<Progress, TrainError> {
        if let Some(minutes) = self.recipe.minutes {
            let left = Duration::from_secs(60 * u64::from(minutes)).saturating_sub(self.started.elapsed());
            command
                .arg("--minutes")
                .arg(format!("{:.3}", left.as_secs_f64() / 60.0));
        }
        if self.recipe.compile {
            command.arg("--compile");
        }
        let status = status(name, command)?;
        if status.code() == Some(TIME_UP) {
            return Ok(Progress::Paused);
        }
        succeeded(name, status)?;
        Ok(Progress::Done)
    }
}

impl Recipe {
    /// Run every step that is not done; each prints its progress.
    ///
    /// # Errors
    ///
    /// The first step that fails.
    pub fn run(&self) -> Result<Progress, TrainError> {
        std::fs::create_dir_all(&self.run).map_err(TrainError::file(&self.run))?;
        let tools = self.tools()?;
        match &self.data {
            Data::Sets(data) => shipped::run(self, &tools, data),
            Data::Own { folder, label, scans } => self.run_own(&tools, folder, label, *scans),
        }
    }

    fn tools(&self) -> Result<Tools<'_>, TrainError> {
        let scripts = scripts::write(&self.run)?;
        Ok(Tools {
            recipe: self,
            python: python::interpreter(self.python.as_deref(), &self.run, &scripts)?,
            scripts,
            started: Instant::now(),
        })
    }

    /// One network, some of the patients kept apart.
    fn run_own(
        &self,
        tools: &Tools<'_>,
        own: &Path,
        label: &Path,
        scans: u32,
    ) -> Result<Progress, TrainError> {
        let phantoms = self.draw("phantoms", self.phantoms, 1, None)?;
        let kept = self.draw(
            "validation-phantoms",
            (self.phantoms / 20).max(20),
            1_000_001,
            None,
        )?;
        let command = |script: &str| {
            let mut command = tools.command(script);
            command.arg("--own").arg(own);
            if let Some(folder) = &phantoms {
                command.arg("--phantoms").arg(folder);
            }
            command
        };
        let mut train = command("train.py");
        train.arg("--out").arg(&self.run);
        train.args([
            "--seed",
            &self.seed.to_string(),
            "--steps",
            &self.steps.to_string(),
        ]);
        if let Some(start) = &self.start {
            // A network that knows something forgets it at the rate that a fresh one learns at.
            train.arg("--init").arg(start).args(["--rate", "5e-4"]);
        }
        if tools.train("training the network", &mut train)? == Progress::Paused {
            return Ok(Progress::Paused);
        }
        let frames = scans.saturating_add(self.phantoms).saturating_mul(4).min(900);
        let mut finish = command("finish.py");
        finish.arg("--run").arg(&self.run).arg("--out").arg(&self.weights);
        finish.args(["--seed", &self.seed.to_string(), "--frames", &frames.to_string()]);
        finish.arg("--label").arg(label);
        if let Some(folder) = &kept {
            finish.arg("--validation-phantoms").arg(folder);
        }
        step("choosing thresholds and writing the weights", &mut finish)?;
        let mut gate = command("gate.py");
        gate.arg("--weights").arg(&self.weights);
        if let Some(start) = &self.start {
            gate.arg("--keep").arg(start);
        }
        step("the input gate", &mut gate)?;
        Ok(Progress::Done)
    }

    /// Puts the figures of the shipping reader into the weights file.
    ///
    /// # Errors
    /// A script that fails.
    pub fn figures(&self) -> Result<(), TrainError> {
        let tools = self.tools()?;
        let mut figures = Command::new(tools.python);
        figures
            .arg(tools.scripts.join("figures.py"))
            .arg(self.run.join("evaluation.json"))
            .arg(&self.weights);
        step("figures into the weights", &mut figures)
    }

    /// Phantoms in a folder of the run; none without phantoms to train on.
    pub(crate) fn draw(
        &self,
        name: &str,
        count: u32,
        seed: u64,
        style: Option<Style>,
    ) -> Result<Option<PathBuf>, TrainError> {
        if self.phantoms == 0 {
            return Ok(None);
        }
        let folder = self.run.join(name);
        println!("== drawing {count} phantoms");
        training_folder::phantoms(&folder, count, seed, style)?;
        Ok(Some(folder))
    }
}

fn status(name: &'static str, command: &mut Command) -> Result<ExitStatus, TrainError> {
    println!("== {name}");
    command.status().map_err(|source| TrainError::NoPython {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    })
}

fn succeeded(name: &'static str, status: ExitStatus) -> Result<(), TrainError> {
    if status.success() {
        Ok(())
    } else {
        Err(TrainError::Step {
            step: name,
            status: status.to_string(),
        })
    }
}

/// Run a program to its end.
pub(crate) fn step(name: &'static str, command: &mut Command) -> Result<(), TrainError> {
    succeeded(name, status(name, command)?)
}

/// A bar over scans.
pub(crate) fn bar(length: u64) -> ProgressBar {
    ProgressBar::new(length).with_finish(ProgressFinish::AndLeave)
}
