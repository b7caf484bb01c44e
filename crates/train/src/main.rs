//! `groundscope-train`: trains the network, measures it, writes its model card.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use groundscope_model::{DeviceChoice, Reader, WeightsFile};
use groundscope_train::recipe::{Data, Progress, Recipe};
use groundscope_train::{TrainError, card, evaluate};
use serde::de::DeserializeOwned;

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
    Evaluate(Measure),
    /// Write docs/model-card.md from the figures of a run.
    Card(Measure),
}

#[derive(clap::Args)]
struct Run {
    #[command(flatten)]
    measure: Measure,
    /// Optimiser steps.
    #[arg(long, default_value_t = 5200)]
    steps: u32,
    /// Seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Phantoms to draw and train on.
    #[arg(long, default_value_t = 1300)]
    phantoms: u32,
    /// Threads of the network.
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Weights file or checkpoint to start from.
    #[arg(long)]
    init: Option<PathBuf>,
    /// Python with PyTorch; without it one is made in the run's folder.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Stop training after so many minutes; the same command goes on.
    #[arg(long)]
    minutes: Option<u32>,
}

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
            };
            if recipe.run()? == Progress::Paused {
                println!("the time is up: the same command goes on");
                return Ok(());
            }
            measure_weights(measure)?;
            recipe.figures()?;
            write_card(measure)
        }
        Step::Evaluate(measure) => measure_weights(measure),
        Step::Card(measure) => write_card(measure),
    }
}

fn load(path: &Path) -> Result<groundscope_model::Weights, TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    WeightsFile::parse(&bytes).map_err(|error| TrainError::content(path, error))
}

fn measure_weights(args: &Measure) -> Result<(), TrainError> {
    let weights = load(&args.weights)?;
    let reader = pollster::block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |_| ()))
        .map_err(|error| TrainError::content(&args.weights, error))?;
    let patients: Vec<String> = json(&args.run.join("validation-patients.json"))?;
    let evaluation = evaluate::evaluate(&reader, &args.data, &patients)?;
    let text =
        serde_json::to_string_pretty(&evaluation).map_err(|error| TrainError::content(&args.run, error))?;
    println!("{text}");
    let out = args.run.join("evaluation.json");
    std::fs::write(&out, text).map_err(TrainError::file(&out))
}

fn write_card(args: &Measure) -> Result<(), TrainError> {
    let weights = load(&args.weights)?;
    let evaluation = json(&args.run.join("evaluation.json"))?;
    let finish = json(&args.run.join("finish.json"))?;
    let pictures = args.card.with_file_name("pictures");
    std::fs::create_dir_all(&pictures).map_err(TrainError::file(&pictures))?;
    card::plot(&evaluation, &pictures.join("validation-f1.svg"))?;
    let size = std::fs::metadata(&args.weights)
        .map_err(TrainError::file(&args.weights))?
        .len();
    let text = card::markdown(weights.manifest(), size, &evaluation, &finish);
    std::fs::write(&args.card, text).map_err(TrainError::file(&args.card))
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T, TrainError> {
    let text = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
    serde_json::from_str(&text).map_err(|error| TrainError::content(path, error))
}
