//! COCO and mask pictures as people's tools write them, and what is said of files that are no annotations.

mod format_files;

use format_files::{boxes, file, files, ids, problem, sized, try_read};
use groundscope_benchmarks::formats::{Format, Note, ReadOptions, Shape, class_map, read};
use groundscope_benchmarks::{Annotations, FileError, PixelImage};
use groundscope_geometry::BoxRule;

#[test]
fn coco_as_many_tools_write_it() {
    let odd = "\u{feff}{\"images\":[{\"id\":\"0\",\"file_name\":\"a.png\"},{\"id\":1,\"width\":10,\"height\":10}],\r\n
      \"categories\":[{\"id\":0,\"name\":\"SRF\"},{\"id\":\"c\",\"name\":\"naïve\"}],\"annotations\":[
      {\"id\":1,\"image_id\":0,\"category_id\":0,\"bbox\":[1,1,2,2],\"segmentation\":[]},
      {\"id\":1,\"image_id\":0,\"category_id\":0,\"bbox\":[1,1,2,2]},
      {\"image_id\":0,\"category_id\":\"c\",\"segmentation\":[[1,2,3,2,3,4.1234567]]},
      {\"image_id\":1,\"category_id\":0,\"segmentation\":[0,0,4,0,4,4]},
      {\"image_id\":1,\"category_id\":0,\"bbox\":[-1,-1,3,3],\"segmentation\":{\"size\":[10,10],\"counts\":[5]}},
      {\"image_id\":1,\"category_id\":0,\"segmentation\":[[1,1,2]]},
      {\"image_id\":1,\"category_id\":0,\"bbox\":[0,0,1,1],\"iscrowd\":1}]}";
    assert!(problem(&[("c.json", odd)]).ends_with("or give the image files or a list of sizes: a.png"));
    let found = read(&[file("c.json", odd)], None, &sized(&[("a.png", 20, 30)])).unwrap();
    assert_eq!(
        (found.format, found.annotations.images[0].height),
        (Format::Coco, 30)
    );
    let corners: Vec<[f64; 4]> = boxes(&found, 1).into_iter().map(|b| b.1).collect();
    assert_eq!(corners, [[0.0, 0.0, 4.0, 4.0], [0.0, 0.0, 2.0, 2.0]]);
    assert_eq!(
        boxes(&found, 0)[2],
        ("naïve".to_owned(), [1.0, 2.0, 3.0, 4.123457], None)
    );
    let tally = found.annotations.tally;
    assert_eq!((tally.wrong_arity, tally.crowd, tally.clipped), (1, 1, 1));
    for (note, count) in [
        (Note::ByteOrderMark, 1),
        (Note::RepeatedId, 1),
        (Note::DuplicateBox, 1),
        (Note::SizeFromElsewhere, 1),
        (Note::BoxFromShape, 2),
        (Note::ShapeDropped, 2),
        (Note::ShapeRounded, 1),
    ] {
        assert_eq!(found.notes.count(note), count, "{note:?}");
    }
    assert!(found.notes.lines().all(|line| line.contains("(first: ")));
}

#[test]
fn coco_results_with_masks() {
    let references = r#"{"images":[{"id":5,"file_name":"a.png","width":4,"height":3}],"categories":[{"id":2,"name":"irf"}],"annotations":[]}"#;
    let references = try_read(&[("r.json", references)]).unwrap().annotations;
    let results =
        r#"[{"image_id":5,"category_id":2,"segmentation":{"size":[3,4],"counts":"156"},"score":0.5}]"#;
    let options = ReadOptions {
        references: Some(&references),
        ..ReadOptions::default()
    };
    let found = read(&files(&[("p.json", results)]), None, &options).unwrap();
    assert_eq!(
        boxes(&found, 0),
        [("irf".to_owned(), [0.0, 0.0, 2.0, 3.0], Some(0.5))]
    );
    assert!(matches!(
        found.annotations.images[0].boxes[0].shape,
        Some(Shape::Mask(_))
    ));
    assert_eq!(
        try_read(&[("p.json", results)]),
        Err(FileError::ResultsAsReferences)
    );
}

/// A grey PNG of one byte a pixel.
fn png(width: u32, height: u32, values: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(values).unwrap();
    bytes
}

#[test]
fn label_pictures_need_a_map_and_tell_what_it_lacks() {
    let values = [0, 1, 1, 0, 7, 0, 9, 9, 0];
    let picture = file("masks/a.png", png(3, 3, &values));
    let rule = BoxRule {
        min_area: 2,
        join_distance: 1.0,
    };
    let one = |map: Option<&str>, beside: Option<&str>| {
        let options = ReadOptions {
            rule,
            class_map: map
                .map(|text| class_map(text.as_bytes()).unwrap())
                .unwrap_or_default(),
            ..ReadOptions::default()
        };
        let map_file = beside.map(|text| file("masks/classes.json", text));
        read(
            &[vec![picture.clone()], map_file.into_iter().collect()].concat(),
            None,
            &options,
        )
    };
    let found = one(Some(r#"{"1":"irf","7":"ped"}"#), None).unwrap();
    assert_eq!(boxes(&found, 0), [("irf".to_owned(), [1.0, 0.0, 3.0, 1.0], None)]);
    assert_eq!(
        (
            found.notes.count(Note::UnmappedValue),
            found.notes.count(Note::SmallComponents)
        ),
        (1, 1)
    );
    assert!(found.annotations.exhaustive_classes().len() >= 18);
    let found = one(None, Some(r#"{"1":"irf","7":null,"9":null}"#)).unwrap();
    assert_eq!(boxes(&found, 0).len(), 1);
    assert!(found.notes.is_empty());
    assert!(
        one(None, None)
            .unwrap_err()
            .to_string()
            .contains("the class of a mask picture cannot be told")
    );
    assert!(class_map(b"[1]").is_err() && class_map(br#"{"1": 2}"#).is_err());
}

#[test]
fn pictures_of_one_class_each() {
    let full = png(5, 5, &[255; 25]);
    let none = png(5, 5, &[0; 25]);
    let list = [
        file("irf/a.png", &full),
        file("irf/b.png", &none),
        file("masks/a_PED.png", &full),
    ];
    let found = read(&list, None, &ReadOptions::default()).unwrap();
    assert_eq!(ids(&found), ["a.png", "b.png"]);
    let classes: Vec<String> = boxes(&found, 0).into_iter().map(|b| b.0).collect();
    assert_eq!(
        (classes, boxes(&found, 1).len()),
        (vec!["irf".to_owned(), "ped".to_owned()], 0)
    );
    let other = [file("irf/a.png", &full), file("ped/a.png", png(5, 4, &[1; 20]))];
    assert_eq!(
        read(&other, None, &ReadOptions::default()).unwrap_err(),
        FileError::SizesDiffer {
            id: "a.png".into(),
            one: "5x5".into(),
            other: "5x4".into()
        }
    );
    let scans = Annotations::in_pixels([PixelImage {
        id: "a.jpg".into(),
        width: 10,
        height: 10,
        boxes: Vec::new(),
    }])
    .unwrap();
    let options = ReadOptions {
        references: Some(&scans),
        ..ReadOptions::default()
    };
    let error = read(&list[..1], None, &options).unwrap_err().to_string();
    assert_eq!(
        error,
        "an image has two sizes, 10x10 and 5x5 (mask); give the size of the original image: a.jpg"
    );
}

#[test]
fn what_is_no_annotation_file_is_said() {
    let one =
        |path: &str, bytes: &[u8]| read(&[file(path, bytes)], None, &ReadOptions::default()).unwrap_err();
    assert_eq!(one("a.json", b""), FileError::Empty);
    let picture = png(2, 2, &[0; 4]);
    assert!(matches!(
        one("a.json", &picture),
        FileError::WrongKind {
            found: "a PNG picture"
        }
    ));
    assert!(matches!(
        one("a.json", b"PK\x03\x04rest"),
        FileError::WrongKind { .. }
    ));
    assert!(matches!(one("a.json", b"hello"), FileError::Json { line: 1, .. }));
    assert!(matches!(one("a.csv", b"hello"), FileError::NoColumn { .. }));
    assert!(matches!(one("a.json", b"{}"), FileError::UnknownKind));
    assert!(matches!(
        one("a.json", "[".repeat(100_000).as_bytes()),
        FileError::Json { .. }
    ));
    assert_eq!(problem(&[]), FileError::NoFormat.to_string());
    assert!(
        problem(&[("a.json", "{}"), ("b.json", "{}")])
            .contains("there are several; give one of them: b.json")
    );
    assert!(
        "parquet"
            .parse::<Format>()
            .unwrap_err()
            .to_string()
            .ends_with("parquet")
    );
    assert!(
        Format::ALL
            .iter()
            .all(|format| format.id().parse() == Ok(*format))
    );
}

#[test]
fn accents_apart_or_composed_are_one_name() {
    let table = "image,width,height,class,x1,y1,x2,y2\nPru\u{308}fling.png,9,9,nai\u{308}ve,1,1,2,2\n";
    let found = try_read(&[("x.csv", table)]).unwrap();
    assert_eq!(boxes(&found, 0)[0].0, "na\u{ef}ve");
    assert_eq!(found.annotations.find_image("Pr\u{fc}fling.tif"), Ok(0));
}
