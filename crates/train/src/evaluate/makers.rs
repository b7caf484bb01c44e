//! `oct-masks`: boxes on scans of a maker whose scans the network never saw.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::cross_validation::{Tallies, figures, path};
use super::session::{Left, Measured, Session};
use super::{Figure, Tally};
use crate::datasets;

/// Scans of `oct-masks`, each read by the network of the cross-validation that was trained without the scans of its maker.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Makers {
    /// By class that the networks answer for, over the scans of all makers; each scan stands for a patient.
    pub classes: BTreeMap<String, Figure>,
    /// By maker, all classes together.
    pub makers: BTreeMap<String, Figure>,
    /// By file name without ending, all classes together.
    pub scans: BTreeMap<String, Figure>,
    /// All classes and scans together.
    pub pooled: Figure,
}

pub(crate) fn measure(session: &mut Session) -> Measured<Makers> {
    let root = session.set("oct-masks")?;
    let mut classes = Tallies::new();
    let mut pooled = Tally::default();
    let mut out = Makers::default();
    let mut makers: BTreeMap<String, (Tally, usize)> = BTreeMap::new();
    for fold in session.folds()? {
        let scans = datasets::masks(&root, &fold.scans)?;
        let answers = session.network(&fold.weights)?.answers();
        for (scan, reading) in session.read(&fold.weights, &scans, path, None, "unseen makers")? {
            let maker = makers
                .entry(datasets::before(Path::new(&scan.patient), str::find))
                .or_default();
            maker.1 += 1;
            let mut of_scan = Tally::default();
            // Of classes without an answer nothing was asked.
            let asked = scan
                .boxes
                .iter()
                .filter(|(class, _)| answers.contains(class.id()));
            for (class, references) in asked {
                let predictions = reading.boxes(&[*class]);
                for tally in [
                    &mut of_scan,
                    &mut maker.0,
                    &mut pooled,
                    classes.entry(*class).or_default(),
                ] {
                    tally.add(&scan.patient, references, &predictions);
                }
            }
            out.scans.insert(scan.patient.clone(), counted(&of_scan, 1));
        }
    }
    if out.scans.is_empty() {
        return Err(Left::Out("no fold left the scans of a maker out".to_owned()));
    }
    out.makers = makers
        .into_iter()
        .map(|(maker, (tally, scans))| (maker, counted(&tally, scans)))
        .collect();
    out.classes = figures(&classes);
    out.pooled = counted(&pooled, out.scans.len());
    Ok(out)
}

/// Where classes are pooled, a scan counts once, not once a class.
fn counted(tally: &Tally, scans: usize) -> Figure {
    Figure {
        scans,
        patients: scans,
        ..tally.figure()
    }
}
