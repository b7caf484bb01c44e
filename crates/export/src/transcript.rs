//! Questions and answers as text that is plain and Markdown at once.

use std::fmt::Write;

use groundscope_ontology::Language;

use crate::text::printable;
use crate::words::words;
use crate::{Answered, ExportError, Reading};

/// The questions asked of each scan, their answers, and the regions cited with their boxes (`x1, y1 to x2, y2` in pixels).
///
/// # Errors
/// [`ExportError::NoScan`].
pub fn transcript_text(readings: &[Reading<'_>], language: Language) -> Result<String, ExportError> {
    if readings.is_empty() {
        return Err(ExportError::NoScan);
    }
    let words = words(language);
    let [read_by, _] = words.read_by;
    let mut text = format!("# {}\n", words.questions);
    let _ = writeln!(text, "\n{}. {}", words.not_a_device, words.boxes_are);
    for reading in readings {
        let findings = reading.findings;
        let _ = writeln!(text, "\n## {}\n", plain(reading.name));
        let _ = writeln!(
            text,
            "{} x {} px. {} {}.",
            findings.width,
            findings.height,
            read_by,
            plain(&findings.model)
        );
        if let Some(warning) = findings.gate.and_then(|gate| gate.verdict.sentence_in(language)) {
            let _ = writeln!(text, "\n{}: {warning}", words.note);
        }
        if reading.answers.is_empty() {
            let _ = writeln!(text, "\n{}", words.nothing_asked);
        }
        for (number, answered) in (1..).zip(reading.answers) {
            answer(&mut text, number, answered, reading, language);
        }
    }
    Ok(text)
}

fn answer(text: &mut String, number: usize, answered: &Answered, reading: &Reading<'_>, language: Language) {
    let words = words(language);
    let _ = writeln!(text, "\n{number}. {}\n", plain(&answered.question));
    let _ = writeln!(text, "   {}", plain(&answered.text));
    match &answered.understood {
        Some(understood) => {
            let _ = writeln!(text, "\n   {}: {}", words.understood_as, plain(understood));
        }
        None => {
            let _ = writeln!(text, "\n   {}", words.not_understood);
        }
    }
    for (at, id) in answered.evidence.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        let Some((finding, region)) = reading.findings.region(id) else {
            continue;
        };
        let [x1, y1, x2, y2] = region.bounds;
        let _ = writeln!(
            text,
            "{gap}   - {}: {}, {x1}, {y1} {} {x2}, {y2}, {} {}",
            plain(id),
            finding.class.name_in(language),
            words.to,
            words.score,
            language.number(format!("{:.2}", region.score))
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
