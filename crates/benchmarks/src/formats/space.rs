//! Annotations in another coordinate space, rounded to millionths where the spaces do not divide.

use groundscope_geometry::{Decimal, DecimalBox};

use super::loss::{LossKind, Losses};
use crate::{Annotations, CoordinateSpace, LabelledBox};

/// The same annotations with every box in `space`; boxes that had to be rounded, or that vanished, are told.
pub(super) fn in_space(
    annotations: &Annotations,
    space: CoordinateSpace,
    losses: &mut Losses,
) -> Annotations {
    let mut moved = annotations.clone();
    if annotations.space == space {
        return moved;
    }
    moved.space = space;
    for image in &mut moved.images {
        let from = annotations.space.extent(image.width, image.height);
        let to = space.extent(image.width, image.height);
        let boxes = std::mem::take(&mut image.boxes);
        for labelled in boxes {
            let Some((corners, exact)) = scaled(&labelled.corners, from, to) else {
                losses.add(LossKind::BoxesVanished, 1);
                continue;
            };
            losses.add(LossKind::BoxesMoved, usize::from(!exact));
            image.boxes.push(LabelledBox { corners, ..labelled });
        }
    }
    moved
}

fn scaled(corners: &DecimalBox, from: [i64; 2], to: [i64; 2]) -> Option<(DecimalBox, bool)> {
    let [fx, fy] = from;
    let [tx, ty] = to;
    let mut exact = true;
    let mut micros = corners.micros();
    for (value, (from, to)) in micros.iter_mut().zip([(fx, tx), (fy, ty), (fx, tx), (fy, ty)]) {
        let (rounded, whole) = divided(i128::from(*value) * i128::from(to), i128::from(from));
        exact &= whole;
        *value = i64::try_from(rounded).ok()?;
    }
    Some((DecimalBox::from_micros(micros).ok()?, exact))
}

/// A quotient rounded half to even, and whether it is exact; the divisor is positive.
pub(super) fn divided(value: i128, by: i128) -> (i128, bool) {
    let (quotient, rest) = (value.div_euclid(by), value.rem_euclid(by));
    let up = rest * 2 > by || (rest * 2 == by && quotient % 2 != 0);
    (quotient + i128::from(up), rest == 0)
}

/// Millionths as a decimal text.
pub(super) fn text(micros: i64) -> String {
    Decimal::from_micros(micros).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_to_the_even_side() {
        let cases = [
            (5, 2, 2, false),
            (7, 2, 4, false),
            (-5, 2, -2, false),
            (6, 3, 2, true),
            (-7, 3, -2, false),
        ];
        for (value, by, quotient, exact) in cases {
            assert_eq!(divided(value, by), (quotient, exact), "{value} / {by}");
        }
    }
}
