//! Annotations as read: images with labelled boxes in the space that their file declares.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use groundscope_geometry::{Decimal, DecimalBox, PixelBox};

use crate::asked::{self, LookedFor};
use crate::corners::{self, BoxTally, Form};
use crate::{ClassLabel, FileError, Shape};

/// Sizes of an image along one axis, in pixels: as far as coordinates reach.
pub(crate) const IMAGE_SIZES: RangeInclusive<u32> = 1..=1_000_000_000;

/// The space of a file's coordinates, always relative to the original image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateSpace {
    /// Pixels of the original image.
    Pixel,
    /// 0..1000 on each axis.
    Norm1000,
    /// 0..1 on each axis.
    Unit,
}

impl CoordinateSpace {
    const ALL: [Self; 3] = [Self::Pixel, Self::Norm1000, Self::Unit];

    /// The name used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pixel => "pixel",
            Self::Norm1000 => "norm1000",
            Self::Unit => "unit",
        }
    }

    /// The space with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|space| space.id() == id)
    }

    /// The far corner of an image in this space, in millionths.
    pub(crate) fn extent(self, width: u32, height: u32) -> [i64; 2] {
        match self {
            Self::Pixel => [width, height].map(|pixels| i64::from(pixels) * Decimal::ONE),
            Self::Norm1000 => [1000 * Decimal::ONE; 2],
            Self::Unit => [Decimal::ONE; 2],
        }
    }

    /// Whole factors that bring x and y of every space to one scale: thousandths of a pixel of the image.
    pub(crate) fn factors(self, width: u32, height: u32) -> [i64; 2] {
        let [width, height] = [i64::from(width), i64::from(height)];
        match self {
            Self::Pixel => [1000; 2],
            Self::Norm1000 => [width, height],
            Self::Unit => [1000 * width, 1000 * height],
        }
    }
}

/// A box with its class.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledBox {
    /// The class.
    pub label: ClassLabel,
    /// The corners in the file's space, inside the image.
    pub corners: DecimalBox,
    /// The confidence given, if any.
    pub score: Option<f64>,
    /// The outline of what the box encloses, where the file has one.
    pub shape: Option<Shape>,
    /// The place in the list as given, before anything was dropped: of the image's boxes in `groundscope-boxes/1` and in
    /// formats with a file an image, of the file's annotations in COCO, of its rows in CSV.
    pub index: usize,
}

/// The boxes of one image.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageBoxes {
    /// The image's name: a file name, as a rule.
    pub id: String,
    /// Width of the original image in pixels, 1 to 10^9.
    pub width: u32,
    /// Height of the original image in pixels, 1 to 10^9.
    pub height: u32,
    /// Its boxes, in the order of the file.
    pub boxes: Vec<LabelledBox>,
}

/// Numbers by which COCO results refer to images and categories.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CocoKeys {
    pub(crate) images: BTreeMap<String, usize>,
    pub(crate) categories: BTreeMap<String, ClassLabel>,
}

/// What an annotation file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotations {
    /// The space of every box.
    pub space: CoordinateSpace,
    /// The classes for which an image without boxes was looked at and has none. `None`: every class of the ontology and
    /// every other class with boxes here or in the file's own list of classes.
    pub exhaustive: Option<BTreeSet<ClassLabel>>,
    /// Classes that the file names without declaring them exhaustive: the categories of a COCO file. They count as looked
    /// for besides the default.
    pub(crate) named: BTreeSet<ClassLabel>,
    /// The (image, class) pairs that were asked, if the file lists them.
    pub asked: Option<BTreeSet<(String, ClassLabel)>>,
    /// The images, in the order of the file.
    pub images: Vec<ImageBoxes>,
    /// What was dropped or changed while reading.
    pub tally: BoxTally,
    /// The classes by the numbers of YOLO files; empty elsewhere.
    pub(crate) numbered: Vec<ClassLabel>,
    pub(crate) coco: Option<CocoKeys>,
    /// Crowd regions of a COCO file by image: they are no references, but average precision forgives what falls on them.
    pub(crate) crowds: BTreeMap<usize, Vec<LabelledBox>>,
}

/// An image with boxes found on it, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelImage {
    /// The image's name.
    pub id: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Class, box and confidence.
    pub boxes: Vec<(ClassLabel, PixelBox, Option<f64>)>,
}

