//! COCO detection files: references with images, annotations and categories, and lists of results.
//!
//! Boxes are `[x, y, width, height]` in pixels. A results list refers to images and categories by the numbers of the
//! references, so it is read together with them.

use std::collections::BTreeMap;

use crate::annotations::{Annotations, CocoKeys, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, Form};
use crate::json_text::{self, Node, Object};
use crate::{ClassLabel, FileError, boxes_file};

/// Reads a COCO file with `images`, `annotations` and `categories`.
///
/// An image is known by its `file_name`, or by its `id` where it has none. Every category counts as looked for in every
/// image, besides the classes of the ontology. Crowd regions (`iscrowd` 1) are dropped and counted.
///
/// # Errors
/// [`FileError`], naming the field.
pub fn parse(bytes: &[u8]) -> Result<Annotations, FileError> {
    let text = json_text::decode(bytes)?;
    from_object(&json_text::parse(&text)?.object()?)
}

/// Reads a COCO results list against the COCO file it belongs to.
///
/// # Errors
/// [`FileError::ResultsNeedCoco`] when the references are no COCO file; otherwise [`FileError`], naming the field.
pub fn parse_results(bytes: &[u8], references: &Annotations) -> Result<Annotations, FileError> {
    let text = json_text::decode(bytes)?;
    from_results(&json_text::parse(&text)?, references)
}

pub(crate) fn from_object(file: &Object<'_>) -> Result<Annotations, FileError> {
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    let mut keys = CocoKeys::default();
    for node in file.required("categories")?.array()? {
        let fields = node.object()?;
        let id = fields.required("id")?;
        let label = ClassLabel::from_name(&fields.required("name")?.name()?);
        if keys.categories.insert(id.identifier()?, label).is_some() {
            let path = id.path().to_owned();
            return Err(FileError::RepeatedCategory { path });
        }
    }
    let mut names = BTreeMap::new();
    for (at, node) in file.required("images")?.array()?.into_iter().enumerate() {
        let fields = node.object()?;
        let id = fields.required("id")?.identifier()?;
        let name = match fields.optional("file_name") {
            Some(name) => name.name()?,
            None => id.clone(),
        };
        let path = node.path().to_owned();
        if keys.images.insert(id.clone(), at).is_some() {
            return Err(FileError::RepeatedImage { path, id });
        }
        if names.insert(name.clone(), at).is_some() {
            return Err(FileError::RepeatedImage { path, id: name });
        }
        annotations.images.push(ImageBoxes {
            id: name,
            width: fields.required("width")?.image_size()?,
            height: fields.required("height")?.image_size()?,
            boxes: Vec::new(),
        });
    }
    add_boxes(&mut annotations, &keys, file.required("annotations")?)?;
    annotations.named = keys.categories.values().cloned().collect();
    annotations.coco = Some(keys);
    Ok(annotations)
}

pub(crate) fn from_results(list: &Node<'_>, references: &Annotations) -> Result<Annotations, FileError> {
    let Some(keys) = &references.coco else {
        return Err(FileError::ResultsNeedCoco);
    };
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    let without_boxes = |image: &ImageBoxes| ImageBoxes {
        id: image.id.clone(),
        width: image.width,
        height: image.height,
        boxes: Vec::new(),
    };
    annotations.images = references.images.iter().map(without_boxes).collect();
    add_boxes(&mut annotations, keys, list.clone())?;
    Ok(annotations)
}

fn add_boxes(annotations: &mut Annotations, keys: &CocoKeys, list: Node<'_>) -> Result<(), FileError> {
    for (index, node) in list.array()?.into_iter().enumerate() {
        let fields = node.object()?;
        let image_id = fields.required("image_id")?;
        let category_id = fields.required("category_id")?;
        let (path, id) = (image_id.path().to_owned(), image_id.identifier()?);
        let image = keys
            .images
            .get(&id)
            .and_then(|at| annotations.images.get_mut(*at));
        let Some(image) = image else {
            return Err(FileError::UnknownImage { path, id });
        };
        let (path, id) = (category_id.path().to_owned(), category_id.identifier()?);
        let Some(label) = keys.categories.get(&id) else {
            return Err(FileError::UnknownCategory { path, id });
        };
        // Some writers leave `iscrowd` out: then it is a single object.
        if fields
            .optional("iscrowd")
            .is_some_and(|crowd| ["1", "true"].contains(&crowd.text()))
        {
            annotations.tally.crowd += 1;
            continue;
        }
        let extent = CoordinateSpace::Pixel.extent(image.width, image.height);
        if let Some(corners) = corners::read(
            fields.optional("bbox"),
            Form::Sized,
            extent,
            &mut annotations.tally,
        ) {
            image.boxes.push(LabelledBox {
                label: label.clone(),
                corners,
                score: boxes_file::score(&fields),
                index,
            });
        }
    }
    Ok(())
}
