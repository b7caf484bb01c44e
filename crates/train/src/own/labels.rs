//! From what is drawn on an image to a label a pixel: shapes as they are, plain boxes by a rule for weak labels.
//!
//! A box does not tell which of its pixels belong to the lesion. The ellipse with three quarters of its axes teaches "here"
//! (44 % of the box), the rest of the box teaches nothing, and what lies outside teaches "not here". The label still fills
//! the box, so that reference boxes are the boxes that were drawn.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_benchmarks::{CoordinateSpace, ImageBoxes};
use groundscope_geometry::{BoxRule, Mask, PixelBox, masks_to_boxes};
use groundscope_ontology::Class;

use super::{Classes, OwnError, Taught};
use crate::training_folder::{UNSURE, bit};

/// How far the part of a box that teaches reaches, of the way from its centre to its sides.
const INNER: f64 = 0.75;

/// The labels of one image.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// One number a pixel, row-major: a bit a class, and [`UNSURE`].
    pub bits: Vec<u32>,
    /// The classes drawn, with reference boxes in pixels by the masks-to-boxes rule.
    pub boxes: BTreeMap<Class, Vec<PixelBox>>,
    /// The classes that were looked for here.
    pub looked_for: BTreeSet<Class>,
    /// Boxes without a shape.
    pub weak: u64,
    /// Marks of fluid as one class.
    pub fluid: u64,
}

/// Draw the labels of an image, whose boxes are in `space`, for the classes in `looked_for`.
///
/// # Errors
/// [`OwnError::Shape`] for a shape with too many edges.
pub fn draw(
    image: &ImageBoxes,
    space: CoordinateSpace,
    classes: &Classes,
    looked_for: &BTreeSet<Class>,
) -> Result<Labels, OwnError> {
    let (width, height) = (image.width, image.height);
    let mut masks: BTreeMap<Class, Mask> = BTreeMap::new();
    let empty = || Mask::new(width, height);
    let (mut inner, mut boxed, mut fluid) = (empty(), empty(), empty());
    let mut labels = Labels {
        bits: vec![0; width as usize * height as usize],
        boxes: BTreeMap::new(),
        looked_for: looked_for.clone(),
        weak: 0,
        fluid: 0,
    };
    for labelled in &image.boxes {
        let taught = classes.of(&labelled.label);
        let target = match taught {
            Taught::Class(class) if looked_for.contains(&class) => masks.entry(class).or_insert_with(empty),
            Taught::Fluid => &mut fluid,
            Taught::Class(_) | Taught::Nothing => continue,
        };
        match &labelled.shape {
            Some(shape) => {
                let rows = shape.to_rows(width, height).map_err(|_| OwnError::Shape {
                    image: image.id.clone(),
                })?;
                for run in rows.runs() {
                    target.set_run(run.x1, run.x2, run.y);
                }
            }
            None => {
                let corners = in_pixels(labelled.corners.to_f64(), space, [width, height]);
                fill(target, corners, false);
                if taught != Taught::Fluid {
                    fill(&mut boxed, corners, false);
                    fill(&mut inner, corners, true);
                    labels.weak += 1;
                }
            }
        }
        labels.fluid += u64::from(taught == Taught::Fluid);
    }
    if labels.fluid > 0 {
        // Which kind it is nobody said: neither is known to be absent.
        labels
            .looked_for
            .retain(|class| !matches!(class, Class::Irf | Class::Srf) || masks.contains_key(class));
    }
    let unsure = boxed.difference(&inner).union(&fluid);
    for (bits, mask) in masks
        .iter()
        .map(|(class, mask)| (bit(*class), mask))
        .chain([(UNSURE, &unsure)])
    {
        for (x, y) in mask.pixels() {
            if let Some(pixel) = labels.bits.get_mut(y as usize * width as usize + x as usize) {
                *pixel |= bits;
            }
        }
    }
    let boxes = masks.into_iter().map(|(class, mask)| {
        let clusters = masks_to_boxes(&mask, &BoxRule::default()).into_iter();
        (class, clusters.map(|cluster| cluster.bounds).collect::<Vec<_>>())
    });
    labels.boxes = boxes.filter(|(_, boxes)| !boxes.is_empty()).collect();
    Ok(labels)
}

fn in_pixels([x1, y1, x2, y2]: [f64; 4], space: CoordinateSpace, [width, height]: [u32; 2]) -> [f64; 4] {
    let scale = |side: u32| match space {
        CoordinateSpace::Pixel => 1.0,
        CoordinateSpace::Norm1000 => f64::from(side) / 1000.0,
        CoordinateSpace::Unit => f64::from(side),
    };
    let (across, down) = (scale(width), scale(height));
    [x1 * across, y1 * down, x2 * across, y2 * down]
}

