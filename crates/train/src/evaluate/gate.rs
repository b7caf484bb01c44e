//! Whether pictures are taken for B-scans.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::session::{Left, Measured, Session};
use crate::datasets;

/// The input gate on one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateFigure {
    /// Whether the set is one of B-scans.
    pub scans: bool,
    /// Pictures looked at.
    pub pictures: usize,
    /// Pictures taken for a B-scan.
    pub let_in: usize,
}

/// Sets on which the gate is measured, none of which chose it, and whether they are B-scans.
const SETS: [(&str, bool); 8] = [
    ("oct-two-graders", true),
    ("oct-dme", true),
    ("oct-srf", true),
    ("oct-healthy", true),
    ("oct-volume", true),
    ("fundus-boxes", false),
    ("ultrasound-breast", false),
    ("ultrasound-head", false),
];

pub(crate) fn measure(session: &mut Session) -> Measured<BTreeMap<String, GateFigure>> {
    if session.shipped()?.manifest().gate.is_none() {
        return Err(Left::Out("the weights have no input gate".to_owned()));
    }
    let mut out = BTreeMap::new();
    for (set, scans) in SETS {
        let Ok(root) = session.set(set) else { continue };
        let images = root.join("images");
        let pictures = datasets::pictures(if images.exists() { &images } else { &root })?;
        let words = format!("gate, {set}");
        let readings = session.read(&session.inputs.weights, &pictures, |path| path, None, &words)?;
        let figure = GateFigure {
            scans,
            pictures: pictures.len(),
            let_in: readings.iter().filter(|(_, reading)| reading.let_in).count(),
        };
        out.insert(set.to_owned(), figure);
    }
    Ok(out)
}
