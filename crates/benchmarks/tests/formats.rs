//! Annotation files: every rule of the interchange format and of COCO, and what is said when a file breaks one.

use groundscope_benchmarks::{
    Annotations, BoxTally, ClassLabel, CoordinateSpace, FileError, PixelImage, boxes_file, coco,
    read_predictions, read_references,
};
use groundscope_geometry::PixelBox;

fn with_boxes(boxes: &str) -> Annotations {
    let text = format!(
        r#"{{"format":"groundscope-boxes/1","space":"pixel","images":[{{"id":"a","width":100,"height":50,"boxes":[{boxes}]}}]}}"#
    );
    boxes_file::parse(text.as_bytes()).unwrap()
}

fn problem(text: &str) -> String {
    read_references(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn bad_boxes_are_dropped_and_counted_and_indices_stay_as_given() {
    let read = with_boxes(
        r#"{"class":"irf","box":[NaN,0,1,1]}, {"class":"irf","box":["inf",0,1,1]}, {"class":"irf","box":[0,null,1,1]},
           {"class":"irf","box":[1,2,3]}, {"class":"irf","box":[1,2,3,4,5]}, {"class":"irf"}, {"class":"irf","box":null},
           {"class":"irf","box":{"x":1}}, {"class":"irf","box":[5,5,5,9]}, {"class":"irf","box":[9,9,5,5]},
           {"class":"irf","box":[200,0,300,9]}, {"class":"irf","box":[-5,10,1e999,20]},
           {"class":"irf","box":[0.12345678,1,2,3],"score":0.5}, {"class":"irf","box":[0,0,-Infinity,1]}"#,
    );
    assert_eq!(
        read.tally,
        BoxTally {
            wrong_arity: 5,
            not_finite: 4,
            no_area: 2,
            outside_image: 1,
            crowd: 0,
            clipped: 1,
            rounded: 1
        }
    );
    let boxes = &read.images[0].boxes;
    assert_eq!(boxes.iter().map(|b| b.index).collect::<Vec<_>>(), [11, 12]);
    assert_eq!(boxes[0].corners.to_f64(), [0.0, 10.0, 100.0, 20.0]);
    assert_eq!(boxes[1].corners.to_f64(), [0.123457, 1.0, 2.0, 3.0]);
    assert_eq!((boxes[0].score, boxes[1].score), (None, Some(0.5)));
}

#[test]
fn classes_are_read_by_id_name_and_synonym_or_kept() {
    let read = with_boxes(
        r#"{"class":"irf","box":[0,0,1,1]}, {"class":"Intraretinal Fluid","box":[0,0,1,1]},
           {"class":"cystoid macular oedema","box":[0,0,1,1]}, {"class":" Optic disc ","box":[0,0,1,1]}"#,
    );
    let ids: Vec<&str> = read.images[0].boxes.iter().map(|b| b.label.id()).collect();
    assert_eq!(ids, ["irf", "irf", "irf", "Optic disc"]);
}

#[test]
fn each_space_has_its_own_far_corner() {
    for (space, wanted, far) in [
        ("pixel", CoordinateSpace::Pixel, [64.0, 32.0]),
        ("norm1000", CoordinateSpace::Norm1000, [1000.0; 2]),
        ("unit", CoordinateSpace::Unit, [1.0; 2]),
    ] {
        let text = format!(
            r#"{{"format":"groundscope-boxes/1","space":"{space}","images":[{{"id":7,"width":64.0,"height":32,
               "boxes":[{{"class":"x","box":[0,0,1003,1003]}}]}}]}}"#
        );
        let read = boxes_file::parse(text.as_bytes()).unwrap();
        assert_eq!((read.space, read.tally.clipped), (wanted, 1));
        assert_eq!(read.images[0].id, "7");
        assert_eq!(
            read.images[0].boxes[0].corners.to_f64(),
            [0.0, 0.0, far[0], far[1]]
        );
    }
}

