//! Phantoms that trained nothing: of unseen seeds, and in the style of an unseen maker.

use std::collections::BTreeMap;
use std::path::Path;

use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use super::cross_validation::{Tallies, add, figures};
use super::session::{Left, Measured, Session};
use super::{Figure, macro_f1};
use crate::TrainError;
use crate::datasets::{self, Phantom};

/// Figures on synthetic scans, whose boxes are exact; each phantom stands for a patient.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PhantomFigures {
    /// Phantoms read.
    pub phantoms: usize,
    /// By class.
    pub classes: BTreeMap<String, Figure>,
    /// Mean F1 over the biomarkers that some phantom has.
    pub macro_f1: f64,
    /// Its interval of 95 %, phantoms drawn again.
    pub macro_interval: Option<[f64; 2]>,
    /// How many of the 13 biomarkers these are.
    pub biomarkers: usize,
}

const FOLDER: &str = "test-phantoms";

/// The shipped weights on `test-phantoms` of the run folder.
pub(crate) fn measure(session: &mut Session) -> Measured<PhantomFigures> {
    let phantoms = load(&session.inputs.run.join(FOLDER))?;
    Ok(figures_of(
        session,
        &session.inputs.weights,
        &phantoms,
        "phantoms",
    )?)
}

/// Each folder of `styles` in the run folder, named for a style that its `weights.safetensors` never saw: the phantoms below
/// it, or those of that style in `test-phantoms`. Without weights of its own, the shipped weights never saw it.
pub(crate) fn styles(session: &mut Session) -> Measured<BTreeMap<String, PhantomFigures>> {
    let mut out = BTreeMap::new();
    for (style, folder) in session.folders("styles")? {
        let own = folder.join("phantoms");
        let all = if own.exists() {
            load(&own)?
        } else {
            load(&session.inputs.run.join(FOLDER))?
        };
        let phantoms: Vec<Phantom> = all.into_iter().filter(|phantom| phantom.style == style).collect();
        let weights = Some(folder.join("weights.safetensors")).filter(|path| path.exists());
        let weights = weights.unwrap_or_else(|| session.inputs.weights.clone());
        if !phantoms.is_empty() {
            let figures = figures_of(session, &weights, &phantoms, &style)?;
            out.insert(style, figures);
        }
    }
    if out.is_empty() {
        return Err(Left::Out(
            "no phantom has the style of a folder of styles".to_owned(),
        ));
    }
    Ok(out)
}

fn load(folder: &Path) -> Measured<Vec<Phantom>> {
    if !folder.join("index.json").exists() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        return Err(Left::Out(format!(
            "the run folder has no {name} with an index.json"
        )));
    }
    Ok(datasets::phantoms(folder)?)
}

fn figures_of(
    session: &mut Session,
    weights: &Path,
    phantoms: &[Phantom],
    words: &str,
) -> Result<PhantomFigures, TrainError> {
    let mut tallies = Tallies::new();
    for (phantom, reading) in session.read(weights, phantoms, |phantom| &phantom.scan.path, None, words)? {
        add(&mut tallies, &phantom.scan, &reading);
    }
    let biomarkers = || Class::biomarkers().iter().filter_map(|class| tallies.get(class));
    let (macro_f1, macro_interval) = macro_f1(biomarkers()).unwrap_or_default();
    Ok(PhantomFigures {
        phantoms: phantoms.len(),
        classes: figures(&tallies),
        macro_f1,
        macro_interval,
        biomarkers: biomarkers().filter(|tally| tally.counts().boxes() > 0).count(),
    })
}
