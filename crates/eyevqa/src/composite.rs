//! Several images as one picture: equal cells, a letter in each, and where every panel lies (specification 1).

use serde::{Deserialize, Serialize};

/// The longest side of a cell in pixels.
pub const CELL: u32 = 512;

/// Where one image lies in a composite, all in pixels of the composite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// The letter drawn in it.
    pub letter: char,
    /// Its file.
    pub image: String,
    /// Left edge of the cell.
    pub cell_x: u32,
    /// Top edge of the cell.
    pub cell_y: u32,
    /// Left edge of the image.
    pub x: u32,
    /// Top edge of the image.
    pub y: u32,
    /// Width of the image there.
    pub width: u32,
    /// Height of the image there.
    pub height: u32,
    /// Width of the original image.
    pub original_width: u32,
    /// Height of the original image.
    pub original_height: u32,
}

/// A composite: its size, its cells, its panels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Composite {
    /// Its file.
    pub name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Width of a cell.
    pub cell_width: u32,
    /// Height of a cell.
    pub cell_height: u32,
    /// A first, then B right of it, C and D below.
    pub panels: Vec<Panel>,
}

impl Composite {
    /// Lays out one to four images of these sizes, two cells a row: A top left, B top right, C bottom left, D bottom right. Cells
    /// are as wide as the widest image and as high as the highest, shrunk so that no side is longer than [`CELL`]; each image is
    /// shrunk by the same factor and centred.
    ///
    /// ```
    /// use groundscope_eyevqa::composite::Composite;
    /// let sizes = [("a.png", 1024, 512), ("b.png", 512, 512)].map(|(name, w, h)| (name.to_owned(), w, h));
    /// let composite = Composite::of("merge.png", &sizes).unwrap();
    /// assert_eq!((composite.width, composite.height), (1024, 256));
    /// assert_eq!((composite.panels[1].x, composite.panels[1].width), (512 + 128, 256));
    /// ```
    pub fn of(name: &str, images: &[(String, u32, u32)]) -> Option<Self> {
        if images.is_empty() || images.len() > 4 {
            return None;
        }
        let widest = images.iter().map(|(_, width, _)| *width).max()?.max(1);
        let highest = images.iter().map(|(.., height)| *height).max()?.max(1);
        let factor = (f64::from(CELL) / f64::from(widest.max(highest))).min(1.0);
        let shrunk = |side: u32| ((f64::from(side) * factor).round() as u32).max(1);
        let (cell_width, cell_height) = (shrunk(widest), shrunk(highest));
        let panels: Vec<Panel> = images
            .iter()
            .zip('A'..='D')
            .zip(0u32..)
            .map(|(((image, width, height), letter), at)| {
                let (cell_x, cell_y) = (at % 2 * cell_width, at / 2 * cell_height);
                let (own_width, own_height) =
                    (shrunk(*width).min(cell_width), shrunk(*height).min(cell_height));
                Panel {
                    letter,
                    image: image.clone(),
                    cell_x,
                    cell_y,
                    x: cell_x + (cell_width - own_width) / 2,
                    y: cell_y + (cell_height - own_height) / 2,
                    width: own_width,
                    height: own_height,
                    original_width: *width,
                    original_height: *height,
                }
            })
            .collect();
        let rows = u32::try_from(images.len().div_ceil(2)).unwrap_or(1);
        let columns = if images.len() == 1 { 1 } else { 2 };
        Some(Self {
            name: name.to_owned(),
            width: columns * cell_width,
            height: rows * cell_height,
            cell_width,
            cell_height,
            panels,
        })
    }
}

impl Panel {
    /// A point of the original image in the composite.
    pub fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let along = |value: f64, from: u32, shown: u32, original: u32| {
            f64::from(from) + value * f64::from(shown) / f64::from(original.max(1))
        };
        [
            along(x, self.x, self.width, self.original_width),
            along(y, self.y, self.height, self.original_height),
        ]
    }
}

/// The pixels of a letter A to D, rows of five columns from the left, highest bit first.
pub const fn glyph(letter: char) -> [u8; 7] {
    match letter {
        'A' => [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'B' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
        'C' => [0b01111, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b01111],
        'D' => [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110],
        _ => [0; 7],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_lie_in_their_cells() {
        let sizes: Vec<(String, u32, u32)> = [(4000, 100), (7, 3000), (1, 1), (640, 480)]
            .iter()
            .map(|(w, h)| ("i".to_owned(), *w, *h))
            .collect();
        for n in 1..=4 {
            let composite = Composite::of("m.png", &sizes[..n]).unwrap();
            for panel in &composite.panels {
                assert!(
                    panel.x >= panel.cell_x && panel.x + panel.width <= panel.cell_x + composite.cell_width
                );
                assert!(
                    panel.y >= panel.cell_y && panel.y + panel.height <= panel.cell_y + composite.cell_height
                );
                assert!(panel.cell_x + composite.cell_width <= composite.width);
                assert!(panel.cell_y + composite.cell_height <= composite.height);
                let far = panel.place([f64::from(panel.original_width), f64::from(panel.original_height)]);
                assert_eq!(
                    far,
                    [
                        f64::from(panel.x + panel.width),
                        f64::from(panel.y + panel.height)
                    ]
                );
            }
        }
        assert!(
            Composite::of("m", &[]).is_none()
                && Composite::of("m", &[sizes.clone(), sizes.clone()].concat()).is_none()
        );
        assert!(('A'..='D').all(|letter| glyph(letter) != [0; 7]));
    }
}
