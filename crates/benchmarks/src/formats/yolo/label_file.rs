//! One YOLO label file: the boxes and polygons of an image.

use groundscope_geometry::{Decimal, DecimalRing};

use super::number;
use crate::annotations::{CoordinateSpace, ImageBoxes, LabelledBox};
use crate::corners::{self, BoxTally};
use crate::formats::{Format, Notes, Shape, score};
use crate::{ClassLabel, FileError};

/// Whether a line is one of a label file: numbers, the first of them whole.
pub(in crate::formats) fn is_label_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|class| class_number(class).is_some())
        && words.all(|word| word.parse::<f64>().is_ok())
}

/// Whether a text was meant for a label file, whatever is wrong with it: half of its lines or more end in four numbers,
/// separated by anything, as with commas, names of classes, or a comment at the top.
pub(in crate::formats) fn resembles_labels(text: &str) -> bool {
    let (alike, lines) = resembling(text);
    alike > 0 && 2 * alike >= lines
}

/// Whether all lines of a text do, which no list of class names is.
pub(super) fn is_all_labels(text: &str) -> bool {
    let (alike, lines) = resembling(text);
    alike > 0 && alike == lines
}

fn resembling(text: &str) -> (usize, usize) {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let resembles = |line: &&str| {
        let words = line.split(|c: char| c.is_whitespace() || ",;".contains(c));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_number = |word: &&&str| word.parse::<f64>().is_ok();
        words.len() >= 5 && words.iter().rev().take_while(is_number).count() >= 4
    };
    (lines().filter(resembles).count(), lines().count())
}

/// `3`, or `3.0` as array libraries write it.
fn class_number(word: &str) -> Option<usize> {
    let parsed = Decimal::parse(word).ok().filter(|parsed| !parsed.rounded)?;
    let micros = parsed.value.micros();
    (micros % Decimal::ONE == 0).then_some(())?;
    usize::try_from(micros / Decimal::ONE).ok()
}

/// The class number and the numbers of every line that is not empty, with its place from 1.
fn rows(text: &str) -> impl Iterator<Item = Result<(usize, usize, Vec<&str>), FileError>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines.map(|(text, line)| {
        let mut words = text.split_whitespace();
        let class = words.next().unwrap_or_default();
        let number = class_number(class).ok_or_else(|| FileError::Line {
            format: Format::Yolo,
            line,
            expected: "a whole class number and the numbers of a box or polygon",
            found: text.trim().to_owned(),
        })?;
        let numbers: Vec<&str> = words.collect();
        match numbers.iter().find(|word| score::has_decimal_comma(word)) {
            Some(found) => Err(FileError::DecimalComma {
                format: Format::Yolo,
                line,
                found: (*found).to_owned(),
            }),
            None => Ok((line, number, numbers)),
        }
    })
}

/// The first line that is none of a label file.
pub(super) fn check(text: &str) -> Result<(), FileError> {
    rows(text).try_for_each(|row| row.map(drop))
}

/// Reads the text of the file at `path` into the boxes of its image.
pub(super) fn read(
    (path, text): (&str, &str),
    names: &[ClassLabel],
    image: &mut ImageBoxes,
    tally: &mut BoxTally,
    notes: &mut Notes,
) -> Result<(), FileError> {
    for (index, row) in rows(text).enumerate() {
        let (line, number, numbers) = row?;
        let label = names.get(number).ok_or_else(|| FileError::NoClassName {
            number: number.to_string(),
            names: names.len(),
        })?;
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
            let place = || format!("{path}, line {line}");
            let score = score.and_then(|text| score::read(text, notes, place));
            image.boxes.push(LabelledBox {
                label: label.clone(),
                corners,
                score,
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
        let Some(value) = number::parse(text) else {
            tally.not_finite += 1;
            return None;
        };
        *slot = i128::from(value);
    }
    let [x, y, w, h] = parts;
    let mut corner = |value: i128, pixels: u32| {
        let (micros, moved) = number::to_pixels(value, 2, pixels);
        rounded |= moved;
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
        let (Some(x), Some(y)) = (number::parse(x), number::parse(y)) else {
            tally.not_finite += 1;
            return None;
        };
        let (x, x_moved) = number::to_pixels(i128::from(x), 1, width);
        let (y, y_moved) = number::to_pixels(i128::from(y), 1, height);
        rounded |= x_moved || y_moved;
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
