//! Average precision as COCO counts it, where predictions have scores: AP at ten thresholds of IoU, 101 points each.
//!
//! The rules are those of pycocotools' `COCOeval` for boxes (all areas, 100 detections), and so are the numbers:
//!
//! - On an image the 100 predictions of the highest scores are kept, equals in the order given.
//! - From the highest score down, each takes the free reference of the highest IoU, if `IoU >= threshold`; of equals the
//!   last one. Only where there is none it may fall to a crowd region, for which the IoU is `shared / area of the prediction`:
//!   then it counts for nothing, and the region remains.
//! - Over all images predictions are ranked by score, equals in the order of images. Precision is made to fall with recall
//!   and read at recalls 0, 0.01, .. 1.
//!
//! An IoU is the binary number next to the exact ratio, and so is compared with the thresholds of `linspace(0.5, 0.95, 10)`, the
//! ninth of which is a little below 0.9. pycocotools divides two binary numbers: the same, for whole coordinates (areas below
//! 2^53). Of coordinates with decimals it rounds each step, and misses about half of the IoUs that are exactly a threshold;
//! that depends on how its file writes the boxes and is not copied.
//! Areas are never too large here (COCO's "all" ends at 10^10).
//!
//! ```
//! use groundscope_geometry::DecimalBox;
//! use groundscope_metrics::average_precision::{Accumulator, MeanAveragePrecision, ScoredBox};
//! let reference = DecimalBox::parse(["0", "0", "10", "10"])?;
//! let close = DecimalBox::parse(["0", "0", "10", "6"])?;
//! let mut class = Accumulator::default();
//! class.add_image(&[reference], &[], &[ScoredBox { bounds: close, score: 0.8 }]);
//! let ap = class.finish().expect("the class has a reference");
//! // An IoU of exactly 0.6 is a hit at 0.5, 0.55 and 0.6, and no other threshold.
//! assert!((ap.ap50() - 1.0).abs() < 1e-12 && (ap.ap50_95() - 0.3).abs() < 1e-12);
//! assert_eq!(MeanAveragePrecision::over([&ap]).classes, 1);
//! # Ok::<(), groundscope_geometry::DecimalBoxError>(())
//! ```

use groundscope_geometry::DecimalBox;

use crate::Ratio;

/// The thresholds of IoU, as `numpy.linspace(0.5, 0.95, 10)` gives them.
pub const IOU_THRESHOLDS: [f64; 10] = [
    0.5,
    0.55,
    0.6,
    0.65,
    0.7,
    0.75,
    0.8,
    0.85,
    0.899_999_999_999_999_9,
    0.95,
];

/// Precision is read at so many recalls.
pub const RECALL_POINTS: usize = 101;

/// So many predictions of a class on an image are looked at.
pub const MOST_PREDICTIONS: usize = 100;

/// A predicted box and how sure the model is of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredBox {
    /// The box.
    pub bounds: DecimalBox,
    /// Its score, on any scale; NaN ranks last.
    pub score: f64,
}

/// What became of a prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Judged {
    score: f64,
    /// One bit a threshold: a hit.
    hits: u16,
    /// One bit a threshold: fallen to a crowd region.
    ignored: u16,
}

// Data sets have millions of predictions.
const _: () = assert!(size_of::<Judged>() == 16);

/// The predictions of one class, judged image by image; then [`finish`](Self::finish).
///
/// The order of images decides between equal scores. COCO's is the order of image numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accumulator {
    references: u64,
    judged: Vec<Judged>,
}

impl Accumulator {
    /// Judges the predictions of one image against its references, of which `crowds` are regions of many.
    ///
    /// Boxes are in one coordinate space, whichever it is.
    pub fn add_image(&mut self, references: &[DecimalBox], crowds: &[DecimalBox], predictions: &[ScoredBox]) {
        let mut ranked: Vec<&ScoredBox> = predictions.iter().collect();
        ranked.sort_by(|a, b| falling(a.score, b.score));
        ranked.truncate(MOST_PREDICTIONS);
        let mut taken = vec![0u16; references.len()];
        for prediction in ranked {
            let ious = overlaps(references, &prediction.bounds, |g, shared| {
                g.area() + prediction.bounds.area() - shared
            });
            let within = overlaps(crowds, &prediction.bounds, |_, _| prediction.bounds.area());
            let best_crowd = within.iter().map(|(_, share)| *share).fold(0.0, f64::max);
            let (mut hits, mut ignored) = (0, 0);
            for (bit, threshold) in IOU_THRESHOLDS.into_iter().enumerate() {
                let bit = 1u16 << bit;
                let mut best: Option<(usize, f64)> = None;
                for (index, iou) in &ious {
                    let free = taken.get(*index).is_some_and(|taken| taken & bit == 0);
                    if free && *iou >= best.map_or(threshold, |(_, iou)| iou) {
                        best = Some((*index, *iou));
                    }
                }
                if let Some(taken) = best.and_then(|(index, _)| taken.get_mut(index)) {
                    *taken |= bit;
                    hits |= bit;
                } else if best_crowd >= threshold {
                    ignored |= bit;
                }
            }
            self.judged.push(Judged {
                score: prediction.score,
                hits,
                ignored,
            });
        }
        self.references += references.len() as u64;
    }

