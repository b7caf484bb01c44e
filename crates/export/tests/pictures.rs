//! The SVG and the report: what they show, that they are well formed, and that no text of a file gets out of its place.

mod common;

use common::{HOSTILE, PNG, answers, comparison, findings};
use groundscope_export::{
    ExportError, Ground, PictureOptions, Reading, ReportOptions, Selection, report_html, svg,
};
use roxmltree::{Document, Node};

fn texts(document: &Document<'_>) -> String {
    let texts = document
        .descendants()
        .filter(Node::is_text)
        .filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

fn elements<'a, 'input>(document: &'a Document<'input>, name: &'static str) -> Vec<Node<'a, 'input>> {
    document
        .descendants()
        .filter(|node| node.has_tag_name(name))
        .collect()
}

#[test]
fn the_evidence_is_drawn_in_pixels_of_the_scan() {
    let findings = findings();
    let options = PictureOptions {
        legend: false,
        ..PictureOptions::default()
    };
    let text = svg(&Reading::new("a.png", &findings), &options).unwrap();
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(
        (root.attribute("width"), root.attribute("height")),
        (Some("400"), Some("120"))
    );
    assert_eq!(root.attribute("viewBox"), Some("0 0 400 120"));
    let paths = elements(&document, "path");
    let drawn: Vec<_> = paths
        .iter()
        .map(|path| {
            (
                path.attribute("d").unwrap(),
                path.attribute("fill-opacity").unwrap(),
            )
        })
        .collect();
    // The largest first; an uncertain finding's mask is half as opaque.
    assert_eq!(
        drawn,
        [
            ("M10 20H60V70H10Z", "0.3"),
            ("M300 40H340V60H300ZM310 45V55H330V45Z", "0.3"),
            ("M100 80H140V95H100Z", "0.15"),
        ]
    );
    let lines: Vec<_> = elements(&document, "rect")
        .iter()
        .filter(|rect| rect.has_attribute("stroke-dasharray"))
        .map(|rect| {
            ["x", "y", "width", "height", "stroke", "stroke-dasharray"]
                .map(|name| rect.attribute(name).unwrap())
        })
        .collect();
    assert_eq!(
        lines,
        [
            ["10", "20", "50", "50", "#e69f00", "none"],
            ["300", "40", "40", "20", "#e69f00", "none"],
            ["100", "80", "40", "15", "#cc79a7", "none"],
        ]
    );
    let said = texts(&document);
    for label in [
        "IRF 1",
        "IRF 2",
        "drusen",
        "intraretinal fluid, IRF 1, score 0.91",
    ] {
        assert!(said.contains(label), "{label}: {said}");
    }
    assert!(elements(&document, "image").is_empty());
}

#[test]
fn what_is_hidden_is_left_out_and_told() {
    let findings = findings();
    let mut options = PictureOptions {
        masks: false,
        ..PictureOptions::default()
    };
    options.shown = Selection {
        classes: Some(["irf".to_owned()].into()),
        least_score: 0.6,
        ..Selection::default()
    };
    let text = svg(&Reading::new("a.png", &findings), &options).unwrap();
    let document = Document::parse(&text).unwrap();
    let regions: Vec<_> = document
        .descendants()
        .filter_map(|node| node.attribute("data-region"))
        .collect();
    assert_eq!(regions, ["irf-1"]);
    assert!(elements(&document, "path").is_empty());
    let said = texts(&document);
    assert!(
        said.contains("1 of 2 shown") && said.contains("0 of 1 shown"),
        "{said}"
    );
}

#[test]
fn the_legend_tells_hue_dash_verdict_and_evidence() {
    let findings = findings();
    let reading = Reading {
        picture: Some(PNG),
        ..Reading::new("a.png", &findings)
    };
    for (ground, hue) in [(Ground::Dark, "#e69f00"), (Ground::Light, "#946300")] {
        let text = svg(
            &reading,
            &PictureOptions {
                ground,
                ..PictureOptions::default()
            },
        )
        .unwrap();
        let document = Document::parse(&text).unwrap();
        let said = texts(&document);
        for words in [
            "present 93%",
            "uncertain 45%",
            "F1 0.61 on real patients",
            "2 boxes",
            "Unlikely or absent: SRF.",
            "No answer for: EZ, ERM,",
            "Scale: 11.5 \u{b5}m across, 3.87 \u{b5}m down a pixel. Eye: left (OS).",
            "Read by groundscope-oct-1 on the CPU. Research and teaching, not a medical device.",
            "Note: This picture is unlike",
        ] {
            assert!(said.replace('\n', " ").contains(words), "{words}: {said}");
        }
        assert!(text.contains(hue));
        let root = document.root_element();
        let size = ["width", "height"].map(|name| root.attribute(name).unwrap().parse::<f64>().unwrap());
        assert!(size[0] == 740.0 && size[1] > 220.0, "{size:?}");
        let image = elements(&document, "image")[0]
            .attribute("href")
            .unwrap()
            .to_owned();
        assert_eq!(image, "data:image/png;base64,iVBORw0KGgpyZXN0");
    }
    let damaged = Reading {
        picture: Some(b"GIF89a"),
        ..reading
    };
    let error = svg(&damaged, &PictureOptions::default()).unwrap_err();
    assert!(matches!(error, ExportError::NotPng { .. }), "{error}");
}

#[test]
fn expert_boxes_are_told_by_icon_and_word() {
    let (findings, comparison) = (findings(), comparison());
    let reading = Reading {
        comparison: Some(&comparison),
        ..Reading::new("a.png", &findings)
    };
    let text = svg(&reading, &PictureOptions::default()).unwrap();
    let document = Document::parse(&text).unwrap();
    let said = texts(&document);
    for label in [
        "\u{2713} IRF hit 0.75",
        "\u{25cc} IRF missed",
        "\u{2715} drusen false",
        "box drawn by an expert",
    ] {
        assert!(said.contains(label), "{label}: {said}");
    }
    assert_eq!(
        document
            .descendants()
            .filter(|node| node.has_attribute("data-reference"))
            .count(),
        2
    );
}

#[test]
fn no_name_gets_out_of_its_place() {
    let findings = findings();
    let (answers, comparison) = (answers(), comparison());
    let notes = vec![HOSTILE.to_owned()];
    let reading = Reading {
        notes: &notes,
        picture: Some(PNG),
        answers: &answers,
        comparison: Some(&comparison),
        ..Reading::new(HOSTILE, &findings)
    };
    let options = ReportOptions {
        date: Some("</style><b>".to_owned()),
        figures: [("irf".to_owned(), "F1 <i>0.61</i>".to_owned())].into(),
    };
    let page = report_html(&[reading], &PictureOptions::default(), &options).unwrap();
    for text in [&page, &svg(&reading, &PictureOptions::default()).unwrap()] {
        assert!(
            !text.contains("<script") && !text.contains("<b>") && !text.contains("<i>"),
            "{text}"
        );
        assert!(!text.contains(['\u{202e}', '\u{7}']), "{text}");
        assert!(text.contains("&lt;script&gt;"), "{text}");
    }
    // One style, the page's own, and nothing that runs or loads.
    assert_eq!(page.matches("<style").count(), 1);
    for word in ["onload", "http:", "https:", "<link", "javascript:"] {
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(word), "{word}");
    }
}

