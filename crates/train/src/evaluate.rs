//! The figures of the model card, measured with the reader that ships.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use groundscope_geometry::{DecimalBox, PixelBox};
use groundscope_metrics::{Counts, agg_iou};
use groundscope_model::{Findings, Reader};
use groundscope_ontology::Class;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use crate::{TrainError, datasets, ranks};

/// Pooled counts of one class or pairing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    /// F1 of the pooled counts.
    pub f1: f64,
    /// Precision of the pooled counts.
    pub precision: f64,
    /// Recall of the pooled counts.
    pub recall: f64,
    /// Mean AggIoU over every reference box.
    pub mean_agg_iou: f64,
    /// Reference boxes.
    pub boxes: usize,
    /// Scans that have such a box.
    pub scans: usize,
    /// Patients who have such a scan.
    pub patients: usize,
}

impl Figure {
    fn of(counts: &Counts, boxes: usize) -> Self {
        Self {
            f1: counts.f1(),
            precision: counts.precision(),
            recall: counts.recall(),
            mean_agg_iou: counts.mean_agg_iou(),
            boxes,
            scans: 0,
            patients: 0,
        }
    }
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// Name of the weights.
    pub model: String,
    /// By class, on patients kept apart.
    pub validation: BTreeMap<String, Figure>,
    /// The model and each reader, and the readers against each other, for fluid (IRF or SRF).
    pub readers: BTreeMap<String, Figure>,
    /// Area under the ROC curve by set.
    pub auc: BTreeMap<String, f64>,
    /// Mean false boxes a healthy scan, by class with any.
    pub false_boxes: BTreeMap<String, f64>,
    /// Mean false boxes a healthy scan, all classes.
    pub false_boxes_per_scan: f64,
    /// Healthy scans read.
    pub healthy_scans: usize,
    /// How the input gate judged sets of scans, and of pictures that are none.
    #[serde(default)]
    pub gate: BTreeMap<String, GateFigure>,
}

/// The input gate on one set.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct GateFigure {
    /// Whether the set is one of B-scans.
    pub scans: bool,
    /// Pictures looked at.
    pub pictures: usize,
    /// Pictures taken for a B-scan.
    pub let_in: usize,
}

/// Sets on which the gate is measured, none of which chose it, and whether they are B-scans.
const GATE_SETS: [(&str, bool); 8] = [
    ("oct-two-graders", true),
    ("oct-dme", true),
    ("oct-srf", true),
    ("oct-healthy", true),
    ("oct-volume", true),
    ("fundus-boxes", false),
    ("ultrasound-breast", false),
    ("ultrasound-head", false),
];

/// Measure on every set below `data` that is there.
///
/// # Errors
///
/// A set whose files are damaged, or a device that fails.
pub fn evaluate(reader: &Reader, data: &Path, patients: &[String]) -> Result<Evaluation, TrainError> {
    let mut out = Evaluation {
        model: reader.manifest().name.clone(),
        ..Evaluation::default()
    };
    let root = data.join("oct-lesions");
    if root.exists() {
        out.validation = validation(reader, &root, patients)?;
    }
    let root = data.join("oct-two-graders");
    if root.exists() {
        out.readers = readers(reader, &root)?;
    }
    for (set, column, classes) in [
        ("oct-dme", "dme", &[Class::Irf, Class::Srf][..]),
        ("oct-srf", "srf", &[Class::Srf][..]),
    ] {
        let root = data.join(set);
        if root.exists() {
            let scans = datasets::labelled(&root, column)?;
            let bar = bar(set, scans.len());
            let mut scored = Vec::new();
            for scan in &scans {
                scored.push((probability(&read(reader, &scan.path)?, classes), scan.positive));
                bar.inc(1);
            }
            out.auc
                .extend(ranks::auc(&scored).map(|auc| (set.to_owned(), auc)));
        }
    }
    let root = data.join("oct-healthy");
    if root.exists() {
        let scans = datasets::pictures(&root)?;
        let bar = bar("oct-healthy", scans.len());
        let share = 1.0 / scans.len().max(1) as f64;
        for path in &scans {
            for finding in read(reader, path)?
                .findings
                .iter()
                .filter(|finding| !finding.regions.is_empty())
            {
                let boxes = finding.regions.len() as f64 * share;
                *out.false_boxes.entry(finding.class.id().to_owned()).or_default() += boxes;
                out.false_boxes_per_scan += boxes;
            }
            bar.inc(1);
        }
        out.healthy_scans = scans.len();
    }
    if reader.manifest().gate.is_some() {
        for (set, scans) in GATE_SETS {
            out.gate
                .extend(gate(reader, data, set, scans)?.map(|figure| (set.to_owned(), figure)));
        }
    }
    Ok(out)
}