    /// Takes in the images of another part, as coming after those here.
    pub fn append(&mut self, later: Self) {
        self.references += later.references;
        self.judged.extend(later.judged);
    }

    /// The precision of the class at every threshold and recall; `None` without references other than crowds.
    pub fn finish(mut self) -> Option<AveragePrecision> {
        if self.references == 0 {
            return None;
        }
        self.judged.sort_by(|a, b| falling(a.score, b.score));
        let precision = std::array::from_fn(|threshold| self.curve(1 << threshold));
        Some(AveragePrecision {
            precision: Box::new(precision),
        })
    }

    /// Precision at the recalls 0, 0.01, .. 1 for the threshold of this bit.
    fn curve(&self, bit: u16) -> [f64; RECALL_POINTS] {
        let (mut hits, mut misses) = (0u64, 0u64);
        // Recall and precision after each prediction.
        let mut steps: Vec<(f64, f64)> = Vec::with_capacity(self.judged.len());
        for prediction in &self.judged {
            if prediction.ignored & bit == 0 {
                if prediction.hits & bit == 0 {
                    misses += 1;
                } else {
                    hits += 1;
                }
            }
            // The quotient of pycocotools, whose smallest denominator is not quite 1.
            let precision = hits as f64 / ((misses + hits) as f64 + f64::EPSILON);
            steps.push((hits as f64 / self.references as f64, precision));
        }
        let mut best = 0.0f64;
        for (_, precision) in steps.iter_mut().rev() {
            best = best.max(*precision);
            *precision = best;
        }
        std::array::from_fn(|point| {
            let wanted = point as f64 * 0.01;
            let at = steps.partition_point(|(recall, _)| *recall < wanted);
            steps.get(at).map_or(0.0, |(_, precision)| *precision)
        })
    }
}

/// By falling score, NaN last, equals left where they are.
fn falling(a: f64, b: f64) -> std::cmp::Ordering {
    b.partial_cmp(&a).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// The boxes whose `shared / whole` may reach the lowest threshold, with that share.
fn overlaps(
    boxes: &[DecimalBox],
    prediction: &DecimalBox,
    whole: impl Fn(&DecimalBox, i128) -> i128,
) -> Vec<(usize, f64)> {
    let candidates = boxes.iter().enumerate().filter_map(|(index, g)| {
        let shared = g.intersection_area(prediction);
        let whole = whole(g, shared);
        // A little below one half, too, since the binary number next to it may be one half.
        (2 * shared >= whole - (whole >> 40)).then_some((index, Ratio::new(shared, whole)?.to_f64()))
    });
    candidates.collect()
}

/// The precision of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct AveragePrecision {
    /// For each of [`IOU_THRESHOLDS`] the precision at the recalls 0, 0.01, .. 1.
    pub precision: Box<[[f64; RECALL_POINTS]; 10]>,
}

impl AveragePrecision {
    /// AP at each of [`IOU_THRESHOLDS`]: the mean over recalls.
    pub fn at_thresholds(&self) -> [f64; 10] {
        self.precision
            .each_ref()
            .map(|curve| curve.iter().sum::<f64>() / RECALL_POINTS as f64)
    }

    /// AP at IoU 0.5.
    pub fn ap50(&self) -> f64 {
        let [at_half, ..] = self.at_thresholds();
        at_half
    }

    /// AP over the thresholds 0.5, 0.55, .. 0.95.
    pub fn ap50_95(&self) -> f64 {
        self.at_thresholds().iter().sum::<f64>() / IOU_THRESHOLDS.len() as f64
    }
}

/// Unweighted means over the classes that have references.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanAveragePrecision {
    /// Mean AP at IoU 0.5; 0 without classes.
    pub ap50: f64,
    /// Mean AP over the thresholds 0.5, 0.55, .. 0.95; 0 without classes.
    pub ap50_95: f64,
    /// Mean AP at each of [`IOU_THRESHOLDS`].
    pub at_thresholds: [f64; 10],
    /// How many classes have references.
    pub classes: usize,
}

impl MeanAveragePrecision {
    /// Over the classes that have references; the others have no [`AveragePrecision`].
    pub fn over<'a>(classes: impl IntoIterator<Item = &'a AveragePrecision>) -> Self {
        let mut mean = Self::default();
        for class in classes {
            mean.classes += 1;
            for (sum, ap) in mean.at_thresholds.iter_mut().zip(class.at_thresholds()) {
                *sum += ap;
            }
        }
        if mean.classes > 0 {
            mean.at_thresholds = mean.at_thresholds.map(|sum| sum / mean.classes as f64);
        }
        [mean.ap50, ..] = mean.at_thresholds;
        mean.ap50_95 = mean.at_thresholds.iter().sum::<f64>() / IOU_THRESHOLDS.len() as f64;
        mean
    }
}
