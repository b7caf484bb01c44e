//! Where something is: a point, a box, a quadrant.

use std::collections::BTreeSet;

use super::case::Case;
use super::draft::{Answer, Context, Draft, LeftOut, draft};
use crate::Kind;
use crate::terms::target;

/// How near to a middle line a place is called neither side, of width or height.
const MIDDLE: f64 = 0.04;
/// The smallest side of a target, in pixels of an image of 448 pixels.
const SMALLEST: f64 = 3.0;

pub(super) fn drafts(context: &Context<'_>, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    for case in context.cases {
        for (target, regions) in case.by_target().values() {
            let [region] = regions.as_slice() else {
                left_out.add("several regions where one is asked for");
                continue;
            };
            let [x1, y1, x2, y2] = region.bounds;
            let inside =
                x1 >= 0.0 && y1 >= 0.0 && x2 <= f64::from(case.width) && y2 <= f64::from(case.height);
            let side = (x2 - x1).min(y2 - y1);
            let shown = side * 448.0 / f64::from(case.width.max(case.height).max(1));
            if !inside || shown < SMALLEST {
                left_out.add("a target too small, or beyond the image");
                continue;
            }
            let centre = [(x1 + x2) / 2.0, (y1 + y2) / 2.0];
            let sized = |one: Draft| Draft {
                target_side: Some(side),
                ..one
            };
            let text = format!(
                "This is a {}. Give the bounding box of the {}.",
                context.modality, target.name
            );
            drafts.push(sized(draft(
                Kind::Bb,
                "box",
                *target,
                text,
                &[case],
                Answer::Box(region.bounds),
            )));
            let text = format!(
                "This is a {}. Give the centre of the {}.",
                context.modality, target.name
            );
            drafts.push(sized(draft(
                Kind::Pl,
                "centre",
                *target,
                text,
                &[case],
                Answer::Point(centre),
            )));
            match quadrant(case, centre) {
                None => left_out.add("a place too near to a middle line"),
                Some(at) => {
                    let text = format!(
                        "This is a {}. In which quadrant of the image is the centre of the {}?",
                        context.modality, target.name
                    );
                    let texts = QUADRANTS.map(str::to_owned).into();
                    let answer = Answer::Options {
                        texts,
                        right: BTreeSet::from([at]),
                    };
                    drafts.push(draft(Kind::Sc, "quadrant", *target, text, &[case], answer));
                    let told = context.below(&["told", &case.image, &target.id], 2) == 0;
                    // The opposite one is never right by a hair.
                    let named = QUADRANTS
                        .get(if told { at } else { 3 - at })
                        .copied()
                        .unwrap_or_default();
                    let text = format!(
                        "This is a {}. Is the centre of the {} in the {named} quadrant of the image?",
                        context.modality, target.name
                    );
                    drafts.push(draft(
                        Kind::Tf,
                        "quadrant",
                        *target,
                        text,
                        &[case],
                        Answer::Truth(told),
                    ));
                }
            }
        }
        landmarks(context, case, drafts, left_out);
    }
}

const QUADRANTS: [&str; 4] = ["upper left", "upper right", "lower left", "lower right"];

fn quadrant(case: &Case, [x, y]: [f64; 2]) -> Option<usize> {
    let side = |value: f64, whole: u32| {
        let share = value / f64::from(whole.max(1));
        ((share - 0.5).abs() >= MIDDLE).then_some(usize::from(share > 0.5))
    };
    Some(2 * side(y, case.height)? + side(x, case.width)?)
}

fn landmarks(context: &Context<'_>, case: &Case, drafts: &mut Vec<Draft>, left_out: &mut LeftOut) {
    for (name, point) in &case.landmarks {
        let Some(target) = target(name) else {
            left_out.add("a landmark of an unknown name");
            continue;
        };
        let [x, y] = *point;
        if !(0.0..=f64::from(case.width)).contains(&x) || !(0.0..=f64::from(case.height)).contains(&y) {
            left_out.add("a target too small, or beyond the image");
            continue;
        }
        let text = format!(
            "This is a {}. Give the place of the {}.",
            context.modality, target.name
        );
        drafts.push(draft(
            Kind::Pl,
            "landmark",
            target,
            text,
            &[case],
            Answer::Point(*point),
        ));
    }
}
