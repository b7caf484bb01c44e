//! Boxes in model output: the form each family prints, and everything that readers must survive.

use groundscope_benchmarks::ClassLabel;
use groundscope_benchmarks::output::{
    BoxReader, BoxesRead, DeclareError, Declared, Family, ImageSize, Order, OtherClass, OutputSpace, Sizes,
};

fn reader(family: Family) -> BoxReader {
    let (space, order) = match family {
        Family::Plain => (Some(OutputSpace::Pixel), Some(Order::Xyxy)),
        _ => (None, None),
    };
    BoxReader {
        declared: Declared::new(family, space, order, None).unwrap(),
        other_class: OtherClass::Keep,
    }
}

fn size(text: &str) -> Option<ImageSize> {
    Some(text.parse().unwrap())
}

/// Status, boxes, and what was lost, on one line.
fn shown(read: &BoxesRead) -> String {
    let boxes = read.boxes.iter().map(|found| {
        let numbers = found.corners.to_f64().map(|v| v.to_string());
        format!(" [{}]", numbers.join(" "))
    });
    let mut line = format!("{:?}", read.status) + &boxes.collect::<String>();
    if read.truncated {
        line += " cut";
    }
    let tally = &read.tally;
    for (count, name) in [
        (tally.wrong_arity, "arity"),
        (tally.not_finite, "nan"),
        (tally.no_area, "flat"),
        (tally.outside_image, "outside"),
        (tally.clipped, "clipped"),
        (tally.rounded, "rounded"),
        (read.other_class, "other"),
    ] {
        if count > 0 {
            line += &format!(" {name}={count}");
        }
    }
    line
}

fn qwen(response: &str) -> String {
    let asked = ClassLabel::from_name("irf");
    shown(&reader(Family::Qwen3).read(response, &asked, Sizes::default()))
}

fn check(cases: &[(&str, &str)]) {
    for (response, wanted) in cases {
        assert_eq!(qwen(response), *wanted, "{response}");
    }
}

#[test]
fn every_family_in_the_form_it_prints() {
    let two = "Read [312 420 455 498] [510 433 602 487]";
    let cases = [
        (
            Family::Qwen3,
            "```json\n[\n\t{\"bbox_2d\": [312, 420, 455, 498], \"label\": \"intraretinal fluid\"},\n\t{\"bbox_2d\": [510, 433, 602, 487], \"label\": \"intraretinal fluid\"}\n]\n```",
            two,
        ),
        (
            Family::Qwen3,
            "<think>\nThe fovea is at about [480, 300, 520, 400].\n</think>\n\n[{\"bbox_2d\": [312, 420, 455, 498], \"label\": \"IRF\"}, {\"bbox_2d\": [510, 433, 602, 487], \"label\": \"IRF\"}]<|im_end|>",
            two,
        ),
        (
            Family::InternVl,
            "<ref>intraretinal fluid</ref><box>[[312, 420, 455, 498], [510, 433, 602, 487]]</box>",
            two,
        ),
        (
            Family::InternVl,
            "There are two cysts: <ref>cyst</ref><box>[[312, 420, 455, 498]]</box> and <ref>cyst</ref><box>[[510, 433, 602, 487]]</box>.",
            two,
        ),
        (
            Family::InternVl,
            "```json\n[{\"bbox\": [312, 420, 455, 498]}, {\"bbox\": [510, 433, 602, 487]}]\n```",
            two,
        ),
        (
            Family::Glm,
            "<think>Two dark spaces, first near [300,400,460,500].</think>The boxes are <|begin_of_box|>[[312, 420, 455, 498], [510, 433, 602, 487]]<|end_of_box|>.",
            two,
        ),
        (
            Family::Glm,
            "<|begin_of_box|>[{\"bbox_2d\": [312,420,455,498], \"label\": \"IRF\"}, {\"bbox_2d\": [510,433,602,487], \"label\": \"IRF\"}]<|end_of_box|>",
            two,
        ),
        (
            Family::Gemini,
            "```json\n[\n  {\"box_2d\": [420, 312, 498, 455], \"label\": \"intraretinal fluid\"},\n  {\"box_2d\": [433, 510, 487, 602], \"label\": \"intraretinal fluid\"}\n]\n```",
            two,
        ),
        (
            Family::Gemma,
            "<|channel>thought\nMaybe [1, 2, 3, 4].\n<channel|>```json\n[{\"box_2d\": [420, 312, 498, 455]}, {\"box_2d\": [433, 510, 487, 602]}]\n```",
            two,
        ),
        (
            Family::Plain,
            "1. (312, 420, 455, 498)\n2. (510, 433, 602, 487)",
            two,
        ),
    ];
    let asked = ClassLabel::from_name("irf");
    for (family, response, wanted) in cases {
        let read = reader(family).read(response, &asked, Sizes::default());
        assert_eq!(shown(&read), wanted, "{family:?}: {response}");
    }
}

