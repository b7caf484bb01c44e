//! A hospital's own labelled scans: to a training folder, to weights that the page loads, to a model card.

mod card;
mod classes;
mod convert;
mod error;
mod labels;
mod measure;
mod patients;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundscope_model::Evidence;
use groundscope_model::weights::DataSource;
use serde::{Deserialize, Serialize};

pub use classes::{Classes, Taught};
pub use convert::{Notes, Source, convert};
pub use error::OwnError;
pub use labels::{Labels, draw};
pub use measure::{Measured, group, measure};
pub use patients::Patients;

use crate::datasets::{json, write_json};
use crate::recipe::{Data, Progress, Recipe};
use crate::training_folder::Entry;
use crate::{TrainError, datasets, training_folder};

/// What a weights file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Name of the weights.
    pub name: String,
    /// Their licence.
    pub licence: String,
    /// Whose scans trained them, those of the weights that they started from first.
    pub data: Vec<DataSource>,
    /// The evidence that these scans can give at most: `real` where patients are told, `few` where not, `synthetic` for drawn ones.
    pub most: Evidence,
}

/// What a run was started with, by name: another run has another folder.
pub type Settings = BTreeMap<String, String>;

/// A run on one's own scans.
#[derive(Clone, Debug)]
pub struct Job {
    /// Folder of the run.
    pub run: PathBuf,
    /// The label of the weights.
    pub label: Label,
    /// The steps; `data` is [`Data::Own`] with the run's folders, see [`Job::data`].
    pub recipe: Recipe,
    /// What it was started with, for the card.
    pub settings: Settings,
}

/// What a finished run leaves.
#[derive(Debug)]
pub struct Trained {
    /// The bytes of the weights file.
    pub weights: Vec<u8>,
    /// The model card, in Markdown.
    pub card: String,
    /// Figures on the scans kept apart.
    pub measured: Measured,
}

/// The scans of a run: its training folder, with as many as `entries`.
pub fn data(run: &Path, entries: &[Entry]) -> Data {
    Data::Own {
        folder: folder(run),
        label: run.join("label.json"),
        scans: u32::try_from(entries.len()).unwrap_or(u32::MAX),
    }
}

/// The training folder of a run.
pub fn folder(run: &Path) -> PathBuf {
    run.join("scans")
}

/// The weights of a run while they are made.
pub fn weights(run: &Path) -> PathBuf {
    run.join("weights.safetensors")
}

/// That a run which is gone on with was started with these settings.
///
/// # Errors
/// [`OwnError::OtherRun`] for a folder of other settings.
pub fn check_settings(run: &Path, settings: &Settings) -> Result<(), TrainError> {
    let path = run.join(SETTINGS);
    if !path.exists() {
        return Ok(());
    }
    let before: Settings = json(&path)?;
    let names = before.keys().chain(settings.keys());
    let other = |name: &&String| before.get(*name) != settings.get(*name);
    let mut differs: Vec<&str> = names.filter(other).map(String::as_str).collect();
    differs.sort_unstable();
    differs.dedup();
    if differs.is_empty() {
        return Ok(());
    }
    Err(OwnError::OtherRun {
        run: run.display().to_string(),
        differs: differs.join(", "),
    }
    .into())
}

/// Keep the settings of a run, once its scans are there: what was refused before may be tried again in another way.
///
/// # Errors
/// A file that cannot be written.
pub fn keep_settings(run: &Path, settings: &Settings) -> Result<(), TrainError> {
    write_json(&run.join(SETTINGS), settings)
}

/// Takes the folder of a run for this process alone, for as long as the file that is given back lives.
///
/// # Errors
/// [`OwnError::Busy`] where another process trains in it.
pub fn lock(run: &Path) -> Result<std::fs::File, TrainError> {
    let path = run.join("lock");
    let file = std::fs::File::create(&path).map_err(TrainError::file(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(OwnError::Busy {
            run: run.display().to_string(),
        }
        .into()),
        Err(std::fs::TryLockError::Error(error)) => Err(TrainError::file(&path)(error)),
    }
}

const SETTINGS: &str = "own.json";

/// Train, measure and describe; `None` where the time was up.
///
/// # Errors
/// The first step that fails.
pub fn train(job: &Job, entries: &[Entry]) -> Result<Option<Trained>, TrainError> {
    write_json(&job.run.join("label.json"), &job.label)?;
    if job.recipe.run()? == Progress::Paused {
        return Ok(None);
    }
    let kept: Vec<String> = json(&job.run.join("validation-patients.json"))?;
    let held: Vec<&Entry> = entries
        .iter()
        .filter(|entry| kept.iter().any(|one| one == group(entry)))
        .collect();
    let reader = datasets::reader(&job.recipe.weights)?;
    let measured = measure(&reader, &folder(&job.run), &held, job.label.most)?;
    write_json(&job.run.join("evaluation.json"), &measured)?;
    job.recipe.figures()?;
    let (weights, bytes) = datasets::weights(&job.recipe.weights)?;
    Ok(Some(Trained {
        card: card::markdown(weights.manifest(), entries, &held, &measured, job),
        weights: bytes,
        measured,
    }))
}

/// How far training came, in optimiser steps, as `train.py` wrote it last.
pub fn step(run: &Path) -> Option<u64> {
    #[derive(Deserialize)]
    struct Reached {
        step: u64,
    }
    json::<Reached>(&run.join("progress.json"))
        .ok()
        .map(|reached| reached.step)
}

/// The scans of a run, which are read from its folder once they are there.
///
/// # Errors
/// A folder that cannot be read.
pub fn entries(run: &Path) -> Result<Option<Vec<Entry>>, TrainError> {
    training_folder::entries(&folder(run))
}
