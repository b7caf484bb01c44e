//! A `predicted_mask` as models write it to pixels: the decoding order of the specification (1.4).

use groundscope_geometry::RowRuns;
use serde_json::{Map, Value};

use crate::Profile;
use crate::raster::{Corners, Frame, corner_box, grown_box, polygon, run_length, union};

/// What a mask value comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// Pixels, perhaps none.
    Pixels(RowRuns),
    /// On purpose nothing: null, an empty string, a type that says so.
    Nothing,
    /// It cannot be read.
    Unreadable,
    /// The public evaluator stops at it: the whole sample is an error there.
    Failure,
}

type Fields = Map<String, Value>;

/// Decodes a mask value for an image.
///
/// ```
/// use groundscope_ultrag::{Decoded, Frame, Profile, decode_mask};
/// let value = serde_json::json!([[0, 0, 2, 2], [6, 6, 2, 2]]);
/// let area = |profile| match decode_mask(Some(&value), Frame { width: 10, height: 10 }, profile) {
///     Decoded::Pixels(pixels) => pixels.area(),
///     _ => 0,
/// };
/// // Two boxes, or the corners of one.
/// assert_eq!((area(Profile::Strict), area(Profile::Reference)), (8, 36));
/// ```
pub fn decode_mask(value: Option<&Value>, frame: Frame, profile: Profile) -> Decoded {
    let strict = profile.is_strict();
    match value {
        None | Some(Value::Null) => Decoded::Nothing,
        Some(Value::String(text)) => match text.trim().to_lowercase().as_str() {
            _ if text.is_empty() => Decoded::Nothing,
            "" | "null" | "none" | "empty" if strict => Decoded::Nothing,
            _ => Decoded::Unreadable,
        },
        Some(Value::Object(fields)) if fields.is_empty() && strict => Decoded::Nothing,
        Some(Value::Object(fields)) => of_object(fields, frame, profile),
        Some(Value::Array(items)) if items.is_empty() && strict => Decoded::Nothing,
        Some(Value::Array(items)) => of_array(items, frame, profile),
        Some(Value::Bool(_) | Value::Number(_)) => Decoded::Unreadable,
    }
}

fn of_object(fields: &Fields, frame: Frame, profile: Profile) -> Decoded {
    let strict = profile.is_strict();
    let kind = match fields.get("type") {
        Some(Value::String(kind)) => kind.trim().to_lowercase(),
        _ => String::new(),
    };
    let kind = kind.as_str();
    if matches!(kind, "null" | "none" | "empty") {
        return Decoded::Nothing;
    }
    if strict && (kind == "rle" || (fields.contains_key("size") && fields.contains_key("counts"))) {
        return run_length(fields, frame, whole).map_or(Decoded::Unreadable, Decoded::Pixels);
    }
    let masks = fields.get("masks");
    if matches!(kind, "multi" | "multiple") || matches!(masks, Some(Value::Array(_))) {
        return of_several(masks, frame, profile);
    }
    outline(fields, kind, frame, strict)
        .or_else(|| bounds(fields, frame))
        .or_else(|| {
            let keys = ["points", "coordinates", "coords"];
            let lists = keys.iter().filter_map(|key| points(fields.get(*key)?));
            lists
                .filter(|points| points.len() >= 3)
                .find_map(|points| polygon(frame, &[points]))
        })
        .map_or(Decoded::Unreadable, Decoded::Pixels)
}

/// Step 2: the union of what decodes.
fn of_several(masks: Option<&Value>, frame: Frame, profile: Profile) -> Decoded {
    match (masks, profile) {
        (Some(Value::Array(items)), _) if items.is_empty() => Decoded::Nothing,
        (Some(Value::Array(items)), _) => of_each(items, frame, profile),
        (None, _) | (Some(Value::Null), Profile::Strict) => Decoded::Nothing,
        (Some(Value::String(_) | Value::Object(_)), _) => Decoded::Unreadable,
        // Iterating over it is an exception there.
        (Some(Value::Null | Value::Bool(_) | Value::Number(_)), Profile::Reference) => Decoded::Failure,
        (Some(Value::Bool(_) | Value::Number(_)), Profile::Strict) => Decoded::Unreadable,
    }
}

