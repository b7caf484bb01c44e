//! Bars of F1, mean AggIoU and balanced accuracy class by class, of the best models.

use super::Figure;
use super::grouped_bars::{Bars, Series};
use super::looks::Looks;
use crate::data::Run;
use crate::{Evaluation, ReportError, Topic};

struct Kind {
    id: &'static str,
    topic: Topic,
    what: &'static str,
    of_class: fn(&Run, &str) -> Option<f64>,
}

const KINDS: [Kind; 3] = [
    Kind {
        id: "class_f1",
        topic: Topic::Grounding,
        what: "F1",
        of_class: |run, id| Some(run.class_grounding(id)?.f1?.value),
    },
    Kind {
        id: "class_mean_agg_iou",
        topic: Topic::Grounding,
        what: "mean AggIoU",
        of_class: |run, id| Some(run.class_grounding(id)?.mean_agg_iou?.value),
    },
    Kind {
        id: "class_balanced_accuracy",
        topic: Topic::Presence,
        what: "balanced accuracy",
        of_class: |run, id| Some(run.class_presence(id)?.balanced_accuracy?.value),
    },
];

/// The three figures: of the six best models by macro F1 those of boxes, by macro balanced accuracy that of answers.
pub(super) fn figures(evaluation: &Evaluation, looks: &Looks) -> Result<Vec<Figure>, ReportError> {
    let mut all = Vec::new();
    for kind in KINDS {
        let shown = looks.in_bars(evaluation, kind.topic);
        if shown.is_empty() {
            continue;
        }
        let mut caption = format!("{} by class, %. A dash: no figure.", capital(kind.what));
        let (by, of) = match kind.topic {
            Topic::Presence => (
                "balanced accuracy",
                evaluation.ranked(Run::balanced_accuracy).len(),
            ),
            _ => ("F1", evaluation.ranked(Run::f1).len()),
        };
        if of > shown.len() {
            caption.push_str(&format!(
                " The best {} of {of} models by macro {by}; the table has all.",
                shown.len()
            ));
        }
        let groups = evaluation.dataset.classes.iter().map(|class| {
            let shares = shown.iter().map(|(run, _)| (kind.of_class)(run, &class.id));
            (class.name.as_str(), shares.collect())
        });
        let bars = Bars {
            id: kind.id,
            topic: kind.topic,
            title: format!("{} by class", capital(kind.what)),
            axis: kind.what,
            caption,
            series: shown
                .iter()
                .map(|(run, look)| Series::of(&run.name, *look))
                .collect(),
            groups: groups.collect(),
        };
        all.push(bars.draw()?);
    }
    Ok(all)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