#[test]
fn space_and_order_are_declared() {
    let asked = ClassLabel::from_name("irf");
    let original = size("768x496");
    let cases = [
        (
            Family::Gemma,
            None,
            Some(Order::Xyxy),
            None,
            "[10, 20, 30, 40]",
            [10.0, 20.0, 30.0, 40.0],
            [7.68, 9.92, 23.04, 19.84],
        ),
        (
            Family::Plain,
            Some(OutputSpace::Pixel),
            Some(Order::Xywh),
            None,
            "[10, 20, 30, 40]",
            [10.0, 20.0, 40.0, 60.0],
            [10.0, 20.0, 40.0, 60.0],
        ),
        (
            Family::Plain,
            Some(OutputSpace::Unit),
            Some(Order::Xywh),
            None,
            "[0.1, 0.2, 0.3, 0.4]",
            [0.1, 0.2, 0.4, 0.6],
            [76.8, 99.2, 307.2, 297.6],
        ),
        (
            Family::Qwen25,
            None,
            None,
            size("1536x992"),
            "{\"bbox_2d\": [10, 20, 30, 41]}",
            [10.0, 20.0, 30.0, 41.0],
            [5.0, 10.0, 15.0, 20.5],
        ),
        (
            Family::Qwen25,
            None,
            None,
            size("700x504"),
            "{\"bbox_2d\": [1, 0, 700, 504]}",
            [1.0, 0.0, 700.0, 504.0],
            [1.097143, 0.0, 768.0, 496.0],
        ),
        (
            Family::Qwen25,
            Some(OutputSpace::Norm1000),
            None,
            None,
            "{\"bbox_2d\": [0, 0, 1000, 500]}",
            [0.0, 0.0, 1000.0, 500.0],
            [0.0, 0.0, 768.0, 248.0],
        ),
    ];
    for (family, space, order, resized, response, corners, pixels) in cases {
        let declared = Declared::new(family, space, order, resized).unwrap();
        let reader = BoxReader {
            declared,
            other_class: OtherClass::Keep,
        };
        let read = reader.read(response, &asked, Sizes { original, resized });
        assert_eq!(read.boxes[0].corners.to_f64(), corners, "{response}");
        assert_eq!(read.boxes[0].pixels.unwrap().to_f64(), pixels, "{response}");
    }
    assert_eq!(
        Declared::new(Family::Plain, None, None, None),
        Err(DeclareError::Undeclared)
    );
    let unknown = reader(Family::Qwen3).read("[1,2,3,4]", &asked, Sizes::default());
    assert_eq!(unknown.boxes[0].pixels, None);
}

#[test]
fn pixels_are_clipped_where_the_size_is_known() {
    let plain = reader(Family::Plain);
    let asked = ClassLabel::from_name("irf");
    let response = "[-5, 10, 800, 500]";
    assert_eq!(
        shown(&plain.read(response, &asked, Sizes::default())),
        "Read [0 10 800 500] clipped=1"
    );
    let sizes = Sizes {
        original: size("768x496"),
        resized: None,
    };
    assert_eq!(
        shown(&plain.read(response, &asked, sizes)),
        "Read [0 10 768 496] clipped=1"
    );
}

