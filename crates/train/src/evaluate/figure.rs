//! Pooled counts of boxes and the figures that follow, with intervals over patients.

use std::collections::BTreeSet;

use groundscope_geometry::{DecimalBox, PixelBox};
use groundscope_metrics::bootstrap::{Interval, Replicates, Resampling, intervals};
use groundscope_metrics::{AggIouSettings, Counts, agg_iou};
use serde::{Deserialize, Serialize};

/// How patients are drawn for every interval of an evaluation.
pub const RESAMPLING: Resampling = Resampling {
    replicates: 1000,
    seed: 1,
};

/// Pooled counts of one class or pairing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// F1 of the pooled counts.
    pub f1: f64,
    /// Precision of the pooled counts.
    pub precision: f64,
    /// Recall of the pooled counts.
    pub recall: f64,
    /// Mean AggIoU over every reference box.
    pub mean_agg_iou: f64,
    /// Reference boxes.
    pub boxes: usize,
    /// Predicted boxes that stand for nothing.
    #[serde(default)]
    pub false_boxes: usize,
    /// Scans that have a reference box.
    pub scans: usize,
    /// Patients who have such a scan.
    pub patients: usize,
    /// Intervals of 95 %, patients drawn again; `None` where fewer than two patients have a reference box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Intervals>,
}

/// Intervals of 95 %, each `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Of F1.
    pub f1: [f64; 2],
    /// Of precision.
    pub precision: [f64; 2],
    /// Of recall.
    pub recall: [f64; 2],
    /// Of mean AggIoU.
    pub mean_agg_iou: [f64; 2],
}

/// Counts that grow scan by scan, and the same counts in each replicate of the bootstrap over patients.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Counts,
    replicates: Replicates<4>,
    scans: usize,
    patients: BTreeSet<String>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            counts: Counts::default(),
            replicates: Replicates::new(RESAMPLING.replicates),
            scans: 0,
            patients: BTreeSet::new(),
        }
    }
}

impl Tally {
    /// Adds one scan of a patient. Scans of one patient are drawn together, since they look alike.
    pub fn add(&mut self, patient: &str, references: &[PixelBox], predictions: &[PixelBox]) {
        let counts = agg_iou::score(
            &exact(references),
            &exact(predictions),
            &AggIouSettings::default(),
        )
        .counts();
        self.counts += counts;
        self.replicates
            .add(&RESAMPLING.weights(patient), counts.amounts());
        if !references.is_empty() {
            self.scans += 1;
            self.patients.insert(patient.to_owned());
        }
    }

    /// The pooled counts.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The figures so far.
    pub fn figure(&self) -> Figure {
        let drawn: Vec<[f64; 4]> = self.drawn().flatten().map(figures).collect();
        // One patient drawn again is always the same patient: that is no interval.
        let intervals = intervals(&drawn).filter(|_| self.patients.len() > 1);
        let intervals = intervals.map(|[f1, precision, recall, mean_agg_iou]| Intervals {
            f1,
            precision,
            recall,
            mean_agg_iou,
        });
        let [f1, precision, recall, mean_agg_iou] = figures(self.counts);
        let [_, false_boxes, ..] = self.counts.amounts();
        Figure {
            f1,
            precision,
            recall,
            mean_agg_iou,
            boxes: self.counts.boxes() as usize,
            false_boxes: false_boxes as usize,
            scans: self.scans,
            patients: self.patients.len(),
            intervals,
        }
    }

    /// The counts of each replicate; `None` where it has no reference box and says nothing of the class.
    fn drawn(&self) -> impl Iterator<Item = Option<Counts>> {
        (0..self.replicates.len()).map(|at| {
            let counts = Counts::of_amounts(self.replicates.replicate(at));
            (counts.boxes() > 0).then_some(counts)
        })
    }
}

