//! A network that reads scans, each one once: what it found is kept in the run folder and taken from there the next time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use groundscope_geometry::PixelBox;
use groundscope_imaging::decode;
use groundscope_metrics::bootstrap::hash;
use groundscope_model::{Evidence, Findings, Manifest, Reader};
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use crate::perturb::Perturbation;
use crate::{TrainError, datasets};

/// What an evaluation needs of a scan's findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Whether the gate took the picture for a B-scan; true where the weights have no gate.
    pub let_in: bool,
    /// By class identifier, for the classes that have an answer.
    pub classes: BTreeMap<String, Answer>,
}

/// What was found of one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Calibrated probability of presence, 0..1.
    pub probability: f64,
    /// Whether the class is present.
    pub present: bool,
    /// `[x1, y1, x2, y2]` in pixels of the scan that was read, right and bottom exclusive.
    pub boxes: Vec<[u32; 4]>,
}

impl Reading {
    fn of(findings: &Findings) -> Self {
        let answer = |finding: &groundscope_model::Finding| {
            let answer = Answer {
                probability: finding.probability?,
                present: finding.present?,
                boxes: finding.boxes(),
            };
            Some((finding.class.id().to_owned(), answer))
        };
        Self {
            let_in: findings.gate.is_none_or(|gate| gate.lets_in()),
            classes: findings.findings.iter().filter_map(answer).collect(),
        }
    }

    /// What was found of a class; `None` where there is no answer.
    pub fn get(&self, class: Class) -> Option<&Answer> {
        self.classes.get(class.id())
    }

    /// The boxes of some classes together.
    pub fn boxes(&self, classes: &[Class]) -> Vec<PixelBox> {
        let of = |class: &Class| self.get(*class).map_or(&[][..], |answer| &answer.boxes);
        let boxes = classes.iter().flat_map(of);
        boxes
            .map(|corners| PixelBox::from_array(corners.map(f64::from)))
            .collect()
    }

    /// The largest probability of some classes; 0 where none has an answer.
    pub fn probability(&self, classes: &[Class]) -> f64 {
        let answers = classes.iter().filter_map(|class| self.get(*class));
        answers.map(|answer| answer.probability).fold(0.0, f64::max)
    }
}

/// One line of the kept readings.
#[derive(Serialize, Deserialize)]
struct Kept {
    scan: String,
    change: String,
    reading: Reading,
}

/// A network that reads scans.
pub struct Network {
    weights: PathBuf,
    manifest: Manifest,
    reader: Option<Reader>,
    known: BTreeMap<(String, String), Reading>,
    file: (PathBuf, File),
}

impl Network {
    /// Identifiers of the classes that have an answer.
    pub(crate) fn answers(&self) -> BTreeSet<String> {
        let classes = self.manifest.classes.iter();
        classes.map(|class| class.id.clone()).collect()
    }

    /// The weights of a file, with the readings that `folder` keeps of them.
    ///
    /// # Errors
    /// A weights file that can't be used, or a folder that can't be written.
    pub fn open(weights: &Path, folder: &Path) -> Result<Self, TrainError> {
        let (parsed, _) = datasets::weights(weights)?;
        let manifest = parsed.manifest().clone();
        std::fs::create_dir_all(folder).map_err(TrainError::file(folder))?;
        let path = folder.join(format!("{}.jsonl", key(&manifest)));
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(TrainError::file(&path))?,
        };
        // A line that an interruption cut off is read again, and must not spoil the next one.
        let kept: Vec<Kept> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(TrainError::file(&path))?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).map_err(TrainError::file(&path))?;
        }
        let known = kept
            .into_iter()
            .map(|kept| ((kept.scan, kept.change), kept.reading))
            .collect();
        Ok(Self {
            weights: weights.to_owned(),
            manifest,
            reader: None,
            known,
            file: (path, file),
        })
    }

    /// What the weights say about themselves.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads a scan, changed if so wanted; its bytes decide the noise.
    ///
    /// # Errors
    /// A file that is no scan, or a device that fails.
    pub fn read(&mut self, path: &Path, change: Option<Perturbation>) -> Result<Reading, TrainError> {
        let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
        let seed = hash(bytes.iter().copied());
        let id = (
            format!("{seed:016x}"),
            change.map_or_else(String::new, |change| change.to_string()),
        );
        if let Some(reading) = self.known.get(&id) {
            return Ok(reading.clone());
        }
        let mut scan = decode(&bytes).map_err(|error| TrainError::content(path, error))?;
        if let Some(change) = change {
            scan = change
                .apply(&scan, seed)
                .map_err(|error| TrainError::content(path, error))?;
        }
        let findings = pollster::block_on(self.reader()?.read(&scan, &mut |_| ()))
            .map_err(|error| TrainError::content(path, error))?;
        let reading = Reading::of(&findings);
        let kept = Kept {
            scan: id.0.clone(),
            change: id.1.clone(),
            reading: reading.clone(),
        };
        let line = serde_json::to_string(&kept).map_err(|error| TrainError::content(&self.file.0, error))?;
        writeln!(self.file.1, "{line}").map_err(TrainError::file(&self.file.0))?;
        self.known.insert(id, reading.clone());
        Ok(reading)
    }

    /// The reader, loaded when the first scan must be read.
    fn reader(&mut self) -> Result<&Reader, TrainError> {
        let reader = match self.reader.take() {
            Some(reader) => reader,
            None => datasets::reader(&self.weights)?,
        };
        Ok(self.reader.insert(reader))
    }
}

/// A name for everything that decides what is found: tensors, thresholds, gate, and this version of the reader. Evidence and
/// figures, which are written into the file after it was measured, are left out.
fn key(manifest: &Manifest) -> String {
    let mut manifest = manifest.clone();
    for class in &mut manifest.classes {
        class.evidence = Evidence::None;
        class.figure = None;
        class.figure_text = None;
    }
    let text = format!("{} {manifest:?}", env!("CARGO_PKG_VERSION"));
    format!("{:016x}", hash(text.into_bytes()))
}
