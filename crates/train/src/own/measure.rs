//! Figures on the scans kept apart, by the reader that ships and the scores of every other command.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use groundscope_benchmarks::{Annotations, ClassLabel, PixelImage, Settings, grounding};
use groundscope_geometry::PixelBox;
use groundscope_model::{Evidence, Findings, Reader};
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use crate::evaluate::{ClassEvidence, Figure, thousandths};
use crate::training_folder::Entry;
use crate::{TrainError, counted, datasets};

/// Figures by class; `figures.py` puts their evidence into the weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// By identifier of the class, those with reference boxes.
    pub validation: BTreeMap<String, Figure>,
    /// The same as the weights file says it.
    pub evidence: BTreeMap<String, ClassEvidence>,
    /// Scans kept apart.
    pub scans: usize,
    /// Of which the input gate turned so many away.
    pub turned_away: usize,
}

/// Read the scans of `folder` in `held` and score the boxes found.
///
/// # Errors
/// A scan that cannot be read, or a device that fails.
pub fn measure(
    reader: &Reader,
    folder: &Path,
    held: &[&Entry],
    most: Evidence,
) -> Result<Measured, TrainError> {
    let wrong = |error: &dyn std::fmt::Display| TrainError::content(folder, error);
    let mut predicted = Vec::new();
    let mut measured = Measured {
        scans: held.len(),
        ..Measured::default()
    };
    let bar = crate::recipe::bar(held.len() as u64);
    for entry in held {
        let path = folder.join(&entry.file);
        let scan = datasets::scan(&path)?;
        let findings = pollster::block_on(reader.read(&scan, &mut |_| ()))
            .map_err(|error| TrainError::content(&path, error))?;
        measured.turned_away += usize::from(findings.gate.is_some_and(|gate| !gate.lets_in()));
        predicted.push(image(entry, found(&findings)));
        bar.inc(1);
    }
    let references = references(held).map_err(|error| wrong(&error))?;
    let predictions = Annotations::in_pixels(predicted).map_err(|error| wrong(&error))?;
    let report =
        grounding::score(&references, &predictions, &Settings::default()).map_err(|error| wrong(&error))?;
    for (id, figures) in report.per_class.iter().filter(|(_, figures)| figures.boxes > 0) {
        let with: Vec<&Entry> = held
            .iter()
            .copied()
            .filter(|entry| entry.boxes.contains_key(id))
            .collect();
        let patients: BTreeSet<&str> = with.iter().map(|entry| group(entry)).collect();
        let figure = Figure {
            f1: figures.f1,
            precision: figures.precision,
            recall: figures.recall,
            mean_agg_iou: figures.mean_agg_iou,
            boxes: figures.boxes as usize,
            false_boxes: figures.fp as usize,
            scans: with.len(),
            patients: patients.len(),
            intervals: None,
        };
        let told = with.iter().any(|entry| entry.patient.is_some());
        // The level is what finishing the training found: it knows which scans trained the class.
        let class = reader.manifest().classes.iter().find(|class| class.id == *id);
        let evidence = ClassEvidence {
            level: class.map_or(Evidence::None, |class| class.evidence),
            figure: Some(thousandths(figure.f1)),
            interval: None,
            text: text(&figure, told, most),
        };
        measured.evidence.insert(id.clone(), evidence);
        measured.validation.insert(id.clone(), figure);
    }
    Ok(measured)
}

/// What a scan is kept together with: its patient, or itself.
pub fn group(entry: &Entry) -> &str {
    entry.patient.as_deref().unwrap_or(&entry.file)
}

fn text(figure: &Figure, patients_told: bool, most: Evidence) -> String {
    let scans = counted(figure.scans, "scan", "scans");
    let whose = match (most, patients_told) {
        (Evidence::Synthetic, _) => {
            let drawn = counted(figure.scans, "drawn scan", "drawn scans");
            format!("{drawn} kept apart, not measured on patients")
        }
        (_, true) => format!(
            "{scans} of {} kept apart",
            counted(figure.patients, "patient", "patients")
        ),
        (_, false) => format!("{scans} kept apart, of patients that were not told"),
    };
    let boxes = counted(figure.boxes, "box", "boxes");
    format!(
        "F1 {:.2}, {boxes} on {whose} (thresholds chosen there)",
        figure.f1
    )
}

fn references(held: &[&Entry]) -> Result<Annotations, groundscope_benchmarks::FileError> {
    let own = |entry: &&Entry| {
        let of_class = |(id, boxes): (&String, &Vec<[f64; 4]>)| {
            let label = ClassLabel::from_name(id);
            boxes
                .iter()
                .map(|corners| (label.clone(), PixelBox::from_array(*corners), None))
                .collect::<Vec<_>>()
        };
        image(entry, entry.boxes.iter().flat_map(of_class).collect())
    };
    let mut references = Annotations::in_pixels(held.iter().map(own))?;
    let pairs = held.iter().flat_map(|entry| {
        let classes = entry.looked_for.iter().flatten();
        classes.map(|id| (entry.file.clone(), ClassLabel::from_name(id)))
    });
    let asked: BTreeSet<(String, ClassLabel)> = pairs.collect();
    references.exhaustive = Some(asked.iter().map(|(_, label)| label.clone()).collect());
    references.asked = Some(asked);
    Ok(references)
}

fn found(findings: &Findings) -> Vec<(ClassLabel, PixelBox, Option<f64>)> {
    let of_class = |class: &Class| {
        let boxes = findings
            .get(*class)
            .into_iter()
            .flat_map(|finding| finding.boxes());
        let label = ClassLabel::Known(*class);
        boxes
            .map(|corners| (label.clone(), PixelBox::from_array(corners.map(f64::from)), None))
            .collect::<Vec<_>>()
    };
    Class::ALL.iter().flat_map(of_class).collect()
}

fn image(entry: &Entry, boxes: Vec<(ClassLabel, PixelBox, Option<f64>)>) -> PixelImage {
    PixelImage {
        id: entry.file.clone(),
        width: entry.width,
        height: entry.height,
        boxes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_whose_scans_they_are() {
        let figure = Figure {
            f1: 0.614,
            boxes: 12,
            scans: 8,
            patients: 1,
            ..Figure::default()
        };
        let said = |told, most| text(&figure, told, most);
        assert_eq!(
            said(true, Evidence::Real),
            "F1 0.61, 12 boxes on 8 scans of 1 patient kept apart (thresholds chosen there)"
        );
        assert!(said(false, Evidence::Few).contains("8 scans kept apart, of patients that were not told"));
        assert!(
            said(true, Evidence::Synthetic).contains("8 drawn scans kept apart, not measured on patients")
        );
    }

    #[test]
    fn only_what_was_looked_for_is_asked() {
        let entry = Entry {
            file: "a.png".to_owned(),
            width: 20,
            height: 20,
            looked_for: Some(vec!["irf".to_owned()]),
            boxes: [("irf".to_owned(), vec![[1.0, 1.0, 9.0, 9.0]])].into(),
            ..Entry::default()
        };
        let references = references(&[&entry]).unwrap();
        let found = |class: Class| (ClassLabel::Known(class), PixelBox::new(1.0, 1.0, 9.0, 9.0), None);
        let predictions =
            Annotations::in_pixels([image(&entry, vec![found(Class::Irf), found(Class::Ped)])]).unwrap();
        let report = grounding::score(&references, &predictions, &Settings::default()).unwrap();
        assert_eq!(report.class("irf").map(|irf| (irf.tp, irf.fp)), Some((1, 0)));
        assert!(report.class("ped").is_none_or(|ped| ped.fp == 0));
    }
}
