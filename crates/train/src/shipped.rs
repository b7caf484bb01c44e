//! How the weights that ship come about: a network that saw phantoms only, from it one network a fold of patients, one a scanner
//! maker left out, and the one that ships, which sees every patient.
//!
//! The folds choose thresholds and give the figures; the network that ships has no patients of its own to be measured on.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use groundscope_phantom::Style;

use crate::recipe::{Progress, Recipe, Tools, step};
use crate::{TrainError, datasets};

const FOLDS: u32 = 5;
/// Of the steps of a fold, the share that teaches a network without a maker, which only a few scans measure.
const MAKER_SHARE: f64 = 0.4;
/// Learning rate of networks that start from the one of phantoms.
const RATE: &str = "1.2e-3";

/// Every step that is not done.
pub(crate) fn run(recipe: &Recipe, tools: &Tools<'_>, data: &Path) -> Result<Progress, TrainError> {
    let count = |share: u32| (recipe.phantoms / share).max(20);
    let phantoms = recipe.draw("phantoms", recipe.phantoms, 1, None)?;
    let kept = recipe.draw("validation-phantoms", count(20), 1_000_001, None)?;
    // What only measures: seeds that choose nothing, and a maker's style that nothing trains on.
    recipe.draw("test-phantoms", count(10), 2_000_001, None)?;
    let unseen = Style::Optovue;
    recipe.draw(
        &format!("styles/{}/phantoms", unseen.id()),
        count(10),
        3_000_001,
        Some(unseen),
    )?;
    let work = Work {
        recipe,
        tools,
        data,
        phantoms,
    };

    let start = work.at("phantoms-only");
    let mut train = work.train(&start, recipe.steps * 3 / 5, recipe.seed);
    if let Some(weights) = &recipe.start {
        train.arg("--init").arg(weights);
    }
    if tools.train("training on phantoms", &mut train)? == Progress::Paused {
        return Ok(Progress::Paused);
    }
    let start = start.join("checkpoint.pt");
    for fold in 0..FOLDS {
        let mut train = work.command("crossval.py");
        train
            .arg("train")
            .arg("--run")
            .arg(&recipe.run)
            .arg("--init")
            .arg(&start);
        train.args([
            "--fold",
            &fold.to_string(),
            "--steps",
            &recipe.steps.to_string(),
            "--rate",
            RATE,
        ]);
        if tools.train("training a fold", &mut train)? == Progress::Paused {
            return Ok(Progress::Paused);
        }
    }
    let mut folds = tools.command("crossval.py");
    folds
        .arg("finish")
        .arg("--data")
        .arg(data)
        .arg("--run")
        .arg(&recipe.run);
    step("thresholds of the folds", &mut folds)?;
    for (maker, scans) in datasets::makers(&data.join("oct-masks"))? {
        let folder = work.at("makers").join(maker);
        let steps = (f64::from(recipe.steps) * MAKER_SHARE) as u32;
        if work.network(&folder, &start, &scans, steps)? == Progress::Paused {
            return Ok(Progress::Paused);
        }
        let out = folder.join("weights.safetensors");
        work.finish(&folder, &out, kept.as_deref())?;
    }
    // The patients that `evaluate` reads as kept apart are none: the folds stand for them.
    if work.network(&recipe.run, &start, &[], recipe.steps)? == Progress::Paused {
        return Ok(Progress::Paused);
    }
    work.finish(&recipe.run, &recipe.weights, kept.as_deref())?;
    let mut gate = work.command("gate.py");
    gate.arg("--weights").arg(&recipe.weights);
    step("the input gate", &mut gate)?;
    Ok(Progress::Done)
}

struct Work<'a> {
    recipe: &'a Recipe,
    tools: &'a Tools<'a>,
    data: &'a Path,
    phantoms: Option<PathBuf>,
}

impl Work<'_> {
    fn at(&self, name: &str) -> PathBuf {
        self.recipe.run.join(name)
    }

    /// A script with the scans that train.
    fn command(&self, script: &str) -> Command {
        let mut command = self.tools.command(script);
        command.arg("--data").arg(self.data);
        self.with_phantoms(&mut command);
        command
    }

    fn with_phantoms(&self, command: &mut Command) {
        if let Some(folder) = &self.phantoms {
            command.arg("--phantoms").arg(folder);
        }
    }

    /// Training on phantoms alone; `--data` makes it one on real scans, too.
    fn train(&self, out: &Path, steps: u32, seed: u64) -> Command {
        let mut train = self.tools.command("train.py");
        self.with_phantoms(&mut train);
        train.arg("--out").arg(out);
        train.args(["--steps", &steps.to_string(), "--seed", &seed.to_string()]);
        train
    }

    /// A network from the one of phantoms that does not see `held`.
    fn network(
        &self,
        folder: &Path,
        start: &Path,
        held: &[String],
        steps: u32,
    ) -> Result<Progress, TrainError> {
        std::fs::create_dir_all(folder).map_err(TrainError::file(folder))?;
        let list = folder.join("held.json");
        datasets::write_json(&list, held)?;
        let mut train = self.train(folder, steps, self.recipe.seed + 50);
        train
            .arg("--data")
            .arg(self.data)
            .arg("--held")
            .arg(&list)
            .args(["--rate", RATE]);
        let from = [
            OsStr::new("--init"),
            start.as_os_str(),
            OsStr::new("--paint"),
            start.as_os_str(),
        ];
        self.tools.train("training on all patients", train.args(from))
    }

    fn finish(&self, folder: &Path, out: &Path, kept: Option<&Path>) -> Result<(), TrainError> {
        let mut finish = self.command("finish.py");
        finish
            .arg("--folds")
            .arg(&self.recipe.run)
            .arg("--run")
            .arg(folder)
            .arg("--out")
            .arg(out);
        finish.arg("--held").arg(folder.join("held.json"));
        finish.arg("--seed").arg(self.recipe.seed.to_string());
        if let Some(folder) = kept {
            finish.arg("--validation-phantoms").arg(folder);
        }
        step("choosing thresholds and writing the weights", &mut finish)
    }
}
