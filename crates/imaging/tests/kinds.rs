//! Every kind of file that is read, with exact values.

mod support;

use groundscope_imaging::{
    Colour, DecodeError, Format, Scan, decode, decode_page, encode_png_grey, encode_png_rgb, encode_png_rgba,
};
use png::{BitDepth, ColorType};
use support::{Tiff, pack_bits, png, volume};

fn levels(scan: &Scan) -> Vec<f32> {
    scan.grey.iter().map(|v| v * 255.0).collect()
}

#[track_caller]
fn assert_close(got: &[f32], expected: &[f32]) {
    assert_eq!(got.len(), expected.len());
    for (g, e) in got.iter().zip(expected) {
        assert!((g - e).abs() < 1e-3, "{got:?} is not {expected:?}");
    }
}

#[test]
fn png_of_every_colour_type() {
    let eight = BitDepth::Eight;
    let file = png(
        [3, 2],
        ColorType::Grayscale,
        eight,
        None,
        &[0, 1, 2, 127, 254, 255],
    );
    let scan = decode(&file).unwrap();
    assert_eq!((scan.width, scan.height), (3, 2));
    assert_eq!(scan.grey, [0.0, 1.0, 2.0, 127.0, 254.0, 255.0].map(|v| v / 255.0));
    assert_eq!(scan.info.format, Some(Format::Png));
    assert_eq!((scan.info.colour, scan.info.bit_depth), (Colour::Grey, 8));

    let file = png(
        [2, 1],
        ColorType::GrayscaleAlpha,
        eight,
        None,
        &[200, 255, 200, 51],
    );
    let scan = decode(&file).unwrap();
    assert_close(&levels(&scan), &[200.0, 40.0]);
    assert_eq!(scan.info.colour, Colour::GreyAlpha);

    let file = png(
        [3, 1],
        ColorType::Rgb,
        eight,
        None,
        &[255, 0, 0, 0, 255, 0, 0, 0, 255],
    );
    let scan = decode(&file).unwrap();
    assert_close(&levels(&scan), &[76.245, 149.685, 29.07]);

    let file = png(
        [2, 1],
        ColorType::Rgba,
        eight,
        None,
        &[90, 90, 90, 255, 255, 255, 255, 0],
    );
    let scan = decode(&file).unwrap();
    assert_eq!(scan.grey, [90.0 / 255.0, 0.0]);
    assert_eq!(scan.info.colour, Colour::Rgba);
}

#[test]
fn png_with_a_palette_and_transparent_entries() {
    let palette = [10, 10, 10, 255, 255, 255, 0, 255, 0];
    let file = png(
        [4, 1],
        ColorType::Indexed,
        BitDepth::Two,
        Some((&palette, &[255, 0])),
        &[0b00_01_10_00],
    );
    let scan = decode(&file).unwrap();
    assert_close(&levels(&scan), &[10.0, 0.0, 149.685, 10.0]);
    assert_eq!((scan.info.colour, scan.info.bit_depth), (Colour::Palette, 2));
}

