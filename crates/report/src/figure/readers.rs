//! Bars of how well two readings agree, class by class, and where the model stands.

use super::Figure;
use super::grouped_bars::{Bars, Series};
use super::looks::Looks;
use super::palette::{MUTED, PALE};
use crate::{Evaluation, ReportError, Topic};

/// F1 in both directions, and the model's on the same scans.
pub(super) fn figure(evaluation: &Evaluation, looks: &Looks) -> Result<Option<Figure>, ReportError> {
    let Some(readers) = &evaluation.inter_observer else {
        return Ok(None);
    };
    // Greys and capitals for the readers: colours and small letters are the models'.
    let reader = |name, colour, letter| Series { name, colour, letter };
    let mut series = vec![
        reader("first as prediction of second", MUTED, 'A'),
        reader("second as prediction of first", PALE, 'B'),
    ];
    let model = readers.model.as_deref();
    series.extend(model.and_then(|name| Some(Series::of(name, looks.get(name)?))));
    let row = |a_to_b, b_to_a, model| {
        let mut shares = vec![Some(a_to_b), Some(b_to_a)];
        shares.extend(readers.model.as_ref().map(|_| model));
        shares
    };
    let mut groups: Vec<_> = readers
        .per_class
        .iter()
        .map(|class| {
            let name = evaluation.class_name(&class.class);
            (name, row(class.f1_a_to_b, class.f1_b_to_a, class.model_f1))
        })
        .collect();
    let figures = &readers.macro_figures;
    groups.push((
        "macro",
        row(figures.f1_a_to_b, figures.f1_b_to_a, figures.model_f1),
    ));
    let bars = Bars {
        id: "inter_observer",
        topic: Topic::Readers,
        title: "F1 of two readings against each other".to_owned(),
        axis: "F1",
        caption: format!(
            "F1 of one reading scored as a prediction of the other, on {} scans that were read twice, and of the model on the \
             same scans, %.",
            readers.images
        ),
        series,
        groups,
    };
    bars.draw().map(Some)
}
