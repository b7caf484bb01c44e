//! Means of a metric: over images of the mean over an image's samples, and over samples (specification 5.7).

use std::collections::BTreeMap;

/// One sample's figure; blanks are left out of every mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The image it belongs to.
    pub image: String,
    /// The figure.
    pub value: Option<f64>,
}

/// The means of a metric, with what they rest on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Means {
    /// The mean over images of the mean over each image's samples: the headline figure.
    pub image_macro: Option<f64>,
    /// Images with a figure.
    pub images: usize,
    /// The plain mean over samples.
    pub sample_mean: Option<f64>,
    /// Samples with a figure.
    pub samples: usize,
}

/// The means of these samples.
///
/// ```
/// use groundscope_ultrag::score::means::{Sample, means};
/// let sample = |image: &str, value| Sample { image: image.to_owned(), value };
/// let means = means([sample("a", Some(1.0)), sample("a", Some(0.5)), sample("b", Some(0.0)), sample("c", None)]);
/// assert_eq!((means.image_macro, means.sample_mean), (Some(0.375), Some(0.5)));
/// ```
pub fn means(samples: impl IntoIterator<Item = Sample>) -> Means {
    // In the order of first appearance, so that sums have one order.
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut images: Vec<(f64, usize)> = Vec::new();
    for Sample { image, value } in samples {
        let Some(value) = value else { continue };
        let at = *places.entry(image).or_insert(images.len());
        if at == images.len() {
            images.push((0.0, 0));
        }
        if let Some((sum, count)) = images.get_mut(at) {
            *sum += value;
            *count += 1;
        }
    }
    let count: usize = images.iter().map(|(_, count)| count).sum();
    let sum: f64 = images.iter().map(|(sum, _)| sum).sum();
    let of_images: f64 = images.iter().map(|(sum, count)| sum / *count as f64).sum();
    Means {
        image_macro: (count > 0).then(|| of_images / images.len() as f64),
        images: images.len(),
        sample_mean: (count > 0).then(|| sum / count as f64),
        samples: count,
    }
}
