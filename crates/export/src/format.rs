//! Formats by name, and one call for all of them.

use std::str::FromStr;

use crate::{
    ExportError, PictureOptions, Reading, ReportOptions, coco, csv, json, printable, report_html, svg,
    transcript_text,
};

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The evidence over one scan.
    Svg,
    /// Everything that was found, for programs.
    Json,
    /// A table of regions and classes.
    Csv,
    /// Annotations.
    Coco,
    /// A page to print.
    Report,
    /// Questions and answers.
    Transcript,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [
        Self::Svg,
        Self::Json,
        Self::Csv,
        Self::Coco,
        Self::Report,
        Self::Transcript,
    ];

    /// The name by which it is asked for.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Coco => "coco",
            Self::Report => "report",
            Self::Transcript => "transcript",
        }
    }

    /// The media type of its files.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Json | Self::Coco => "application/json",
            Self::Csv => "text/csv;charset=utf-8",
            Self::Report => "text/html;charset=utf-8",
            Self::Transcript => "text/markdown;charset=utf-8",
        }
    }

    /// What its file names end in.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "-findings.svg",
            Self::Json => "-findings.json",
            Self::Csv => "-findings.csv",
            Self::Coco => "-coco.json",
            Self::Report => "-report.html",
            Self::Transcript => "-transcript.md",
        }
    }

    /// A name for the file: after the scan, or `scans` where there are several.
    ///
    /// ```
    /// use groundscope_export::Format;
    /// assert_eq!(Format::Csv.file_name(&["folder/OCT 12.png"]), "OCT 12-findings.csv");
    /// assert_eq!(Format::Report.file_name(&["a.png", "b.png"]), "scans-report.html");
    /// ```
    pub fn file_name(self, scans: &[&str]) -> String {
        let stem = match scans {
            [one] => stem(one),
            _ => "scans".to_owned(),
        };
        stem + self.ending()
    }
}

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(name: &str) -> Result<Self, ExportError> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.id() == name)
            .ok_or_else(|| ExportError::UnknownFormat(printable(name)))
    }
}

/// The most letters of a scan's name that go into another name.
const LONGEST: usize = 80;

/// A file's name without folder and ending, fit for any file system.
fn stem(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let base = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let kept: String = printable(base)
        .chars()
        .map(|c| if "<>:\"|?*\u{fffd}".contains(c) { '_' } else { c })
        .take(LONGEST)
        .collect();
    let kept = kept.trim_matches(['.', ' ']);
    if kept.is_empty() {
        "scan".to_owned()
    } else {
        kept.to_owned()
    }
}

/// A file to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// A name for it.
    pub name: String,
    /// Its media type.
    pub mime: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Writes readings in a format; the picture's options count for the report's pictures, too, but for the legend, which it has in words.
///
/// # Errors
/// [`ExportError`].
pub fn export(
    format: Format,
    readings: &[Reading<'_>],
    picture: &PictureOptions,
    report: &ReportOptions,
) -> Result<Exported, ExportError> {
    let text = match (format, readings) {
        (_, []) => return Err(ExportError::NoScan),
        (Format::Svg, [one]) => svg(one, picture)?,
        (Format::Svg, several) => return Err(ExportError::OneScan { count: several.len() }),
        (Format::Json, all) => json(all)?,
        (Format::Csv, all) => csv(all)?,
        (Format::Coco, all) => coco(all)?,
        (Format::Report, all) => report_html(all, picture, report)?,
        (Format::Transcript, all) => transcript_text(all, picture.language)?,
    };
    let names: Vec<&str> = readings.iter().map(|reading| reading.name).collect();
    Ok(Exported {
        name: format.file_name(&names),
        mime: format.mime(),
        bytes: text.into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless() {
        let name = |scan: &str| Format::Svg.file_name(&[scan]);
        assert_eq!(name("../../etc/passwd"), "passwd-findings.svg");
        assert_eq!(name("C:\\scans\\a.b.tif"), "a.b-findings.svg");
        assert_eq!(name(".png"), "scan-findings.svg");
        assert_eq!(name("a\u{202e}<x>.png"), "a__x_-findings.svg");
        assert_eq!(name(""), "scan-findings.svg");
        assert_eq!(name(&"n".repeat(300)), format!("{}-findings.svg", "n".repeat(80)));
    }

    #[test]
    fn formats_come_back_from_their_names() {
        for format in Format::ALL {
            assert_eq!(format.id().parse::<Format>().unwrap(), format);
        }
        let error = "pdf".parse::<Format>().unwrap_err().to_string();
        assert!(error.contains("no format \"pdf\"; formats are svg"), "{error}");
    }
}