#[test]
fn fences_prose_and_quotes() {
    let one = "Read [1 2 3 4]";
    check(&[
        (
            "````markdown\n```json\n[{\"bbox_2d\": [1, 2, 3, 4]}]\n```\n````",
            one,
        ),
        ("```\n```json\n[{\"bbox_2d\": [1, 2, 3, 4]}]\n```\n```", one),
        ("```json\n[{\"bbox_2d\": [1, 2, 3, 4]}]", one),
        (
            "Sure! Here is the (only) lesion [see below]: {\"bbox_2d\": [1, 2, 3, 4]} I hope this helps :)",
            one,
        ),
        (
            "Coordinates in [0, 0, 1000, 1000]: [{\"bbox_2d\": [1, 2, 3, 4]}]",
            one,
        ),
        ("[{'bbox_2d': [1, 2, 3, 4], 'label': 'patient's cyst'}]", one),
        (
            "[{\u{201c}bbox_2d\u{201d}: [1, 2, 3, 4], \u{201c}label\u{201d}: \u{201c}cyst\u{201d}}]",
            one,
        ),
        ("[{bbox_2d: [1, 2, 3, 4], label: cyst}]", one),
        ("[{\"bbox_2d\": [1, 2, 3, 4,], \"label\": \"cyst\",},]", one),
        ("[{\"bbox_2d\": [1 2 3 4] \"label\": \"cyst\"}]", one),
        (
            "[{\"label\": \"cyst \"left\" one\", \"bbox_2d\": [1, 2, 3, 4]}]",
            one,
        ),
        ("[{\"bbox_2d\": [1, 2, 3, 4}]", one),
        ("[{\"bbox_2d\": [1, 2, 3, 4]]}]", one),
        ("The lesion is at [1, 2, 3, 4].", one),
        ("{\"bbox_2d\": \"[1, 2, 3, 4]\"}", one),
        ("{\"bbox_2d\": (1, 2, 3, 4)}", one),
    ]);
}

#[test]
fn thoughts_are_no_answer() {
    check(&[
        (
            "<think>draft [{\"bbox_2d\": [9, 9, 99, 99]}]</think>[{\"bbox_2d\": [1, 2, 3, 4]}]",
            "Read [1 2 3 4]",
        ),
        (
            "draft {\"bbox_2d\": [9, 9, 99, 99]} so\n</think>\n{\"bbox_2d\": [1, 2, 3, 4]}",
            "Read [1 2 3 4]",
        ),
        (
            "<think>a [9, 9, 99, 99]</think>[1, 2, 3, 4]<think>[8, 8, 88, 88]</think>[5, 6, 7, 8]",
            "Read [1 2 3 4] [5 6 7 8]",
        ),
        ("<think>There is a cyst at [9, 9, 99, 99] and", "Unreadable cut"),
        ("<think>an unclosed [ bracket</think>[]", "Empty"),
    ]);
}

#[test]
fn numbers_as_models_write_them() {
    check(&[
        (
            "[{\"bbox_2d\": [\"1\", \"2.50\", ' 3 ', \"4e1\"]}]",
            "Read [1 2.5 3 40]",
        ),
        ("[{\"bbox_2d\": [1e1, 2E-1, +30, 0.4e2]}]", "Read [10 0.2 30 40]"),
        (
            "[{\"bbox_2d\": [0.1234567, 2, 3, 4]}]",
            "Read [0.123457 2 3 4] rounded=1",
        ),
        (
            "[{\"bbox_2d\": [NaN, 2, 3, 4]}, {\"bbox_2d\": [1, Infinity, 3, 4]}]",
            "Unreadable nan=2",
        ),
        (
            "[{\"bbox_2d\": [null, 2, 3, 4]}, {\"bbox_2d\": [1, 2, 3, 4]}]",
            "Salvaged [1 2 3 4] nan=1",
        ),
        (
            "[{\"bbox_2d\": [1, 2, 3]}, {\"bbox_2d\": [1, 2, 3, 4]}]",
            "Salvaged [1 2 3 4] arity=1",
        ),
        ("[{\"bbox_2d\": [1, 2, 3]}]", "Unreadable arity=1"),
        ("[{\"bbox_2d\": [1, 2, 3, 4, 5]}]", "Unreadable arity=1"),
        ("[[1, 2, 3], [1, 2, 3, 4]]", "Salvaged [1 2 3 4] arity=1"),
        (
            "[{\"bbox_2d\": [10, 20, 1003, 40]}]",
            "Read [10 20 1000 40] clipped=1",
        ),
        (
            "[{\"bbox_2d\": [-4, 20, 1e99, 40]}]",
            "Read [0 20 1000 40] clipped=1",
        ),
        ("[{\"bbox_2d\": [1001, 20, 1003, 40]}]", "Unreadable outside=1"),
        (
            "[{\"bbox_2d\": [30, 20, 10, 40]}, {\"bbox_2d\": [1, 2, 1, 4]}]",
            "Unreadable flat=2",
        ),
        ("[{\"bbox_2d\": [x1, y1, x2, y2]}]", "Unreadable"),
    ]);
}

