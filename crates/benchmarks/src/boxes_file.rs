//! The interchange format `groundscope-boxes/1`: labelled boxes of images, in a declared coordinate space.
//!
//! ```json
//! {"format": "groundscope-boxes/1", "space": "pixel", "exhaustive": ["irf"], "asked": [["a.png", "irf"]], "images": [
//!   {"id": "a.png", "width": 768, "height": 496, "boxes": [{"class": "irf", "box": [10, 20, 60, 70], "score": 0.9}]}]}
//! ```
//!
//! `space` is `pixel`, `norm1000` or `unit`, relative to the original image. `exhaustive` and `asked` are optional.

use std::collections::BTreeSet;

use groundscope_geometry::{Decimal, DecimalBox};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, Form};
use crate::formats::{Notes, score, text};
use crate::json_text::{self, Node, Object};
use crate::{ClassLabel, FileError};

/// The format's name, with its version.
pub const FORMAT: &str = "groundscope-boxes/1";

/// Reads a file. Bad boxes are dropped and counted in [`Annotations::tally`].
///
/// # Errors
/// [`FileError`], naming the field, for anything else that is wrong.
pub fn parse(bytes: &[u8]) -> Result<Annotations, FileError> {
    let text = text::decode(bytes, "the file", &mut Notes::default())?;
    let text = json_text::decode(text.as_bytes())?;
    from_object(&json_text::parse(&text)?.object()?)
}

pub(crate) fn from_object(file: &Object<'_>) -> Result<Annotations, FileError> {
    from_noted_object(file, &mut Notes::default())
}

/// The same, telling what was unusual.
pub(crate) fn from_noted_object(file: &Object<'_>, notes: &mut Notes) -> Result<Annotations, FileError> {
    let format = file.required("format")?.string()?;
    if format != FORMAT {
        return Err(FileError::UnknownFormat { found: format });
    }
    let space = file.required("space")?.string()?;
    let space = CoordinateSpace::from_id(&space).ok_or(FileError::UnknownSpace { found: space })?;
    let mut annotations = Annotations::empty(space);
    if let Some(classes) = file.optional("exhaustive") {
        let classes: Result<_, FileError> = classes.array()?.iter().map(label).collect();
        annotations.exhaustive = Some(classes?);
    }
    if let Some(pairs) = file.optional("asked") {
        let pairs: Result<_, FileError> = pairs.array()?.iter().map(pair).collect();
        annotations.asked = Some(pairs?);
    }
    let mut seen = BTreeSet::new();
    for node in file.required("images")?.array()? {
        let image = read_noted_image(&node, &mut annotations, notes)?;
        if !seen.insert(image.id.clone()) {
            let path = node.path();
            return Err(FileError::RepeatedImage { path, id: image.id });
        }
        annotations.images.push(image);
    }
    Ok(annotations)
}

fn label(node: &Node<'_>) -> Result<ClassLabel, FileError> {
    Ok(ClassLabel::from_name(&node.name()?))
}

fn pair(node: &Node<'_>) -> Result<(String, ClassLabel), FileError> {
    match node.array()?.as_slice() {
        [image, class] => Ok((image.identifier()?.into_owned(), label(class)?)),
        _ => Err(FileError::WrongType {
            path: node.path(),
            expected: "a pair [image, class]",
        }),
    }
}

pub(crate) fn read_noted_image(
    node: &Node<'_>,
    annotations: &mut Annotations,
    notes: &mut Notes,
) -> Result<ImageBoxes, FileError> {
    let fields = node.object()?;
    let mut image = ImageBoxes {
        id: fields.required("id")?.identifier()?.into_owned(),
        width: fields.required("width")?.image_size()?,
        height: fields.required("height")?.image_size()?,
        boxes: Vec::new(),
    };
    let extent = annotations.space.extent(image.width, image.height);
    for (index, node) in fields.required("boxes")?.array()?.into_iter().enumerate() {
        let fields = node.object()?;
        let label = label(&fields.required("class")?)?;
        let corners = corners::read(
            fields.optional("box"),
            Form::Corners,
            extent,
            &mut annotations.tally,
        );
        if let Some(corners) = corners {
            image.boxes.push(LabelledBox {
                label,
                corners,
                score: read_score(&fields, notes),
                shape: None,
                index,
            });
        }
    }
    Ok(image)
}

/// The confidence of a box.
pub(crate) fn read_score(fields: &Object<'_>, notes: &mut Notes) -> Option<f64> {
    let node = fields.optional("score")?;
    score::read(node.text(), notes, || node.path())
}

/// Writes annotations, one image a line. Coordinates keep their exact decimals; dropped boxes are not written.
///
/// # Errors
/// None for annotations that were read or made by this crate; [`serde_json::Error`] is passed on if JSON refuses a value.
pub fn write(annotations: &Annotations) -> Result<String, serde_json::Error> {
    let mut out = format!(
        "{{\"format\":\"{FORMAT}\",\"space\":\"{}\"",
        annotations.space.id()
    );
    if let Some(classes) = &annotations.exhaustive {
        let ids: Vec<&str> = classes.iter().map(ClassLabel::id).collect();
        out += &format!(",\"exhaustive\":{}", serde_json::to_string(&ids)?);
    }
    if let Some(pairs) = &annotations.asked {
        let pairs: Vec<[&str; 2]> = pairs
            .iter()
            .map(|(image, label)| [image.as_str(), label.id()])
            .collect();
        out += &format!(",\"asked\":{}", serde_json::to_string(&pairs)?);
    }
    out += ",\"images\":[";
    for (i, image) in annotations.images.iter().enumerate() {
        out += if i == 0 { "\n" } else { ",\n" };
        out += &serde_json::to_string(&ImageOut::of(image)?)?;
    }
    out += "]}\n";
    Ok(out)
}

#[derive(Serialize)]
struct ImageOut<'a> {
    id: &'a str,
    width: u32,
    height: u32,
    boxes: Vec<BoxOut<'a>>,
}

#[derive(Serialize)]
struct BoxOut<'a> {
    class: &'a str,
    #[serde(rename = "box")]
    corners: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'a> ImageOut<'a> {
    fn of(image: &'a ImageBoxes) -> Result<Self, serde_json::Error> {
        let boxes = image.boxes.iter().map(|labelled| {
            Ok(BoxOut {
                class: labelled.label.id(),
                corners: exact_numbers(&labelled.corners)?,
                score: labelled.score,
            })
        });
        Ok(Self {
            id: &image.id,
            width: image.width,
            height: image.height,
            boxes: boxes.collect::<Result<_, serde_json::Error>>()?,
        })
    }
}

/// The corners as JSON numbers with exactly their decimals.
pub(crate) fn exact_numbers(corners: &DecimalBox) -> Result<Vec<Box<RawValue>>, serde_json::Error> {
    let micros = corners.micros().into_iter();
    micros
        .map(|v| RawValue::from_string(Decimal::from_micros(v).unwrap_or_default().to_string()))
        .collect()
}
