//! VOC, YOLO and tables as people's tools write them, the odd things they do, and what is said when they cannot be read.

mod format_files;

use format_files::{boxes, file, files, ids, problem, sized, try_read};
use groundscope_benchmarks::FileError;
use groundscope_benchmarks::formats::{Format, Note, ReadOptions, Shape, VocPixels, read};

const LABEL_IMG: &str = "<annotation verified=\"yes\">\r\n\t<folder>scans</folder>\r\n\t<filename>Prüfling &amp; 1.png</filename>\r\n\t<path>C:\\scans\\x.png</path>\r\n\t<source>\r\n\t\t<database>Unknown</database>\r\n\t</source>\r\n\t<size>\r\n\t\t<width>768</width>\r\n\t\t<height>496</height>\r\n\t\t<depth>1</depth>\r\n\t</size>\r\n\t<segmented>0</segmented>\r\n\t<object>\r\n\t\t<name>Intraretinal fluid</name>\r\n\t\t<pose>Unspecified</pose>\r\n\t\t<truncated>0</truncated>\r\n\t\t<difficult>0</difficult>\r\n\t\t<bndbox>\r\n\t\t\t<xmin>310</xmin>\r\n\t\t\t<ymin>180</ymin>\r\n\t\t\t<xmax>402</xmax>\r\n\t\t\t<ymax>251</ymax>\r\n\t\t</bndbox>\r\n\t</object>\r\n\t<object><name><![CDATA[cyst]]></name><part><name>head</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></part><polygon><x1>1</x1></polygon><bndbox><ymin>9.5</ymin><xmin>5</xmin><xmax>4</xmax><ymax>20</ymax></bndbox></object>\r\n</annotation>";

#[test]
fn voc_as_label_img_writes_it() {
    let one = try_read(&[("a.xml", LABEL_IMG)]).unwrap();
    assert_eq!((one.format, ids(&one)), (Format::Voc, vec!["Prüfling & 1.png"]));
    assert_eq!(
        boxes(&one, 0),
        [("irf".to_owned(), [310.0, 180.0, 402.0, 251.0], None)]
    );
    assert_eq!(one.annotations.tally.no_area, 1);
    assert_eq!(one.notes.count(Note::ShapeLeftOut), 1);
    let options = ReadOptions {
        voc_pixels: VocPixels::Inclusive1,
        ..ReadOptions::default()
    };
    let inclusive = read(&files(&[("a.xml", LABEL_IMG)]), None, &options).unwrap();
    assert_eq!(boxes(&inclusive, 0)[0].1, [309.0, 179.0, 402.0, 251.0]);
}

#[test]
fn voc_without_a_size_takes_it_from_the_picture() {
    let bare =
        "<?xml version=\"1.0\"?><annotation><size><width>0</width><height>0</height></size></annotation>";
    assert_eq!(
        problem(&[("a.xml", bare)]),
        "a.xml: the size of an image is not known; write its width and height, or give the image files or a list of sizes: a"
    );
    let found = read(
        &files(&[("Annotations/a.xml", bare)]),
        None,
        &sized(&[("JPEGImages/a.png", 8, 4)]),
    )
    .unwrap();
    assert_eq!(
        (
            found.annotations.images[0].width,
            found.annotations.images[0].height
        ),
        (8, 4)
    );
    assert_eq!(found.notes.count(Note::SizeFromElsewhere), 1);
}

