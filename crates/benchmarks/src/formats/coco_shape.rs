//! The `segmentation` of a COCO annotation: polygons, or a mask as run lengths, in both directions.

use groundscope_geometry::{Decimal, DecimalRing, Rle};
use serde_json::value::RawValue;

use super::{Note, Notes, Shape};
use crate::json_text::Node;

/// Reads a segmentation of an image of `[width, height]`. One that cannot be read is noted; its box may be good.
pub(crate) fn read(node: &Node<'_>, size: [u32; 2], notes: &mut Notes) -> Option<Shape> {
    let mut rounded = false;
    let shape = if node.is_object() {
        mask(node, size)
    } else {
        match polygons(node.text(), &mut rounded) {
            // An empty list is how writers say that there are boxes only.
            Some(rings) if rings.is_empty() => return None,
            rings => rings.map(Shape::Polygons),
        }
    };
    let note = match shape {
        None => Some(Note::ShapeDropped),
        Some(_) => rounded.then_some(Note::ShapeRounded),
    };
    if let Some(note) = note {
        notes.add(note, || node.path());
    }
    shape
}

/// `{"size": [height, width], "counts": [..] or ".."}`.
fn mask(node: &Node<'_>, [width, height]: [u32; 2]) -> Option<Shape> {
    let fields = node.object().ok()?;
    let said: [u32; 2] = serde_json::from_str(fields.optional("size")?.text()).ok()?;
    if said != [height, width] {
        return None;
    }
    let counts = fields.optional("counts")?;
    let rle = if counts.is_array() {
        let counts: Vec<u64> = serde_json::from_str(counts.text()).ok()?;
        Rle::from_counts(width, height, &counts)
    } else {
        Rle::from_compressed(width, height, counts.string().ok()?.as_bytes())
    };
    rle.ok().map(Shape::Mask)
}

/// `[[x, y, x, y, ..], ..]`, or one polygon without the outer brackets, as some writers have it.
fn polygons(text: &str, rounded: &mut bool) -> Option<Vec<DecimalRing>> {
    let lists: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    if lists.first().is_some_and(|first| !first.get().starts_with('[')) {
        return Some(vec![ring(&lists, rounded)?]);
    }
    let numbers = lists.iter().map(|list| serde_json::from_str(list.get()).ok());
    numbers
        .map(|numbers: Option<Vec<&RawValue>>| ring(&numbers?, rounded))
        .collect()
}

fn ring(numbers: &[&RawValue], rounded: &mut bool) -> Option<DecimalRing> {
    let numbers = numbers.iter().map(|number| {
        let parsed = Decimal::parse(number.get()).ok()?;
        *rounded |= parsed.rounded;
        Some(parsed.value)
    });
    DecimalRing::from_flat(&numbers.collect::<Option<Vec<_>>>()?).ok()
}

/// The text of a segmentation: polygons with their exact decimals, masks compressed as pycocotools does.
pub(super) fn write(shape: &Shape) -> String {
    match shape {
        Shape::Polygons(rings) => {
            let ring = |ring: &DecimalRing| {
                let numbers = ring.points().iter().flatten().map(Decimal::to_string);
                format!("[{}]", numbers.collect::<Vec<_>>().join(","))
            };
            format!("[{}]", rings.iter().map(ring).collect::<Vec<_>>().join(","))
        }
        Shape::Mask(rle) => {
            let counts = serde_json::Value::from(rle.to_compressed());
            format!(
                "{{\"size\":[{},{}],\"counts\":{counts}}}",
                rle.height(),
                rle.width()
            )
        }
    }
}