impl Annotations {
    /// Annotations from boxes in pixels, by the rules for boxes of a file: rounded to six decimals, clipped, or dropped
    /// and counted.
    ///
    /// # Errors
    /// [`FileError::RepeatedImage`] for two images of one name, [`FileError::WrongType`] for a size of 0 or above 10^9.
    pub fn in_pixels(images: impl IntoIterator<Item = PixelImage>) -> Result<Self, FileError> {
        let mut annotations = Self::empty(CoordinateSpace::Pixel);
        let mut seen = BTreeSet::new();
        for (at, image) in images.into_iter().enumerate() {
            let path = format!("images[{at}]");
            if !IMAGE_SIZES.contains(&image.width) || !IMAGE_SIZES.contains(&image.height) {
                let expected = "an image of 1 to 1000000000 pixels each way";
                return Err(FileError::WrongType { path, expected });
            }
            if !seen.insert(image.id.clone()) {
                return Err(FileError::RepeatedImage { path, id: image.id });
            }
            let extent = CoordinateSpace::Pixel.extent(image.width, image.height);
            let mut boxes = Vec::new();
            for (index, (label, found, score)) in image.boxes.into_iter().enumerate() {
                // The shortest text that reads back to the same number.
                let [x1, y1, x2, y2] = found.to_array().map(|v| v.to_string());
                let tally = &mut annotations.tally;
                if let Some(corners) = corners::place([&x1, &y1, &x2, &y2], Form::Corners, extent, tally) {
                    boxes.push(LabelledBox {
                        label,
                        corners,
                        score,
                        shape: None,
                        index,
                    });
                }
            }
            annotations.images.push(ImageBoxes {
                id: image.id,
                width: image.width,
                height: image.height,
                boxes,
            });
        }
        Ok(annotations)
    }

    /// Names classes besides those with boxes: a COCO file then has a category for each.
    pub fn name_classes(&mut self, classes: impl IntoIterator<Item = ClassLabel>) {
        self.named.extend(classes);
    }

    pub(crate) fn empty(space: CoordinateSpace) -> Self {
        Self {
            space,
            exhaustive: None,
            named: BTreeSet::new(),
            asked: None,
            images: Vec::new(),
            tally: BoxTally::default(),
            numbered: Vec::new(),
            coco: None,
            crowds: BTreeMap::new(),
        }
    }

    /// The same annotations with one image alone; questions about other images are left out.
    pub fn only(&self, image: usize) -> Self {
        let kept: Vec<ImageBoxes> = self.images.get(image).cloned().into_iter().collect();
        let asked = self.asked.as_ref().map(|pairs| {
            let of_kept =
                |(id, _): &&(String, ClassLabel)| self.find_image(id).is_ok_and(|found| found == image);
            pairs.iter().filter(of_kept).cloned().collect()
        });
        Self {
            images: kept,
            asked,
            // Defaults depend on the classes of the whole file.
            exhaustive: Some(self.exhaustive_classes()),
            coco: None,
            crowds: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Keeps some classes only: their boxes, what is said of them, and the questions about them. `left_out` is told image and
    /// class of every other box. "Fluid" as one class keeps its kinds, which answer for it.
    ///
    /// ```
    /// # use groundscope_benchmarks::{ClassLabel, read_references};
    /// let mut read = read_references(br#"{"format": "groundscope-boxes/1", "space": "pixel", "images": [
    ///     {"id": "a.png", "width": 9, "height": 9, "boxes": [{"class": "irf", "box": [1, 1, 2, 2]},
    ///                                                        {"class": "ped", "box": [3, 3, 9, 9]}]}]}"#)?;
    /// let mut left_out = Vec::new();
    /// read.keep(&[ClassLabel::from_name("IRF")].into(), |image, class| left_out.push(format!("{image} {}", class.id())));
    /// assert_eq!((read.images[0].boxes.len(), left_out), (1, vec!["a.png ped".to_owned()]));
    /// # Ok::<(), groundscope_benchmarks::FileError>(())
    /// ```
    pub fn keep(&mut self, classes: &BTreeSet<ClassLabel>, mut left_out: impl FnMut(&str, &ClassLabel)) {
        let kept = |label: &ClassLabel| classes.iter().any(|wanted| label.answers(wanted));
        // The default depends on the classes of the whole file, those asked about among them.
        let about = asked::classes_of(self.asked.iter().flatten());
        let mut exhaustive = LookedFor::of(self).classes(&about);
        exhaustive.retain(kept);
        self.exhaustive = Some(exhaustive);
        self.named.retain(kept);
        if let Some(pairs) = &mut self.asked {
            pairs.retain(|(_, label)| kept(label));
        }
        for image in &mut self.images {
            image.boxes.retain(|labelled| {
                let kept = kept(&labelled.label);
                if !kept {
                    left_out(&image.id, &labelled.label);
                }
                kept
            });
        }
    }

    /// Whether boxes, `exhaustive`, COCO categories or `asked` use this class.
    pub fn uses(&self, label: &ClassLabel) -> bool {
        self.images
            .iter()
            .any(|image| image.boxes.iter().any(|b| b.label == *label))
            || self.named.contains(label)
            || self
                .exhaustive
                .as_ref()
                .is_some_and(|classes| classes.contains(label))
            || self
                .asked
                .as_ref()
                .is_some_and(|pairs| pairs.iter().any(|(_, asked)| asked == label))
    }
}
