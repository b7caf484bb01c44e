//! What AggIoU would be without one of the gathered predictions, for each of them.

use groundscope_geometry::DecimalBox;
use groundscope_geometry::exact::union_area;

use crate::{Ratio, Threshold};

/// A reference, the union of what it gathered, and what of it each gathered prediction alone accounts for.
pub(super) struct Removal {
    reference: i128,
    /// The reference's area inside the union.
    covered: i128,
    /// The union's area outside the reference.
    outside: i128,
    /// For each gathered prediction its index and the area that it alone covers, inside the reference and outside.
    alone: Vec<(usize, i128, i128)>,
}

impl Removal {
    pub(super) fn of(reference: &DecimalBox, predictions: &[DecimalBox], gathered: &[usize]) -> Self {
        let gathered = gathered.iter().filter_map(|index| {
            let prediction = predictions.get(*index)?;
            Some((*index, *prediction, reference.intersection(prediction)?))
        });
        let mut indices = Vec::new();
        let mut boxes = Vec::new();
        let mut inside = Vec::new();
        for (index, prediction, shared) in gathered {
            indices.push(index);
            boxes.push(prediction);
            inside.push(shared);
        }
        let covered = union_area(&inside);
        let alone = areas_alone(&inside).into_iter().zip(areas_alone(&boxes));
        Self {
            reference: reference.area(),
            covered,
            outside: union_area(&boxes) - covered,
            alone: indices
                .into_iter()
                .zip(alone)
                .map(|(index, (inside, all))| (index, inside, all - inside))
                .collect(),
        }
    }

    /// The union's area outside the reference.
    pub(super) const fn outside(&self) -> i128 {
        self.outside
    }

    /// The reference's area outside the union.
    pub(super) const fn uncovered(&self) -> i128 {
        self.reference - self.covered
    }

    /// For each gathered prediction its index and the AggIoU without it.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, Ratio)> + '_ {
        self.alone.iter().filter_map(|(index, inside, outside)| {
            let whole = self.reference + self.outside - outside;
            Some((*index, Ratio::new(self.covered - inside, whole)?))
        })
    }

    /// The prediction without which AggIoU is above the threshold, and highest; of equals the first.
    pub(super) fn stray(&self, t2: Threshold) -> Option<usize> {
        let mut best: Option<(usize, Ratio)> = None;
        for (index, without) in self.all().filter(|(_, without)| without.exceeds(t2)) {
            if best.is_none_or(|(_, best)| without > best) {
                best = Some((index, without));
            }
        }
        best.map(|(index, _)| index)
    }
}

/// For each box the area that it covers and no other box does.
///
/// A sweep over the vertical edges. In each strip the boxes are met from the top; what lies above the lowest bottom so far,
/// and below the lowest but one, is covered once.
fn areas_alone(boxes: &[DecimalBox]) -> Vec<i128> {
    let mut alone = vec![0; boxes.len()];
    if let ([only], [area]) = (boxes, alone.as_mut_slice()) {
        *area = only.area();
        return alone;
    }
    let mut edges: Vec<(i64, bool, usize)> = Vec::with_capacity(2 * boxes.len());
    for (index, [x1, _, x2, _]) in boxes.iter().map(DecimalBox::micros).enumerate() {
        edges.extend([(x1, true, index), (x2, false, index)]);
    }
    edges.sort_unstable();
    // The boxes of the strip as (top, index, bottom), from the top.
    let mut crossing: Vec<(i64, usize, i64)> = Vec::new();
    let mut reached = 0;
    for (x, begins, index) in edges {
        if x != reached {
            add_strip(&crossing, x.abs_diff(reached), &mut alone);
            reached = x;
        }
        let Some([_, top, _, bottom]) = boxes.get(index).map(DecimalBox::micros) else {
            continue;
        };
        match crossing.binary_search(&(top, index, bottom)) {
            Err(at) if begins => crossing.insert(at, (top, index, bottom)),
            Ok(at) if !begins => {
                crossing.remove(at);
            }
            _ => {}
        }
    }
    alone
}

fn add_strip(crossing: &[(i64, usize, i64)], width: u64, alone: &mut [i128]) {
    let mut add = |owner: usize, from: i64, to: i64| {
        if let Some(area) = alone.get_mut(owner)
            && from < to
        {
            *area += i128::from(to - from) * i128::from(width);
        }
    };
    // The lowest bottom so far with its box, and the lowest but one.
    let (mut lowest, mut second) = ((i64::MIN, usize::MAX), i64::MIN);
    let mut at = i64::MIN;
    for (top, index, bottom) in crossing {
        add(lowest.1, at.max(second), lowest.0.min(*top));
        at = *top;
        if *bottom > lowest.0 {
            second = lowest.0;
            lowest = (*bottom, *index);
        } else {
            second = second.max(*bottom);
        }
    }
    add(lowest.1, at.max(second), lowest.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<DecimalBox>> {
        let one = (-15i64..15, -15i64..15, 1i64..12, 1i64..12)
            .prop_map(|(x, y, w, h)| DecimalBox::from_micros([x, y, x + w, y + h]).unwrap());
        prop::collection::vec(one, 0..12)
    }

    proptest! {
        #[test]
        fn what_a_box_covers_alone_is_what_the_union_loses_without_it(boxes in boxes()) {
            let whole = union_area(&boxes);
            for (index, area) in areas_alone(&boxes).into_iter().enumerate() {
                let mut others = boxes.clone();
                others.remove(index);
                prop_assert_eq!(area, whole - union_area(&others));
            }
        }
    }
}
