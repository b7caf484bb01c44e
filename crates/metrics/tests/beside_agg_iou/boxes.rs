//! Boxes and vectors as the tests write them.

use groundscope_geometry::DecimalBox;
use proptest::prelude::*;
use serde_json::Value;

/// `x1, y1, x2, y2` in whole units.
pub type Corners = [i64; 4];

/// Boxes whose unit is a millionth.
pub fn boxed(corners: &[Corners]) -> Vec<DecimalBox> {
    let boxes = corners.iter().map(|c| DecimalBox::from_micros(*c).unwrap());
    boxes.collect()
}

/// Boxes written as `x1,y1,x2,y2; ..`.
pub fn parsed(text: &str) -> Vec<DecimalBox> {
    let parse = |one: &str| {
        let corners: Vec<&str> = one.trim().split(',').collect();
        DecimalBox::parse(corners.try_into().unwrap()).unwrap()
    };
    text.split(';')
        .filter(|one| !one.trim().is_empty())
        .map(parse)
        .collect()
}

/// Boxes on a coarse grid, so that equal overlaps and overlaps of exactly a threshold come up often.
pub fn corners(most: usize) -> impl Strategy<Value = Vec<Corners>> {
    let one = (0i64..20, 0i64..20, 1i64..12, 1i64..12).prop_map(|(x, y, w, h)| [x, y, x + w, y + h]);
    prop::collection::vec(one, 0..most)
}

/// What is done to boxes.
pub type Change = Box<dyn Fn(&[Corners]) -> Vec<Corners>>;

/// The boxes stretched by whole factors, moved, and with x and y changed places.
pub fn changes((sx, sy): (i64, i64), (dx, dy): (i64, i64)) -> [Change; 3] {
    [
        each(move |[x1, y1, x2, y2]| [x1 * sx, y1 * sy, x2 * sx, y2 * sy]),
        each(move |[x1, y1, x2, y2]| [x1 + dx, y1 + dy, x2 + dx, y2 + dy]),
        each(|[x1, y1, x2, y2]| [y1, x1, y2, x2]),
    ]
}

fn each(change: impl Fn(Corners) -> Corners + 'static) -> Change {
    Box::new(move |boxes| boxes.iter().map(|b| change(*b)).collect())
}

/// The lines of a file of vectors, of which there are no fewer than so many.
pub fn lines(name: &str, fewest: usize) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/metrics/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.len() >= fewest, "{name}: only {} lines", lines.len());
    lines
}

/// A list of boxes in whole millionths.
pub fn boxes_of(value: &Value) -> Vec<DecimalBox> {
    boxed(&serde_json::from_value::<Vec<Corners>>(value.clone()).unwrap())
}

/// A list of indices.
pub fn indices(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}
