//! The model card: what the weights are, what was measured, on what, and what was not.

use std::fmt::Write as _;
use std::path::Path;

use groundscope_model::{Evidence, Manifest};
use groundscope_ontology::Class;
use plotters::prelude::*;
use serde::Deserialize;

use crate::TrainError;
use crate::evaluate::{Evaluation, Figure};

/// What `finish.py` reports about quantisation and phantoms.
#[derive(Debug, Deserialize)]
pub struct Finish {
    /// Figures with the shipped int8 weights, by set and class.
    pub int8: std::collections::BTreeMap<String, std::collections::BTreeMap<String, Partial>>,
    /// The same with float weights.
    pub float: std::collections::BTreeMap<String, std::collections::BTreeMap<String, Partial>>,
}

/// A figure of the Python side.
#[derive(Debug, Deserialize)]
pub struct Partial {
    /// F1 of the pooled counts.
    pub f1: f64,
    /// Reference boxes.
    pub boxes: u64,
}

/// The floor of a first plain U-Net on other scans of the same sets: (name, figure).
const FLOOR_F1: [(&str, f64); 4] = [("drusen", 0.560), ("irf", 0.464), ("srf", 0.231), ("vmt", 0.0)];

/// The card in Markdown.
pub fn markdown(manifest: &Manifest, size: u64, evaluation: &Evaluation, finish: &Finish) -> String {
    let mut out = String::new();
    let parts = [
        intro(manifest, size),
        validation(manifest, evaluation),
        other_sets(evaluation),
        gate(evaluation),
        phantoms(finish),
        quantisation(finish),
        limits(manifest),
    ];
    for part in parts {
        let _ = writeln!(out, "{part}");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn intro(manifest: &Manifest, size: u64) -> String {
    let mut out = format!(
        "# Model card: {}\n\nWritten by `groundscope-train card`; figures measured by the reader that ships. For research and teaching, not a medical device.\n\n\
         A convolutional encoder-decoder (`{}`, about 1.99 million parameters, int8 weights of {} bytes) reads one OCT B-scan, framed to {} x {} pixels, \
         and gives a map and a presence probability for each class. Boxes come from the maps by the masks-to-boxes rule.\n\n## Training data\n\n",
        manifest.name, manifest.network.kind, size, manifest.network.frame[0], manifest.network.frame[1]
    );
    for source in &manifest.data {
        let _ = writeln!(
            out,
            "- {} ({}): {}",
            source.name, source.licence, source.attribution
        );
    }
    let _ = write!(
        out,
        "\nSplit by patient; patients kept apart train nothing. They did choose thresholds and calibration, so figures on them are a little kind. \
         The evaluation sets below chose nothing. The weights are under {}.\n",
        manifest.licence
    );
    out
}

fn validation(manifest: &Manifest, evaluation: &Evaluation) -> String {
    let mut out = "## Patients kept apart\n\nAggIoU with t1 0.1 and t2 0.3, counts pooled over scans cropped to the retina. The floor is a baseline, a plain U-Net trained for 35 minutes, measured on other scans of the same set; it reached F1 0.14 and 0.11 against the two readers below, an AUC of 0.77 for any fluid, and 1.9 false boxes a healthy scan.\n\n\
         ![F1 by class against the floor](pictures/validation-f1.svg)\n\n\
         | class | evidence | F1 | floor | precision | recall | mean AggIoU | boxes | scans | patients |\n|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for class in Class::ALL {
        let Some(f) = evaluation.validation.get(class.id()).filter(|f| f.boxes > 0) else {
            continue;
        };
        let level = manifest.class(class.id()).map_or("none", |c| level(c.evidence));
        let floor = floor(class.id()).map_or("-".to_owned(), |f| format!("{f:.3}"));
        let _ = writeln!(
            out,
            "| {} | {level} | {:.3} | {floor} | {:.3} | {:.3} | {:.3} | {} | {} | {} |",
            class.name(),
            f.f1,
            f.precision,
            f.recall,
            f.mean_agg_iou,
            f.boxes,
            f.scans,
            f.patients
        );
    }
    out
}

fn other_sets(evaluation: &Evaluation) -> String {
    let mut out = "## Scans of other exporters\n\nFull frames; none of them trained the network or chose a threshold. Fluid is IRF or SRF.\n\n\
         | pairing, fluid boxes of `oct-two-graders` | F1 | precision | recall | mean AggIoU |\n|---|---|---|---|---|\n"
        .to_owned();
    for (name, f) in &evaluation.readers {
        let _ = writeln!(
            out,
            "| {name} | {:.3} | {:.3} | {:.3} | {:.3} |",
            f.f1, f.precision, f.recall, f.mean_agg_iou
        );
    }
    out.push_str("\n| presence | AUC |\n|---|---|\n");
    for (set, auc) in &evaluation.auc {
        let what = if set == "oct-dme" {
            "any fluid against oedema"
        } else {
            "subretinal fluid"
        };
        let _ = writeln!(out, "| `{set}`: {what} | {auc:.3} |");
    }
    let by_class: Vec<String> = evaluation
        .false_boxes
        .iter()
        .map(|(class, mean)| format!("{class} {mean:.2}"))
        .collect();
    let _ = writeln!(
        out,
        "\nFalse boxes a healthy scan ({} scans of 2 eyes): {:.2}{}.",
        evaluation.healthy_scans,
        evaluation.false_boxes_per_scan,
        if by_class.is_empty() {
            String::new()
        } else {
            format!(" ({})", by_class.join(", "))
        }
    );
    out
}

fn gate(evaluation: &Evaluation) -> String {
    if evaluation.gate.is_empty() {
        return String::new();
    }
    let mut out = "## The input gate\n\nWhether a picture is an OCT B-scan at all, from the shape of the retina's map. It was fitted on scans that train, phantoms, photographs of the fundus and drawn textures; \
         the sets below chose nothing.\n\n| set | pictures | taken for a B-scan |\n|---|---|---|\n"
        .to_owned();
    for (set, figure) in &evaluation.gate {
        let kind = if figure.scans { "B-scans" } else { "no B-scans" };
        let (pictures, let_in) = (figure.pictures, figure.let_in);
        let _ = writeln!(out, "| `{set}`: {kind} | {pictures} | {let_in} |");
    }
    out
}

fn phantoms(finish: &Finish) -> String {
    let mut out = "## Phantoms of unseen seeds\n\nSynthetic scans measure the code and the training, not real eyes.\n\n| class | F1 | boxes |\n|---|---|---|\n".to_owned();
    let table = finish.int8.get("phantoms");
    for class in Class::ALL {
        if let Some(f) = table.and_then(|t| t.get(class.id())).filter(|f| f.boxes > 0) {
            let _ = writeln!(out, "| {} | {:.3} | {} |", class.name(), f.f1, f.boxes);
        }
    }
    out
}

fn quantisation(finish: &Finish) -> String {
    let mut out = "## What int8 costs\n\nThe same scans and thresholds with float weights, both read by the Python reader, whose reference boxes come from masks at the frame's scale. The thresholds were chosen with the int8 weights, so boxes beside a threshold count for int8.\n\n| class | F1 float | F1 int8 | difference |\n|---|---|---|---|\n".to_owned();
    let (Some(float), Some(int8)) = (finish.float.get("raw"), finish.int8.get("raw")) else {
        return out;
    };
    for class in Class::ALL {
        if let (Some(a), Some(b)) = (float.get(class.id()), int8.get(class.id()))
            && a.boxes > 0
        {
            let _ = writeln!(
                out,
                "| {} | {:.3} | {:.3} | {:+.3} |",
                class.name(),
                a.f1,
                b.f1,
                b.f1 - a.f1
            );
        }
    }
    out
}

fn limits(manifest: &Manifest) -> String {
    let names = |wanted: Evidence| -> String {
        let of: Vec<&str> = Class::ALL
            .iter()
            .filter(|class| manifest.class(class.id()).is_some_and(|c| c.evidence == wanted))
            .map(|class| class.name())
            .collect();
        if of.is_empty() {
            "none".to_owned()
        } else {
            of.join(", ")
        }
    };
    let silent: Vec<&str> = Class::ALL
        .iter()
        .filter(|class| manifest.class(class.id()).is_none())
        .map(|class| class.name())
        .collect();
    format!(
        "## Limits\n\n- Measured on real patients: {}.\n- Few real scans, or measured on fewer than three patients: {}.\n- Synthetic scans only: {}.\n- No answer given: {}.\n\
         - Real labels come from a student project: `drusen` includes dome-shaped detachments, and small lesions are missing here and there.\n\
         - Few patients have subretinal fluid, traction or a lamellar hole; their figures rest on one to three people.\n\
         - One scanner maker dominates the real scans. Check the figures on your own scans before you lean on them.\n",
        names(Evidence::Real),
        names(Evidence::Few),
        names(Evidence::Synthetic),
        if silent.is_empty() {
            "none".to_owned()
        } else {
            silent.join(", ")
        }
    )
}

fn level(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Real => "real",
        Evidence::Few => "few",
        Evidence::Synthetic => "synthetic",
        Evidence::None => "none",
    }
}

