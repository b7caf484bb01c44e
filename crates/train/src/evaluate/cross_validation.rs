//! `oct-lesions`: boxes and calibration on patients whom the network never saw.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use super::session::{Left, Measured, Session};
use super::{Figure, Reading, Tally, Told};
use crate::calibration::Calibration;
use crate::datasets::{self, BoxedScan};

/// The scans of all folds, each read by the network of its fold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CrossValidation {
    /// Networks.
    pub folds: usize,
    /// Scans read.
    pub scans: usize,
    /// Their patients.
    pub patients: usize,
    /// By class, counts pooled over all scans; intervals over patients.
    pub classes: BTreeMap<String, Figure>,
    /// By class, in how many scans with and without it it is called present.
    #[serde(default)]
    pub told: BTreeMap<String, Told>,
    /// By class that some scan has, whether its probability means what it says.
    pub calibration: BTreeMap<String, Calibration>,
    /// The same over the answers of those classes together.
    pub pooled_calibration: Calibration,
}

/// Counts by class.
pub(crate) type Tallies = BTreeMap<Class, Tally>;

/// Adds a scan to the counts of every class that was looked for in it.
pub(crate) fn add(tallies: &mut Tallies, scan: &BoxedScan, reading: &Reading) {
    for (class, references) in &scan.boxes {
        let tally = tallies.entry(*class).or_default();
        tally.add(&scan.patient, references, &reading.boxes(&[*class]));
    }
}

/// The figures of some counts, by class identifier.
pub(crate) fn figures(tallies: &Tallies) -> BTreeMap<String, Figure> {
    let figure = |(class, tally): (&Class, &Tally)| (class.id().to_owned(), tally.figure());
    tallies.iter().map(figure).collect()
}

/// Where a scan with boxes is.
pub(crate) fn path(scan: &BoxedScan) -> &Path {
    &scan.path
}

/// The shipped weights on the patients that the run kept apart.
pub(crate) fn kept_apart(session: &mut Session) -> Measured<BTreeMap<String, Figure>> {
    let root = session.set("oct-lesions")?;
    let list = session.inputs.run.join("validation-patients.json");
    if !list.exists() {
        return Err(Left::Out(
            "the run folder has no validation-patients.json".to_owned(),
        ));
    }
    let patients: Vec<String> = datasets::json(&list)?;
    if patients.is_empty() {
        return Err(Left::Out(
            "these weights were trained on every patient, and the folds stand for them".to_owned(),
        ));
    }
    let scans = datasets::lesions(&root, &patients)?;
    let mut tallies = Tallies::new();
    for (scan, reading) in session.read(&session.inputs.weights, &scans, path, None, "kept apart")? {
        add(&mut tallies, scan, &reading);
    }
    Ok(figures(&tallies))
}

/// Every fold's network on the patients that it never saw.
pub(crate) fn measure(session: &mut Session) -> Measured<CrossValidation> {
    let root = session.set("oct-lesions")?;
    let folds = session.folds()?;
    let mut tallies = Tallies::new();
    let mut answers: BTreeMap<Class, Vec<(f64, bool)>> = BTreeMap::new();
    let mut patients = BTreeSet::new();
    let mut out = CrossValidation {
        folds: folds.len(),
        ..CrossValidation::default()
    };
    for (number, fold) in folds.iter().enumerate() {
        let scans = datasets::lesions(&root, &fold.patients)?;
        let words = format!("fold {} of {}", number + 1, folds.len());
        for (scan, reading) in session.read(&fold.weights, &scans, path, None, &words)? {
            add(&mut tallies, scan, &reading);
            for (class, boxes) in &scan.boxes {
                let Some(answer) = reading.get(*class) else {
                    continue;
                };
                let there = !boxes.is_empty();
                let told = out.told.entry(class.id().to_owned()).or_default();
                told.add(there, answer.present);
                answers
                    .entry(*class)
                    .or_default()
                    .push((answer.probability, there));
            }
            patients.insert(scan.patient.clone());
        }
        out.scans += scans.len();
    }
    out.patients = patients.len();
    out.classes = figures(&tallies);
    // A class that no scan has would only dilute the error of the others.
    answers.retain(|_, answers| answers.iter().any(|(_, present)| *present));
    out.pooled_calibration = Calibration::of(&answers.values().flatten().copied().collect::<Vec<_>>());
    let of = |(class, answers): (&Class, &Vec<_>)| (class.id().to_owned(), Calibration::of(answers));
    out.calibration = answers.iter().map(of).collect();
    Ok(out)
}
