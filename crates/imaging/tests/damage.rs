//! Broken, foreign and oversized files: each its own error, never a panic, never a silent half scan.

mod support;

use groundscope_imaging::{DecodeError, Format, LooksLike, MAX_PIXELS, decode};
use proptest::prelude::*;
use support::{Tiff, every_kind};

#[test]
fn an_empty_file_and_a_foreign_one() {
    assert_eq!(decode(&[]), Err(DecodeError::Empty));
    let pdf = decode(b"%PDF-1.4 etc").unwrap_err();
    assert_eq!(
        pdf,
        DecodeError::UnknownFormat {
            looks_like: LooksLike::Pdf
        }
    );
    assert_eq!(
        pdf.to_string(),
        "this is not a PNG, JPEG, TIFF or BMP file; it looks like a PDF document"
    );
    assert_eq!(pdf.hint(), "Save the B-scan alone as PNG and open that.");
    assert_eq!(pdf.code(), "scan_unknown_format");
}

#[test]
fn a_file_cut_anywhere_is_refused_or_complete() {
    for (name, file) in every_kind() {
        let whole = decode(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut truncated = 0;
        for length in 0..file.len() {
            match decode(&file[..length]) {
                // What follows the pixels may be missing: a PNG's end chunk, a TIFF's last padding.
                Ok(scan) => assert_eq!(scan.grey, whole.grey, "{name} cut at {length}"),
                Err(DecodeError::Truncated { .. }) => truncated += 1,
                Err(_) => {}
            }
        }
        assert!(
            truncated * 10 >= file.len() * 9,
            "{name}: only {truncated} of {} cuts are called truncated",
            file.len()
        );
    }
}

#[test]
fn one_changed_byte_never_panics() {
    for (_, file) in every_kind() {
        for at in 0..file.len().min(400) {
            for change in [0x01, 0x80, 0xff] {
                let mut damaged = file.clone();
                damaged[at] ^= change;
                if let Ok(scan) = decode(&damaged) {
                    assert_eq!(
                        scan.grey.len() as u64,
                        u64::from(scan.width) * u64::from(scan.height)
                    );
                    assert!(scan.grey.iter().all(|v| (0.0..=1.0).contains(v)));
                }
            }
        }
    }
}

#[test]
fn a_damaged_png_is_called_damaged() {
    let (_, mut file) = every_kind().remove(0);
    let data = file.windows(4).position(|w| w == b"IDAT").unwrap() + 6;
    file[data] ^= 0x55;
    assert!(
        matches!(
            decode(&file),
            Err(DecodeError::Corrupt {
                format: Format::Png,
                ..
            })
        ),
        "{:?}",
        decode(&file)
    );
}

#[test]
fn too_large_is_refused_from_the_header_alone() {
    // Headers that announce 60000 x 60000 pixels, with nothing behind them: reading on would say "truncated".
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\xea\x60\0\0\xea\x60\x08\0\0\0\0".to_vec();
    png.extend([0; 4]);
    let (_, mut bmp) = every_kind().remove(5);
    bmp[18..22].copy_from_slice(&60_000_u32.to_le_bytes());
    bmp[22..26].copy_from_slice(&60_000_u32.to_le_bytes());
    let tiff = Tiff::new([60_000, 60_000], &[8], 1, vec![0; 4]).bytes();
    let jpeg = b"\xff\xd8\xff\xc0\0\x0b\x08\xea\x60\xea\x60\x01\x01\x11\0\xff\xd9".to_vec();
    for file in [png, bmp, tiff, jpeg] {
        let expected = DecodeError::TooLarge {
            width: 60_000,
            height: 60_000,
        };
        assert_eq!(decode(&file), Err(expected.clone()));
        assert_eq!(
            expected.to_string(),
            "the picture is too large: 60000 x 60000 pixels, at most 64 million are read"
        );
    }
    assert_eq!(MAX_PIXELS, 64_000_000);
}

#[test]
fn a_picture_without_area_is_refused() {
    let tiff = Tiff::new([0, 5], &[8], 1, vec![0; 4]).bytes();
    let jpeg = b"\xff\xd8\xff\xc0\0\x0b\x08\0\0\0\x05\x01\x01\x11\0\xff\xd9".to_vec();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\x05\x08\0\0\0\0\0\0\0\0".to_vec();
    for (format, file) in [(Format::Tiff, tiff), (Format::Jpeg, jpeg), (Format::Png, png)] {
        assert_eq!(decode(&file), Err(DecodeError::ZeroSize { format }));
    }
}

#[test]
fn tiff_variants_that_are_not_read_are_named() {
    let float = Tiff::new([1, 1], &[32], 1, vec![0; 4]).tag(339, 3, &[3]).bytes();
    let signed = Tiff::new([1, 1], &[16], 1, vec![0; 2]).tag(339, 3, &[2]).bytes();
    let deep = Tiff::new([1, 1], &[32], 1, vec![0; 4]).bytes();
    let lab = Tiff::new([1, 1], &[8, 8, 8], 8, vec![0; 3]).bytes();
    let packing = Tiff::new([1, 1], &[8], 1, vec![0]).tag(259, 3, &[34_712]).bytes();
    for (file, expected) in [
        (
            float,
            "this TIFF variant is not supported: floating-point samples",
        ),
        (signed, "this TIFF variant is not supported: signed samples"),
        (deep, "this TIFF variant is not supported: 32 bits a sample"),
    ] {
        assert_eq!(decode(&file).unwrap_err().to_string(), expected);
    }
    for file in [lab, packing] {
        let error = decode(&file).unwrap_err();
        assert!(matches!(error, DecodeError::Unsupported { .. }), "{error:?}");
    }
}

#[test]
fn a_palette_index_beyond_its_table_is_damage() {
    let short = Tiff::new([1, 1], &[8], 3, vec![0]).tag(320, 3, &[0; 9]).bytes();
    assert!(matches!(decode(&short), Err(DecodeError::Corrupt { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arbitrary_bytes_never_panic(magic in 0_usize..6, tail in prop::collection::vec(any::<u8>(), 0..400)) {
        let magics: [&[u8]; 6] = [b"", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", b"\xff\xd8\xff", b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08", b"BM"];
        let mut file = magics[magic].to_vec();
        file.extend(tail);
        if let Ok(scan) = decode(&file) {
            prop_assert_eq!(scan.grey.len() as u64, u64::from(scan.width) * u64::from(scan.height));
        }
    }

    #[test]
    fn mutated_files_never_panic(kind in 0_usize..11, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let (_, mut file) = every_kind().swap_remove(kind);
        for (at, value) in edits {
            let at = at.index(file.len());
            file[at] = value;
        }
        if let Ok(scan) = decode(&file) {
            prop_assert!(scan.grey.iter().all(|v| (0.0..=1.0).contains(v)));
        }
    }
}
