//! JSON of either kind, with masks and polygons: `cargo +nightly fuzz run read_json` in crates/benchmarks. What is read lies inside its images and can be written.

#![no_main]

use groundscope_benchmarks::formats::{
    Format, NamedBytes, NamedSize, ReadOptions, WriteOptions, read, write,
};
use libfuzzer_sys::fuzz_target;

fn file(path: &str, bytes: &[u8]) -> NamedBytes {
    NamedBytes {
        path: path.to_owned(),
        bytes: bytes.to_vec(),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let files = [file("boxes.json", bytes)];
    let options = ReadOptions {
        images: vec![NamedSize {
            path: "images/a.png".to_owned(),
            width: 768,
            height: 496,
        }],
        ..ReadOptions::default()
    };
    let Ok(found) = read(&files, Some(Format::Coco), &options) else {
        return;
    };
    for image in &found.annotations.images {
        for labelled in &image.boxes {
            let [x1, y1, x2, y2] = labelled.corners.to_f64();
            assert!(0.0 <= x1 && x1 < x2 && 0.0 <= y1 && y1 < y2);
        }
    }
    for target in [
        Format::Boxes,
        Format::Coco,
        Format::Csv,
        Format::Voc,
        Format::Yolo,
    ] {
        let _ = write(&found.annotations, target, &WriteOptions::default());
    }
});
