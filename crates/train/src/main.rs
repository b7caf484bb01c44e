//! `groundscope-train`: trains the network, measures it, writes its model card.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use groundscope_train::datasets::{json, weights};
use groundscope_train::evaluate::{self, Evaluation, Inputs, Part};
use groundscope_train::recipe::{Data, Progress, Recipe};
use groundscope_train::{TrainError, card};

#[derive(Parser)]
#[command(
    version,
    about = "Trains the grounding network, measures it and writes its model card."
)]
struct Args {
    #[command(subcommand)]
    command: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Everything, resumable: phantoms, network, weights, figures, model card.
    Run(Run),
    /// Measure weights on the evaluation sets.
    Evaluate(Evaluate),
    /// Write docs/model-card.md from the figures of a run.
    Card(Measure),
}

#[derive(clap::Args)]
struct Run {
    #[command(flatten)]
    measure: Measure,
    /// Optimiser steps of a fold; the network of phantoms takes half as many, the one that ships twice as many (with `--init` four fifths).
    #[arg(long, default_value_t = 3000)]
    steps: u32,
    /// Seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Phantoms to draw and train on.
    #[arg(long, default_value_t = 3000)]
    phantoms: u32,
    /// Threads of the network.
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Weights file or checkpoint that the network that ships starts from. The folds never do: it may have seen their patients.
    #[arg(long)]
    init: Option<PathBuf>,
    /// Python with PyTorch; without it one is made in the run's folder.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Stop training after so many minutes; the same command goes on.
    #[arg(long)]
    minutes: Option<u32>,
    /// Fuse the steps by PyTorch's compiler: a third faster after some minutes. Wants a C++ compiler.
    #[arg(long)]
    compile: bool,
}

#[derive(clap::Args)]
struct Evaluate {
    #[command(flatten)]
    measure: Measure,
    /// Measure this part alone (may be repeated); the others stay as they are in evaluation.json.
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// Scans that are changed for the robustness part.
    #[arg(long, default_value_t = ROBUSTNESS_SCANS)]
    robustness_scans: usize,
}

/// As many as take about a quarter of an hour on one core with the fifteen changes.
const ROBUSTNESS_SCANS: usize = 60;

#[derive(clap::Args)]
struct Measure {
    /// Folder with the data sets.
    #[arg(long)]
    data: PathBuf,
    /// Folder of the training run.
    #[arg(long)]
    run: PathBuf,
    /// The weights file.
    #[arg(long, default_value = "weights/groundscope-oct-1.safetensors")]
    weights: PathBuf,
    /// Where the model card goes.
    #[arg(long, default_value = "docs/model-card.md")]
    card: PathBuf,
}

fn main() -> std::process::ExitCode {
    match run(&Args::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), TrainError> {
    let (Step::Run(Run { measure, .. }) | Step::Evaluate(Evaluate { measure, .. }) | Step::Card(measure)) =
        &args.command;
    // Without its data a run would find out after hours, and an evaluation replace every figure by nothing.
    if !measure.data.is_dir() {
        return Err(TrainError::content(
            &measure.data,
            "there is no such folder of data sets",
        ));
    }
    match &args.command {
        Step::Run(Run {
            measure,
            steps,
            seed,
            phantoms,
            threads,
            init,
            python,
            minutes,
            compile,
        }) => {
            let recipe = Recipe {
                data: Data::Sets(measure.data.clone()),
                run: measure.run.clone(),
                weights: measure.weights.clone(),
                steps: *steps,
                seed: *seed,
                phantoms: *phantoms,
                threads: *threads,
                start: init.clone(),
                python: python.clone(),
                minutes: *minutes,
                compile: *compile,
            };
            if recipe.run()? == Progress::Paused {
                println!("the time is up: the same command goes on");
                return Ok(());
            }
            measure_weights(measure, &[], ROBUSTNESS_SCANS)?;
            recipe.figures()?;
            write_card(measure)
        }
        Step::Evaluate(Evaluate {
            measure,
            only,
            robustness_scans,
        }) => measure_weights(measure, only, *robustness_scans),
        Step::Card(measure) => write_card(measure),
    }
}

fn measure_weights(args: &Measure, only: &[Part], robustness_scans: usize) -> Result<(), TrainError> {
    let out = args.run.join("evaluation.json");
    let earlier = if only.is_empty() || !out.exists() {
        Evaluation::default()
    } else {
        json(&out)?
    };
    let inputs = Inputs {
        data: args.data.clone(),
        run: args.run.clone(),
        weights: args.weights.clone(),
        robustness_scans,
    };
    let evaluation = evaluate::evaluate(&inputs, only, earlier)?;
    let text = serde_json::to_string_pretty(&evaluation).map_err(|error| TrainError::content(&out, error))?;
    println!("{text}");
    std::fs::write(&out, text).map_err(TrainError::file(&out))
}

/// What `train.py` was called with, as far as the card tells it.
#[derive(serde::Deserialize)]
struct Settings {
    init: Option<PathBuf>,
}

impl Settings {
    /// The network of phantoms is a checkpoint; older weights are a weights file.
    fn continued(&self) -> bool {
        let ending = self.init.as_ref().and_then(|path| path.extension());
        ending.is_some_and(|ending| ending == "safetensors")
    }
}

fn measured(args: &Measure) -> Result<Evaluation, TrainError> {
    let path = args.run.join("evaluation.json");
    if path.exists() {
        return json(&path);
    }
    Err(TrainError::NotMeasured { path })
}

fn write_card(args: &Measure) -> Result<(), TrainError> {
    let (weights, bytes) = weights(&args.weights)?;
    let optional = |name: &str| Some(args.run.join(name)).filter(|path| path.exists());
    let settings: Option<Settings> = optional("settings.json").map(|path| json(&path)).transpose()?;
    let card = card::Card {
        continued: settings.is_some_and(|settings| settings.continued()),
        manifest: weights.manifest(),
        size: bytes.len() as u64,
        evaluation: &measured(args)?,
        finish: optional("finish.json").map(|path| json(&path)).transpose()?,
        ablation: optional("ablation.json")
            .map(|path| json(&path))
            .transpose()?
            .unwrap_or_default(),
    };
    let pictures = args.card.with_file_name("pictures");
    std::fs::create_dir_all(&pictures).map_err(TrainError::file(&pictures))?;
    card::plot(&card, &pictures)?;
    std::fs::write(&args.card, card.markdown()).map_err(TrainError::file(&args.card))
}
