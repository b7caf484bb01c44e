//! Files of responses: rows, sizes from references, totals, and what is said when a file is wrong.

use groundscope_benchmarks::output::{
    BoxReader, BoxesReport, BoxesStatus, Declared, Family, OtherClass, RowsError, read_boxes, read_presences,
    read_rows,
};
use groundscope_benchmarks::{CoordinateSpace, Settings, boxes_file, grounding, read_references};
use serde_json::{Value, json};

const REFERENCES: &str = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[
    {"id":"oct/a.png","width":768,"height":496,"boxes":[]},{"id":"b.png","width":200,"height":100,"boxes":[]}]}"#;

fn file(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

fn row(image: &str, class: &str, response: &str) -> Value {
    json!({"image": image, "class": class, "response": response})
}

fn reader(family: Family) -> BoxReader {
    let declared = Declared::new(family, None, None, None).unwrap();
    BoxReader {
        declared,
        other_class: OtherClass::Keep,
    }
}

fn report(rows: &[Value], family: Family) -> Result<BoxesReport, RowsError> {
    let references = read_references(REFERENCES.as_bytes()).unwrap();
    read_boxes(
        &read_rows(file(rows).as_bytes())?,
        &reader(family),
        Some(&references),
    )
}

#[test]
fn rows_are_read_in_order_and_summed() {
    let rows = [
        row(
            "a.png",
            "IRF",
            "[{\"bbox_2d\": [0, 0, 500, 1003]}, {\"bbox_2d\": [1, 2, 3]}]",
        ),
        row("a.png", "srf", "No subretinal fluid is visible."),
        row(
            "b.png",
            "IRF",
            "[{\"bbox_2d\": [100, 100, 200, 200], \"label\": \"drusen\"}, {\"bbox_2d\": [1",
        ),
        row("b.png", "srf", "I cannot assist with that."),
        row("b.png", "erm", ""),
    ];
    let report = report(&rows, Family::Qwen3).unwrap();
    let statuses: Vec<BoxesStatus> = report.rows.iter().map(|row| row.read.status).collect();
    use BoxesStatus::{Empty, Refused, Salvaged, Unreadable};
    assert_eq!(statuses, [Salvaged, Empty, Salvaged, Refused, Unreadable]);
    assert_eq!(
        report.rows[0].read.boxes[0].pixels.unwrap().to_f64(),
        [0.0, 0.0, 384.0, 496.0]
    );
    assert_eq!(
        report.rows[2].read.boxes[0].pixels.unwrap().to_f64(),
        [20.0, 10.0, 40.0, 20.0]
    );
    let totals = &report.totals;
    assert_eq!((totals.boxes, totals.truncated, totals.other_class), (2, 1, 1));
    assert_eq!((totals.tally.clipped, totals.tally.wrong_arity), (1, 1));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        json["totals"]["responses"],
        json!({"empty": 1, "salvaged": 2, "refused": 1, "unreadable": 1})
    );
    assert_eq!(json["rows"][0]["status"], "salvaged");
    assert_eq!(json["rows"][0]["class"], "irf");
    assert_eq!(json["settings"]["space"], "norm1000");
    assert_eq!(
        report.to_text(),
        "line 1: a.png, irf: 1 box salvaged, 1 dropped, not four numbers, 1 clipped to the image\n\
         \x20 0, 0, 500, 1000, pixels 0, 0, 384, 496, bytes 13..30\n\
         line 2: a.png, srf: says that there is nothing\n\
         line 3: b.png, irf: 1 box salvaged, output cut off, 1 labelled with another class\n\
         \x20 100, 100, 200, 200, pixels 20, 10, 40, 20, bytes 13..33, drusen (another class)\n\
         line 4: b.png, srf: refuses to answer\n\
         line 5: b.png, erm: gives no usable box and does not say that there is none\n\
         \n\
         5 responses, read as qwen3-vl norm1000 xyxy\n\
         \x20 read         0\n\
         \x20 empty        1\n\
         \x20 salvaged     2\n\
         \x20 refused      1\n\
         \x20 unreadable   1\n\
         2 boxes, 1 dropped, not four numbers, 1 clipped to the image, 1 labelled with another class, \
         1 response cut off\n"
    );
}

