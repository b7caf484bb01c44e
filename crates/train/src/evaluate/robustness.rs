//! What noise, blur, contrast, crop, flip and JPEG do, on scans of patients whom the network never saw.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_geometry::PixelBox;
use groundscope_metrics::bootstrap::hash;
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use super::cross_validation::path;
use super::session::{Left, Measured, Session};
use super::{Reading, Tally};
use crate::datasets::{self, BoxedScan};
use crate::perturb::Perturbation;
use crate::ranks;

/// The figures with and without changes of the same scans.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Robustness {
    /// Scans that were changed.
    pub scans: usize,
    /// The classes measured: those that scans of at least three patients have.
    pub classes: Vec<String>,
    /// One row a change; the first is of the scans as they are.
    pub rows: Vec<RobustnessRow>,
}

/// The figures of one change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobustnessRow {
    /// The change in words; empty for none.
    pub change: String,
    /// F1 by class.
    pub f1: BTreeMap<String, f64>,
    /// F1 of the counts of all classes added up.
    pub pooled_f1: f64,
    /// Mean over classes of the area under the ROC curve of presence.
    pub auc: f64,
    /// Share of the answers (present or not) that are those of the scan as it is.
    pub agreement: f64,
}

/// A class needs as many patients as for the evidence `real`.
const PATIENTS: usize = super::evidence::REAL_PATIENTS;

pub(crate) fn measure(session: &mut Session) -> Measured<Robustness> {
    let root = session.set("oct-lesions")?;
    let folds = session.folds()?;
    let mut groups = Vec::new();
    let mut patients: BTreeMap<Class, BTreeSet<String>> = BTreeMap::new();
    for (number, fold) in folds.into_iter().enumerate() {
        let mut scans = datasets::lesions(&root, &fold.patients)?;
        for scan in &scans {
            for (class, _) in scan.boxes.iter().filter(|(_, boxes)| !boxes.is_empty()) {
                patients.entry(*class).or_default().insert(scan.patient.clone());
            }
        }
        // The same draw whatever the order of the files: by a hash of the name.
        scans.sort_by_key(|scan| {
            hash(
                scan.path
                    .file_name()
                    .unwrap_or_default()
                    .as_encoded_bytes()
                    .iter()
                    .copied(),
            )
        });
        groups.push((number, fold, scans));
    }
    patients.retain(|_, patients| patients.len() >= PATIENTS);
    let classes: Vec<Class> = patients.into_keys().collect();
    if classes.is_empty() {
        return Err(Left::Out(format!("no class is on scans of {PATIENTS} patients")));
    }
    let share = session.inputs.robustness_scans.div_ceil(groups.len().max(1));
    for (_, _, scans) in &mut groups {
        scans.truncate(share);
    }
    let mut rows = Vec::new();
    let mut plain: Vec<Reading> = Vec::new();
    for change in std::iter::once(None).chain(Perturbation::ALL.map(Some)) {
        let mut row = Row::default();
        let mut before = plain.iter();
        let mut readings = Vec::new();
        for (number, fold, scans) in &groups {
            let words = format!(
                "{}, fold {}",
                change.map_or("as it is".to_owned(), |c| c.to_string()),
                number + 1
            );
            for (scan, reading) in session.read(&fold.weights, scans, path, change, &words)? {
                row.add(
                    scan,
                    change,
                    &classes,
                    &reading,
                    before.next().unwrap_or(&reading),
                );
                readings.push(reading);
            }
        }
        if change.is_none() {
            plain = readings;
        }
        rows.push(row.figures(change));
    }
    Ok(Robustness {
        scans: plain.len(),
        classes: classes.iter().map(|class| class.id().to_owned()).collect(),
        rows,
    })
}

/// What one change has so far.
#[derive(Default)]
struct Row {
    classes: BTreeMap<Class, (Tally, Vec<(f64, bool)>)>,
    pooled: Tally,
    answers: usize,
    same: usize,
}

