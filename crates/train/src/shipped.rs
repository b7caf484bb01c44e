//! How the weights that ship come about: a network that saw phantoms only, from it one network a fold of patients, which also
//! leaves a scanner maker out, and the one that ships, which sees every scan.
//!
//! The folds choose thresholds and give the figures; the network that ships has no patients of its own to be measured on.

use std::path::{Path, PathBuf};
use std::process::Command;

use groundscope_phantom::Style;

use crate::recipe::{Progress, Recipe, Tools, step};
use crate::{TrainError, datasets};

const FOLDS: u32 = 5;
/// Windows a step of the network of phantoms, and of those that start from it: many small steps learn more of few scans.
const WINDOWS: (&str, &str) = ("8", "4");
/// Learning rate of networks that start from the one of phantoms, and of one that goes on from other weights, with fewer steps.
const RATE: &str = "1.2e-3";
const RATE_ON: &str = "8e-4";
/// Frames that presence is fitted on at the end.
const FRAMES: &str = "500";

/// Every step that is not done.
pub(crate) fn run(recipe: &Recipe, tools: &Tools<'_>, data: &Path) -> Result<Progress, TrainError> {
    let tenth = (recipe.phantoms / 10).max(20);
    let phantoms = recipe.draw("phantoms", recipe.phantoms, 1, None)?;
    let kept = recipe.draw("validation-phantoms", tenth, 1_000_001, None)?;
    // What only measures: seeds that choose nothing, and a maker's style that nothing trains on.
    recipe.draw("test-phantoms", tenth, 2_000_001, None)?;
    let unseen = Style::Optovue;
    recipe.draw(
        &format!("styles/{}/phantoms", unseen.id()),
        tenth,
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
    let mut train = work.train(&start, recipe.steps / 2, recipe.seed);
    train.args(["--batch", WINDOWS.0]);
    if tools.train("training on phantoms", &mut train)? == Progress::Paused {
        return Ok(Progress::Paused);
    }
    let start = start.join("checkpoint.pt");
    for fold in 0..FOLDS {
        let mut train = work.command("crossval.py");
        train.arg("train").arg("--run").arg(&recipe.run);
        train.arg("--init").arg(&start);
        train.args([
            "--fold",
            &fold.to_string(),
            "--steps",
            &recipe.steps.to_string(),
            "--batch",
            WINDOWS.1,
            "--rate",
            RATE,
            "--frames",
            FRAMES,
        ]);
        if tools.train("training a fold", &mut train)? == Progress::Paused {
            return Ok(Progress::Paused);
        }
    }
    let mut folds = tools.command("crossval.py");
    folds.arg("finish").arg("--data").arg(data);
    folds.arg("--run").arg(&recipe.run);
    if let Some(folder) = &kept {
        folds.arg("--validation-phantoms").arg(folder);
    }
    step("thresholds of the folds", &mut folds)?;
    if tools.train("training on every scan", &mut work.last(&start)?)? == Progress::Paused {
        return Ok(Progress::Paused);
    }
    let mut finish = work.command("finish.py");
    for (name, path) in [
        ("--folds", &recipe.run),
        ("--run", &recipe.run),
        ("--out", &recipe.weights),
    ] {
        finish.arg(name).arg(path);
    }
    // Presence as the folds fit it, since their readings calibrate it.
    finish.arg("--paint").arg(&start).args(["--frames", FRAMES]);
    finish.args(["--seed", &recipe.seed.to_string()]);
    if let Some(folder) = &kept {
        finish.arg("--validation-phantoms").arg(folder);
    }
    step("choosing thresholds and writing the weights", &mut finish)?;
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

    /// Training on every real scan, from the network of phantoms or from weights that may have seen any of them.
    fn last(&self, phantoms_only: &Path) -> Result<Command, TrainError> {
        let (run, steps) = (&self.recipe.run, self.recipe.steps);
        let (start, rate, steps) = match &self.recipe.start {
            Some(start) => (start.as_path(), RATE_ON, steps * 4 / 5),
            // Classes that only phantoms have go on improving where folds, few real scans, do not.
            None => (phantoms_only, RATE, 2 * steps),
        };
        let mut train = self.train(run, steps, self.recipe.seed + 50);
        train.arg("--data").arg(self.data);
        // Nobody is held back: without a list `train.py` would draw some.
        let held = run.join("held.json");
        datasets::write_json(&held, &[""; 0])?;
        train.arg("--held").arg(held);
        train.arg("--init").arg(start).args(["--rate", rate]);
        train
            .args(["--batch", WINDOWS.1])
            .arg("--paint")
            .arg(phantoms_only);
        Ok(train)
    }
}
