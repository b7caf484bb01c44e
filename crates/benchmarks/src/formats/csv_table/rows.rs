//! Reading the rows of a table.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord};

use super::columns::{BoxColumns, Columns};
use super::delimiter;
use crate::annotations::{Annotations, CoordinateSpace, ImageBoxes, LabelledBox};
use crate::formats::{Format, KnownImages, Notes, score};
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
        .trim(csv::Trim::Headers)
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
        let cell = |at: usize| row.get(at).unwrap_or_default().trim();
        // In quotes, spaces around a name belong to it; the quotes of the first cell alone can be seen in the text.
        let quoted = columns.image == 0 && begins_with_quote(text, row.position());
        let name = if quoted {
            row.get(0).unwrap_or_default()
        } else {
            cell(columns.image)
        };
        let wrong = |expected, found: &str| FileError::Line {
            format: Format::Csv,
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
        let at = match places.get(name) {
            Some(at) => *at,
            None => {
                let id = name.to_owned();
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
            if let Some(labelled) = read_box(boxes, cell, line, extent, &mut annotations.tally, notes)? {
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
    notes: &mut Notes,
) -> Result<Option<LabelledBox>, FileError> {
    let numbers = columns.numbers.map(&cell);
    let class = cell(columns.class);
    let empty = numbers.iter().filter(|text| text.is_empty()).count();
    if class.is_empty() {
        if empty == 4 {
            return Ok(None);
        }
        return Err(FileError::Line {
            format: Format::Csv,
            line,
            expected: "a row with the class of its box",
            found: numbers.join(" "),
        });
    }
    let said = columns.score.map(&cell).unwrap_or_default();
    let mut texts = numbers.into_iter().chain([said]);
    if let Some(found) = texts.find(|text| score::has_decimal_comma(text)) {
        return Err(FileError::DecimalComma {
            format: Format::Csv,
            line,
            found: found.to_owned(),
        });
    }
    if empty > 0 {
        tally.wrong_arity += 1;
        return Ok(None);
    }
    let corners = corners::place(numbers, columns.form, extent, tally);
    Ok(corners.map(|corners| LabelledBox {
        label: ClassLabel::from_name(class),
        corners,
        score: score::read(said, notes, || format!("line {line}: {said}")),
        shape: None,
        index: 0,
    }))
}

/// Whether the record that starts at a position starts with a quote; lines without text before it are passed over.
fn begins_with_quote(text: &str, position: Option<&csv::Position>) -> bool {
    let at = position.and_then(|position| usize::try_from(position.byte()).ok());
    let rest = at.and_then(|at| text.get(at..)).unwrap_or_default();
    rest.trim_start_matches(['\r', '\n']).starts_with('"')
}

fn sized(size: [&str; 2], line: usize) -> Result<[u32; 2], FileError> {
    let [width, height] = size.map(image_size);
    match (width, height) {
        (Some(width), Some(height)) => Ok([width, height]),
        _ => Err(FileError::Line {
            format: Format::Csv,
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
        format: Format::Csv,
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
        format: Format::Csv,
        line: error.position().map_or(1, csv::Position::line) as usize,
        expected: "a row of a table",
        found: error.to_string(),
    }
}