#[test]
fn what_stands_twice_in_a_voc_file_is_refused() {
    let object = "<object><name>irf</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox></object>";
    let size = "<size><width>9</width><height>9</height></size>";
    let one = format!("<annotation><filename>a.png</filename>{size}{object}{object}</annotation>");
    let voc = |text: &str| try_read(&[("a.xml", text)]);
    assert_eq!(voc(&one).unwrap().annotations.images[0].boxes.len(), 2);
    for (twice, said) in [
        (one.repeat(2), "a second annotation"),
        (
            one.replace(size, &size.repeat(2)),
            "a second annotation.size.width",
        ),
        (
            one.replace("<name>irf</name>", "<name>irf</name><name>srf</name>"),
            "a second annotation.object.name",
        ),
        (
            one.replace("<filename>", "<filename>b.png</filename><filename>"),
            "a second annotation.filename",
        ),
    ] {
        let error = voc(&twice).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn broken_xml_is_named() {
    let inside = |text: &str| match try_read(&[("a.xml", text)]) {
        Err(FileError::InFile { source, .. }) => source.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(
        inside("<annotation><size>").contains("not valid XML near byte 18 (the file ends inside an element)")
    );
    assert!(inside("<annotations></annotations>").contains("its root is annotations, and not annotation"));
    assert!(inside(&"<annotation>".repeat(100_000)).contains("nested too deeply"));
    let bomb = "<!DOCTYPE a [<!ENTITY e \"eeee\">]><annotation><filename>&e;</filename></annotation>";
    assert!(inside(bomb).contains("the entity e is not known"));
    let nameless =
        "<annotation><size><width>9</width><height>9</height></size><object><bndbox/></object></annotation>";
    assert_eq!(inside(nameless), "annotation.object[0].name is missing; add it");
}

#[test]
fn yolo_as_ultralytics_lays_it_out() {
    let list = [
        (
            "data.yaml",
            "path: ../oct # root\ntrain: images/train\nval: images/val\nnames:\n  0: IRF\n  1: drusen\n",
        ),
        (
            "labels/train/a.txt",
            "0 0.5 0.5 0.25 0.5\r\n1 0.1 0.2 0.3 0.2 0.3 0.6 0.9\n",
        ),
        (
            "labels/val/a.txt",
            "1 0.5 0.5 0.1 0.1 0.75\n1 0.5 0.5 0.1 0.1 0.5\n0 0.5 nan 1 1\n0 1 2\n1 0.5 0.5 0 1\n",
        ),
        ("README.txt", "Exported by a tool\n"),
    ];
    let pictures = [
        ("images/train/a.png", 800, 400),
        ("images/val/a.png", 100, 100),
        ("images/val/b.png", 9, 9),
    ];
    let found = read(&files(&list), None, &sized(&pictures)).unwrap();
    assert_eq!(
        (found.format, ids(&found)),
        (Format::Yolo, vec!["train/a.png", "val/a.png", "val/b.png"])
    );
    assert_eq!(
        boxes(&found, 0),
        [
            ("irf".to_owned(), [300.0, 100.0, 500.0, 300.0], None),
            ("drusen".to_owned(), [80.0, 80.0, 240.0, 240.0], Some(0.9))
        ]
    );
    let Some(Shape::Polygons(rings)) = &found.annotations.images[0].boxes[1].shape else {
        panic!("a polygon");
    };
    assert_eq!(rings[0].to_f64(), [[80.0, 80.0], [240.0, 80.0], [240.0, 240.0]]);
    assert_eq!(
        boxes(&found, 1)[0],
        ("drusen".to_owned(), [45.0, 45.0, 55.0, 55.0], Some(0.75))
    );
    let tally = found.annotations.tally;
    assert_eq!((tally.not_finite, tally.wrong_arity, tally.no_area), (1, 1, 1));
    let counts =
        [Note::DuplicateBox, Note::NoLabelFile, Note::FileSkipped].map(|note| found.notes.count(note));
    assert_eq!(counts, [1, 1, 1]);
    assert_eq!(found.annotations.images[2].boxes, []);
}

#[test]
fn yolo_predictions_take_names_numbers_and_sizes_from_the_references() {
    let pictures = sized(&[("a.png", 100, 100)]);
    let references = read(
        &files(&[("classes.txt", "IRF\nSRF\n"), ("a.txt", "")]),
        None,
        &pictures,
    )
    .unwrap();
    assert_eq!(references.annotations.images[0].boxes, []);
    let options = ReadOptions {
        references: Some(&references.annotations),
        ..ReadOptions::default()
    };
    let found = read(
        &files(&[("labels/a.txt", "1 0.5 0.5 0.2 0.2 0.9")]),
        None,
        &options,
    )
    .unwrap();
    assert_eq!(
        boxes(&found, 0),
        [("srf".to_owned(), [40.0, 40.0, 60.0, 60.0], Some(0.9))]
    );
}

#[test]
fn yolo_says_what_it_lacks() {
    let label = ("labels/a.txt", "3 0.5 0.5 0.1 0.1");
    assert!(problem(&[label]).starts_with("labels/a.txt: the size of an image is not known"));
    let with = |list: &[(&str, &str)]| {
        read(&files(list), None, &sized(&[("a.png", 9, 9)]))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        with(&[label]),
        "labels/a.txt: class 3 has no name; give the class names in order, as classes.txt or as names in data.yaml (0 are given)"
    );
    assert_eq!(
        with(&[("a.txt", "0 1 1 1 1\nirf 0.5 0.5 0.1 0.1"), ("obj.names", "irf")]),
        "a.txt: line 2 must be a whole class number and the numbers of a box or polygon; correct it: irf 0.5 0.5 0.1 0.1"
    );
    assert!(
        with(&[("a.txt", "0 1 1 1 1"), ("data.yaml", "names: [a")])
            .starts_with("data.yaml: the class names are not")
    );
    assert!(with(&[("a.txt", "0 1 1 1 1"), ("x.json", "{}")]).contains("several formats (yolo and coco)"));
}

#[test]
fn tables_of_every_kind() {
    let kaggle = "filename,width,height,class,xmin,ymin,xmax,ymax\na.png,100,50,IRF,1,2,3,4\nb.png,9,9,,,,,\na.png,100,50,ped,5,6,7,8.1234567\n";
    let found = try_read(&[("x.csv", kaggle)]).unwrap();
    assert_eq!((found.format, ids(&found)), (Format::Csv, vec!["a.png", "b.png"]));
    assert_eq!(found.annotations.images[0].boxes[1].index, 2);
    assert_eq!(found.annotations.tally.rounded, 1);
    let german = "sep=;\n\"Image ID\";Label;x;y;w;h;Conf;image_width;image_height;space\n\"a; b.png\";irf;0.25;0.5;0.5;0.5;0.75;200;100;unit\n";
    let found = try_read(&[("x.txt", german)]).unwrap();
    assert_eq!(
        boxes(&found, 0),
        [("irf".to_owned(), [0.25, 0.5, 0.75, 1.0], Some(0.75))]
    );
    assert_eq!(
        (found.annotations.space.id(), ids(&found)),
        ("unit", vec!["a; b.png"])
    );
    // A table that begins like a BMP.
    let found = try_read(&[("x.csv", "BMI,image,width,height\n24,a.png,9,9\n")]).unwrap();
    assert_eq!(ids(&found), ["a.png"]);
    let wide: Vec<u8> = "image\tclass\tx1\ty1\tx2\ty2\twidth\theight\r\nä\tirf\t1\t1\t2\t2\t9\t9\r\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let found = read(
        &[file("x.tsv", [b"\xfe\xff".as_slice(), &wide].concat())],
        None,
        &ReadOptions::default(),
    )
    .unwrap();
    assert_eq!((ids(&found), found.notes.count(Note::Utf16)), (vec!["ä"], 1));
}

#[test]
fn tables_say_the_line() {
    let table = |rows: &str| problem(&[("x.csv", &format!("image;width;height;class;x1;y1;x2;y2\n{rows}"))]);
    assert_eq!(
        table("a;9;9;irf;1,5;2;3;4"),
        "line 2 has a number with a decimal comma; write it with a point: 1,5"
    );
    assert!(table("a;9;9;irf;1;2;3").starts_with("line 2 must be a row of as many cells"));
    assert!(table("a;9;9;irf;1;2;3;4;5").contains("decimal points and not commas"));
    assert!(table("a;0;9;irf;1;2;3;4").contains("the size of the original image"));
    assert!(table("a;;;irf;1;2;3;4").contains("the size of an image is not known"));
    assert!(table("a;9;9;;1;2;3;4").contains("the class of its box"));
    assert!(table(";9;9;irf;1;2;3;4").contains("the name of its image"));
    assert_eq!(
        table("a;9;9;irf;1;2;3;4\n\na;9;8;irf;1;2;3;4"),
        "an image has two sizes, 9x9 and 9x8; give the size of the original image: a"
    );
    assert!(
        problem(&[(
            "x.csv",
            "image,class,x1,y1,x2,y2,space,width,height\na,irf,0,0,1,1,mm,9,9"
        )])
        .starts_with("space must be")
    );
    let mixed = "image,class,x1,y1,x2,y2,space,width,height\na,irf,0,0,1,1,unit,9,9\na,irf,0,0,1,1,pixel,9,9";
    assert!(problem(&[("x.csv", mixed)]).contains("line 3 must be in the same space"));
    let dropped = try_read(&[(
        "x.csv",
        "image,width,height,class,x1,y1,x2,y2\na,9,9,irf,1,2,,4\na,9,9,irf,x,2,3,4",
    )])
    .unwrap();
    assert_eq!(
        (
            dropped.annotations.tally.wrong_arity,
            dropped.annotations.tally.not_finite
        ),
        (1, 1)
    );
}
