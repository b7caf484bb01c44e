//! Bars of what each step of a training added.

use super::Figure;
use super::grouped_bars::{Bars, Series};
use crate::data::Ablation;
use crate::published::Published;
use crate::wording::PUBLISHED;
use crate::{Evaluation, ReportError, Topic};

/// The evaluation's own, and the paper's where its figures are asked for.
pub(super) fn figures(evaluation: &Evaluation) -> Result<Vec<Figure>, ReportError> {
    let mut all = Vec::new();
    if let Some(ablation) = &evaluation.ablation {
        all.push(bars("ablation", "Ablation".to_owned(), ablation)?);
    }
    if evaluation.published {
        let title = format!("Ablation of RetGrounder 8B ({PUBLISHED})");
        all.push(bars("ablation_published", title, &Published::read()?.ablation)?);
    }
    Ok(all)
}

fn bars(id: &str, title: String, ablation: &Ablation) -> Result<Figure, ReportError> {
    let groups = ablation.steps.iter();
    Bars {
        id,
        topic: Topic::Ablation,
        title,
        axis: "macro figure",
        caption: "F1 of grounding and balanced accuracy of presence after each step, macro over classes, %."
            .to_owned(),
        series: Series::numbered(["F1 of grounding", "balanced accuracy of presence"]),
        groups: groups
            .map(|step| (step.name.as_str(), vec![step.f1, step.balanced_accuracy]))
            .collect(),
    }
    .draw()
}
