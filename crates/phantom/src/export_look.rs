//! What an export adds around the scan: wedges from rotation, white plot margins, glyphs and scale bars.

use crate::rng::Rng;
use crate::settings::Style;

/// White margins around the plot, in pixels: left, top, right, bottom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Margins {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

impl Margins {
    /// Margins for a tenth of the larger scans, none for the others.
    pub(crate) fn draw(width: usize, height: usize, rng: &mut Rng) -> Self {
        if !rng.chance(0.1) || width < 300 || height < 300 {
            return Self::default();
        }
        let mut part = |size: usize, most: f32| (size as f32 * rng.range(0.0, most)) as usize;
        Self {
            left: part(width, 0.1),
            top: part(height, 0.06),
            right: part(width, 0.04),
            bottom: part(height, 0.06),
        }
    }
}

/// Puts the plot into a white page; labels outside the plot are empty.
pub(crate) fn mount<T: Copy>(plot: &[T], width: usize, margins: Margins, paper: T) -> Vec<T> {
    let full = width + margins.left + margins.right;
    let mut page = vec![paper; full * margins.top];
    for row in plot.chunks_exact(width) {
        page.extend(std::iter::repeat_n(paper, margins.left));
        page.extend_from_slice(row);
        page.extend(std::iter::repeat_n(paper, margins.right));
    }
    page.extend(std::iter::repeat_n(paper, full * margins.bottom));
    page
}

/// Wedges and strips without scan data at the edges, left when frames are rotated into place.
pub(crate) fn wedges(grey: &mut [u8], labels: &mut [u32], width: usize, style: Style, rng: &mut Rng) {
    let white = style == Style::Spectralis && rng.chance(0.34);
    let black = !white && matches!(style, Style::Spectralis | Style::Cirrus) && rng.chance(0.13);
    if !white && !black {
        return;
    }
    let fill = if white { 255 } else { rng.whole(0, 9) as u8 };
    let height = grey.len() / width;
    let (w, h) = (width as f32, height as f32);
    // Each edge cuts at `start + slope * position`; negative cuts nothing.
    let slope = rng.range(-0.1, 0.1) * rng.unit();
    let shift = rng.range(-0.04, 0.07) * h;
    let (top, bottom) = (shift, -shift + rng.range(-0.06, 0.02) * h);
    let side = rng.range(-0.05, 0.03) * w;
    for y in 0..height {
        for x in 0..width {
            let (u, v) = (x as f32 - 0.5 * w, y as f32 - 0.5 * h);
            let above = (y as f32) < top + slope * u;
            let below = (h - y as f32) < bottom - slope * u;
            let left = (x as f32) < side - slope * v;
            let right = (w - x as f32) < side * 0.5 + slope * v;
            if above || below || left || right {
                let at = y * width + x;
                grey[at] = fill;
                labels[at] = 0;
            }
        }
    }
}

/// A scan-position glyph or a scale bar in a lower corner.
pub(crate) fn glyphs(grey: &mut [u8], width: usize, style: Style, um: (f32, f32), rng: &mut Rng) {
    let height = grey.len() / width;
    let likely = match style {
        Style::Cirrus => 0.6,
        Style::Spectralis => 0.15,
        _ => 0.05,
    };
    if !rng.chance(likely) || width < 240 || height < 240 {
        return;
    }
    let ink = rng.whole(170, 255) as u8;
    let mut pen = Pen {
        grey,
        width,
        height,
        ink,
    };
    if style == Style::Cirrus {
        let size = (0.11 * height as f32) as usize;
        let (x, y) = (
            (0.045 * width as f32) as usize,
            height - size - (0.09 * height as f32) as usize,
        );
        pen.line((x, y), (x + size, y));
        pen.line((x, y + size), (x + size, y + size));
        pen.line((x, y), (x, y + size));
        pen.line((x + size, y), (x + size, y + size));
        match rng.whole(0, 2) {
            0 => pen.line((x + 4, y + size / 2), (x + size - 4, y + size / 2)),
            1 => pen.line((x + size / 2, y + 4), (x + size / 2, y + size - 4)),
            _ => pen.line((x + 4, y + 6), (x + size - 4, y + size - 6)),
        }
        for (glyph, at) in [
            (5, (x + size / 2, y - 10)),
            (1, (x + size + 7, y + size / 2)),
            (4, (x + size / 2, y + size + 6)),
        ] {
            pen.glyph(glyph, at, 1);
        }
    } else {
        let (x, y) = ((0.02 * width as f32) as usize, height - 12);
        let (bar_x, bar_y) = ((200.0 / um.0) as usize, (200.0 / um.1) as usize);
        for d in 0..2 {
            pen.line((x, y + d), ((x + bar_x).min(width - 1), y + d));
            pen.line((x + d, y.saturating_sub(bar_y)), (x + d, y));
        }
        for (i, glyph) in [2, 0, 0, 6, 7].into_iter().enumerate() {
            pen.glyph(glyph, (x + 5 + 8 * i + if i > 2 { 4 } else { 0 }, y - 14), 2);
        }
    }
}

struct Pen<'a> {
    grey: &'a mut [u8],
    width: usize,
    height: usize,
    ink: u8,
}

/// 3x5 dots a glyph, rows from the top, three bits each: 0, 1, 2, a blank, I, S, u, m.
const GLYPHS: [u16; 8] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0,
    0b111_010_010_010_111,
    0b111_100_111_001_111,
    0b000_101_101_101_111,
    0b000_110_111_111_101,
];

impl Pen<'_> {
    fn dot(&mut self, x: usize, y: usize) {
        if x < self.width && y < self.height {
            self.grey[y * self.width + x] = self.ink;
        }
    }

    fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let (dx, dy) = (to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64);
        let steps = dx.abs().max(dy.abs()).max(1);
        for i in 0..=steps {
            self.dot(
                (from.0 as i64 + dx * i / steps) as usize,
                (from.1 as i64 + dy * i / steps) as usize,
            );
        }
    }

    fn glyph(&mut self, index: usize, (x, y): (usize, usize), size: usize) {
        for (i, shift) in (0..15).rev().enumerate() {
            if GLYPHS[index] >> shift & 1 == 1 {
                for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
                    self.dot(x + (i % 3) * size + a, y + (i / 3) * size + b);
                }
            }
        }
    }
}
