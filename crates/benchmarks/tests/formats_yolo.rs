//! YOLO label files that are not quite right: told with their file and line, never left out in silence.

mod format_files;

use format_files::{boxes, files, ids, sized, try_read};
use groundscope_benchmarks::FileError;
use groundscope_benchmarks::formats::{Format, Note, ReadFiles, ReadOptions, WriteOptions, read, write};

fn with_pictures(list: &[(&str, &str)], pictures: &[&str]) -> Result<ReadFiles, FileError> {
    let sizes: Vec<_> = pictures.iter().map(|path| (*path, 100, 100)).collect();
    read(&files(list), None, &sized(&sizes))
}

#[test]
fn a_first_line_that_is_wrong_is_told_as_any_other_is() {
    let good = "0 0.5 0.5 0.1 0.1\n";
    for (first, said) in [
        ("# exported by a tool", "line 1 must be a whole class number"),
        ("irf 0.5 0.5 0.1 0.1", "line 1 must be a whole class number"),
        ("0,0.5,0.5,0.1,0.1", "line 1 must be a whole class number"),
        ("0 0,5 0,5 0,1 0,1", "line 1 has a number with a decimal comma"),
    ] {
        for rest in ["", good] {
            let text = format!("{first}\n{rest}");
            let list = [
                ("classes.txt", "irf\n"),
                ("labels/a.txt", text.as_str()),
                ("labels/b.txt", good),
            ];
            for pictures in [&["images/a.png", "images/b.png"][..], &["images/b.png"]] {
                // Without a picture a comment alone is no label file.
                if pictures.len() == 1 && first.starts_with('#') && rest.is_empty() {
                    continue;
                }
                let error = with_pictures(&list, pictures).unwrap_err();
                assert!(
                    error.to_string().starts_with(&format!("labels/a.txt: {said}")),
                    "{error}"
                );
                assert!(error.format_hint().unwrap().contains("YOLO label files"));
            }
            let alone = try_read(&[("a.txt", &text)]).unwrap_err();
            assert!(alone.to_string().contains(said), "{alone}");
        }
    }
}

#[test]
fn texts_about_other_things_are_left_alone() {
    let readme = "How to read these files:\n\nclass x y width height\n0 0.5 0.5 0.1 0.1\n\nAll in parts of the image.\n";
    let list = [
        ("README.txt", readme),
        ("train.txt", "images/a.png\n"),
        ("classes.txt", "irf\n"),
        ("labels/a.txt", "0 0.5 0.5 0.1 0.1\n"),
    ];
    let found = with_pictures(&list, &["images/a.png"]).unwrap();
    assert_eq!(found.notes.count(Note::FileSkipped), 2);
    assert_eq!(boxes(&found, 0).len(), 1);
}

#[test]
fn the_labels_of_an_image_called_classes_are_no_names() {
    let list = [
        ("data.yaml", "names: [irf, srf]\n"),
        ("labels/classes.txt", "1 0.5 0.5 0.2 0.2\n0 0.5 0.5 0.1 0.1 0.5\n"),
    ];
    let found = with_pictures(&list, &["images/classes.png"]).unwrap();
    assert_eq!((ids(&found), boxes(&found, 0).len()), (vec!["classes.png"], 2));
    assert_eq!(boxes(&found, 0)[0].0, "srf");
    // Names that are numbers are names.
    let list = [("classes.txt", "1\n2\n"), ("labels/a.txt", "1 0.5 0.5 0.2 0.2")];
    let found = with_pictures(&list, &["a.png"]).unwrap();
    assert_eq!(boxes(&found, 0)[0].0, "2");
}

#[test]
fn scores_that_are_no_numbers_are_told() {
    let list = [
        ("classes.txt", "irf\n"),
        (
            "a.txt",
            "0 0.5 0.5 0.1 0.1 0.5\n0 0.5 0.5 0.2 0.2 high\n0 0.5 0.5 0.3 0.3 nan\n",
        ),
    ];
    let found = with_pictures(&list, &["a.png"]).unwrap();
    let scores: Vec<_> = boxes(&found, 0).into_iter().map(|(_, _, score)| score).collect();
    assert_eq!(scores, [Some(0.5), None, None]);
    let lines: Vec<_> = found.notes.lines().collect();
    assert_eq!(
        lines,
        ["scores are no numbers and are left out: 2 (first: a.txt, line 2)"]
    );
    let list = [("classes.txt", "irf\n"), ("a.txt", "0 0.5 0.5 0.1 0.1 0,5\n")];
    let error = with_pictures(&list, &["a.png"]).unwrap_err();
    assert!(error.to_string().contains("decimal comma"), "{error}");
}

#[test]
fn numbers_that_were_written_here_are_not_called_rounded() {
    let table = "image,width,height,class,x1,y1,x2,y2\na.png,997,8191,irf,0.1,0.2,33.333333,7000.000001\n";
    let given = try_read(&[("x.csv", table)]).unwrap().annotations;
    for format in [Format::Yolo, Format::YoloPolygons] {
        let written = write(&given, format, &WriteOptions::default()).unwrap();
        let back = read(&written.files, None, &ReadOptions::default())
            .unwrap()
            .annotations;
        assert_eq!(back.images[0].boxes[0].corners, given.images[0].boxes[0].corners);
        assert_eq!(back.tally.rounded, 0);
    }
    let seven = [("classes.txt", "irf\n"), ("a.txt", "0 0.1234567 0.5 0.2 0.2\n")];
    let sizes = sized(&[("a.png", 768, 496)]);
    let found = read(&files(&seven), None, &sizes).unwrap();
    assert_eq!(found.annotations.tally.rounded, 1);
}

#[test]
fn two_lists_of_classes_must_agree() {
    let with = |text: &str| {
        let list = [
            ("data.yaml", "names: [irf, srf]\n"),
            ("classes.txt", text),
            ("labels/a.txt", "0 0.5 0.5 0.1 0.1\n"),
        ];
        with_pictures(&list, &["images/a.png"])
    };
    assert_eq!(
        with("irf\nsrf\n").unwrap().annotations.images[0].boxes[0]
            .label
            .id(),
        "irf"
    );
    let error = with("srf\nirf\n").unwrap_err().to_string();
    assert!(
        error.contains("classes.txt and data.yaml list different"),
        "{error}"
    );
}

#[test]
fn a_line_ends_at_a_carriage_return_too() {
    for end in ["\n", "\r\n", "\r"] {
        let labels = format!("0 0.5 0.5 0.2 0.2{end}1 0.5 0.5 0.1 0.1{end}");
        let names = format!("irf{end}srf{end}");
        let list = [("classes.txt", names.as_str()), ("labels/a.txt", labels.as_str())];
        let read = with_pictures(&list, &["images/a.png"]).unwrap();
        let found: Vec<_> = read.annotations.images[0]
            .boxes
            .iter()
            .map(|b| b.label.id())
            .collect();
        assert_eq!(found, ["irf", "srf"], "{end:?}");
    }
}
