//! The model card: what the weights are, what was measured, on what, and what was not.

mod ablation;
mod finish;
mod markdown;
mod other_sets;
mod patients;
mod plots;
mod robustness;
mod short;
mod synthetic;
mod targets;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use groundscope_model::{Evidence, Manifest};
use groundscope_ontology::Class;

use crate::evaluate::{Evaluation, Figure};
use markdown::table;

pub use ablation::AblationRow;
pub use finish::{Finish, Partial};
pub use plots::plot;
pub use targets::{Target, targets};

/// Everything that a card tells.
#[derive(Debug)]
pub struct Card<'a> {
    /// What the weights say about themselves.
    pub manifest: &'a Manifest,
    /// Bytes of the weights file.
    pub size: u64,
    /// What was measured.
    pub evaluation: &'a Evaluation,
    /// What finishing the training reports; `None` where it left no report.
    pub finish: Option<Finish>,
    /// Whether the network went on from older weights, unlike those of the folds.
    pub continued: bool,
    /// Other trainings, measured for comparison.
    pub ablation: Vec<AblationRow>,
}

impl Card<'_> {
    /// The card in Markdown; its pictures are those of [`plot`], in the folder `pictures` beside it.
    pub fn markdown(&self) -> String {
        let parts = [
            self.intro(),
            self.short(),
            self.targets(),
            self.patients(),
            self.calibration(),
            self.makers(),
            self.other_exporters(),
            self.healthy(),
            self.robustness(),
            self.gate(),
            self.phantoms(),
            self.ablation(),
            self.quantisation(),
            self.thresholds(),
            self.limits(),
        ];
        let parts: Vec<&str> = parts
            .iter()
            .map(|part| part.trim_end())
            .filter(|part| !part.is_empty())
            .collect();
        parts.join("\n\n") + "\n"
    }

    fn intro(&self) -> String {
        let Manifest {
            name,
            network,
            data,
            licence,
            ..
        } = self.manifest;
        let mut out = format!(
            "# Model card: {name}\n\nWritten by `groundscope-train card`; figures measured by the reader that ships. For research and teaching, not a medical device.\n\n\
             A convolutional encoder-decoder (`{}`, about {:.1} million parameters, int8 weights of {} bytes) reads one OCT B-scan, framed to {} x {} pixels, \
             and gives a map and a presence probability for each class. Boxes come from the maps by the masks-to-boxes rule.\n\n## Training data\n\n",
            // One byte a parameter; what else is in the file hardly counts.
            network.kind,
            self.size as f64 / 1e6,
            self.size,
            network.frame[0],
            network.frame[1]
        );
        for source in data {
            let _ = writeln!(
                out,
                "- {} ({}): {}",
                source.name, source.licence, source.attribution
            );
        }
        let _ = write!(
            out,
            "\nThe evaluation sets below neither trained nor chose a threshold; that boxes keep to the rule of reference boxes, and which of two sets of folds chose the thresholds, was decided after a look at `oct-two-graders` (`docs/decisions.md`, `docs/training.md`). The weights are under {licence}. `docs/evaluation.md` says how every figure is measured. \
             Numbers in brackets are intervals of 95 % by a bootstrap over patients, unless another unit is named."
        );
        out
    }

    fn targets(&self) -> String {
        let targets = targets(self.evaluation);
        let row = |target: &Target| {
            [
                target.what.clone(),
                target.wanted(),
                target.found(),
                target.verdict().to_owned(),
            ]
        };
        format!(
            "## Targets\n\nSet by the project; \"met\" compares the figure itself, not its interval.\n\n{}",
            table(
                &["what", "target", "measured", "verdict"],
                targets.iter().map(row)
            )
        )
    }

    fn thresholds(&self) -> String {
        let thresholds = &self.evaluation.thresholds;
        let rows = in_order(thresholds).map(|(class, t)| {
            let folds = |range: Option<[f64; 2]>| {
                range.map_or_else(String::new, |[low, high]| format!(" ({low:.2} to {high:.2})"))
            };
            [
                class.name().to_owned(),
                format!("{:.2}{}", t.presence, folds(t.presence_of_folds)),
                format!("{:.2}{}", t.map, folds(t.map_of_folds)),
                format!("{:.2}{}", t.peak, folds(t.peak_of_folds)),
                t.min_area_px.to_string(),
                t.join_distance_px.to_string(),
            ]
        });
        if thresholds.is_empty() {
            return String::new();
        }
        let header = [
            "class",
            "presence",
            "map",
            "peak",
            "least area in pixels",
            "joined up to, pixels",
        ];
        format!(
            "## Thresholds\n\nProbabilities of the shipped weights; in brackets the lowest and highest of the networks of the cross-validation. Those of the shipped weights are chosen once more, on the readings of all folds together and, where no patient has the class, on phantoms read by the network that ships, so they may lie outside that range.\n\n{}",
            table(&header, rows)
        )
    }

    fn limits(&self) -> String {
        let levels = |wanted: Evidence| self.names(|class| self.evidence(class) == wanted);
        let mut out = format!(
            "## Limits\n\n- Measured on at least three real patients kept from training: {}.\n- Few real scans: trained on few, or measured on fewer than three patients: {}.\n\
             - Synthetic scans only: {}.\n- No answer given: {}.\n\
             - Real labels come from a student project: `drusen` includes dome-shaped detachments, and small lesions are missing here and there.\n",
            levels(Evidence::Real),
            levels(Evidence::Few),
            levels(Evidence::Synthetic),
            levels(Evidence::None)
        );
        let patients = |class: &Class| {
            self.real_figures()
                .get(class.id())
                .map_or(0, |f: &Figure| f.patients)
        };
        let few = self.names(|class| (1..10).contains(&patients(class)));
        let _ = writeln!(
            out,
            "- Figures on fewer than ten patients, which say little: {few}."
        );
        out.push_str("- One scanner maker dominates the real scans. Check the figures on your own scans before you lean on them.\n");
        for (part, why) in &self.evaluation.skipped {
            let _ = writeln!(out, "- Not measured ({}): {why}.", part.replace('-', " "));
        }
        out
    }

    fn names(&self, wanted: impl Fn(&Class) -> bool) -> String {
        let names: Vec<&str> = Class::ALL
            .iter()
            .filter(|class| wanted(class))
            .map(|class| class.name())
            .collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    }

    /// The level that was just measured, or else the one in the weights.
    fn evidence(&self, class: &Class) -> Evidence {
        let stored = self
            .manifest
            .class(class.id())
            .map_or(Evidence::None, |class| class.evidence);
        self.evaluation
            .evidence
            .get(class.id())
            .map_or(stored, |evidence| evidence.level)
    }

    /// Figures on real patients: cross-validated where folds were read, otherwise of the patients kept apart.
    fn real_figures(&self) -> &BTreeMap<String, Figure> {
        let crossed = self.evaluation.cross_validation.as_ref();
        crossed.map_or(&self.evaluation.validation, |crossed| &crossed.classes)
    }
}

/// The entries of a table by class identifier, in the ontology's order.
fn in_order<T>(table: &BTreeMap<String, T>) -> impl Iterator<Item = (&'static Class, &T)> {
    Class::ALL
        .iter()
        .filter_map(|class| Some((class, table.get(class.id())?)))
}

const fn level(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Real => "real",
        Evidence::Few => "few",
        Evidence::Synthetic => "synthetic",
        Evidence::None => "none",
    }
}
