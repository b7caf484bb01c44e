//! Macro figures: unweighted over classes.

use crate::Counts;

/// A mean and the population standard deviation around it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The population standard deviation (divisor n).
    pub sd: f64,
}

impl Spread {
    /// Of some values, in the order given; 0 and 0 of none.
    pub fn of(values: &[f64]) -> Self {
        if values.is_empty() {
            return Self::default();
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n;
        Self {
            mean,
            sd: variance.sqrt(),
        }
    }
}

/// Figures of a benchmark, unweighted over the classes that have references.
///
/// Macro F1 is the mean of the classes' F1, as published, not the F1 of macro precision and recall.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Macro {
    /// Precision over classes.
    pub precision: Spread,
    /// Recall over classes.
    pub recall: Spread,
    /// F1 over classes.
    pub f1: Spread,
    /// Mean AggIoU over classes.
    pub mean_agg_iou: Spread,
    /// How many classes have references.
    pub classes: usize,
}

impl Macro {
    /// Over the pooled counts of the classes, in the order of the report.
    pub fn over<'a>(classes: impl IntoIterator<Item = &'a Counts>) -> Self {
        let with_references: Vec<&Counts> = classes.into_iter().filter(|c| c.boxes() > 0).collect();
        let spread = |figure: fn(&Counts) -> f64| {
            let values: Vec<f64> = with_references.iter().map(|c| figure(c)).collect();
            Spread::of(&values)
        };
        Self {
            precision: spread(Counts::precision),
            recall: spread(Counts::recall),
            f1: spread(Counts::f1),
            mean_agg_iou: spread(Counts::mean_agg_iou),
            classes: with_references.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(tp: u64, fp: u64, missed: u64) -> Counts {
        let mut counts = Counts::default();
        counts.true_positives = tp;
        counts.false_positives = fp;
        counts.false_negatives = missed;
        counts
    }

    #[test]
    fn the_standard_deviation_is_that_of_the_population() {
        let spread = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(spread, Spread { mean: 5.0, sd: 2.0 });
    }

    #[test]
    fn classes_without_references_are_left_out_and_f1_is_the_mean_of_f1() {
        let classes = [counts(1, 0, 1), counts(1, 3, 0), counts(0, 5, 0)];
        let over = Macro::over(&classes);
        assert_eq!(over.classes, 2);
        assert_eq!(over.precision.mean, 0.625);
        assert_eq!(over.recall.mean, 0.75);
        assert_eq!(over.f1.mean, (2.0 / 3.0 + 0.4) / 2.0);
        assert_eq!(Macro::over(&[]), Macro::default());
    }
}
