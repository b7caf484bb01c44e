//! Makes picture files of every kind for the tests, byte by byte where no encoder writes them.

#![allow(dead_code, reason = "each test file uses its part")]

use std::io::Cursor;

/// A PNG with these raw samples, rows packed as the bit depth asks.
pub fn png(
    size: [u32; 2],
    colour: png::ColorType,
    depth: png::BitDepth,
    palette: Option<(&[u8], &[u8])>,
    data: &[u8],
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if let Some((colours, opacity)) = palette {
        encoder.set_palette(colours.to_vec());
        if !opacity.is_empty() {
            encoder.set_trns(opacity.to_vec());
        }
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    file
}

pub fn image(format: image::ImageFormat, picture: image::DynamicImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A little-endian TIFF of one strip a page; `tags` are `(tag, type, values)` with type 3 (u16) or 4 (u32).
pub struct Tiff {
    pub tags: Vec<(u16, u16, Vec<u32>)>,
    pub strip: Vec<u8>,
}

impl Tiff {
    /// An uncompressed picture of one strip.
    pub fn new(size: [u32; 2], bits: &[u32], photometric: u32, strip: Vec<u8>) -> Self {
        let tags = vec![
            (256, 4, vec![size[0]]),
            (257, 4, vec![size[1]]),
            (258, 3, bits.to_vec()),
            (259, 3, vec![1]),
            (262, 3, vec![photometric]),
            (277, 3, vec![bits.len() as u32]),
            (278, 4, vec![size[1]]),
        ];
        Self { tags, strip }
    }

    pub fn tag(mut self, tag: u16, kind: u16, values: &[u32]) -> Self {
        self.tags.retain(|(known, ..)| *known != tag);
        self.tags.push((tag, kind, values.to_vec()));
        self
    }

    pub fn bytes(self) -> Vec<u8> {
        volume(vec![self])
    }

    /// Where the directory of a page that starts at `at` begins.
    fn directory_at(&self, at: usize) -> usize {
        (at + self.strip.len()).next_multiple_of(2)
    }

    /// The page as it stands in a file from `at` on: strip, directory, then the values that do not fit their entries. With the place in
    /// it where the offset of the next directory goes.
    fn page(mut self, at: usize) -> (Vec<u8>, usize) {
        let directory_at = self.directory_at(at);
        let planes = self
            .tags
            .iter()
            .find(|(tag, ..)| *tag == 284)
            .is_some_and(|(_, _, v)| v == &[2]);
        if planes {
            // Equal planes, one strip each.
            let count = self.tags.iter().find(|(tag, ..)| *tag == 277).unwrap().2[0];
            let length = self.strip.len() as u32 / count;
            let offsets: Vec<u32> = (0..count).map(|i| at as u32 + i * length).collect();
            self = self.tag(273, 4, &offsets);
            self = self.tag(279, 4, &vec![length; count as usize]);
        } else {
            let length = self.strip.len() as u32;
            self = self.tag(273, 4, &[at as u32]).tag(279, 4, &[length]);
        }
        self.tags.sort();
        let mut page = self.strip.clone();
        page.resize(directory_at - at, 0);
        page.extend((self.tags.len() as u16).to_le_bytes());
        let mut extra_at = directory_at + 2 + 12 * self.tags.len() + 4;
        let mut extra = Vec::new();
        for (tag, kind, values) in &self.tags {
            let mut data: Vec<u8> = Vec::new();
            for value in values {
                match kind {
                    3 => data.extend((*value as u16).to_le_bytes()),
                    _ => data.extend(value.to_le_bytes()),
                }
            }
            page.extend(tag.to_le_bytes());
            page.extend(kind.to_le_bytes());
            page.extend((values.len() as u32).to_le_bytes());
            if data.len() <= 4 {
                data.resize(4, 0);
                page.extend(data);
            } else {
                page.extend((extra_at as u32).to_le_bytes());
                extra_at += data.len();
                extra.extend(data);
            }
        }
        let next = page.len();
        page.extend([0; 4]);
        page.extend(extra);
        (page, next)
    }
}

/// A file of several pages.
pub fn volume(pages: Vec<Tiff>) -> Vec<u8> {
    let mut file = b"II*\0".to_vec();
    // The place of the offset that will point to the page's directory.
    let mut pointer = file.len();
    file.extend([0; 4]);
    for page in pages {
        file.resize(file.len().next_multiple_of(2), 0);
        let at = file.len();
        file[pointer..pointer + 4].copy_from_slice(&(page.directory_at(at) as u32).to_le_bytes());
        let (bytes, next) = page.page(at);
        pointer = at + next;
        file.extend(bytes);
    }
    file
}

/// Rows of bytes packed by PackBits, literal runs only where bytes differ.
pub fn pack_bits(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        let run = rest.iter().take(128).take_while(|b| *b == first).count();
        if run > 1 {
            out.extend([(1 - run as i16) as u8, *first]);
        } else {
            out.extend([0, *first]);
        }
        rest = &rest[run..];
    }
    out
}

/// One small file of every kind that is read, with a name for messages.
pub fn every_kind() -> Vec<(&'static str, Vec<u8>)> {
    use image::{DynamicImage, GrayImage, ImageFormat, RgbImage, RgbaImage};
    let ramp = |n: usize| (0..n).map(|i| (i * 37 % 251) as u8).collect::<Vec<_>>();
    let grey = DynamicImage::from(GrayImage::from_raw(19, 13, ramp(19 * 13)).unwrap());
    let rgb = DynamicImage::from(RgbImage::from_raw(19, 13, ramp(19 * 13 * 3)).unwrap());
    let rgba = DynamicImage::from(RgbaImage::from_raw(19, 13, ramp(19 * 13 * 4)).unwrap());
    let bits = |format, picture: &DynamicImage| image(format, picture.clone());
    vec![
        ("PNG grey", bits(ImageFormat::Png, &grey)),
        ("PNG RGBA", bits(ImageFormat::Png, &rgba)),
        ("PNG grey 16", bits(ImageFormat::Png, &grey.to_luma16().into())),
        ("JPEG grey", bits(ImageFormat::Jpeg, &grey)),
        ("JPEG RGB", bits(ImageFormat::Jpeg, &rgb)),
        ("BMP RGB", bits(ImageFormat::Bmp, &rgb)),
        ("BMP grey", bits(ImageFormat::Bmp, &grey)),
        ("TIFF grey", Tiff::new([19, 13], &[8], 1, ramp(19 * 13)).bytes()),
        (
            "TIFF RGB PackBits",
            Tiff::new([19, 13], &[8, 8, 8], 2, pack_bits(&ramp(19 * 13 * 3)))
                .tag(259, 3, &[32773])
                .bytes(),
        ),
        (
            "TIFF palette",
            Tiff::new([19, 13], &[8], 3, ramp(19 * 13))
                .tag(320, 3, &(0..768).map(|v| v * 80).collect::<Vec<_>>())
                .bytes(),
        ),
        ("TIFF one bit", Tiff::new([19, 13], &[1], 1, ramp(3 * 13)).bytes()),
    ]
}
