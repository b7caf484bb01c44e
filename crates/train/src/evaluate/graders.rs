//! `oct-two-graders`: fluid boxes of the model and of two human readers, each against each.

use std::collections::BTreeMap;

use groundscope_ontology::Class;

use super::session::{Measured, Session};
use super::{Figure, Tally};
use crate::datasets;

const PAIRINGS: [&str; 4] = [
    "model against reader 0",
    "model against reader 1",
    "reader 1 against reader 0",
    "reader 0 against reader 1",
];

pub(crate) fn measure(session: &mut Session) -> Measured<BTreeMap<String, Figure>> {
    let scans = datasets::two_graders(&session.set("oct-two-graders")?)?;
    let mut tallies = PAIRINGS.map(|_| Tally::default());
    let weights = &session.inputs.weights;
    for (scan, reading) in session.read(weights, &scans, |scan| &scan.path, None, "two readers")? {
        let found = reading.boxes(&[Class::Irf, Class::Srf]);
        let [first, second] = &scan.readings;
        let pairs = [
            (first, &found),
            (second, &found),
            (first, second),
            (second, first),
        ];
        for (tally, (references, predictions)) in tallies.iter_mut().zip(pairs) {
            tally.add(&scan.patient, references, predictions);
        }
    }
    let figures = PAIRINGS.iter().zip(&tallies);
    Ok(figures
        .map(|(name, tally)| ((*name).to_owned(), tally.figure()))
        .collect())
}
