//! The card's figures on phantoms.

use std::fmt::Write as _;

use groundscope_ontology::Class;

use super::markdown::{ranged, table};
use super::{Card, in_order};
use crate::evaluate::PhantomFigures;

impl Card<'_> {
    pub(super) fn phantoms(&self) -> String {
        let mut out = String::new();
        if let Some(figures) = &self.evaluation.phantoms {
            let _ = writeln!(
                out,
                "## Phantoms of unseen seeds\n\nSynthetic scans measure the code and the training, not real eyes. Intervals are over phantoms.\n\n{}",
                phantoms(figures)
            );
        }
        for (style, figures) in &self.evaluation.styles {
            let _ = writeln!(
                out,
                "## Phantoms in the style of an unseen maker: {}\n\nNo phantom of this style trained the network.\n\n{}",
                style.replace('_', " "),
                phantoms(figures)
            );
        }
        out
    }
}

fn phantoms(figures: &PhantomFigures) -> String {
    let rows = in_order(&figures.classes)
        .filter(|(_, f)| f.boxes > 0)
        .map(|(class, f)| {
            [
                class.name().to_owned(),
                ranged(f.f1, f.intervals.map(|i| i.f1)),
                format!("{:.3}", f.precision),
                format!("{:.3}", f.recall),
                f.boxes.to_string(),
            ]
        });
    format!(
        "{} phantoms; macro F1 over {} of the {} biomarkers: {}.\n\n{}",
        figures.phantoms,
        figures.biomarkers,
        Class::biomarkers().len(),
        ranged(figures.macro_f1, figures.macro_interval),
        table(&["class", "F1", "precision", "recall", "boxes"], rows)
    )
}
