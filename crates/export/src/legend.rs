//! The strip under a picture: what each hue and dash stands for, what is absent, and whose reading it is.

use groundscope_model::{Finding, percent_in};
use groundscope_report::text_width::{cut, wrap};
use maud::{Markup, html};

use crate::standing::{Standing, of_standing};
use crate::style::{dash, hex, hue};
use crate::svg::block;
use crate::text::{number as n, printable};
use crate::words::{Words, counted, device, evidence_in, eye, scale, words};
use crate::{Ground, PictureOptions, Reading};

/// Distances and sizes at a unit of 1.
const PAD: f64 = 12.0;
const ROW: f64 = 22.0;
const LINE: f64 = 16.0;
const TEXT: f64 = 12.0;

/// Colours of the strip.
struct Inks {
    ground: &'static str,
    text: &'static str,
    muted: &'static str,
    warn: &'static str,
}

/// A legend, laid out.
pub(crate) struct Legend {
    width: f64,
    unit: f64,
    ground: Ground,
    words: &'static Words,
    name: String,
    rows: Vec<Row>,
    /// Lines under the rows, with whether they are warnings.
    lines: Vec<(String, bool)>,
}

/// A class that is there, or may be.
struct Row {
    swatch: Swatch,
    short: String,
    name: String,
    verdict: String,
    regions: String,
    evidence: String,
}

struct Swatch {
    colour: String,
    array: String,
    cap: &'static str,
    /// Under the line, as on the scan.
    casing: Option<&'static str>,
}

impl Legend {
    /// The legend of a picture `width` units wide.
    pub fn of(reading: &Reading<'_>, options: &PictureOptions, width: f64, unit: f64) -> Self {
        let findings = reading.findings;
        let language = options.language;
        let words = words(language);
        let there = [Standing::Present, Standing::Uncertain].map(|standing| of_standing(findings, standing));
        let mut rows: Vec<Row> = there
            .iter()
            .flatten()
            .map(|finding| row(finding, options, unit))
            .collect();
        if reading
            .comparison
            .is_some_and(|comparison| !comparison.references.is_empty())
        {
            rows.push(expert(words));
        }
        let mut lines = Vec::new();
        let room = width - 2.0 * PAD * unit;
        let mut say = |text: String, warns: bool| {
            let wrapped = wrap(&text, TEXT * unit, room);
            lines.extend(wrapped.into_iter().map(|line| (line, warns)));
        };
        if let Some(warning) = findings.gate.and_then(|gate| gate.verdict.sentence_in(language)) {
            say(format!("{}: {warning}", words.note), true);
        }
        for (standing, what) in [
            (Standing::Absent, words.unlikely),
            (Standing::NoAnswer, words.no_answer_for),
        ] {
            let names: Vec<&str> = of_standing(findings, standing)
                .iter()
                .map(|finding| finding.class.short_in(language))
                .collect();
            if !names.is_empty() {
                say(format!("{what}: {}.", names.join(", ")), false);
            }
        }
        let size = format!("{} \u{d7} {} px", findings.width, findings.height);
        say(
            format!(
                "{size}. {}: {}. {}: {}.",
                words.scale,
                scale(findings.scale, language),
                words.eye,
                eye(findings.eye, language)
            ),
            false,
        );
        let model = printable(&findings.model);
        let [read_by, on_the] = words.read_by;
        say(
            format!(
                "{read_by} {model} {on_the} {}. {}.",
                device(findings.device, language),
                words.not_a_device
            ),
            false,
        );
        Self {
            width,
            unit,
            ground: options.ground,
            words,
            name: cut(&printable(reading.name), TEXT * unit, room * 0.8),
            rows,
            lines,
        }
    }

    /// Its height in units of the picture.
    pub fn height(&self) -> f64 {
        let rows = self.rows.len().max(1) as f64 * ROW;
        (2.0 * PAD + ROW + rows + 4.0 + self.lines.len() as f64 * LINE) * self.unit
    }

