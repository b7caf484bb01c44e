//! Reading VOC files.

use std::collections::BTreeSet;

use groundscope_geometry::DecimalBox;
use quick_xml::events::{BytesRef, Event};
use quick_xml::{Reader, XmlVersion};

use super::VocPixels;
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, BoxTally};
use crate::formats::known_images::without_extension;
use crate::formats::{KnownImages, NamedBytes, Note, Notes, score, text};
use crate::json_text::image_size;
use crate::{ClassLabel, FileError};

/// Reads VOC files, one an image.
pub(in crate::formats) fn read(
    files: &[&NamedBytes],
    pixels: VocPixels,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    let mut annotations = Annotations::empty(CoordinateSpace::Pixel);
    let mut seen = BTreeSet::new();
    for file in files {
        let image = read_file(file, pixels, known, &mut annotations.tally, notes);
        let image = image.map_err(|error| FileError::InFile {
            path: file.path.clone(),
            source: Box::new(error),
        })?;
        if !seen.insert(image.id.clone()) {
            let path = file.path.clone();
            return Err(FileError::RepeatedImage { path, id: image.id });
        }
        annotations.images.push(image);
    }
    Ok(annotations)
}

fn read_file(
    file: &NamedBytes,
    pixels: VocPixels,
    known: &KnownImages<'_>,
    tally: &mut BoxTally,
    notes: &mut Notes,
) -> Result<ImageBoxes, FileError> {
    let text = text::decode(&file.bytes, &file.path, notes)?;
    let fields = Fields::of(&text)?;
    let id = match fields.filename {
        Some(name) if !name.is_empty() => name,
        _ => {
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            without_extension(name).to_owned()
        }
    };
    let [width, height] = match fields.size.each_ref().map(|text| image_size(text.as_deref()?)) {
        [Some(width), Some(height)] => [width, height],
        // Some writers put 0 where they did not open the picture.
        _ => known.size(&id, notes)?,
    };
    let mut image = ImageBoxes {
        id,
        width,
        height,
        boxes: Vec::new(),
    };
    let extent = CoordinateSpace::Pixel.extent(width, height);
    for (index, object) in fields.objects.into_iter().enumerate() {
        let place = || format!("{}: annotation.object[{index}]", file.path);
        if object.outline {
            notes.add(Note::ShapeLeftOut, place);
        }
        let Some(name) = object.name.filter(|name| !name.is_empty()) else {
            return Err(FileError::Missing {
                path: format!("annotation.object[{index}].name"),
            });
        };
        if let Some(corners) = place_box(&object.corners, pixels, extent, tally) {
            image.boxes.push(LabelledBox {
                label: ClassLabel::from_name(&name),
                corners,
                score: object.score.and_then(|text| score::read(&text, notes, place)),
                shape: None,
                index,
            });
        }
    }
    Ok(image)
}

fn place_box(
    [x1, y1, x2, y2]: &[Option<String>; 4],
    pixels: VocPixels,
    extent: [i64; 2],
    tally: &mut BoxTally,
) -> Option<DecimalBox> {
    let (Some(x1), Some(y1), Some(x2), Some(y2)) = (x1, y1, x2, y2) else {
        tally.wrong_arity += 1;
        return None;
    };
    let ([x1, y1, x2, y2], rounded) = corners::parse([x1, y1, x2, y2], tally)?;
    let offset = pixels.offset();
    corners::fit([x1 - offset, y1 - offset, x2, y2], rounded, extent, tally)
}

/// What an XML file says, as text.
#[derive(Default)]
struct Fields {
    filename: Option<String>,
    size: [Option<String>; 2],
    objects: Vec<ObjectFields>,
}

#[derive(Default)]
struct ObjectFields {
    name: Option<String>,
    corners: [Option<String>; 4],
    score: Option<String>,
    outline: bool,
}

/// The text of an element. White space around it is layout, unless it is written as numbers of characters.
#[derive(Default)]
struct Content {
    text: String,
    /// From the first to the last character that was written as a number or by name.
    kept: Option<[usize; 2]>,
}

impl Content {
    fn keep(&mut self, text: &str) {
        let from = self.text.len();
        self.text += text;
        let [first, _] = self.kept.unwrap_or([from; 2]);
        self.kept = Some([first, self.text.len()]);
    }

    fn trimmed(&self) -> &str {
        const LAYOUT: [char; 4] = [' ', '\t', '\r', '\n'];
        let start = self.text.len() - self.text.trim_start_matches(LAYOUT).len();
        let end = self.text.trim_end_matches(LAYOUT).len();
        let [first, last] = self.kept.unwrap_or([usize::MAX, 0]);
        self.text.get(start.min(first)..end.max(last)).unwrap_or_default()
    }
}

