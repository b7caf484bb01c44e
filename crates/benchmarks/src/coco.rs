//! COCO files: references with images, annotations and categories, and lists of results; boxes, polygons and masks.
//!
//! Boxes are `[x, y, width, height]` in pixels. A results list refers to images and categories by the numbers of the
//! references, so it is read together with them.

use std::collections::{BTreeMap, BTreeSet};

use crate::annotations::{Annotations, CocoKeys, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, BoxTally, Form};
use crate::formats::coco_shape;
use crate::formats::{KnownImages, Note, Notes, Shape, text};
use crate::json_text::{self, Node, Object};
use crate::{ClassLabel, FileError, boxes_file};

/// Reads a COCO file with `images`, `annotations` and `categories`.
///
/// An image is known by its `file_name`, or by its `id` where it has none. Every category counts as looked for in every
/// image, besides the classes of the ontology. Crowd regions (`iscrowd` 1) are dropped and counted. What was unusual is
/// told by [`crate::formats::read`].
///
/// # Errors
/// [`FileError`], naming the field.
pub fn parse(bytes: &[u8]) -> Result<Annotations, FileError> {
    let mut notes = Notes::default();
    let text = text::decode(bytes, "the file", &mut notes)?;
    let text = json_text::decode(text.as_bytes())?;
    from_object(
        &json_text::parse(&text)?.object()?,
        &KnownImages::none(),
        &mut notes,
    )
}

/// Reads a COCO results list against the COCO file it belongs to.
///
/// # Errors
/// [`FileError::ResultsNeedCoco`] when the references are no COCO file; otherwise [`FileError`], naming the field.
pub fn parse_results(bytes: &[u8], references: &Annotations) -> Result<Annotations, FileError> {
    let mut notes = Notes::default();
    let text = text::decode(bytes, "the file", &mut notes)?;
    let text = json_text::decode(text.as_bytes())?;
    from_results(&json_text::parse(&text)?, references, &mut notes)
}

pub(crate) fn from_object(
    file: &Object<'_>,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    let mut keys = CocoKeys::default();
    for node in file.required("categories")?.array()? {
        let fields = node.object()?;
        let id = fields.required("id")?;
        let label = ClassLabel::from_name(&fields.required("name")?.name()?);
        if keys
            .categories
            .insert(id.identifier()?.into_owned(), label)
            .is_some()
        {
            let path = id.path();
            return Err(FileError::RepeatedCategory { path });
        }
    }
    let mut names = BTreeMap::new();
    for (at, node) in file.required("images")?.array()?.into_iter().enumerate() {
        let fields = node.object()?;
        let id = fields.required("id")?.identifier()?.into_owned();
        let name = match fields.optional("file_name") {
            Some(name) => name.name()?,
            None => id.clone(),
        };
        let repeated = |id: &str| FileError::RepeatedImage {
            path: node.path(),
            id: id.to_owned(),
        };
        if keys.images.insert(id.clone(), at).is_some() {
            return Err(repeated(&id));
        }
        if names.insert(name.clone(), at).is_some() {
            return Err(repeated(&name));
        }
        let [width, height] = match (fields.optional("width"), fields.optional("height")) {
            (Some(width), Some(height)) => [width.image_size()?, height.image_size()?],
            _ => known.size(&name, notes)?,
        };
        annotations.images.push(ImageBoxes {
            id: name,
            width,
            height,
            boxes: Vec::new(),
        });
    }
    add_boxes(&mut annotations, &keys, file.required("annotations")?, notes)?;
    annotations.named = keys.categories.values().cloned().collect();
    annotations.coco = Some(keys);
    Ok(annotations)
}

pub(crate) fn from_results(
    list: &Node<'_>,
    references: &Annotations,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
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
    add_boxes(&mut annotations, keys, list.clone(), notes)?;
    Ok(annotations)
}

fn add_boxes(
    annotations: &mut Annotations,
    keys: &CocoKeys,
    list: Node<'_>,
    notes: &mut Notes,
) -> Result<(), FileError> {
    let mut ids = BTreeSet::new();
    for (index, node) in list.array()?.into_iter().enumerate() {
        let fields = node.object()?;
        if let Some(id) = fields.optional("id")
            && !ids.insert(id.text())
        {
            notes.add(Note::RepeatedId, || node.path());
        }
        let image_id = fields.required("image_id")?;
        let category_id = fields.required("category_id")?;
        let id = image_id.identifier()?;
        let image = keys
            .images
            .get(id.as_ref())
            .and_then(|at| Some((at, annotations.images.get_mut(*at)?)));
        let Some((at, image)) = image else {
            let (path, id) = (image_id.path(), id.into_owned());
            return Err(FileError::UnknownImage { path, id });
        };
        let id = category_id.identifier()?;
        let Some(label) = keys.categories.get(id.as_ref()) else {
            let (path, id) = (category_id.path(), id.into_owned());
            return Err(FileError::UnknownCategory { path, id });
        };
        let extent = CoordinateSpace::Pixel.extent(image.width, image.height);
        // Some writers leave `iscrowd` out: then it is a single object.
        if fields
            .optional("iscrowd")
            .is_some_and(|crowd| ["1", "true", "\"1\""].contains(&crowd.text()))
        {
            annotations.tally.crowd += 1;
            let bounds = corners::read(
                fields.optional("bbox"),
                Form::Sized,
                extent,
                &mut BoxTally::default(),
            );
            let crowd = bounds.map(|corners| LabelledBox {
                label: label.clone(),
                corners,
                score: None,
                shape: None,
                index,
            });
            annotations.crowds.entry(*at).or_default().extend(crowd);
            continue;
        }
        let segmentation = fields.optional("segmentation");
        let shape = segmentation.and_then(|node| coco_shape::read(&node, [image.width, image.height], notes));
        let tally = &mut annotations.tally;
        let corners = match (fields.optional("bbox"), shape.as_ref().and_then(Shape::bounds)) {
            (None, Some(bounds)) => {
                notes.add(Note::BoxFromShape, || node.path());
                corners::fit(bounds, false, extent, tally)
            }
            (bbox, _) => corners::read(bbox, Form::Sized, extent, tally),
        };
        if let Some(corners) = corners {
            image.boxes.push(LabelledBox {
                label: label.clone(),
                corners,
                score: boxes_file::read_score(&fields, notes),
                shape,
                index,
            });
        }
    }
    Ok(())
}