    /// The strip, its upper left corner at the origin.
    pub fn draw(&self) -> Markup {
        let unit = self.unit;
        let inks = self.inks();
        let at = |y: f64| n(y * unit);
        let first = PAD + ROW;
        let after = first + self.rows.len().max(1) as f64 * ROW + 4.0;
        html! {
            g font-size=(n(TEXT * unit)) {
                (block([0.0, 0.0, self.width, self.height()], inks.ground))
                text x=(at(PAD)) y=(at(PAD + 13.0)) fill=(inks.text) font-weight="600" { (self.name) }
                @if self.rows.is_empty() {
                    text x=(at(PAD)) y=(at(first + 13.0)) fill=(inks.text) { (self.words.nothing_found) }
                }
                @for (index, row) in self.rows.iter().enumerate() { (self.row(row, first + index as f64 * ROW, &inks)) }
                @for (index, (line, warns)) in self.lines.iter().enumerate() {
                    text x=(at(PAD)) y=(at(after + index as f64 * LINE + 12.0)) fill=(if *warns { inks.warn } else { inks.muted }) { (line) }
                }
            }
        }
    }

    fn row(&self, row: &Row, y: f64, inks: &Inks) -> Markup {
        let unit = self.unit;
        let at = |value: f64| n(value * unit);
        let base = y + 14.0;
        let swatch = &row.swatch;
        html! {
            @if let Some(casing) = swatch.casing {
                rect x=(at(PAD + 1.0)) y=(at(y + 2.0)) width=(at(30.0)) height=(at(14.0)) fill="none" stroke=(casing) stroke-width=(at(4.5)) {}
            }
            rect x=(at(PAD + 1.0)) y=(at(y + 2.0)) width=(at(30.0)) height=(at(14.0)) fill=(swatch.colour) fill-opacity="0.15"
                stroke=(swatch.colour) stroke-width=(at(2.0)) stroke-dasharray=(swatch.array) stroke-linecap=(swatch.cap) {}
            text x=(at(52.0)) y=(at(base)) fill=(inks.text) font-weight="600" { (row.short) }
            text x=(at(112.0)) y=(at(base)) fill=(inks.text) { (row.name) }
            text x=(at(356.0)) y=(at(base)) fill=(inks.text) font-weight="600" { (row.verdict) }
            text x=(at(484.0)) y=(at(base)) fill=(inks.muted) { (row.evidence) }
            text x=(n(self.width - PAD * unit)) y=(at(base)) text-anchor="end" fill=(inks.muted) { (row.regions) }
        }
    }

    fn inks(&self) -> Inks {
        match self.ground {
            Ground::Dark => Inks {
                ground: "#13171c",
                text: "#e4e7eb",
                muted: "#9aa4b0",
                warn: "#f0b429",
            },
            Ground::Light => Inks {
                ground: "#ffffff",
                text: "#16191d",
                muted: "#535e6a",
                warn: "#8a5a00",
            },
        }
    }
}

fn row(finding: &Finding, options: &PictureOptions, unit: f64) -> Row {
    let language = options.language;
    let words = words(language);
    let dash = dash(finding.class);
    let drawn = finding
        .regions
        .iter()
        .filter(|region| options.shown.shows(finding, region))
        .count();
    let all = finding.regions.len();
    let regions = match all {
        0 => words.no_box.to_owned(),
        _ if drawn == all => counted(all, words.boxes),
        _ => format!("{drawn} {} {all} {}", words.of, words.shown),
    };
    let probability = finding
        .probability
        .map_or_else(String::new, |probability| percent_in(probability, language));
    Row {
        swatch: Swatch {
            colour: hex(hue(finding.group(), options.ground)),
            array: dash.array(unit),
            cap: dash.cap(),
            casing: None,
        },
        short: finding.class.short_in(language).to_owned(),
        name: finding.class.name_in(language).to_owned(),
        verdict: format!("{} {probability}", finding.verdict().word_in(language)),
        regions,
        evidence: evidence_in(finding, language),
    }
}

fn expert(words: &Words) -> Row {
    Row {
        swatch: Swatch {
            colour: "#ffffff".to_owned(),
            array: "none".to_owned(),
            cap: "butt",
            casing: Some("#000000"),
        },
        short: words.expert.to_owned(),
        name: words.drawn_by_expert.to_owned(),
        verdict: format!("\u{2713} {}  \u{25cc} {}", words.hit, words.missed),
        regions: String::new(),
        evidence: String::new(),
    }
}