/// Every item decoded, those that cannot be read passed over.
fn of_each(items: &[Value], frame: Frame, profile: Profile) -> Decoded {
    let mut found: Vec<RowRuns> = Vec::new();
    let mut any = false;
    for item in items {
        match decode_mask(Some(item), frame, profile) {
            Decoded::Pixels(pixels) => {
                found.push(pixels);
                any = true;
            }
            Decoded::Nothing => any = true,
            Decoded::Unreadable => {}
            Decoded::Failure => return Decoded::Failure,
        }
    }
    if any {
        Decoded::Pixels(union(frame, &found))
    } else {
        Decoded::Unreadable
    }
}

/// A count, which some writers print with a decimal point.
fn whole(value: &Value) -> Option<u64> {
    let whole =
        |number: f64| (number >= 0.0 && number.fract() == 0.0 && number < 1e15).then_some(number as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(whole))
}

/// Step 3: a polygon; strictly also rings of one.
fn outline(fields: &Fields, kind: &str, frame: Frame, strict: bool) -> Option<RowRuns> {
    if strict && let Some(rings) = fields.get("segmentation").and_then(rings) {
        return polygon(frame, &rings);
    }
    let value = if matches!(kind, "polygon" | "poly") {
        let keys = ["points", "polygon", "coordinates", "coords"];
        let given = keys
            .iter()
            .filter_map(|key| fields.get(*key))
            .find(|value| !is_falsy(value));
        given.or_else(|| fields.get("polygon"))?
    } else {
        fields.get("polygon")?
    };
    if strict && let Some(rings) = rings(value) {
        return polygon(frame, &rings);
    }
    let points = points(value)?;
    (points.len() >= 3).then(|| polygon(frame, &[points])).flatten()
}

fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

/// Pairs of keys for two corners.
const CORNER_KEYS: [[&str; 4]; 5] = [
    ["x_min", "y_min", "x_max", "y_max"],
    ["xmin", "ymin", "xmax", "ymax"],
    ["x0", "y0", "x1", "y1"],
    ["x1", "y1", "x2", "y2"],
    ["left", "top", "right", "bottom"],
];
/// Sets of keys for a corner and extents.
const EXTENT_KEYS: [[&str; 4]; 2] = [["x", "y", "width", "height"], ["x", "y", "w", "h"]];

/// Step 4: a box, the first form that fits.
fn bounds(fields: &Fields, frame: Frame) -> Option<RowRuns> {
    let of_keys = |keys: [&str; 4]| four(keys.map(|key| fields.get(key).and_then(number)));
    let corners = |key: &str| fields.get(key).and_then(corner_form);
    let extents = fields
        .get("bbox_xywh")
        .and_then(four_numbers)
        .or_else(|| fields.get("bbox").and_then(four_numbers));
    if let Some(extents) = extents {
        return Some(grown_box(frame, extents));
    }
    if let Some(found) = corners("bbox") {
        return Some(corner_box(frame, found));
    }
    if let Some(extents) = EXTENT_KEYS.into_iter().find_map(of_keys) {
        return Some(grown_box(frame, extents));
    }
    let found = CORNER_KEYS.into_iter().find_map(of_keys).or_else(|| {
        ["points", "coordinates", "coords", "box"]
            .into_iter()
            .find_map(corners)
    })?;
    Some(corner_box(frame, found))
}

fn of_array(items: &[Value], frame: Frame, profile: Profile) -> Decoded {
    let pixels = |found: Option<RowRuns>| found.map_or(Decoded::Unreadable, Decoded::Pixels);
    if let Some(extents) = four(items.iter().map(number)) {
        return Decoded::Pixels(grown_box(frame, extents));
    }
    let plain: Option<Vec<[f64; 2]>> = items.iter().map(plain_point).collect();
    if let Some(points) = plain.filter(|points| !points.is_empty()) {
        return match points.as_slice() {
            [_] => Decoded::Unreadable,
            [a, b] => Decoded::Pixels(corner_box(frame, [a[0], a[1], b[0], b[1]])),
            _ => pixels(polygon(frame, &[points])),
        };
    }
    if profile.is_strict() {
        let boxes: Option<Vec<[f64; 4]>> = items.iter().map(four_numbers).collect();
        if let Some(boxes) = boxes {
            let boxes: Vec<RowRuns> = boxes
                .into_iter()
                .map(|extents| grown_box(frame, extents))
                .collect();
            return Decoded::Pixels(union(frame, &boxes));
        }
        if let Some(rings) = ring_list(items) {
            return pixels(polygon(frame, &rings));
        }
    }
    match point_list(items).as_deref() {
        Some([[x0, y0], [x1, y1]]) => Decoded::Pixels(corner_box(frame, [*x0, *y0, *x1, *y1])),
        Some(points @ [_, _, _, ..]) => pixels(polygon(frame, &[points.to_vec()])),
        _ => of_each(items, frame, profile),
    }
}