#[test]
fn png_of_one_bit() {
    let file = png(
        [10, 1],
        ColorType::Grayscale,
        BitDepth::One,
        None,
        &[0b1010_0000, 0b0100_0000],
    );
    let scan = decode(&file).unwrap();
    assert_eq!(scan.grey, [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(scan.info.bit_depth, 1);
}

fn sixteen_bit_png(values: &[u16]) -> Vec<u8> {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_be_bytes()).collect();
    let size = [values.len() as u32, 1];
    png(size, ColorType::Grayscale, BitDepth::Sixteen, None, &bytes)
}

#[test]
fn sixteen_bits_keep_their_precision() {
    let scan = decode(&sixteen_bit_png(&[0, 1, 2, 40_000, 65_535])).unwrap();
    let expected = [0.0, 1.0, 2.0, 40_000.0, 65_535.0].map(|v: f32| v / 65_535.0);
    assert_eq!(scan.grey, expected);
    assert_eq!((scan.info.bit_depth, scan.info.significant_bits), (16, 16));
}

#[test]
fn twelve_bits_in_sixteen_are_noted_and_fill_the_range() {
    let scan = decode(&sixteen_bit_png(&[0, 1, 2048, 4095])).unwrap();
    assert_eq!(scan.grey, [0.0, 1.0, 2048.0, 4095.0].map(|v: f32| v / 4095.0));
    assert_eq!((scan.info.bit_depth, scan.info.significant_bits), (16, 12));
    assert_eq!(
        scan.info.notes(),
        ["The pixels use 12 of 16 bits; this range was taken as black to white."]
    );
    for (largest, bits) in [(255, 8), (256, 10), (1023, 10), (4096, 14), (16_384, 16)] {
        let scan = decode(&sixteen_bit_png(&[0, largest])).unwrap();
        assert_eq!(scan.info.significant_bits, bits, "largest value {largest}");
    }
    let black = decode(&sixteen_bit_png(&[0, 0])).unwrap();
    assert_eq!((black.grey, black.info.significant_bits), (vec![0.0, 0.0], 16));
}

#[test]
fn tiff_of_every_photometric_kind() {
    let grey = Tiff::new([3, 1], &[8], 1, vec![0, 100, 255]).bytes();
    let scan = decode(&grey).unwrap();
    assert_eq!(scan.grey, [0.0, 100.0 / 255.0, 1.0]);
    assert_eq!(scan.info.format, Some(Format::Tiff));

    let inverted = Tiff::new([3, 1], &[8], 0, vec![0, 100, 255]).bytes();
    assert_eq!(decode(&inverted).unwrap().grey, [1.0, 155.0 / 255.0, 0.0]);

    let rgb = Tiff::new([2, 1], &[8, 8, 8], 2, vec![7, 7, 7, 0, 0, 255]).bytes();
    assert_close(&levels(&decode(&rgb).unwrap()), &[7.0, 29.07]);

    let mut table = vec![0; 768];
    for channel in 0..3 {
        table[channel * 256 + 5] = 65_535;
        table[channel * 256 + 6] = 32_896;
    }
    let palette = Tiff::new([3, 1], &[8], 3, vec![0, 5, 6])
        .tag(320, 3, &table)
        .bytes();
    let scan = decode(&palette).unwrap();
    assert_close(&levels(&scan), &[0.0, 255.0, 128.0]);
    assert_eq!((scan.info.colour, scan.info.bit_depth), (Colour::Palette, 8));
    let mut dark = table.clone();
    dark.iter_mut().for_each(|v| *v /= 256);
    dark[0] = 256;
    let scan = decode(&Tiff::new([1, 1], &[8], 3, vec![5]).tag(320, 3, &dark).bytes()).unwrap();
    assert_close(&levels(&scan), &[255.0 / 257.0]);
    assert!(scan.info.notes().is_empty());
    let opaque_palette = Tiff::new([1, 1], &[8, 8], 3, vec![0, 255])
        .tag(320, 3, &table)
        .tag(338, 3, &[2])
        .bytes();
    assert!(decode(&opaque_palette).is_err());
}

#[test]
fn tiff_of_few_bits() {
    let bits = Tiff::new([10, 2], &[1], 1, vec![0b1000_0000, 0b0100_0000, 0, 0b1100_0000]).bytes();
    let scan = decode(&bits).unwrap();
    let mut expected = [0.0; 20];
    for lit in [0, 9, 18, 19] {
        expected[lit] = 1.0;
    }
    assert_eq!(scan.grey, expected);
    assert_eq!(scan.info.bit_depth, 1);

    let white_is_zero = Tiff::new([8, 1], &[1], 0, vec![0b0101_1111]).bytes();
    let scan = decode(&white_is_zero).unwrap();
    assert_eq!(scan.grey, [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    let nibbles = Tiff::new([3, 1], &[4], 1, vec![0x0f, 0x50]).bytes();
    assert_eq!(decode(&nibbles).unwrap().grey, [0.0, 1.0, 85.0 / 255.0]);

    let mut table = vec![0; 48];
    for channel in 0..3 {
        table[channel * 16 + 15] = 65_535;
    }
    let palette = Tiff::new([3, 1], &[4], 3, vec![0x0f, 0xf0])
        .tag(320, 3, &table)
        .bytes();
    assert_eq!(decode(&palette).unwrap().grey, [0.0, 1.0, 1.0]);
}

#[test]
fn tiff_with_opacity_before_and_after_multiplication() {
    let pixels = || vec![200, 51, 100, 255];
    // Two samples a pixel, the second one's meaning told by tag 338: 2 apart, 1 multiplied in, 0 something else.
    for (meaning, expected) in [(2, [40.0, 100.0]), (1, [200.0, 100.0]), (0, [200.0, 100.0])] {
        let file = Tiff::new([2, 1], &[8, 8], 1, pixels())
            .tag(338, 3, &[meaning])
            .bytes();
        assert_close(&levels(&decode(&file).unwrap()), &expected);
    }
    let rgba = Tiff::new([1, 1], &[8; 4], 2, vec![100, 100, 100, 51])
        .tag(338, 3, &[2])
        .bytes();
    assert_close(&levels(&decode(&rgba).unwrap()), &[20.0]);
}

#[test]
fn tiff_in_planes() {
    let planes = Tiff::new([2, 1], &[8, 8, 8], 2, vec![255, 9, 0, 9, 0, 9])
        .tag(284, 3, &[2])
        .bytes();
    assert_close(&levels(&decode(&planes).unwrap()), &[76.245, 9.0]);
}

#[test]
fn tiff_of_sixteen_bits_and_odd_tags() {
    let words: Vec<u8> = [0_u16, 1000, 65_535]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let file = Tiff::new([3, 1], &[16], 1, words)
        .tag(274, 3, &[6])
        .tag(65_000, 3, &[1, 2, 3, 4, 5])
        .tag(40_000, 4, &[7])
        .bytes();
    let scan = decode(&file).unwrap();
    assert_eq!(scan.grey, [0.0, 1000.0 / 65_535.0, 1.0]);
    assert_eq!(scan.info.orientation, Some(6));
    assert_eq!((scan.width, scan.height), (3, 1), "pixels stay as stored");
    assert_eq!(scan.info.notes().len(), 1);
}

#[test]
fn tiff_packed_by_packbits() {
    let pixels: Vec<u8> = (0..8 * 5 * 3)
        .map(|i| if i < 60 { 255 } else { (i * 7) as u8 })
        .collect();
    let plain = Tiff::new([8, 5], &[8, 8, 8], 2, pixels.clone()).bytes();
    let packed = Tiff::new([8, 5], &[8, 8, 8], 2, pack_bits(&pixels))
        .tag(259, 3, &[32773])
        .bytes();
    assert_eq!(decode(&packed).unwrap().grey, decode(&plain).unwrap().grey);
}

/// Two reds and a blue, as indices into a table of two colours.
fn palette_page() -> Tiff {
    let table: Vec<u32> = (0..3 * 256)
        .map(|i| match i {
            0 => 65535,
            513 => 65535,
            _ => 0,
        })
        .collect();
    Tiff::new([3, 1], &[8], 3, vec![0, 0, 1]).tag(320, 3, &table)
}

#[test]
fn tiff_of_many_pages() {
    let file = volume(vec![
        Tiff::new([3, 1], &[8], 1, vec![0, 100, 200]),
        palette_page(),
        Tiff::new([1, 2], &[8], 0, vec![255, 5]),
    ]);
    let page = |n| decode_page(&file, n).unwrap();
    assert_close(&levels(&page(0)), &[0.0, 100.0, 200.0]);
    let (red, blue) = (0.299 * 255.0, 0.114 * 255.0);
    assert_close(&levels(&page(1)), &[red, red, blue]);
    assert_eq!(page(1).info.colour, Colour::Palette);
    assert_close(&levels(&page(2)), &[0.0, 250.0]);
    assert_eq!((page(2).width, page(2).height), (1, 2));
    for n in 0..3 {
        assert_eq!((page(n).info.page, page(n).info.pages), (n, 3));
    }
    assert_eq!(page(1).info.notes(), ["Page 2 of the 3 pages of the file."]);
    assert_eq!(decode(&file), decode_page(&file, 0));
    assert_eq!(
        decode_page(&file, 3),
        Err(DecodeError::NoPage { page: 3, pages: 3 })
    );
    assert!(decode(&palette_page().bytes()).unwrap().info.notes().is_empty());
}

#[test]
fn a_broken_page_takes_none_before_it_away() {
    let mut file = volume(vec![
        Tiff::new([3, 1], &[8], 1, vec![0, 100, 200]),
        Tiff::new([3, 1], &[8], 1, vec![1, 2, 3]),
    ]);
    file.truncate(file.len() - 100);
    let scan = decode(&file).unwrap();
    assert_close(&levels(&scan), &[0.0, 100.0, 200.0]);
    assert_eq!(scan.info.pages, 1);
}

#[test]
fn pages_in_a_circle_end() {
    let page = || Tiff::new([3, 1], &[8], 1, vec![0, 100, 200]);
    let mut file = volume(vec![page(), page(), page()]);
    let at =
        |place: usize, file: &[u8]| u32::from_le_bytes(file[place..place + 4].try_into().unwrap()) as usize;
    let next_of = |directory: usize, file: &[u8]| directory + 2 + 12 * usize::from(file[directory]);
    let first = at(4, &file);
    let second = at(next_of(first, &file), &file);
    // After the second page comes the first again.
    let back = next_of(second, &file);
    file[back..back + 4].copy_from_slice(&(first as u32).to_le_bytes());
    assert_eq!(decode(&file).unwrap().info.pages, 1);
}

#[test]
fn bmp_grey_palette_and_colour() {
    use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};
    let grey = GrayImage::from_raw(3, 2, vec![0, 50, 100, 150, 200, 255]).unwrap();
    let scan = decode(&support::image(ImageFormat::Bmp, DynamicImage::from(grey))).unwrap();
    assert_eq!(
        scan.grey,
        [0.0, 50.0, 100.0, 150.0, 200.0, 255.0].map(|v| v / 255.0)
    );
    assert_eq!(
        (scan.info.format, scan.info.colour),
        (Some(Format::Bmp), Colour::Palette)
    );

    let rgb = RgbImage::from_raw(2, 1, vec![255, 0, 0, 4, 4, 4]).unwrap();
    let scan = decode(&support::image(ImageFormat::Bmp, DynamicImage::from(rgb))).unwrap();
    assert_close(&levels(&scan), &[76.245, 4.0]);
    assert_eq!(scan.info.colour, Colour::Rgb);
}

#[test]
fn jpeg_grey_and_colour() {
    use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};
    let smooth = |x: u32, y: u32| (x * 3 + y * 5) as u8;
    let grey = GrayImage::from_fn(40, 20, |x, y| image::Luma([smooth(x, y)]));
    let scan = decode(&support::image(ImageFormat::Jpeg, DynamicImage::from(grey))).unwrap();
    for (i, v) in levels(&scan).iter().enumerate() {
        let expected = f32::from(smooth(i as u32 % 40, i as u32 / 40));
        assert!(
            (v - expected).abs() < 12.0,
            "pixel {i}: {v} is far from {expected}"
        );
    }
    assert_eq!(
        (scan.info.format, scan.info.colour),
        (Some(Format::Jpeg), Colour::Grey)
    );

    let blue = RgbImage::from_pixel(16, 16, image::Rgb([0, 0, 255]));
    let scan = decode(&support::image(ImageFormat::Jpeg, DynamicImage::from(blue))).unwrap();
    assert!(levels(&scan).iter().all(|v| (v - 29.07).abs() < 3.0));
    assert_eq!((scan.info.colour, scan.info.orientation), (Colour::Rgb, None));
}

#[test]
fn jpeg_orientation_is_noted_and_pixels_stay() {
    use image::{DynamicImage, GrayImage, ImageFormat};
    let grey = GrayImage::from_pixel(8, 16, image::Luma([90]));
    let mut file = support::image(ImageFormat::Jpeg, DynamicImage::from(grey));
    let mut exif = b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0".to_vec();
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0");
    file.splice(2..2, exif);
    let scan = decode(&file).unwrap();
    assert_eq!(scan.info.orientation, Some(6));
    assert_eq!((scan.width, scan.height), (8, 16));
}

#[test]
fn an_encoded_overlay_comes_back() {
    let rgba: Vec<u8> = (0..5 * 4).flat_map(|i| [i * 12, i * 12, i * 12, 255]).collect();
    let file = encode_png_rgba(5, 4, &rgba).unwrap();
    let scan = decode(&file).unwrap();
    assert_eq!(scan.to_rgba8(), rgba);
    assert!(encode_png_rgba(5, 4, &rgba[1..]).is_err());
    assert!(encode_png_rgba(0, 4, &[]).is_err());
}

#[test]
fn grey_and_colour_without_opacity_come_back() {
    let grey: Vec<u8> = (0..5 * 4).map(|i| i * 12).collect();
    let scan = decode(&encode_png_grey(5, 4, &grey).unwrap()).unwrap();
    assert_eq!(scan.info.colour, Colour::Grey);
    assert!(
        scan.grey
            .iter()
            .zip(&grey)
            .all(|(v, level)| (v * 255.0).round() == f32::from(*level))
    );
    let rgb: Vec<u8> = (0..5 * 4 * 3).map(|i| i * 4).collect();
    let file = encode_png_rgb(5, 4, &rgb).unwrap();
    assert_eq!(decode(&file).unwrap().info.colour, Colour::Rgb);
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; 5 * 4 * 3];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, rgb);
    let error = encode_png_grey(5, 4, &rgb).unwrap_err().to_string();
    assert_eq!(error, "60 bytes do not fill 5 x 4 pixels of 1 bytes each");
}
