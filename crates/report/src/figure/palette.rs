//! Colours that the colour-blind can tell apart (Okabe and Ito, 2008), and shapes and strokes beside them.

use plotters::style::RGBColor;

pub(crate) const BLACK: RGBColor = RGBColor(0, 0, 0);
pub(crate) const TEXT: RGBColor = RGBColor(34, 34, 34);
pub(crate) const MUTED: RGBColor = RGBColor(95, 95, 95);
pub(crate) const PALE: RGBColor = RGBColor(190, 190, 190);
pub(crate) const GRID: RGBColor = RGBColor(225, 225, 225);
pub(crate) const CONTEXT: RGBColor = RGBColor(105, 105, 105);
pub(crate) const WHITE: RGBColor = RGBColor(255, 255, 255);
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(crate) const VERMILLION: RGBColor = RGBColor(213, 94, 0);
pub(crate) const SKY: RGBColor = RGBColor(86, 180, 233);

/// Okabe and Ito's colours, yellow last: it is the palest on white. Black is for text and outlines.
pub(crate) const COLOURS: [RGBColor; 7] = [
    BLUE,
    VERMILLION,
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    SKY,
    RGBColor(230, 159, 0),
    RGBColor(240, 228, 66),
];

/// Marker shapes, as points around (0, 0) with radius 1.
const SHAPES: [&[(f64, f64)]; 6] = [
    &[],
    &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
    &[(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)],
    &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
    &[(-1.0, -0.8), (1.0, -0.8), (0.0, 1.1)],
    &[
        (-0.35, -1.0),
        (0.35, -1.0),
        (0.35, -0.35),
        (1.0, -0.35),
        (1.0, 0.35),
        (0.35, 0.35),
        (0.35, 1.0),
        (-0.35, 1.0),
        (-0.35, 0.35),
        (-1.0, 0.35),
        (-1.0, -0.35),
        (-0.35, -0.35),
    ],
];

/// The dash patterns of lines, as SVG writes them: solid, dashed, dotted, dash and dot, long dashes.
const DASHES: [&str; 5] = ["", "14 8", "3 7", "16 7 3 7", "26 8"];

fn cyclic<T: Copy>(items: &[T], at: usize, otherwise: T) -> T {
    items
        .iter()
        .copied()
        .cycle()
        .nth(at % items.len().max(1))
        .unwrap_or(otherwise)
}

/// The colour of the n-th series.
pub(crate) fn colour(at: usize) -> RGBColor {
    cyclic(&COLOURS, at, BLACK)
}

/// The marker of the n-th series, a circle where it has no points. Six shapes and seven colours: 42 pairs.
pub(crate) fn shape(at: usize) -> &'static [(f64, f64)] {
    cyclic(&SHAPES, at, &[])
}

/// The dash pattern of the n-th line.
pub(crate) fn dash(at: usize) -> &'static str {
    cyclic(&DASHES, at, "")
}

/// From white to blue, for a share of the range.
pub(crate) fn heat(share: f64) -> RGBColor {
    toward(BLUE, share)
}

/// From white to a colour.
fn toward(end: RGBColor, share: f64) -> RGBColor {
    let share = share.clamp(0.0, 1.0);
    let mix = |to: u8| (255.0 + (f64::from(to) - 255.0) * share).round() as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}

/// From vermillion over white to blue, for a figure between -1 and 1: who cannot tell red from green can tell these.
pub(crate) fn diverging(value: f64) -> RGBColor {
    let end = if value < 0.0 { VERMILLION } else { BLUE };
    toward(end, value.abs())
}

/// Black or white, whichever reads better on a ground.
pub(crate) fn on(ground: RGBColor) -> RGBColor {
    let channel = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.03928 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    // WCAG 2: 0.179 is where the contrast with black and with white is the same.
    let luminance = 0.2126 * channel(ground.0) + 0.7152 * channel(ground.1) + 0.0722 * channel(ground.2);
    if luminance > 0.179 { BLACK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_differ_in_colour_and_shape_for_forty_models() {
        let looks: std::collections::BTreeSet<_> = (0..42)
            .map(|at| {
                (
                    colour(at).0,
                    colour(at).1,
                    colour(at).2,
                    shape(at).len(),
                    format!("{:?}", shape(at)),
                )
            })
            .collect();
        assert_eq!(looks.len(), 42);
    }

    #[test]
    fn text_is_dark_on_light_and_light_on_dark() {
        assert_eq!(on(heat(0.0)), BLACK);
        assert_eq!(on(RGBColor(0, 0, 120)), WHITE);
        assert_eq!(heat(1.0), BLUE);
        let ends = [-1.0, 0.0, 1.0].map(diverging);
        assert_eq!(ends, [VERMILLION, WHITE, BLUE]);
        assert_ne!(diverging(-0.05), diverging(0.05));
    }
}
