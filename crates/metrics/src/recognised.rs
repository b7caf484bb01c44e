//! Recognised against localised: whether a class was answered rightly and whether it was found by its boxes, image by image.
//!
//! *Recognised*: the question "is the class on this image" was answered rightly; a refused or unreadable answer is wrong.
//! *Localised*: on an image with references, at least one of them was detected; on an image without, no box is false.
//!
//! ```
//! use groundscope_geometry::DecimalBox;
//! use groundscope_metrics::{AggIouSettings, Recognised, agg_iou};
//! let lesion = [DecimalBox::parse(["0", "0", "10", "10"])?];
//! let elsewhere = [DecimalBox::parse(["50", "50", "60", "60"])?];
//! let score = agg_iou::score(&lesion, &elsewhere, &AggIouSettings::default());
//! let mut drusen = Recognised::default();
//! drusen.add_image(4, Some(true), elsewhere.len(), &score);
//! assert_eq!(drusen.recognised_only, 1);
//! assert_eq!(drusen.seen_not_localised, [4]);
//! # Ok::<(), groundscope_geometry::DecimalBoxError>(())
//! ```

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::ImageScore;

/// The two by two of one class over images, with the images that stand out; `+` pools images, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// Images answered rightly and found by boxes.
    pub both: u64,
    /// Images answered rightly, not found by boxes.
    pub recognised_only: u64,
    /// Images found by boxes, answered wrongly.
    pub localised_only: u64,
    /// Images answered wrongly and not found by boxes.
    pub neither: u64,
    /// Seen, not localised: images with references, answered yes, of which none was detected. Rising.
    pub seen_not_localised: Vec<usize>,
    /// Boxed, presence answered no: images with a predicted box, right or wrong, that were answered no. Rising.
    pub boxed_answered_no: Vec<usize>,
}

impl Recognised {
    /// Counts one image on which the class was asked about.
    ///
    /// `image` is the caller's number of it, for the lists; `answer` whether the class was said to be there, `None` when
    /// the answer was refused or unreadable; `boxes` how many boxes were predicted; `score` what became of them.
    pub fn add_image(&mut self, image: usize, answer: Option<bool>, boxes: usize, score: &ImageScore) {
        let present = !score.references.is_empty();
        let localised = if present {
            score.references.iter().any(|reference| reference.detected)
        } else {
            score.false_positives.is_empty()
        };
        let cell = match (answer == Some(present), localised) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.recognised_only,
            (false, true) => &mut self.localised_only,
            (false, false) => &mut self.neither,
        };
        *cell += 1;
        if present && answer == Some(true) && !localised {
            insert(&mut self.seen_not_localised, image);
        }
        if boxes > 0 && answer == Some(false) {
            insert(&mut self.boxed_answered_no, image);
        }
    }

    /// How many images were counted.
    pub const fn images(&self) -> u64 {
        self.both + self.recognised_only + self.localised_only + self.neither
    }
}

/// Keeps the list rising.
fn insert(list: &mut Vec<usize>, image: usize) {
    let at = list.partition_point(|other| *other <= image);
    list.insert(at, image);
}

impl AddAssign for Recognised {
    fn add_assign(&mut self, other: Self) {
        self.both += other.both;
        self.recognised_only += other.recognised_only;
        self.localised_only += other.localised_only;
        self.neither += other.neither;
        for (list, more) in [
            (&mut self.seen_not_localised, other.seen_not_localised),
            (&mut self.boxed_answered_no, other.boxed_answered_no),
        ] {
            list.extend(more);
            list.sort_unstable();
        }
    }
}

impl Add for Recognised {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Recognised {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}