#[test]
fn a_report_says_first_what_is_there() {
    let findings = findings();
    let answers = answers();
    let reading = Reading {
        answers: &answers,
        ..Reading::new("a.png", &findings)
    };
    let options = ReportOptions {
        date: Some("1 March 2026".to_owned()),
        figures: [("irf".to_owned(), "F1 0.61, 90 boxes".to_owned())].into(),
    };
    let page = report_html(
        &[reading, Reading::new("b.png", &findings)],
        &PictureOptions::default(),
        &options,
    )
    .unwrap();
    assert_eq!(page.matches("<article").count(), 2);
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}\n{page}"));
    let order = [
        "Scan 1 of 2",
        "not a medical device. No decision",
        "unlike the scans",
        "<figure",
        "<dd>intraretinal fluid\u{a0}93%</dd>",
        "<dd>drusen\u{a0}45%</dd>",
        "subretinal fluid\u{a0}4%",
        "<dt>No answer</dt>",
        "In the left third",
        "(575 \u{b5}m by 194 \u{b5}m)",
        "Where is the &lt;b&gt;IRF",
        "left (OS)",
        "Intraretinal fluid: F1 0.61, 90 boxes",
        "Scan 2 of 2",
    ];
    let places: Vec<usize> = order.iter().map(|words| at(words)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(page.contains("1 March 2026"));
}

#[test]
fn a_picture_that_is_no_b_scan_gets_no_findings() {
    let mut findings = findings();
    findings.gate = Some(groundscope_model::Gate {
        probability: 0.02,
        verdict: groundscope_model::GateVerdict::NotBScan,
        signal: None,
    });
    findings.findings = groundscope_ontology::Class::ALL
        .iter()
        .map(|class| groundscope_model::Finding::no_answer(*class))
        .collect();
    let page = report_html(
        &[Reading::new("a.png", &findings)],
        &PictureOptions::default(),
        &ReportOptions::default(),
    )
    .unwrap();
    assert!(
        page.contains("does not look like an OCT B-scan") && !page.contains("Nothing that was looked for")
    );
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let findings = findings();
    let comparison = comparison();
    let reading = Reading {
        comparison: Some(&comparison),
        ..Reading::new("a.png", &findings)
    };
    let all = || {
        let picture = PictureOptions::default();
        groundscope_export::Format::ALL.map(|format| {
            groundscope_export::export(format, &[reading], &picture, &ReportOptions::default()).unwrap()
        })
    };
    assert_eq!(all(), all());
}

#[test]
fn the_policy_names_the_style_that_is_there() {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    let findings = findings();
    let page = report_html(
        &[Reading::new("a.png", &findings)],
        &PictureOptions::default(),
        &ReportOptions::default(),
    )
    .unwrap();
    let style = page
        .split("<style>")
        .nth(1)
        .unwrap()
        .split("</style>")
        .next()
        .unwrap();
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style.as_bytes()));
    let policy = format!("content=\"default-src 'none'; style-src 'sha256-{hash}'; img-src data:\"");
    assert!(page.contains(&policy), "{policy}");
    // An attribute `style` would be refused by it.
    assert!(!page.contains(" style="));
}
