//! A report to print: one page a scan, everything inside the file, nothing loaded and nothing run.

mod findings;
mod sheet;

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, PreEscaped, html};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::text::printable;
use crate::words::words;
use crate::{ExportError, PictureOptions, Reading};

const STYLE: &str = include_str!("style.css");

/// What the caller knows and the findings don't.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportOptions {
    /// The day of the reading, printed as given; no clock is read here.
    pub date: Option<String>,
    /// What stands behind each class, by its identifier: the figures of the weights file in words.
    pub figures: BTreeMap<String, String>,
}

/// The report as one HTML page: a sheet of A4 or Letter for each scan. Its policy lets it show its own style and pictures, and
/// nothing else.
///
/// # Errors
/// [`ExportError::NoScan`], [`ExportError::NotPng`].
pub fn report_html(
    readings: &[Reading<'_>],
    picture: &PictureOptions,
    options: &ReportOptions,
) -> Result<String, ExportError> {
    let words = words(picture.language);
    let title = match readings {
        [] => return Err(ExportError::NoScan),
        [one] => format!("{} {}", words.findings_of, printable(one.name)),
        several => format!("{} {} {}", words.findings_of, several.len(), words.scans),
    };
    let sheets = readings
        .iter()
        .enumerate()
        .map(|(at, reading)| sheet::sheet(reading, (at + 1, readings.len()), picture, options))
        .collect::<Result<Vec<_>, _>>()?;
    let page = html! {
        (DOCTYPE)
        html lang=(words.tag) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main { @for sheet in sheets { (sheet) } } }
        }
    };
    Ok(page.into_string() + "\n")
}

/// Nothing may be loaded, and no other style than this one applies.
fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    format!("default-src 'none'; style-src 'sha256-{hash}'; img-src data:")
}