#[test]
fn lists_in_lists_and_keys_again() {
    let two = "Read [1 2 3 4] [5 6 7 8]";
    check(&[
        ("[[1, 2, 3, 4], [5, 6, 7, 8]]", two),
        ("[[[1, 2, 3, 4]], [[[5, 6, 7, 8]]]]", two),
        (
            "{\"bbox_2d\": [[1, 2, 3, 4], [5, 6, 7, 8]], \"label\": \"IRF\"}",
            two,
        ),
        ("{\"bbox_2d\": [1, 2, 3, 4], \"bbox_2d\": [5, 6, 7, 8]}", two),
        (
            "{\"bbox_2d\": [1, 2, 3, 4], \"label\": \"IRF\", \"bbox_2d\": [5, 6, 7, 8], \"label\": \"IRF\"}",
            two,
        ),
        (
            "{\"lesions\": [{\"bbox_2d\": [1, 2, 3, 4]}, {\"bbox_2d\": [5, 6, 7, 8]}]}",
            two,
        ),
        ("{\"bbox_2d\": [1, 2, 3, 4]}\n{\"bbox_2d\": [5, 6, 7, 8]}", two),
        (
            "```json\n[{\"bbox_2d\": [1, 2, 3, 4]}]\n```\nand\n```json\n[{\"bbox_2d\": [5, 6, 7, 8]}]\n```",
            two,
        ),
        (
            "[{\"bbox_2d\": [1, 2, 3, 4]}, {\"bbox_2d\": [1, 2, 3, 4]}]",
            "Read [1 2 3 4] [1 2 3 4]",
        ),
    ]);
}

#[test]
fn output_cut_off_keeps_the_complete_boxes() {
    check(&[
        (
            "[{\"bbox_2d\": [1, 2, 3, 4], \"label\": \"IRF\"}, {\"bbox_2d\": [5, 6, 7",
            "Salvaged [1 2 3 4] cut",
        ),
        (
            "[{\"bbox_2d\": [1, 2, 3, 4], \"label\": \"IRF\"}, {\"bbox_2d\": [5, 6, 7, 80",
            "Salvaged [1 2 3 4] cut",
        ),
        (
            "[{\"bbox_2d\": [1, 2, 3, 4], \"label\": \"intraret",
            "Salvaged [1 2 3 4] cut",
        ),
        (
            "[{\"bbox_2d\": [1, 2, 3, 4], \"label\": \"IRF\"},",
            "Salvaged [1 2 3 4] cut",
        ),
        ("```json\n[\n", "Unreadable cut"),
        ("[{\"bbox_2d\": [1", "Unreadable cut"),
        ("<ref>cyst</ref><box>", "Unreadable cut"),
        ("<box>[[1, 2, 3, 4], [5, 6", "Salvaged [1 2 3 4] cut"),
        ("<box>[[1, 2, 3, 4]]</bo", "Salvaged [1 2 3 4] cut"),
        (
            "<|begin_of_box|>[[1, 2, 3, 4], [5, 6, 7, 8]",
            "Salvaged [1 2 3 4] [5 6 7 8] cut",
        ),
        ("[[1, 2, 3, 4], [5, 6, 7, 8<|im_end|>", "Salvaged [1 2 3 4] cut"),
    ]);
}

