//! A table of labels: what is known of images beside their regions.

use std::collections::BTreeMap;
use std::path::Path;

use groundscope_eyevqa::make::{Case, Eye};

use crate::failure::Failure;
use crate::input;

/// What a row says: the case without regions, and the licence of its image.
pub struct Labelled {
    pub case: Case,
    pub licence: Option<String>,
}

/// Rows by the image's name.
pub fn read(path: &Path) -> Result<BTreeMap<String, Labelled>, Failure> {
    let hint = "Give a table with the column image and any of width, height, disease, grade, patient, eye, visit, cup_disc_ratio, licence, NAME_x, NAME_y.";
    let wrong = |what: String| Failure::of(path, what, hint);
    let bytes = input::bytes(path)?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| wrong(error.to_string()))?
        .trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let headers: Vec<String> = reader
        .headers()
        .map_err(|error| wrong(error.to_string()))?
        .iter()
        .map(str::to_lowercase)
        .collect();
    if !headers.iter().any(|name| name == "image") {
        return Err(wrong("has no column image".to_owned()));
    }
    let mut rows = BTreeMap::new();
    for (record, line) in reader.records().zip(2..) {
        let record = record.map_err(|error| wrong(error.to_string()))?;
        let cells: BTreeMap<&str, &str> = headers
            .iter()
            .map(String::as_str)
            .zip(record.iter())
            .filter(|(_, cell)| !cell.is_empty())
            .collect();
        let row = row(&cells).map_err(|what| wrong(format!("line {line}: {what}")))?;
        let name = row.case.image.clone();
        if rows.insert(name.clone(), row).is_some() {
            return Err(wrong(format!("line {line}: a second row for {name}")));
        }
    }
    Ok(rows)
}

fn row(cells: &BTreeMap<&str, &str>) -> Result<Labelled, String> {
    let text = |name: &str| cells.get(name).map(|cell| (*cell).to_owned());
    let number = |name: &str| match cells.get(name) {
        None => Ok(None),
        Some(cell) => match cell.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            _ => Err(format!("{name} is {cell}, which is no number")),
        },
    };
    let whole = |name: &str| match cells.get(name) {
        None => Ok(None),
        Some(cell) => cell
            .parse::<u32>()
            .map(Some)
            .map_err(|_| format!("{name} is {cell}, which is no whole number")),
    };
    let eye = match cells.get("eye").map(|cell| cell.to_lowercase()) {
        None => None,
        Some(eye) => Some(match eye.as_str() {
            "right" | "od" | "r" => Eye::Right,
            "left" | "os" | "l" => Eye::Left,
            _ => return Err(format!("eye is {eye}; write right or left")),
        }),
    };
    let mut landmarks = BTreeMap::new();
    for name in cells.keys().filter_map(|key| key.strip_suffix("_x")) {
        if let (Some(x), Some(y)) = (number(&format!("{name}_x"))?, number(&format!("{name}_y"))?) {
            landmarks.insert(name.replace('_', " "), [x, y]);
        }
    }
    let case = Case {
        image: text("image").ok_or("image is empty")?,
        width: whole("width")?.unwrap_or(0),
        height: whole("height")?.unwrap_or(0),
        patient: text("patient"),
        eye,
        visit: text("visit"),
        disease: text("disease"),
        grade: whole("grade")?.map(|grade| usize::try_from(grade).unwrap_or(usize::MAX)),
        cup_disc_ratio: number("cup_disc_ratio")?,
        landmarks,
        ..Case::default()
    };
    Ok(Labelled {
        case,
        licence: text("licence").or_else(|| text("license")),
    })
}
