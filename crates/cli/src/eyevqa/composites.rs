//! Four-panel pictures drawn from local images.

use std::path::Path;

use groundscope_eyevqa::composite::{Composite, glyph};
use groundscope_imaging::{decode, encode_png_rgb};

use crate::failure::Failure;
use crate::input;

/// A picture in rows of red, green, blue.
struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

fn read(path: &Path) -> Result<Picture, Failure> {
    let scan = decode(&input::bytes(path)?).map_err(|error| Failure::of(path, &error, error.hint()))?;
    let rgba = scan.to_rgba8();
    let side = |side: u32| usize::try_from(side).unwrap_or(0);
    Ok(Picture {
        width: side(scan.width),
        height: side(scan.height),
        rgb: rgba
            .chunks_exact(4)
            .flat_map(|pixel| pixel.iter().take(3).copied())
            .collect(),
    })
}

/// The size of a picture that is read.
pub fn size(path: &Path) -> Result<(u32, u32), Failure> {
    let scan = decode(&input::bytes(path)?).map_err(|error| Failure::of(path, &error, error.hint()))?;
    Ok((scan.width, scan.height))
}

/// Draws a composite as PNG: each image shrunk by the mean of the pixels that fall on one, black around it, its letter in a corner.
pub fn draw<'a>(
    composite: &Composite,
    files: impl IntoIterator<Item = &'a Path>,
) -> Result<Vec<u8>, Failure> {
    let side = |side: u32| usize::try_from(side).unwrap_or(0);
    let (width, height) = (side(composite.width), side(composite.height));
    let mut rgb = vec![0u8; width * height * 3];
    for (panel, path) in composite.panels.iter().zip(files) {
        let picture = read(path)?;
        let (own_width, own_height) = (side(panel.width), side(panel.height));
        for row in 0..own_height {
            for column in 0..own_width {
                let colour = mean(&picture, [column, row], [own_width, own_height]);
                set(
                    &mut rgb,
                    width,
                    side(panel.x) + column,
                    side(panel.y) + row,
                    colour,
                );
            }
        }
        letter(
            &mut rgb,
            width,
            [side(panel.cell_x), side(panel.cell_y)],
            side(composite.cell_height),
            panel.letter,
        );
    }
    encode_png_rgb(composite.width, composite.height, &rgb).map_err(|error| {
        Failure::new(
            format_args!("{}: {error}", composite.name),
            "Check the sizes of its images.",
        )
    })
}

fn set(rgb: &mut [u8], width: usize, x: usize, y: usize, colour: [u8; 3]) {
    let at = (y * width + x) * 3;
    if let Some(pixel) = rgb.get_mut(at..at + 3) {
        pixel.copy_from_slice(&colour);
    }
}

/// The mean colour of the pixels that a pixel of a smaller picture stands for.
fn mean(picture: &Picture, [column, row]: [usize; 2], [width, height]: [usize; 2]) -> [u8; 3] {
    let span = |at: usize, shown: usize, whole: usize| {
        let from = at * whole / shown.max(1);
        (from, ((at + 1) * whole / shown.max(1)).max(from + 1).min(whole))
    };
    let ((x1, x2), (y1, y2)) = (
        span(column, width, picture.width),
        span(row, height, picture.height),
    );
    let mut sums = [0u64; 3];
    let mut count = 0;
    for y in y1..y2 {
        for x in x1..x2 {
            let at = (y * picture.width + x) * 3;
            for (sum, value) in sums
                .iter_mut()
                .zip(picture.rgb.get(at..at + 3).unwrap_or_default())
            {
                *sum += u64::from(*value);
            }
            count += 1;
        }
    }
    sums.map(|sum| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX))
}

/// White on black, about an eighth of the cell high.
fn letter(rgb: &mut [u8], width: usize, [left, top]: [usize; 2], cell: usize, letter: char) {
    let dot = (cell / 80).max(1);
    let (across, down) = (7 * dot, 9 * dot);
    let rows = glyph(letter);
    for y in 0..down {
        for x in 0..across {
            let (column, row) = ((x / dot).checked_sub(1), (y / dot).checked_sub(1));
            let lit = matches!((column, row), (Some(column), Some(row)) if column < 5
                && rows.get(row).is_some_and(|bits| bits >> (4 - column) & 1 == 1));
            set(rgb, width, left + x, top + y, if lit { [255; 3] } else { [0; 3] });
        }
    }
}
