//! Reading the rows of a table.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord};

use super::columns::{BoxColumns, Columns};
use super::delimiter;
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::formats::{KnownImages, Notes};
use crate::json_text::image_size;
use crate::{ClassLabel, FileError, corners};

/// Reads a table; `space` is that of boxes without a column `space`. Images stand in the order of their first rows.
pub(in crate::formats) fn read(
    text: &str,
    space: CoordinateSpace,
    known: &KnownImages<'_>,
    notes: &mut Notes,
) -> Result<Annotations, FileError> {
    // Some spreadsheets tell the separator in a line of its own.
    let (text, skipped) = match text.split_once('\n') {
        Some((first, rest)) if first.trim_end().len() == 5 && first.starts_with("sep=") => (rest, 1),
        _ => (text, 0),
    };
    let header = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let mut table = ReaderBuilder::new()
        .delimiter(delimiter(header))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let names = table.headers().map_err(|error| broken(&error))?.clone();
    let columns = Columns::of(names.iter())?;
    let mut annotations = Annotations::empty(space);
    let mut table_space: Option<CoordinateSpace> = None;
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut row = StringRecord::new();
    let mut index = 0;
    while table.read_record(&mut row).map_err(|error| broken(&error))? {
        let line = skipped + row.position().map_or(0, csv::Position::line) as usize;
        refuse_other_lengths(&row, names.len(), line)?;
        let cell = |at: usize| row.get(at).unwrap_or_default();
        let wrong = |expected, found: &str| FileError::Line {
            line,
            expected,
            found: found.to_owned(),
        };
        if cell(columns.image).is_empty() {
            return Err(wrong(
                "a row with the name of its image",
                &row.iter().collect::<Vec<_>>().join(" "),
            ));
        }
        if let Some(said) = columns.space.map(cell).filter(|said| !said.is_empty()) {
            let one = CoordinateSpace::from_id(said).ok_or_else(|| FileError::UnknownSpace {
                found: said.to_owned(),
            })?;
            if *table_space.get_or_insert(one) != one {
                return Err(wrong("in the same space as the rows before it", said));
            }
            annotations.space = one;
        }
        let at = match places.get(cell(columns.image)) {
            Some(at) => *at,
            None => {
                let id = cell(columns.image).to_owned();
                let [width, height] = match columns.size.map(|at| at.map(cell)) {
                    Some(size) if size.iter().any(|text| !text.is_empty()) => sized(size, line)?,
                    _ => known.size(&id, notes)?,
                };
                places.insert(id.clone(), annotations.images.len());
                annotations.images.push(ImageBoxes {
                    id,
                    width,
                    height,
                    boxes: Vec::new(),
                });
                annotations.images.len() - 1
            }
        };
        let Some(image) = annotations.images.get_mut(at) else {
            continue;
        };
        if let Some(size) = columns.size.map(|at| at.map(cell))
            && size.iter().any(|text| !text.is_empty())
            && sized(size, line)? != [image.width, image.height]
        {
            return Err(FileError::SizesDiffer {
                id: image.id.clone(),
                one: format!("{}x{}", image.width, image.height),
                other: size.join("x"),
            });
        }
        if let Some(boxes) = &columns.boxes {
            let extent = annotations.space.extent(image.width, image.height);
            if let Some(labelled) = read_box(boxes, cell, line, extent, &mut annotations.tally)? {
                image.boxes.push(LabelledBox { index, ..labelled });
            }
        }
        index += 1;
    }
    Ok(annotations)
}

/// The box of a row; a row with an image alone has none.
fn read_box<'a>(
    columns: &BoxColumns,
    cell: impl Fn(usize) -> &'a str,
    line: usize,
    extent: [i64; 2],
    tally: &mut corners::BoxTally,
) -> Result<Option<LabelledBox>, FileError> {
    let numbers = columns.numbers.map(&cell);
    let class = cell(columns.class);
    let empty = numbers.iter().filter(|text| text.is_empty()).count();
    if class.is_empty() {
        if empty == 4 {
            return Ok(None);
        }
        return Err(FileError::Line {
            line,
            expected: "a row with the class of its box",
            found: numbers.join(" "),
        });
    }
    let comma = |text: &&&str| {
        let digits = |c: char| c.is_ascii_digit() || "+-,eE.".contains(c);
        text.contains(',') && text.chars().all(digits)
    };
    if let Some(found) = numbers.iter().find(comma) {
        return Err(FileError::DecimalComma {
            line,
            found: (*found).to_owned(),
        });
    }
    if empty > 0 {
        tally.wrong_arity += 1;
        return Ok(None);
    }
    let score = columns.score.and_then(|at| cell(at).parse::<f64>().ok());
    let corners = corners::place(numbers, columns.form, extent, tally);
    Ok(corners.map(|corners| LabelledBox {
        label: ClassLabel::from_name(class),
        corners,
        score: score.filter(|score| score.is_finite()),
        shape: None,
        index: 0,
    }))
}

fn sized(size: [&str; 2], line: usize) -> Result<[u32; 2], FileError> {
    let [width, height] = size.map(image_size);
    match (width, height) {
        (Some(width), Some(height)) => Ok([width, height]),
        _ => Err(FileError::Line {
            line,
            expected: "a row with the size of the original image in pixels, 1 to 1000000000",
            found: size.join(" x "),
        }),
    }
}

/// A row longer than the header is most often one whose numbers have decimal commas.
fn refuse_other_lengths(row: &StringRecord, expected: usize, line: usize) -> Result<(), FileError> {
    if row.len() == expected {
        return Ok(());
    }
    Err(FileError::Line {
        line,
        expected: if row.len() > expected {
            "a row of as many cells as the first line, with decimal points and not commas in numbers"
        } else {
            "a row of as many cells as the first line"
        },
        found: format!("{} cells for {expected}", row.len()),
    })
}

fn broken(error: &csv::Error) -> FileError {
    FileError::Line {
        line: error.position().map_or(1, csv::Position::line) as usize,
        expected: "a row of a table",
        found: error.to_string(),
    }
}
