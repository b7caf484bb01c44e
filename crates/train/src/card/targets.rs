//! What was aimed at, beside what was measured.

use super::markdown::ranged;
use crate::evaluate::Evaluation;

/// One target.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// What is measured.
    pub what: String,
    /// What is aimed at.
    pub goal: Goal,
    /// The figure with its interval; `None` where it was not measured.
    pub measured: Option<(f64, Option<[f64; 2]>)>,
}

/// A bound on a figure; `None` where the bound itself was not measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// At least this.
    AtLeast(Option<f64>),
    /// Less than this.
    Under(f64),
}

impl Target {
    /// The goal in words.
    pub fn wanted(&self) -> String {
        match self.goal {
            Goal::AtLeast(Some(bound)) => format!("at least {bound:.3}"),
            Goal::AtLeast(None) => "the other reader's F1".to_owned(),
            Goal::Under(bound) => format!("under {bound:.2}"),
        }
    }

    /// The figure in words.
    pub fn found(&self) -> String {
        self.measured
            .map_or("-".to_owned(), |(value, interval)| ranged(value, interval))
    }

    /// Whether the figure, not its interval, reaches the goal.
    pub fn verdict(&self) -> &'static str {
        let met = self.measured.and_then(|(value, _)| match self.goal {
            Goal::AtLeast(bound) => Some(value >= bound?),
            Goal::Under(bound) => Some(value < bound),
        });
        match met {
            Some(true) => "met",
            Some(false) => "not met",
            None => "not measured",
        }
    }
}

/// Every target, in the card's order.
pub fn targets(evaluation: &Evaluation) -> Vec<Target> {
    let at_least = |what: String, bound, measured| Target {
        what,
        goal: Goal::AtLeast(bound),
        measured,
    };
    let mut out = Vec::new();
    for (class, name, bound) in [
        ("drusen", "drusen", 0.65),
        ("irf", "intraretinal fluid", 0.60),
        ("srf", "subretinal fluid", 0.60),
        ("vmt", "vitreomacular traction", 0.40),
    ] {
        let crossed = evaluation.cross_validation.as_ref();
        let figure = crossed
            .and_then(|crossed| crossed.classes.get(class))
            .filter(|f| f.boxes > 0);
        let measured = figure.map(|f| (f.f1, f.intervals.map(|i| i.f1)));
        out.push(at_least(
            format!("F1 {name}, cross-validated"),
            Some(bound),
            measured,
        ));
    }
    for (reader, other) in [(0, 1), (1, 0)] {
        let figure = |name: String| {
            let figure = evaluation.readers.get(&name);
            figure.map(|f| (f.f1, f.intervals.map(|i| i.f1)))
        };
        let mutual = figure(format!("reader {other} against reader {reader}")).map(|(f1, _)| f1);
        let what = format!("F1 fluid against reader {reader}, at least that of reader {other}");
        out.push(at_least(
            what,
            mutual,
            figure(format!("model against reader {reader}")),
        ));
    }
    for (set, what) in [("oct-dme", "oedema"), ("oct-srf", "subretinal fluid")] {
        let figure = evaluation.presence.get(set);
        out.push(at_least(
            format!("AUC {what}, `{set}`"),
            Some(0.90),
            figure.map(|f| (f.auc, f.auc_interval)),
        ));
    }
    let under = |what: &str, bound, measured: Option<f64>| Target {
        what: what.to_owned(),
        goal: Goal::Under(bound),
        measured: measured.map(|value| (value, None)),
    };
    let healthy = (evaluation.healthy_scans > 0).then_some(evaluation.false_boxes_per_scan);
    out.push(under("false boxes a healthy scan", 0.3, healthy));
    let phantoms = evaluation.phantoms.as_ref();
    out.push(at_least(
        "macro F1, phantoms of unseen seeds".to_owned(),
        Some(0.70),
        phantoms.map(|f| (f.macro_f1, f.macro_interval)),
    ));
    let styles = evaluation.styles.iter().map(|(style, f)| {
        let what = format!(
            "macro F1, phantoms of an unseen maker ({})",
            style.replace('_', " ")
        );
        (what, Some((f.macro_f1, f.macro_interval)))
    });
    let mut styles: Vec<_> = styles.collect();
    if styles.is_empty() {
        styles.push(("macro F1, phantoms of an unseen maker".to_owned(), None));
    }
    out.extend(
        styles
            .into_iter()
            .map(|(what, measured)| at_least(what, Some(0.70), measured)),
    );
    let crossed = evaluation.cross_validation.as_ref();
    out.push(under(
        "expected calibration error of presence, cross-validated",
        0.05,
        crossed.map(|crossed| crossed.pooled_calibration.expected_error),
    ));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(goal: Goal, value: Option<f64>) -> Target {
        Target {
            what: String::new(),
            goal,
            measured: value.map(|value| (value, None)),
        }
    }

    #[test]
    fn a_bound_itself_is_reached_from_above_and_not_from_below() {
        assert_eq!(target(Goal::AtLeast(Some(0.6)), Some(0.6)).verdict(), "met");
        assert_eq!(target(Goal::AtLeast(Some(0.6)), Some(0.599)).verdict(), "not met");
        assert_eq!(target(Goal::Under(0.3), Some(0.3)).verdict(), "not met");
        assert_eq!(target(Goal::Under(0.3), Some(0.29)).verdict(), "met");
        assert_eq!(target(Goal::Under(0.3), None).verdict(), "not measured");
        assert_eq!(target(Goal::AtLeast(None), Some(0.9)).verdict(), "not measured");
    }

    #[test]
    fn nothing_measured_meets_nothing() {
        let targets = targets(&Evaluation::default());
        assert_eq!(targets.len(), 12);
        assert!(targets.iter().all(|target| target.verdict() == "not measured"));
    }
}
