//! One colour, marker and letter for each model and each family, decided once for all figures of a report.

use std::collections::BTreeSet;

use plotters::style::RGBColor;

use super::grouped_bars::MOST_SERIES;
use super::palette::{COLOURS, colour};
use crate::data::Run;
use crate::{Evaluation, Topic};

/// How a model is told apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Its colour and its marker, as the palette counts them.
    pub(super) series: usize,
    /// What stands beside its bars.
    pub(super) letter: char,
}

impl Look {
    pub(super) fn colour(self) -> RGBColor {
        colour(self.series)
    }
}

/// The looks of all models, the first letter first.
pub(super) struct Looks<'a>(Vec<(&'a Run, Look)>);

impl<'a> Looks<'a> {
    /// By macro F1; then, for those that only the bars of presence show, by balanced accuracy; then the rest. No two models
    /// that stand in the same bars share a colour: either kind of bars has one model fewer than there are colours.
    pub(super) fn of(evaluation: &'a Evaluation) -> Self {
        let [by_boxes, by_answers] =
            [Run::f1, Run::balanced_accuracy].map(|figure| evaluation.ranked(figure));
        let named = |ranked: &[(&'a Run, f64)]| ranked.iter().map(|(run, _)| *run).collect::<Vec<_>>();
        let (by_boxes, by_answers) = (named(&by_boxes), named(&by_answers));
        let mut looks = Self(Vec::new());
        for run in by_boxes.iter().take(MOST_SERIES) {
            looks.add(run, &BTreeSet::new());
        }
        let best: Vec<&Run> = by_answers.iter().copied().take(MOST_SERIES).collect();
        for run in &best {
            let beside = best.iter().filter_map(|run| Some(looks.get(&run.name)?.series));
            let colours = beside.map(|series| series % COLOURS.len()).collect();
            looks.add(run, &colours);
        }
        for run in by_boxes.into_iter().chain(by_answers).chain(&evaluation.runs) {
            looks.add(run, &BTreeSet::new());
        }
        looks
    }

    /// The first free look in none of these colours, unless the model has one.
    fn add(&mut self, run: &'a Run, colours: &BTreeSet<usize>) {
        if self.get(&run.name).is_some() {
            return;
        }
        let free = |series: &usize| {
            !colours.contains(&(series % COLOURS.len()))
                && self.0.iter().all(|(_, look)| look.series != *series)
        };
        let series = (0..).find(free).unwrap_or_default();
        let letter = ('a'..='z').chain('A'..='Z').cycle().nth(self.0.len());
        let look = Look {
            series,
            letter: letter.unwrap_or('a'),
        };
        self.0.push((run, look));
    }

    /// The look of a model; what is no run of the report has none.
    pub(super) fn get(&self, name: &str) -> Option<Look> {
        let found = self.0.iter().find(|(run, _)| run.name == name);
        found.map(|(_, look)| *look)
    }

    /// The look of a family: that of its best model.
    pub(super) fn family(&self, family: &str) -> Option<Look> {
        let found = self
            .0
            .iter()
            .find(|(run, _)| run.family.as_deref() == Some(family));
        found.map(|(_, look)| *look)
    }

    /// The models that bars of a topic show, the first letter first.
    pub(super) fn in_bars(&self, evaluation: &'a Evaluation, topic: Topic) -> Vec<(&'a Run, Look)> {
        let figure = match topic {
            Topic::Presence => Run::balanced_accuracy,
            _ => Run::f1,
        };
        let mut shown = evaluation.ranked(figure);
        shown.truncate(MOST_SERIES);
        let of = |(run, look): &(&'a Run, Look)| {
            let found = shown.iter().any(|(best, _)| best.name == run.name);
            found.then_some((*run, *look))
        };
        self.0.iter().filter_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Grounding, MacroGrounding, MacroPresence, Presence, Spread};

    fn run(name: &str, f1: Option<f64>, accuracy: Option<f64>) -> Run {
        let spread = |mean| Spread {
            mean,
            sd: 0.0,
            interval: None,
        };
        Run {
            name: name.to_owned(),
            grounding: f1.map(|f1| Grounding {
                macro_figures: MacroGrounding {
                    precision: spread(f1),
                    recall: spread(f1),
                    f1: spread(f1),
                    mean_agg_iou: spread(f1),
                },
                per_class: Vec::new(),
                pooled: None,
                one_to_one: None,
                average_precision: None,
            }),
            presence: accuracy.map(|accuracy| Presence {
                macro_figures: MacroPresence {
                    balanced_accuracy: spread(accuracy),
                    f1: spread(accuracy),
                    precision: spread(accuracy),
                    recall: spread(accuracy),
                },
                per_class: Vec::new(),
            }),
            ..Run::default()
        }
    }

    #[test]
    fn bars_of_either_kind_never_repeat_a_colour() {
        // Forty models whose order by answers is the reverse of that by boxes, and with every fifth of them silent.
        for shift in 0..7_usize {
            let runs = (0..40_usize).map(|at| {
                let share = ((at + shift) * 17 % 40) as f64 / 40.0;
                run(
                    &format!("m{at}"),
                    Some(share),
                    (at % 5 > 0).then_some(1.0 - share),
                )
            });
            let evaluation = Evaluation {
                runs: runs.collect(),
                ..Evaluation::default()
            };
            let looks = Looks::of(&evaluation);
            for topic in [Topic::Grounding, Topic::Presence] {
                let shown = looks.in_bars(&evaluation, topic);
                assert_eq!(shown.len(), MOST_SERIES);
                let colours: BTreeSet<_> = shown
                    .iter()
                    .map(|(_, look)| look.series % COLOURS.len())
                    .collect();
                let letters: BTreeSet<_> = shown.iter().map(|(_, look)| look.letter).collect();
                assert_eq!([colours.len(), letters.len()], [MOST_SERIES; 2]);
            }
            let all: BTreeSet<_> = looks.0.iter().map(|(_, look)| look.series).collect();
            assert_eq!(all.len(), 40);
        }
    }

    #[test]
    fn the_best_by_boxes_comes_first_and_a_family_looks_like_its_best() {
        let mut evaluation = Evaluation {
            runs: vec![
                run("answers only", None, Some(0.9)),
                run("second", Some(0.3), Some(0.8)),
                run("first", Some(0.5), None),
            ],
            ..Evaluation::default()
        };
        for run in &mut evaluation.runs[..2] {
            run.family = Some("F".to_owned());
        }
        let looks = Looks::of(&evaluation);
        let of = |name| looks.get(name).map(|look| (look.series, look.letter));
        assert_eq!(of("first"), Some((0, 'a')));
        assert_eq!(of("second"), Some((1, 'b')));
        assert_eq!(of("answers only"), Some((2, 'c')));
        assert_eq!(looks.family("F"), looks.get("second"));
        assert_eq!(of("published"), None);
    }
}
