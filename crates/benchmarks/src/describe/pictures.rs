//! Picture files of a data set: there or not, of the size that the boxes assume, and copies of one another.

use std::fmt;

use serde::Serialize;

use super::{DataSet, Fingerprint, Found, ImageName, Settings};
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes};
use crate::image_match::MatchFailure;

/// What is known of the picture file of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// There is no file of this name.
    Missing,
    /// There are several files that the name could mean.
    Ambiguous,
    /// The file is no picture that can be read, and why.
    Unreadable(String),
    /// The picture.
    Read {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Its hash and thumbnail.
        fingerprint: Fingerprint,
    },
}

/// The file that an image means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMatch {
    /// The place of the file in the list.
    File(usize),
    /// None.
    Missing,
    /// Several.
    Ambiguous,
}

/// Finds the file of every image among paths written with `/`: the same name, then the same file name, then the same stem.
pub fn match_files(annotations: &Annotations, files: &[String]) -> Vec<FileMatch> {
    let mut listing = Annotations::empty(CoordinateSpace::Pixel);
    let image = |file: &String| ImageBoxes {
        id: file.clone(),
        width: 1,
        height: 1,
        boxes: Vec::new(),
    };
    listing.images = files.iter().map(image).collect();
    let index = listing.image_index();
    let images = annotations.images.iter();
    images
        .map(|image| match index.find(&image.id) {
            Ok(at) => FileMatch::File(at),
            Err(MatchFailure::Unknown) => FileMatch::Missing,
            Err(MatchFailure::Ambiguous) => FileMatch::Ambiguous,
        })
        .collect()
}

/// A picture file that cannot be read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BadFile {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
    /// What is wrong with its file.
    pub reason: String,
}

/// A picture of another size than its boxes assume.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeDifference {
    /// The set.
    pub set: String,
    /// The image.
    pub image: String,
    /// Width and height in the boxes file.
    pub declared: [u32; 2],
    /// Width and height of the picture.
    pub picture: [u32; 2],
}

/// Two images whose pictures are nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LookAlike {
    /// The one that comes first.
    pub first: ImageName,
    /// The other.
    pub second: ImageName,
    /// Bits of 128 by which their hashes differ.
    pub differing_bits: u32,
    /// Grey levels of 255 by which their thumbnails differ on average.
    pub mean_difference: f64,
}

/// What may be wrong with the pictures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PictureHealth {
    /// Images without a file.
    pub missing_files: Found<ImageName>,
    /// Images whose name several files have.
    pub ambiguous_files: Found<ImageName>,
    /// Files that cannot be read.
    pub unreadable_files: Found<BadFile>,
    /// Pictures of another size than declared.
    pub sizes: Found<SizeDifference>,
    /// Images of one set that look alike.
    pub look_alikes_within: Found<LookAlike>,
    /// Images of two sets that look alike: what was learned from one is no test in the other.
    pub look_alikes_across: Found<LookAlike>,
}

impl PictureHealth {
    /// `None` where no set has pictures.
    pub(super) fn of(sets: &[DataSet], settings: &Settings) -> Option<Self> {
        if sets.iter().all(|set| set.pictures.is_none()) {
            return None;
        }
        let (mut missing, mut ambiguous, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
        let mut sizes = Vec::new();
        let mut read: Vec<(usize, ImageName)> = Vec::new();
        let mut fingerprints = Vec::new();
        for (at, set) in sets.iter().enumerate() {
            for (image, picture) in set.annotations.images.iter().zip(set.pictures.iter().flatten()) {
                let name = ImageName::of(set, &image.id);
                match picture {
                    Picture::Missing => missing.push(name),
                    Picture::Ambiguous => ambiguous.push(name),
                    Picture::Unreadable(reason) => unreadable.push(BadFile {
                        set: name.set,
                        image: name.image,
                        reason: reason.clone(),
                    }),
                    Picture::Read {
                        width,
                        height,
                        fingerprint,
                    } => {
                        let (declared, picture) = ([image.width, image.height], [*width, *height]);
                        if declared != picture {
                            let ImageName { set, image } = name.clone();
                            sizes.push(SizeDifference {
                                set,
                                image,
                                declared,
                                picture,
                            });
                        }
                        read.push((at, name));
                        fingerprints.push(fingerprint);
                    }
                }
            }
        }
        let (mut within, mut across) = (Vec::new(), Vec::new());
        for (i, j) in look_alikes(&fingerprints, settings) {
            let (Some((set, first)), Some((other, second))) = (read.get(i), read.get(j)) else {
                continue;
            };
            let (Some(a), Some(b)) = (fingerprints.get(i), fingerprints.get(j)) else {
                continue;
            };
            let pairs = if set == other { &mut within } else { &mut across };
            pairs.push(LookAlike {
                first: first.clone(),
                second: second.clone(),
                differing_bits: a.differing_bits(b),
                mean_difference: a.mean_difference(b),
            });
        }
        Some(Self {
            missing_files: missing.into(),
            ambiguous_files: ambiguous.into(),
            unreadable_files: unreadable.into(),
            sizes: sizes.into(),
            look_alikes_within: within.into(),
            look_alikes_across: across.into(),
        })
    }
}

/// The pairs of pictures that look alike, as places in the list, in order.
///
/// Every hash is compared with every other, which takes a tenth of a second for 5,000; thumbnails only where hashes are near.
pub fn look_alikes(fingerprints: &[&Fingerprint], settings: &Settings) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (i, a) in fingerprints.iter().enumerate() {
        for (j, b) in fingerprints.iter().enumerate().skip(i + 1) {
            if a.looks_like(b, settings.look_alike_bits, settings.look_alike_levels) {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.set, self.image, self.reason)
    }
}

impl fmt::Display for SizeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([w, h], [pw, ph]) = (self.declared, self.picture);
        write!(
            f,
            "{}: {}, declared {w}x{h}, the file is {pw}x{ph}",
            self.set, self.image
        )
    }
}

impl fmt::Display for LookAlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, levels) = (self.differing_bits, self.mean_difference);
        write!(
            f,
            "{} and {}, {bits} bits, {levels:.2} levels",
            self.first, self.second
        )
    }
}
