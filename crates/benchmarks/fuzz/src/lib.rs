//! What every target of an annotation format does with its files: read them, look at the boxes, write them as other formats.

use groundscope_benchmarks::formats::{
    Format, NamedBytes, NamedSize, ReadOptions, WriteOptions, read, write,
};

/// Reads named files of one format, with a picture of 768 x 496 beside them. What is read must lie inside its images and can
/// be written.
pub fn read_and_write(format: Format, files: &[(&str, &[u8])]) {
    let files: Vec<NamedBytes> = files
        .iter()
        .map(|(path, bytes)| NamedBytes {
            path: (*path).to_owned(),
            bytes: bytes.to_vec(),
        })
        .collect();
    let options = ReadOptions {
        images: vec![NamedSize {
            path: "images/a.png".to_owned(),
            width: 768,
            height: 496,
        }],
        ..ReadOptions::default()
    };
    let Ok(found) = read(&files, Some(format), &options) else {
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
}
