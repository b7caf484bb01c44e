//! What a format cannot hold is listed, and names come back as they were.

mod format_files;

use format_files::{boxes, ids, problem, try_read};
use groundscope_benchmarks::formats::{
    Format, LossKind, Note, ReadOptions, Shape, WriteOptions, Written, read, write,
};
use groundscope_benchmarks::{Annotations, ClassLabel, ImageBoxes, LabelledBox};
use groundscope_geometry::{Decimal, DecimalBox};

/// Boxes in millionths of a pixel on an image of 200 x 100.
fn image(id: &str, class: &str, corners: &[[i64; 4]]) -> ImageBoxes {
    let boxes = corners.iter().map(|micros| LabelledBox {
        label: ClassLabel::from_name(class),
        corners: DecimalBox::from_micros(*micros).unwrap(),
        score: None,
        shape: None,
        index: 0,
    });
    ImageBoxes {
        id: id.to_owned(),
        width: 200,
        height: 100,
        boxes: boxes.collect(),
    }
}

fn of(images: Vec<ImageBoxes>) -> Annotations {
    let mut annotations = Annotations::in_pixels([]).unwrap();
    annotations.images = images;
    annotations
}

fn whole(corners: [i64; 4]) -> [i64; 4] {
    corners.map(|v| v * Decimal::ONE)
}

fn lost(written: &Written, kind: LossKind) -> u64 {
    written
        .losses
        .iter()
        .find(|loss| loss.kind == kind)
        .map_or(0, |loss| loss.count)
}

#[test]
fn boxes_that_do_not_come_back_from_masks_are_listed() {
    let apart = whole([0, 0, 20, 20]);
    let near = [whole([60, 0, 80, 20]), whole([85, 0, 99, 20])];
    let small = whole([150, 60, 154, 64]);
    let odd = [60_500_001, 60_000_000, 80_000_000, 90_000_000];
    let given = of(vec![image(
        "a.png",
        "irf",
        &[apart, near[0], near[1], small, odd],
    )]);
    let written = write(&given, Format::Masks, &WriteOptions::default()).unwrap();
    let back = read(&written.files, None, &ReadOptions::default()).unwrap();
    assert_eq!(back.annotations.images[0].boxes.len(), 3);
    assert_eq!(lost(&written, LossKind::BoxesMerged), 2);
    assert_eq!(lost(&written, LossKind::BoxesToPixels), 1);
    // Nothing is said where all come back.
    let good = of(vec![image("a.png", "irf", &[apart, near[0]])]);
    let written = write(&good, Format::Masks, &WriteOptions::default()).unwrap();
    assert_eq!(
        lost(&written, LossKind::BoxesMerged) + lost(&written, LossKind::BoxesToPixels),
        0
    );
    // A box of another class across the middle.
    let mut cut = image("a.png", "irf", &[whole([0, 40, 200, 60])]);
    cut.boxes
        .extend(image("", "srf", &[whole([80, 0, 120, 100])]).boxes);
    let written = write(&of(vec![cut]), Format::Masks, &WriteOptions::default()).unwrap();
    assert_eq!(
        (
            lost(&written, LossKind::BoxesSplit),
            lost(&written, LossKind::BoxesMerged)
        ),
        (1, 0)
    );
    assert_eq!(lost(&written, LossKind::BoxesCut), 0);
    // One over the edge of another, one inside another, one that hides another.
    for (above, cut) in [([0, 0, 60, 45], 1), ([20, 44, 30, 50], 0), ([0, 30, 200, 70], 1)] {
        let mut both = image("a.png", "irf", &[whole([0, 40, 50, 60])]);
        both.boxes.extend(image("", "srf", &[whole(above)]).boxes);
        let written = write(&of(vec![both]), Format::Masks, &WriteOptions::default()).unwrap();
        assert_eq!(lost(&written, LossKind::BoxesCut), cut, "{above:?}");
    }
}

