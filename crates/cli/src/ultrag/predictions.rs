//! Predictions of a run: a file of rows, or a folder of masks named after the tasks.

use std::fs;
use std::path::{Path, PathBuf};

use groundscope_geometry::RowRuns;
use groundscope_imaging::decode;
use groundscope_ultrag::score::{Prediction, Row, Task, read_rows};
use groundscope_ultrag::{Decoded, Frame, Profile, decode_mask};
use serde_json::Value;

use crate::failure::Failure;
use crate::input;

/// Read them.
pub fn read(place: &Path) -> Result<Vec<Row>, Failure> {
    if !place.is_dir() {
        return read_rows(&input::bytes(place)?).map_err(|error| Failure::told(place, error));
    }
    let failed = |error| Failure::reading(place, &error);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(place).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let mut rows = Vec::new();
    for path in paths {
        let end = path
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        let (pixels, frame) = match end.as_str() {
            "png" => picture(&path)?,
            "json" => run_lengths(&path)?,
            _ => continue,
        };
        rows.push(Row {
            line: 0,
            id: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            task: Some(Task::Segmentation),
            prediction: Prediction::Mask(pixels, frame),
        });
    }
    if rows.is_empty() {
        return Err(Failure::of(
            place,
            "holds no mask",
            "Name PNG or JSON files after the tasks, as set_test_1_seg_1.png.",
        ));
    }
    Ok(rows)
}

/// What is not black is target.
fn picture(path: &Path) -> Result<(RowRuns, Frame), Failure> {
    let scan = decode(&input::bytes(path)?).map_err(|error| Failure::of(path, &error, error.hint()))?;
    let (width, height) = (scan.width, scan.height);
    let columns = usize::try_from(width).unwrap_or(usize::MAX).max(1);
    let grey = &scan.grey;
    let mask = groundscope_geometry::Mask::from_fn(width, height, |x, y| {
        let at = usize::try_from(y).unwrap_or(0) * columns + usize::try_from(x).unwrap_or(0);
        grey.get(at).is_some_and(|value| *value > 0.0)
    });
    Ok((RowRuns::from_mask(&mask), Frame { width, height }))
}

fn run_lengths(path: &Path) -> Result<(RowRuns, Frame), Failure> {
    let hint = "Give a COCO run-length mask: {\"size\": [height, width], \"counts\": ...}.";
    let value: Value =
        serde_json::from_slice(&input::bytes(path)?).map_err(|error| Failure::of(path, error, hint))?;
    let side = |at: usize| {
        value
            .pointer(&format!("/size/{at}"))
            .and_then(Value::as_u64)
            .and_then(|side| u32::try_from(side).ok())
    };
    let (Some(height), Some(width)) = (side(0), side(1)) else {
        return Err(Failure::of(path, "has no size", hint));
    };
    let frame = Frame { width, height };
    if u64::from(width) * u64::from(height) > Frame::MOST {
        return Err(Failure::of(path, "is too large a mask", "Check its size."));
    }
    match decode_mask(Some(&value), frame, Profile::Strict) {
        Decoded::Pixels(pixels) => Ok((pixels, frame)),
        _ => Err(Failure::of(path, "is no mask", hint)),
    }
}
