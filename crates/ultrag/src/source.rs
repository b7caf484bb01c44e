//! COCO files of one split: images, categories, annotations and the pixels of masks by their ids (specification 1.1).

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use groundscope_geometry::RowRuns;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::raster::{Frame, SegmentationError, coco_pixels};
use crate::record::slug;

/// An id of COCO: a whole number, or, in some exports, text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(i64),
    /// Text.
    Text(String),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Id {
    /// As JSON has it.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Number(number) => Value::from(*number),
            Self::Text(text) => Value::from(text.as_str()),
        }
    }
}

/// An image of a source.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SourceImage {
    /// Its id.
    pub id: Id,
    /// Its file.
    pub file_name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// An annotation of a source.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SourceAnnotation {
    /// Its id.
    pub id: Id,
    /// Its image.
    pub image_id: Id,
    /// Its category.
    pub category_id: Id,
    /// `x, y, width, height`; zeros where it is missing or not four numbers.
    #[serde(default, deserialize_with = "four_numbers")]
    pub bbox: [f64; 4],
    /// The area as the source gives it.
    #[serde(default, deserialize_with = "number")]
    pub area: Option<f64>,
    /// Rings or a run-length mask.
    #[serde(default)]
    pub segmentation: Value,
    #[serde(default, deserialize_with = "truthy")]
    iscrowd: bool,
}

fn four_numbers<'de, D: Deserializer<'de>>(value: D) -> Result<[f64; 4], D::Error> {
    let value = Value::deserialize(value)?;
    let numbers: Option<Vec<f64>> = value
        .as_array()
        .and_then(|items| items.iter().map(Value::as_f64).collect());
    Ok(crate::facts::four(&numbers.unwrap_or_default()))
}

fn number<'de, D: Deserializer<'de>>(value: D) -> Result<Option<f64>, D::Error> {
    Ok(Value::deserialize(value)?.as_f64())
}

fn truthy<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(value)? {
        Value::Bool(is) => is,
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => false,
    })
}

#[derive(Deserialize)]
struct Named {
    id: Id,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct Coco {
    images: Vec<SourceImage>,
    #[serde(default)]
    categories: Vec<Named>,
    #[serde(default)]
    annotations: Vec<SourceAnnotation>,
}

/// Why a source cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// Not COCO.
    #[error("this is no COCO file: {0}; export it again with images, categories and annotations")]
    Json(#[from] serde_json::Error),
    /// An image that no scan is as large as.
    #[error("image {file_name} has {width} x {height} pixels; check the size in the COCO file")]
    Size {
        /// Its file.
        file_name: String,
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
}

/// One split of a data set.
#[derive(Clone, Debug)]
pub struct Source {
    /// The data set's folder.
    pub dataset: String,
    /// `train`, `test` or another.
    pub split: String,
    /// Images in the order of their ids as text.
    pub images: Vec<SourceImage>,
    names: BTreeMap<Id, String>,
    annotations: BTreeMap<Id, Vec<SourceAnnotation>>,
}

impl Source {
    /// Reads a COCO file. Crowds and annotations of images that the file does not have are left out.
    ///
    /// # Errors
    /// [`SourceError`].
    pub fn parse(dataset: &str, split: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let coco: Coco = serde_json::from_slice(bytes)?;
        let mut images = coco.images;
        images.sort_by_cached_key(|image| image.id.to_string());
        if let Some(image) = images
            .iter()
            .find(|image| u64::from(image.width) * u64::from(image.height) > Frame::MOST)
        {
            let SourceImage {
                file_name,
                width,
                height,
                ..
            } = image.clone();
            return Err(SourceError::Size {
                file_name,
                width,
                height,
            });
        }
        let mut annotations: BTreeMap<Id, Vec<SourceAnnotation>> = images
            .iter()
            .map(|image| (image.id.clone(), Vec::new()))
            .collect();
        for annotation in coco.annotations {
            if !annotation.iscrowd
                && let Some(own) = annotations.get_mut(&annotation.image_id)
            {
                own.push(annotation);
            }
        }
        let names = coco.categories.into_iter().map(|named| (named.id, named.name));
        Ok(Self {
            dataset: dataset.to_owned(),
            split: split.to_owned(),
            images,
            names: names.collect(),
            annotations,
        })
    }

    /// The raw name of a category; its number where it has none.
    pub fn name(&self, category: &Id) -> String {
        self.names
            .get(category)
            .cloned()
            .unwrap_or_else(|| category.to_string())
    }

    /// The raw names of all categories.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.values().map(String::as_str)
    }

    /// The annotations of an image, in the order of the file.
    pub fn annotations(&self, image: &Id) -> &[SourceAnnotation] {
        self.annotations.get(image).map_or(&[], Vec::as_slice)
    }

    /// The id of an image's record.
    pub fn sample_id(&self, image: &Id) -> String {
        format!("{}_{}_{image}", slug(&self.dataset), self.split)
    }

    /// The id of an annotation's mask.
    pub fn mask_id(&self, image: &Id, annotation: &Id) -> String {
        format!(
            "{}_{}_img{image}_ann{annotation}",
            slug(&self.dataset),
            self.split
        )
    }
}

/// Why a mask that a task names has no pixels.
#[derive(Debug, thiserror::Error)]
pub enum MaskError {
    /// No source has it.
    #[error("mask {0} is in none of the COCO files; give the folder that the records were made from")]
    Unknown(String),
    /// It is empty there.
    #[error("mask {0} has no segmentation in its COCO file; export the masks, not only their boxes")]
    Empty(String),
    /// It cannot be drawn.
    #[error("mask {id}: {error}")]
    Segmentation {
        /// The mask.
        id: String,
        /// What is wrong.
        error: SegmentationError,
    },
}

/// The pixels of masks by their ids.
#[derive(Debug, Default)]
pub struct Masks {
    by_id: HashMap<String, (Value, Frame)>,
}

impl Masks {
    /// The masks of these sources.
    pub fn of(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut by_id = HashMap::new();
        for mut source in sources {
            for image in &source.images {
                let frame = Frame {
                    width: image.width,
                    height: image.height,
                };
                let own = source.annotations.get_mut(&image.id).map(std::mem::take);
                for annotation in own.unwrap_or_default() {
                    let id = format!(
                        "{}_{}_img{}_ann{}",
                        slug(&source.dataset),
                        source.split,
                        image.id,
                        annotation.id
                    );
                    by_id.insert(id, (annotation.segmentation, frame));
                }
            }
        }
        Self { by_id }
    }