const ODD_NAMES: [&str; 8] = [
    " led by a space.png",
    "ended by one.png ",
    "\u{a0}by hard ones\u{a0}.png\u{a0}",
    ".hidden.png",
    "folder/.cache/b.png",
    "line\nbreak\r\nand\ttab.png",
    "quote \" comma, <x> & ;.png",
    "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/deep.png",
];

#[test]
fn odd_names_come_back_as_they_were() {
    let corners = [whole([10, 10, 60, 60])];
    let mut names = ODD_NAMES;
    names.sort_unstable();
    let given = of(names.iter().map(|id| image(id, "irf", &corners)).collect());
    for format in Format::ALL {
        let written = write(&given, format, &WriteOptions::default()).unwrap();
        let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
        assert!(
            !written
                .files
                .iter()
                .any(|file| hidden(&file.path) || file.path.split('/').count() > 15)
        );
        assert_eq!(lost(&written, LossKind::CharactersReplaced), 0);
        let back = read(&written.files, None, &ReadOptions::default()).unwrap();
        let mut found = ids(&back);
        found.sort_unstable();
        assert_eq!(found, names, "{format}");
        assert!(
            back.annotations.images.iter().all(|image| image.boxes.len() == 1),
            "{format}"
        );
    }
}

#[test]
fn characters_that_xml_lacks_are_replaced_and_listed() {
    let given = of(vec![image(
        "a\u{1}b\u{85}.png",
        "odd \u{2} class",
        &[whole([1, 1, 30, 30])],
    )]);
    let written = write(&given, Format::Voc, &WriteOptions::default()).unwrap();
    assert_eq!(lost(&written, LossKind::CharactersReplaced), 2);
    let back = read(&written.files, None, &ReadOptions::default()).unwrap();
    assert_eq!(
        (ids(&back)[0], boxes(&back, 0)[0].0.as_str()),
        ("a\u{fffd}b\u{85}.png", "odd \u{fffd} class")
    );
    // Indents around a name are layout.
    let laid_out = "<annotation><filename>\n   a b.png\n  </filename><size><width> 9 </width><height>9</height></size></annotation>";
    assert_eq!(ids(&try_read(&[("x.xml", laid_out)]).unwrap()), ["a b.png"]);
}

#[test]
fn spaces_in_a_table_belong_to_a_name_in_quotes_alone() {
    let table = "image,width,height\n a.png ,9,9\n\n\" b.png\",9,9\n";
    assert_eq!(ids(&try_read(&[("x.csv", table)]).unwrap()), ["a.png", " b.png"]);
}

#[test]
fn scores_that_are_no_numbers_are_told_in_every_format() {
    let table = "image,width,height,class,x1,y1,x2,y2,score\na,9,9,irf,1,1,2,2,high\na,9,9,irf,1,1,3,3,90%\na,9,9,irf,1,1,4,4,0.5\na,9,9,irf,1,1,5,5,\n";
    let found = try_read(&[("x.csv", table)]).unwrap();
    let lines: Vec<_> = found.notes.lines().collect();
    assert_eq!(
        lines,
        ["scores are no numbers and are left out: 2 (first: line 2: high)"]
    );
    assert_eq!(boxes(&found, 0)[2].2, Some(0.5));
    assert_eq!(
        problem(&[(
            "x.csv",
            "image;width;height;class;x1;y1;x2;y2;score\na;9;9;irf;1;1;2;2;0,9\n"
        )]),
        "line 2 has a number with a decimal comma; write it with a point: 0,9"
    );
    let coco = r#"{"images":[{"id":1,"width":9,"height":9}],"categories":[{"id":1,"name":"irf"}],"annotations":[
        {"id":1,"image_id":1,"category_id":1,"bbox":[1,1,2,2],"score":NaN},
        {"id":2,"image_id":1,"category_id":1,"bbox":[1,1,3,3],"score":"0.9"},
        {"id":3,"image_id":1,"category_id":1,"bbox":[1,1,4,4],"score":null}]}"#;
    let found = try_read(&[("x.json", coco)]).unwrap();
    let lines: Vec<_> = found.notes.lines().collect();
    assert_eq!(
        lines,
        ["scores are no numbers and are left out: 2 (first: annotations[0].score)"]
    );
    let own = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[{"id":"a","width":9,"height":9,
        "boxes":[{"class":"irf","box":[1,1,2,2],"score":"x"}]}]}"#;
    assert_eq!(
        try_read(&[("x.json", own)])
            .unwrap()
            .notes
            .count(Note::ScoreLeftOut),
        1
    );
    let voc = "<annotation><size><width>9</width><height>9</height></size><object><name>irf</name><score>x</score><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>";
    assert_eq!(
        try_read(&[("x.xml", voc)])
            .unwrap()
            .notes
            .count(Note::ScoreLeftOut),
        1
    );
}

