//! One YOLO label file: the boxes and polygons of an image.

use groundscope_geometry::{Decimal, DecimalRing};

use super::number;
use crate::annotations::{CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, BoxTally};
use crate::formats::Shape;
use crate::{ClassLabel, FileError};

/// Whether a line is one of a label file: numbers, the first of them whole.
pub(in crate::formats) fn is_label_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|class| class_number(class).is_some())
        && words.all(|word| word.parse::<f64>().is_ok())
}

/// `3`, or `3.0` as array libraries write it.
fn class_number(word: &str) -> Option<usize> {
    let parsed = Decimal::parse(word).ok().filter(|parsed| !parsed.rounded)?;
    let micros = parsed.value.micros();
    (micros % Decimal::ONE == 0).then_some(())?;
    usize::try_from(micros / Decimal::ONE).ok()
}

pub(super) fn read(
    text: &str,
    names: &[ClassLabel],
    image: &mut ImageBoxes,
    tally: &mut BoxTally,
) -> Result<(), FileError> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    for (index, (at, line)) in lines.enumerate() {
        let mut words = line.split_whitespace();
        let class = words.next().unwrap_or_default();
        let number = class_number(class).ok_or_else(|| FileError::Line {
            line: at + 1,
            expected: "a whole class number and the numbers of a box or polygon",
            found: line.trim().to_owned(),
        })?;
        let label = names.get(number).ok_or_else(|| FileError::NoClassName {
            number: number.to_string(),
            names: names.len(),
        })?;
        let numbers: Vec<&str> = words.collect();
        let size = [image.width, image.height];
        let read = match numbers.as_slice() {
            [] | [_] | [_, _] | [_, _, _] => {
                tally.wrong_arity += 1;
                continue;
            }
            [x, y, width, height] => {
                read_box([x, y, width, height], size, tally).map(|corners| (corners, None, None))
            }
            [x, y, width, height, score] => {
                read_box([x, y, width, height], size, tally).map(|corners| (corners, Some(*score), None))
            }
            longer => read_polygon(longer, size, tally),
        };
        if let Some((corners, score, shape)) = read {
            let score = score.and_then(|score| score.parse::<f64>().ok());
            image.boxes.push(LabelledBox {
                label: label.clone(),
                corners,
                score: score.filter(|score| score.is_finite()),
                shape,
                index,
            });
        }
    }
    Ok(())
}

fn read_box(
    numbers: [&str; 4],
    [width, height]: [u32; 2],
    tally: &mut BoxTally,
) -> Option<groundscope_geometry::DecimalBox> {
    let mut rounded = false;
    let mut parts = [0i128; 4];
    for (slot, text) in parts.iter_mut().zip(numbers) {
        let Some((value, more)) = number::parse(text) else {
            tally.not_finite += 1;
            return None;
        };
        rounded |= more;
        *slot = i128::from(value);
    }
    let [x, y, w, h] = parts;
    let mut corner = |value: i128, pixels: u32| {
        let (micros, exact) = number::to_pixels(value, 2, pixels);
        rounded |= !exact;
        micros
    };
    // Twice the centre less the width is twice the left edge.
    let corners = [
        corner(2 * x - w, width),
        corner(2 * y - h, height),
        corner(2 * x + w, width),
        corner(2 * y + h, height),
    ];
    corners::fit(
        corners,
        rounded,
        CoordinateSpace::Pixel.extent(width, height),
        tally,
    )
}

type Polygon<'a> = (groundscope_geometry::DecimalBox, Option<&'a str>, Option<Shape>);

/// Pairs of numbers, and a confidence where one is left over.
fn read_polygon<'a>(
    numbers: &[&'a str],
    [width, height]: [u32; 2],
    tally: &mut BoxTally,
) -> Option<Polygon<'a>> {
    let (pairs, rest) = numbers.as_chunks::<2>();
    let mut rounded = false;
    let mut points = Vec::with_capacity(pairs.len());
    for [x, y] in pairs {
        let (Some((x, x_more)), Some((y, y_more))) = (number::parse(x), number::parse(y)) else {
            tally.not_finite += 1;
            return None;
        };
        let (x, x_exact) = number::to_pixels(i128::from(x), 1, width);
        let (y, y_exact) = number::to_pixels(i128::from(y), 1, height);
        rounded |= x_more || y_more || !x_exact || !y_exact;
        points.push([x, y].map(|v| Decimal::from_micros(v).unwrap_or_default()));
    }
    let Ok(ring) = DecimalRing::new(points) else {
        tally.wrong_arity += 1;
        return None;
    };
    let shape = Shape::Polygons(vec![ring]);
    let Some(bounds) = shape.bounds() else {
        tally.no_area += 1;
        return None;
    };
    let corners = corners::fit(
        bounds,
        rounded,
        CoordinateSpace::Pixel.extent(width, height),
        tally,
    )?;
    Some((corners, rest.first().copied(), Some(shape)))
}