/// Deeper than any annotation, and far from where a stack would end.
const DEEPEST: usize = 64;

impl Fields {
    fn of(text: &str) -> Result<Self, FileError> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let mut fields = Self::default();
        let mut path: Vec<String> = Vec::new();
        let mut content = Content::default();
        let mut root = false;
        loop {
            let event = reader.read_event();
            let at = reader.buffer_position();
            let wrong = |what: String| FileError::Xml { at, what };
            match event.map_err(|error| wrong(error.to_string()))? {
                Event::Start(start) => {
                    path.push(start.local_name().as_ref().to_owned());
                    if path.len() > DEEPEST {
                        return Err(wrong("elements are nested too deeply".to_owned()));
                    }
                    if path.len() == 1 && root {
                        return Err(wrong(
                            "there is a second annotation; a file is about one image".to_owned(),
                        ));
                    }
                    root |= path.len() == 1;
                    if let [name] = path.as_slice()
                        && name != "annotation"
                    {
                        return Err(wrong(format!(
                            "its root is {name}, and not annotation as in Pascal VOC"
                        )));
                    }
                    fields.begin(&path);
                    content = Content::default();
                }
                Event::Text(part) => content.text += &part.xml_content(XmlVersion::Implicit1_0),
                Event::CData(part) => content.text += &part.xml_content(XmlVersion::Implicit1_0),
                Event::GeneralRef(reference) => content.keep(&resolved(&reference).map_err(wrong)?),
                Event::End(_) => {
                    if !fields.end(&path, content.trimmed()) {
                        return Err(wrong(format!("there is a second {}", path.join("."))));
                    }
                    content = Content::default();
                    path.pop();
                }
                Event::Eof if !path.is_empty() => {
                    return Err(wrong("the file ends inside an element".to_owned()));
                }
                Event::Eof if !root => return Err(wrong("there is no element".to_owned())),
                Event::Eof => return Ok(fields),
                _ => {}
            }
        }
    }

    fn begin(&mut self, path: &[String]) {
        if path_is(path, &["object"]) {
            self.objects.push(ObjectFields::default());
        }
        if let ["polygon" | "segmentation" | "mask", ..] = below_object(path).as_slice()
            && path.len() == 3
            && let Some(object) = self.objects.last_mut()
        {
            object.outline = true;
        }
    }

    /// Keeps the text of an element; `false` where it had one already.
    fn end(&mut self, path: &[String], text: &str) -> bool {
        // Any spaces may belong to a file's name, but not to a number or a class.
        if path_is(path, &["filename"]) {
            return self.filename.replace(text.to_owned()).is_none();
        }
        let [width, height] = &mut self.size;
        let slot = if path_is(path, &["size", "width"]) {
            Some(width)
        } else if path_is(path, &["size", "height"]) {
            Some(height)
        } else {
            self.objects
                .last_mut()
                .and_then(|object| object.slot(&below_object(path)))
        };
        slot.is_none_or(|slot| slot.replace(text.trim().to_owned()).is_none())
    }
}

impl ObjectFields {
    /// Where the text of an element of an object belongs.
    fn slot(&mut self, path: &[&str]) -> Option<&mut Option<String>> {
        let [x1, y1, x2, y2] = &mut self.corners;
        match path {
            ["name"] => Some(&mut self.name),
            ["confidence" | "score"] => Some(&mut self.score),
            ["bndbox", "xmin"] => Some(x1),
            ["bndbox", "ymin"] => Some(y1),
            ["bndbox", "xmax"] => Some(x2),
            ["bndbox", "ymax"] => Some(y2),
            _ => None,
        }
    }
}

/// Whether a path is this one below the root.
fn path_is(path: &[String], wanted: &[&str]) -> bool {
    path.len() == wanted.len() + 1 && path.iter().skip(1).zip(wanted).all(|(a, b)| a == b)
}

/// The path below an object of the root; empty elsewhere.
fn below_object(path: &[String]) -> Vec<&str> {
    match path {
        [_, object, rest @ ..] if object == "object" => rest.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// A character by number, or one of the five that XML knows by name; a document's own entities are refused.
fn resolved(reference: &BytesRef<'_>) -> Result<String, String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(character.to_string());
    }
    let name = reference.xml_content(XmlVersion::Implicit1_0);
    let known = quick_xml::escape::resolve_xml_entity(&name);
    known
        .map(str::to_owned)
        .ok_or_else(|| format!("the entity {name} is not known"))
}