fn floor(class: &str) -> Option<f64> {
    FLOOR_F1
        .iter()
        .find(|(name, _)| *name == class)
        .map(|(_, f1)| *f1)
}

/// Draw F1 by class with the floor beside it, as SVG.
///
/// # Errors
///
/// A picture that can't be written.
pub fn plot(evaluation: &Evaluation, path: &Path) -> Result<(), TrainError> {
    let rows: Vec<(&Class, &Figure)> = Class::ALL
        .iter()
        .filter_map(|c| Some((c, evaluation.validation.get(c.id()).filter(|f| f.boxes > 0)?)))
        .collect();
    draw(&rows, path).map_err(|error| TrainError::content(path, error))
}

fn draw(rows: &[(&Class, &Figure)], path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let height = 60 + 40 * rows.len() as u32;
    let root = SVGBackend::new(path, (640, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let left = 210;
    let scale = 360.0;
    for (k, (class, figure)) in rows.iter().enumerate() {
        let y = 20 + 40 * k as i32;
        root.draw(&Text::new(class.name(), (8, y + 4), ("sans-serif", 15)))?;
        let bar = |value: f64, top: i32, bottom: i32| {
            [(left, y + top), (left + (value * scale) as i32, y + bottom)]
        };
        root.draw(&Rectangle::new(
            bar(figure.f1, 0, 16),
            RGBColor(0, 114, 178).filled(),
        ))?;
        root.draw(&Text::new(
            format!(
                "{:.2}  ({} {})",
                figure.f1,
                figure.boxes,
                if figure.boxes == 1 { "box" } else { "boxes" }
            ),
            (left + (figure.f1 * scale) as i32 + 6, y + 1),
            ("sans-serif", 14),
        ))?;
        if let Some(value) = floor(class.id()) {
            root.draw(&Rectangle::new(
                bar(value, 18, 24),
                RGBColor(150, 150, 150).filled(),
            ))?;
        }
    }
    root.draw(&Text::new(
        "F1 (0 to 1) on patients kept apart (blue) and of the plain U-Net (grey)",
        (8, height as i32 - 24),
        ("sans-serif", 13),
    ))?;
    root.present()?;
    Ok(())
}
