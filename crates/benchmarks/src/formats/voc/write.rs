//! Writing VOC files.

use quick_xml::escape::minimal_escape;

use super::VocPixels;
use crate::formats::loss::{LossKind, Losses};
use crate::formats::output_files::{OutputFiles, WriteError};
use crate::formats::space::{in_space, text};
use crate::{Annotations, CoordinateSpace, ImageBoxes};

/// One XML file an image, under the image's name.
pub(in crate::formats) fn write(
    annotations: &Annotations,
    pixels: VocPixels,
    losses: &mut Losses,
) -> Result<OutputFiles, WriteError> {
    let annotations = in_space(annotations, CoordinateSpace::Pixel, losses);
    let mut files = OutputFiles::default();
    for image in &annotations.images {
        files.add_for_image("", &image.id, "xml", xml(image, pixels, losses).into_bytes())?;
        let boxes = || image.boxes.iter();
        losses.add(LossKind::Scores, boxes().filter(|b| b.score.is_some()).count());
        losses.add(LossKind::Shapes, boxes().filter(|b| b.shape.is_some()).count());
    }
    Ok(files)
}

fn xml(image: &ImageBoxes, pixels: VocPixels, losses: &mut Losses) -> String {
    let mut out = format!(
        "<annotation>\n\t<filename>{}</filename>\n\t<size>\n\t\t<width>{}</width>\n\t\t<height>{}</height>\n\t\t<depth>1</depth>\n\t</size>\n\t<segmented>0</segmented>\n",
        escaped(&image.id, losses),
        image.width,
        image.height
    );
    for labelled in &image.boxes {
        let [x1, y1, x2, y2] = labelled.corners.micros();
        let [x1, y1] = [x1, y1].map(|v| v + pixels.offset());
        let [xmin, ymin, xmax, ymax] = [x1, y1, x2, y2].map(text);
        out += &format!(
            "\t<object>\n\t\t<name>{}</name>\n\t\t<pose>Unspecified</pose>\n\t\t<truncated>0</truncated>\n\t\t<difficult>0</difficult>\n\t\t<bndbox>\n\t\t\t<xmin>{xmin}</xmin>\n\t\t\t<ymin>{ymin}</ymin>\n\t\t\t<xmax>{xmax}</xmax>\n\t\t\t<ymax>{ymax}</ymax>\n\t\t</bndbox>\n\t</object>\n",
            escaped(labelled.label.id(), losses)
        );
    }
    out + "</annotation>\n"
}

/// Text of an element. Spaces around it, line breaks and controls are written as numbers, which readers keep as they are;
/// characters that XML cannot hold at all become the replacement character.
fn escaped(text: &str, losses: &mut Losses) -> String {
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let around = at < start || at >= start + inner.len();
        if matches!(c, '\0'..'\t' | '\u{b}' | '\u{c}' | '\u{e}'..' ' | '\u{fffe}' | '\u{ffff}') {
            losses.add(LossKind::CharactersReplaced, 1);
            out.push('\u{fffd}');
        } else if around || c.is_control() {
            out += &format!("&#{};", u32::from(c));
        } else {
            out.push_str(&minimal_escape(c.encode_utf8(&mut [0; 4]) as &str));
        }
    }
    out
}
