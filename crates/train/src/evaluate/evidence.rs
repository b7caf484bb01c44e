//! On what each class was measured, as it is written into the weights; and its thresholds beside those of the folds.

use std::collections::BTreeMap;

use groundscope_model::{Evidence, Manifest};
use serde::{Deserialize, Serialize};

use super::{Evaluation, Figure};
use crate::counted;

/// Patients kept from training that a class needs for the evidence `real`.
pub const REAL_PATIENTS: usize = 3;

/// On what a class was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassEvidence {
    /// The evidence level.
    pub level: Evidence,
    /// F1; `None` where nothing was measured.
    pub figure: Option<f64>,
    /// Its interval of 95 % over patients (phantoms, scans).
    pub interval: Option<[f64; 2]>,
    /// The figure in words.
    pub text: String,
}

/// The evidence of every class that the weights answer for. The best figure decides, in this order:
///
/// 1. cross-validation on real patients, or else the patients whom the run kept apart: `real` from three patients with the
///    class on, `few` below;
/// 2. scans of makers whom the network never saw: `few`;
/// 3. phantoms of unseen seeds: `few` where real scans trained the class, `synthetic` otherwise.
///
/// A class without any figure is `few` or `synthetic` likewise; one that the weights have no thresholds for gives no answer.
pub fn evidence(manifest: &Manifest, measured: &Evaluation) -> BTreeMap<String, ClassEvidence> {
    let of = |id: &str, trained: Evidence| {
        let some =
            |figures: &BTreeMap<String, Figure>| figures.get(id).filter(|figure| figure.boxes > 0).cloned();
        let level = |figure: &Figure| {
            if figure.patients >= REAL_PATIENTS {
                Evidence::Real
            } else {
                Evidence::Few
            }
        };
        // What finishing the training found out: real scans trained the class, or phantoms alone.
        let untested = match trained {
            Evidence::Synthetic | Evidence::None => Evidence::Synthetic,
            Evidence::Real | Evidence::Few => Evidence::Few,
        };
        let patients = |figure: &Figure| {
            format!(
                "{} on {} of {}",
                counted(figure.boxes, "box", "boxes"),
                counted(figure.scans, "scan", "scans"),
                counted(figure.patients, "patient", "patients")
            )
        };
        let crossed = measured
            .cross_validation
            .as_ref()
            .and_then(|crossed| some(&crossed.classes));
        if let Some(figure) = crossed {
            let seen = format!(
                "{}, each read by a network that never saw the patient",
                patients(&figure)
            );
            return figured(level(&figure), &figure, &seen);
        }
        if let Some(figure) = some(&measured.validation) {
            let seen = format!("{} kept apart (thresholds chosen there)", patients(&figure));
            return figured(level(&figure), &figure, &seen);
        }
        if let Some(figure) = measured.makers.as_ref().and_then(|makers| some(&makers.classes)) {
            let boxes = counted(figure.boxes, "box", "boxes");
            let scans = counted(figure.scans, "real scan", "real scans");
            let seen = format!("{boxes} on {scans}, each read by a network that never saw its maker");
            return figured(Evidence::Few, &figure, &seen);
        }
        if let Some(figure) = measured
            .phantoms
            .as_ref()
            .and_then(|phantoms| some(&phantoms.classes))
        {
            let boxes = counted(figure.boxes, "box", "boxes");
            let seen = format!("{boxes} on phantoms of unseen seeds; not measured on patients");
            return figured(untested, &figure, &seen);
        }
        let how = if untested == Evidence::Few {
            "a few real scans"
        } else {
            "phantoms alone"
        };
        ClassEvidence {
            level: untested,
            figure: None,
            interval: None,
            text: format!("trained on {how}; not measured"),
        }
    };
    let classes = manifest.classes.iter();
    classes
        .map(|class| (class.id.clone(), of(&class.id, class.evidence)))
        .collect()
}

fn figured(level: Evidence, figure: &Figure, seen: &str) -> ClassEvidence {
    let interval = figure.intervals.map(|intervals| intervals.f1);
    let range = interval.map_or_else(String::new, |[low, high]| {
        format!(" (95 % interval {low:.2} to {high:.2})")
    });
    ClassEvidence {
        level,
        figure: Some(thousandths(figure.f1)),
        interval: interval.map(|bounds| bounds.map(thousandths)),
        text: format!("F1 {:.2}{range}, {seen}", figure.f1),
    }
}

/// Rounded as the card prints it: halves must not go another way there.
pub fn thousandths(value: f64) -> f64 {
    format!("{value:.3}").parse().unwrap_or(value)
}

/// The thresholds of a class in the shipped weights, and the lowest and highest of the folds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Map probability from which a pixel belongs to the mask.
    pub map: f64,
    /// Map probability that a region must reach somewhere.
    pub peak: f64,
    /// Presence probability from which the class is present.
    pub presence: f64,
    /// Smallest component in pixels of the scan.
    pub min_area_px: u64,
    /// Components at most this far apart become one box, in pixels of the scan.
    #[serde(default = "joined")]
    pub join_distance_px: f64,
    /// Lowest and highest map threshold of the folds.
    pub map_of_folds: Option<[f64; 2]>,
    /// Lowest and highest peak threshold of the folds.
    pub peak_of_folds: Option<[f64; 2]>,
    /// Lowest and highest presence threshold of the folds.
    pub presence_of_folds: Option<[f64; 2]>,
}

/// The distance of the box rule, for evaluations from before classes had their own.
const fn joined() -> f64 {
    25.0
}

/// The thresholds of every class of the shipped weights.
pub(crate) fn thresholds(shipped: &Manifest, folds: &[Manifest]) -> BTreeMap<String, Thresholds> {
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold(None, |range: Option<[f64; 2]>, value| {
            let [low, high] = range.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        })
    };
    let classes = shipped.classes.iter().map(|class| {
        let of_folds = || folds.iter().filter_map(|fold| fold.class(&class.id));
        let thresholds = Thresholds {
            map: class.map_threshold,
            peak: class.peak_threshold,
            presence: class.presence_threshold,
            min_area_px: class.min_area_px,
            join_distance_px: class.join_distance_px.unwrap_or(shipped.box_rule.join_distance),
            map_of_folds: range(&mut of_folds().map(|fold| fold.map_threshold)),
            peak_of_folds: range(&mut of_folds().map(|fold| fold.peak_threshold)),
            presence_of_folds: range(&mut of_folds().map(|fold| fold.presence_threshold)),
        };
        (class.id.clone(), thresholds)
    });
    classes.collect()
}
