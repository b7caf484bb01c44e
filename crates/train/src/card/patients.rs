//! The card's figures on real patients: boxes, calibration, scans of other makers.

use std::fmt::Write as _;

use super::markdown::{ranged, table};
use super::{Card, in_order, level};
use crate::calibration::Calibration;
use crate::evaluate::{Figure, Intervals};

/// The floor of a first plain U-Net on other scans of the same sets: (class, F1).
const FLOOR_F1: [(&str, f64); 4] = [("drusen", 0.560), ("irf", 0.464), ("srf", 0.231), ("vmt", 0.0)];

/// F1 of the plain U-Net for a class.
pub(super) fn floor(class: &str) -> Option<f64> {
    FLOOR_F1
        .iter()
        .find(|(name, _)| *name == class)
        .map(|(_, f1)| *f1)
}

const FLOOR: &str = "The simple baseline is a plain U-Net trained for 35 minutes, measured on other scans of the same set; it reached F1 0.14 and 0.11 against the two readers of `oct-two-graders`, an AUC of 0.77 for any fluid, and 1.9 false boxes a healthy scan.";

impl Card<'_> {
    pub(super) fn patients(&self) -> String {
        let how = match &self.evaluation.cross_validation {
            Some(crossed) => format!(
                "## Real patients, cross-validated\n\n`oct-lesions`: {} scans of {} patients in {} groups. Each group was read by a network that never saw its patients, neither for training nor for thresholds. The network that ships is another one, trained on all of these patients: nobody is left to measure it on, and these figures stand for it.{}",
                crossed.scans,
                crossed.patients,
                crossed.folds,
                if self.continued {
                    " It also went on from older weights, which those networks did not, since the older weights may have seen their patients: the figures describe the method, not this very file."
                } else {
                    ""
                }
            ),
            None => "## Patients kept apart\n\nThey trained nothing. They did choose thresholds and calibration, so figures on them are somewhat too good.".to_owned(),
        };
        let header = [
            "class",
            "evidence",
            "F1",
            "simple baseline",
            "precision",
            "recall",
            "mean AggIoU",
            "boxes",
            "scans",
            "patients",
        ];
        let figures = in_order(self.real_figures()).filter(|(_, f)| f.boxes > 0);
        let rows = figures.map(|(class, f)| {
            let over = |interval: fn(&Intervals) -> [f64; 2]| f.intervals.as_ref().map(interval);
            [
                class.name().to_owned(),
                level(self.evidence(class)).to_owned(),
                ranged(f.f1, over(|i| i.f1)),
                floor(class.id()).map_or("-".to_owned(), |f1| format!("{f1:.3}")),
                ranged(f.precision, over(|i| i.precision)),
                ranged(f.recall, over(|i| i.recall)),
                ranged(f.mean_agg_iou, over(|i| i.mean_agg_iou)),
                f.boxes.to_string(),
                f.scans.to_string(),
                f.patients.to_string(),
            ]
        });
        format!(
            "{how} AggIoU (`docs/scoring.md`) with t1 0.1 and t2 0.3, counts of all scans added up. These scans come cropped to the retina; full frames as a scanner exports them are under \"Other data sets\". {FLOOR}\n\n![F1 by class with its interval, and the simple baseline](pictures/validation-f1.svg)\n\n{}",
            table(&header, rows)
        )
    }

    pub(super) fn calibration(&self) -> String {
        let Some(crossed) = &self.evaluation.cross_validation else {
            return String::new();
        };
        let row = |name: &str, c: &Calibration| {
            [
                name.to_owned(),
                format!("{:.3}", c.expected_error),
                format!("{:.3}", c.expected_error_equal_mass),
                format!("{:.3}", c.brier),
                c.auc.map_or("-".to_owned(), |auc| format!("{auc:.3}")),
                c.positives.to_string(),
                c.answers.to_string(),
            ]
        };
        let classes = in_order(&crossed.calibration).map(|(class, c)| row(class.name(), c));
        let header = [
            "class",
            "error",
            "error, equal mass",
            "Brier",
            "AUC",
            "there",
            "answers",
        ];
        format!(
            "## Calibration of presence\n\nThe same scans and networks. Expected calibration error over ten bins of equal width, and over ten bins that each hold a tenth of the answers; classes that no scan has are left out.\n\n![Reliability plot](pictures/reliability.svg)\n\n{}",
            table(
                &header,
                classes.chain([row("all together", &crossed.pooled_calibration)])
            )
        )
    }

    pub(super) fn makers(&self) -> String {
        let Some(makers) = &self.evaluation.makers else {
            return String::new();
        };
        let cells = |name: &str, f: &Figure| {
            // Without a reference box there is nothing to find, and only false boxes count.
            let share = |text: String| if f.boxes > 0 { text } else { "-".to_owned() };
            [
                name.to_owned(),
                share(ranged(f.f1, f.intervals.map(|i| i.f1))),
                share(format!("{:.3}", f.precision)),
                share(format!("{:.3}", f.recall)),
                f.boxes.to_string(),
                f.false_boxes.to_string(),
                f.scans.to_string(),
            ]
        };
        let header =
            |what: &'static str| [what, "F1", "precision", "recall", "boxes", "false boxes", "scans"];
        let mut out = format!(
            "## Scans of an unseen maker\n\n`oct-masks`: {} scans, each read by a network of the cross-validation that was trained without the scans of its maker. Intervals are over scans.\n\n",
            makers.scans.len()
        );
        let all = makers.makers.iter().map(|(maker, f)| cells(maker, f));
        let _ = writeln!(
            out,
            "{}",
            table(
                &header("maker"),
                all.chain([cells("all together", &makers.pooled)])
            )
        );
        let classes = in_order(&makers.classes).filter(|(_, f)| f.boxes > 0);
        let _ = writeln!(
            out,
            "{}",
            table(&header("class"), classes.map(|(class, f)| cells(class.name(), f)))
        );
        out + &table(
            &header("scan"),
            makers.scans.iter().map(|(scan, f)| cells(scan, f)),
        )
    }
}