impl Row {
    /// Boxes are compared in the original scan; a crop shows only a part of the references.
    fn add(
        &mut self,
        scan: &BoxedScan,
        change: Option<Perturbation>,
        classes: &[Class],
        reading: &Reading,
        plain: &Reading,
    ) {
        let (width, height) = scan.size;
        let shown = |reference: &PixelBox| match change {
            Some(change) => change.shown(*reference, width, height),
            None => Some(*reference),
        };
        let back = |found: PixelBox| change.map_or(found, |change| change.map_back(found, width, height));
        for class in classes {
            let references = scan.boxes.get(class).into_iter().flatten();
            let references: Vec<PixelBox> = references.filter_map(shown).collect();
            let predictions: Vec<PixelBox> = reading.boxes(&[*class]).into_iter().map(back).collect();
            let (tally, scored) = self.classes.entry(*class).or_default();
            tally.add(&scan.patient, &references, &predictions);
            self.pooled.add(&scan.patient, &references, &predictions);
            scored.push((reading.probability(&[*class]), !references.is_empty()));
            let present = |reading: &Reading| reading.get(*class).is_some_and(|answer| answer.present);
            self.answers += 1;
            self.same += usize::from(present(reading) == present(plain));
        }
    }

    fn figures(&self, change: Option<Perturbation>) -> RobustnessRow {
        let aucs: Vec<f64> = self
            .classes
            .values()
            .filter_map(|(_, scored)| ranks::auc(scored))
            .collect();
        let f1 = |(class, (tally, _)): (&Class, &(Tally, _))| (class.id().to_owned(), tally.counts().f1());
        RobustnessRow {
            change: change.map_or_else(String::new, |change| change.to_string()),
            f1: self.classes.iter().map(f1).collect(),
            pooled_f1: self.pooled.counts().f1(),
            auc: aucs.iter().sum::<f64>() / aucs.len().max(1) as f64,
            agreement: self.same as f64 / self.answers.max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Answer;
    use super::*;

    fn reading(boxes: &[[u32; 4]]) -> Reading {
        let answer = Answer {
            probability: if boxes.is_empty() { 0.1 } else { 0.9 },
            present: !boxes.is_empty(),
            boxes: boxes.to_vec(),
        };
        Reading {
            let_in: true,
            classes: [("irf".to_owned(), answer)].into(),
        }
    }

    fn scan(corners: &[f64; 4]) -> BoxedScan {
        BoxedScan {
            path: "a.png".into(),
            size: (100, 50),
            patient: "a".to_owned(),
            boxes: [(Class::Irf, vec![PixelBox::from_array(*corners)])].into(),
        }
    }

    #[test]
    fn boxes_of_a_flipped_scan_hit_the_references_of_the_original() {
        let (scan, plain) = (scan(&[10.0, 10.0, 30.0, 30.0]), reading(&[[10, 10, 30, 30]]));
        let mut row = Row::default();
        let flipped = reading(&[[70, 10, 90, 30]]);
        row.add(&scan, Some(Perturbation::Flip), &[Class::Irf], &flipped, &plain);
        let figures = row.figures(Some(Perturbation::Flip));
        assert_eq!((figures.pooled_f1, figures.agreement), (1.0, 1.0));
        let mut unmapped = Row::default();
        unmapped.add(&scan, None, &[Class::Irf], &flipped, &plain);
        assert_eq!(unmapped.figures(None).pooled_f1, 0.0);
    }

    #[test]
    fn a_lesion_that_is_cropped_away_is_not_missed() {
        let scan = scan(&[0.0, 0.0, 9.0, 5.0]);
        let mut row = Row::default();
        let crop = Perturbation::Crop(0.1);
        row.add(
            &scan,
            Some(crop),
            &[Class::Irf],
            &reading(&[]),
            &reading(&[[0, 0, 9, 5]]),
        );
        let figures = row.figures(Some(crop));
        assert_eq!(row.pooled.counts().boxes(), 0);
        assert_eq!(figures.agreement, 0.0);
    }
}