/// Mean F1 over the classes that have a reference box, and its interval; `None` where none has.
pub fn macro_f1<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Option<(f64, Option<[f64; 2]>)> {
    let with_boxes: Vec<&Tally> = tallies.filter(|tally| tally.counts.boxes() > 0).collect();
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = values.fold((0.0, 0u32), |(sum, count), f1| (sum + f1, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    };
    let whole = mean(&mut with_boxes.iter().map(|tally| tally.counts.f1()))?;
    let drawn: Vec<Vec<Option<Counts>>> = with_boxes.iter().map(|tally| tally.drawn().collect()).collect();
    let replicate = |at: usize| {
        let counts = drawn.iter().filter_map(|class| *class.get(at)?);
        mean(&mut counts.map(|counts| counts.f1()))
    };
    let values = (0..RESAMPLING.replicates as usize)
        .filter_map(replicate)
        .collect();
    Some((whole, bounds(values)))
}

/// The interval of a figure of some items, drawn again by what `clusters` calls each one's patient; the figure is given each
/// item as often as it was drawn, and may be `None` where too few were.
pub fn interval<T: Copy>(
    items: &[T],
    clusters: &[String],
    figure: impl Fn(&[T]) -> Option<f64>,
) -> Option<[f64; 2]> {
    let weights: Vec<Vec<u32>> = clusters
        .iter()
        .map(|cluster| RESAMPLING.weights(cluster))
        .collect();
    let replicate = |at: usize| {
        let often = |weights: &Vec<u32>| weights.get(at).copied().unwrap_or_default() as usize;
        let drawn = items.iter().zip(&weights);
        let drawn: Vec<T> = drawn
            .flat_map(|(item, weights)| std::iter::repeat_n(*item, often(weights)))
            .collect();
        figure(&drawn)
    };
    bounds(
        (0..RESAMPLING.replicates as usize)
            .filter_map(replicate)
            .collect(),
    )
}

fn bounds(values: Vec<f64>) -> Option<[f64; 2]> {
    Interval::of(values).map(|interval| [interval.low, interval.high])
}

fn figures(counts: Counts) -> [f64; 4] {
    [
        counts.f1(),
        counts.precision(),
        counts.recall(),
        counts.mean_agg_iou(),
    ]
}

fn exact(boxes: &[PixelBox]) -> Vec<DecimalBox> {
    // Boxes from masks have whole pixels, so nothing is rounded here.
    let micros = |b: &PixelBox| DecimalBox::from_micros(b.to_array().map(|v| (v * 1e6) as i64)).ok();
    boxes.iter().filter_map(micros).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64) -> PixelBox {
        PixelBox::from_array([x, 0.0, x + 10.0, 10.0])
    }

    #[test]
    fn counts_are_pooled_over_scans_and_patients_counted_once() {
        let mut tally = Tally::default();
        tally.add("a", &[at(0.0)], &[at(0.0)]);
        tally.add("a", &[at(0.0), at(50.0)], &[at(50.0)]);
        tally.add("b", &[], &[at(90.0)]);
        let figure = tally.figure();
        assert_eq!(
            (figure.f1, figure.boxes, figure.scans, figure.patients),
            (4.0 / 6.0, 3, 2, 1)
        );
        assert_eq!(
            (figure.precision, figure.recall, figure.false_boxes),
            (2.0 / 3.0, 2.0 / 3.0, 1)
        );
    }

    /// The same sums by hand: each replicate counts a patient as often as its weight says.
    #[test]
    fn intervals_draw_patients_not_scans() {
        let scans = [("a", true), ("a", true), ("b", false), ("c", true), ("c", false)];
        let mut tally = Tally::default();
        for (patient, hit) in scans {
            tally.add(patient, &[at(0.0)], &[at(if hit { 0.0 } else { 70.0 })]);
        }
        let weights = |patient| RESAMPLING.weights(patient);
        let (a, b, c) = (weights("a"), weights("b"), weights("c"));
        let recalls = (0..1000).filter_map(|k| {
            let (hits, all) = (2 * a[k] + c[k], 2 * a[k] + b[k] + 2 * c[k]);
            (all > 0).then(|| f64::from(hits) / f64::from(all))
        });
        let expected = bounds(recalls.collect()).unwrap();
        assert_eq!(tally.figure().intervals.unwrap().recall, expected);
        let items: Vec<bool> = scans.iter().map(|(_, hit)| *hit).collect();
        let clusters: Vec<String> = scans.iter().map(|(patient, _)| (*patient).to_owned()).collect();
        let share = |drawn: &[bool]| {
            let hits = drawn.iter().filter(|hit| **hit).count();
            (!drawn.is_empty()).then(|| hits as f64 / drawn.len() as f64)
        };
        assert_eq!(interval(&items, &clusters, share), Some(expected));
    }

    #[test]
    fn one_patient_has_no_interval() {
        let mut tally = Tally::default();
        tally.add("a", &[at(0.0), at(50.0)], &[at(0.0)]);
        assert_eq!(tally.figure().intervals, None);
        tally.add("b", &[], &[at(0.0)]);
        assert_eq!(tally.figure().intervals, None);
        tally.add("b", &[at(0.0), at(50.0)], &[at(0.0)]);
        assert_eq!(tally.figure().intervals.unwrap().recall, [0.5, 0.5]);
    }

    #[test]
    fn macro_f1_is_over_the_classes_with_boxes() {
        let mut tallies = vec![Tally::default(); 3];
        tallies[0].add("a", &[at(0.0)], &[at(0.0)]);
        tallies[1].add("a", &[at(0.0)], &[]);
        tallies[2].add("a", &[], &[at(0.0)]);
        assert_eq!(macro_f1(tallies.iter()), Some((0.5, Some([0.5, 0.5]))));
        assert_eq!(macro_f1(tallies[2..].iter()), None);
    }
}
