//! Yes and no: answers to the question whether a class is there, counted, and the figures that follow.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::Spread;
use crate::counts::share;

/// What was answered to the question whether a class is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PresenceAnswer {
    /// It is there.
    Yes,
    /// It is not there.
    No,
    /// The response refuses to answer.
    Refused,
    /// The response says neither, or both.
    Unreadable,
    /// The question was asked and there is no response.
    Unanswered,
}

impl PresenceAnswer {
    /// The name used in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Refused => "refused",
            Self::Unreadable => "unreadable",
            Self::Unanswered => "unanswered",
        }
    }

    /// The answer as yes or no, if it is one.
    pub const fn said(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            _ => None,
        }
    }

    /// Whether the answer agrees with the truth; what is neither yes nor no never does.
    pub const fn is_right(self, present: bool) -> bool {
        matches!((self, present), (Self::Yes, true) | (Self::No, false))
    }
}

/// Answers about one class, counted over images; `+` pools them, in any order.
///
/// Every question stands in one of the four cells. What is neither yes nor no is wrong: a false negative where the class is
/// there, a false positive where it is not. `refused`, `unreadable` and `unanswered` say how many of the wrong ones are such.
///
/// ```
/// use groundscope_metrics::{PresenceAnswer, PresenceCounts};
/// let mut counts = PresenceCounts::default();
/// counts.count(true, PresenceAnswer::Yes);
/// counts.count(true, PresenceAnswer::Refused);
/// counts.count(false, PresenceAnswer::No);
/// assert_eq!((counts.sensitivity(), counts.specificity()), (0.5, 1.0));
/// assert_eq!(counts.balanced_accuracy(), 0.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PresenceCounts {
    /// There, and answered yes.
    pub true_positives: u64,
    /// Not there, and not answered no.
    pub false_positives: u64,
    /// Not there, and answered no.
    pub true_negatives: u64,
    /// There, and not answered yes.
    pub false_negatives: u64,
    /// Refusals among the false.
    pub refused: u64,
    /// Responses that say neither or both among the false.
    pub unreadable: u64,
    /// Questions without a response among the false.
    pub unanswered: u64,
}

impl PresenceCounts {
    /// Counts one answer.
    pub fn count(&mut self, present: bool, answer: PresenceAnswer) {
        let cell = match (present, answer.is_right(present)) {
            (true, true) => &mut self.true_positives,
            (true, false) => &mut self.false_negatives,
            (false, true) => &mut self.true_negatives,
            (false, false) => &mut self.false_positives,
        };
        *cell += 1;
        match answer {
            PresenceAnswer::Yes | PresenceAnswer::No => {}
            PresenceAnswer::Refused => self.refused += 1,
            PresenceAnswer::Unreadable => self.unreadable += 1,
            PresenceAnswer::Unanswered => self.unanswered += 1,
        }
    }

    /// Questions about images that have the class.
    pub const fn positives(&self) -> u64 {
        self.true_positives + self.false_negatives
    }

    /// Questions about images that do not have it.
    pub const fn negatives(&self) -> u64 {
        self.true_negatives + self.false_positives
    }

    /// All questions.
    pub const fn questions(&self) -> u64 {
        self.positives() + self.negatives()
    }

    /// TP / (TP + FN); 0 without positives.
    pub fn sensitivity(&self) -> f64 {
        share(self.true_positives, self.positives())
    }

    /// TN / (TN + FP); 0 without negatives.
    pub fn specificity(&self) -> f64 {
        share(self.true_negatives, self.negatives())
    }

    /// (sensitivity + specificity) / 2. Where one of them is 0 / 0, scikit-learn leaves it out and here it is 0.
    pub fn balanced_accuracy(&self) -> f64 {
        (self.sensitivity() + self.specificity()) / 2.0
    }

    /// TP / (TP + FP); 0 when that is 0 / 0.
    pub fn precision(&self) -> f64 {
        share(self.true_positives, self.true_positives + self.false_positives)
    }

    /// The same as [`sensitivity`](Self::sensitivity).
    pub fn recall(&self) -> f64 {
        self.sensitivity()
    }

    /// 2 TP / (2 TP + FP + FN); 0 when that is 0 / 0.
    pub fn f1(&self) -> f64 {
        let hits = 2 * self.true_positives;
        share(hits, hits + self.false_positives + self.false_negatives)
    }
}

impl Add for PresenceCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            true_negatives: self.true_negatives + other.true_negatives,
            false_negatives: self.false_negatives + other.false_negatives,
            refused: self.refused + other.refused,
            unreadable: self.unreadable + other.unreadable,
            unanswered: self.unanswered + other.unanswered,
        }
    }
}

impl AddAssign for PresenceCounts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for PresenceCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Figures of a benchmark, unweighted over classes.
///
/// Sensitivity, precision, recall and F1 are over the classes with positives; specificity and balanced accuracy over those
/// that have negatives too, since without negatives they would be 0 / 0. Macro F1 is the mean of the classes' F1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MacroPresence {
    /// Sensitivity over classes with positives.
    pub sensitivity: Spread,
    /// Specificity over classes with positives and negatives.
    pub specificity: Spread,
    /// Balanced accuracy over classes with positives and negatives.
    pub balanced_accuracy: Spread,
    /// Precision over classes with positives.
    pub precision: Spread,
    /// Recall over classes with positives: sensitivity.
    pub recall: Spread,
    /// F1 over classes with positives.
    pub f1: Spread,
    /// How many classes have positives.
    pub classes: usize,
    /// How many of them have negatives too.
    pub classes_with_negatives: usize,
}