#[test]
fn a_byte_order_mark_is_no_matter_and_other_encodings_are_named() {
    let plain = r#"{"format":"groundscope-boxes/1","space":"unit","images":[]}"#;
    let marked = [b"\xef\xbb\xbf".as_slice(), plain.as_bytes()].concat();
    assert_eq!(boxes_file::parse(&marked), boxes_file::parse(plain.as_bytes()));
    let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [b"\xff\xfe".as_slice(), &wide].concat();
    assert_eq!(boxes_file::parse(&wide), boxes_file::parse(plain.as_bytes()));
    assert_eq!(read_references(b"\xff\xfe{\0}"), Err(FileError::Utf16));
    assert_eq!(
        read_references(b"{\"caf\xe9\":1}"),
        Err(FileError::NotUtf8 { at: 5 })
    );
}

#[test]
fn errors_name_the_field_and_what_to_do() {
    let image = |fields: &str| {
        problem(&format!(
            r#"{{"format":"groundscope-boxes/1","space":"pixel","images":[{fields}]}}"#
        ))
    };
    assert_eq!(
        image(r#"{"width":1,"height":1,"boxes":[]}"#),
        "images[0].id is missing; add it"
    );
    assert_eq!(
        image(r#"{"id":"a","width":0,"height":1,"boxes":[]}"#),
        "images[0].width must be the size of the original image in pixels, 1 to 1000000000; correct it"
    );
    assert_eq!(
        image(r#"{"id":"a","width":1,"height":1,"boxes":[{"box":[0,0,1,1]}]}"#),
        "images[0].boxes[0].class is missing; add it"
    );
    assert_eq!(
        image(r#"{"id":"a","width":1,"height":1,"boxes":[]},{"id":"a","width":1,"height":1,"boxes":[]}"#),
        "images[1] names an image that the file has already; give each image once: a"
    );
    assert_eq!(
        problem(r#"{"format":"groundscope-boxes/1","space":"mm","images":[]}"#),
        "space must be \"pixel\", \"norm1000\" or \"unit\"; declare the one the boxes are in, instead of: mm"
    );
    assert_eq!(
        problem(r#"{"format":"groundscope-boxes/2","space":"pixel","images":[]}"#),
        "format is not \"groundscope-boxes/1\"; convert the file or use a version that reads: groundscope-boxes/2"
    );
    assert!(
        problem("{\"format\": \"groundscope-boxes/1\",\n  \"space\"")
            .starts_with("line 2, column 9 is not valid JSON")
    );
    assert_eq!(
        problem(""),
        "the file is empty; check that it was saved or copied whole"
    );
    assert!(problem(r#"{"hello": 1}"#).starts_with("the file is neither groundscope-boxes/1 nor COCO"));
    assert!(problem("3").starts_with("the file is neither"));
    assert!(problem("[]").starts_with("the file is a list of detections, not references"));
    assert_eq!(
        problem(r#"{"format":"groundscope-boxes/1","space":"pixel","images":[],"asked":[["a"]]}"#),
        "asked[0] must be a pair [image, class]; correct it"
    );
}

const COCO: &str = r#"{"images":[{"id":0,"file_name":"s/a.png","width":100,"height":50},{"id":7,"width":10,"height":10}],
    "categories":[{"id":0,"name":"SRF"},{"id":3,"name":"optic disc"}],
    "annotations":[{"id":0,"image_id":0,"category_id":0,"bbox":[10,5,20.5,10]},
      {"id":1,"image_id":0,"category_id":3,"bbox":[30,5,-20,10],"iscrowd":0},
      {"id":2,"image_id":7,"category_id":0,"bbox":[0,0,5,5],"iscrowd":1},
      {"id":3,"image_id":7,"category_id":3,"bbox":[5,5,20,1]}]}"#;

#[test]
fn coco_references_may_use_zero_as_an_id_and_leave_iscrowd_out() {
    let read = read_references(COCO.as_bytes()).unwrap();
    assert_eq!(read, coco::parse(COCO.as_bytes()).unwrap());
    assert_eq!(
        (read.images[0].id.as_str(), read.images[1].id.as_str()),
        ("s/a.png", "7")
    );
    assert_eq!(read.images[0].boxes[0].corners.to_f64(), [10.0, 5.0, 30.5, 15.0]);
    assert_eq!(read.images[0].boxes[0].label.id(), "srf");
    assert_eq!(read.images[1].boxes[0].index, 3);
    assert_eq!(read.images[1].boxes[0].corners.to_f64(), [5.0, 5.0, 10.0, 6.0]);
    assert_eq!(
        (read.tally.no_area, read.tally.crowd, read.tally.clipped),
        (1, 1, 1)
    );
    assert!(
        read.exhaustive_classes()
            .contains(&ClassLabel::from_name("optic disc"))
    );
}

#[test]
fn coco_results_need_the_coco_file_they_belong_to() {
    let references = read_references(COCO.as_bytes()).unwrap();
    let results = br#"[{"image_id":7,"category_id":3,"bbox":[1,1,2,2],"score":0.25},{"image_id":0,"category_id":0,"bbox":[0,0,1e400,1]}]"#;
    let read = read_predictions(results, &references).unwrap();
    assert_eq!(read.images[1].boxes[0].score, Some(0.25));
    assert_eq!(read.images[0].boxes[0].index, 1);
    assert_eq!(read.images[0].boxes[0].corners.to_f64(), [0.0, 0.0, 100.0, 1.0]);
    let plain = with_boxes("");
    assert_eq!(read_predictions(results, &plain), Err(FileError::ResultsNeedCoco));
    let stray = read_predictions(
        br#"[{"image_id":1,"category_id":3,"bbox":[1,1,2,2]}]"#,
        &references,
    );
    assert_eq!(
        stray.unwrap_err().to_string(),
        "[0].image_id names no image of the references; add the image or take the annotation out: 1"
    );
    let stray = read_predictions(
        br#"[{"image_id":0,"category_id":4,"bbox":[1,1,2,2]}]"#,
        &references,
    );
    assert!(matches!(stray, Err(FileError::UnknownCategory { .. })));
}

#[test]
fn what_is_written_reads_back() {
    let text = r#"{"format":"groundscope-boxes/1","space":"norm1000","exhaustive":["irf","zebra \"x\""],
        "asked":[["ä.png","irf"]],"images":[{"id":"ä.png","width":100,"height":50,"boxes":[
        {"class":"irf","box":[0.1,0.000001,999.999999,1000],"score":0.75},{"class":"zebra \"x\"","box":[1,2,3,4]}]},
        {"id":"b","width":9,"height":9,"boxes":[]}]}"#;
    let read = boxes_file::parse(text.as_bytes()).unwrap();
    let written = boxes_file::write(&read).unwrap();
    assert!(
        written.contains(r#""box":[0.1,0.000001,999.999999,1000]"#),
        "{written}"
    );
    assert_eq!(boxes_file::parse(written.as_bytes()).unwrap(), read);
}

#[test]
fn found_boxes_follow_the_rules_of_files() {
    let image = |boxes| PixelImage {
        id: "a".into(),
        width: 100,
        height: 50,
        boxes,
    };
    let irf = ClassLabel::from_name("irf");
    let made = Annotations::in_pixels([image(vec![
        (irf.clone(), PixelBox::new(f64::NAN, 0.0, 1.0, 1.0), None),
        (irf.clone(), PixelBox::new(0.1, 0.0, 1e300, 1.0), Some(0.5)),
        (irf, PixelBox::new(1e-7, 0.0, 5.0, 1.0), None),
    ])])
    .unwrap();
    assert_eq!(
        (made.tally.not_finite, made.tally.clipped, made.tally.rounded),
        (1, 1, 1)
    );
    assert_eq!(made.images[0].boxes[0].corners.to_f64(), [0.1, 0.0, 100.0, 1.0]);
    assert_eq!(made.images[0].boxes[0].index, 1);
    assert!(Annotations::in_pixels([image(vec![]), image(vec![])]).is_err());
}