/// A finite JSON number; a boolean is none.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

/// Exactly four numbers.
fn four(values: impl IntoIterator<Item = Option<f64>>) -> Option<[f64; 4]> {
    let values: Vec<f64> = values.into_iter().collect::<Option<_>>()?;
    values.try_into().ok()
}

fn four_numbers(value: &Value) -> Option<[f64; 4]> {
    four(value.as_array()?.iter().map(number))
}

/// An array of at least two numbers, of which the first two count, or an object with `x` and `y`.
fn point(value: &Value) -> Option<[f64; 2]> {
    match value {
        Value::Array(items) => {
            let numbers: Vec<f64> = items.iter().map(number).collect::<Option<_>>()?;
            match numbers.as_slice() {
                [x, y, ..] => Some([*x, *y]),
                _ => None,
            }
        }
        Value::Object(_) => plain_point(value),
        _ => None,
    }
}

/// An object with `x` and `y` that is no box.
fn plain_point(value: &Value) -> Option<[f64; 2]> {
    let fields = value.as_object()?;
    let is_box = EXTENT_KEYS
        .iter()
        .chain(&CORNER_KEYS)
        .flatten()
        .chain(&["bbox", "bbox_xywh", "box"])
        .any(|key| !matches!(*key, "x" | "y") && fields.contains_key(*key));
    match (fields.get("x").and_then(number), fields.get("y").and_then(number)) {
        (Some(x), Some(y)) if !is_box => Some([x, y]),
        _ => None,
    }
}

/// A list of points, or a flat even list of at least six numbers.
fn points(value: &Value) -> Option<Vec<[f64; 2]>> {
    point_list(value.as_array()?)
}

fn point_list(items: &[Value]) -> Option<Vec<[f64; 2]>> {
    flat(items).or_else(|| {
        let points: Vec<[f64; 2]> = items.iter().map(point).collect::<Option<_>>()?;
        (!points.is_empty()).then_some(points)
    })
}

fn flat(items: &[Value]) -> Option<Vec<[f64; 2]>> {
    let numbers: Vec<f64> = items.iter().map(number).collect::<Option<_>>()?;
    let is_ring = numbers.len() >= 6 && numbers.len().is_multiple_of(2);
    is_ring.then(|| {
        numbers
            .chunks_exact(2)
            .filter_map(|pair| pair.try_into().ok())
            .collect()
    })
}

/// Strict: an array whose items are all rings.
fn rings(value: &Value) -> Option<Vec<Vec<[f64; 2]>>> {
    ring_list(value.as_array()?)
}

fn ring_list(items: &[Value]) -> Option<Vec<Vec<[f64; 2]>>> {
    let ring = |item: &Value| points(item).filter(|points| points.len() >= 3);
    let rings: Vec<_> = items.iter().map(ring).collect::<Option<_>>()?;
    (!rings.is_empty()).then_some(rings)
}

/// Two points or four numbers, each perhaps inside arrays of one.
fn corner_form(value: &Value) -> Option<Corners> {
    let mut value = value;
    while let Value::Array(items) = value
        && let [only] = items.as_slice()
        && only.is_array()
    {
        value = only;
    }
    let items = value.as_array()?;
    four(items.iter().map(number)).or_else(|| match items.as_slice() {
        [a, b] => {
            let ([x0, y0], [x1, y1]) = (point(a)?, point(b)?);
            Some([x0, y0, x1, y1])
        }
        _ => None,
    })
}