#[test]
fn the_resized_size_comes_from_the_run_or_the_row() {
    let mut answer = row("b.png", "irf", "[{\"bbox_2d\": [40, 20, 80, 40]}]");
    assert_eq!(
        report(&[answer.clone()], Family::Qwen25),
        Err(RowsError::NoResizedSize { line: 1 })
    );
    answer["resized"] = json!([400, 200]);
    let report = report(&[answer], Family::Qwen25).unwrap();
    let pixels = report.rows[0].read.boxes[0].pixels.unwrap();
    assert_eq!(pixels.to_f64(), [20.0, 10.0, 40.0, 20.0]);
    let predictions = report
        .predictions(&read_references(REFERENCES.as_bytes()).unwrap())
        .unwrap();
    assert_eq!(predictions.space, CoordinateSpace::Pixel);
    assert_eq!(predictions.images[0].boxes[0].corners, pixels);
}

#[test]
fn boxes_become_predictions_that_are_scored() {
    let references = REFERENCES.replace(
        "\"boxes\":[]},",
        "\"boxes\":[{\"class\":\"irf\",\"box\":[0,0,384,248]}]},",
    );
    let references = read_references(references.as_bytes()).unwrap();
    let rows = [
        row("b.png", "irf", "[{\"bbox_2d\": [0, 0, 10, 10]}]"),
        row(
            "a.png",
            "irf",
            "[{\"bbox_2d\": [0, 0, 500, 500], \"label\": \"dark area\"}, {\"bbox_2d\": [1]}]",
        ),
        row("a.png", "srf", "I cannot assist with that."),
    ];
    let rows = read_rows(file(&rows).as_bytes()).unwrap();
    let read = read_boxes(&rows, &reader(Family::Qwen3), Some(&references)).unwrap();
    let predictions = read.predictions(&references).unwrap();
    assert_eq!(predictions.space, CoordinateSpace::Norm1000);
    assert_eq!(
        (
            predictions.tally.wrong_arity,
            predictions.asked.as_ref().unwrap().len()
        ),
        (1, 3)
    );
    let ids: Vec<&str> = predictions.images.iter().map(|image| image.id.as_str()).collect();
    assert_eq!(ids, ["oct/a.png", "b.png"]);
    let report = grounding::score(&references, &predictions, &Settings::default()).unwrap();
    let irf = report.class("irf").unwrap();
    assert_eq!((irf.tp, irf.fp, irf.mean_agg_iou), (1, 1, 1.0));
    let written = boxes_file::write(&predictions).unwrap();
    assert_eq!(
        boxes_file::parse(written.as_bytes()).unwrap().images,
        predictions.images
    );
    // The same image under two names is the same question.
    let twice = [row("a.png", "irf", ""), row("oct/a.png", "irf", "")];
    let twice = read_rows(file(&twice).as_bytes()).unwrap();
    let twice = read_boxes(&twice, &reader(Family::Qwen3), None).unwrap();
    assert_eq!(
        twice.predictions(&references),
        Err(RowsError::Repeated { line: 2, first: 1 })
    );
}

#[test]
fn yes_and_no_are_summed() {
    let rows = [
        row("a", "irf", "Yes"),
        row("b", "irf", "Answer: **No**"),
        row("c", "irf", "Hm."),
    ];
    let report = read_presences(&read_rows(file(&rows).as_bytes()).unwrap());
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["totals"], json!({"yes": 1, "no": 1, "neither": 1}));
    assert_eq!(json["rows"][1]["bytes"], json!([10, 12]));
    assert!(report.to_text().starts_with(
        "line 1: a, irf: yes, bytes 0..3\nline 2: b, irf: no, bytes 10..12\nline 3: c, irf: says neither yes nor no\n"
    ));
}

#[test]
fn wrong_files_are_named_by_their_line() {
    let good = row("a.png", "irf", "").to_string();
    let cases = [
        (
            String::new(),
            "the file has no rows; write one object with image, class and response a line",
        ),
        (
            format!("{good}\n\n[]\n"),
            "line 3 is not an object; write one with image, class and response",
        ),
        (
            format!("{good}\n{{\"image\": 1}}\n"),
            "line 2: class is missing; add it",
        ),
        (
            format!("{good}\n{good}\n"),
            "line 2 answers the question of line 1 again; keep one of them",
        ),
        (
            good.replace("irf\"", "irf\",\"resized\":[1]"),
            "line 1: resized must be a size [width, height] in pixels; correct it",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(read_rows(text.as_bytes()).unwrap_err().to_string(), message);
    }
    let broken = read_rows(format!("{good}\n{{\"image\"\n").as_bytes())
        .unwrap_err()
        .to_string();
    assert!(
        broken.starts_with("line 2, column ") && broken.contains("is not valid JSON"),
        "{broken}"
    );
    let unknown = report(&[row("z.png", "irf", "")], Family::Qwen3)
        .unwrap_err()
        .to_string();
    assert!(
        unknown.starts_with("line 1: ") && unknown.ends_with("z.png"),
        "{unknown}"
    );
}