impl MacroPresence {
    /// Over the pooled counts of the classes, in the order of the report.
    pub fn over<'a>(classes: impl IntoIterator<Item = &'a PresenceCounts>) -> Self {
        let positive: Vec<&PresenceCounts> = classes.into_iter().filter(|c| c.positives() > 0).collect();
        let both: Vec<&PresenceCounts> = positive.iter().copied().filter(|c| c.negatives() > 0).collect();
        let spread = |of: &[&PresenceCounts], figure: fn(&PresenceCounts) -> f64| {
            let values: Vec<f64> = of.iter().map(|c| figure(c)).collect();
            Spread::of(&values)
        };
        Self {
            sensitivity: spread(&positive, PresenceCounts::sensitivity),
            specificity: spread(&both, PresenceCounts::specificity),
            balanced_accuracy: spread(&both, PresenceCounts::balanced_accuracy),
            precision: spread(&positive, PresenceCounts::precision),
            recall: spread(&positive, PresenceCounts::recall),
            f1: spread(&positive, PresenceCounts::f1),
            classes: positive.len(),
            classes_with_negatives: both.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PresenceAnswer::{No, Refused, Unanswered, Unreadable, Yes};
    use super::*;
    use proptest::prelude::*;

    fn counted(answers: &[(bool, PresenceAnswer)]) -> PresenceCounts {
        let mut counts = PresenceCounts::default();
        answers
            .iter()
            .for_each(|(present, answer)| counts.count(*present, *answer));
        counts
    }

    #[test]
    fn what_is_no_answer_counts_against_the_side_it_should_have_been_on() {
        for none in [Refused, Unreadable, Unanswered] {
            let counts = counted(&[(true, none), (false, none), (true, Yes), (false, No)]);
            assert_eq!(
                (counts.false_negatives, counts.false_positives),
                (1, 1),
                "{none:?}"
            );
            assert_eq!((counts.sensitivity(), counts.specificity()), (0.5, 0.5));
            assert_eq!(counts.refused + counts.unreadable + counts.unanswered, 2);
            assert_eq!(none.said(), None);
        }
        assert_eq!(counted(&[(true, Refused)]).refused, 1);
        assert_eq!(counted(&[(true, Unreadable)]).unreadable, 1);
        assert_eq!(counted(&[(true, Unanswered)]).unanswered, 1);
    }

    #[test]
    fn nothing_over_nothing_is_zero() {
        let none = PresenceCounts::default();
        assert_eq!(
            [
                none.sensitivity(),
                none.specificity(),
                none.balanced_accuracy(),
                none.precision(),
                none.f1()
            ],
            [0.0; 5]
        );
        assert_eq!(counted(&[(false, No)]).balanced_accuracy(), 0.5);
    }

    #[test]
    fn macro_figures_are_over_the_classes_that_can_have_them() {
        let both = counted(&[(true, Yes), (false, Yes)]);
        let only_positives = counted(&[(true, Yes), (true, No)]);
        let only_negatives = counted(&[(false, No)]);
        let over = MacroPresence::over(&[both, only_positives, only_negatives]);
        assert_eq!((over.classes, over.classes_with_negatives), (2, 1));
        assert_eq!(over.sensitivity, Spread { mean: 0.75, sd: 0.25 });
        assert_eq!(over.recall, over.sensitivity);
        assert_eq!(over.specificity, Spread { mean: 0.0, sd: 0.0 });
        assert_eq!(over.balanced_accuracy, Spread { mean: 0.5, sd: 0.0 });
        assert_eq!(over.precision, Spread { mean: 0.75, sd: 0.25 });
        assert_eq!(MacroPresence::over(&[only_negatives]), MacroPresence::default());
    }

    fn answers() -> impl Strategy<Value = Vec<(bool, PresenceAnswer)>> {
        let answer = prop::sample::select(vec![Yes, No, Refused, Unreadable, Unanswered]);
        prop::collection::vec((any::<bool>(), answer), 0..40)
    }

    proptest! {
        #[test]
        fn pooling_parts_is_counting_the_whole(all in answers(), at in 0usize..40) {
            let (left, right) = all.split_at(at.min(all.len()));
            let pooled: PresenceCounts = [counted(right), counted(left)].into_iter().sum();
            prop_assert_eq!(pooled, counted(&all));
            prop_assert_eq!(pooled.questions(), all.len() as u64);
        }

        #[test]
        fn turning_truth_and_answers_round_swaps_sensitivity_and_specificity(all in answers()) {
            let turned = all.iter().map(|(present, answer)| (!present, match answer {
                Yes => No,
                No => Yes,
                other => *other,
            }));
            let (one, other) = (counted(&all), counted(&turned.collect::<Vec<_>>()));
            prop_assert_eq!(one.sensitivity(), other.specificity());
            prop_assert_eq!(one.balanced_accuracy(), other.balanced_accuracy());
        }
    }
}
