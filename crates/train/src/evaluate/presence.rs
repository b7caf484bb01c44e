//! `oct-dme` and `oct-srf`: whether a finding is there at all.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use super::session::{Left, Measured, Session};
use super::{Reading, interval};
use crate::{datasets, ranks};

/// How well presence separates the scans of a set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PresenceFigure {
    /// Area under the ROC curve.
    pub auc: f64,
    /// Its interval of 95 %, patients drawn again.
    pub auc_interval: Option<[f64; 2]>,
    /// Sensitivity where at least 90 % of the scans without the finding are told right.
    pub sensitivity_at_90: f64,
    /// Its interval of 95 %.
    pub sensitivity_interval: Option<[f64; 2]>,
    /// Scans with the finding.
    pub positives: usize,
    /// Scans without.
    pub negatives: usize,
    /// Patients, as far as file names tell; otherwise as many as scans.
    pub patients: usize,
    /// By class with an answer, in how many of the scans without the finding it is called present.
    #[serde(default)]
    pub called: BTreeMap<String, usize>,
}

const SPECIFICITY: f64 = 0.9;

/// Set, column of its labels, classes of which any counts.
const SETS: [(&str, &str, &[Class]); 2] = [
    ("oct-dme", "dme", &[Class::Irf, Class::Srf]),
    ("oct-srf", "srf", &[Class::Srf]),
];

pub(crate) fn measure(session: &mut Session) -> Measured<BTreeMap<String, PresenceFigure>> {
    let mut out = BTreeMap::new();
    for (set, column, classes) in SETS {
        let Ok(root) = session.set(set) else { continue };
        let scans = datasets::labelled(&root, column)?;
        let readings = session.read(&session.inputs.weights, &scans, |scan| &scan.path, None, set)?;
        let scored: Vec<(f64, bool)> = readings
            .iter()
            .map(|(scan, reading)| (reading.probability(classes), scan.positive))
            .collect();
        let patients: Vec<String> = scans.iter().map(|scan| scan.patient.clone()).collect();
        let without = readings.iter().filter(|(scan, _)| !scan.positive);
        let called = called(without.map(|(_, reading)| reading));
        let figure = figure(&scored, &patients).map(|figure| PresenceFigure { called, ..figure });
        out.extend(figure.map(|figure| (set.to_owned(), figure)));
    }
    if out.is_empty() {
        return Err(Left::Out(
            "the data folder has neither oct-dme nor oct-srf with scans of both kinds".to_owned(),
        ));
    }
    Ok(out)
}

/// By class with an answer, in how many readings it is called present.
pub(super) fn called<'a>(readings: impl Iterator<Item = &'a Reading>) -> BTreeMap<String, usize> {
    let mut called = BTreeMap::new();
    for (class, answer) in readings.flat_map(|reading| &reading.classes) {
        *called.entry(class.clone()).or_default() += usize::from(answer.present);
    }
    called
}

/// Of scores and truths with each one's patient; `None` unless there are both kinds.
fn figure(scored: &[(f64, bool)], patients: &[String]) -> Option<PresenceFigure> {
    let sensitivity = |scored: &[(f64, bool)]| ranks::sensitivity_at(scored, SPECIFICITY);
    let positives = scored.iter().filter(|(_, positive)| *positive).count();
    Some(PresenceFigure {
        auc: ranks::auc(scored)?,
        auc_interval: interval(scored, patients, ranks::auc),
        sensitivity_at_90: sensitivity(scored)?,
        sensitivity_interval: interval(scored, patients, sensitivity),
        positives,
        negatives: scored.len() - positives,
        patients: patients.iter().collect::<BTreeSet<_>>().len(),
        called: BTreeMap::new(),
    })
}
