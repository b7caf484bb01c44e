//! The scan with its boxes drawn over it, as a PNG.

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_7X13_BOLD as FONT;
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{DrawTarget, Drawable, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};

use groundscope_export::{Ground, Rgb, dash, hue};
use groundscope_imaging::{EncodeError, Scan, encode_png_rgba};
use groundscope_model::{Finding, Findings, percent};

/// Width of a line in pixels.
const LINE: u32 = 2;

/// Encode the scan with every box and its label.
pub fn png(scan: &Scan, findings: &Findings) -> Result<Vec<u8>, EncodeError> {
    let mut canvas = Canvas {
        rgba: scan.to_rgba8(),
        width: scan.width,
        height: scan.height,
    };
    for finding in &findings.findings {
        for region in &finding.regions {
            canvas.outline(region.bounds, finding);
            canvas.label(region.bounds, finding);
        }
    }
    encode_png_rgba(canvas.width, canvas.height, &canvas.rgba)
}

struct Canvas {
    rgba: Vec<u8>,
    width: u32,
    height: u32,
}

impl Canvas {
    fn set(&mut self, x: u32, y: u32, [r, g, b]: Rgb) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = 4 * (y as usize * self.width as usize + x as usize);
        if let Some(pixel) = self.rgba.get_mut(at..at + 4) {
            pixel.copy_from_slice(&[r, g, b, 255]);
        }
    }

    /// The frame lies just inside the box, so that its outer edge is the box.
    fn outline(&mut self, [x1, y1, x2, y2]: [u32; 4], finding: &Finding) {
        let (dash, rgb) = (dash(finding.class), hue(finding.group(), Ground::Dark));
        for inset in 0..LINE {
            for x in (x1..x2).filter(|x| dash.covers(x - x1)) {
                self.set(x, (y1 + inset).min(y2 - 1), rgb);
                self.set(x, (y2 - 1).saturating_sub(inset).max(y1), rgb);
            }
            for y in (y1..y2).filter(|y| dash.covers(y - y1)) {
                self.set((x1 + inset).min(x2 - 1), y, rgb);
                self.set((x2 - 1).saturating_sub(inset).max(x1), y, rgb);
            }
        }
    }

    /// Black on the class's hue, above the box or, where there is no room, inside it.
    fn label(&mut self, [x1, y1, _, _]: [u32; 4], finding: &Finding) {
        let probability = finding.probability.map_or(String::new(), percent);
        let text = format!("{} {probability}", finding.short());
        let (glyph, height) = (FONT.character_size.width, FONT.character_size.height);
        let width = glyph * text.len() as u32 + 2;
        let left = x1.min(self.width.saturating_sub(width));
        let top = y1.checked_sub(height).unwrap_or(y1);
        let rgb = hue(finding.group(), Ground::Dark);
        for y in top..top + height {
            (left..left + width).for_each(|x| self.set(x, y, rgb));
        }
        let style = MonoTextStyle::new(&FONT, Rgb888::BLACK);
        let at = Point::new(left as i32 + 1, top as i32);
        let Ok(_) = Text::with_baseline(&text, at, style, Baseline::Top).draw(self);
    }
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(point, color) in pixels {
            if let (Ok(x), Ok(y)) = (u32::try_from(point.x), u32::try_from(point.y)) {
                self.set(x, y, [color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_model::{DeviceChoice, Evidence, Region};
    use groundscope_ontology::Class;

    fn findings(class: Class, bounds: [u32; 4]) -> Findings {
        let region = Region {
            id: "x-1".to_owned(),
            bounds,
            score: 0.91,
            area_px: 1,
            outline: Vec::new(),
        };
        let finding = Finding {
            evidence: Evidence::Real,
            present: Some(true),
            probability: Some(0.9),
            regions: vec![region],
            ..Finding::no_answer(class)
        };
        Findings {
            width: 100,
            height: 60,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![finding],
        }
    }

    fn drawn_pixels(class: Class, bounds: [u32; 4]) -> Scan {
        let scan = Scan::from_grey(100, 60, vec![0.0; 6000]).unwrap();
        groundscope_imaging::decode(&png(&scan, &findings(class, bounds)).unwrap()).unwrap()
    }

    #[test]
    fn the_outer_edge_of_the_frame_is_the_box() {
        let scan = drawn_pixels(Class::Irf, [10, 20, 60, 50]);
        let lit = |x: usize, y: usize| scan.grey[y * 100 + x] > 0.0;
        assert!(lit(10, 30) && lit(59, 30) && lit(30, 49) && lit(59, 49));
        assert!(!lit(9, 30) && !lit(60, 30) && !lit(30, 50) && !lit(30, 35));
    }

    #[test]
    fn boxes_and_labels_at_every_border_stay_inside() {
        for bounds in [[0, 0, 1, 1], [99, 59, 100, 60], [0, 0, 100, 60], [98, 0, 100, 60]] {
            let scan = drawn_pixels(Class::RpeLoss, bounds);
            assert_eq!((scan.width, scan.height), (100, 60));
            assert!(scan.grey.iter().any(|v| *v > 0.0));
        }
    }

    #[test]
    fn a_dashed_frame_has_gaps() {
        let scan = drawn_pixels(Class::Ped, [10, 20, 60, 50]);
        let bottom = (10..60).filter(|x| scan.grey[49 * 100 + x] > 0.0).count();
        assert!((20..45).contains(&bottom), "{bottom}");
    }
}