#[test]
fn errors_tell_the_format_that_was_read() {
    let hint = |path: &str, text: &str| try_read(&[(path, text)]).unwrap_err().format_hint();
    let starts =
        |path: &str, text: &str, start: &str| hint(path, text).is_some_and(|hint| hint.contains(start));
    assert!(starts("a.csv", "image,class\n", "table whose first line"));
    assert!(starts(
        "a.csv",
        "image,width,height\na,1\n",
        "table whose first line"
    ));
    assert!(starts("a.xml", "<annotation><size>", "Pascal VOC"));
    let nameless = "<annotation><size><width>9</width><height>9</height></size><object/></annotation>";
    assert!(starts("a.xml", nameless, "Pascal VOC"));
    assert!(starts("a.txt", "irf 1 2 3 4", "YOLO"));
    assert_eq!(hint("a.json", "{"), None);
    let broken = try_read(&[("a.json", "{\"format\":\"groundscope-boxes/1\",\n\"space\":}")]).unwrap_err();
    assert!(
        broken
            .to_string()
            .starts_with("line 2, column 9 is not valid JSON"),
        "{broken}"
    );
}

#[test]
fn shapes_too_large_to_draw_keep_their_parts() {
    // Two triangles as high as the largest image.
    let ring = |x: i64| format!("[{x},0,{},0,{x},1000000000]", x + 9);
    let coco = format!(
        r#"{{"images":[{{"id":1,"width":1000000000,"height":1000000000}}],"categories":[{{"id":1,"name":"irf"}}],
        "annotations":[{{"id":1,"image_id":1,"category_id":1,"bbox":[0,0,29,1000000000],"segmentation":[{},{}]}}]}}"#,
        ring(0),
        ring(20)
    );
    let given = try_read(&[("x.json", &coco)]).unwrap().annotations;
    let shape = given.images[0].boxes[0].shape.as_ref().unwrap();
    assert!(shape.to_rows(1_000_000_000, 1_000_000_000).is_err());
    let written = write(&given, Format::YoloPolygons, &WriteOptions::default()).unwrap();
    let counts = [LossKind::ShapesTooLarge, LossKind::PartsJoined].map(|kind| lost(&written, kind));
    assert_eq!(counts, [1, 1]);
    let back = read(&written.files, None, &ReadOptions::default())
        .unwrap()
        .annotations;
    let Some(Shape::Polygons(rings)) = &back.images[0].boxes[0].shape else {
        panic!("a polygon");
    };
    assert_eq!(rings[0].points().len(), 8);
}

#[test]
fn an_empty_list_says_something_and_its_loss_is_told() {
    let text = r#"{"format": "groundscope-boxes/1", "space": "pixel", "exhaustive": [], "asked": [],
        "images": [{"id": "a.png", "width": 9, "height": 9, "boxes": []}]}"#;
    let given = groundscope_benchmarks::read_references(text.as_bytes()).unwrap();
    for format in Format::ALL {
        let written = write(&given, format, &WriteOptions::default()).unwrap();
        let told = [LossKind::ExhaustiveNone, LossKind::AskedNone].map(|kind| lost(&written, kind));
        let expected = u64::from(format != Format::Boxes);
        assert_eq!(told, [expected; 2], "{format}");
    }
}
