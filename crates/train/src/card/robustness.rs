//! The card's table of changed scans.

use super::Card;
use super::markdown::table;
use crate::evaluate::RobustnessRow;

impl Card<'_> {
    pub(super) fn robustness(&self) -> String {
        let Some(robustness) = &self.evaluation.robustness else {
            return String::new();
        };
        let plain = robustness.rows.first();
        let change = |value: f64, of: fn(&RobustnessRow) -> f64| {
            format!("{value:.3} ({:+.3})", value - plain.map_or(value, of))
        };
        let rows = robustness.rows.iter().map(|row| {
            let worst = row.f1.iter().filter_map(|(class, f1)| {
                let before = plain?.f1.get(class)?;
                Some((f1 - before, class))
            });
            let worst = worst
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|(change, _)| *change < 0.0);
            let worst = worst.map_or("-".to_owned(), |(change, class)| format!("{class} {change:+.3}"));
            if row.change.is_empty() {
                let [f1, auc] = [row.pooled_f1, row.auc].map(|value| format!("{value:.3}"));
                return ["as it is".to_owned(), f1, "-".to_owned(), auc, "-".to_owned()];
            }
            [
                row.change.clone(),
                change(row.pooled_f1, |row| row.pooled_f1),
                worst,
                change(row.auc, |row| row.auc),
                format!("{:.1} %", row.agreement * 100.0),
            ]
        });
        let header = [
            "change",
            "F1",
            "class that loses most",
            "AUC of presence",
            "same answers",
        ];
        format!(
            "## Robustness\n\n{} scans of the cross-validation, changed and read again by the same networks; boxes are mapped back to the original scan, and a crop takes the part of a lesion that it cuts off out of the references. \
             Classes: {}. F1 is of their counts added up, AUC the mean over classes, in brackets the change; answers are present or not.\n\n{}",
            robustness.scans,
            robustness.classes.join(", "),
            table(&header, rows)
        )
    }
}