#[test]
fn nothing_a_refusal_and_no_answer_are_told_apart() {
    check(&[
        ("[]", "Empty"),
        ("```json\n[]\n```", "Empty"),
        ("{\"boxes\": []}", "Empty"),
        ("[{\"bbox_2d\": [], \"label\": \"IRF\"}]", "Empty"),
        ("[{\"bbox_2d\": null, \"label\": \"IRF\"}]", "Empty"),
        ("<ref>intraretinal fluid</ref><box>[]</box>", "Empty"),
        ("<|begin_of_box|>[]<|end_of_box|>", "Empty"),
        ("There is no intraretinal fluid in this image.", "Empty"),
        ("No lesions detected.", "Empty"),
        ("None", "Empty"),
        ("No.", "Empty"),
        ("No, only hyperreflective foci are visible.", "Empty"),
        (
            "After careful review, I cannot see any intraretinal cysts in this B-scan.",
            "Empty",
        ),
        ("I'm sorry, but no intraretinal fluid is visible.", "Empty"),
        ("[{\"label\": \"no lesion\"}]", "Empty"),
        (
            "I'm sorry, but I can\u{2019}t help with interpreting medical images.",
            "Refused",
        ),
        (
            "As an AI model I am not able to provide a diagnosis. Please consult a doctor.",
            "Refused",
        ),
        (
            "I cannot determine whether intraretinal fluid is present.",
            "Refused",
        ),
        (
            "I'm not a doctor, but here it is: [{\"bbox_2d\": [1, 2, 3, 4]}]",
            "Read [1 2 3 4]",
        ),
        ("", "Unreadable"),
        (" \n ", "Unreadable"),
        ("{}", "Unreadable"),
        ("There is intraretinal fluid in the centre.", "Unreadable"),
        ("Sorry for the wait. Intraretinal fluid is present.", "Unreadable"),
        ("The image shows a retinal OCT scan.", "Unreadable"),
    ]);
}

#[test]
fn labels_of_other_classes_are_counted_and_kept_or_dropped() {
    let response = "[{\"bbox_2d\": [1,2,3,4], \"label\": \"SRF\"}, {\"bbox_2d\": [5,6,7,8], \"label\": \"cystoid fluid\"},
        {\"bbox_2d\": [9,9,10,10], \"label\": \"dark area\"}, {\"bbox_2d\": [11,11,12,12]}]";
    assert_eq!(
        qwen(response),
        "Read [1 2 3 4] [5 6 7 8] [9 9 10 10] [11 11 12 12] other=1"
    );
    let dropping = BoxReader {
        other_class: OtherClass::Drop,
        ..reader(Family::Qwen3)
    };
    let asked = ClassLabel::from_name("irf");
    let read = dropping.read(response, &asked, Sizes::default());
    assert_eq!(shown(&read), "Read [5 6 7 8] [9 9 10 10] [11 11 12 12] other=1");
    assert_eq!(read.boxes[0].label.as_deref(), Some("cystoid fluid"));
    let other = "[{\"bbox_2d\": [1,2,3,4], \"label\": \"drusen\"}]";
    assert_eq!(
        shown(&dropping.read(other, &asked, Sizes::default())),
        "Empty other=1"
    );
    // Fluid as one class is answered by either kind.
    let fluid = ClassLabel::fluid();
    assert_eq!(dropping.read(response, &fluid, Sizes::default()).other_class, 0);
}

#[test]
fn every_box_says_where_it_stood() {
    let response =
        "\u{e9} <think>[9, 9, 99, 99]</think>: [{\"bbox_2d\": [1, 2, 3, 4]}, {\"bbox_2d\": \"5, 6, 7, 8\"}]";
    let read = reader(Family::Qwen3).read(response, &ClassLabel::from_name("irf"), Sizes::default());
    let places: Vec<&str> = read
        .boxes
        .iter()
        .map(|found| &response[found.bytes.clone()])
        .collect();
    assert_eq!(places, ["[1, 2, 3, 4]", "5, 6, 7, 8"]);
}

#[test]
fn json_has_exact_numbers() {
    let sizes = Sizes {
        original: size("768x496"),
        resized: None,
    };
    let read = reader(Family::Qwen3).read("[0.1, 2, 3, 4e0]", &ClassLabel::from_name("irf"), sizes);
    let json = serde_json::to_string(&read.boxes[0]).unwrap();
    assert_eq!(
        json,
        r#"{"box":[0.1,2,3,4],"pixels":[0.0768,0.992,2.304,1.984],"label":null,"other_class":false,"bytes":[0,16]}"#
    );
}