/// Set the pixels whose centres lie in a box, or in the ellipse inside it with [`INNER`] of its axes.
fn fill(mask: &mut Mask, [x1, y1, x2, y2]: [f64; 4], ellipse: bool) {
    let first = |edge: f64| (edge - 0.5).ceil().max(0.0) as u32;
    let [middle, centre] = [(x1 + x2) / 2.0, (y1 + y2) / 2.0];
    for y in first(y1)..first(y2) {
        let down = (f64::from(y) + 0.5 - centre) / ((y2 - y1) / 2.0 * INNER);
        let half = (x2 - x1) / 2.0 * INNER * (1.0 - down * down).max(0.0).sqrt();
        let [left, right] = if ellipse {
            [middle - half, middle + half]
        } else {
            [x1, x2]
        };
        mask.set_run(first(left), first(right), y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_benchmarks::{Annotations, read_references};

    fn labels(annotations: &Annotations) -> Labels {
        let classes = Classes::default();
        let looked_for = classes.looked_for(annotations);
        draw(&annotations.images[0], annotations.space, &classes, &looked_for).unwrap()
    }

    fn boxes(space: &str, boxes: &str) -> Annotations {
        let text = format!(
            r#"{{"format": "groundscope-boxes/1", "space": "{space}", "images": [{{"id": "a", "width": 40, "height": 20, "boxes": [{boxes}]}}]}}"#
        );
        read_references(text.as_bytes()).unwrap()
    }

    fn count(labels: &Labels, wanted: u32) -> usize {
        labels
            .bits
            .iter()
            .filter(|bits| *bits & (wanted | UNSURE) == wanted)
            .count()
    }

    #[test]
    fn a_box_teaches_its_inner_ellipse_and_keeps_its_corners() {
        let pixel = labels(&boxes("pixel", r#"{"class": "irf", "box": [10, 4, 30, 14]}"#));
        let irf = bit(Class::Irf);
        assert_eq!(pixel.bits.iter().filter(|bits| *bits & irf != 0).count(), 200);
        assert_eq!(pixel.boxes[&Class::Irf], [PixelBox::new(10.0, 4.0, 30.0, 14.0)]);
        // Half axes of 7.5 and 3.75 around (20, 9): rows of 6, 12, 14, 14 pixels and again upwards, counted by hand.
        assert_eq!(count(&pixel, irf), 92);
        assert_eq!(pixel.bits[9 * 40 + 20], irf);
        assert_eq!(pixel.bits[4 * 40 + 10], irf | UNSURE);
        assert_eq!(pixel.bits[3 * 40 + 10], 0);
        assert_eq!((pixel.weak, pixel.fluid), (1, 0));
        for (space, corners) in [
            ("norm1000", "[250, 200, 750, 700]"),
            ("unit", "[0.25, 0.2, 0.75, 0.7]"),
        ] {
            let text = format!(r#"{{"class": "irf", "box": {corners}}}"#);
            assert_eq!(labels(&boxes(space, &text)), pixel, "{space}");
        }
    }

    #[test]
    fn a_box_inside_another_stays_sure() {
        let both = r#"{"class": "irf", "box": [10, 4, 30, 14]}, {"class": "irf", "box": [10, 4, 14, 8]}"#;
        let labels = labels(&boxes("pixel", both));
        assert_eq!(labels.bits[6 * 40 + 12], bit(Class::Irf));
    }

    #[test]
    fn fluid_of_no_kind_teaches_nothing_and_denies_nothing() {
        let both = r#"{"class": "fluid", "box": [10, 4, 30, 14]}, {"class": "ped", "box": [2, 15, 8, 19]},
                      {"class": "srf", "box": [31, 15, 38, 19]}"#;
        let labels = labels(&boxes("pixel", both));
        assert_eq!(labels.looked_for, [Class::Ped, Class::Srf].into());
        assert_eq!(labels.bits[9 * 40 + 20], UNSURE);
        assert_eq!(labels.fluid, 1);
        let only = boxes(
            "pixel",
            r#"{"class": "fluid", "box": [10, 4, 30, 14]}, {"class": "ped", "box": [2, 15, 8, 19]}"#,
        );
        let irf: BTreeSet<Class> = [Class::Irf, Class::Ped].into();
        let labels = draw(&only.images[0], only.space, &Classes::default(), &irf).unwrap();
        assert_eq!(labels.looked_for, [Class::Ped].into());
    }

    #[test]
    fn a_polygon_is_taken_as_it_is() {
        let coco = br#"{"images": [{"id": 1, "file_name": "a", "width": 40, "height": 20}], "categories": [{"id": 1, "name": "irf"}],
            "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 4, 20, 10],
                             "segmentation": [[10, 4, 30, 4, 10, 14]]}]}"#;
        let labels = labels(&read_references(coco).unwrap());
        let triangle = Mask::from_polygon(40, 20, &[[10.0, 4.0], [30.0, 4.0], [10.0, 14.0]]);
        assert_eq!(count(&labels, bit(Class::Irf)) as u64, triangle.area());
        assert_eq!(labels.weak, 0);
        assert!(labels.bits.iter().all(|bits| bits & UNSURE == 0));
    }
}
