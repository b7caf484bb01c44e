//! Real scans of the optional data folder, wherever it is mounted; skipped without it.

use std::path::{Path, PathBuf};

use groundscope_imaging::{FrameSize, Letterbox, decode, frame_image};

/// The development data beside the repository.
fn data() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    folder.is_dir().then_some(folder)
}

fn pictures(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pictures(&path, into);
        } else if path.to_string_lossy().contains("mask.") {
            // Class ids, not a picture.
        } else if let Some(ending) = path.extension().and_then(|e| e.to_str())
            && ["png", "jpg", "jpeg", "tif", "tiff", "bmp"].contains(&ending.to_lowercase().as_str())
        {
            into.push(path);
        }
    }
}

#[test]
fn real_scans_decode_and_fill_a_frame() {
    let Some(data) = data() else {
        eprintln!("skipped: there is no ../shared/data beside the repository");
        return;
    };
    let frame = FrameSize {
        width: 768,
        height: 512,
    };
    let mut files = Vec::new();
    for set in [
        "oct-masks/images",
        "oct-volume/images",
        "oct-hole",
        "oct-srf",
        "oct-healthy",
    ] {
        pictures(&data.join(set), &mut files);
    }
    files.sort();
    assert!(files.len() > 50, "only {} scans found", files.len());
    let mut tiffs = 0;
    for file in files {
        let scan = decode(&std::fs::read(&file).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        tiffs += u32::from(scan.info.format == Some(groundscope_imaging::Format::Tiff));
        let image = frame_image(&scan, &Letterbox::fit(scan.width, scan.height, frame));
        let mean = image.iter().sum::<f32>() / image.len() as f32;
        assert!((0.01..0.9).contains(&mean), "{}: mean {mean}", file.display());
    }
    assert!(tiffs >= 20, "only {tiffs} TIFF files");
}