/// How the gate judges a set; `None` where it is not there.
fn gate(
    reader: &Reader,
    data: &Path,
    set: &'static str,
    scans: bool,
) -> Result<Option<GateFigure>, TrainError> {
    let root = data.join(set);
    if !root.exists() {
        return Ok(None);
    }
    let images = root.join("images");
    let pictures = datasets::pictures(if images.exists() { &images } else { &root })?;
    let bar = bar(set, pictures.len());
    let mut figure = GateFigure {
        scans,
        pictures: pictures.len(),
        let_in: 0,
    };
    for path in &pictures {
        let judged = read(reader, path)?.gate;
        figure.let_in += usize::from(judged.is_none_or(|gate| gate.lets_in()));
        bar.inc(1);
    }
    Ok(Some(figure))
}

fn validation(
    reader: &Reader,
    root: &Path,
    patients: &[String],
) -> Result<BTreeMap<String, Figure>, TrainError> {
    let scans = datasets::lesions(root, patients)?;
    let bar = bar("validation", scans.len());
    let mut counts: BTreeMap<Class, (Counts, Figure, BTreeSet<&str>)> = BTreeMap::new();
    for scan in &scans {
        let findings = read(reader, &scan.path)?;
        for (class, references) in &scan.boxes {
            let entry = counts.entry(*class).or_default();
            entry.0 += pair(references, &boxes(&findings, &[*class]));
            if !references.is_empty() {
                entry.1.boxes += references.len();
                entry.1.scans += 1;
                entry.2.insert(&scan.patient);
            }
        }
        bar.inc(1);
    }
    let figure = |(class, (counts, seen, patients)): (Class, (Counts, Figure, BTreeSet<&str>))| {
        let figure = Figure {
            scans: seen.scans,
            patients: patients.len(),
            ..Figure::of(&counts, seen.boxes)
        };
        (class.id().to_owned(), figure)
    };
    Ok(counts.into_iter().map(figure).collect())
}

fn readers(reader: &Reader, root: &Path) -> Result<BTreeMap<String, Figure>, TrainError> {
    let scans = datasets::two_graders(root)?;
    let bar = bar("two readers", scans.len());
    let names = [
        "model against reader 0",
        "model against reader 1",
        "reader 1 against reader 0",
        "reader 0 against reader 1",
    ];
    let mut counts = [Counts::default(); 4];
    let mut totals = [0; 4];
    for scan in &scans {
        let found = boxes(&read(reader, &scan.path)?, &[Class::Irf, Class::Srf]);
        let [first, second] = &scan.readings;
        let pairs = [
            (first, &found),
            (second, &found),
            (first, second),
            (second, first),
        ];
        for (k, (references, predictions)) in pairs.into_iter().enumerate() {
            counts[k] += pair(references, predictions);
            totals[k] += references.len();
        }
        bar.inc(1);
    }
    let figures = names.iter().zip(counts.iter().zip(totals));
    Ok(figures
        .map(|(name, (counts, boxes))| ((*name).to_owned(), Figure::of(counts, boxes)))
        .collect())
}

fn pair(references: &[PixelBox], predictions: &[PixelBox]) -> Counts {
    let exact = |boxes: &[PixelBox]| -> Vec<DecimalBox> {
        // Boxes from masks have whole pixels, so nothing is rounded here.
        let micros = |b: &PixelBox| DecimalBox::from_micros(b.to_array().map(|v| (v * 1e6) as i64)).ok();
        boxes.iter().filter_map(micros).collect()
    };
    agg_iou::score(
        &exact(references),
        &exact(predictions),
        &agg_iou::AggIouSettings::default(),
    )
    .counts()
}

fn boxes(findings: &Findings, classes: &[Class]) -> Vec<PixelBox> {
    let of = |class: &Class| {
        findings
            .get(*class)
            .into_iter()
            .flat_map(|finding| finding.boxes())
    };
    classes
        .iter()
        .flat_map(of)
        .map(|corners| PixelBox::from_array(corners.map(f64::from)))
        .collect()
}

fn probability(findings: &Findings, classes: &[Class]) -> f64 {
    classes
        .iter()
        .filter_map(|class| findings.get(*class)?.probability)
        .fold(0.0, f64::max)
}

fn read(reader: &Reader, path: &Path) -> Result<Findings, TrainError> {
    let scan = datasets::scan(path)?;
    pollster::block_on(reader.read(&scan, &mut |_| ())).map_err(|error| TrainError::content(path, error))
}

fn bar(name: &'static str, length: usize) -> ProgressBar {
    ProgressBar::new(length as u64)
        .with_message(name)
        .with_finish(indicatif::ProgressFinish::AndLeave)
}
