//! Where an evaluation finds its data and networks, and how a part says that they are not there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Network, Reading};
use crate::datasets::json;
use crate::perturb::Perturbation;
use crate::{TrainError, recipe};

/// What an evaluation reads.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Folder with the data sets.
    pub data: PathBuf,
    /// Folder of the training run.
    pub run: PathBuf,
    /// The weights that ship.
    pub weights: PathBuf,
    /// How many scans are changed for the robustness part.
    pub robustness_scans: usize,
}

/// Why a part has no figures.
pub(crate) enum Left {
    /// Its data or weights are not there.
    Out(String),
    /// Something is wrong.
    Failed(TrainError),
}

impl From<TrainError> for Left {
    fn from(error: TrainError) -> Self {
        Self::Failed(error)
    }
}

/// What a part measured.
pub(crate) type Measured<T> = Result<T, Left>;

/// The networks that are open during an evaluation.
pub(crate) struct Session<'a> {
    pub(crate) inputs: &'a Inputs,
    networks: BTreeMap<PathBuf, Network>,
}

/// A network that never saw some patients of `oct-lesions` and scans of `oct-masks`.
pub(crate) struct Fold {
    pub(crate) weights: PathBuf,
    pub(crate) patients: Vec<String>,
    pub(crate) scans: Vec<String>,
}

impl<'a> Session<'a> {
    pub(crate) const fn new(inputs: &'a Inputs) -> Self {
        Self {
            inputs,
            networks: BTreeMap::new(),
        }
    }

    /// A network, opened once.
    pub(crate) fn network(&mut self, weights: &Path) -> Result<&mut Network, TrainError> {
        let network = match self.networks.remove(weights) {
            Some(network) => network,
            None => Network::open(weights, &self.inputs.run.join("readings"))?,
        };
        Ok(self.networks.entry(weights.to_owned()).or_insert(network))
    }

    /// The network that ships.
    pub(crate) fn shipped(&mut self) -> Result<&mut Network, TrainError> {
        self.network(&self.inputs.weights)
    }

    /// Reads scans in order; each one's reading comes with it.
    pub(crate) fn read<'s, S>(
        &mut self,
        weights: &Path,
        scans: &'s [S],
        path: impl Fn(&S) -> &Path,
        change: Option<Perturbation>,
        words: &str,
    ) -> Result<Vec<(&'s S, Reading)>, TrainError> {
        let network = self.network(weights)?;
        let bar = recipe::bar(scans.len() as u64).with_message(words.to_owned());
        let read = |scan| {
            let reading = network.read(path(scan), change)?;
            bar.inc(1);
            Ok((scan, reading))
        };
        scans.iter().map(read).collect()
    }

    /// The folder of a data set.
    pub(crate) fn set(&self, name: &str) -> Measured<PathBuf> {
        let root = self.inputs.data.join(name);
        if root.exists() {
            Ok(root)
        } else {
            Err(Left::Out(format!("the data folder has no {name}")))
        }
    }

    /// The folders below `name` of the run folder, by name.
    pub(crate) fn folders(&self, name: &str) -> Measured<Vec<(String, PathBuf)>> {
        let root = self.inputs.run.join(name);
        if !root.exists() {
            return Err(Left::Out(format!("the run folder has no {name}")));
        }
        let mut folders = Vec::new();
        for entry in std::fs::read_dir(&root).map_err(TrainError::file(&root))? {
            let path = entry.map_err(TrainError::file(&root))?.path();
            if path.is_dir() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                folders.push((name.into_owned(), path));
            }
        }
        folders.sort();
        Ok(folders)
    }

    /// The networks of the cross-validation.
    pub(crate) fn folds(&self) -> Measured<Vec<Fold>> {
        let mut folds: Vec<Fold> = Vec::new();
        for (_, folder) in self.folders("folds")? {
            let weights = folder.join("weights.safetensors");
            if !weights.exists() {
                continue;
            }
            let list = folder.join("validation-patients.json");
            let patients: Vec<String> = json(&list)?;
            let before = folds.iter().flat_map(|fold| &fold.patients);
            once(&list, "patient", before, &patients)?;
            // A fold that held back the scans of no maker may have no list of them.
            let list = folder.join("validation-scans.json");
            let scans = if list.exists() { json(&list)? } else { Vec::new() };
            let before = folds.iter().flat_map(|fold| &fold.scans);
            once(&list, "scan", before, &scans)?;
            folds.push(Fold {
                weights,
                patients,
                scans,
            });
        }
        if folds.is_empty() {
            return Err(Left::Out(
                "no folder of folds has a file weights.safetensors".to_owned(),
            ));
        }
        Ok(folds)
    }
}

/// What two folds left out would be counted twice.
fn once<'a>(
    list: &Path,
    what: &str,
    mut before: impl Iterator<Item = &'a String>,
    now: &[String],
) -> Result<(), TrainError> {
    before.find(|name| now.contains(name)).map_or(Ok(()), |name| {
        let problem = format!("{what} {name} is left out by an earlier fold too");
        Err(TrainError::content(list, problem))
    })
}
