//! Bars of F1, mean AggIoU and balanced accuracy class by class, of the best models.

use super::Figure;
use super::grouped_bars::{Bars, MOST_SERIES};
use crate::data::Run;
use crate::{Evaluation, ReportError, Topic};

struct Kind {
    id: &'static str,
    topic: Topic,
    what: &'static str,
    over_classes: fn(&Run) -> Option<f64>,
    of_class: fn(&Run, &str) -> Option<f64>,
}

const KINDS: [Kind; 3] = [
    Kind {
        id: "class_f1",
        topic: Topic::Grounding,
        what: "F1",
        over_classes: Run::f1,
        of_class: |run, id| Some(run.class_grounding(id)?.f1.value),
    },
    Kind {
        id: "class_mean_agg_iou",
        topic: Topic::Grounding,
        what: "mean AggIoU",
        over_classes: Run::mean_agg_iou,
        of_class: |run, id| Some(run.class_grounding(id)?.mean_agg_iou.value),
    },
    Kind {
        id: "class_balanced_accuracy",
        topic: Topic::Presence,
        what: "balanced accuracy",
        over_classes: Run::balanced_accuracy,
        of_class: |run, id| Some(run.class_presence(id)?.balanced_accuracy.value),
    },
];

/// The three figures, each of the six best models by its own macro figure.
pub(super) fn figures(evaluation: &Evaluation) -> Result<Vec<Figure>, ReportError> {
    let mut all = Vec::new();
    for kind in KINDS {
        let mut ranked = evaluation.ranked(kind.over_classes);
        let of = ranked.len();
        ranked.truncate(MOST_SERIES);
        if ranked.is_empty() {
            continue;
        }
        let mut caption = format!("{} by class, %. A dash: no figure.", capital(kind.what));
        if of > ranked.len() {
            caption.push_str(&format!(
                " The best {} of {of} models by macro {}; the table has all.",
                ranked.len(),
                kind.what
            ));
        }
        let groups = evaluation.dataset.classes.iter().map(|class| {
            let shares = ranked.iter().map(|(run, _)| (kind.of_class)(run, &class.id));
            (class.name.as_str(), shares.collect())
        });
        let bars = Bars {
            id: kind.id,
            topic: kind.topic,
            title: format!("{} by class", capital(kind.what)),
            axis: kind.what,
            caption,
            series: ranked.iter().map(|(run, _)| run.name.as_str()).collect(),
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
