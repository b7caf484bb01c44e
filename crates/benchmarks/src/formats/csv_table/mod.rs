//! Tables of boxes: a header and a row a box, separated by commas, semicolons or tabs.

mod columns;
mod rows;
mod write;

pub(super) use columns::{is_header, lists_images};
pub(super) use rows::read;
pub(super) use write::{image_list, write};

/// The separator of a table: the one of the three that its header has most of.
fn delimiter(header: &str) -> u8 {
    let mut best = (0, b',');
    for delimiter in [b',', b';', b'\t'] {
        let count = header.bytes().filter(|byte| *byte == delimiter).count();
        if count > best.0 {
            best = (count, delimiter);
        }
    }
    best.1
}
