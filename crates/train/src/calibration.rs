//! Whether probabilities mean what they say: expected calibration error, Brier score and the bins of a reliability plot.

use serde::{Deserialize, Serialize};

/// How many bins a calibration error has.
pub const BINS: usize = 10;

/// Answers whose probabilities lie close together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many answers.
    pub answers: usize,
    /// The mean of their probabilities, 0..1.
    pub mean_probability: f64,
    /// The share of them where the class is there, 0..1.
    pub share_present: f64,
}

/// The calibration of some answers.
///
/// ```
/// use groundscope_train::calibration::Calibration;
/// let figure = Calibration::of(&[(0.75, true), (0.75, true), (0.75, true), (0.75, false)]);
/// assert_eq!((figure.expected_error, figure.brier), (0.0, 0.1875));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// How many answers.
    pub answers: usize,
    /// In how many of them the class is there.
    pub positives: usize,
    /// Expected calibration error over ten bins of equal width: the mean over answers of the distance between the mean
    /// probability of their bin and the share of its answers where the class is there (Naeini et al. 2015; Guo et al. 2017).
    pub expected_error: f64,
    /// The same over ten bins that each hold a tenth of the answers, so far as equal probabilities allow.
    pub expected_error_equal_mass: f64,
    /// Mean squared distance between probability and truth (Brier 1950).
    pub brier: f64,
    /// Area under the ROC curve; `None` where one kind is missing.
    pub auc: Option<f64>,
    /// The bins of equal width that hold an answer, lowest first.
    pub bins: Vec<Bin>,
}

impl Calibration {
    /// Of probabilities (0..1) and whether the class is there.
    pub fn of(answers: &[(f64, bool)]) -> Self {
        let bins = bins(answers, &equal_width());
        let squares: f64 = answers
            .iter()
            .map(|(probability, present)| (probability - f64::from(u8::from(*present))).powi(2))
            .sum();
        Self {
            answers: answers.len(),
            positives: answers.iter().filter(|(_, present)| *present).count(),
            expected_error: expected_error(&bins),
            expected_error_equal_mass: expected_error(&self::bins(answers, &equal_mass(answers))),
            brier: squares / answers.len().max(1) as f64,
            auc: crate::ranks::auc(answers),
            bins,
        }
    }
}

fn equal_width() -> Vec<f64> {
    (1..BINS).map(|k| k as f64 / BINS as f64).collect()
}

/// Tenths of the probabilities, interpolated linearly between neighbours, as numpy's percentiles are.
fn equal_mass(answers: &[(f64, bool)]) -> Vec<f64> {
    let mut sorted: Vec<f64> = answers.iter().map(|(probability, _)| *probability).collect();
    sorted.sort_by(f64::total_cmp);
    (1..BINS)
        .filter_map(|k| {
            let at = (k * sorted.len().checked_sub(1)?) as f64 / BINS as f64;
            let (low, high) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
            Some(low + at.fract() * (high - low))
        })
        .collect()
}

/// The bins between the inner `edges` (ascending) that hold an answer; an answer on an edge belongs to the bin below, as in
/// scikit-learn's `calibration_curve`.
fn bins(answers: &[(f64, bool)], edges: &[f64]) -> Vec<Bin> {
    let mut sums = vec![(0usize, 0.0, 0usize); edges.len() + 1];
    for (probability, present) in answers {
        if let Some(sum) = sums.get_mut(edges.partition_point(|edge| edge < probability)) {
            sum.0 += 1;
            sum.1 += probability;
            sum.2 += usize::from(*present);
        }
    }
    sums.into_iter()
        .filter(|(answers, ..)| *answers > 0)
        .map(|(answers, probabilities, present)| Bin {
            answers,
            mean_probability: probabilities / answers as f64,
            share_present: present as f64 / answers as f64,
        })
        .collect()
}

fn expected_error(bins: &[Bin]) -> f64 {
    let answers: usize = bins.iter().map(|bin| bin.answers).sum();
    let off = |bin: &Bin| bin.answers as f64 * (bin.mean_probability - bin.share_present).abs();
    bins.iter().map(off).sum::<f64>() / answers.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_the_weighted_distance_of_the_bins() {
        // One bin of two answers 0.125 off, and one of two that is 0.25 off.
        let answers = [(0.125, false), (0.125, false), (0.75, true), (0.75, true)];
        let figure = Calibration::of(&answers);
        assert_eq!(figure.expected_error, 0.1875);
        assert_eq!(figure.bins.len(), 2);
        assert_eq!(figure.auc, Some(1.0));
        assert_eq!(figure.brier, (2.0 * 0.015_625 + 2.0 * 0.0625) / 4.0);
    }

    #[test]
    fn an_answer_on_an_edge_belongs_to_the_bin_below() {
        let figure = Calibration::of(&[
            (0.1, false),
            (0.05, false),
            (0.1001, false),
            (0.0, false),
            (1.0, true),
        ]);
        let counts: Vec<usize> = figure.bins.iter().map(|bin| bin.answers).collect();
        assert_eq!(counts, [3, 1, 1]);
    }

    #[test]
    fn no_answers_have_no_error() {
        assert_eq!(Calibration::of(&[]), Calibration::default());
    }
}
