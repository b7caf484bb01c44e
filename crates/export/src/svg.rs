//! The evidence over the scan as a stand-alone SVG, with a legend under it.
//!
//! Presentation attributes only, no style and no script, so that any policy lets it be shown. One unit is one pixel of the scan.

use std::cmp::Reverse;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundscope_model::{Finding, Findings, Region};
use groundscope_ontology::Language;
use groundscope_report::text_width::{cut, text_width};
use maud::{Markup, PreEscaped, html};

use crate::labels::{Rect, Wish, place};
use crate::legend::Legend;
use crate::standing::{Standing, of_standing};
use crate::style::{dash, hex, hue};
use crate::text::{number as n, printable};
use crate::words::{self, region_label, words};
use crate::{ExportError, Ground, PictureOptions, Reading, Reference};

/// For text in pictures.
pub(crate) const FONT: &str = "system-ui, 'DejaVu Sans', Arial, sans-serif";
/// At this width of the scan a line is 2 and text 12 units; larger scans get larger ones.
const USUAL_WIDTH: f64 = 768.0;
/// The narrowest picture in which a legend can be read.
const LEGEND_WIDTH: f64 = 740.0;
/// How much wider bold text is.
const BOLD: f64 = 1.1;
/// The first bytes of every PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The evidence of one scan as an SVG of the scan's size, plus the legend's strip where one is wanted. The scan's pixels are in
/// it where [`Reading::picture`] has them; without them the scan's place is left transparent.
///
/// # Errors
/// [`ExportError::NotPng`].
pub fn svg(reading: &Reading<'_>, options: &PictureOptions) -> Result<String, ExportError> {
    let (width, height) = (
        f64::from(reading.findings.width),
        f64::from(reading.findings.height),
    );
    let unit = unit(width);
    let across = if options.legend {
        width.max(LEGEND_WIDTH * unit)
    } else {
        width
    };
    let legend = options.legend.then(|| Legend::of(reading, options, across, unit));
    let down = height + legend.as_ref().map_or(0.0, Legend::height);
    let name = printable(reading.name);
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(n(across)) height=(n(down))
            viewBox={ "0 0 " (n(across)) " " (n(down)) } font-family=(FONT) role="img" aria-label={ (words(options.language).findings_of) " " (name) } {
            title { (name) }
            desc { (summary(reading.findings, options.language)) }
            @if across > width { (block([width, 0.0, across - width, height], "#050608")) }
            (scan(reading)?)
            (evidence(reading, options, unit))
            @if let Some(legend) = legend {
                g transform={ "translate(0 " (n(height)) ")" } { (legend.draw()) }
            }
        }
    };
    Ok(markup.into_string() + "\n")
}

/// How much larger than usual lines and text are.
fn unit(width: f64) -> f64 {
    (width / USUAL_WIDTH).max(1.0)
}

