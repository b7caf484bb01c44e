//! One-to-one matching of the boxes that AggIoU scored: what it says of each reference.

use groundscope_metrics::{MatchCounts, OneToOne, Ratio, Threshold, one_to_one};

use crate::pairs::PairScore;

/// One class of one image, matched one to one.
pub(super) struct Matching<'a> {
    pair: &'a PairScore,
    matched: OneToOne,
}

/// The prediction that one-to-one matching has for a reference: its partner, or the one of the highest IoU where it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    /// Index of the prediction in the pair's.
    pub position: usize,
    pub iou: Ratio,
    pub matched: bool,
    /// It would do, but is another reference's partner.
    pub taken: bool,
}

impl<'a> Matching<'a> {
    pub(super) fn of(pair: &'a PairScore) -> Self {
        let matched = one_to_one::match_boxes(
            &pair.reference_boxes,
            &pair.prediction_boxes,
            Threshold::DEFAULT_IOU,
        );
        Self { pair, matched }
    }

    /// The counts, without false positives where nothing was asked.
    pub(super) fn counts(&self) -> MatchCounts {
        let mut counts = self.matched.counts();
        if !self.pair.asked {
            counts.false_positives = 0;
        }
        counts
    }

    /// What there is for a reference; `None` where no prediction overlaps it.
    pub(super) fn best(&self, reference: usize) -> Option<Best> {
        let partner = self.matched.pairs.iter().find(|pair| pair.reference == reference);
        if let Some(partner) = partner {
            return Some(Best {
                position: partner.prediction,
                iou: partner.iou,
                matched: true,
                taken: false,
            });
        }
        let g = self.pair.reference_boxes.get(reference)?;
        let overlapping = self.pair.prediction_boxes.iter().enumerate();
        let overlapping = overlapping.filter_map(|(position, p)| {
            let shared = g.intersection_area(p);
            let iou = Ratio::new(shared, g.area() + p.area() - shared)?;
            (shared > 0).then_some((position, iou))
        });
        // The first of equals, as in the matching.
        let (position, iou) = overlapping.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(Best {
            position,
            iou,
            matched: false,
            // Unmatched although it reaches the threshold: only because the prediction was not free.
            taken: self.matched.pairs.iter().any(|pair| pair.prediction == position)
                && iou.reaches(Threshold::DEFAULT_IOU),
        })
    }
}
