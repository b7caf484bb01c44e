//! No bytes, however broken, make a reader panic; what is read can be written in every format.

use groundscope_benchmarks::formats::{
    Format, NamedBytes, NamedSize, ReadOptions, WriteOptions, class_map, read, write,
};
use proptest::prelude::*;

const VOC: &str = "<?xml version=\"1.0\"?><annotation><filename>a&#46;png</filename><size><width>9</width><height>9</height></size><object><name>irf</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax><ymax>5</ymax></bndbox></object></annotation>";
const TABLE: &str =
    "image,width,height,class,x1,y1,x2,y2,score,space\na.png,9,9,\"irf\",1,2,3,4,0.5,pixel\nb,9,9,,,,,,,\n";
const YOLO: &str = "0 0.5 0.5 0.25 0.5\n1 0.1 0.2 0.3 0.2 0.3 0.6 0.9\n";
const NAMES: &str = "a: &x [1]\nb: *x\nnames:\n  0: irf\n  1: 'x y'\n";
const COCO: &str = r#"{"images":[{"id":0,"file_name":"a.png","width":4,"height":3}],"categories":[{"id":0,"name":"SRF"}],"annotations":[{"image_id":0,"category_id":0,"segmentation":{"size":[3,4],"counts":"156"}},{"image_id":0,"category_id":0,"bbox":[0,0,2,2],"segmentation":[[0,0,2,0,2,2]]}]}"#;

fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 9, 9);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Four);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0x11; 45]).unwrap();
    drop(writer);
    bytes
}

fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let text = |path, text: &str| (path, text.as_bytes().to_vec());
    vec![
        text("a.xml", VOC),
        text("a.csv", TABLE),
        text("labels/a.txt", YOLO),
        text("data.yaml", NAMES),
        text("a.json", COCO),
        ("a.png", picture()),
    ]
}

fn try_everything(path: &str, bytes: &[u8]) -> bool {
    let named = |path: &str, bytes: &[u8]| NamedBytes {
        path: path.to_owned(),
        bytes: bytes.to_vec(),
    };
    let options = ReadOptions {
        images: vec![NamedSize {
            path: "images/a.png".into(),
            width: 9,
            height: 9,
        }],
        class_map: class_map(br#"{"1":"irf"}"#).unwrap(),
        ..ReadOptions::default()
    };
    let mut files = vec![named(path, bytes)];
    if path.ends_with(".yaml") {
        files.push(named("labels/a.txt", YOLO.as_bytes()));
    } else if path.ends_with(".txt") {
        files.push(named("data.yaml", NAMES.as_bytes()));
    }
    let mut read_once = false;
    for format in [None].into_iter().chain(Format::ALL.map(Some)) {
        let Ok(found) = read(&files, format, &options) else {
            continue;
        };
        read_once = true;
        // A mutated size may ask for a picture of a gigabyte.
        let small = found
            .annotations
            .images
            .iter()
            .all(|image| u64::from(image.width) * u64::from(image.height) < 1 << 20);
        for target in Format::ALL {
            if small
                || matches!(
                    target,
                    Format::Boxes | Format::Coco | Format::Csv | Format::Yolo | Format::Voc
                )
            {
                let _ = write(&found.annotations, target, &WriteOptions::default());
            }
        }
    }
    let _ = class_map(bytes);
    read_once
}

#[test]
fn the_seeds_themselves_are_read() {
    for (path, bytes) in seeds() {
        assert!(try_everything(path, &bytes), "{path}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(
        path in prop::sample::select(vec!["a.xml", "a.csv", "labels/a.txt", "data.yaml", "a.json", "a.png"]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        try_everything(path, &bytes);
    }

    #[test]
    fn a_good_file_with_bytes_changed_cut_or_repeated(
        seed in prop::sample::select(seeds()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6),
    ) {
        let (path, mut bytes) = seed;
        for (at, byte, kind) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, b"0123456789eE-.,;<>&/[]{}\"\\\n \t*"[usize::from(byte) % 30]),
                _ => { let tail = bytes[at..].to_vec(); bytes.extend(tail); }
            }
        }
        try_everything(path, &bytes);
    }
}
