//! Questions and answers as text that is plain and Markdown at once.

use std::fmt::Write;

use crate::text::printable;
use crate::words::NOT_A_DEVICE;
use crate::{Answered, ExportError, Reading};

/// The questions asked of each scan, their answers, and the regions cited with their boxes (`x1, y1 to x2, y2` in pixels).
///
/// # Errors
/// [`ExportError::NoScan`].
pub fn transcript_text(readings: &[Reading<'_>]) -> Result<String, ExportError> {
    if readings.is_empty() {
        return Err(ExportError::NoScan);
    }
    let mut text = String::from("# Questions and answers\n");
    let _ = writeln!(
        text,
        "\n{NOT_A_DEVICE}. Boxes are x1, y1 to x2, y2 in pixels of the scan."
    );
    for reading in readings {
        let findings = reading.findings;
        let _ = writeln!(text, "\n## {}\n", plain(reading.name));
        let _ = writeln!(
            text,
            "{} x {} px, read by {}.",
            findings.width,
            findings.height,
            plain(&findings.model)
        );
        if let Some(warning) = findings.gate.and_then(|gate| gate.verdict.sentence()) {
            let _ = writeln!(text, "\nNote: {warning}");
        }
        if reading.answers.is_empty() {
            text.push_str("\nNothing was asked.\n");
        }
        for (number, answered) in (1..).zip(reading.answers) {
            answer(&mut text, number, answered, reading);
        }
    }
    Ok(text)
}

fn answer(text: &mut String, number: usize, answered: &Answered, reading: &Reading<'_>) {
    let _ = writeln!(text, "\n{number}. {}\n", plain(&answered.question));
    let _ = writeln!(text, "   {}", plain(&answered.text));
    match &answered.understood {
        Some(understood) => {
            let _ = writeln!(text, "\n   Understood as: {}", plain(understood));
        }
        None => text.push_str("\n   Not understood.\n"),
    }
    for (at, id) in answered.evidence.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        let Some((finding, region)) = reading.findings.region(id) else {
            continue;
        };
        let [x1, y1, x2, y2] = region.bounds;
        let _ = writeln!(
            text,
            "{gap}   - {}: {}, {x1}, {y1} to {x2}, {y2}, score {:.2}",
            plain(id),
            finding.name(),
            region.score
        );
    }
}

/// One line, in which nothing begins a heading, a link or an element.
fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in printable(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '|') {
            line.push('\\');
        }
        line.push(c);
    }
    line
}
