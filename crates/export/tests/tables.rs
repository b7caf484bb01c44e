//! CSV, COCO, JSON and the transcript: read back, they say the same.

mod common;

use common::{HOSTILE, answers, comparison, findings, region};
use groundscope_benchmarks::{Settings, coco, grounding};
use groundscope_export::{
    ExportError, Format, PictureOptions, Reading, ReportOptions, export, transcript_text,
};
use groundscope_model::Findings;
use groundscope_ontology::Class;
use groundscope_ontology::Language;

fn rows(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    table.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn a_table_has_a_row_a_region_and_one_for_each_absence() {
    let findings = findings();
    let comparison = comparison();
    let reading = Reading {
        comparison: Some(&comparison),
        ..Reading::new("a.png", &findings)
    };
    let text = groundscope_export::csv(&[reading, Reading::new("b.png", &findings)]).unwrap();
    let rows = rows(&text);
    // 18 classes, one of them with two regions, on two scans.
    assert_eq!(rows.len(), 2 * (Class::ALL.len() + 1));
    let of = |class: &str, region: &str| {
        rows.iter()
            .find(|row| row["class"] == class && row["region"] == region)
            .unwrap()
    };
    let irf = of("irf", "irf-1");
    let expected = [
        ("scan", "a.png"),
        ("name", "intraretinal fluid"),
        ("verdict", "present"),
        ("present", "true"),
        ("probability", "0.93"),
        ("x1", "10"),
        ("y1", "20"),
        ("x2", "60"),
        ("y2", "70"),
        ("score", "0.91"),
        ("area_px", "2500"),
        ("width_px", "50"),
        ("width_um", "575"),
        ("height_um", "193.5"),
        ("place", "in the left third, in the upper part of the scan"),
        ("outcome", ""),
        ("evidence", "F1 0.61 on real patients"),
        ("figure", "0.61"),
        ("model", "groundscope-oct-1"),
        ("scan_width", "400"),
        ("eye", "left"),
        ("b_scan_verdict", "doubtful"),
    ];
    for (column, value) in expected {
        assert_eq!(irf[column], value, "{column}");
    }
    assert_eq!(of("drusen", "drusen-1")["outcome"], "false");
    let (absent, silent) = (of("srf", ""), of("vmt", ""));
    assert_eq!(
        (
            absent["verdict"].as_str(),
            absent["present"].as_str(),
            absent["x1"].as_str()
        ),
        ("absent", "false", "")
    );
    assert_eq!(
        (
            silent["verdict"].as_str(),
            silent["present"].as_str(),
            silent["probability"].as_str()
        ),
        ("no_answer", "", "")
    );
}

#[test]
fn no_name_is_a_formula() {
    let mut findings = findings();
    for (name, cell) in [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("a=1", "a=1"),
    ] {
        findings.model = name.to_owned();
        let text = groundscope_export::csv(&[Reading::new(name, &findings)]).unwrap();
        let row = &rows(&text)[0];
        assert_eq!((row["scan"].as_str(), row["model"].as_str()), (cell, cell));
    }
    let text = groundscope_export::csv(&[Reading::new(HOSTILE, &findings)]).unwrap();
    assert_eq!(
        rows(&text)[0]["scan"],
        "'=a\"<script>alert('x')</script>&,\u{fffd}gnp\u{fffd}.png"
    );
}

#[test]
fn coco_reads_back_as_the_same_boxes() {
    let findings = findings();
    let readings = [Reading::new("a.png", &findings), Reading::new("b.png", &findings)];
    let text = groundscope_export::coco(&readings).unwrap();
    let back = coco::parse(text.as_bytes()).unwrap();
    let names: Vec<&str> = back.images.iter().map(|image| image.id.as_str()).collect();
    assert_eq!(names, ["a.png", "b.png"]);
    let boxes: Vec<_> = back.images[0]
        .boxes
        .iter()
        .map(|b| (b.label.id(), b.corners.to_f64(), b.score))
        .collect();
    assert_eq!(
        boxes,
        [
            ("drusen", [100.0, 80.0, 140.0, 95.0], Some(0.6)),
            ("irf", [10.0, 20.0, 60.0, 70.0], Some(0.91)),
            ("irf", [300.0, 40.0, 340.0, 60.0], Some(0.55)),
        ]
    );
    // The pixels, too: the hole stays one.
    let areas: Vec<u64> = back.images[0]
        .boxes
        .iter()
        .map(|b| b.shape.as_ref().unwrap().to_rows(400, 120).unwrap().area())
        .collect();
    assert_eq!(areas, [600, 2500, 600]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let categories = json["categories"].as_array().unwrap();
    let listed: Vec<_> = categories
        .iter()
        .map(|one| (one["id"].as_u64().unwrap(), one["name"].as_str().unwrap()))
        .collect();
    let expected: Vec<_> = (1..).zip(Class::ALL.iter().map(|class| class.id())).collect();
    assert_eq!(listed, expected);
    assert!(
        json["annotations"][0]["segmentation"].is_array()
            && json["annotations"][2]["segmentation"].is_object()
    );
    // Scored against itself it is perfect.
    let report = grounding::score(&back, &back, &Settings::default()).unwrap();
    assert_eq!(report.class("irf").unwrap().mean_agg_iou, 1.0);
    let twice = groundscope_export::coco(&[readings[0], readings[0]]).unwrap_err();
    assert!(matches!(twice, ExportError::Annotations(_)), "{twice}");
}

#[test]
fn json_reads_back_as_the_same_findings() {
    let (findings, answers, mut comparison) = (findings(), answers(), comparison());
    for reference in &mut comparison.references {
        reference.name = "intraretinale Flüssigkeit".to_owned();
    }
    let reading = Reading {
        answers: &answers,
        comparison: Some(&comparison),
        ..Reading::new(HOSTILE, &findings)
    };
    let text = groundscope_export::json(&[reading]).unwrap();
    let back: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(back[0]["file"], HOSTILE);
    assert_eq!(back[0]["answers"][0]["evidence"][0], "irf-1");
    assert_eq!(
        back[0]["expert"]["references"][1]["box"],
        serde_json::json!([200.0, 20.5, 240.0, 40.0])
    );
    assert_eq!(
        serde_json::from_value::<Findings>(back[0].clone()).unwrap(),
        findings
    );
}

#[test]
fn a_transcript_cites_boxes() {
    let (findings, answers) = (findings(), answers());
    let reading = Reading {
        answers: &answers,
        ..Reading::new("# a.png", &findings)
    };
    let text = transcript_text(&[reading], Language::En).unwrap();
    let expected = "\
# Questions and answers

Research and teaching, not a medical device. Boxes are x1, y1 to x2, y2 in pixels of the scan.

## # a.png

400 x 120 px. Read by groundscope-oct-1.

Note: This picture is unlike the scans that the network knows, or of poor quality: take its findings with doubt.

1. Where is the \\<b>IRF\\</b>?

   Intraretinal fluid is in the left third (irf-1).

   Understood as: place of intraretinal fluid

   - irf-1: intraretinal fluid, 10, 20 to 60, 70, score 0.91
";
    assert_eq!(text, expected);
    let silent = transcript_text(&[Reading::new("a.png", &findings)], Language::En).unwrap();
    assert!(silent.ends_with("Nothing was asked.\n"));
}

#[test]
fn what_is_read_by_people_is_written_in_german_too_and_tables_are_the_same() {
    let (findings, answers, mut comparison) = (findings(), answers(), comparison());
    for reference in &mut comparison.references {
        reference.name = "intraretinale Flüssigkeit".to_owned();
    }
    let reading = Reading {
        answers: &answers,
        comparison: Some(&comparison),
        ..Reading::new("a.png", &findings)
    };
    let written = |format, language| {
        let picture = PictureOptions {
            language,
            ..PictureOptions::default()
        };
        let file = export(format, &[reading], &picture, &ReportOptions::default()).unwrap();
        String::from_utf8(file.bytes).unwrap()
    };
    let english = [
        "the",
        "of",
        "is",
        "read",
        "hit",
        "missed",
        "boxes",
        "present",
        "absent",
        "finding",
        "eye",
        "not",
        "scale",
        "wide",
        "retina",
        "fluid",
        "probability",
        "questions",
    ];
    for format in [Format::Svg, Format::Report, Format::Transcript] {
        let german = written(format, Language::De);
        // What the reader wrote and was answered stays as it is.
        let own = german
            .replace("Where is the", "")
            .replace("Intraretinal fluid is in the left third", "");
        let own = own.replace("place of intraretinal fluid", "");
        let text = without_tags(&own).to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for word in english {
            assert!(!words.contains(&word), "{}: {word} in {text}", format.id());
        }
        assert!(
            text.contains("kein medizinprodukt") && text.contains("intraretinale"),
            "{text}"
        );
        assert!(written(format, Language::En).contains("not a medical device"));
    }
    for format in [Format::Csv, Format::Coco, Format::Json] {
        assert_eq!(written(format, Language::De), written(format, Language::En));
    }
}

/// Text between tags, and what accessible names say.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    if let (Some(from), Some(to)) = (rest.find("<style>"), rest.find("</style>")) {
        out.push_str(&rest[..from]);
        rest = &rest[to..];
    }
    out.push_str(rest);
    out.split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, after)| after))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn one_call_writes_every_format() {
    let findings = findings();
    let reading = Reading::new("scans/eye 1.png", &findings);
    let write = |format, readings: &[Reading<'_>]| {
        export(
            format,
            readings,
            &PictureOptions::default(),
            &ReportOptions::default(),
        )
    };
    for format in Format::ALL {
        let written = write(format, &[reading]).unwrap();
        assert!(written.name.starts_with("eye 1-") && !written.bytes.is_empty());
        assert!(matches!(write(format, &[]), Err(ExportError::NoScan)));
        let other = Reading::new("b.png", &findings);
        assert_eq!(write(format, &[reading, other]).is_err(), format == Format::Svg);
    }
    // A region whose outline is not known still has its box.
    let mut bare = findings.clone();
    for finding in &mut bare.findings {
        finding
            .regions
            .iter_mut()
            .for_each(|region| region.outline.clear());
    }
    let text = groundscope_export::coco(&[Reading::new("a.png", &bare)]).unwrap();
    assert_eq!(coco::parse(text.as_bytes()).unwrap().images[0].boxes.len(), 3);
    assert_eq!(region("x", [0, 0, 2, 3], 1.0).area_px, 6);
}