/// What is present, uncertain and absent, in a sentence each.
pub(crate) fn summary(findings: &Findings, language: Language) -> String {
    let said = words(language);
    let named = |standing, word: &str| {
        let names: Vec<String> = of_standing(findings, standing)
            .iter()
            .map(|finding| finding.class.name_in(language).to_owned())
            .collect();
        (!names.is_empty()).then(|| format!("{word}: {}.", words::list(&names, language)))
    };
    let parts = [
        named(Standing::Present, said.present),
        named(Standing::Uncertain, said.uncertain),
        named(Standing::Absent, said.unlikely),
        named(Standing::NoAnswer, said.no_answer),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

pub(crate) fn block([x, y, width, height]: [f64; 4], fill: &str) -> Markup {
    html! { rect x=(n(x)) y=(n(y)) width=(n(width)) height=(n(height)) fill=(fill) {} }
}

/// The scan's own pixels.
fn scan(reading: &Reading<'_>) -> Result<Markup, ExportError> {
    let Some(png) = reading.picture else {
        return Ok(html! {});
    };
    if !png.starts_with(PNG) {
        let name = printable(reading.name);
        return Err(ExportError::NotPng { name });
    }
    let Findings { width, height, .. } = reading.findings;
    Ok(html! {
        image href={ "data:image/png;base64," (STANDARD.encode(png)) } width=(width) height=(height)
            preserveAspectRatio="none" {}
    })
}

/// A region with what is said of it.
struct Drawn<'a> {
    finding: &'a Finding,
    region: &'a Region,
    label: String,
    is_unsure: bool,
}

fn drawn<'a>(reading: &Reading<'a>, options: &PictureOptions) -> Vec<Drawn<'a>> {
    let mut all = Vec::new();
    for finding in &reading.findings.findings {
        for (index, region) in finding.regions.iter().enumerate() {
            if !options.shown.shows(finding, region) {
                continue;
            }
            let is_false = reading
                .comparison
                .is_some_and(|comparison| comparison.is_false(finding.class.id(), region.bounds));
            let label = region_label(finding, index, options.language);
            all.push(Drawn {
                finding,
                region,
                label: if is_false {
                    format!("\u{2715} {label} {}", words(options.language).is_false)
                } else {
                    label
                },
                is_unsure: Standing::of(finding) == Standing::Uncertain,
            });
        }
    }
    // The largest first, so that a small one is never buried.
    all.sort_by_key(|one| Reverse(size(one.region.bounds)));
    all
}

fn size([x1, y1, x2, y2]: [u32; 4]) -> u64 {
    u64::from(x2.saturating_sub(x1)) * u64::from(y2.saturating_sub(y1))
}

fn evidence(reading: &Reading<'_>, options: &PictureOptions, unit: f64) -> Markup {
    let drawn = drawn(reading, options);
    html! {
        g fill="none" {
            @for one in &drawn { (region(one, options, unit)) }
            @for reference in references(reading) { (expert(reference, unit, options.language)) }
        }
        @if options.boxes || options.masks { (labels(reading, &drawn, options, unit)) }
    }
}

/// The expert boxes beside a reading.
fn references<'a>(reading: &Reading<'a>) -> &'a [Reference] {
    reading
        .comparison
        .map_or(&[], |comparison| &comparison.references)
}

fn region(one: &Drawn<'_>, options: &PictureOptions, unit: f64) -> Markup {
    let Drawn {
        finding,
        region,
        label,
        is_unsure,
    } = one;
    let language = options.language;
    let colour = hex(hue(finding.group(), Ground::Dark));
    let opacity = options.opacity.clamp(0.0, 1.0) * if *is_unsure { 0.5 } else { 1.0 };
    html! {
        g data-region=(printable(&region.id)) {
            title {
                (finding.class.name_in(language)) ", " (label) ", " (words(language).score) " "
                (language.number(format!("{:.2}", region.score)))
            }
            @if options.masks {
                path d=(outline(region)) fill=(colour) fill-opacity=(n(opacity)) fill-rule="evenodd" {}
            }
            @if options.boxes {
                (frame(region.bounds.map(f64::from), &colour, "#000000", finding, unit))
            }
        }
    }
}

/// The box with a casing under it, so that it shows on bright layers too.
fn frame([x1, y1, x2, y2]: [f64; 4], colour: &str, casing: &str, finding: &Finding, unit: f64) -> Markup {
    let dash = dash(finding.class);
    html! {
        rect x=(n(x1)) y=(n(y1)) width=(n(x2 - x1)) height=(n(y2 - y1)) stroke=(casing) stroke-opacity="0.6" stroke-width=(n(4.0 * unit)) {}
        rect x=(n(x1)) y=(n(y1)) width=(n(x2 - x1)) height=(n(y2 - y1)) stroke=(colour) stroke-width=(n(2.0 * unit))
            stroke-dasharray=(dash.array(unit)) stroke-linecap=(dash.cap()) {}
    }
}

