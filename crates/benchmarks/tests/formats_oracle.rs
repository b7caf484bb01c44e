//! Formats against files that pycocotools and Pillow made, and YOLO lines placed by exact fractions (tests/vectors/formats/make.py).

use groundscope_benchmarks::formats::{
    Format, NamedBytes, NamedSize, Note, ReadFiles, ReadOptions, Shape, class_map, read,
};
use groundscope_geometry::{BoxRule, Mask};
use serde_json::Value;

fn vectors(name: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../tests/vectors/formats/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn file(path: &str, bytes: impl Into<Vec<u8>>) -> NamedBytes {
    NamedBytes {
        path: path.to_owned(),
        bytes: bytes.into(),
    }
}

fn only_image(read: &ReadFiles) -> &groundscope_benchmarks::ImageBoxes {
    assert_eq!(read.annotations.images.len(), 1);
    &read.annotations.images[0]
}

#[test]
fn coco_masks_are_those_of_pycocotools() {
    let cases = vectors("coco_masks");
    assert_eq!(cases.len(), 60);
    for case in cases {
        let text = case["file"].as_str().unwrap();
        let read = read(&[file("coco.json", text)], None, &ReadOptions::default()).unwrap();
        let image = only_image(&read);
        let labelled = &image.boxes[0];
        let expected: Vec<f64> = serde_json::from_value(case["box"].clone()).unwrap();
        assert_eq!(labelled.corners.to_f64().to_vec(), expected);
        assert_eq!(
            read.notes.count(Note::BoxFromShape),
            u64::from(!text.contains("bbox"))
        );
        let rows: Vec<String> = serde_json::from_value(case["rows"].clone()).unwrap();
        let wanted = Mask::from_fn(image.width, image.height, |x, y| {
            rows[y as usize].as_bytes()[x as usize] == b'#'
        });
        let shape = labelled.shape.as_ref().unwrap();
        assert_eq!(shape.to_mask(image.width, image.height), wanted);
        let Shape::Mask(rle) = shape else {
            panic!("{shape:?}")
        };
        assert_eq!(rle.area(), case["area"].as_u64().unwrap());
        assert_eq!(rle.to_compressed(), case["compressed"].as_str().unwrap());
    }
}

#[test]
fn label_pictures_of_every_depth_have_the_boxes_that_numpy_finds() {
    let cases = vectors("label_pictures");
    assert_eq!(cases.len(), 44);
    for case in cases {
        let hex = case["png"].as_str().unwrap();
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let found = case["found"].as_object().unwrap();
        let map: serde_json::Map<String, Value> = found
            .keys()
            .map(|value| (value.clone(), format!("class {value}").into()))
            .collect();
        let options = ReadOptions {
            class_map: class_map(Value::Object(map).to_string().as_bytes()).unwrap(),
            // Everything of a class is one box.
            rule: BoxRule {
                min_area: 1,
                join_distance: 1000.0,
            },
            ..ReadOptions::default()
        };
        let read = read(&[file("a.png", bytes)], None, &options).unwrap();
        assert_eq!(
            (read.format, read.notes.is_empty()),
            (Format::Masks, true),
            "{}",
            case["kind"]
        );
        let image = only_image(&read);
        assert_eq!(u64::from(image.width), case["width"].as_u64().unwrap());
        assert_eq!(image.boxes.len(), found.len(), "{}", case["kind"]);
        for labelled in &image.boxes {
            let wanted = &found[labelled.label.id().trim_start_matches("class ")];
            let corners: Vec<f64> = serde_json::from_value(wanted["box"].clone()).unwrap();
            assert_eq!(labelled.corners.to_f64().to_vec(), corners, "{}", case["kind"]);
            let mask = labelled
                .shape
                .as_ref()
                .unwrap()
                .to_mask(image.width, image.height);
            assert_eq!(mask.area(), wanted["area"].as_u64().unwrap());
        }
    }
}

#[test]
fn yolo_lines_are_where_exact_fractions_put_them() {
    let cases = vectors("yolo_labels");
    assert_eq!(cases.len(), 80);
    let (mut polygons, mut scores) = (0, 0);
    for case in cases {
        let size = |key: &str| case[key].as_u64().unwrap() as u32;
        let (width, height) = (size("width"), size("height"));
        let files = [
            file("labels/a.txt", case["labels"].as_str().unwrap()),
            file("data.yaml", "names: [irf]"),
        ];
        let options = ReadOptions {
            images: vec![NamedSize {
                path: "images/a.png".into(),
                width,
                height,
            }],
            ..ReadOptions::default()
        };
        let read = read(&files, None, &options).unwrap();
        let image = only_image(&read);
        assert_eq!((image.id.as_str(), read.format), ("a.png", Format::Yolo));
        let wanted: Vec<[i64; 4]> = serde_json::from_value(case["micros"].clone()).unwrap();
        let limit = [width, height, width, height].map(|v| i64::from(v) * 1_000_000);
        assert_eq!(image.boxes.len(), wanted.len());
        for (labelled, wanted) in image.boxes.iter().zip(wanted) {
            let clipped = [0, 1, 2, 3].map(|at| wanted[at].clamp(0, limit[at]));
            assert_eq!(labelled.corners.micros(), clipped);
            polygons += usize::from(labelled.shape.is_some());
            scores += usize::from(labelled.score.is_some());
        }
    }
    assert_eq!((polygons, scores), (26 * 6, 20 * 6));
}
