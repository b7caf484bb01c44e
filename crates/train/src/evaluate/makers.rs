//! `oct-masks`: boxes on scans of a maker whose scans the network never saw.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cross_validation::{Tallies, add, figures, path};
use super::session::{Left, Measured, Session};
use super::{Figure, Tally};
use crate::datasets::{self, json};

/// Every maker's scans, each read by the network that was trained without them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Makers {
    /// By class, over the scans of all makers; each scan stands for a patient.
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
    for (maker, folder) in session.folders("makers")? {
        let weights = folder.join("weights.safetensors");
        if !weights.exists() {
            continue;
        }
        let scans = datasets::masks(&root, &json::<Vec<String>>(&folder.join("held.json"))?)?;
        let mut of_maker = Tally::default();
        for (scan, reading) in session.read(&weights, &scans, path, None, &maker)? {
            add(&mut classes, scan, &reading);
            let mut of_scan = Tally::default();
            for (class, references) in &scan.boxes {
                let predictions = reading.boxes(&[*class]);
                for tally in [&mut of_scan, &mut of_maker, &mut pooled] {
                    tally.add(&scan.patient, references, &predictions);
                }
            }
            out.scans.insert(scan.patient.clone(), counted(&of_scan, 1));
        }
        out.makers.insert(maker, counted(&of_maker, scans.len()));
    }
    if out.scans.is_empty() {
        return Err(Left::Out(
            "no folder of makers has a file weights.safetensors with scans in held.json".to_owned(),
        ));
    }
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
