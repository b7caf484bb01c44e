//! Large images with many shapes take no time that goes by the size of the image for each shape.

mod format_files;

use std::time::{Duration, Instant};

use format_files::try_read;
use groundscope_benchmarks::formats::{Format, NamedBytes, ReadOptions, WriteOptions, read, write};

/// What unoptimised code on a busy machine stays far below, and a mask of the whole image for each shape far above.
const LONG: Duration = Duration::from_secs(60);

#[test]
fn thousands_of_shapes_on_the_largest_image() {
    let annotation = |i: u64| {
        let (x, y) = (i % 50 * 160, i / 50 * 200);
        let square = |x: u64| format!("[{x},{y},{0},{y},{0},{1},{x},{1}]", x + 40, y + 90);
        format!(
            r#"{{"id":{i},"image_id":1,"category_id":1,"bbox":[{x},{y},100,90],"segmentation":[{},{}]}}"#,
            square(x),
            square(x + 60)
        )
    };
    let annotations: Vec<String> = (0..2000).map(annotation).collect();
    let coco = format!(
        r#"{{"images":[{{"id":1,"file_name":"a.png","width":8000,"height":8000}}],"categories":[{{"id":1,"name":"irf"}}],"annotations":[{}]}}"#,
        annotations.join(",")
    );
    let given = try_read(&[("x.json", &coco)]).unwrap().annotations;
    for format in [Format::YoloPolygons, Format::Masks] {
        let started = Instant::now();
        let written = write(&given, format, &WriteOptions::default()).unwrap();
        println!("{format} written in {:?}", started.elapsed());
        let back = read(&written.files, None, &ReadOptions::default())
            .unwrap()
            .annotations;
        println!("{format} written and read in {:?}", started.elapsed());
        assert!(started.elapsed() < LONG, "{format}: {:?}", started.elapsed());
        let boxes = back.images[0].boxes.iter().map(|labelled| labelled.corners);
        let mut found: Vec<_> = boxes.map(|corners| corners.micros()).collect();
        let boxes = given.images[0]
            .boxes
            .iter()
            .map(|labelled| labelled.corners.micros());
        let mut wanted: Vec<_> = boxes.collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{format}");
    }
}

#[test]
fn ten_thousand_components_and_one_as_long_as_its_picture() {
    let picture = |width: u32, height: u32, inside: fn(usize, usize) -> bool| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        let values: Vec<u8> = (0..height as usize)
            .flat_map(|y| (0..width as usize).map(move |x| u8::from(inside(x, y))))
            .collect();
        encoder.write_header().unwrap().write_image_data(&values).unwrap();
        bytes
    };
    let squares = picture(4000, 4000, |x, y| x % 40 < 10 && y % 40 < 10);
    let long = picture(1_000_000, 3, |_, y| y == 1);
    for (bytes, boxes) in [(squares, 10_000), (long, 1)] {
        let started = Instant::now();
        let path = "a_irf.png".to_owned();
        let found = read(&[NamedBytes { path, bytes }], None, &ReadOptions::default()).unwrap();
        println!("{boxes} read in {:?}", started.elapsed());
        assert_eq!(found.annotations.images[0].boxes.len(), boxes);
        assert!(started.elapsed() < LONG, "{:?}", started.elapsed());
    }
}