/// Rings along pixel edges, with the short forms of horizontal and vertical lines.
fn outline(region: &Region) -> String {
    let mut path = String::new();
    for ring in &region.outline {
        let mut last: Option<[u32; 2]> = None;
        for &[x, y] in ring {
            path += &match last {
                None => format!("M{x} {y}"),
                Some([_, row]) if row == y => format!("H{x}"),
                Some([column, _]) if column == x => format!("V{y}"),
                Some(_) => format!("L{x} {y}"),
            };
            last = Some([x, y]);
        }
        path.push('Z');
    }
    path
}

/// An expert box: white in a black casing, whatever its class.
fn expert(reference: &Reference, unit: f64, language: Language) -> Markup {
    let [x1, y1, x2, y2] = reference.bounds;
    let line = |colour: &str, width: f64| {
        html! {
            rect x=(n(x1)) y=(n(y1)) width=(n(x2 - x1)) height=(n(y2 - y1)) stroke=(colour) stroke-width=(n(width * unit)) {}
        }
    };
    html! {
        g data-reference=(printable(&reference.short)) {
            title { (words(language).expert_box) ": " (printable(&reference.name)) ", " (printable(&mark(reference, language))) }
            (line("#000000", 4.5))
            (line("#ffffff", 2.0))
        }
    }
}

/// The label of an expert box: an icon, its class and what became of it.
fn mark(reference: &Reference, language: Language) -> String {
    let icon = match reference.detected {
        Some(true) => "\u{2713} ",
        Some(false) => "\u{25cc} ",
        None => "",
    };
    format!("{icon}{}", cut(&reference.label(language), 1.0, 14.0))
}

/// A label with its ground and edge.
struct Tag {
    text: String,
    edge: String,
    fill: &'static str,
    ink: &'static str,
}

fn labels(reading: &Reading<'_>, drawn: &[Drawn<'_>], options: &PictureOptions, unit: f64) -> Markup {
    let size = 12.0 * unit;
    let of_regions = drawn.iter().map(|one| {
        let edge = hex(hue(one.finding.group(), Ground::Dark));
        let tag = Tag {
            text: one.label.clone(),
            edge,
            fill: "#0b0d10",
            ink: "#ffffff",
        };
        (one.region.bounds.map(f64::from), tag)
    });
    let of_references = references(reading).iter().map(|reference| {
        let text = printable(&mark(reference, options.language));
        let tag = Tag {
            text,
            edge: "#000000".to_owned(),
            fill: "#ffffff",
            ink: "#000000",
        };
        (reference.bounds, tag)
    });
    let (around, tags): (Vec<[f64; 4]>, Vec<Tag>) = of_regions.chain(of_references).unzip();
    let wishes: Vec<Wish> = around
        .iter()
        .zip(&tags)
        .map(|([x1, y1, x2, y2], tag)| Wish {
            around: Rect {
                x: *x1,
                y: *y1,
                width: x2 - x1,
                height: y2 - y1,
            },
            width: text_width(&tag.text, size) * BOLD + 10.0 * unit,
        })
        .collect();
    let room = [reading.findings.width, reading.findings.height].map(f64::from);
    let placed = place(&wishes, 18.0 * unit, room);
    html! {
        g font-size=(n(size)) font-weight="600" text-anchor="middle" {
            @for (tag, at) in tags.iter().zip(placed) {
                @if let Some(Rect { x, y, width, height }) = at {
                    rect x=(n(x)) y=(n(y)) width=(n(width)) height=(n(height)) rx=(n(3.0 * unit)) fill=(tag.fill)
                        fill-opacity="0.85" stroke=(tag.edge) stroke-width=(n(unit)) {}
                    text x=(n(x + width / 2.0)) y=(n(y + 13.5 * unit)) fill=(tag.ink) { (PreEscaped(escaped(&tag.text))) }
                }
            }
        }
    }
}

/// Text inside an element.
fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}
