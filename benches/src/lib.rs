//! Generated inputs for the benches, the same from the same seed.

use std::collections::BTreeMap;

use groundscope_benchmarks::{Annotations, ClassLabel, FileError, PixelImage};
use groundscope_geometry::{DecimalBox, Mask, PixelBox};
use groundscope_ontology::Class;

/// Images, reference boxes and classes of the published benchmark.
pub const PUBLISHED: (usize, usize) = (815, 4537);

/// A small generator of numbers (splitmix64): the inputs need no more.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// Numbers from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, 0 to `below - 1`.
    pub const fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % below
    }
}

/// References and as many predictions, most of them near a reference, with two decimals, on scans of 768 x 496.
///
/// # Errors
/// None in practice: the images have names of their own.
pub fn generated(images: usize, boxes: usize, seed: u64) -> Result<(Annotations, Annotations), FileError> {
    let mut numbers = Numbers::new(seed);
    let mut references: Vec<PixelImage> = (0..images).map(empty).collect();
    let mut predictions = references.clone();
    for i in 0..boxes {
        // Every image gets one box before any gets a second at random.
        let at = if i < images {
            i
        } else {
            numbers.below(images as u64) as usize
        };
        let biomarkers = Class::biomarkers();
        let class = biomarkers[numbers.below(biomarkers.len() as u64) as usize];
        let [x, y] = [numbers.below(70_000), numbers.below(44_000)];
        let [w, h] = [500 + numbers.below(9_500), 300 + numbers.below(5_000)];
        let mut near = |v: u64, spread: u64| v + numbers.below(spread);
        let found = [
            near(x, 2_000),
            near(y, 1_000),
            near(x + w, 2_500),
            near(y + h, 1_200),
        ];
        references[at].boxes.push(labelled(class, [x, y, x + w, y + h]));
        predictions[at].boxes.push(labelled(class, found));
    }
    Ok((
        Annotations::in_pixels(references)?,
        Annotations::in_pixels(predictions)?,
    ))
}

/// References and predictions of each image and class, biomarkers numbered in their order: what the metric alone is given.
pub fn grouped(
    references: &Annotations,
    predictions: &Annotations,
) -> Vec<(usize, Vec<DecimalBox>, Vec<DecimalBox>)> {
    let number = |label: &ClassLabel| {
        Class::biomarkers()
            .iter()
            .position(|class| class.id() == label.id())
    };
    let mut groups: BTreeMap<(&str, usize), [Vec<DecimalBox>; 2]> = BTreeMap::new();
    for (side, file) in [references, predictions].into_iter().enumerate() {
        for image in &file.images {
            for labelled in &image.boxes {
                if let Some(class) = number(&labelled.label) {
                    groups.entry((&image.id, class)).or_default()[side].push(labelled.corners);
                }
            }
        }
    }
    let groups = groups.into_iter();
    groups
        .map(|((_, class), [references, predictions])| (class, references, predictions))
        .collect()
}

fn empty(at: usize) -> PixelImage {
    PixelImage {
        id: format!("scan-{at:04}.png"),
        width: 768,
        height: 496,
        boxes: Vec::new(),
    }
}

fn labelled(class: Class, hundredths: [u64; 4]) -> (ClassLabel, PixelBox, Option<f64>) {
    let corners = hundredths.map(|v| v as f64 / 100.0);
    (class.into(), PixelBox::from_array(corners), None)
}

/// A mask of discs, up to `largest` pixels in radius.
pub fn discs(width: u32, height: u32, count: u32, largest: u64, seed: u64) -> Mask {
    let mut numbers = Numbers::new(seed);
    let mut mask = Mask::new(width, height);
    for _ in 0..count {
        let (cx, cy) = (
            numbers.below(width.into()) as i64,
            numbers.below(height.into()) as i64,
        );
        let radius = 1 + numbers.below(largest) as i64;
        for y in (cy - radius).max(0)..=cy + radius {
            for x in (cx - radius).max(0)..=cx + radius {
                if (x - cx).pow(2) + (y - cy).pow(2) <= radius.pow(2) {
                    mask.set(x as u32, y as u32, true);
                }
            }
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_benchmark_has_the_published_size_and_some_hits() {
        let (images, boxes) = PUBLISHED;
        let (references, predictions) = generated(images, boxes, 1).unwrap();
        assert_eq!(
            (references.images.len(), predictions.images.len()),
            PUBLISHED_IMAGES
        );
        let report =
            groundscope_benchmarks::grounding::score(&references, &predictions, &Default::default()).unwrap();
        assert_eq!(
            report.per_class.iter().map(|(_, c)| c.boxes).sum::<u64>(),
            boxes as u64
        );
        assert_eq!(report.macro_figures.classes, 13);
        assert!(report.macro_figures.f1.mean > 0.5 && report.macro_figures.f1.mean < 1.0);
    }

    const PUBLISHED_IMAGES: (usize, usize) = (815, 815);
}
