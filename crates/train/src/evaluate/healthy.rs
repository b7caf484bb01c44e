//! `oct-healthy`: boxes where there is nothing to find.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Evaluation;
use super::parts::keep;
use super::presence::called;
use super::session::{Measured, Session};
use crate::{TrainError, datasets};

/// False boxes in one healthy eye.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EyeFigure {
    /// Scans read.
    pub scans: usize,
    /// Scans with a false box.
    pub scans_with_boxes: usize,
    /// False boxes by class with any.
    pub boxes: BTreeMap<String, usize>,
    /// Scans in which a class is called present, by class with an answer.
    #[serde(default)]
    pub called: BTreeMap<String, usize>,
}

impl EyeFigure {
    /// False boxes of all classes.
    pub fn total(&self) -> usize {
        self.boxes.values().sum()
    }
}

/// By eye, and the means over all scans.
pub(crate) fn measure(session: &mut Session, out: &mut Evaluation) -> Result<Option<String>, TrainError> {
    let left = keep(&mut out.healthy_eyes, eyes(session))?;
    let eyes = out.healthy_eyes.values();
    out.healthy_scans = eyes.clone().map(|eye| eye.scans).sum();
    let mean = |boxes: usize| boxes as f64 / out.healthy_scans.max(1) as f64;
    out.false_boxes_per_scan = mean(eyes.clone().map(EyeFigure::total).sum());
    let mut by_class: BTreeMap<&String, usize> = BTreeMap::new();
    for (class, boxes) in eyes.flat_map(|eye| &eye.boxes) {
        *by_class.entry(class).or_default() += boxes;
    }
    out.false_boxes = by_class
        .into_iter()
        .map(|(class, boxes)| (class.clone(), mean(boxes)))
        .collect();
    Ok(left)
}

fn eyes(session: &mut Session) -> Measured<BTreeMap<String, EyeFigure>> {
    let scans = datasets::pictures(&session.set("oct-healthy")?)?;
    let mut eyes: BTreeMap<String, EyeFigure> = BTreeMap::new();
    let weights = &session.inputs.weights;
    for (path, reading) in session.read(weights, &scans, |path| path, None, "healthy")? {
        let eye = eyes.entry(datasets::before(path, str::rfind)).or_default();
        eye.scans += 1;
        for (class, scans) in called(std::iter::once(&reading)) {
            *eye.called.entry(class).or_default() += scans;
        }
        let found = reading
            .classes
            .iter()
            .filter(|(_, answer)| !answer.boxes.is_empty());
        let mut any = false;
        for (class, answer) in found {
            *eye.boxes.entry(class.clone()).or_default() += answer.boxes.len();
            any = true;
        }
        eye.scans_with_boxes += usize::from(any);
    }
    Ok(eyes)
}
