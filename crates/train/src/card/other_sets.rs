//! The card's figures on the sets that trained nothing: two readers, presence, healthy eyes, the input gate.

use super::Card;
use super::markdown::{ranged, table};
use crate::evaluate::{EyeFigure, Intervals};

impl Card<'_> {
    pub(super) fn other_exporters(&self) -> String {
        let evaluation = self.evaluation;
        if evaluation.readers.is_empty() && evaluation.presence.is_empty() {
            return String::new();
        }
        let mut out = "## Other data sets\n\nFull frames as scanners export them, of patients, devices and diseases that trained nothing and chose no threshold. `oct-two-graders`: diabetic macular oedema, fluid drawn by two readers (fluid is IRF or SRF). `oct-dme`: scans with and without diabetic macular oedema. `oct-srf`: scans with and without subretinal fluid.\n".to_owned();
        if !evaluation.readers.is_empty() {
            let rows = evaluation.readers.iter().map(|(name, f)| {
                let over = |interval: fn(&Intervals) -> [f64; 2]| f.intervals.as_ref().map(interval);
                [
                    name.clone(),
                    ranged(f.f1, over(|i| i.f1)),
                    ranged(f.precision, over(|i| i.precision)),
                    ranged(f.recall, over(|i| i.recall)),
                    ranged(f.mean_agg_iou, over(|i| i.mean_agg_iou)),
                ]
            });
            let header = [
                "pairing, fluid boxes of `oct-two-graders`",
                "F1",
                "precision",
                "recall",
                "mean AggIoU",
            ];
            out = out + "\n" + &table(&header, rows);
        }
        let presence = &evaluation.presence;
        if !presence.is_empty() {
            let rows = presence.iter().map(|(set, f)| {
                let what = if set.as_str() == "oct-dme" {
                    "any fluid against oedema"
                } else {
                    "subretinal fluid"
                };
                let unit = if f.patients < f.positives + f.negatives {
                    "patients"
                } else {
                    "scans"
                };
                [
                    format!("`{set}`: {what}"),
                    ranged(f.auc, f.auc_interval),
                    ranged(f.sensitivity_at_90, f.sensitivity_interval),
                    format!("{} of {}", f.positives, f.positives + f.negatives),
                    unit.to_owned(),
                ]
            });
            let header = [
                "presence",
                "AUC",
                "sensitivity at 90 % specificity",
                "scans with it",
                "intervals over",
            ];
            out = out + "\n" + &table(&header, rows);
        }
        out
    }

    pub(super) fn healthy(&self) -> String {
        let evaluation = self.evaluation;
        if evaluation.healthy_scans == 0 {
            return String::new();
        }
        let row = |(eye, f): (&String, &EyeFigure)| {
            let classes: Vec<String> = f
                .boxes
                .iter()
                .map(|(class, boxes)| format!("{class} {boxes}"))
                .collect();
            [
                eye.clone(),
                f.scans.to_string(),
                f.scans_with_boxes.to_string(),
                f.total().to_string(),
                classes.join(", "),
            ]
        };
        let header = [
            "eye",
            "scans",
            "scans with a false box",
            "false boxes",
            "by class",
        ];
        format!(
            "## Healthy eyes\n\nFalse boxes a healthy scan: {:.2} ({} scans of {} eyes).\n\n{}",
            evaluation.false_boxes_per_scan,
            evaluation.healthy_scans,
            evaluation.healthy_eyes.len(),
            table(&header, evaluation.healthy_eyes.iter().map(row))
        )
    }

    pub(super) fn gate(&self) -> String {
        let gate = &self.evaluation.gate;
        if gate.is_empty() {
            return String::new();
        }
        let rows = gate.iter().map(|(set, figure)| {
            let kind = if figure.scans { "B-scans" } else { "no B-scans" };
            [
                format!("`{set}`: {kind}"),
                figure.pictures.to_string(),
                figure.let_in.to_string(),
            ]
        });
        format!(
            "## The input gate\n\nWhether a picture is an OCT B-scan at all, from the shape of the retina's map. It was fitted on scans that train, phantoms, photographs of the fundus and drawn textures; \
             the sets below chose nothing.\n\n{}",
            table(&["set", "pictures", "taken for a B-scan"], rows)
        )
    }
}
