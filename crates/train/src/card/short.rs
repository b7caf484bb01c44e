//! The card's first table: what a reader may expect of each class, in shares and counts that need no explanation.

use groundscope_model::Evidence;
use groundscope_ontology::Class;

use super::markdown::table;
use super::{Card, level};
use crate::evaluate::EyeFigure;

/// The set whose scans without its finding count false alarms.
const ALARMS: &str = "oct-dme";

impl Card<'_> {
    pub(super) fn short(&self) -> String {
        let answered = Class::ALL
            .iter()
            .filter(|class| self.evidence(class) != Evidence::None);
        let rows: Vec<_> = answered.map(|class| self.short_row(*class)).collect();
        if rows.is_empty() {
            return String::new();
        }
        let scans = self
            .evaluation
            .presence
            .get(ALARMS)
            .map_or(0, |figure| figure.negatives);
        let called = format!("called on {scans} scans without oedema");
        let healthy = format!("called on {} healthy scans", self.evaluation.healthy_scans);
        let header = [
            "class",
            "evidence",
            "its boxes that are right",
            "lesions that it finds",
            "called where it is",
            "left alone where it is not",
            called.as_str(),
            healthy.as_str(),
        ];
        format!(
            "## In short\n\n{} A class is called where it counts as present. Shares are those of the cross-validation below, on patients whom the network never saw; classes without them were not measured on patients, \
             or on too few, and the reader calls them \"uncertain\" at most, whatever their probability. \
             The last two columns show what to expect of false alarms: the scans of `{ALARMS}` without oedema may have other diseases, but a class that is called on many of them is called too often. The healthy scans are those of {} eyes.\n\n{}",
            self.met(),
            self.evaluation.healthy_eyes.len(),
            table(&header, rows.into_iter())
        )
    }

    /// How many targets are met, in a sentence.
    fn met(&self) -> String {
        let verdicts: Vec<&str> = super::targets(self.evaluation)
            .iter()
            .map(super::Target::verdict)
            .collect();
        let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
        format!(
            "{} of {} targets are met, {} are not.",
            count("met"),
            verdicts.len(),
            count("not met")
        )
    }

    fn short_row(&self, class: Class) -> [String; 8] {
        let evaluation = self.evaluation;
        let share =
            |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{:.0} %", 100.0 * value));
        let figure = self
            .real_figures()
            .get(class.id())
            .filter(|figure| figure.boxes > 0);
        let crossed = evaluation.cross_validation.as_ref();
        let told = crossed
            .and_then(|crossed| crossed.told.get(class.id()))
            .filter(|told| told.there > 0);
        let alarms = evaluation
            .presence
            .get(ALARMS)
            .and_then(|figure| figure.called.get(class.id()));
        let eyes: Vec<&EyeFigure> = evaluation.healthy_eyes.values().collect();
        let healthy = (!eyes.is_empty()).then(|| {
            eyes.iter()
                .filter_map(|eye| eye.called.get(class.id()))
                .sum::<usize>()
        });
        let counted = |count: Option<usize>| count.map_or("-".to_owned(), |count| count.to_string());
        [
            class.name().to_owned(),
            level(self.evidence(&class)).to_owned(),
            share(figure.map(|figure| figure.precision)),
            share(figure.map(|figure| figure.recall)),
            share(told.and_then(|told| told.sensitivity())),
            share(told.and_then(|told| told.specificity())),
            counted(alarms.copied()),
            counted(healthy),
        ]
    }
}