    /// The pixels of one mask, and the size of its image.
    ///
    /// # Errors
    /// [`MaskError`]: what has no pixels cannot be scored.
    pub fn pixels(&self, id: &str) -> Result<(RowRuns, Frame), MaskError> {
        let (segmentation, frame) = self
            .by_id
            .get(id)
            .ok_or_else(|| MaskError::Unknown(id.to_owned()))?;
        if segmentation.is_null() || segmentation.as_array().is_some_and(Vec::is_empty) {
            return Err(MaskError::Empty(id.to_owned()));
        }
        match coco_pixels(segmentation, *frame) {
            Ok(pixels) => Ok((pixels, *frame)),
            Err(error) => Err(MaskError::Segmentation {
                id: id.to_owned(),
                error,
            }),
        }
    }

    /// How many masks there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COCO: &str = r#"{"images":[{"id":10,"file_name":"b.png","width":8,"height":8},{"id":9,"file_name":"a.png","width":8,"height":8}],
        "categories":[{"id":1,"name":"kidney"}],"annotations":[
        {"id":1,"image_id":9,"category_id":1,"bbox":[1,1,2,2],"area":4,"segmentation":[[1,1,3,1,3,3,1,3]],"iscrowd":0},
        {"id":2,"image_id":9,"category_id":7,"bbox":"none","segmentation":[]},
        {"id":3,"image_id":9,"category_id":1,"iscrowd":1},{"id":4,"image_id":77,"category_id":1}]}"#;

    #[test]
    fn a_split_is_read_as_the_benchmark_reads_it() {
        let bytes = [b"\xef\xbb\xbf".as_slice(), COCO.as_bytes()].concat();
        let source = Source::parse("My set", "test", &bytes).unwrap();
        // In the order of ids as text.
        let ids: Vec<String> = source.images.iter().map(|image| image.id.to_string()).collect();
        assert_eq!(ids, ["10", "9"]);
        let own = source.annotations(&Id::Number(9));
        assert_eq!(own.len(), 2);
        assert_eq!((own[1].bbox, own[1].area), ([0.0; 4], None));
        assert_eq!(source.name(&own[1].category_id), "7");
        assert_eq!(source.sample_id(&Id::Number(9)), "My_set_test_9");
        let masks = Masks::of([source]);
        let (pixels, frame) = masks.pixels("My_set_test_img9_ann1").unwrap();
        assert_eq!((pixels.area(), frame.width), (4, 8));
        assert!(matches!(
            masks.pixels("My_set_test_img9_ann2"),
            Err(MaskError::Empty(_))
        ));
        assert!(matches!(masks.pixels("other"), Err(MaskError::Unknown(_))));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let large = r#"{"images":[{"id":1,"file_name":"a","width":4000000000,"height":4000000000}]}"#;
        assert!(matches!(
            Source::parse("a", "test", large.as_bytes()),
            Err(SourceError::Size { .. })
        ));
        assert!(matches!(
            Source::parse("a", "test", b"[]"),
            Err(SourceError::Json(_))
        ));
    }
}
